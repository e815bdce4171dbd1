"""An opening book of Connect Four: the exact score of every position of the first plies.

The opening is where solving takes longest, and there are few openings, so they are solved once and
their scores are kept in a small file. A position and its mirror image have one key, which
`book_positions.py` explains; the file holds the keys in ascending order with their scores, and is
searched by bisection.

A book is made by `inarow book build`, ply by ply from the deepest one: only those positions are
actually solved; the score of every position above is the best of its children.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inarow.errors import BadFile
from inarow.search.arrays import read_arrays, write_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FOLDER = Path(__file__).parents[2] / "data"


@dataclass(frozen=True)
class Book:
    """Scores of all positions up to some ply, by key.

    >>> book = shipped_book(6, 7)
    >>> book.rows, book.cols
    (6, 7)
    """

    rows: int
    cols: int
    plies: int
    keys: NDArray[Any]
    scores: NDArray[Any]

    def __len__(self) -> int:
        return len(self.keys)

    def covers(self, ply: int) -> bool:
        """Whether every move of a position with this many stones leads to one of the book.

        >>> shipped_book(6, 7).covers(0), shipped_book(6, 7).covers(30)
        (True, False)
        """
        return ply < self.plies

    def score(self, own: int, other: int) -> int | None:
        """The score for the player to move, or None if the position is not in the book.

        >>> shipped_book(6, 7).score(0, 0)
        1
        """
        if (own | other).bit_count() > self.plies:
            return None
        stride = self.rows + 1
        key = own + (own | other) + sum(1 << col * stride for col in range(self.cols))
        image, column = 0, (1 << stride) - 1
        for col in range(self.cols):
            image = image << stride | key >> col * stride & column
        key = min(key, image)
        at = int(self.keys.searchsorted(self.keys.dtype.type(key)))
        return int(self.scores[at]) if at < len(self) and self.keys[at] == key else None

    def least(self, own: int, other: int) -> int | None:
        """A score that a position just beyond the book reaches, or None if nothing is known.

        It may have come from several positions of the book, by taking back one stone or another of
        the player who has just moved. Each of them scores at least what that move is worth.

        >>> shipped_book(6, 7).least(0b1000000000001110000000, 0b1100000000000111)   # 121212343
        0
        """
        filled, column = own | other, (1 << self.rows) - 1
        if filled.bit_count() != self.plies + 1:
            return None
        known = []
        for bottom in range(0, self.cols * (self.rows + 1), self.rows + 1):
            top = 1 << (filled & column << bottom).bit_length() - 1 if filled >> bottom & 1 else 0
            if top & other and (score := self.score(other ^ top, own)) is not None:
                known.append(-score)
        return max(known, default=None)

    def save(self, path: Path) -> None:
        """Write the book; keys as differences, which compress well."""
        import numpy as np

        shape = np.array([self.rows, self.cols, self.plies])
        steps = np.diff(self.keys, prepend=np.uint64(0))
        write_arrays(path, shape=shape, steps=steps, scores=self.scores)


def load_book(path: Path) -> Book:
    """Read a book.

    Raises:
        BadFile: the file is not a book, or damaged.
    """
    import numpy as np

    shape, steps, scores = read_arrays(path, ("shape", "steps", "scores"), "an opening book")
    try:
        rows, cols, plies = (int(number) for number in shape)
        keys, scores = np.cumsum(steps.astype(np.uint64)), scores.astype(np.int8)
    except (ValueError, TypeError) as error:
        raise BadFile(f"{path} is not an opening book, or damaged") from error
    if len(keys) != len(scores):
        raise BadFile(f"{path} is damaged: {len(keys)} keys and {len(scores)} scores")
    return Book(rows, cols, plies, keys, scores)


@cache
def shipped_book(rows: int, cols: int) -> Book | None:
    """The book that comes with the package for this size of board, if there is one; read once."""
    path = book_file(rows, cols)
    return load_book(path) if path.exists() else None


def book_file(rows: int, cols: int) -> Path:
    """Where the book that comes with the package for this size of board is, or would be."""
    return _FOLDER / f"book_{rows}x{cols}.npz"
