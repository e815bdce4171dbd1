"""The evaluators of `evaluators/`, on a board that counts its lines. Higher is better for `player`.

NONE              0
WINDOW_COST       how many stones the player to move still needs for a line
OPEN_CHAINS       runs of stones by their free ends
WEIGHTED_CHAINS   open runs by their length, and the centre
OPEN_LINES        every line that can still be completed: kept up to date by the board
"""

from inarow.search.native.counters import FALL, exact_open_sum, run_length
from inarow.search.native.jit import Struct, part
from inarow.search.scores import LOSS_SCORE, WIN_SCORE

NONE, WINDOW_COST, OPEN_CHAINS, WEIGHTED_CHAINS, OPEN_LINES = range(5)
WON, LOST = float(WIN_SCORE), float(LOSS_SCORE)


@part
def evaluate(b: Struct, player: int) -> float:
    """The value of a position for a player, kept within the bounds that the search allows."""
    if b.evaluator == NONE:
        value = 0.0
    elif b.evaluator == WINDOW_COST:
        cost = window_cost(b)
        value = float(-cost if player == b.player else cost)
    elif b.evaluator == OPEN_LINES:
        total = exact_open_sum(b) if b.exact else b.open_sum
        value = total if player == 0 else -total
    elif b.evaluator == OPEN_CHAINS:
        value = open_chains(b, player)
    else:
        value = weighted_chains(b, player) - weighted_chains(b, player ^ 1)
    return max(-b.most, min(b.most, value))


@part
def window_cost(b: Struct) -> int:
    """The least number of stones that the player to move still needs to see placed."""
    if b.left == 0:
        return 0
    me, k = b.player, b.k
    best = k + b.total + 2
    for d in range(4):
        live = False
        for start in range(b.total):
            if b.behind[d, start] >= k - 1 and b.counts[me ^ 1, d, start] == 0:
                mine = b.counts[me, d, start]
                if mine < k:
                    live = True
                    cost = k - mine if b.placement != FALL else stones_to_fill(b, d, start)
                    best = min(best, cost + (mine == 0))
                    if best == 1:
                        return 1
        if not live:
            best = min(best, k)
    return best


@part
def stones_to_fill(b: Struct, d: int, start: int) -> int:
    """The empty cells of a window and below it: all must be filled, because stones fall."""
    row, col = start // b.cols, start % b.cols
    if d == 0:  # a column: the uppermost cell counts for all
        return max(0, b.rows - row - b.heights[col])
    stones = 0
    for i in range(b.k):
        cell = start + i * b.steps[d]
        row, col = cell // b.cols, cell % b.cols
        stones += max(0, b.rows - row - b.heights[col])
    return stones


@part
def open_chains(b: Struct, player: int) -> float:
    """Two points for a chain free at both ends, one if at one end; k - 1 with both wins."""
    mine = chain_points(b, player)
    if mine < 0:
        return WON
    theirs = chain_points(b, player ^ 1)
    return LOST if theirs < 0 else float(mine - theirs)


@part
def chain_points(b: Struct, player: int) -> int:
    """The points of one player's chains; -1 if one of them decides the game."""
    points, stone = 0, player + 1
    for d in range(4):
        for cell in range(b.total):
            if b.cells[cell] == stone and run_length(b, cell, d, -1, stone) == 0:
                length, ends = chain_at(b, cell, d, stone)
                if length == b.k or (length > b.k and not b.exact):
                    return -1
                if length == b.k - 1 and ends == 2:
                    return -1
                if length >= 2:
                    points += ends
    return points


@part
def weighted_chains(b: Struct, player: int) -> float:
    """What one player's open chains and central stones are worth."""
    worth, stone = 0.0, player + 1
    for cell in range(b.total):
        if b.cells[cell] == stone:
            worth += b.centre * b.inner[cell]
    for d in range(4):
        for cell in range(b.total):
            if b.cells[cell] == stone and run_length(b, cell, d, -1, stone) == 0:
                length, ends = chain_at(b, cell, d, stone)
                if ends or length >= b.k:
                    share = 1.0 + b.room if ends == 2 else 1.0
                    worth += share * b.growth ** (length - 1)
    return worth


@part
def chain_at(b: Struct, cell: int, d: int, stone: int) -> tuple[int, int]:
    """The length and the number of free ends of the chain whose first stone this is."""
    length = 1 + run_length(b, cell, d, 1, stone)
    step = b.steps[d]
    ends = 0
    if b.before[d, cell] and b.cells[cell - step] == 0:
        ends += 1
    if b.behind[d, cell] >= length and b.cells[cell + length * step] == 0:
        ends += 1
    return length, ends
