"""Look a position up in an opening book: `book.py` tells what a book is.

A book is two arrays side by side, sorted by key; the record of a search holds their addresses:

    keys     64 bits each     k0 < k1 < k2 < ...        compared as numbers without a sign
    scores    8 bits each     s0   s1   s2   ...
"""

from __future__ import annotations

import numpy as np

from inarow.search.native.jit import part
from inarow.search.native.types import Struct
from inarow.search.solver.kernel_masks import mirrored, position_key
from inarow.search.solver.kernel_table import read_byte, read_word

NOT_IN_BOOK = 99
"""What `book_score` returns for a position that the book does not hold: more than any score."""


@part
def book_score(st: Struct, own: int, filled: int) -> int:
    """The score of a position by halving the part of the book in which it can be."""
    word = position_key(own, filled) + st.bottom
    key = min(np.uint64(word), np.uint64(mirrored(st, word)))
    low, high = 0, st.book_size
    while low < high:
        middle = (low + high) // 2
        if np.uint64(read_word(st.book_keys + 8 * middle)) < key:
            low = middle + 1
        else:
            high = middle
    if low < st.book_size and np.uint64(read_word(st.book_keys + 8 * low)) == key:
        score: int = read_byte(st.book_scores + low)
        return score
    return NOT_IN_BOOK
