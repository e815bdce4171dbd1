"""What a player can learn from an event: how it failed, and what it overlooked.

Everything here is certain, without any engine: a win in one move that was not taken, and a threat
to win in one move that could have been stopped and was not. That is what beginners' programs lose
by, it can be seen in every game of the house, and nobody can argue with it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from inarow.arena.job import PlayedGame
from inarow.arena.results import FAULTS
from inarow.games.base import Game, Reason, State
from inarow.games.notation import parse_moves
from inarow.options import counted

PHASES = ("opening", "middle", "ending")
MOST_LOOKED = 60
"""Games of a player in which every move is looked at."""
_FAULT_WORDS = {
    Reason.TIME: "on time",
    Reason.CRASH: "by a crash",
    Reason.ILLEGAL: "by an illegal move",
    Reason.HANG: "because it gave no answer",
    Reason.MEMORY: "because it ran out of memory",
    Reason.OUTPUT: "because it wrote too much",
}


@dataclass(frozen=True, slots=True)
class Oversight:
    """A move that missed a win at once, or let pass a threat that another move stops.

    Args:
        game: its number.
        ply: which move of the game, counted from 1.
        missed_win: whether it missed a win; else it let a threat pass.
        played: the move.
        better: a move that wins, or that stops the threat.
    """

    game: int
    ply: int
    missed_win: bool
    played: str
    better: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Games that were lost by failing in one way, with the first of them."""

    reason: Reason
    games: int
    first: int
    ply: int
    why: str

    @property
    def sentence(self) -> str:
        """For example: lost 3 games by an illegal move, the first one at ply 12 of game 7."""
        lost = f"lost {counted(self.games, 'game')} {_FAULT_WORDS[self.reason]}"
        which = "the first one at" if self.games > 1 else "at"
        return f"{lost}, {which} ply {self.ply} of game {self.first}: {self.why}"


@dataclass(slots=True)
class Feedback:
    """What is said to one player.

    Args:
        player: who.
        games: how many it played.
        looked: in how many of them every move was looked at.
        moves: how many moves it made there, in each third of the longest game.
        faults: how it failed.
        oversights: what it missed.
        quickest_loss: the number of the game that it lost soonest without failing.
        quickest_win: the number of the game that it won soonest on the board.
    """

    player: str
    games: int = 0
    looked: int = 0
    moves: list[int] = field(default_factory=lambda: [0] * len(PHASES))
    faults: list[Fault] = field(default_factory=list)
    oversights: list[Oversight] = field(default_factory=list)
    quickest_loss: int | None = None
    quickest_win: int | None = None

    def sentences(self, longest: int) -> list[str]:
        """What is said, the gravest first; `longest` is the length of the longest game."""
        said = [fault.sentence for fault in self.faults]
        said += [self._oversaw(missed_win) for missed_win in (True, False)]
        said = [sentence for sentence in said if sentence]
        if self.oversights:
            slips = Counter(phase_of(one.ply, longest) for one in self.oversights)
            phases = (
                f"{PHASES[at]} {slips[at]} of {self.moves[at]}"
                for at in range(len(PHASES))
                if self.moves[at]
            )
            said.append(f"moves that overlooked something: {', '.join(phases)}")
        elif self.looked:
            said.append("overlooked no win and no threat of one move")
        if self.looked < self.games:
            said.append(f"looked at {self.looked} of {counted(self.games, 'game')}")
        return said

    def _oversaw(self, missed_win: bool) -> str:
        """How often it missed a win, or let a threat pass, and where first."""
        found = [one for one in self.oversights if one.missed_win is missed_win]
        if not found:
            return ""
        did = "did not take a win in one move" if missed_win else "did not stop a win in one move"
        times = "once" if len(found) == 1 else f"{len(found)} times, first"
        first = found[0]
        where = f"at ply {first.ply} of game {first.game}"
        right = "wins" if missed_win else "stops it"
        return f"{did} {times} {where}: {first.played} was played, {first.better} {right}"


def phase_of(ply: int, longest: int) -> int:
    """In which third of the longest game a move lies: 0, 1 or 2.

    >>> [phase_of(ply, 42) for ply in (1, 14, 15, 42)]
    [0, 0, 1, 2]
    """
    return min(len(PHASES) - 1, (ply - 1) * len(PHASES) // max(1, longest))


def feedback(rules: Game, players: Sequence[str], games: Iterable[PlayedGame]) -> list[Feedback]:
    """What is said to each player after these games, in the order of `players`."""
    listed = list(games)
    longest = max((game.plies for game in listed), default=1)
    found = {player: Feedback(player) for player in players}
    for game in listed:
        looking = [found[name].looked < MOST_LOOKED for name in game.pairing.seats]
        for seat, name in enumerate(game.pairing.seats):
            found[name].games += 1
            found[name].looked += looking[seat]
        if any(looking):
            _look(rules, game, found, looking, longest)
    for player in players:
        own = [game for game in listed if player in game.pairing.seats]
        found[player].faults = _faults(player, own)
        found[player].quickest_loss = _quickest(player, own, won=False)
        found[player].quickest_win = _quickest(player, own, won=True)
    return [found[player] for player in players]


def _look(
    rules: Game,
    game: PlayedGame,
    found: dict[str, Feedback],
    looking: Sequence[bool],
    longest: int,
) -> None:
    """Look at every move that a player thought about in a game."""
    for ply, seat, state, action in thought_moves(rules, game):
        if not looking[seat]:
            continue
        feedback = found[game.pairing.seats[seat]]
        feedback.moves[phase_of(ply, longest)] += 1
        if slip := overlooked(state, action):
            missed_win, better = slip
            words = rules.format(action), rules.format(better)
            feedback.oversights.append(Oversight(game.pairing.number, ply, missed_win, *words))


def thought_moves(rules: Game, game: PlayedGame) -> Iterator[tuple[int, int, State, int]]:
    """The moves that players made by themselves: ply from 1, seat, position, action."""
    actions = parse_moves(rules, game.moves)
    state, opening = rules.initial_state(), len(actions) - len(game.seats)
    for at, action in enumerate(actions):
        seat = game.seats[at - opening] if at >= opening else None
        if seat is not None and not state.chance():
            yield at + 1, seat, state, action
        state = state.play(action)


def overlooked(state: State, action: int) -> tuple[bool, int] | None:
    """What a move overlooks: whether it is a win, and a move that is better; None if nothing.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("connect_four").initial_state(), "112233")
    >>> overlooked(state, 0), overlooked(state, 3)
    ((True, 3), None)
    >>> overlooked(state.play(6), 0)
    (False, 3)
    """
    wins = _wins(state)
    if wins:
        return None if action in wins else (True, wins[0])
    if not _wins(state.play(action)):
        return None
    for other in state.legal_actions():
        if other != action and not _wins(state.play(other)):
            return False, other
    return None


def _wins(state: State) -> list[int]:
    """The moves that end the game as a win of whoever is to move."""
    if state.outcome is not None or state.chance():
        return []
    found = []
    for action in state.legal_actions():
        end = state.play(action).outcome
        if end is not None and end.winner == state.player:
            found.append(action)
    return found


def _lost(player: str, game: PlayedGame) -> bool:
    return game.winner is not None and game.pairing.seats[game.winner] != player


def _faults(player: str, games: Sequence[PlayedGame]) -> list[Fault]:
    faults = []
    for reason in FAULTS:
        failed = [game for game in games if game.reason is reason and _lost(player, game)]
        if failed:
            first = failed[0]
            why = first.comment.removeprefix(f"{player}: ")
            faults.append(Fault(reason, len(failed), first.pairing.number, first.plies + 1, why))
    return sorted(faults, key=lambda fault: -fault.games)


def _quickest(player: str, games: Sequence[PlayedGame], *, won: bool) -> int | None:
    """The number of the shortest game that was won, or lost, on the board."""
    decided = [game for game in games if game.winner is not None and game.reason not in FAULTS]
    fitting = [game for game in decided if _lost(player, game) is not won]
    best = min(fitting, key=lambda game: (game.plies, game.pairing.number), default=None)
    return None if best is None else best.pairing.number
