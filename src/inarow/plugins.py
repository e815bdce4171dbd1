"""Plug-ins: games and players of other packages, whose entry points name them.

Importing a plug-in runs a stranger's code. One that raises, ends the process or never returns is
named once in the log and skipped from then on; everything else goes on working.

Each is imported twice. First by a process of its own, which is given some seconds: whatever calls
`os._exit`, crashes in a library or never returns does so there. Only if that process is alive
afterwards the plug-in is imported here, in a thread, which can set no signals and be left alone if
it should hang after all; what it prints goes nowhere.
"""

import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import fields, is_dataclass
from io import StringIO
from threading import Lock, Thread

from inarow.errors import UnknownName, one_line
from inarow.log import logger
from inarow.options import options_of
from inarow.text import clean

log = logger(__name__)

PLUGIN_SECONDS = 5.0
"""How long the import of a plug-in may take."""

BROKEN: dict[str, str] = {}
"""What is wrong with each plug-in that could not be loaded, by its place."""
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
        found = _imported(place)
        if isinstance(found, BaseException):
            why = one_line(found)
        else:  # a place may be announced as a game and as a player, and be one of them
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
    if not isinstance(found, type) or not is_dataclass(found):
        return "it is not a dataclass"
    own = {field.name for field in fields(found)}
    for name in needs:
        if name not in own and getattr(found, name, None) is None:
            return f"it has no {name}"
    try:
        options_of(found)
    except Exception as error:  # hints are a stranger's code, too
        log.info("the options of %s cannot be read", found, exc_info=True)
        return one_line(error)
    return ""


def _imported(place: str) -> object:
    """What stands at a place, or the error that came instead."""
    module, _, attribute = place.partition(":")
    found: list[object] = []

    def load() -> None:
        try:
            found.append(getattr(importlib.import_module(module), attribute))
        except BaseException as error:  # sys.exit and Ctrl-C of the plug-in's own, too
            log.info("%s cannot be imported", place, exc_info=True)
            found.append(error)

    if module not in sys.modules and (death := _tried(module)):
        return death
    thread = Thread(target=load, name=f"import {place}", daemon=True)
    with _protected_output() as printed:
        thread.start()
        thread.join(PLUGIN_SECONDS)
    if not printed.closed and printed.getvalue():
        log.info("%s printed: %s", place, clean(printed.getvalue()))
    return found[0] if found else _too_late()


def _too_late() -> Exception:
    return TimeoutError(f"its import did not end within {PLUGIN_SECONDS:g} s")


_TRYING = "INAROW_TRIES_A_PLUGIN"
_ALIVE = 77
"""The exit code of a process that has come to the end of `_TRIAL`."""
_TRIAL = f"""
import importlib, os, sys
module, *sys.path = sys.argv[1:]
try:
    importlib.import_module(module)
except BaseException:
    pass
os._exit({_ALIVE})
"""


def _tried(module: str) -> Exception | None:
    """Let another process import a module; what would have become of us, if that is bad."""
    import subprocess  # whoever has no plug-ins needs none

    from inarow.processes.children import kill_tree

    if not sys.executable or _TRYING in os.environ:  # a plug-in that runs us tries nothing again
        return None
    nothing = subprocess.DEVNULL
    with suppress(OSError):  # no process can be started: then nobody can try
        with subprocess.Popen(
            [sys.executable, "-P", "-c", _TRIAL, module, *sys.path],
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            start_new_session=True,
            env={**os.environ, _TRYING: "1"},
        ) as child:
            try:
                code = child.wait(PLUGIN_SECONDS)
            except subprocess.TimeoutExpired:
                return _too_late()
            finally:
                kill_tree(child.pid)  # with all that it has started
        if code != _ALIVE:
            how = f"with code {code}" if code >= 0 else f"by signal {-code}"
            return ChildProcessError(f"its import ends Python {how}")
    return None


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
