"""A submission for Kaggle: a network that learned from games with itself, and alpha-beta on top.

The network looks at groups of cells. Every way to fill a group has a place in a table, and the sum
of the numbers there says how good a position is for the player who has just moved. A column is read
as a whole: its stones are one number, its *code*, and each code moves the place of every group.

    place of a group = sum over the columns of index[column, code of the column, group]

All moves of a position are judged at once, which also says which of them to look at first. On a
board that the network has not learned all positions are alike, and only the search decides.
"""

from base64 import b64decode
from io import BytesIO
from time import perf_counter
from typing import Any

import numpy as np

from inarow.adapters.kaggle.board import Board, board_of, seconds_of

NETWORK = ""  # the network stands at the end of the file
WIN = 1_000_000.0
"""A score near this one is a proven win, the higher the sooner; below are sums of the network."""
MOST_SUM = 1_000.0
MOST_KEPT = 200_000
"""Judged positions that are kept before they are forgotten: some 200 megabytes."""

Judged = list[tuple[float, int]]


class OutOfTime(Exception):
    """Raised inside a search whose time is up."""


class Network:
    """The numbers of the network, and for which board they are."""

    def __init__(self, text: str) -> None:
        arrays = np.load(BytesIO(b64decode(text)))
        self.size = tuple(arrays["size"].tolist())
        self.index = arrays["index"].astype(np.int64)
        self.most = self.index.shape[1] - 1  # of all codes
        self.weights = arrays["weights"].astype(np.float32)

    def sums(self, board: Board, own: int, filled: int, moves: list[int]) -> list[float]:
        """What each move is worth for the player to move."""
        if self.size != (board.rows, board.columns, board.inarow):
            return [float(board.rank[move]) for move in moves]
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


class Search:
    """Alpha-beta on one board; what was judged is kept as long as the game."""

    def __init__(self, board: Board, network: Network) -> None:
        self.board, self.network = board, network
        self.judged: dict[tuple[int, int], Judged] = {}
        self.deadline = 0.0

    def best(self, own: int, filled: int, deadline: float) -> int:
        """The cell to play: the best one of the deepest search that was finished."""
        self.deadline = deadline
        if len(self.judged) > MOST_KEPT:
            self.judged.clear()
        order, left = self._judge(own, filled), self.board.cells - filled.bit_count()
        try:
            for depth in range(1, left):
                alpha, scores = -WIN, []
                for _, move in order:
                    score = -self._score(own ^ filled, filled | move, depth, -WIN, -alpha)
                    alpha = max(alpha, score)
                    scores.append((score, move))
                order = sorted(scores, key=lambda one: -one[0])  # of equals the first stays first
                if abs(order[0][0]) > MOST_SUM:
                    break
        except OutOfTime:
            pass
        return order[0][1]

    def _judge(self, own: int, filled: int) -> Judged:
        """The sensible moves with their sums, the best one first; there may be none."""
        known = self.judged.get((own, filled))
        if known is None:
            board = self.board
            danger = board.winning(own ^ filled, board.all ^ filled)
            moves = board.bits(board.sensible(board.landing(filled), danger))
            sums = self.network.sums(board, own, filled, moves) if moves else []
            known = sorted(zip(sums, moves, strict=True), reverse=True)
            self.judged[own, filled] = known
        return known

    def _score(self, own: int, filled: int, depth: int, alpha: float, beta: float) -> float:
        """What the player to move gets, looking so many plies ahead."""
        if perf_counter() > self.deadline:
            raise OutOfTime
        board, stones = self.board, filled.bit_count()
        landing = board.landing(filled)
        if not landing:
            return 0.0
        if board.winning(own, board.all ^ filled) & landing:
            return WIN - stones
        moves = self._judge(own, filled)
        if not moves:
            return stones + 1 - WIN
        if depth == 1:
            return 0.0 if stones + 1 == board.cells else moves[0][0]
        best = -WIN
        for _, move in moves:
            best = max(best, -self._score(own ^ filled, filled | move, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


SEARCHES: dict[tuple[int, int, int], Search] = {}


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, counted from 0, as Kaggle asks for it."""
    deadline = perf_counter() + seconds_of(configuration)
    board = board_of(configuration)
    own, filled = board.read(observation)
    landing, free = board.landing(filled), board.all ^ filled
    now = board.winning(own, free) & landing or board.winning(own ^ filled, free) & landing
    if now or not board.sensible(landing, board.winning(own ^ filled, free)):
        return board.column((now or landing) & -(now or landing))
    size = (board.rows, board.columns, board.inarow)
    if size not in SEARCHES:
        SEARCHES[size] = Search(board, Network(NETWORK))
    return board.column(SEARCHES[size].best(own, filled, deadline))
