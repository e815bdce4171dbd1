"""The games of a report: pairings of two players, played with swapped seats.

Games come in pairs from the same seed, and so from the same opening and the same dice; in the
second game of a pair the seats are swapped. The games of all pairings take turns, so that Ctrl-C
leaves something of each.

A score counts a win as 1 and a draw as half a point. Its interval is Wilson's, which is on the safe
side where there are draws. Times are CPU seconds, since the machine may be busy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from time import process_time

from benchmarks.originals.common import Row, run

from inarow.arena.elo import wilson
from inarow.games.base import Game, Reason, State
from inarow.games.record import Record
from inarow.live.game import Turn
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.ordering import plain_moves
from inarow.seeds import derived_seed

FAILURES = (Reason.CRASH, Reason.ILLEGAL, Reason.TIME)


@dataclass(frozen=True)
class Pairing:
    """Two players of a game; all games with the same label count for one line of the table."""

    label: str
    game: str
    players: tuple[str, str]
    opening: int = 0  # random plies before the players take over
    swap: bool = True
    limits: tuple[Limit, Limit] = (Limit(), Limit())  # beside what the players set themselves


@dataclass(frozen=True)
class Job:
    """One game to play, as it is sent to another process."""

    pairing: Pairing
    number: int
    seed: int


@dataclass(frozen=True)
class Played:
    """One finished game; players are numbered as the pairing lists them, no matter who began."""

    label: str
    winner: int | None
    first: int
    moves: str
    plies: int
    nodes: tuple[int, int]
    cpu: tuple[float, float]


@dataclass(frozen=True)
class Limited:
    """A player with a limit of its own."""

    agent: Agent
    limit: Limit

    @property
    def name(self) -> str:
        return self.agent.name

    def supports(self, game: Game) -> bool:
        return self.agent.supports(game)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        return self.agent.choose(state, self.limit, on_info)


def schedule(pairings: Sequence[Pairing], games: int, seed: int) -> list[Job]:
    """A number of games of every pairing, taking turns."""
    return [Job(pairing, number, seed) for number in range(games) for pairing in pairings]


def play(job: Job) -> Played:
    """Play one game; the same job gives the same game, unless a player looks at the clock."""
    pairing = job.pairing
    seed = derived_seed(job.seed, f"{job.number // 2 if pairing.swap else job.number}")
    seats = (1, 0) if pairing.swap and job.number % 2 else (0, 1)
    agents = [
        Limited(load_agent(spec, derived_seed(seed, f"player {index}")), limit)
        for index, (spec, limit) in enumerate(zip(pairing.players, pairing.limits, strict=True))
    ]
    record = Record(load_game(pairing.game))
    rng = Random(derived_seed(seed, "opening"))
    for _ in range(pairing.opening):
        record.push(rng.choice(plain_moves(record.state)))
    nodes, cpu, last = [0, 0], [0.0, 0.0], process_time()

    def count(turn: Turn) -> None:
        nonlocal last
        now, player = process_time(), seats[turn.state.player]
        nodes[player] += turn.decision.nodes if turn.decision else 0
        cpu[player] += now - last
        last = now

    play_match(
        record.game,
        (agents[seats[0]], agents[seats[1]]),
        seed=derived_seed(seed, "dice"),
        record=record,
        on_turn=count,
    )
    outcome = record.outcome
    if outcome is None or outcome.reason in FAILURES:
        raise RuntimeError(f"{pairing.label}, game {job.number}: {record.current.comment}")
    winner = None if outcome.winner is None else seats[outcome.winner]
    work = (nodes[0], nodes[1]), (cpu[0], cpu[1])
    return Played(pairing.label, winner, seats[0], record.moves, record.state.ply, *work)


def play_all(jobs: Sequence[Job], workers: int) -> tuple[dict[str, list[Played]], bool]:
    """The finished games by the label of their pairing, and whether these are all."""
    played = run(play, jobs, workers)
    groups: dict[str, list[Played]] = {}
    for game in played:
        groups.setdefault(game.label, []).append(game)
    return groups, len(played) == len(jobs)


def as_rows(groups: Mapping[str, Sequence[Played]]) -> list[Row]:
    """All games for the JSON file."""
    return [asdict(game) for games in groups.values() for game in games]


def score_row(games: Sequence[Played], player: int = 0) -> Row:
    """How a player of a pairing did: counts, score and its interval."""
    wins = sum(game.winner == player for game in games)
    draws = sum(game.winner is None for game in games)
    points, losses = wins + draws / 2, len(games) - wins - draws
    low, high = wilson(points, len(games))
    counts = {"games": len(games), "wins": wins, "draws": draws, "losses": losses}
    return {**counts, "score": points / len(games), "low": low, "high": high}
