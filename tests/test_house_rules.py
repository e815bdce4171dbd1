"""Rules of the house that no linter knows: short files, short functions, a docstring each."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import inarow

PACKAGE = Path(inarow.__file__).parent
ROOT = Path(__file__).parent.parent
FOLDERS = (PACKAGE, ROOT / "tests", ROOT / "benchmarks", ROOT / "examples")
MAX_FILE = 500
MAX_FUNCTION = 60
MAX_KERNEL = 120


def files() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted(folder.rglob("*.py"))]


def offences(name: str, text: str) -> Iterator[str]:
    """What a file does against the rules."""
    tree = ast.parse(text)
    length = len(text.splitlines())
    if length > MAX_FILE:
        yield f"{name} has {length} lines"
    if not ast.get_docstring(tree):
        yield f"{name} has no docstring"
    most = MAX_KERNEL if Path(name).name.startswith("kernel") else MAX_FUNCTION
    for function in functions(tree):
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        if length > most:
            yield f"{name}: {function.name} has {length} lines"


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions; there are none in expressions, which are most of a tree."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, part, None)
            if isinstance(inner, list):  # but that of a lambda is an expression
                todo += inner


def package_trees(about: str) -> dict[Path, ast.Module]:
    """The files of the package in which some words occur, by their paths in it.

    A rule that is about these words need not look at any other, and to parse all takes long.
    """
    texts = {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    return {
        path.relative_to(PACKAGE): ast.parse(text)
        for path, text in texts.items()
        if re.search(about, text)
    }


def test_files_are_short_and_explained() -> None:
    found = [
        offence for path in files() for offence in offences(str(path), path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


GAMES = {
    path.stem
    for path in (PACKAGE / "games").glob("*.py")
    if "initial_state" in path.read_text("utf-8")
}
"""The files of the games: nothing but their classes should be imported from them elsewhere."""


def is_call(node: ast.AST, *names: str) -> TypeGuard[ast.Call]:
    """Whether a function of one of these names is called."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return node.func.id in names


def class_questions(name: str, tree: ast.Module) -> Iterator[str]:
    """Questions about the class or the name of a concrete game: `game.rules` answers instead."""
    games = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("inarow.games.")
        and (node.module or "").rpartition(".")[2] in GAMES
        for alias in node.names
    } - {"Game", "State", "Record"}
    for node in ast.walk(tree):
        where = f"{name}:{getattr(node, 'lineno', 0)}"
        if is_call(node, "isinstance", "issubclass"):
            asked = {inner.id for inner in ast.walk(node.args[1]) if isinstance(inner, ast.Name)}
            if asked & games:
                yield f"{where} asks for the class of a game"
        elif is_call(node, "type") and node.args:
            if ast.unparse(node.args[0]).rpartition(".")[2] in ("game", "state"):
                yield f"{where} asks for the type of a game"
        elif (
            isinstance(node, ast.Attribute)
            and node.attr == "__class__"
            and (ast.unparse(node.value).rpartition(".")[2] in ("game", "state"))
        ):
            yield f"{where} asks for a class"
        elif (
            isinstance(node, ast.Compare)
            and isinstance(node.left, ast.Attribute)
            and ast.unparse(node.left).endswith("game.name")
        ):
            yield f"{where} compares the name of a game"
        elif isinstance(node, ast.MatchClass) and ast.unparse(node.cls) in games:
            yield f"{where} matches the class of a game"


def test_nothing_outside_games_asks_for_the_class_of_a_game() -> None:
    imported = rf"inarow\.games\.({'|'.join(sorted(GAMES))})\b.*\b(isinstance|issubclass|case)\b"
    found = [
        question
        for path, tree in package_trees(rf"(?s){imported}|\btype\(|__class__|game\.name").items()
        if path.parts[0] != "games"
        for question in class_questions(str(path), tree)
    ]
    assert not found, "\n".join(found)


def test_questions_about_classes_are_found() -> None:
    code = (
        "from inarow.games.mnk import Mnk, MnkState\n"
        "from inarow.games.nine_board import NineBoard as Nine\n"
        "isinstance(game, Mnk)\n"
        "issubclass(kind, (Mnk, Nine))\n"
        "type(state.game) in (Mnk,)\n"
        "game.__class__\n"
        "state.game.name == 'mnk'\n"
        "match state:\n    case MnkState(): pass\n"
        "isinstance(error, ValueError)\n"
    )
    assert len(list(class_questions("a.py", ast.parse(code)))) == 6


def test_the_folder_of_every_algorithm_is_kept_from_the_others() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (apart,) = [one for one in contracts["contracts"] if one["type"] == "independence"]
    folders = sorted(file.parent.name for file in PACKAGE.glob("search/*/player.py"))
    assert apart["modules"] == [f"inarow.search.{folder}" for folder in folders]


def test_the_files_are_found() -> None:
    names = {path.relative_to(PACKAGE if PACKAGE in path.parents else ROOT) for path in files()}
    assert {Path("games/base.py"), Path("tests/helpers.py"), Path("benchmarks/solvers.py")} <= names


def test_every_offence_is_found() -> None:
    long_function = "def long():\n" + "    pass\n" * MAX_FUNCTION
    assert list(offences("a.py", long_function)) == [
        "a.py has no docstring",
        "a.py: long has 61 lines",
    ]
    assert list(offences("kernel_a.py", f'"""Fine."""\n{long_function}')) == []
    assert list(offences("a.py", '"""Fine."""\n' * 501)) == ["a.py has 501 lines"]
    inner = "try:\n    pass\nexcept ValueError:\n    def a():\n        pass\nelse:\n"
    inner += "    class B:\n        async def b(self):\n            def c(): pass\n"
    inner += "match 1:\n    case 1:\n        if True:\n            def d(): pass\n"
    inner += "try:\n    pass\nfinally:\n    def e(): pass\n"
    assert {one.name for one in functions(ast.parse(inner))} == set("abcde")


WALL_CLOCKS = {("time", "time"), ("datetime", "now"), ("date", "today"), ("time", "localtime")}
DATE = "|".join(["from time import", *(rf"\b{module}\.{name}\b" for module, name in WALL_CLOCKS)])
DATES = {
    "arena/store.py": "when a game was finished",
    "search/native/folder.py": "how old a file is",
    "interfaces/web/games/page_game.py": "when a game was played last",
    "interfaces/web/games/room.py": "when a game was played last",
    "interfaces/web/games/rooms.py": "when a game began",
    "library/kept.py": "when a game began, and was played last",
    "library/rows.py": "when a game was deleted",
    "library/solving.py": "when a puzzle was answered",
}
"""The files that may ask for the date, and why."""


def test_nothing_that_waits_or_measures_looks_at_the_date() -> None:
    """A wall clock that is set, or jumps, must not cost a player time."""
    found = set()
    for path, tree in package_trees(DATE).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used = {(node.value.id, node.attr)}
            elif isinstance(node, ast.ImportFrom):
                used = {(node.module or "", alias.name) for alias in node.names}
            else:
                continue
            if used & WALL_CLOCKS:
                found.add(path.as_posix())
    assert found == set(DATES)
