"""A board that counts the stones of every line, for any built-in game and any size, with undo.

A *window* is k neighbouring cells of a straight line: a place where a winning line could lie. It is
named by its direction and its first cell, and for each player the board knows how many of its
stones lie there. A new stone changes the windows through its cell, at most 4k of them, and from
their counts everything else follows at once: a count of k wins, a count of k - 1 with an empty cell
is a threat, and windows with stones of one player only are what `open_lines` adds up.

    cells are numbered row by row from the top left;      direction   step
    a window of 4 to the right that begins at cell 8:     down         cols
                                                          right        1
     0  1  2  3  4  5  6                                  down left    cols - 1
     7 [8  9 10 11]12 13                                  down right   cols + 1
    14 15 16 17 18 19 20

`before[d, cell]` says how many cells lie before a cell on its straight line in direction d, and
`behind[d, cell]` how many behind it, so no window ever leaves the board; in nine boards straight
lines end with their small board.
"""

import numpy as np

from inarow.games.rules import MAX_SIDE
from inarow.search.native.jit import Int, Struct, part

FALL, ANYWHERE, SENT = range(3)
"""How a stone is placed: it falls, goes anywhere, or into the board that the last move named."""
MAX_SIDE = MAX_SIDE
MAX_CELLS = MAX_SIDE**2
assert MAX_SIDE <= 127, "counts of stones in a line are kept in bytes"

BOARD = np.dtype(
    [
        # The rules
        ("placement", "i8"),
        ("rows", "i8"),
        ("cols", "i8"),
        ("k", "i8"),
        ("exact", "i8"),
        ("actions", "i8"),
        ("choose", "i8"),  # nine boards: who is sent to a full board chooses another
        ("total", "i8"),  # cells
        ("steps", "i8", 4),
        # The position
        ("player", "i8"),
        ("left", "i8"),  # empty cells
        ("board", "i8"),  # nine boards: the one to play in, -1 if it is to be chosen
        ("won", "i8"),  # the player who just moved has completed a line
        ("hash", "i8"),
        ("nearly", "i8", 2),  # windows that lack one stone and hold none of the opponent
        ("open_sum", "f8"),  # the value of `open_lines` for player 0
        # The search
        ("order", "i8"),  # 0: as in `ranked`; 2: of these, cells that touch a stone
        (
            "sort_above",
            "i8",
        ),  # sort columns by their score where this many plies are left; -1 never
        ("score", "i8"),  # of decided games: 0 fixed, 1 by distance, 2 the same but far from 0
        ("bound_tests", "i8"),
        ("foresight", "i8"),
        ("evaluator", "i8"),
        ("maximizer", "i8"),
        ("most", "f8"),  # evaluations are kept within this
        ("growth", "f8"),
        ("room", "f8"),
        ("centre", "f8"),
        ("horizon", "i8"),  # the search has stopped somewhere before the end of the game
        ("nodes", "i8"),
        ("node_limit", "i8"),
        ("stop", "i8"),  # set from outside, or when the nodes are used up
        ("reply", "i8"),  # the action to try first, and then the best one
        ("keys", "i8"),  # slots of the table; 0: no table
        ("nine_key", "i8", 10),
        ("weights", "f8", MAX_SIDE + 1),  # open_lines: what a window with this many stones is worth
        ("heights", "i8", MAX_SIDE),
        ("filled", "i8", 9),  # nine boards: stones per board
        ("cells", "i1", MAX_CELLS),  # 0 empty, 1 and 2 the players' stones
        ("near", "i1", MAX_CELLS),  # stones among the eight neighbours
        ("ranked", "i2", MAX_CELLS),  # actions in the order in which they are tried
        ("inner", "i2", MAX_CELLS),  # steps from a cell to the nearer side of its board
        ("before", "i1", (4, MAX_CELLS)),
        ("behind", "i1", (4, MAX_CELLS)),
        ("counts", "i1", (2, 4, MAX_CELLS)),
        ("key", "i8", (2, MAX_CELLS)),  # random words for hashing
        ("stones", "i2", 2 * MAX_CELLS),  # by depth of the search: the cell of the stone, -1 none
        ("boards", "i1", 2 * MAX_CELLS),  # and what was before it
        ("sums", "f8", 2 * MAX_CELLS),
        ("central", "i1", MAX_SIDE),  # columns from the centre outwards
        ("scores", "f8", MAX_SIDE),
        ("sorted", "i1", MAX_SIDE * MAX_CELLS),  # columns by score, a row for each ply
    ],
    align=True,
)


@part
def can_play(b: Struct, action: int) -> bool:
    """Whether an action is legal while the game goes on."""
    if b.placement == FALL:
        return b.heights[action] < b.rows
    if b.placement == ANYWHERE:
        return b.cells[action] == 0
    if b.board < 0:
        return b.filled[action] < 9
    return b.cells[cell_in_nine(b.board, action)] == 0


@part
def cell_in_nine(board: int, cell: int) -> int:
    """The number, on the board of 9 x 9, of a cell of one of the nine boards."""
    return (board // 3 * 3 + cell // 3) * 9 + board % 3 * 3 + cell % 3


@part
def target_cell(b: Struct, action: int) -> int:
    """The cell on which the stone of an action comes to lie."""
    if b.placement == FALL:
        return (b.rows - 1 - b.heights[action]) * b.cols + action
    if b.placement == ANYWHERE:
        return action
    return cell_in_nine(b.board, action)


@part
def play_stone(b: Struct, cell: int, action: int) -> None:
    """Put a stone of the player to move on an empty cell, and pass the turn.

    `action` is the column, the cell or the cell of the small board that was played.
    """
    me = b.player
    b.won = 0
    if b.exact and line_of_exactly_k(b, cell, me):
        b.won = 1
    add_to_windows(b, cell, me, 1)
    b.cells[cell] = me + 1
    b.hash ^= b.key[me, cell]
    b.left -= 1
    b.player = me ^ 1
    mark_near(b, cell, 1)
    if b.placement == FALL:
        b.heights[action] += 1
    elif b.placement == SENT:
        b.filled[b.board] += 1
        b.board = -1 if b.choose and b.filled[action] == 9 else action


@part
def undo_stone(b: Struct, cell: int, action: int, board: int, open_sum: float) -> None:
    """Take back the last stone; `board` and `open_sum` are what they were before it."""
    me = b.player ^ 1
    b.cells[cell] = 0
    add_to_windows(b, cell, me, -1)
    b.open_sum = open_sum
    b.hash ^= b.key[me, cell]
    b.left += 1
    b.player = me
    b.won = 0
    b.board = board
    mark_near(b, cell, -1)
    if b.placement == FALL:
        b.heights[action] -= 1
    elif b.placement == SENT:
        b.filled[board] -= 1


@part
def add_to_windows(b: Struct, cell: int, me: int, change: int) -> None:
    """Count a stone in, or out of, every window through its cell."""
    k, sign = b.k, 1.0 - 2.0 * me
    for d in range(4):
        step = b.steps[d]
        last = min(k - 1, Int(b.before[d, cell]))
        for back in range(max(0, k - 1 - b.behind[d, cell]), last + 1):
            start = cell - back * step
            mine, theirs = Int(b.counts[me, d, start]), Int(b.counts[me ^ 1, d, start])
            now = mine + change
            b.counts[me, d, start] = now
            if theirs == 0:
                b.nearly[me] += (now == k - 1) - (mine == k - 1)
                b.open_sum += sign * (b.weights[now] - b.weights[mine])
                if now == k and not b.exact:
                    b.won = 1
            elif mine == 0 or now == 0:  # the opponent's window closes, or opens again
                b.nearly[me ^ 1] -= change * (theirs == k - 1)
                b.open_sum += sign * change * b.weights[theirs]


@part
def mark_near(b: Struct, cell: int, change: int) -> None:
    """Tell the neighbours of a cell that a stone has come or gone."""
    if b.order != 2:
        return
    for d in range(4):
        if b.before[d, cell]:
            b.near[cell - b.steps[d]] += change
        if b.behind[d, cell]:
            b.near[cell + b.steps[d]] += change


@part
def line_of_exactly_k(b: Struct, cell: int, player: int) -> bool:
    """Whether a stone on this cell would stand in a run of k, not more and not less."""
    for d in range(4):
        run = 1 + run_length(b, cell, d, -1, player + 1) + run_length(b, cell, d, 1, player + 1)
        if run == b.k:
            return True
    return False


@part
def run_length(b: Struct, cell: int, d: int, way: int, stone: int) -> int:
    """How many equal stones follow a cell in a direction (way 1) or against it (way -1)."""
    room = Int(b.behind[d, cell]) if way > 0 else Int(b.before[d, cell])
    step = way * b.steps[d]
    length = 0
    while length < room and b.cells[cell + (length + 1) * step] == stone:
        length += 1
    return length


@part
def wins_at(b: Struct, cell: int, player: int) -> bool:
    """Whether a stone of this player on an empty cell would complete a line."""
    if b.exact:
        return line_of_exactly_k(b, cell, player)
    k = b.k
    for d in range(4):
        last = min(k - 1, Int(b.before[d, cell]))
        for back in range(max(0, k - 1 - b.behind[d, cell]), last + 1):
            if b.counts[player, d, cell - back * b.steps[d]] == k - 1:
                return True
    return False


@part
def exact_open_sum(b: Struct) -> float:
    """`open_lines` where only k in a row win: a window with an own stone beside it is dead."""
    total = 0.0
    for d in range(4):
        step = b.steps[d]
        for start in range(b.total):
            if b.behind[d, start] >= b.k - 1:
                first, second = b.counts[0, d, start], b.counts[1, d, start]
                if (first == 0) != (second == 0):
                    stone = 1 if first else 2
                    beside = b.before[d, start] > 0 and b.cells[start - step] == stone
                    if b.behind[d, start] >= b.k and b.cells[start + b.k * step] == stone:
                        beside = True
                    if not beside:
                        total += b.weights[first] if first else -b.weights[second]
    return total
