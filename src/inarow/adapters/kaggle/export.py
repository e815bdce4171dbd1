"""Writes one of our players as a file for Kaggle, which needs nothing of ours.

The file is made of modules of this package as they stand, so what is submitted is what is tested:
their docstrings, the imports of both, the code of `board`, the code of the player, and for
`perfect` the opening book as text.
"""

import ast
import textwrap
from base64 import b64encode
from importlib.metadata import version
from pathlib import Path

from inarow.errors import BadFile, UnknownName
from inarow.games.record_file import read_plain
from inarow.options import suggestion
from inarow.search.solver.book import book_file

PLAYERS = ("perfect", "mcts")
"""The players that can stand in one file."""
_HERE = Path(__file__).parent
_OURS = "inarow"
_WIDTH = 98
_COMMAND = "inarow export kaggle"


def kaggle_file(player: str) -> str:
    """The source of a file for Kaggle ConnectX whose last function is the agent.

    >>> "inarow." in kaggle_file("mcts")
    False
    """
    if player not in PLAYERS:
        raise UnknownName(
            f"{player!r} cannot be written as one file for Kaggle; {suggestion(player, PLAYERS)}"
        )
    parts = [(_HERE / f"{name}.py").read_text("utf-8") for name in ("board", player)]
    trees = [ast.parse(part) for part in parts]
    about, bits = (ast.get_docstring(tree) or "" for tree in reversed(trees))
    made = f"Made by inarow {version('inarow')}: {_COMMAND} {player}"
    bits = bits.rpartition("\n\n")[0]  # the last sentence is about our own files
    head = f'"""{about}\n\n{made}\n\n{bits}\n"""\n\n'
    source = head + _imports(trees) + "\n\n\n" + "\n\n\n".join(map(_code, parts, trees)) + "\n"
    return source + _book() if player == "perfect" else source


def require_kaggle_file(path: Path) -> None:
    """Make sure that a file was made here, and so may be made again; raises BadFile."""
    if _COMMAND.encode() not in read_plain(path):
        raise BadFile(f"{path} was not made by {_COMMAND}")


def _imports(trees: list[ast.Module]) -> str:
    """The imports of both files without our own, those of the standard library first."""
    found = {
        ast.unparse(node)
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom) and _OURS not in ast.unparse(node)
    }
    others = sorted(line for line in found if line.startswith("import "))
    standard = sorted(found.difference(others))
    return "\n".join([*standard, "", *others] if others else standard)


def _code(text: str, tree: ast.Module) -> str:
    """What follows the imports of a file, as it is written."""
    last = max(
        node.end_lineno or 0 for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return "\n".join(text.splitlines()[last:]).strip("\n")


def _book() -> str:
    text = b64encode(book_file(6, 7).read_bytes()).decode()
    lines = "\n".join(textwrap.wrap(text, _WIDTH))
    return f'\n\n# The opening book of 6 x 7: NumPy arrays in base64.\nBOOK = """\n{lines}\n"""\n'
