"""The work that is handed out: a batch of games in, the finished games out.

A batch is data that any process can play, on this machine or another one. Each game depends
only on its event and its pairing: players are made afresh, with seeds that the schedule gives.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from inarow.agents.ready import kernels_of, let_go, load_kernels
from inarow.arena.entrants import Entrant, Players
from inarow.arena.event import Event
from inarow.arena.judging import adjudicator
from inarow.arena.results import FAULTS, GameResult
from inarow.arena.schedule import Pairing
from inarow.errors import InarowError
from inarow.games.base import Outcome, Reason
from inarow.games.notation import parse_moves
from inarow.games.record import Record
from inarow.live.game import Turn
from inarow.live.match import play_match
from inarow.registry import load_agent
from inarow.search.agent import Agent, PlayerFailed
from inarow.search.solver.solver import SOLVER
from inarow.seeds import derived_seed
from inarow.text import clean

SCORES = {0: 1.0, 1: 0.0, None: 0.5}
"""What the first player gets, by the winner."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game as it is stored; the lists have one item per move, the opening left out.

    Args:
        pairing: which game of the schedule it is.
        moves: all moves, the opening included, as a move string.
        plies: how many those are.
        winner: 0, 1, or None for a draw.
        reason: why it ended.
        comment: what a failing player did.
        seats: who moved; None for dice.
        seconds: how long each move took.
        nodes: positions or simulations of each move.
        values: what the player thought of its position, in words.
    """

    pairing: Pairing
    moves: str
    plies: int
    winner: int | None
    reason: Reason
    comment: str
    seats: tuple[int | None, ...]
    seconds: tuple[float, ...]
    nodes: tuple[int, ...]
    values: tuple[str, ...]

    @property
    def result(self) -> GameResult:
        """What tables and ratings need of it."""
        first, second = self.thinking(0), self.thinking(1)
        times = (first[0], second[0]), (first[1], second[1])
        who = *self.pairing.seats, SCORES[self.winner], self.reason
        return GameResult(*who, self.pairing.pair, self.plies, *times)

    def record(self, event: Event) -> Record:
        """The game for replays and programs that read records, with comments by the players.

        >>> from inarow.arena.event import event_of
        >>> event = event_of({"game": "tic_tac_toe", "players": ["a=random", "b=random"]})
        >>> record = play_game(event, event.schedule(["b2"])[0]).record(event)
        >>> record.tags["First"], record.tags["Opening"]
        ('a', 'b2')
        """
        pairing = self.pairing
        tags = {
            "Event": event.name,
            "Number": str(pairing.number),
            "Round": str(pairing.round + 1),
            "First": pairing.first,
            "Second": pairing.second,
            "Opening": pairing.opening,
        }
        record = Record(event.rules, tags=tags)
        actions = parse_moves(event.rules, self.moves)
        opening = len(actions) - len(self.seats)
        for at, action in enumerate(actions):
            record.push(action)
            if at >= opening:
                record.current.comment = self._thought(at - opening)
        if record.state.outcome is None:
            record.result = Outcome(self.winner, self.reason)
        if self.comment:
            words = (record.current.comment, self.comment)
            record.current.comment = "; ".join(word for word in words if word)
        return record

    def _thought(self, at: int) -> str:
        """What a player said of a move: `estimate: about 25 %, 1,000 nodes, 3.2 ms`."""
        if self.seats[at] is None:
            return "dice"
        nodes = f"{self.nodes[at]:,} nodes" if self.nodes[at] else ""
        words = (clean(self.values[at]), nodes, f"{1000 * self.seconds[at]:.3g} ms")
        return ", ".join(word for word in words if word)

    def thinking(self, seat: int) -> tuple[int, float, int]:
        """Moves, seconds and nodes of one player."""
        own = [at for at, mover in enumerate(self.seats) if mover == seat]
        seconds = round(sum(self.seconds[at] for at in own), 6)
        return len(own), seconds, sum(self.nodes[at] for at in own)


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of an event that are played one after the other in one process.

    Args:
        event: the event.
        pairings: its games to be played.
        guarded: for a game during which a worker died: give every player a process of its own, and
            write to this file who is to move.
    """

    event: Event
    pairings: Sequence[Pairing]
    guarded: str = ""


_players = Players()
"""Player processes that this worker keeps from game to game."""


def play_batch(batch: Batch) -> tuple[list[PlayedGame], float]:
    """Play the games of a batch; also how many seconds that took."""
    make_kernels(batch.event)
    started = perf_counter()
    games = [play_game(batch.event, pairing, batch.guarded) for pairing in batch.pairings]
    return games, perf_counter() - started


def make_kernels(event: Event) -> None:
    """Load, or compile, what an event needs, once per process; programs see to themselves."""
    players = [load_agent(entrant.spec) for entrant in event.players if not entrant.runs_program]
    needed = [step for player in players for step in kernels_of(player, event.rules)]
    load_kernels(*needed, *([SOLVER] if event.adjudicate else []))


def end_players() -> None:
    """End the player processes of this process."""
    _players.close()


def play_game(event: Event, pairing: Pairing, guarded: str = "") -> PlayedGame:
    """Play one game of an event; `guarded` as in `Batch`.

    >>> from inarow.arena.entrants import read_entrant
    >>> event = Event("tic_tac_toe", (read_entrant("random"), read_entrant("minimax")))
    >>> game = play_game(event, event.schedule(("a1b2",))[0])
    >>> game.moves.startswith("a1b2"), game.reason
    (True, <Reason.LINE: 'line'>)
    """
    rules, turns = event.rules, list[Turn]()
    entrants = {entrant.name: entrant for entrant in event.players}
    seated = entrants[pairing.first], entrants[pairing.second]
    record = Record(rules)
    record.push_moves(pairing.opening)
    seat, agents = 0, list[Agent]()

    def note(turn: Turn) -> None:
        turns.append(turn)
        note_mover(record.state.player)

    def note_mover(seat: int) -> None:
        if guarded:
            with suppress(OSError):  # on another machine
                Path(guarded).write_text(str(seat), "utf-8")

    try:
        for seat, entrant in enumerate(seated):
            note_mover(seat)
            seed = derived_seed(pairing.seed, ("first", "second")[seat])
            agents.append(_players.make(entrant, rules, seat, seed, guarded=bool(guarded)))
        note_mover(record.state.player)
    except (InarowError, OSError) as error:  # a player that cannot be seated loses the game
        reason = error.reason if isinstance(error, PlayerFailed) else Reason.CRASH
        record.result = Outcome(1 - seat, reason)
        record.current.comment = clean(f"{seated[seat].name}: {error}")
    else:
        first, second = event.new_clock(), event.new_clock()
        play_match(
            rules,
            (agents[0], agents[1]),
            limit=(event.limit_of(seated[0]), event.limit_of(seated[1])),
            clocks=(first, second) if first and second else None,
            seed=pairing.dice,
            record=record,
            on_turn=note,
            adjudicate=adjudicator(rules) if event.adjudicate else None,
        )
    finally:
        let_go(*agents)
        _players.game_over(_at_fault(record.outcome, seated))
    return _played(pairing, record, turns)


def _at_fault(outcome: Outcome | None, seated: tuple[Entrant, Entrant]) -> Sequence[Entrant]:
    """Who has failed in a game, if anyone did."""
    if outcome is None or outcome.winner is None or outcome.reason not in FAULTS:
        return ()
    return (seated[1 - outcome.winner],)


def lost_with_worker(batch: Batch) -> PlayedGame | None:
    """A game whose worker dies each time, lost by the player to move; None if that is not known."""
    (pairing,) = batch.pairings
    try:
        seat = int(Path(batch.guarded).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    record = Record(batch.event.rules)
    record.push_moves(pairing.opening)
    record.result = Outcome(1 - seat, Reason.CRASH)
    record.current.comment = f"{pairing.seats[seat]}: the process that plays dies while it moves"
    return _played(pairing, record, ())


def _played(pairing: Pairing, record: Record, turns: Sequence[Turn]) -> PlayedGame:
    """A finished game as it is stored."""
    outcome, decisions = record.outcome, [turn.decision for turn in turns]
    assert outcome is not None
    return PlayedGame(
        *(pairing, record.moves, len(record.actions), outcome.winner, outcome.reason),
        comment=record.current.comment,
        seats=tuple(turn.state.player if turn.decision else None for turn in turns),
        seconds=tuple(round(turn.seconds, 6) for turn in turns),
        nodes=tuple(said.nodes if said else 0 for said in decisions),
        values=tuple(said.value.words if said and said.value else "" for said in decisions),
    )
