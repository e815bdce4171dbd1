"""A submission for Kaggle: a network that learned from games with itself, under alpha-beta.

The network looks at groups of cells. Every way to fill a group has a place in a table, and the sum
of the numbers there says how good a position is for the player who has just moved. A column is read
as a whole: its stones are one number, its *code*, and each code moves the place of every group.

    place of a group = sum over the columns of index[column, code of the column, group]

A position is worth what its best move is, and all its moves are judged at once. On a board that the
network has not learned threats are counted instead.
"""

from base64 import b64decode
from io import BytesIO
from typing import Any

import numpy as np

from inarow.adapters.kaggle.alphabeta import MOST_KEPT, WIN, Search
from inarow.adapters.kaggle.board import Board, board_of, seconds_of

NETWORK = ""  # the network stands at the end of the file
SCALE, MOST_SUM = 1000, WIN - 2000
"""What 1 of the network counts, and the most that it can count: less than a proven win."""


class Network:
    """The numbers of the network, and for which board they are."""

    def __init__(self, text: str) -> None:
        arrays = np.load(BytesIO(b64decode(text)))
        self.size = tuple(arrays["size"].tolist())
        self.index = arrays["index"].astype(np.int64)
        self.most = self.index.shape[1] - 1  # of all codes
        self.weights = arrays["weights"].astype(np.float32)

    def sums(self, board: Board, own: int, filled: int, moves: list[int]) -> list[float]:
        """What each move is worth for the player to move, on the board that it knows."""
        player = filled.bit_count() & 1
        first = own ^ filled if player else own
        codes = []
        for move in moves:
            both = filled | move
            word = (first if player else first | move) + both + board.bottom
            codes.append([word >> board.stride * at & self.most for at in range(board.columns)])
        places = self.index[np.arange(board.columns), codes].sum(axis=1)
        found: list[float] = self.weights[player][places].sum(axis=1).tolist()
        return found


class LearnedSearch(Search):
    """Alpha-beta whose judge is the network; what it has judged is kept as long as the game."""

    def __init__(self, board: Board, network: Network) -> None:
        super().__init__(board)
        self.network = network
        self.knows = network.size == (board.rows, board.columns, board.inarow)
        self.judged: dict[int, int] = {}

    def estimate(self, own: int, filled: int, wins: int, danger: int) -> int:
        """What the best move is worth; there is a sensible one."""
        if not self.knows:
            return super().estimate(own, filled, wins, danger)
        board, key = self.board, own + filled
        if key not in self.judged:
            if len(self.judged) > MOST_KEPT:
                self.judged.clear()
            moves = board.bits(board.sensible(board.landing(filled), danger))
            best = round(SCALE * max(self.network.sums(board, own, filled, moves)))
            self.judged[key] = max(-MOST_SUM, min(best, MOST_SUM))
        return self.judged[key]


NETWORKS: list[Network] = []
SEARCHES: dict[Board, Search] = {}


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, counted from 0, as Kaggle asks for it."""
    board = board_of(configuration)
    own, filled = board.read(observation)
    if not NETWORKS:
        NETWORKS.append(Network(NETWORK))
    search = SEARCHES.setdefault(board, LearnedSearch(board, NETWORKS[0]))
    return board.column(search.best(own, filled, seconds_of(configuration)))
