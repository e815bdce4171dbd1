"""An error of any kind that is caught is raised again or found in the log, with its traceback."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import inarow

PACKAGE = Path(inarow.__file__).parent
PASSED_ON = {
    "errors.py": "an error that cannot be printed cannot be logged",
    "arena/crews.py": "the future raises it again",
    "processes/trial.py": "it is said in the output, which is read and logged",
    "search/clock.py": "the thread that waits raises it again",
}
"""Where one error of any kind is caught and neither raised nor logged on the spot, and why."""
BROAD = {"Exception", "BaseException"}


def is_broad(node: ast.AST) -> bool:
    """Whether a node catches errors of any kind."""
    if isinstance(node, ast.ExceptHandler):
        return node.type is None or bool(names_in(node.type) & BROAD)
    is_suppress = isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress")
    return is_suppress and bool(names_in(node) & BROAD)


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def leaves_a_trace(node: ast.AST) -> bool:
    """Whether something raises the error again, or another one because of it, or logs it."""
    if isinstance(node, ast.Raise):
        return not isinstance(node.cause, ast.Constant)  # from None
    if isinstance(node, ast.Call):
        told = "exc_info" in {keyword.arg for keyword in node.keywords}
        call = ast.unparse(node.func)
        return call == "log.exception" or (call.startswith("log.") and told)
    return False


def silent_places(tree: ast.AST) -> list[int]:
    """The lines that catch every error and leave no trace of it."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler | ast.Call)
        if is_broad(node) and not any(map(leaves_a_trace, ast.walk(node)))
    ]


@pytest.mark.parametrize(
    ("code", "silent"),
    [
        ("try: f()\nexcept Exception: pass", True),
        ("try: f()\nexcept: pass", True),
        ("try: f()\nexcept (OSError, BaseException) as e: print(e)", True),
        ("try: f()\nexcept Exception: raise OSError from None", True),
        ("try: f()\nexcept Exception: log.warning('no')", True),
        ("with suppress(Exception): f()", True),
        ("try: f()\nexcept Exception: log.warning('no', exc_info=True)", False),
        ("try: f()\nexcept Exception: log.exception('no')", False),
        ("try: f()\nexcept Exception as e: raise OSError from e", False),
        ("try: f()\nexcept BaseException: raise", False),
        ("try: f()\nexcept OSError: pass", False),
        ("with suppress(OSError): f()", False),
    ],
)
def test_a_silent_place_is_found(code: str, silent: bool) -> None:
    assert len(silent_places(ast.parse(code))) == silent


def test_no_error_disappears() -> None:
    files = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    found = {
        name: lines
        for name, text in texts.items()
        if re.search(r"\b(Base)?Exception\b|\bexcept\s*:", text)  # to parse all takes long
        if (lines := silent_places(ast.parse(text)))
    }
    assert sorted(found) == sorted(PASSED_ON)
    assert all(len(lines) == 1 for lines in found.values())
