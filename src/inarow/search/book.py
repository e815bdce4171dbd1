"""An opening book of Connect Four: the exact score of every position of the first plies.

The opening is where solving takes longest, and there are few openings: so they are solved once, and
their scores kept in a small file. A position is stored under a key, together with its mirror image
under the same one:

    key = stones of the player to move + all stones + the bottom row

This addition marks the lowest free cell of every column with a 1 above the stones of that column,
so no two positions have the same key. (It is the key of John Tromp's solver.) The file holds the
keys in ascending order and their scores, and is asked by binary search.

A book is made by `inarow book build`, ply by ply from the deepest one: only those positions are
really solved; the score of every position above is the best of its children.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from inarow.errors import BadFile
from inarow.games.connect_four import ConnectFour
from inarow.games.grid import bits_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Book", "Keys", "load_book", "shipped_book"]

_FOLDER = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Keys:
    """The keys of positions on one size of board.

    >>> keys = Keys(ConnectFour())
    >>> keys.key(0, 0) == keys.bottom
    True
    >>> keys.key(1, 0) == keys.key(1 << 42, 0)  # a stone in the left corner, in the right corner
    True
    """

    game: ConnectFour

    @cached_property
    def bottom(self) -> int:
        """The lowest cell of every column."""
        return sum(bottom for bottom, _, _ in self.game.columns)

    def key(self, own: int, other: int) -> int:
        """The key of a position and of its mirror image: the smaller of both."""
        plain = own + (own | other) + self.bottom
        own, other = self._mirrored(own), self._mirrored(other)
        return min(plain, own + (own | other) + self.bottom)

    def _mirrored(self, stones: int) -> int:
        stride = self.game.rows + 1
        column = (1 << stride) - 1
        mirrored = 0
        for _ in range(self.game.cols):
            mirrored = mirrored << stride | stones & column
            stones >>= stride
        return mirrored

    def children(self, own: int, other: int) -> Iterator[tuple[int, int]]:
        """The positions after one move of a game that goes on, as stones to move and others."""
        filled = own | other
        for bottom, top, cells in self.game.columns:
            if not filled & top:
                yield other, own | (filled + bottom & cells)

    def is_won(self, stones: int) -> bool:
        """Whether these stones hold a line."""
        rule = self.game.line_rule
        return any(rule.completed(stones, bit) for bit in bits_of(stones))

    def positions(self, plies: int) -> list[dict[int, tuple[int, int]]]:
        """Per ply every position of a game that goes on: stones by key, mirror images once."""
        layers = [{self.key(0, 0): (0, 0)}]
        for _ in range(plies):
            layer: dict[int, tuple[int, int]] = {}
            for own, other in layers[-1].values():
                for child in self.children(own, other):
                    key = self.key(*child)
                    if key not in layer and not self.is_won(child[1]):
                        layer[key] = child
            layers.append(layer)
        return layers


@dataclass(frozen=True)
class Book:
    """Scores of all positions up to some ply, by key."""

    rows: int
    cols: int
    plies: int
    keys: NDArray[Any]
    scores: NDArray[Any]

    @cached_property
    def _keys(self) -> Keys:
        return Keys(ConnectFour(self.rows, self.cols))

    def __len__(self) -> int:
        return len(self.keys)

    def score(self, own: int, other: int) -> int | None:
        """The score for the player to move, or None if the position is not in the book."""
        if (own | other).bit_count() > self.plies:
            return None
        key = self._keys.key(own, other)
        at = int(self.keys.searchsorted(key))
        if at == len(self.keys) or int(self.keys[at]) != key:
            return None
        return int(self.scores[at])

    def save(self, path: Path) -> None:
        """Write the book; keys as differences, which compress well."""
        import numpy as np

        shape = np.array([self.rows, self.cols, self.plies])
        steps = np.diff(self.keys, prepend=0)
        with path.open("wb") as file:
            np.savez_compressed(file, shape=shape, steps=steps, scores=self.scores)


def load_book(path: Path) -> Book:
    """Read a book.

    Raises:
        BadFile: the file is not a book, or damaged.
    """
    import numpy as np

    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            rows, cols, plies = (int(number) for number in found["shape"])
            keys, scores = np.cumsum(found["steps"]), found["scores"]
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise BadFile(f"{path} is not an opening book, or damaged") from error
    if len(keys) != len(scores):
        raise BadFile(f"{path} is damaged: {len(keys)} keys and {len(scores)} scores")
    return Book(rows, cols, plies, keys, scores)


def shipped_book(rows: int, cols: int) -> Book | None:
    """The book that comes with the package for this size of board, if there is one."""
    path = _FOLDER / f"book_{rows}x{cols}.npz"
    return load_book(path) if path.exists() else None
