"""Lines that can still be completed: the evaluator of this package for every game of lines.

For every window of k cells, the places where a winning line could lie:

- with stones of both players it is dead and counts 0;
- with n stones of one player and no other it counts growth^(n - 1) for that player:
  1, 10, 100, ... with the default;
- empty it counts for both alike, and so not at all.

The value is the player's sum minus the opponent's. Compared with counting chains (`open_chains`,
`weighted_chains`) this sees gaps, as in X X . X, and is never impressed by a chain without the room
to become a line. Centre cells need no extra bonus: more windows pass through them. In nine boards
only the windows inside each board count. Where a line longer than k does not win, a window with an
own stone right beside it is dead too: filled, it would be part of a longer line.

How it is fast: the value of one straight line of the board depends on nothing but its stones, and a
move changes only the lines through its cell. So each line's value is looked up in a table by its
stones, and worked out window by window only when its stones are seen for the first time.
"""

from dataclasses import dataclass
from functools import lru_cache

from inarow.games.base import Game, State
from inarow.games.grid import Geometry
from inarow.games.stones import read_stones
from inarow.options import check_options, option
from inarow.search.evaluators.windows import straight_lines

_MOST_VALUES = 2000
_MOST_CELLS = 20_000_000
"""A line's table is emptied when it holds this many values, fewer on big boards (about 30 MB)."""


@dataclass(frozen=True)
class OpenLines:
    """Adds up all lines that can still be completed, each by its number of stones.

    >>> from inarow.games.mnk import Mnk
    >>> corner, centre = (Mnk().initial_state().play(cell) for cell in (0, 4))
    >>> OpenLines()(corner, player=0), OpenLines()(centre, player=0)  # 3 lines, 4 lines
    (3.0, 4.0)
    """

    growth: float = option(10.0, low=1, high=1000, help="how much one more stone multiplies")
    name = "open_lines"

    def __post_init__(self) -> None:
        check_options(self)

    def supports(self, game: Game) -> bool:
        return game.rules is not None

    def __call__(self, state: State, player: int) -> float:
        own, other, rule = read_stones(state, player)
        value = 0.0
        for line in _lines(rule.geometry, rule.k, rule.exact, self.growth):
            mine, theirs = own & line.mask, other & line.mask
            if mine or theirs:
                known = line.values.get((mine, theirs))
                value += line.value(mine, theirs) if known is None else known
        return value


class _Line:
    """One straight line of the board: its cells, its windows and the values worked out so far."""

    __slots__ = ("mask", "most", "values", "weights", "windows")

    def __init__(
        self, bits: tuple[int, ...], k: int, exact: bool, weights: tuple[float, ...], most: int
    ) -> None:
        self.mask = sum(bits)
        self.most = most
        self.values: dict[tuple[int, int], float] = {}
        self.weights = weights
        windows = []
        for at in range(len(bits) - k + 1):
            beside = bits[max(0, at - 1) : at] + bits[at + k : at + k + 1] if exact else ()
            windows.append((sum(bits[at : at + k]), sum(beside)))
        self.windows = tuple(windows)

    def value(self, own: int, other: int) -> float:
        """The value of the line for the owner of `own`, remembered from now on."""
        total = 0.0
        for window, beside in self.windows:
            mine, theirs = own & window, other & window
            if mine and not theirs and not own & beside:
                total += self.weights[mine.bit_count()]
            elif theirs and not mine and not other & beside:
                total -= self.weights[theirs.bit_count()]
        if len(self.values) >= self.most:
            self.values.clear()
        self.values[own, other] = total
        return total


@lru_cache(maxsize=16)
def _lines(geometry: Geometry, k: int, exact: bool, growth: float) -> tuple[_Line, ...]:
    """All straight lines of a board on which a winning line can lie."""
    found = straight_lines(geometry, k)
    longest = max((len(bits) for _, bits in found), default=0)
    weights = (0.0, *(float(growth) ** n for n in range(min(k, longest))))
    most = _MOST_CELLS // max(1, len(found) * len(geometry.cell_of))
    return tuple(
        _Line(bits, k, exact, weights, max(10, min(most, _MOST_VALUES))) for _, bits in found
    )
