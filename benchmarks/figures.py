"""Figures in the documents come from `results/`, so that no two pages disagree.

A page says where a figure stands, and this script writes it there; people see only the figure:

    <!-- measured: environments -->                a table for each task
    <!-- /measured -->
    <!-- measured: first_move.txt -->              a text as it was printed
    <!-- /measured -->
    <!-- measured: environments connect-four -->29.7 million<!-- /measured -->
    <!-- measured: frameworks mcts-connect-four "OpenSpiel MCTSBot in C++" ratio -->11<!-- ...

The last two name a task, and then a contender (else it is the first one) and `ratio` if how many
times as fast the first one is is wanted.

    python -m benchmarks.figures            which pages are not up to date; exit 1 if there are any
    python -m benchmarks.figures --write    writes them
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results"
PLACE = re.compile(r"(<!-- measured: (.*?) -->)(.*?)(<!-- /measured -->)", re.DOTALL)
Task: TypeAlias = dict[str, Any]


class UnknownFigure(ValueError):
    """A page asks for something that was not measured."""


def amount(rate: float) -> str:
    """A number of things per second as people read it.

    >>> amount(29_680_952), amount(1537.6)
    ('29.7 million', '1,538')
    """
    return f"{rate / 1e6:.1f} million" if rate >= 1e6 else f"{rate:,.0f}"


def times(ratio: float) -> str:
    """How many times as fast.

    >>> times(1.52), times(19_308.7)
    ('1.5', '19,309')
    """
    return f"{ratio:.1f}" if ratio < 20 else f"{ratio:,.0f}"


def figure(request: str) -> str:
    """What stands at a place of a page, by the words of its mark.

    Raises:
        UnknownFigure: nothing of that kind was measured.
    """
    file, *words = shlex.split(request)
    if file.endswith(".txt"):
        text = (RESULTS / file).read_text(encoding="utf-8")
        return f"\n```text\n{text.rstrip()}\n```\n"
    tasks = _tasks(file)
    if not words:
        return "\n" + "\n".join(_table(task) for task in tasks.values())
    name, *more = words
    if name not in tasks:
        raise UnknownFigure(f"{file}.json has no task {name!r}, only {', '.join(tasks)}")
    results = {result["name"]: result for result in tasks[name]["results"]}
    asked = [word for word in more if word != "ratio"] or [next(iter(results))]
    if asked[0] not in results:
        raise UnknownFigure(f"{name} has no {asked[0]!r}, only {', '.join(results)}")
    result = results[asked[0]]
    return times(result["first_is_times_as_fast"]) if "ratio" in more else amount(result["median"])


@cache
def _tasks(file: str) -> dict[str, Task]:
    try:
        data = json.loads((RESULTS / f"{file}.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UnknownFigure(f"there is no results/{file}.json") from None
    return {task["name"]: task for task in data["tasks"]}


def _table(task: Task) -> str:
    lines = [f"| {task['title']} | {task['unit']} | ratio |", "|---|---|---|"]
    for at, result in enumerate(task["results"]):
        ratio = times(result["first_is_times_as_fast"]) if at else ""
        lines.append(f"| {result['name']} | {amount(result['median'])} | {ratio} |")
    return "\n".join(lines) + "\n"


def filled(page: str) -> str:
    """The text of a page with every figure as it was measured last."""
    return PLACE.sub(lambda place: f"{place[1]}{figure(place[2])}{place[4]}", page)


def pages() -> Iterator[Path]:
    """Every page that may have figures."""
    yield ROOT / "README.md"
    yield from sorted((ROOT / "docs").rglob("*.md"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the figures into the pages")
    write = parser.parse_args().write
    old = {page: page.read_text(encoding="utf-8") for page in pages()}
    stale = {page: new for page, text in old.items() if (new := filled(text)) != text}
    for page, text in stale.items():
        print(f"{page.relative_to(ROOT)}: {'written' if write else 'not up to date'}")
        if write:
            page.write_text(text, encoding="utf-8")
    sys.exit(bool(stale) and not write)


if __name__ == "__main__":
    main()
