"""Rotations and reflections of a board as permutations of its cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def square_symmetries(rows: int, cols: int) -> Sequence[Sequence[int]]:
    """All ways to lay a rows x cols board on itself: 8 for a square, 4 otherwise, identity first.

    Cells are numbered row by row; entry `i` of a permutation is the new number of cell `i`.

    >>> [tuple(p) for p in square_symmetries(1, 2)]
    [(0, 1), (1, 0)]
    """
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, col: (row, col),
        lambda row, col: (row, cols - 1 - col),
        lambda row, col: (rows - 1 - row, col),
        lambda row, col: (rows - 1 - row, cols - 1 - col),
    ]
    if rows == cols:
        turns += [
            lambda row, col: (col, row),
            lambda row, col: (col, rows - 1 - row),
            lambda row, col: (cols - 1 - col, row),
            lambda row, col: (cols - 1 - col, rows - 1 - row),
        ]
    found: dict[tuple[int, ...], None] = {}
    for turn in turns:
        cells = (turn(row, col) for row in range(rows) for col in range(cols))
        found[tuple(row * cols + col for row, col in cells)] = None
    return tuple(found)
