"""The positions of an opening book, as arrays of keys: millions of them in a second.

    key = stones of the player to move + all stones + the bottom row

In every column this leaves a 1 in the lowest free cell, and below it the stones of the player to
move. So a key can be read back, and no two positions have the same one. (It is the key of John
Tromp's solver.)

    . .              . .
    . .      ->      1 .      X to move; the 1 on top says where the stones end
    o .              0 1
    x x              1 1

A position and its mirror image have one key, the smaller of both.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

_WORD = np.uint64


class Positions:
    """The positions of one size of board.

    >>> board = Positions(6, 7)
    >>> [len(layer) for layer in board.layers(4)]
    [1, 4, 25, 121, 568]
    >>> stones = board.stones(board.layers(2)[2])
    >>> board.keys(*stones).tolist() == board.layers(2)[2].tolist()
    True
    """

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols, self.stride = rows, cols, rows + 1
        self.bottom = _WORD(sum(1 << col * self.stride for col in range(cols)))

    def keys(self, own: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
        """The keys of positions: stones of the player to move, stones of the other."""
        own, other = own.astype(_WORD), other.astype(_WORD)
        plain = own + (own | other) + self.bottom
        image = np.zeros_like(plain)
        for col in range(self.cols):
            image = image << _WORD(self.stride) | self._column(plain, col)
        smaller: NDArray[Any] = np.minimum(plain, image)
        return smaller

    def stones(self, keys: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The stones of the player to move and of the other player."""
        own, other = np.zeros_like(keys), np.zeros_like(keys)
        for col in range(self.cols):
            column = self._column(keys, col)
            below = column  # becomes every bit below the highest one
            for step in (1, 2, 4, 8, 16, 32):
                below = below | below >> _WORD(step)
            below >>= _WORD(1)
            place = _WORD(col * self.stride)
            own |= (column & below) << place
            other |= (~column & below) << place
        return own, other

    def _column(self, words: NDArray[Any], col: int) -> NDArray[Any]:
        column: NDArray[Any] = words >> _WORD(col * self.stride) & _WORD((1 << self.stride) - 1)
        return column

    def children(
        self, own: NDArray[Any], other: NDArray[Any]
    ) -> Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
        """Column by column: where there is room, and the positions after a move there."""
        filled = own | other
        for col in range(self.cols):
            bottom = _WORD(1 << col * self.stride)
            cells = _WORD(((1 << self.rows) - 1) << col * self.stride)
            move = filled + bottom & cells
            room = move != 0
            yield room, other[room], own[room] | move[room]

    def won(self, stones: NDArray[Any]) -> NDArray[Any]:
        """Which of these sets of stones hold four in a row."""
        found = np.zeros(len(stones), bool)
        for step in {1, self.stride, self.stride - 1, self.stride + 1} - {0}:
            if 3 * step < 64:
                two = stones & stones >> _WORD(step)
                found |= (two & two >> _WORD(2 * step)) != 0
        return found

    def layers(self, plies: int) -> list[NDArray[Any]]:
        """Ply by ply the keys of all positions of games that go on, in order."""
        nothing = np.zeros(1, _WORD)
        layers = [self.keys(nothing, nothing)]
        for _ in range(plies):
            found = [
                self.keys(own, other)[~self.won(other)]
                for _, own, other in self.children(*self.stones(layers[-1]))
            ]
            layers.append(np.unique(np.concatenate(found)))
        return layers

    def scores(
        self, keys: NDArray[Any], next_keys: NDArray[Any], next_scores: NDArray[Any]
    ) -> NDArray[Any]:
        """The scores of a layer from those of the next: the best that a move leads to."""
        own, other = self.stones(keys)
        left = self.rows * self.cols - np.bitwise_count(own | other).astype(np.int64)
        best = -left
        for room, mine, theirs in self.children(own, other):
            at = np.searchsorted(next_keys, self.keys(mine, theirs)) % max(1, len(next_keys))
            won = (left[room] + 1) // 2
            score = np.where(self.won(theirs), won, -next_scores[at] if len(next_keys) else 0)
            best[room] = np.maximum(best[room], score)
        return np.where(left == 0, 0, best)
