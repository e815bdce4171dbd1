"""What all reports share: options, work on several processes, intervals, tables, JSON.

The claim of a report is the first paragraph of its docstring. A report prints the claim, a table of
what was found, and one line that says where both differ. Ctrl-C ends the work early: what is done
by then is printed and written all the same, marked as incomplete.
"""

from __future__ import annotations

import argparse
import json
import platform
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from multiprocessing import Pool
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

Row: TypeAlias = dict[str, Any]
"""One line of a table: column name to text, number or None."""

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")

SHARES = ("score", "low", "high")
"""Columns that are printed as percentages."""


def run(
    function: Callable[[JobT], ResultT], jobs: Sequence[JobT], workers: int = 2
) -> list[ResultT]:
    """The results of all jobs in order, or after Ctrl-C of the first ones that are done."""
    done: list[ResultT] = []
    try:
        with Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            for result in pool.imap(function, jobs):
                done.append(result)
                print(f"\r{len(done)} of {len(jobs)} done", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("\ninterrupted; this is what was done so far", end="", file=sys.stderr)
    print(file=sys.stderr)
    return done


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


def arguments(
    doc: str | None, games: int | None = None, pairs: bool = True
) -> argparse.ArgumentParser:
    """The options that every report has; `--games` only if there is a default for it."""
    parser = argparse.ArgumentParser(description=claim_of(doc))
    if games is not None:
        count = even if pairs else positive
        parser.add_argument("--games", type=count, default=games, help=f"per line ({games})")
    parser.add_argument("--seed", type=int, default=1, help="of all random numbers (1)")
    parser.add_argument("--workers", type=positive, default=2, help="processes (2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    return parser


def positive(text: str) -> int:
    """A count as an option."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def even(text: str) -> int:
    """A number of games as an option: they come in pairs."""
    number = positive(text)
    if number % 2:
        raise argparse.ArgumentTypeError("games come in pairs, the number must be even")
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
    games: Sequence[Row] = (),
) -> None:
    """Print the report and write it as JSON; `differs` compares the rows with the claim."""
    verdict = differs(rows) if complete else "not known, the report was interrupted"
    print(f"Claim:   {claim_of(doc)}\n")
    print(table(rows) if rows else "nothing was finished")
    print(f"\nDiffers: {verdict}")
    if given.json:
        result = {
            "report": Path(sys.argv[0]).stem,
            "claim": claim_of(doc),
            "settings": {key: value for key, value in vars(given).items() if key != "json"},
            "complete": complete,
            "python": platform.python_version(),
            "machine": platform.platform(),
            "inarow": version("inarow"),
            "rows": list(rows),
            "differs": verdict,
            "games": list(games),
        }
        given.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    if not complete:
        raise SystemExit(128 + signal.SIGINT)
