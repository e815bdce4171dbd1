"""A player of Gomoku that follows a few rules and knows nothing else: a yardstick for beginners.

1. It completes five. 2. It stops five of the opponent. 3. It extends a three of its own that can
still grow. 4. It stops such a three of the opponent. 5. It makes its longest row longer, or
begins one beside a stone. Rows with a gap it does not see, and it never thinks of two rows at once.
"""

from collections.abc import Sequence
from random import Random

from inarow.games.base import Game, State
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.ordering import near_moves

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_Board = Sequence[Sequence[int | None]]


class ScriptedGomoku:
    """Completes, blocks and extends rows."""

    name = "scripted"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.anywhere

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        rows, cols = state.game.shape
        if state.ply == 0:
            return Decision(rows // 2 * cols + cols // 2)
        board = state.board()
        actions = list(near_moves(state))
        self._rng.shuffle(actions)

        def urgency(action: int) -> int:
            cell = divmod(action, cols)
            own = longest_row(board, cell, state.player)
            other = longest_row(board, cell, 1 - state.player)
            return 2 * own + 1 if own >= max(4, other) else 2 * other if other >= 4 else own

        return Decision(max(actions, key=urgency))


def longest_row(board: _Board, cell: tuple[int, int], player: int) -> int:
    """Stones of the longest row that a stone would make, at most 5; rows closed at both ends are 0.

    >>> longest_row([[None, 0, 0, None], [None, None, None, 1]], (0, 3), 0)
    3
    >>> longest_row([[1, 0, 0, None], [None, None, None, 1]], (0, 3), 0)
    0
    """
    best = 0
    for down, right in _DIRECTIONS:
        length, free = 1, 0
        for sign in (1, -1):
            row, col = cell[0] + sign * down, cell[1] + sign * right
            while 0 <= row < len(board) and 0 <= col < len(board[0]):
                if board[row][col] != player:
                    free += board[row][col] is None
                    break
                length += 1
                row, col = row + sign * down, col + sign * right
        best = max(best, 5 if length >= 5 else length if free else 0)
    return best
