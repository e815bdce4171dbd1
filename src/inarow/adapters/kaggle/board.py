"""Connect Four of any size on bare ints, for players that must stand in one file.

A position is the stones of the player to move (`own`) and of both players (`filled`). Cells are
bits, numbered column by column from the bottom, with a guard bit on top of each column that stays
0, so that no line runs on from one column into the next:

    .   .   .   .   .   .   .      guard bits 6, 13, 20, ...
    5  12  19  26  33  40  47
    4  11  18  25  32  39  46      one step up adds 1, to the right `stride`,
    ...                            up-right `stride + 1`, down-right `stride - 1`
    0   7  14  21  28  35  42

Everything here needs the standard library alone, and no other file of ours: `export.py` copies it.
"""

from collections.abc import Callable
from typing import Any


class Board:
    """The rules for one size of board: where stones fall, where lines close, what is sensible."""

    def __init__(self, rows: int, columns: int, inarow: int) -> None:
        self.rows, self.columns, self.inarow = rows, columns, inarow
        self.stride = stride = rows + 1
        self.cells = rows * columns
        self.bottom = sum(1 << column * stride for column in range(columns))
        self.all = self.bottom * ((1 << rows) - 1)
        self.rank = self._ranks()
        self.winning: Callable[[int, int], int] = self._winning_of_any
        if inarow == 4:
            self.winning = self._winning_of_four

    def _ranks(self) -> dict[int, int]:
        """How many lines run through each cell: in the middle there are most."""
        rank, reach = {}, self.inarow - 1
        for column in range(self.columns):
            right, left = self.columns - 1 - column, column
            for row in range(self.rows):
                up, down = self.rows - 1 - row, row
                ways = (
                    (up, down),
                    (right, left),
                    (min(up, right), min(down, left)),
                    (min(down, right), min(up, left)),
                )
                rank[1 << column * self.stride + row] = sum(
                    max(0, min(ahead, reach) + min(behind, reach) - reach + 1)
                    for ahead, behind in ways
                )
        return rank

    def bits(self, cells: int) -> list[int]:
        """The single cells of a set."""
        found = []
        while cells:
            cell = cells & -cells
            found.append(cell)
            cells ^= cell
        return found

    def column(self, cell: int) -> int:
        """The column of a cell."""
        return (cell.bit_length() - 1) // self.stride

    def landing(self, filled: int) -> int:
        """Where a stone comes to rest, one cell in each column that has room.

        Adding the bottom bit of a column carries through its stones into the first free cell.
        """
        return (filled + self.bottom) & self.all

    def _winning_of_any(self, stones: int, free: int) -> int:
        """The free cells that complete a line of these stones, whether playable now or not.

        In each direction, `before[n]` are the cells with n stones in a row right before them.
        """
        reach = self.inarow - 1
        found = 0
        for step in (1, self.stride, self.stride + 1, self.stride - 1):
            before, behind = [-1], [-1]
            for n in range(reach):
                before.append(before[n] << step & stones << step)
                behind.append(behind[n] >> step & stones >> step)
            for n in range(reach + 1):
                found |= before[n] & behind[reach - n]
        return found & free

    def _winning_of_four(self, stones: int, free: int) -> int:
        """The same for lines of four, without a loop: this is where the time goes."""
        found = stones << 1 & stones << 2 & stones << 3  # nothing lies on top of a free cell
        for step in (self.stride, self.stride + 1, self.stride - 1):
            left, right = stones << step, stones >> step
            pair = left & stones << 2 * step
            found |= pair & stones << 3 * step | pair & right
            pair = right & stones >> 2 * step
            found |= pair & stones >> 3 * step | pair & left
        return found & free

    def sensible(self, landing: int, danger: int) -> int:
        """The moves that do not lose at once; `danger`: cells that complete a line of the other.

        A threat must be answered, and no stone may fall right below one.
        """
        forced = landing & danger
        if forced & forced - 1:
            return 0
        return (forced or landing) & ~(danger >> 1)

    def read(self, observation: Any) -> tuple[int, int]:
        """The position that Kaggle shows: its board is a list of 0, 1 and 2, top row first."""
        own = filled = 0
        for at, mark in enumerate(observation["board"]):
            row, column = divmod(at, self.columns)
            if mark:
                cell = 1 << column * self.stride + self.rows - 1 - row
                filled |= cell
                own |= cell if mark == observation["mark"] else 0
        return own, filled


SHARE_OF_TIME = 0.75
BOARDS: dict[tuple[int, int, int], Board] = {}


def board_of(configuration: Any) -> Board:
    """The board that a configuration describes; made once."""
    size = (configuration["rows"], configuration["columns"], configuration["inarow"])
    if size not in BOARDS:
        BOARDS[size] = Board(*size)
    return BOARDS[size]


def seconds_of(configuration: Any) -> float:
    """How long to think: most of what Kaggle allows, for its machines are busy, too."""
    return SHARE_OF_TIME * float(
        configuration.get("actTimeout") or configuration.get("timeout") or 2
    )
