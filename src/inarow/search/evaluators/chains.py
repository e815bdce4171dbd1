"""Runs of stones: the chains that two of the original programs count.

A *chain* is a maximal run of one player's stones in one direction. Its *open ends* are the empty
cells right before and behind it; the edge of the board closes an end like a stone does:

    . X X X .      2 open ends        O X X . .      1 open end
    | X X . .      1 open end         O X X O .      0: nothing can be added

A stone alone is a chain of length 1, once in each of the four directions.

Counting chains needs no walk from stone to stone. Shifting a set of stones by one step lays every
stone on its neighbour's cell, so the first stones of all runs are found by two operations on ints,
and moving all of them on together, as long as there are stones to step on, measures every run of
the board at once:

    stones       . X X X . X .
    first        . 1 . . . 1 .      stones & ~(stones << step)
    still there  . . 1 . . . .      (first << step) & stones
    still there  . . . 1 . . .      one run of 1, one run of 3
"""

from __future__ import annotations

from dataclasses import dataclass

from inarow.games.base import Cell, State
from inarow.games.grid import Geometry, bits_of
from inarow.games.stones import read_stones


@dataclass(frozen=True, slots=True)
class Chain:
    """A maximal run: direction, cells from left to right or top to bottom, and free ends (0-2)."""

    direction: str
    cells: tuple[Cell, ...]
    open_ends: int

    def __len__(self) -> int:
        return len(self.cells)


def chains(state: State, player: int, open_only: bool = False) -> list[Chain]:
    """All chains of a player, direction by direction; with `open_only` those with a free end.

    >>> from inarow.games.connect_four import ConnectFour
    >>> state = ConnectFour().initial_state().play(3).play(0).play(4)
    >>> [chain for chain in chains(state, player=0) if len(chain) == 2]
    [Chain(direction='horizontal', cells=((5, 3), (5, 4)), open_ends=2)]
    """
    own, other, rule = read_stones(state, player)
    geometry = rule.geometry
    empty = geometry.full & ~(own | other)
    found = []
    for direction, step in geometry.directions:
        for first in bits_of(own & ~(own << step)):
            run = [first]
            while own & run[-1] << step:
                run.append(run[-1] << step)
            open_ends = (empty & (first >> step)).bit_count()
            open_ends += (empty & (run[-1] << step)).bit_count()
            if open_ends or not open_only:
                cells = sorted((geometry.cell_of[bit] for bit in run), key=lambda c: (c[1], c[0]))
                found.append(Chain(direction, tuple(cells), open_ends))
    return found


def count_chains(stones: int, empty: int, geometry: Geometry) -> dict[tuple[int, int], int]:
    """How many chains there are of each `(length, open ends)`: the fast path.

    >>> from inarow.games.grid import grid
    >>> row = 0b0110  # two stones of a column of four cells; one empty cell above and one below
    >>> count_chains(row, 0b1001, grid(4, 1))
    {(2, 2): 1, (1, 0): 6}
    """
    counts: dict[tuple[int, int], int] = {}
    for _, step in geometry.directions:
        goes_on, free = stones >> step, empty >> step
        heads = stones & ~(stones << step)
        opened = heads & empty << step  # the runs whose first end is free, carried along with heads
        length = 1
        while heads:
            ended = heads & ~goes_on
            if ended:
                one_end, other_end = ended & opened, ended & free
                both = (one_end & other_end).bit_count()
                single = (one_end ^ other_end).bit_count()
                none = ended.bit_count() - both - single
                for open_ends, count in ((2, both), (1, single), (0, none)):
                    if count:
                        key = (length, open_ends)
                        counts[key] = counts.get(key, 0) + count
            heads = heads << step & stones
            opened = opened << step & stones
            length += 1
    return counts
