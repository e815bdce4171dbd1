"""What the solver has to say: bounds of a score, in numbers and in words.

A score counts stones: winning with one's very last stone is +1, with the one before +2, and so on.
A loss is the negative, a draw is 0. So a higher score is a quicker win or a slower loss, and the
score of a position is the negative of the lowest score among the positions after one move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, overload

from inarow.search.decision import Kind, Result, Unit, Value

if TYPE_CHECKING:
    from numpy.typing import NDArray

FAR = 99
"""More than any score."""


def plies_to_end(score: int, left: int) -> int:
    """How many stones will still be played if the score is this and this many cells are free.

    >>> plies_to_end(18, 35), plies_to_end(-1, 2), plies_to_end(0, 12)
    (1, 2, 12)
    """
    if score > 0:
        return 2 * ((left + 1) // 2 - score) + 1
    if score < 0:
        return 2 * (left // 2 + score) + 2
    return left


@dataclass(frozen=True, slots=True)
class Solution:
    """Proven bounds of the score of a position, for the player to move.

    They are equal when the position is solved. When a limit ended the search they are what is known
    by then.

    >>> Solution(lowest=1, highest=1, left=42, nodes=7, seconds=0.5).value.words
    'win in 41 plies'
    >>> Solution(lowest=0, highest=3, left=30, nodes=7, seconds=0.5).value.words
    'at least a draw'
    """

    lowest: int
    highest: int
    left: int  # free cells
    nodes: int = 0
    seconds: float = 0.0

    @property
    def plausible(self) -> Solution:
        """The same bounds, but no wider than any position with this many free cells can have."""
        least, most = -((self.left + 2) // 2), (self.left + 1) // 2
        return replace(self, lowest=max(self.lowest, least), highest=min(self.highest, most))

    @property
    def turned(self) -> Solution:
        """The same as seen by the player who chose to go there."""
        return Solution(-self.highest, -self.lowest, self.left + 1, self.nodes, self.seconds)

    def narrowed(self, more: Solution) -> Solution:
        """What is known after one more search of the same position."""
        return Solution(
            max(self.lowest, more.lowest),
            min(self.highest, more.highest),
            self.left,
            self.nodes + more.nodes,
            self.seconds + more.seconds,
        )

    @property
    def solved(self) -> bool:
        """Whether the score is known exactly."""
        return self.lowest == self.highest

    @property
    def score(self) -> int | None:
        """The score, if it is known exactly."""
        return self.lowest if self.solved else None

    @property
    def result(self) -> Result | None:
        """Win, draw or loss, if the bounds leave only one of them."""
        if self.lowest > 0:
            return Result.WIN
        if self.highest < 0:
            return Result.LOSS
        return Result.DRAW if self.solved else None

    @property
    def plies(self) -> int | None:
        """Stones that will still be played under best play, if the score is known exactly."""
        return plies_to_end(self.lowest, self.left) if self.solved else None

    @property
    def value(self) -> Value:
        """The same as every other search of this package says it."""
        unit = Unit.STONES
        if self.solved:
            return Value(Kind.PROVEN, self.lowest, self.result, self.plies, unit=unit)
        if self.result is not None:  # the result is sure, how long it takes is not
            sure = self.lowest if self.result is Result.WIN else self.highest
            return Value(Kind.PROVEN, sure, self.result, unit=unit)
        if self.highest == 0:
            return Value(Kind.BOUND, 0, Result.DRAW, at_most=True, unit=unit)
        if self.lowest == 0:
            return Value(Kind.BOUND, 0, Result.DRAW, unit=unit)
        return Value(Kind.BOUND, self.lowest, unit=unit)


class Solutions(Sequence[Solution]):
    """The solutions of many positions, kept as arrays: `lowest`, `highest`, `left` and `nodes`.

    Objects are made one by one when they are asked for, so that a million positions cost no more
    than their search.
    """

    def __init__(self, found: NDArray[Any], left: NDArray[Any], seconds: float) -> None:
        self.lowest, self.highest, self.nodes = found.T
        self.left = left
        self.seconds = seconds

    @property
    def solved(self) -> bool:
        """Whether every score is known exactly."""
        return bool((self.lowest == self.highest).all())

    def __len__(self) -> int:
        return len(self.left)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...
    def __getitem__(self, index: int | slice) -> Solution | list[Solution]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        low, high = int(self.lowest[index]), int(self.highest[index])
        left, nodes = int(self.left[index]), int(self.nodes[index])
        return Solution(low, high, left, nodes, self.seconds / len(self))


def whole_of(columns: Mapping[int, Solution]) -> Solution:
    """A position, which is as good as the best of its columns.

    >>> whole_of({0: Solution(-3, -3, 20, nodes=5), 1: Solution(0, 2, 20, nodes=7)})
    Solution(lowest=0, highest=2, left=20, nodes=12, seconds=0.0)
    """
    found = columns.values()
    lowest, highest = max(one.lowest for one in found), max(one.highest for one in found)
    return Solution(lowest, highest, min(one.left for one in found), sum(o.nodes for o in found))
