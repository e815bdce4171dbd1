"""`inarow doctor`: what this installation has, what is missing, and what that means."""

import json
import os
import platform
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, TypedDict

import click

from inarow.agents.warm_up import STEPS, kept
from inarow.errors import one_line
from inarow.interfaces.cli.options import json_option
from inarow.interfaces.terminal.compiling import compiling_notices, home_as_tilde
from inarow.interfaces.terminal.console import Console
from inarow.log import logger
from inarow.options import counted
from inarow.processes.children import how_kept
from inarow.registry import load_game
from inarow.search.native.folder import cache_root, is_writable
from inarow.search.native.from_state import has_numba, path_of
from inarow.search.seam import Step, check_compiler, prepare

log = logger(__name__)

_PACKAGES = [
    "inarow",
    "numba",
    "llvmlite",
    "numpy",
    "click",
    "rich",
    "fastapi",
    "uvicorn",
    "websockets",
]
_GAMES = (
    "connect_four",
    "connect_four(rows=7,cols=8)",
    "connect_four(rows=10,cols=10)",
    "random_drop",
    "tic_tac_toe",
    "mnk(rows=7,cols=7,k=4)",
    "gomoku",
    "mnk(rows=100,cols=100,k=5)",
    "nine_board",
)
_PURPOSES = {
    "cluster": "inarow arena run --cluster",
    "notebook": "inarow.widget, a board to click on in notebooks",
    "onnx": "learned(file=theirs.onnx), networks of other people",
    "openspiel": "our games and players in OpenSpiel, theirs here",
    "plots": "inarow arena plot --format png",
    "rl": "environments of reinforcement learning",
    "textarena": "our games and players in TextArena",
    "dev": "scripts/test, the checks of this project",
}
"""What each extra is for; a package of several is named with the first of them."""
_COMPARED = ("open_spiel", "pgx", "kaggle-environments")
_COMPARING = "benchmarks/frameworks.py, which compares us with them"
_NOT_INSTALLED = "players search by readable Python, a hundred times slower; nothing is solved"
_FAILS = "fails"
_KEPT = {
    "namespace": "nothing is left running, and the event is out of reach",
    "subreaper": "nothing is left running, unless a player kills its keeper",
    "group": "a process that leaves its group may be left running",
}
_ENDS = ("input", "output", "errors")
_NOT_LOADED = "players search by readable Python, a hundred times slower, or fail"
_BROKEN = 'players fail unless they are told compiled=false, for example "mcts(compiled=false)"'


class CompilerData(TypedDict):
    """Whether Numba works, why not, and what happens instead."""

    works: bool
    problem: str | None
    instead: str | None


class CacheData(TypedDict):
    """Where compiled kernels are kept, how many; `old`: folders of other versions."""

    folder: str | None
    kernels: int
    bytes: int
    writable: bool
    old: int


ExtraData = TypedDict("ExtraData", {"name": str, "for": str, "version": str | None})
"""A package that is not needed to play."""


class TerminalData(TypedDict):
    """What the terminal is, if it is one, and what it can show."""

    input: bool
    output: bool
    errors: bool
    colour: bool
    unicode: bool
    encoding: str
    TERM: str | None
    NO_COLOR: bool


class DoctorData(TypedDict):
    """What this installation has, and whether that is enough.

    `steps` says of all kernels whether they are compiled and work, `paths` which code searches some
    games, `players` by what foreign programs are kept together.
    """

    well: bool
    versions: dict[str, str | int | None]
    compiler: CompilerData
    cache: CacheData | None
    steps: dict[str, str]
    paths: dict[str, str]
    extras: list[ExtraData]
    terminal: TerminalData
    players: str


@click.command()
@json_option
def doctor(as_json: bool) -> None:
    """Versions, cache folder, code paths, extras and terminal: what is there, what is missing.

    Exit code 0: all is well. 1: something essential is missing.

    \b
    Examples:
      inarow doctor
      inarow doctor --json
    """
    problem, instead = _problem()
    works = problem is None
    with compiling_notices():
        steps = {step.name: _tried(step) for step in STEPS} if works else {}
    facts: DoctorData = {
        "well": works and not any(words.startswith(_FAILS) for words in steps.values()),
        "versions": _versions(),
        "compiler": {"works": works, "problem": problem, "instead": instead},
        "cache": _cache() if works else None,
        "steps": steps,
        "paths": _paths(works),
        "extras": _extras(),
        "terminal": _terminal(),
        "players": how_kept(),
    }
    click.echo(json.dumps(facts) if as_json else _report(facts))
    if not facts["well"]:
        raise click.exceptions.Exit(1)


def _problem() -> tuple[str | None, str | None]:
    """Why no kernel can be compiled and run, if so, and what happens instead."""
    if not has_numba():
        return "it is not installed", _NOT_INSTALLED
    try:
        check_compiler()
        numba = import_module("numba")
        bits = import_module("inarow.search.native.bits")
        if numba.njit(bits.popcount)(0b1011) != 3:
            return "compiled code computed nonsense", _BROKEN
    except Exception as error:
        log.exception("the compiler does not work")
        instead = _NOT_LOADED if isinstance(error, ImportError) else _BROKEN
        return one_line(error)[:300], instead
    return None, None


def _tried(step: Step) -> str:
    """What became of kernels that are kept: they are loaded and run."""
    if not step.ready:
        return "not compiled yet"
    try:
        prepare(step)
    except Exception as error:
        log.exception("%s does not work", step.name)
        return f"{_FAILS}: {one_line(error)[:300]}"
    return "works"


def _cache() -> CacheData:
    """Where compiled kernels are kept, and how many; old: folders of other versions."""
    found, place, old = kept(), None, 0
    if found.folder is not None:
        place = str(found.folder)
        old = sum(folder != found.folder for folder in found.folder.parent.iterdir())
    else:
        with suppress(RuntimeError):  # no home
            place = str(cache_root())
    return {
        "folder": place,
        "kernels": found.kernels,
        "bytes": found.bytes,
        "writable": is_writable(found.folder),
        "old": old,
    }


def _versions() -> dict[str, str | int | None]:
    return {name: _version(name) for name in _PACKAGES} | {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _paths(works: bool) -> dict[str, str]:
    """Which code searches some typical games; none if it would fail."""
    if works:
        return {spec: path_of(load_game(spec)) for spec in _GAMES}
    return {} if has_numba() else dict.fromkeys(_GAMES, "python")


def _extras() -> list[ExtraData]:
    """Packages that are not needed to play: what each is for, and its version if it is here."""
    pattern = re.compile(r"([\w.-]+).*;.*extra\s*==\s*['\"]([\w-]+)")
    matches = [match for text in requires("inarow") or () if (match := pattern.match(text))]
    found: dict[str, str] = {}
    for extra, purpose in _PURPOSES.items():
        for match in matches:
            if match[2] == extra:
                found.setdefault(match[1], purpose)
    for name in _COMPARED:
        found.setdefault(name, _COMPARING)
    return [{"name": name, "for": what, "version": _version(name)} for name, what in found.items()]


def _terminal() -> TerminalData:
    console = Console()
    return {
        "input": sys.stdin.isatty(),
        "output": sys.stdout.isatty(),
        "errors": sys.stderr.isatty(),
        "colour": console.colour,
        "unicode": console.unicode,
        "encoding": sys.stdout.encoding,
        "TERM": os.environ.get("TERM"),
        "NO_COLOR": "NO_COLOR" in os.environ,
    }


def _report(facts: DoctorData) -> str:
    """The facts as a page of text."""
    terminal: Mapping[str, Any] = facts["terminal"]
    ends = {name: f"{'a' if terminal[name] else 'not a'} terminal" for name in _ENDS}
    words = {True: "yes", False: "no", None: "not set"}
    extras: dict[str, list[str]] = {}
    for extra in facts["extras"]:
        missing = "" if extra["version"] else " (missing)"
        extras.setdefault(f"for {extra['for']}:", []).append(f"{extra['name']}{missing}")
    sections: dict[str, Mapping[str, object]] = {
        "Versions": {name: text or "missing" for name, text in facts["versions"].items()},
        "Kernels (compiled by Numba)": _kernels(facts["compiler"], facts["cache"]),
        "What is compiled": facts["steps"],
        "Code that searches each game (Monte Carlo; the others: stones by line)": facts["paths"],
        "Extras (none is needed to play)": {
            purpose: ", ".join(names) for purpose, names in extras.items()
        },
        "Foreign players in events": {
            "kept by": f"a {facts['players']}: {_KEPT[facts['players']]}"
        },
        "Terminal": {name: words.get(fact, fact) for name, fact in terminal.items()} | ends,
    }
    lines = []
    for title, rows in sections.items():
        if not rows:
            continue
        width = max([20, *map(len, rows)])
        lines += [title, *(f"  {name:<{width}} {text}" for name, text in rows.items()), ""]
    verdict = "All is well."
    if not facts["well"]:
        verdict = (
            "Some kernels fail; please report it with this page."
            if facts["compiler"]["works"]
            else "Something essential is missing: Numba does not work."
        )
    return "\n".join([*lines, verdict])


def _kernels(compiler: CompilerData, cache: CacheData | None) -> dict[str, str]:
    if cache is None:
        problem, instead = compiler["problem"], compiler["instead"] or ""
        return {"Numba": f"does not work: {problem}", "so": instead}
    place = home_as_tilde(Path(cache["folder"])) if cache["folder"] else "no home folder"
    held = f"{counted(cache['kernels'], 'kernel')}, {cache['bytes'] / 1e6:.1f} MB"
    if not cache["writable"]:
        return {
            "Numba": "works",
            "cache": f"cannot be written: {place}",
            "kept": held,
            "so": "what is missing is compiled anew in every run, which takes some seconds",
            "cure": "name a folder that can be written with NUMBA_CACHE_DIR",
        }
    return {
        "Numba": "works",
        "cache": f"{place} (can be written)",
        "kept": f"{held}; inarow warm-up compiles what is missing",
        "older": f"{counted(cache['old'], 'folder')} of other versions",
    }
