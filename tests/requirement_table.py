"""Which test checks which requirement of the original programs: read from the marks in the files.

Run as a program it writes `docs/requirements.md`; `test_requirements.py` checks that it is true.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
TABLE = TESTS.parent / "docs" / "requirements.md"
_MOST = 3  # tests that are named for a requirement

_NOT_CONFIRMED = {
    "S0.60": "random-drops",
    "S2.20": "length-of-random-games",
    "S2.21": "monte-carlo-against-alpha-beta",
    "S2.22": "monte-carlo-against-alpha-beta",
}
"""What the programs reported and our own measurements do not show, with the report that says so."""

_INTRODUCTION = """\
# Requirements of the original programs

inarow began as five small student programs: 000 (Connect Four with Minimax, Expectiminimax and
Monte Carlo), 001 (alpha-beta), 002 (nine-board tic-tac-toe), 003 (a Connect Four with a menu) and
004 (Gomoku). Everything they could do is listed here with the tests that check it. The table is
written by `scripts/test --requirements`; long tests of strength run with `scripts/test --slow`.
Where a program reported a result, the tests only check that it can be measured; some results we
measured and could not confirm, and then the report says what we found.

| | requirement | checked by |
|---|---|---|
"""


def requirements() -> dict[str, str]:
    """Every requirement with its text, in order."""
    lines = (TESTS / "data" / "requirements.txt").read_text("utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


@cache
def marked_tests() -> dict[str, list[str]]:
    """The tests that check each requirement, those in `tests/slow` last."""
    found: dict[str, list[str]] = defaultdict(list)
    files = sorted(TESTS.rglob("test_*.py"), key=lambda path: ("slow" in path.parts, path))
    for path in files:
        text = path.read_text("utf-8")
        for function in ast.parse(text).body if "mark.req(" in text else ():
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                for name in _marks(function):
                    found[name].append(f"{path.relative_to(TESTS).as_posix()}::{function.name}")
    return found


def _marks(function: ast.FunctionDef) -> list[str]:
    """The requirements in the decorators of a test, also in those of single parameters."""
    calls = [node for mark in function.decorator_list for node in ast.walk(mark)]
    return [
        argument.value
        for call in calls
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.req"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def table() -> str:
    """The page as it should be."""
    tests = marked_tests()
    return _INTRODUCTION + "".join(
        _row(name, text, tests[name]) for name, text in requirements().items()
    )


def _row(name: str, text: str, tests: list[str]) -> str:
    shown = "<br>".join(f"`{test}`" for test in tests[:_MOST])
    if name in _NOT_CONFIRMED:
        shown = f"measured: not confirmed, [report](reports.md#{_NOT_CONFIRMED[name]})<br>{shown}"
    more = f"<br>and {len(tests) - _MOST} more" if len(tests) > _MOST else ""
    return f"| {name} | {text} | {shown}{more} |\n"


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
