"""Rules of the house that no linter knows: short files, short functions, a docstring each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

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
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > most:
                yield f"{name}: {node.name} has {length} lines"


def test_files_are_short_and_explained() -> None:
    found = [
        offence for path in files() for offence in offences(str(path), path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


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
