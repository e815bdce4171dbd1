"""Settings of all tests, and the table that shows which test checks which requirement."""

from __future__ import annotations

import os
import signal
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import settings

import fork_server

# The same examples in every run: a change is judged by what it changed. `--hypothesis-profile
# explore` draws new ones, to look for what nobody thought of.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("explore", derandomize=False, print_blob=True)
settings.load_profile("repeatable")

# Started in the background of a shell, we would hand on to every program that Ctrl-C is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ["INAROW_COMMAND"] = "inarow"  # the name in commands that the program shows
os.environ.pop("PYTHONUNBUFFERED", None)  # programs print as they do for everybody else

ROOT = Path(__file__).parent.parent

# Bytecode and compiled kernels are kept for the next run, and for the programs that tests start,
# in this checkout: two checkouts that share a cache would evict each other's kernels.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache"))

REQUIREMENTS = Path(__file__).parent / "data" / "requirements.txt"
TABLE = ROOT / "docs" / "requirements.md"

_INTRODUCTION = """\
# Requirements of the original programs

inarow began as five small student programs: 000 (Connect Four with Minimax, Expectiminimax and
Monte Carlo), 001 (alpha-beta), 002 (nine-board tic-tac-toe), 003 (a Connect Four with a menu) and
004 (Gomoku). Everything they could do is listed here with the tests that check it. The table is
written by `scripts/test --requirements`; long tests of strength run with `scripts/test --slow`.

"""


def requirements() -> dict[str, str]:
    """Every requirement with its text, in order."""
    lines = REQUIREMENTS.read_text("utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


def named_by(item: pytest.Item) -> list[str]:
    """The requirements that a test says it checks."""
    return [name for mark in item.iter_markers("req") for name in mark.args]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--requirements", action="store_true", help=f"write {TABLE.name}")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--requirements") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(RequirementsTable())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the report of each test say what it checks, also when it ran in another process."""
    for item in items:
        item.user_properties += [("req", name) for name in named_by(item)]


def pytest_sessionfinish() -> None:
    fork_server.stop_server()


class RequirementsTable:
    """Collects the results of all tests by requirement and writes the table."""

    def __init__(self) -> None:
        self.tests: dict[str, set[str]] = defaultdict(set)
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for kind, name in report.user_properties:
            if kind == "req":
                self.tests[str(name)].add(_short(report.nodeid))
        if report.failed:
            self.failed.add(_short(report.nodeid))

    def pytest_sessionfinish(self) -> None:
        rows = [self._row(name, text) for name, text in requirements().items()]
        passed = sum("| passed |" in row for row in rows)
        summary = f"{passed} of {len(rows)} requirements are checked by passing tests.\n\n"
        head = "| | requirement | checked by | status |\n|---|---|---|---|\n"
        TABLE.write_text(_INTRODUCTION + summary + head + "\n".join(rows) + "\n", "utf-8")

    def _row(self, name: str, text: str) -> str:
        tests = sorted(self.tests[name])
        status = "missing" if not tests else "failed" if self.failed & set(tests) else "passed"
        shown = "<br>".join(f"`{test}`" for test in tests[:3])
        more = f"<br>and {len(tests) - 3} more" if len(tests) > 3 else ""
        return f"| {name} | {text} | {shown}{more} | {status} |"


def _short(node: str) -> str:
    """A test without its parameters."""
    return node.partition("[")[0].removeprefix("tests/")
