"""Tuples of boards on which stones fall: blocks of neighbouring columns, from the ground upwards.

A random walk of eight cells looks at a few cells of three or four columns. A block looks at all of
its columns up to some height, so one number of it says more, and one lookup does the work of many:

    . . . . . . .     . . . . . . .     . . . . . . .
    # # # . . . .     . . . . . . .     . . . . . . .
    # # # . . . .     . . . . . . .     . . . . . . .       every block of a width, mirror images
    # # # . . . .     # # # # . . .     . . . . . . .       left out; the wider, the lower
    # # # . . . .     # # # # . . .     # # # # # # .
    # # # . . . .     # # # # . . .     # # # # # # .

A column of h cells can be filled in 2^(h + 1) - 1 ways, since nothing lies above an empty cell, so
a block of w columns has (2^(h + 1) - 1)^w numbers. It is as high as its largest table allows.
"""

from inarow.games.rules import Rules
from inarow.search.learned.shape import Cells

NARROWEST = 3
"""Columns of a block, at least: what two columns look like says little."""


def column_blocks(rules: Rules, most: int) -> list[Cells]:
    """All blocks whose table has no more than `most` numbers, as high as that allows.

    >>> from inarow.games.rules import Placement
    >>> rules = Rules(6, 7, 4, Placement.FALLS)
    >>> [len(cells) for cells in column_blocks(rules, 100_000)]
    [12, 12, 12, 12, 12, 10, 10, 6, 7]
    """
    found: list[Cells] = []
    for width in range(NARROWEST, rules.cols + 1):
        heights = range(1, rules.rows + 1)
        height = max((h for h in heights if (2 ** (h + 1) - 1) ** width <= most), default=0)
        if height:
            places = range((rules.cols - width) // 2 + 1)
            found += [_block(rules, height, left, width) for left in places]
    return found


def _block(rules: Rules, height: int, left: int, width: int) -> Cells:
    """The cells of the lowest rows from one column on."""
    return tuple(
        row * rules.cols + col
        for row in range(rules.rows - height, rules.rows)
        for col in range(left, left + width)
    )
