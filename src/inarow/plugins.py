"""Plug-ins: games and players of other packages, whose entry points name them.

Importing a plug-in runs a stranger's code. One that raises, ends the process or never returns is
named once in the log and skipped from then on; everything else goes on working.

Each is imported twice. First by a process of its own, which is given some seconds
(`processes/trial.py`): whatever fails, calls `os._exit`, crashes in a library, never returns, takes
away what Python needs or disturbs its end does so there. Only if nothing of that happened the
plug-in is imported here, in a thread, which can set no signals and be left alone if it should hang
after all; what it prints goes nowhere.
"""

import importlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import fields, is_dataclass
from io import StringIO
from pathlib import Path
from threading import Lock, Thread

from inarow.errors import UnknownName, one_line
from inarow.log import logger
from inarow.options import options_of
from inarow.text import clean

log = logger(__name__)

PLUGIN_SECONDS = 5.0
"""How long the import of a plug-in may take on a machine that has a core for it."""
BUSY_SECONDS = 60.0
"""How much longer it may take where it has to wait for a core."""

BROKEN: dict[str, str] = {}
"""What is wrong with each plug-in that could not be loaded, by its place."""
_WORTH_WAITING = 0.05
_NAMED: set[str] = set()
"""The places of the plug-ins that were skipped, each of which is named once."""


def load_plugin(name: str, place: str, needs: Sequence[str] = ()) -> type:
    """The dataclass at a place such as `package.module:Class`.

    Args:
        name: what people call it.
        place: where it stands.
        needs: what the class must have to be of any use.

    Raises:
        UnknownName: it cannot be loaded; asked again, that is known at once.
    """
    key = place
    if place not in BROKEN:
        found, why = _imported(place)
        if not why:  # a place may be announced as a game and as a player, and be one of them
            why, key = _flaw(found, needs), f"{place} with {', '.join(needs)}"
        if not why and isinstance(found, type):
            return found
        BROKEN[key] = clean(f"{name} cannot be loaded from {place}: {why}")
    raise UnknownName(BROKEN[key])


def works(name: str, place: str, needs: Sequence[str] = ()) -> bool:
    """Whether a plug-in can be loaded; the first time that it cannot, the log says why."""
    try:
        load_plugin(name, place, needs)
    except UnknownName as error:
        if place not in _NAMED:
            log.warning("a plug-in is skipped: %s", error)
            _NAMED.add(place)
        return False
    return True


def _flaw(found: object, needs: Sequence[str]) -> str:
    """Why something cannot be used as a plug-in, in words; nothing if it can."""
    try:
        if not isinstance(found, type) or not is_dataclass(found):
            return "it is not a dataclass"
        own = {field.name for field in fields(found)}
        for name in needs:
            if name not in own and getattr(found, name, None) is None:
                return f"it has no {name}"
        options_of(found)
    except (Exception, SystemExit) as error:  # attributes and hints are a stranger's code, too
        log.info("a plug-in cannot be looked at", exc_info=True)
        return one_line(error)
    return ""


def _imported(place: str) -> tuple[object, str]:
    """What stands at a place, or None and why it cannot be had."""
    module, _, attribute = place.partition(":")
    found: list[tuple[object, str]] = []

    def load() -> None:
        try:
            found.append((getattr(importlib.import_module(module), attribute), ""))
        except BaseException as error:  # sys.exit and Ctrl-C of the plug-in's own, too
            log.info("%s cannot be imported", place, exc_info=True)
            found.append((None, one_line(error)))

    def come(most: float) -> bool:
        thread.join(most)
        return bool(found)

    if module not in sys.modules and (why := _tried(module)):
        return None, why
    thread = Thread(target=load, name=f"import {place}", daemon=True)
    with _protected_output() as printed:
        thread.start()
        ends_in_time(come, f"self/task/{thread.native_id}")
    if not printed.closed and printed.getvalue():
        log.info("%s printed: %s", place, clean(printed.getvalue()))
    return found[0] if found else (None, _too_late())


def ends_in_time(wait: Callable[[float], bool], task: str, proc: Path = Path("/proc")) -> bool:
    """Whether an import ends in time; where it waited for a core (Linux tells) it gets more.

    Args:
        wait: waits for so many seconds; whether it has ended.
        task: the process or thread, as a folder of `/proc`.
        proc: where processes are described.
    """
    granted, more = 0.0, PLUGIN_SECONDS
    while more >= _WORTH_WAITING:
        if wait(more):
            return True
        waited = 0.0
        with suppress(OSError):
            waited = int((proc / task / "schedstat").read_text().split()[1]) / 1e9
        more = min(waited, BUSY_SECONDS) - granted
        granted += more
    return False


def _too_late() -> str:
    return f"its import did not end within {PLUGIN_SECONDS:g} s"


_TRYING = "INAROW_TRIES_A_PLUGIN"


def _tried(module: str) -> str:
    """Let another process import a module; what would have become of us, if that is bad."""
    import subprocess  # whoever has no plug-ins needs none

    from inarow.processes import trial
    from inarow.processes.children import kill_tree

    if not sys.executable or _TRYING in os.environ:  # a plug-in that runs us tries nothing again
        return ""
    with suppress(OSError):  # no process can be started: then nobody can try
        with subprocess.Popen(
            [sys.executable, "-P", trial.__file__, module, *sys.path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, _TRYING: "1"},
        ) as child:
            told: list[bytes] = []

            def heard(most: float) -> bool:
                with suppress(subprocess.TimeoutExpired):
                    told.append(child.communicate(timeout=most)[0])
                return bool(told)

            try:
                if not ends_in_time(heard, str(child.pid)):
                    return _too_late()
            finally:
                kill_tree(child.pid)  # with all that it has started
        why, _, more = told[0].decode("utf-8", "surrogatepass").partition("\n")
        if more:
            log.info("%s cannot be imported\n%s", module, more)
        if child.returncode == trial.WELL:
            return clean(why)
        code = child.returncode
        return (
            f"its import ends Python {f'with code {code}' if code >= 0 else f'by signal {-code}'}"
        )
    return ""


_protected = Lock()
"""Held by whoever protects the output; another import meanwhile is under the same protection."""


@contextmanager
def _protected_output() -> Iterator[StringIO]:
    """Catch what is printed, which does not belong into ours: that may be JSON.

    What is written to file 1 goes nowhere, and closing a standard file does not last.
    """
    printed = StringIO()
    if not _protected.acquire(blocking=False):
        yield printed
        return
    copies: dict[int, int] = {}
    for file in (0, 1, 2):
        with suppress(OSError):  # it is closed
            copies[file] = os.dup(file)
    try:
        if 1 in copies:
            with open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), 1)
        with redirect_stdout(printed):
            yield printed
    finally:
        for file, copy in copies.items():
            os.dup2(copy, file)
            os.close(copy)
        _protected.release()
