"""Writes one of our players as a file for Kaggle, which needs nothing of ours.

The file is made of modules of this package as they stand, so what is submitted is what is tested:

    perfect   board, alphabeta, perfect     and as text its opening book
    learned   board, alphabeta, learned     and as text its network
    mcts      board, mcts

Their docstrings come first, then the imports of all, then their code.
"""

import ast
from base64 import b64encode
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

from inarow.errors import BadFile, BadOption, MissingPackage, NotSupported, UnknownName
from inarow.games.connect_four import ConnectFour
from inarow.games.record_file import read_plain
from inarow.options import suggestion
from inarow.search.learned.player import shipped
from inarow.search.native.from_state import has_numba
from inarow.search.solver.book import book_file
from inarow.spec import split_spec

PLAYERS = {
    "perfect": ("board", "alphabeta", "perfect"),
    "mcts": ("board", "mcts"),
    "learned": ("board", "alphabeta", "learned"),
}
"""The players that can stand in one file, and the modules that they are made of."""
_HERE = Path(__file__).parent
_OURS = "inarow"
_WIDTH = 98
_COMMAND = "inarow export kaggle"


def kaggle_file(player: str) -> str:
    """The source of a file for Kaggle ConnectX whose last function is the agent.

    >>> "inarow." in kaggle_file("mcts")
    False
    """
    name, options = split_spec(player)
    if name not in PLAYERS:
        raise UnknownName(
            f"{name!r} cannot be written as one file for Kaggle; {suggestion(name, tuple(PLAYERS))}"
        )
    if [key for key, _ in options] not in ([], ["file"] if name == "learned" else []):
        raise BadOption(f"{player}: a file for Kaggle has no options but learned(file=...)")
    parts = [(_HERE / f"{each}.py").read_text("utf-8") for each in PLAYERS[name]]
    trees = [ast.parse(part) for part in parts]
    bits, *others, about = (ast.get_docstring(tree) or "" for tree in trees)
    made = f"Made by inarow {version('inarow')}: {_COMMAND} {player}"
    bits = bits.rpartition("\n\n")[0]  # the last sentence is about our own files
    head = "\n\n".join([f'"""{about}', *others, made, f'{bits}\n"""\n\n'])
    source = head + _imports(trees) + "\n\n\n" + "\n\n\n".join(map(_code, parts, trees)) + "\n"
    if name == "perfect":
        return source + _text("BOOK", "The opening book of 6 x 7", book_file(6, 7).read_bytes())
    if name == "learned":
        return source + _text(
            "NETWORK", "The network", _network(options[0][1] if options else None)
        )
    return source


def require_kaggle_file(path: Path) -> None:
    """Make sure that a file was made here, and so may be made again; raises BadFile."""
    if _COMMAND.encode() not in read_plain(path):
        raise BadFile(f"{path} was not made by {_COMMAND}")


def _imports(trees: list[ast.Module]) -> str:
    """The imports of all files without our own, those of the standard library first."""
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


def _text(name: str, what: str, data: bytes) -> str:
    """Bytes as text that the code above can name."""
    text = b64encode(data).decode()
    lines = "\n".join(text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH))
    return f'\n\n# {what}: NumPy arrays in base64.\n{name} = """\n{lines}\n"""\n'


def _network(file: str | None) -> bytes:
    """What a network knows of Connect Four, as `learned.py` reads it.

    Which code of which column moves the place of which group is written out, so that the file needs
    no idea of how groups are made.
    """
    if not has_numba():
        raise MissingPackage("reading a network needs", "numba")
    import numpy as np

    from inarow.search.learned.games import is_wide, require_learning
    from inarow.search.learned.network import load_network

    path = Path(file) if file else shipped(ConnectFour())
    assert path is not None, "it comes with the package"
    network = load_network(path)
    rules, shape = require_learning(network.game), network.shape
    if is_wide(rules) or network.game != ConnectFour(rules.rows, rules.cols, rules.k):
        raise NotSupported(f"{path} has learned {network.game}, which Kaggle does not play")
    index = np.zeros((rules.cols, shape.offset.shape[2], shape.tuples), np.int32)
    for unit, count in enumerate(shape.count):
        index[unit][:, shape.touch[unit, :count]] = shape.offset[0, unit, :, :count]
    content, size = BytesIO(), np.array([rules.rows, rules.cols, rules.k])
    np.savez_compressed(content, size=size, index=index, weights=network.weights.astype("f2"))
    return content.getvalue()
