"""Rules of the house that no linter knows: short files, short functions, a docstring each."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import inarow

PACKAGE = Path(inarow.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
MAX_FILE = 500
MAX_FUNCTION = 60
MAX_KERNEL = 120


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_the_package_is_found() -> None:
    assert {"__init__.py", "games/base.py"} <= set(map(name, FILES))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_is_short_and_explained(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_FILE
    tree = ast.parse(text)
    assert ast.get_docstring(tree), f"{name(path)} has no docstring"
    most = MAX_KERNEL if "kernels" in path.parts else MAX_FUNCTION
    for function in functions(tree):
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        assert length <= most, f"{function.name} has {length} lines"
