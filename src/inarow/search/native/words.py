"""Boards that fit into one word: each question about lines is a few shifts.

A set of stones is one word (`games/grid.py` draws the layout). Shifting it by the step of a
direction lays every stone on its neighbour's cell, and a guard bit at the end of each row or column
stops stones from wandering into the next one:

    stones             . X X X X .
    stones >> step     X X X X . .
    both               . X X X . .      runs of 2 begin here
    both again by 2    . X . . . .      a run of 4 begins here

`steps` holds the step of each of the four directions, or 0 where no line of k fits.
"""

from inarow.search.native.jit import Array, part


@part
def four_in_a_row(stones: int, up: int, right: int, rise: int, fall: int) -> bool:
    """Whether there are four in a row in one of four directions; the case that must be fast."""
    a = stones & stones >> up
    b = stones & stones >> right
    c = stones & stones >> rise
    d = stones & stones >> fall
    return (a & a >> 2 * up | b & b >> 2 * right | c & c >> 2 * rise | d & d >> 2 * fall) != 0


@part
def has_line(stones: int, steps: Array, k: int, exact: int) -> bool:
    """Whether there are k in a row, with `exact` just k and not more."""
    for step in steps:
        if step:
            runs, length = stones, 1
            while 2 * length <= k:
                runs &= runs >> length * step
                length *= 2
            if length < k:
                runs &= runs >> (k - length) * step
            if exact:
                runs &= ~(stones << step)
                if k * step < 64:
                    runs &= ~(stones >> k * step)
            if runs:
                return True
    return False


@part
def winning_cells(stones: int, empty: int, steps: Array, k: int, exact: int) -> int:
    """The empty cells, reachable or not, on which one more stone completes a line."""
    found = 0
    for step in steps:
        if step:
            before = empty  # the cells with n stones right before them in this direction
            for n in range(k):
                cells = before
                for behind in range(1, k - n):
                    cells &= stones >> behind * step
                before &= stones << (n + 1) * step if (n + 1) * step < 64 else 0
                if exact:  # one more stone before the run, or one behind it
                    cells &= ~before
                    if (k - n) * step < 64:
                        cells &= ~(stones >> (k - n) * step)
                found |= cells
    return found


@part
def winning_cells_of_four(stones: int, empty: int, up: int, right: int) -> int:
    """`winning_cells` for k = 4 and falling stones.

    A missing cell is the end of three stones or a gap in them. Seen from the missing cell `_`, in
    every direction but up, which has no gaps and is only completed from above:

        x x x _      x x _ x      x _ x x      _ x x x

    The first two share the pair on the left, the last two the pair on the right.
    """
    found = stones << up & stones << 2 * up & stones << 3 * up
    for step in (right, right + up, right - up):
        pair = stones << step & stones << 2 * step
        found |= pair & (stones << 3 * step | stones >> step)
        pair = stones >> step & stones >> 2 * step
        found |= pair & (stones >> 3 * step | stones << step)
    return found & empty


@part
def safe_drops(landing: int, threats: int) -> int:
    """The landing cells after which an opponent with these winning cells cannot win at once.

    A threat that is a landing cell must be taken, two cannot both be. And no stone goes directly
    below one: that would make it a landing cell. (For falling stones: one step up is 1.)

        . . .          . W .
        W x W          . W .     x has just been played, W wins for x: both ways no reply is safe
        o x x          o x o

    Sound: every move left out loses to the very next stone.
    """
    forced = landing & threats
    if forced:
        if forced & (forced - 1):
            return 0
        landing = forced
    return landing & ~(threats >> 1)
