"""Settings of all tests."""

from __future__ import annotations

import atexit
import contextlib
import gc
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from _pytest.doctest import DoctestItem, DoctestModule
from hypothesis import settings

import fork_server
from requirement_table import marked_tests

# The same examples in every run: a change is judged by what it changed. `--hypothesis-profile
# thorough` draws more of them, `explore` new ones, to look for what nobody thought of.
settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=25)
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=200)
settings.register_profile("explore", deadline=None, max_examples=200, print_blob=True)
settings.load_profile("repeatable")

# Started in the background of a shell or by `nohup`, we would hand on to every program that Ctrl-C
# or a closed terminal is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.environ["INAROW_COMMAND"] = "inarow"  # the name in commands that the program shows
os.environ["INAROW_GAMES"] = "off"  # nothing is kept in the library of whoever runs the tests
os.environ.pop("PYTHONUNBUFFERED", None)  # programs print as they do for everybody else

# Thousands of tests are kept until the end: the collector need not look at them again and again.
gc.disable()

ROOT = Path(__file__).parent.parent

# Bytecode and compiled kernels are kept for the next run, and for the programs that tests start,
# in this checkout: two checkouts that share a cache would evict each other's kernels.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache"))
# What the programs keep of a person is not that of the person who runs the tests.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="inarow-tests-")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)


def pytest_configure(config: pytest.Config) -> None:
    """Start what all workers share, or compile what is missing before all of them would."""
    config.pluginmanager.register(_Doctests())
    if not getattr(config.option, "numprocesses", None):
        return
    if fork_server.AVAILABLE:
        os.environ[fork_server.OWNER] = str(os.getpid())
        fork_server.start_server()
    else:
        subprocess.run([sys.executable, "-m", "inarow", "warm-up"], capture_output=True)


class _Doctests:
    """Looks for doctests where there are some only: a look at every module takes seconds."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        modules = [each for each in found if isinstance(each, DoctestModule)]
        if modules and (
            ROOT / "tests" in file_path.parents or b">>>" not in file_path.read_bytes()
        ):
            return [each for each in found if each not in modules]
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Examples in documents write their files elsewhere."""
        if isinstance(item, DoctestItem) and item.path.suffix == ".md":
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                return (yield)
        return (yield)


def pytest_collection_finish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput") and fork_server.AVAILABLE:
        fork_server.wait_for_server()  # which compiles what is missing, before all workers would
    gc.freeze()
    gc.set_threshold(50_000)  # tests make many small things and let go of them
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def forked_workers() -> Iterator[None]:
    """Pools of this process fork their workers from one that has loaded what all of them load.

    A command that is a process of its own starts them as it does for everybody.
    """
    if not fork_server.AVAILABLE:
        yield
        return
    multiprocessing.set_forkserver_preload(["inarow.arena.job", "numba"])
    context = multiprocessing.get_context("forkserver")
    with patch("inarow.processes.pool.get_context", lambda _: context):
        yield


@pytest.fixture
def thorough() -> bool:
    """Whether a test looks at more than there is time for in every run: in `tests/slow` it does."""
    return False


_outcomes: dict[str, dict[str, set[str]]] = {}
"""Of every requirement of the original programs: its tests that were run, and how they ended."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # First what needs a server and a browser: workers take tests from the end of another's list,
    # so these stay together and one of each is enough.
    items.sort(key=lambda item: "interfaces/web/" not in item.nodeid)
    for item in items:
        names = [name for mark in item.iter_markers("req") for name in mark.args]
        item.user_properties += [("req", name) for name in names]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a test has printed and logged may hold anything; reports travel as UTF-8."""
    report = yield
    report.sections = [
        (name, text.encode("utf-8", "backslashreplace").decode()) for name, text in report.sections
    ]
    if report.longrepr is not None:
        text = report.longreprtext
        clean = text.encode("utf-8", "backslashreplace").decode()
        if clean != text:
            report.longrepr = clean
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    for key, name in report.user_properties:
        if key == "req" and (report.skipped or report.when == "call"):
            tests = _outcomes.setdefault(str(name), {})
            tests.setdefault(report.nodeid.partition("[")[0], set()).add(report.outcome)


@pytest.hookimpl(trylast=True)  # after the last fixtures, which end what they started
def pytest_sessionfinish(session: pytest.Session) -> None:
    fork_server.stop_server()
    if hasattr(session.config, "workerinput"):
        return
    for name, tests in _outcomes.items():
        if set().union(*tests.values()) != {"skipped"}:
            continue
        quick = [test for test in marked_tests()[name] if not test.startswith("slow/")]
        if len(tests) >= len(quick):
            print(f"\n{name}: all its tests were skipped, so nothing checks it here")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
