"""Pairs of cells that hold a draw: the shortest proofs there are.

Whoever defends pairs free cells so that every line which the attacker could still complete contains
both cells of some pair. To a stone on one cell of a pair the defender answers on the other one, to
any other stone as he likes. So the attacker never has both, and no line is ever completed. Five in
a row on 5 x 5 has twelve lines, and 24 of the 25 cells make twelve pairs:

    5   12  1  1  9  7
    4    4 12  3 10  4        cells with the same number are a pair: row 5 has the pair 1,
    3    5  2  .  6  6        column a the pair 5, the diagonal from a5 to e1 the pair 12
    2    5  8  3  8  7
    1   10  2 11  9 11
         a  b  c  d  e

A pair stops each line that goes through both of its cells, and lines that overlap may share one.

Source: A. W. Hales, R. I. Jewett, "Regularity and Positional Games", 1963.
"""

from collections.abc import Sequence
from itertools import combinations

from inarow.games.base import State
from inarow.games.rules import Rules

MAX_CELLS = 100
"""Of the boards that the kernel takes."""
MAX_K = 10

Line = tuple[int, ...]
Pair = tuple[int, int]


def has_lines(rules: Rules) -> bool:
    """Whether a stone may go anywhere, and lines alone win."""
    return rules.anywhere and rules.plain and not rules.exact


def fits_kernel(rules: Rules) -> bool:
    """Whether the compiled search takes such a board."""
    return has_lines(rules) and rules.cells <= MAX_CELLS and rules.k <= MAX_K


def lines_of(rules: Rules) -> list[Line]:
    """The cells of each line, as actions.

    >>> from inarow.registry import load_game
    >>> lines_of(load_game("tic_tac_toe").rules)[:4]
    [(0, 1, 2), (0, 3, 6), (0, 4, 8), (1, 4, 7)]
    """
    found = []
    for row in range(rules.rows):
        for col in range(rules.cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, col + step * right) for step in range(rules.k)]
                if cells[-1][0] < rules.rows and 0 <= cells[-1][1] < rules.cols:
                    found.append(tuple(r * rules.cols + c for r, c in cells))
    return found


def find_pairs(state: State, attacker: int) -> list[Pair] | None:
    """Pairs with which the other player stops every line of the attacker; None: none were found.

    The line with the fewest cells left chooses first, the pair that stops the most lines. It never
    goes back on a choice, so it may miss a pairing.

    >>> from inarow.registry import load_game
    >>> find_pairs(load_game("mnk(2,4,3)").initial_state(), attacker=0)
    [(1, 2), (5, 6)]
    >>> find_pairs(load_game("tic_tac_toe").initial_state(), attacker=0) is None
    True
    """
    rules = state.game.rules
    assert rules is not None
    owners = [owner for row in state.board() for owner in row]
    living = [
        line for line in lines_of(rules) if not any(owners[cell] == 1 - attacker for cell in line)
    ]
    through = {cell: sum(cell in line for line in living) for cell in range(rules.cells)}
    free = {cell for cell, owner in enumerate(owners) if owner is None}
    pairs: list[Pair] = []
    while living:
        left = [[cell for cell in line if cell in free] for line in living]
        scarce = min(left, key=len)
        if len(scarce) < 2:
            return None
        # Cells on few other lines are of little use elsewhere.
        worth = {
            (one, two): (len(stopped_by((one, two), living)), -through[one] - through[two])
            for one, two in combinations(scarce, 2)
        }
        pair = max(worth, key=worth.__getitem__)
        pairs.append(pair)
        free.difference_update(pair)
        living = [line for line in living if not (pair[0] in line and pair[1] in line)]
    return pairs


def stopped_by(pair: Pair, lines: Sequence[Line]) -> list[Line]:
    """The lines that go through both cells."""
    return [line for line in lines if pair[0] in line and pair[1] in line]
