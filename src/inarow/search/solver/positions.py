"""What the solver is asked about, as two words: the stones of the player to move and of the other.

A position may be given as a state, as a line of moves (columns from 1), or as the words themselves;
many at once as lines or as an array. Lines are read by a kernel, a million of them in a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from inarow.errors import BadNotation, IllegalMove, NotSupported
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.grid import bits_of
from inarow.games.stones import read_stones

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from inarow.search.solver.engine import Engine

Stones: TypeAlias = tuple[int, int]
"""The stones of the player to move and of the other player."""

Position: TypeAlias = State | str | Stones
"""How a position may be given."""


class StonesReader:
    """Turns positions of one board into stones."""

    def __init__(self, game: ConnectFour, engine: Engine) -> None:
        self._game = game
        self._engine = engine

    def of(self, position: Position) -> Stones:
        """The stones of a position."""
        if isinstance(position, str):
            problem, (own, other) = self._engine.read(position.encode("ascii", "replace"))
            if problem:
                raise self._refusal(position, problem)
            return own, other
        if isinstance(position, tuple):
            return position
        if position.game != self._game:
            raise NotSupported(f"this solver plays {self._game}, not {position.game}")
        own, other, _ = read_stones(position, position.player)
        return own, other

    def of_all(self, positions: Sequence[str] | NDArray[Any]) -> NDArray[Any]:
        """The stones of many positions, as an array of shape (n, 2)."""
        import numpy as np

        if isinstance(positions, np.ndarray):
            array: NDArray[Any] = np.ascontiguousarray(positions, np.int64)
            return array
        text = "\n".join([*positions, ""])
        if text.count("\n") != len(positions):
            raise BadNotation("a line of moves must not contain line feeds")
        problems, stones = self._engine.read_all(text.encode("ascii", "replace"), len(positions))
        if problems.any():
            index = int(problems.nonzero()[0][0])
            raise self._refusal(positions[index], int(problems[index]))
        return stones

    def left(self, stones: NDArray[Any]) -> NDArray[Any]:
        """The free cells of many positions."""
        import numpy as np

        filled: NDArray[Any] = np.bitwise_count(stones).sum(1, np.int64)
        return self._game.rows * self._game.cols - filled

    def after(self, stones: Stones) -> dict[int, Stones]:
        """The position after each legal column, for the player who is to move then."""
        own, other = stones
        rule = self._game.line_rule
        if any(rule.completed(other, bit) for bit in bits_of(other)):
            return {}
        filled = own | other
        return {
            column: (other, own | (filled + bottom) & cells)
            for column, (bottom, top, cells) in enumerate(self._game.columns)
            if not filled & top
        }

    def _refusal(self, moves: str, problem: int) -> Exception:
        from inarow.search.solver.kernel_score import NO_COLUMN, NO_ROOM

        if "\n" in moves:
            return BadNotation("a line of moves must not contain line feeds")
        if problem == NO_COLUMN:
            return BadNotation(
                f"{moves!r} is not a line of columns from 1 to {min(self._game.cols, 9)}"
            )
        if problem == NO_ROOM:
            return IllegalMove(f"in {moves!r} a stone falls on a full column")
        return IllegalMove(f"{moves!r} goes on after the game is over")
