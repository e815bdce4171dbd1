"""Rules of the house that no linter knows: short files, short functions, a docstring each."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import inarow

PACKAGE = Path(inarow.__file__).parent
ROOT = Path(__file__).parent.parent
FOLDERS = (PACKAGE, ROOT / "tests", ROOT / "benchmarks", ROOT / "examples")
FILES = [path for folder in FOLDERS for path in sorted(folder.rglob("*.py"))]
MAX_FILE = 500
MAX_FUNCTION = 60
MAX_KERNEL = 120


def name(path: Path) -> str:
    home = PACKAGE if path.is_relative_to(PACKAGE) else ROOT
    return str(path.relative_to(home))


def functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_the_files_are_found() -> None:
    some = {"games/base.py", "tests/helpers.py", "benchmarks/solvers.py"}
    assert some <= set(map(name, FILES))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_is_short_and_explained(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    length = len(text.splitlines())
    assert length <= MAX_FILE, f"{name(path)} has {length} lines"
    tree = ast.parse(text)
    assert ast.get_docstring(tree), f"{name(path)} has no docstring"
    most = MAX_KERNEL if path.name.startswith("kernel") else MAX_FUNCTION
    for function in functions(tree):
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        assert length <= most, f"{function.name} has {length} lines"
