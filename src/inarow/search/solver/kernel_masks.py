"""Connect Four on two words: where stones fall, where lines close, names of positions.

A position is the stones of the player to move (`own`) and of both players (`filled`). The bits are
those of `games/grid.py`; here is the 6 x 7 board, with what the solver calls things:

    .   .   .   .   .   .   .      guard bits: never set in a board
    5  12  19  26  33  40  47      top row       ^ +1        up
    4  11  18  25  32  39  46                    > +stride   right      (stride = rows + 1)
    3  10  17  24  31  38  45                    / +stride+1 up-right
    2   9  16  23  30  37  44                    \\ +stride-1 down-right
    1   8  15  22  29  36  43
    0   7  14  21  28  35  42      bottom

Sets of cells are words, too, so one shift moves a whole set by one step, and what leaves a column
lands on a guard bit. Nothing here looks at single cells, and nothing here depends on the size: on
boards of up to 64 bits the words are ints, on larger ones they are those of `native/wide.py`.
"""

from inarow.search.native.jit import Struct, inlined, part
from inarow.search.native.lanes import closing_lanes, four_in_lanes
from inarow.search.native.wide import full_bits
from inarow.search.native.words import four_in_a_row, winning_cells_of_four


@part
def landing_cells(filled: int, bottom: int, board: int) -> int:
    """The cells on which a stone can come to rest now, one in each column that has room.

    Adding the bottom bit of a column carries through its stones into the first free cell:

        . .        . .
        . 1   +    0 .   =  carries up:   the lowest 0 of each column becomes the only new 1
        1 1        1 1

    All columns are added at once. A full column carries into its guard bit, which `board` removes.
    """
    return (filled + bottom) & board


@inlined
def has_line(stones: int, stride: int) -> bool:
    """Whether the set contains four in a row."""
    if full_bits(stones) == 64:
        found: bool = four_in_lanes(stones, stride)
        return found
    return four_in_a_row(stones, 1, stride, stride + 1, stride - 1)


@inlined
def winning_cells(stones: int, free: int, stride: int) -> int:
    """Every free cell that would complete a line of these stones, playable now or not."""
    if full_bits(stones) == 64:
        cells: int = closing_lanes(stones, stride) & free
        return cells
    return winning_cells_of_four(stones, free, 1, stride)


@part
def position_key(own: int, filled: int) -> int:
    """One word that names the position.

    A column of height h is 2**h - 1 in `filled`, and `own` adds a number from 0 to that: sums of
    different heights never meet, and none leaves the rows + 1 bits of its column.
    """
    return own + filled


@part
def mirrored(st: Struct, word: int) -> int:
    """A board or a key with its columns in reversed order.

    Sound: the rules know no left and right. A position and its mirror image share one table entry
    while both may still be met: halves the opening.
    """
    image = 0
    column = st.column[0] << 1 | 1  # the cells of a column and its guard bit
    for _ in range(st.cols):
        image = (image << st.stride) | (word & column)
        word >>= st.stride
    return image
