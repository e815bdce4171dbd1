"""A submission for Kaggle: an opening book, and alpha-beta behind it.

On 6 x 7 the book knows the exact score of every position of the first plies, so nothing is given
away there.
"""

from base64 import b64decode
from io import BytesIO
from typing import Any

import numpy as np

from inarow.adapters.kaggle.alphabeta import Search
from inarow.adapters.kaggle.board import Board, board_of, seconds_of

BOOK = ""  # the opening book stands at the end of the file


class Book:
    """Exact scores of the openings: positive is a win for the player to move, 0 a draw."""

    def __init__(self, text: str) -> None:
        with np.load(BytesIO(b64decode(text))) as found:
            self.rows, self.columns, self.plies = (int(number) for number in found["shape"])
            self.keys = np.cumsum(found["steps"].astype(np.uint64))
            self.scores = found["scores"]

    def best(self, board: Board, own: int, filled: int) -> int:
        """The best move, 0 if the book does not know the position."""
        if (board.rows, board.columns, board.inarow) != (self.rows, self.columns, 4):
            return 0
        if filled.bit_count() >= self.plies or board.winning(own, board.landing(filled)):
            return 0
        moves = board.bits(board.landing(filled))
        worth = [
            (-self._score(board, own ^ filled, filled | move), board.rank[move], move)
            for move in moves
        ]
        return max(worth)[2]

    def _score(self, board: Board, own: int, filled: int) -> int:
        """The score of a position; it and its mirror image have one key, the smaller one."""
        key, image = own + filled + board.bottom, 0
        for column in range(board.columns):
            image = image << board.stride | key >> column * board.stride & (1 << board.stride) - 1
        return int(self.scores[np.searchsorted(self.keys, np.uint64(min(key, image)))])


BOOKS: list[Book] = []
SEARCHES: dict[Board, Search] = {}


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, counted from 0, as Kaggle asks for it."""
    board = board_of(configuration)
    own, filled = board.read(observation)
    if BOOK and not BOOKS:
        BOOKS.append(Book(BOOK))
    for book in BOOKS:
        if cell := book.best(board, own, filled):
            return board.column(cell)
    search = SEARCHES.setdefault(board, Search(board))
    return board.column(search.best(own, filled, seconds_of(configuration)))
