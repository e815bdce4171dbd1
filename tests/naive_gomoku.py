"""The rules of Gomoku in the plainest way; what renju forbids is told by another package."""

from __future__ import annotations

from renju.check_forbid import get_foul_type

from helpers import Naive, NaivePlace
from inarow.games.base import Line
from inarow.games.gomoku import Gomoku


class NaiveGomoku(NaivePlace):
    """The forbidden moves are those of the package `renju`, which knows square boards only."""

    k = 5

    def __init__(self, game: Gomoku) -> None:
        Naive.__init__(self, game)
        self.rule = game.rule
        self.exact = game.rule in ("standard", "caro")

    def choices(self) -> list[int]:
        free = super().choices()
        if self.rule != "renju" or self.player:
            return free
        side = len(self.board)
        codes = [[0 if owner is None else owner + 1 for owner in row] for row in self.board]
        return [action for action in free if not get_foul_type(codes, *divmod(action, side))]

    def lines(self) -> set[Line]:
        return {line for line in super().lines() if not self.is_closed(line)}

    def is_closed(self, line: Line) -> bool:
        """Whether the opponent stands at both ends of five, where that counts."""
        if not self.rule.startswith("caro") or len(line.cells) > self.k:
            return False
        (row, col), (second_row, second_col) = line.cells[:2]
        down, right = second_row - row, second_col - col
        ends = ((row - down, col - right), (row + 5 * down, col + 5 * right))
        return all(
            0 <= r < len(self.board)
            and 0 <= c < len(self.board[0])
            and self.board[r][c] is not None
            for r, c in ends
        )

    def winner(self) -> int | None:
        return 1 if self.reason() == "forbidden" else super().winner()

    def reason(self) -> str:
        stuck = super().reason() == "sent_to_full"
        return "forbidden" if stuck else super().reason()
