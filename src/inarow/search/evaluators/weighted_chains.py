"""Open chains by their length: the static evaluation of the program 001, a student's Connect Four
with alpha-beta search.

An *open chain* is an unbroken straight run of one player's stones to which a stone can be added: at
least one end is free. More open chains are better, longer ones are worth more, and so are stones
near the centre, through which more lines pass:

    value = sum over own open chains of growth^(length - 1)
          + centre * (steps of own stones to the nearer side of the board)
          - the same for the opponent

The original also thought of the room around a chain, and struck the idea out again; it is the
option `room`, off by default: with `room=0.5` a chain that is free at both ends counts half as much
again as one that is free at one end. In this position of the original's text

    . . . . . . .      O's chain at the bottom (three stones, two free ends) is as long as X's
    X . . . . . .      chain at the left (three stones, one free end); only room tells them
    X . X . . . O      apart. Whoever is to move wins at once.
    X . O O O . O

A chain of k stones is a complete line and counts whatever lies at its ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from inarow.games.base import Game, State
from inarow.games.grid import Geometry
from inarow.games.stones import read_stones
from inarow.options import check_options, option
from inarow.search.evaluators.chains import count_chains


@dataclass(frozen=True)
class WeightedChains:
    """Counts open chains, longer ones more, and prefers the centre.

    >>> from inarow.games.connect_four import ConnectFour
    >>> start = ConnectFour().initial_state()
    >>> [WeightedChains()(start.play(column), player=0) for column in range(7)]
    [3.0, 5.0, 6.0, 7.0, 6.0, 5.0, 3.0]
    """

    growth: float = option(10.0, low=1, high=1000, help="how much one more stone multiplies")
    room: float = option(0.0, low=0, high=1000, help="extra share for a chain free at both ends")
    centre: float = option(1.0, low=0, high=1000, help="points per column away from the side")
    name = "weighted_chains"

    def __post_init__(self) -> None:
        check_options(self)

    def supports(self, game: Game) -> bool:
        return game.rules is not None

    def __call__(self, state: State, player: int) -> float:
        own, other, rule = read_stones(state, player)
        geometry = rule.geometry
        empty = geometry.full & ~(own | other)
        value = self._worth(count_chains(own, empty, geometry), rule.k)
        value -= self._worth(count_chains(other, empty, geometry), rule.k)
        if self.centre:
            steps = 0
            for inner in _inner_columns(geometry, state.game.block or geometry.cols):
                steps += (own & inner).bit_count() - (other & inner).bit_count()
            value += self.centre * steps
        return value

    def _worth(self, counts: dict[tuple[int, int], int], k: int) -> float:
        worth = 0.0
        for (length, open_ends), count in counts.items():
            if open_ends or length >= k:
                share = 1 + self.room if open_ends == 2 else 1
                worth += count * share * self.growth ** (length - 1)
        return worth


@lru_cache(maxsize=64)
def _inner_columns(geometry: Geometry, width: int) -> tuple[int, ...]:
    """The board without its outer 1, 2, 3, ... columns at either side.

    A cell lies in as many of these masks as it is steps away from the nearer side. On a board of
    sub-boards `width` is the width of one of them, and each has its own sides.
    """
    masks = []
    for steps in range(1, (width + 1) // 2):
        masks.append(
            sum(
                bit
                for bit, (_, col) in geometry.cell_of.items()
                if steps <= col % width < width - steps
            )
        )
    return tuple(masks)
