"""What the solver is asked about: the stones of the player to move and of the other, as two words.

A position may be given as a state, as a line of moves (columns from 1), or as the words themselves;
many at once as lines or as an array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from inarow.errors import BadNotation, IllegalMove, NotSupported
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.grid import bits_of
from inarow.games.stones import read_stones
from inarow.search.solver.sizes import is_wide

if TYPE_CHECKING:
    from numpy.typing import NDArray

Stones: TypeAlias = tuple[int, int]
"""The stones of the player to move and of the other player."""

Position: TypeAlias = State | str | Stones
"""How a position may be given."""

_WORD = 2**64 - 1


class StonesReader:
    """Turns positions of one board into stones; for `wide` words also if the board is small."""

    def __init__(self, game: ConnectFour, wide: bool = False) -> None:
        self._game = game
        self._cells = game.rows * game.cols
        self.wide = wide or is_wide(game.rows, game.cols)
        self._columns = {  # the bottom cell and all cells, without the guard
            str(number): (bottom, 2 * top - bottom)
            for number, (bottom, top, _) in enumerate(game.columns[:9], 1)
        }
        self._steps = [step for _, step in game.line_rule.geometry.directions]

    def of(self, position: Position) -> Stones:
        """The stones of a position."""
        if isinstance(position, str):
            return self._read_quickly(position) or self._read(position)
        if isinstance(position, tuple):
            return position
        if position.game != self._game:
            raise NotSupported(f"this solver plays {self._game}, not {position.game}")
        own, other, _ = read_stones(position, position.player)
        return own, other

    def of_all(self, positions: Sequence[str] | NDArray[Any]) -> NDArray[Any]:
        """The stones of many positions, as `array` has them."""
        import numpy as np

        if isinstance(positions, np.ndarray):
            array: NDArray[Any] = np.ascontiguousarray(positions, np.int64)
            if self.wide and array.shape[1] == 2:  # of a board that fits, but is too high
                return self.array(array.view(np.uint64).tolist())
            return array
        if self.wide:
            return self.array([self.of(line) for line in positions])
        stones, sure = self._read_together(positions)
        for index in np.flatnonzero(~sure).tolist():
            stones[index] = self._read(positions[index])
        return stones.view(np.int64)

    def array(self, positions: Sequence[Stones]) -> NDArray[Any]:
        """Stones of both players, a position in each row: two words, or two for each player."""
        import numpy as np

        if not self.wide:
            return np.array(positions, np.int64).reshape(-1, 2)
        halves = [(own & _WORD, own >> 64, other & _WORD, other >> 64) for own, other in positions]
        return np.array(halves, np.uint64).reshape(-1, 4).view(np.int64)

    def _read_together(self, lines: Sequence[str]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The stones of many lines, one ply of all at a time, and of which lines they are sure.

        Lines with anything unusual, and those that break a rule, are left to `_read`.
        """
        import numpy as np

        columns = self._columns.values()
        bottoms = np.array([0, *(bottom for bottom, _ in columns)], np.uint64)
        cells = np.array([0, *(cells for _, cells in columns)], np.uint64)
        width = self._cells + 1  # of a full board, and what follows
        letters = np.array(lines, f"U{width}").view(np.uint32).reshape(len(lines), width).T
        moves = letters.astype(np.intp) - ord("0")
        lengths = ((moves < 1) | (moves > len(columns))).argmax(0)  # 0 if there is no end
        moves[np.arange(width)[:, None] >= lengths] = 0
        sides = np.zeros((2, len(lines)), np.uint64)
        last = np.zeros(len(lines), np.uint64)
        for ply in range(lengths.max(initial=0)):
            column = moves[ply]
            bit = (sides[0] | sides[1]) + bottoms[column] & cells[column]  # a full one has none
            sides[ply % 2] |= bit
            last = np.where(bit, bit, last)
        ends = letters[lengths, np.arange(len(lines))]
        rest = np.fromiter(map(len, lines), np.intp, len(lines)) - lengths
        sure = (rest == 0) | (ends == ord(" ")) | (rest == 1) & (ends == ord("\n"))
        sure &= np.bitwise_count(sides).sum(0) == lengths
        for side in sides:  # a line of stones can only be completed by the last one
            sure &= ~self._has_line(side & ~last)
        stones = np.where(lengths % 2, sides[::-1], sides).T
        return np.ascontiguousarray(stones), sure

    def _has_line(self, stones: NDArray[Any]) -> NDArray[Any]:
        """Whether there are four in a row, of many boards."""
        found = stones != stones
        for step in self._steps:
            pairs = stones & stones >> step
            found |= (pairs & pairs >> 2 * step) != 0
        return found

    def _read_quickly(self, moves: str) -> Stones | None:
        """The stones after a line of nothing but moves; None if anything is unusual or wrong."""
        columns = self._columns
        own = other = bit = 0
        try:
            for letter in moves:
                bottom, cells = columns[letter]
                bit = (own | other) + bottom & cells  # a full column has none
                own, other = other, own | bit
        except KeyError:
            return None
        if (own | other).bit_count() != len(moves):
            return None
        before = other & ~bit  # a line of stones can only be completed by the last one
        for step in self._steps:
            pairs, others = own & own >> step, before & before >> step
            if pairs & pairs >> 2 * step or others & others >> 2 * step:
                return None
        return own, other

    def _read(self, moves: str) -> Stones:
        """Read a line of moves; what follows a space is not read."""
        columns, completed = self._game.columns[:9], self._game.line_rule.completed
        own = other = 0
        won = False
        for letter in moves.partition(" ")[0].rstrip("\r\n"):
            column = "123456789".find(letter)
            if not 0 <= column < len(columns):
                raise BadNotation(f"{moves!r} is not a line of columns from 1 to {len(columns)}")
            if won:
                raise IllegalMove(f"{moves!r} goes on after the game is over")
            bottom, top, cells = columns[column]
            filled = own | other
            if filled & top:
                raise IllegalMove(f"in {moves!r} a stone falls on a full column")
            bit = filled + bottom & cells
            own, other = other, own | bit
            won = completed(other, bit)
        return own, other

    def left(self, stones: NDArray[Any]) -> NDArray[Any]:
        """The free cells of many positions."""
        import numpy as np

        filled: NDArray[Any] = np.bitwise_count(stones).sum(1, np.int64)
        return self._cells - filled

    def is_lost(self, stones: Stones) -> bool:
        """Whether the player who is not to move has completed a line."""
        rule, other = self._game.line_rule, stones[1]
        return any(rule.completed(other, bit) for bit in bits_of(other))

    def after(self, stones: Stones) -> dict[int, Stones]:
        """The position after each legal column, for the player who is to move then."""
        if self.is_lost(stones):
            return {}
        own, other = stones
        filled = own | other
        return {
            column: (other, own | (filled + bottom) & cells)
            for column, (bottom, top, cells) in enumerate(self._game.columns)
            if not filled & top
        }
