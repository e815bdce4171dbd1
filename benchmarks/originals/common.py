"""What all reports share: seeded games on several processes, intervals, tables, JSON.

A report plays *pairings*: two players of one game. Games come in pairs from the same seed, and so
from the same opening and the same dice; in the second game of a pair the seats are swapped. The
games of all pairings take turns, so that Ctrl-C leaves something of each; what is finished then is
still printed and written, marked as incomplete.

A score counts a win as 1 and a draw as half a point. Its interval is Wilson's with 95 %, which is
on the safe side where there are draws. Times are CPU seconds: the machine may be busy.
"""

from __future__ import annotations

import argparse
import json
import platform
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, TypeAlias, TypeVar

from inarow.arena.match import Turn, play_match
from inarow.games.base import Reason
from inarow.games.record import Record
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.seeds import derived_seed

Row: TypeAlias = dict[str, Any]
"""One line of a table: column name to text, number or None."""

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")

Z_95 = 1.959964
SHARES = ("score", "low", "high", "share")
"""Columns that are printed as percentages."""
FAILURES = (Reason.CRASH, Reason.ILLEGAL, Reason.TIME)


@dataclass(frozen=True)
class Pairing:
    """Two players of a game; all games with the same label count for one line of the table."""

    label: str
    game: str
    players: tuple[str, str]
    opening: int = 0  # random plies before the players take over
    swap: bool = True
    limit: str = ""


@dataclass(frozen=True)
class Job:
    """One game to play, as it is sent to another process."""

    pairing: Pairing
    number: int
    seed: int


@dataclass(frozen=True)
class Played:
    """One finished game; players are counted as the pairing lists them, whoever began."""

    label: str
    winner: int | None
    first: int
    moves: str
    plies: int
    cpu: float
    nodes: tuple[int, int]


def schedule(pairings: Sequence[Pairing], games: int, seed: int) -> list[Job]:
    """So many games of every pairing, taking turns."""
    return [Job(pairing, number, seed) for number in range(games) for pairing in pairings]


def play(job: Job) -> Played:
    """Play one game; the same job gives the same game, unless a player looks at the clock."""
    pairing = job.pairing
    seed = derived_seed(job.seed, f"{job.number // 2 if pairing.swap else job.number}")
    first = job.number % 2 if pairing.swap else 0
    seats = (0, 1) if first == 0 else (1, 0)
    agents = [
        load_agent(spec, derived_seed(seed, f"player {index}"))
        for index, spec in enumerate(pairing.players)
    ]
    record = Record(load_game(pairing.game))
    rng = Random(derived_seed(seed, "opening"))
    for _ in range(pairing.opening):
        record.push(rng.choice(record.state.legal_actions()))
    nodes = [0, 0]

    def count(turn: Turn) -> None:
        if turn.decision is not None:
            nodes[seats[turn.state.player]] += turn.decision.nodes

    started = process_time()
    play_match(
        record.game,
        (agents[seats[0]], agents[seats[1]]),
        limit=Limit.parse(pairing.limit) if pairing.limit else None,
        seed=derived_seed(seed, "dice"),
        record=record,
        on_turn=count,
    )
    cpu, outcome = process_time() - started, record.outcome
    if outcome is None or outcome.reason in FAILURES:
        raise RuntimeError(f"{pairing.label}, game {job.number}: {record.current.comment}")
    winner = None if outcome.winner is None else seats[outcome.winner]
    return Played(
        pairing.label, winner, first, record.moves, record.state.ply, cpu, (nodes[0], nodes[1])
    )


@dataclass(frozen=True)
class _Numbered:
    """A function that gets a numbered job and hands the number back with the result."""

    function: Callable[[Any], Any]

    def __call__(self, item: tuple[int, Any]) -> tuple[int, Any]:
        return item[0], self.function(item[1])


def run(
    function: Callable[[JobT], ResultT], jobs: Sequence[JobT], workers: int = 2
) -> list[ResultT]:
    """The results of all jobs in order, or after Ctrl-C of those that are done."""
    done: dict[int, ResultT] = {}
    try:
        with Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            for number, result in pool.imap_unordered(_Numbered(function), enumerate(jobs)):
                done[number] = result
                print(f"\r{len(done)} of {len(jobs)} done", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("\ninterrupted; this is what was done so far", end="", file=sys.stderr)
    print(file=sys.stderr)
    return [done[number] for number in sorted(done)]


def by_label(played: Iterable[Played]) -> dict[str, list[Played]]:
    """Finished games by the label of their pairing."""
    groups: dict[str, list[Played]] = {}
    for game in played:
        groups.setdefault(game.label, []).append(game)
    return groups


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95 % interval for a share of which `points` of `games` were seen."""
    share, z = points / games, Z_95
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return max(0.0, centre - spread), min(1.0, centre + spread)


def score_row(played: Sequence[Played]) -> Row:
    """How the first player of a pairing did: counts, score and its interval."""
    wins = sum(game.winner == 0 for game in played)
    draws = sum(game.winner is None for game in played)
    points = wins + draws / 2
    low, high = wilson(points, len(played))
    return {
        "games": len(played),
        "wins": wins,
        "draws": draws,
        "losses": len(played) - wins - draws,
        "score": points / len(played),
        "low": low,
        "high": high,
    }


def table(rows: Sequence[Row]) -> str:
    """Rows with the same columns as text, words on the left and numbers on the right."""
    columns = list(rows[0])
    texts = [[_text(name, row[name]) for name in columns] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *texts, strict=True)]
    words = [any(isinstance(row[name], str) for row in rows) for name in columns]
    lines = []
    for cells in (columns, *texts):
        padded = (
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(cells, widths, words, strict=True)
        )
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)


def _text(column: str, value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        if column in SHARES:
            return f"{value:.0%}"
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def arguments(doc: str | None, games: int, each: str = "pairing") -> argparse.ArgumentParser:
    """The options that every report has."""
    parser = argparse.ArgumentParser(description=claim_of(doc))
    parser.add_argument("--games", type=_even, default=games, help=f"per {each}, even ({games})")
    parser.add_argument("--seed", type=int, default=1, help="of all random numbers (1)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    return parser


def _even(text: str) -> int:
    number = int(text)
    if number < 2 or number % 2:
        raise argparse.ArgumentTypeError("games come in pairs: an even number, at least 2")
    return number


def claim_of(doc: str | None) -> str:
    """The claim of a report: the first paragraph of its docstring."""
    return " ".join((doc or "").partition("\n\n")[0].split())


def publish(
    doc: str | None,
    given: argparse.Namespace,
    rows: Sequence[Row],
    differs: Callable[[Sequence[Row]], str],
    complete: bool = True,
) -> None:
    """Print the report and write it as JSON; `differs` compares the rows with the claim."""
    settings = {key: value for key, value in vars(given).items() if key != "json"}
    verdict = differs(rows) if complete else "not known, the report was interrupted"
    print(f"Claim:   {claim_of(doc)}\n")
    print(table(rows) if rows else "nothing was finished")
    print(f"\nDiffers: {verdict}")
    if given.json:
        result = {
            "report": Path(sys.argv[0]).stem,
            "claim": claim_of(doc),
            "settings": settings,
            "complete": complete,
            "python": platform.python_version(),
            "machine": platform.platform(),
            "inarow": version("inarow"),
            "rows": list(rows),
            "differs": verdict,
        }
        given.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    if not complete:
        raise SystemExit(128 + signal.SIGINT)
