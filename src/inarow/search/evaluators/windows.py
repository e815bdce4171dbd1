"""Where lines can arise: the straight lines of a board, and the windows of `k` cells on them.

A *window* is `k` neighbouring cells of a straight line: a place where a winning line could come to
lie. A straight line of five cells has two windows of four:

    . . . . .
    [-------]         window 1
      [-------]       window 2

The 6 x 7 board has 69 windows of four: 24 horizontal, 21 vertical, 12 along each diagonal.
"""

from functools import lru_cache

from inarow.games.grid import Geometry


@lru_cache(maxsize=64)
def straight_lines(geometry: Geometry, shortest: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Every straight line of at least `shortest` cells: its direction and its bits in order.

    Rows and diagonals go from left to right, columns from the bottom to the top.

    >>> from inarow.games.grid import grid
    >>> [(direction, len(bits)) for direction, bits in straight_lines(grid(2, 3), 3)]
    [('horizontal', 3), ('horizontal', 3)]
    """
    cells = geometry.cell_of
    found = []
    for direction, step in geometry.directions:
        for first in cells:
            if first >> step in cells:
                continue
            bits = [first]
            while bits[-1] << step in cells:
                bits.append(bits[-1] << step)
            if len(bits) >= shortest:
                found.append((direction, tuple(bits)))
    return tuple(found)


@lru_cache(maxsize=64)
def windows(geometry: Geometry, k: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """The windows of `k` cells by direction, each as its bits in order.

    >>> from inarow.games.grid import grid
    >>> {direction: len(found) for direction, found in windows(grid(6, 7), 4).items()}
    {'vertical': 21, 'horizontal': 24, 'diagonal_up': 12, 'diagonal_down': 12}
    """
    found: dict[str, list[tuple[int, ...]]] = {name: [] for name, _ in geometry.directions}
    for direction, bits in straight_lines(geometry, k):
        found[direction] += [bits[at : at + k] for at in range(len(bits) - k + 1)]
    return {direction: tuple(group) for direction, group in found.items()}
