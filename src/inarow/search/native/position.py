"""One record for a position of any built-in game: legal moves, playing them, wins in one move.

There are seven kinds of positions, by how stones are placed and how the board is stored:

    DROP         stones fall; the board fits into one word      Connect Four, random drop
    PLACE        stones go anywhere; one word                   tic-tac-toe, small m,n,k games
    WIDE_DROP    stones fall; one byte per cell                 the same games on larger boards
    WIDE_PLACE   stones go anywhere; one byte per cell          Gomoku
    NINE         nine boards of nine bits                       nine-board tic-tac-toe
    POP          as DROP, but stones may be taken out           Pop Out
    ULTIMATE     as NINE, but boards are won                    ultimate tic-tac-toe

Words of DROP are laid out as in `games/grid.py`: column by column from the bottom, a guard bit on
top. Words of PLACE go row by row from the top left with a guard bit at the end of each row, so that
the order of the bits is the order of the actions:

     0  1  2  .          0  1  2         one step right adds 1, down cols + 1,
     4  5  6  .    for   3  4  5         and the diagonals cols + 2 and cols
     8  9 10  .          6  7  8

Bytes of the wide kinds go row by row from the top left, with a border all around, so that no walk
needs to look where the board ends (0 empty, 1 and 2 the players' stones, 3 the border):

    3 3 3 3 3
    3 0 0 0 3
    3 0 1 0 3
    3 0 0 2 3
    3 3 3 3 3

`empties` lists the empty cells of WIDE_PLACE in any order and `places` says where in that list a
cell is; taking a cell moves the last one of the list into its place.
"""

import numpy as np

from inarow.games.rules import MAX_SIDE
from inarow.search.native.bits import popcount
from inarow.search.native.jit import Array, Int, Struct, part
from inarow.search.native.words import (
    four_in_a_row,
    has_line,
    winning_cells,
    winning_cells_of_four,
)

DROP, PLACE, WIDE_DROP, WIDE_PLACE, NINE, POP, ULTIMATE = range(7)
MAX_SIDE = MAX_SIDE
BORDERED = (MAX_SIDE + 2) ** 2

POSITION = np.dtype(
    [
        # The rules
        ("kind", "i8"),
        ("rows", "i8"),
        ("cols", "i8"),
        ("k", "i8"),
        ("exact", "i8"),  # a longer line does not win
        ("actions", "i8"),
        ("dice", "i8"),  # the player may call for dice: the action after the last column
        ("choose", "i8"),  # nine boards: who is sent to a full board chooses another
        ("reopen", "i8"),  # boards to be won: a won one is played on until it is full
        ("majority", "i8"),  # boards to be won: more of them win if there is no line
        ("quick", "i8"),  # one word, k = 4, every direction fits: the fast tests may be used
        ("steps", "i8", 4),
        ("full", "i8"),  # all cells of a word
        ("bottom", "i8"),  # the lowest cell of every column
        ("column", "i8", 64),  # the cells of each column
        # The position
        ("own", "i8"),  # the stones of the player to move
        ("other", "i8"),
        ("player", "i8"),
        ("won", "i8"),  # the game is won, by:
        ("winner", "i8"),
        ("drops", "i8"),  # steps that the dice decide: random stones, the first board and cell
        ("board", "i8"),  # nine boards: the one to play in, -1 if it is to be chosen
        ("nine", "i8", (2, 9)),
        ("claimed", "i8", 2),  # the boards that each player has won
        ("boards", "i8"),  # the boards in which stones may still be placed
        ("left", "i8"),  # wide boards: empty cells; POP: turns until the game is drawn
        ("open", "i8"),  # columns that are not full
        ("random", "i8"),  # state of the random generator
        ("threats", "i8", (2, 8)),  # during a sharp game: cells that would win, if still empty
        ("count", "i8", 2),
        ("heights", "i8", MAX_SIDE),
        ("cells", "i1", BORDERED),
        ("empties", "i2", MAX_SIDE**2),
        ("places", "i2", MAX_SIDE**2),
        ("marks", "i1", MAX_SIDE**2 + 1),  # scratch: actions that were tried
    ],
    align=True,
)

FULL_NINE = 0b111111111


def _nine_tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = [0b111 << 3 * row for row in range(3)]
    columns = [0b1001001 << col for col in range(3)]
    lines = [*rows, *columns, 0b100010001, 0b1010100]
    lined = [any(mask & line == line for line in lines) for mask in range(512)]
    wins = [sum(1 << c for c in range(9) if lined[mask | 1 << c]) for mask in range(512)]
    cells = [[c for c in range(9) if mask >> c & 1] for mask in range(512)]
    return np.array(lined), np.array(wins), np.array([(*c, *[0] * (9 - len(c))) for c in cells])


NINE_LINES, NINE_WINS, NINE_CELLS = _nine_tables()
"""For each set of cells of a 3 x 3 board: whether it holds three in a row, on which cells one more
stone would make three in a row, and its cells in ascending order."""


@part
def copy_position(source: Struct, target: Struct) -> None:
    """Copy what a game changes; the rules must be the same already."""
    target.own = source.own
    target.other = source.other
    target.player = source.player
    target.won = source.won
    target.winner = source.winner
    target.drops = source.drops
    kind = source.kind
    if kind == POP:
        target.left = source.left
    elif kind in (NINE, ULTIMATE):
        target.claimed[0], target.claimed[1] = source.claimed[0], source.claimed[1]
        target.boards = source.boards
        target.board = source.board
        for board in range(9):
            target.nine[0, board] = source.nine[0, board]
            target.nine[1, board] = source.nine[1, board]
    elif kind in (WIDE_DROP, WIDE_PLACE):
        target.left = source.left
        target.open = source.open
        for cell in range((source.rows + 2) * (source.cols + 2)):
            target.cells[cell] = source.cells[cell]
        if kind == WIDE_DROP:
            for col in range(source.cols):
                target.heights[col] = source.heights[col]
        else:
            for at in range(source.left):
                target.empties[at] = source.empties[at]
            for action in range(source.actions):
                target.places[action] = source.places[action]


@part
def count_legal(pos: Struct) -> int:
    """How many actions are legal; none when the game is over."""
    if pos.won:
        return 0
    kind = pos.kind
    if kind == DROP:
        count = popcount((pos.own | pos.other) + pos.bottom & pos.full)
    elif kind == PLACE:
        return popcount(pos.full & ~(pos.own | pos.other))
    elif kind == WIDE_PLACE:
        return pos.left
    elif kind == WIDE_DROP:
        count = pos.open
    elif kind == POP:
        if pos.left <= 0:
            return 0
        landing = (pos.own | pos.other) + pos.bottom & pos.full
        return popcount(landing) + popcount(pos.own & pos.bottom)
    elif pos.board >= 0:
        return 9 - popcount(pos.nine[0, pos.board] | pos.nine[1, pos.board])
    else:
        return popcount(pos.boards)
    if count and pos.dice and not pos.drops:
        count += 1
    return count


@part
def is_legal(pos: Struct, action: int) -> bool:
    """Whether an action of a game that goes on is legal."""
    kind = pos.kind
    if kind == DROP:
        if action == pos.cols:
            return pos.dice != 0 and pos.drops == 0
        return (pos.own | pos.other) + pos.bottom & pos.column[action] != 0
    if kind == PLACE:
        return (pos.own | pos.other) >> action + action // pos.cols & 1 == 0
    if kind == WIDE_PLACE:
        return pos.cells[bordered(pos, action)] == 0
    if kind == WIDE_DROP:
        if action == pos.cols:
            return pos.dice != 0 and pos.drops == 0
        return pos.heights[action] < pos.rows
    if kind == POP:
        if action >= pos.cols:
            return pos.own & pos.bottom & pos.column[action - pos.cols] != 0
        return (pos.own | pos.other) + pos.bottom & pos.column[action] != 0
    if pos.board < 0:
        return pos.boards >> action & 1 != 0
    return (pos.nine[0, pos.board] | pos.nine[1, pos.board]) >> action & 1 == 0


@part
def bordered(pos: Struct, action: int) -> int:
    """The index of an action's cell on a bordered board."""
    return action + 2 * (action // pos.cols) + pos.cols + 3


@part
def landing_cell(pos: Struct, col: int) -> int:
    """The index of the lowest free cell of a column on a bordered board."""
    return (pos.rows - pos.heights[col]) * (pos.cols + 2) + col + 1


@part
def play(pos: Struct, action: int) -> None:
    """Play a legal action."""
    kind = pos.kind
    if kind == DROP:
        if action == pos.cols:
            pos.drops = 2
            return
        own = pos.own | (pos.own | pos.other) + pos.bottom & pos.column[action]
        pos.own = pos.other
        pos.other = own
        pos.won = completes(pos, own)
        pos.winner = pos.player
        if pos.drops:
            pos.drops -= 1
    elif kind == PLACE:
        own = pos.own | 1 << action + action // pos.cols
        pos.own = pos.other
        pos.other = own
        pos.won = completes(pos, own)
        pos.winner = pos.player
    elif kind == POP:
        play_pop(pos, action)
    elif kind in (NINE, ULTIMATE):
        play_nine(pos, action)
        return
    else:
        if kind == WIDE_DROP and action == pos.cols:
            pos.drops = 2
            return
        play_wide(pos, action)
    pos.player ^= 1


@part
def completes(pos: Struct, stones: int) -> int:
    """Whether a word holds a line, by the fast test where it may be used."""
    if pos.quick:
        up, right = pos.steps[0], pos.steps[1]
        return 1 if four_in_a_row(stones, up, right, right + up, right - up) else 0
    return 1 if has_line(stones, pos.steps, pos.k, pos.exact) else 0


@part
def play_nine(pos: Struct, action: int) -> None:
    """Choose a board, or take a cell and send the opponent to the board of that number."""
    board = pos.board
    if pos.drops:
        pos.drops -= 1
    if board < 0:
        pos.board = action
        return
    stones = pos.nine[pos.player, board] | 1 << action
    pos.nine[pos.player, board] = stones
    pos.winner = pos.player
    if pos.nine[0, board] | pos.nine[1, board] == FULL_NINE:
        pos.boards &= ~(1 << board)
    if pos.kind == ULTIMATE:
        claim(pos, board, stones)
    else:
        pos.won = NINE_LINES[stones]
    pos.board = action if not pos.choose or pos.boards >> action & 1 else -1
    pos.player ^= 1


@part
def claim(pos: Struct, board: int, stones: int) -> None:
    """Win a board by a line, and the game by a line of boards or, at the end, by their number."""
    player = pos.player
    if NINE_LINES[stones] and not (pos.claimed[0] | pos.claimed[1]) >> board & 1:
        pos.claimed[player] |= 1 << board
        pos.won = NINE_LINES[pos.claimed[player]]
        if not pos.reopen:
            pos.boards &= ~(1 << board)
    if pos.majority and not pos.won and pos.boards == 0:
        first, second = popcount(pos.claimed[0]), popcount(pos.claimed[1])
        pos.won = first != second
        pos.winner = 0 if first > second else 1


@part
def play_pop(pos: Struct, action: int) -> None:
    """Drop a stone or take one out; the caller changes the player."""
    own, other = pos.own, pos.other
    pops = action >= pos.cols
    if pops:
        column = pos.column[action - pos.cols]
        own, other = popped(own, column), popped(other, column)
    else:
        own |= (own | other) + pos.bottom & pos.column[action]
    pos.left -= 1
    pos.winner = pos.player
    pos.won = completes(pos, own)
    if pops and not pos.won and completes(pos, other):
        pos.won, pos.winner = 1, pos.player ^ 1
    pos.own, pos.other = other, own


@part
def popped(stones: int, column: int) -> int:
    """Stones after the lowest one of a column, of either player, was taken out: the others fall."""
    inside = stones & column
    return stones & ~column | inside >> 1 & column


@part
def play_wide(pos: Struct, action: int) -> None:
    """Put a stone on a bordered board; the caller changes the player."""
    if pos.kind == WIDE_DROP:
        cell = landing_cell(pos, action)
        pos.heights[action] += 1
        if pos.heights[action] == pos.rows:
            pos.open -= 1
        if pos.drops:
            pos.drops -= 1
    else:
        cell = bordered(pos, action)
        at = pos.places[action]
        last = pos.empties[pos.left - 1]
        pos.empties[at] = last
        pos.places[last] = at
    pos.left -= 1
    pos.cells[cell] = pos.player + 1
    pos.winner = pos.player
    pos.won = 1 if line_through(pos, cell, pos.player + 1) else 0


@part
def line_through(pos: Struct, cell: int, stone: int) -> bool:
    """Whether a stone of this kind on a cell of a bordered board stands in a line."""
    return line_at(pos.cells, cell, stone, pos.cols + 2, pos.k, pos.exact)


@part
def line_at(cells: Array, cell: int, stone: int, width: int, k: int, exact: int) -> bool:
    """The same for any bytes that hold a board with its border; a row of it is `width` bytes."""
    for direction in range(4):
        step = 1 if direction == 0 else width + direction - 2
        length = 1
        at = cell + step
        while cells[at] == stone:
            length += 1
            at += step
        at = cell - step
        while cells[at] == stone:
            length += 1
            at -= step
        if length == k or (length > k and not exact):
            return True
    return False


# Whether the player to move can win at once


@part
def drop_wins(pos: Struct, stones: int, empty: int) -> int:
    """The winning cells of a player in a game of falling stones on a board of one word."""
    if pos.quick:
        return winning_cells_of_four(stones, empty, pos.steps[0], pos.steps[1])
    return winning_cells(stones, empty, pos.steps, pos.k, pos.exact)


@part
def pop_wins(pos: Struct, own: int, other: int) -> bool:
    """Whether the owner of the first stones wins by a drop, or by taking out a stone."""
    filled = own | other
    if drop_wins(pos, own, pos.full & ~filled) & filled + pos.bottom:
        return True
    for col in range(pos.cols):
        column = pos.column[col]
        if own & pos.bottom & column and completes(pos, popped(own, column)):
            return True
    return False


@part
def winning_claims(pos: Struct, player: int, board: int) -> int:
    """The cells of a board, free or not, that win it and with it the game."""
    claimed = pos.claimed[player] | 1 << board
    if (pos.claimed[0] | pos.claimed[1]) >> board & 1 or not NINE_LINES[claimed]:
        return 0
    return NINE_WINS[pos.nine[player, board]]


@part
def can_win(pos: Struct) -> bool:
    """Whether the player to move has a move that completes a line."""
    kind = pos.kind
    if kind == DROP:
        filled = pos.own | pos.other
        return drop_wins(pos, pos.own, pos.full & ~filled) & filled + pos.bottom != 0
    if kind == PLACE:
        empty = pos.full & ~(pos.own | pos.other)
        return winning_cells(pos.own, empty, pos.steps, pos.k, pos.exact) != 0
    if kind == NINE:
        if pos.board < 0:
            return False
        taken = pos.nine[0, pos.board] | pos.nine[1, pos.board]
        return NINE_WINS[pos.nine[pos.player, pos.board]] & FULL_NINE & ~taken != 0
    if kind == ULTIMATE:
        if pos.board < 0:
            return False
        taken = pos.nine[0, pos.board] | pos.nine[1, pos.board]
        return winning_claims(pos, pos.player, pos.board) & FULL_NINE & ~taken != 0
    if kind == POP:
        return pos.left > 0 and pop_wins(pos, pos.own, pos.other)
    if kind == WIDE_DROP:
        for col in range(pos.cols):
            is_open = pos.heights[col] < pos.rows
            if is_open and line_through(pos, landing_cell(pos, col), pos.player + 1):
                return True
        return False
    for at in range(pos.left):
        if line_through(pos, bordered(pos, Int(pos.empties[at])), pos.player + 1):
            return True
    return False
