"""Plug-ins: games and players of other packages, whose entry points name them.

Importing a plug-in runs a stranger's code. One that raises, calls `sys.exit` or never returns is
named once in the log and skipped from then on; everything else goes on working.

Each is imported in a daemon thread that is given some seconds. An alarm (`signal.setitimer`)
would be the other way, but it works in the main thread of Unix alone, and throws its exception into
the middle of whatever is being imported just then, NumPy or a module of this package, which stays
half imported for everything else. A thread works everywhere, and an import that is merely slow ends
in the background and does no harm. A plug-in that hangs blocks nothing else: modules have locks of
their own.
"""

import importlib
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import fields, is_dataclass
from io import StringIO
from threading import Thread

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

    thread = Thread(target=load, name=f"import {place}", daemon=True)
    with redirect_stdout(StringIO()) as printed:  # it may be JSON that we print
        thread.start()
        thread.join(PLUGIN_SECONDS)
    if not printed.closed and printed.getvalue():
        log.info("%s printed: %s", place, clean(printed.getvalue()))
    late = TimeoutError(f"its import did not end within {PLUGIN_SECONDS:g} s")
    return found[0] if found else late
