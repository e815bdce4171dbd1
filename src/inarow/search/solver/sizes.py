"""Which boards the solver takes, and with how long words. Imports nothing."""

MOST_BITS = 64
"""Cells and guards that fit into one word."""
MOST_WIDE_BITS = 120
"""Those of larger boards: two words less what the table needs."""
MOST_WIDE_ROWS = 40
"""Higher boards would be shifted by more than two words in the direction of a diagonal."""


def fits(rows: int, cols: int) -> bool:
    """Whether the solver takes a board.

    >>> [fits(rows, cols) for rows, cols in ((6, 7), (7, 9), (4, 24), (9, 13), (50, 1))]
    [True, True, True, False, False]
    """
    return cols * (rows + 1) <= MOST_WIDE_BITS and rows <= MOST_WIDE_ROWS


def is_wide(rows: int, cols: int) -> bool:
    """Whether a board needs words of 128 bits.

    Those with more bits do, and higher ones: a diagonal of four must not be longer than a word.

    >>> [is_wide(rows, cols) for rows, cols in ((6, 7), (7, 8), (7, 9), (4, 13), (20, 2))]
    [False, False, True, True, True]
    """
    return cols * (rows + 1) > MOST_BITS or 3 * (rows + 2) >= MOST_BITS
