"""Thousands of games side by side: one move in each, and what the players then see.

Numba compiles this file. Every game has a record (`GAME`: whose turn it is, who has won, ...) and a
row of bytes, in which it keeps

    picture 0   the board as player 0 sees it                           rows x cols x planes
    picture 1   the board as player 1 sees it                           the same
    legal       1 for every legal action                                actions
    heights     stones in each column, where stones fall                cols
    cells       the board with a border all around, to look for lines   (rows + 2) x (cols + 2)

A *picture* is an observation that is always up to date. A stone changes one byte in each of the two
pictures, and to observe is to copy one of them. Cells go row by row from the top left, each with
its planes: own stone, other's stone, on nine boards whether its board is to be played in, and in
ultimate tic-tac-toe whether its board is one's own or the other's.

    . . .        player 0 sees    00 00 00        player 1 sees    00 00 00
    . X .                         00 10 00                         00 01 00
    . . O                         00 00 01                         00 00 10

The third plane is the same for both, so it stays 0 here and is written into the observation.

Boards that fit into one word need no `cells`: the stones of both players are words as well, laid
out as in `search/native/position.py`, and lines are found by a few shifts.

The rows of all games lie in one array, one after the other. Parts are given that array and a
record, because Numba counts every view of an array, which takes as long as a move.

An action that is not legal loses the game.
"""

import numpy as np

from inarow.search.native.bits import draw, next_random, popcount, uncounted
from inarow.search.native.jit import Array, Int, Struct, inlined, kernel, part
from inarow.search.native.position import FULL_NINE, NINE_LINES, completes, line_at

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a game that is over begins anew: the names of Gymnasium."""
NOBODY, DRAWN = -1, 2
"""The seat of a learner who plays both sides, and one that is drawn for every game."""
BORDER = 3
"""A byte of `cells` is 0, the number of a player plus 1, or this."""
Place = np.uint64
"""An index that cannot be negative: so many bytes are copied at once."""

RULES = np.dtype(
    [
        ("rows", "i8"),
        ("cols", "i8"),
        ("k", "i8"),
        ("exact", "i8"),  # a longer line does not win
        ("planes", "i8"),
        ("actions", "i8"),
        ("falls", "i8"),  # stones fall
        ("sent", "i8"),  # nine boards: the last move names the board to play in
        ("chooses", "i8"),  # nine boards: who is sent to a full board chooses another
        ("claims", "i8"),  # nine boards: lines win boards, and lines of boards the game
        ("reopens", "i8"),  # with claims: a won board is played on until it is full
        ("majority", "i8"),  # with claims: more boards win if there is no line of them
        ("pops", "i8"),  # the action `cols + column` takes out the stone at the bottom
        ("calls", "i8"),  # the last action calls for dice, which drop the next two stones
        ("turns", "i8"),  # after so many the game is drawn: where nothing is taken out, the cells
        ("dice", "i8"),  # they are rolled here: as called for, and for the first of nine boards
        ("word", "i8"),  # the board fits into one word
        ("quick", "i8"),  # and the fast test for lines of four may be used
        ("steps", "i8", 4),
        # The learner
        ("seat", "i8"),  # 0, 1, DRAWN or NOBODY
        ("replies", "i8"),  # the other seat plays at random
        ("autoreset", "i8"),
        # Where the parts of a row begin
        ("picture", "i8"),  # picture 1; it is also how long a picture is
        ("legal", "i8"),
        ("heights", "i8"),
        ("cells", "i8"),
        ("length", "i8"),  # of the whole row
    ],
    align=True,
)

GAME = np.dtype(
    [
        ("start", "i8"),  # of its row
        ("random", "i8"),  # state of the random generator
        ("stones", "i8", 2),  # boards of one word: the stones of both players
        ("left", "i8"),  # turns until the game is drawn
        ("nine", "i2", (2, 9)),  # nine boards: the cells of both players in each of them
        ("boards", "i2"),  # nine boards: those in which a stone may still be placed
        ("claimed", "i2", 2),  # nine boards: those that each player has won
        ("player", "i1"),  # who is to move
        ("seat", "i1"),  # the player whom the learner plays, or NOBODY
        ("over", "i1"),
        ("winner", "i1"),  # of a game that is over, or NOBODY
        ("board", "i1"),  # nine boards: the one to play in, -1 if it is to be chosen
        ("drops", "i1"),  # stones that the dice are about to drop
    ],
    align=True,
)


@kernel
def step_all(
    rules: Struct,
    games: Array,
    state: Array,
    actions: Array,
    rewards: Array,
    ended: Array,
    finals: Array,
) -> None:
    """One step of every game: the learner's move, the reply, a new game where one is over.

    Where games begin anew in the same step, `finals` gets the last observation of what was over.
    """
    state = uncounted(state)
    for i in range(len(games)):
        game = games[i]
        rewards[i], ended[i] = 0.0, False
        fresh = game.over != 0
        if not fresh:
            viewer = viewer_of(game)
            play(rules, game, state, Int(actions[i]))
            if rules.replies:
                reply(rules, game, state)
            if game.over:
                rewards[i], ended[i] = reward(game, viewer), True
                if rules.autoreset == SAME_STEP:
                    look(rules, game, state, finals, i)
                    fresh = True
        if fresh:
            begin(rules, game, state)


@kernel
def begin_some(rules: Struct, games: Array, state: Array, which: Array) -> None:
    """Begin the games anew that are marked."""
    state = uncounted(state)
    for i in range(len(games)):
        if which[i]:
            begin(rules, games[i], state)


@kernel
def play_some(rules: Struct, games: Array, state: Array, actions: Array, which: Array) -> None:
    """One move in every game that is marked."""
    state = uncounted(state)
    for i in range(len(games)):
        if which[i]:
            play(rules, games[i], state, Int(actions[i]))


@kernel
def look_at_all(
    rules: Struct, games: Array, state: Array, observations: Array, masks: Array, players: Array
) -> None:
    """What the learner sees in every game, and may do."""
    state = uncounted(state)
    for i in range(len(games)):
        look(rules, games[i], state, observations, i)
        list_legal(rules, games[i], state, masks, i)
        players[i] = viewer_of(games[i])


@kernel
def draw_actions(rules: Struct, games: Array, state: Array, actions: Array) -> None:
    """A random legal action for every game, 0 for those that are over."""
    state = uncounted(state)
    for i in range(len(games)):
        actions[i] = 0 if games[i].over else random_action(rules, games[i], state)


# One game


@part
def begin(rules: Struct, game: Struct, state: Array) -> None:
    """Clear the board, and let dice and opponent move, where they begin."""
    clear(rules, game, state)
    game.seat = rules.seat
    if rules.seat == DRAWN:
        game.random = next_random(game.random)
        game.seat = draw(game.random, 2)
    if rules.dice and rules.sent:
        for _ in range(2):  # a board, then its cell
            play(rules, game, state, random_action(rules, game, state))
    if rules.replies:
        reply(rules, game, state)


@part
def clear(rules: Struct, game: Struct, state: Array) -> None:
    """An empty board, on which all is legal but to take out stones."""
    for at in range(Place(game.start), Place(game.start + rules.length)):
        state[at] = 0
    for at in range(rules.actions):
        state[game.start + rules.legal + at] = 1
    if rules.sent:
        for board in range(9):
            game.nine[0, board] = 0
            game.nine[1, board] = 0
        game.boards, game.claimed[0], game.claimed[1] = FULL_NINE, 0, 0
    elif rules.word:
        game.stones[0], game.stones[1] = 0, 0
    else:
        draw_border(rules, state, game.start + rules.cells)
    game.player, game.over, game.winner, game.board = 0, 0, NOBODY, -1
    game.left, game.drops = rules.turns, 0
    if rules.pops:
        list_pops(rules, game, state)


@part
def draw_border(rules: Struct, state: Array, cells: int) -> None:
    """Draw the border of the cells that begin at this place."""
    width = rules.cols + 2
    last = cells + (rules.rows + 1) * width
    for at in range(width):
        state[cells + at] = BORDER
        state[last + at] = BORDER
    for at in range(cells, last, width):
        state[at] = BORDER
        state[at + width - 1] = BORDER


@part
def reply(rules: Struct, game: Struct, state: Array) -> None:
    """Let the random opponent move until it is the learner's turn."""
    while not game.over and game.player != game.seat:
        play(rules, game, state, random_action(rules, game, state))


@part
def random_action(rules: Struct, game: Struct, state: Array) -> int:
    """A legal action, all equally likely: drawn until it is one."""
    while True:
        game.random = next_random(game.random)
        action = draw(game.random, rules.actions)
        if state[Place(game.start + rules.legal + action)]:
            return action


@inlined
def play(rules: Struct, game: Struct, state: Array, action: int) -> None:
    """Play an action; one that is not legal loses."""
    legal = game.start + rules.legal
    if action < 0 or action >= rules.actions or not state[Place(legal + action)]:
        game.over, game.winner = 1, game.player ^ 1
    elif rules.pops:
        drop_or_pop(rules, game, state, action)
    elif rules.calls:
        drop_or_call(rules, game, state, action)
    elif not rules.sent:
        place(rules, game, state, action)
    elif game.board >= 0:
        place_nine(rules, game, state, action)
    else:
        game.board = action
        list_nine(game, state, legal)


@part
def place(rules: Struct, game: Struct, state: Array, action: int) -> None:
    """Put a stone on a free cell, or drop it into a column that is not full."""
    player, cols, legal = Int(game.player), rules.cols, Place(game.start + rules.legal + action)
    cell = action
    if rules.falls:
        column = Place(game.start + rules.heights + action)
        height = Int(state[column])
        state[column] = height + 1
        state[legal] = height + 1 < rules.rows
        cell += (rules.rows - 1 - height) * cols
        bit = action * (rules.rows + 1) + height
    else:
        state[legal] = 0
        bit = cell + cell // cols
    draw_stone(rules, game, state, cell)
    if rules.word:
        stones = game.stones[player] | 1 << bit
        game.stones[player] = stones
        won = completes(rules, stones)
    else:
        at = game.start + rules.cells + cell + 2 * (cell // cols) + cols + 3
        state[at] = player + 1
        won = Int(line_at(state, at, player + 1, cols + 2, rules.k, rules.exact))
    end_turn(game, won)


@part
def drop_or_pop(rules: Struct, game: Struct, state: Array, action: int) -> None:
    """Drop a stone, or take one out; who can do neither then ends the game."""
    if action < rules.cols:
        place(rules, game, state, action)
    else:
        take_out(rules, game, state, action - rules.cols)
    if not game.over and not list_pops(rules, game, state):
        game.over = 1


@part
def take_out(rules: Struct, game: Struct, state: Array, column: int) -> None:
    """Take out the stone at the bottom of a column; the others in it fall by one."""
    player, size = game.player, rules.cols * rules.planes
    cells = (1 << rules.rows) - 1 << column * (rules.rows + 1)
    for one in range(2):
        stones = game.stones[one]
        game.stones[one] = stones & ~cells | (stones & cells) >> 1 & cells
        top = game.start + one * rules.picture + column * rules.planes
        for plane in range(2):
            for row in range(rules.rows - 1, 0, -1):
                at = Place(top + row * size + plane)
                state[at] = state[at - Place(size)]
            state[Place(top + plane)] = 0
    state[Place(game.start + rules.heights + column)] -= 1
    state[Place(game.start + rules.legal + column)] = 1
    won = completes(rules, game.stones[player])
    end_turn(game, won)
    if not won and completes(rules, game.stones[player ^ 1]):
        game.over, game.winner = 1, player ^ 1


@part
def list_pops(rules: Struct, game: Struct, state: Array) -> int:
    """List the stones that may be taken out; whether anything is legal at all."""
    legal, stones, found = game.start + rules.legal, game.stones[game.player], Int(0)
    for column in range(rules.cols):
        own = stones >> column * (rules.rows + 1) & 1
        state[Place(legal + rules.cols + column)] = own
        found |= own | Int(state[Place(legal + column)])
    return found


@part
def drop_or_call(rules: Struct, game: Struct, state: Array, action: int) -> None:
    """Drop a stone, or call for dice: they drop this one, and then one of the opponent."""
    if action < rules.cols:
        drop_counted(rules, game, state, action)
    else:
        game.drops = 2
        state[Place(game.start + rules.legal + rules.cols)] = 0  # as long as the dice decide
    while rules.dice and game.drops and not game.over:
        drop_counted(rules, game, state, random_action(rules, game, state))


@part
def drop_counted(rules: Struct, game: Struct, state: Array, action: int) -> None:
    """Drop a stone, and count it if the dice have chosen the column."""
    place(rules, game, state, action)
    if game.drops:
        game.drops -= 1
        state[Place(game.start + rules.legal + rules.cols)] = game.drops == 0


@part
def place_nine(rules: Struct, game: Struct, state: Array, action: int) -> None:
    """Take a cell of the board to play in, and send the opponent to the board of that number."""
    board = Int(game.board)
    stones = game.nine[game.player, board] | 1 << action
    game.nine[game.player, board] = stones
    if game.nine[0, board] | game.nine[1, board] == FULL_NINE:
        game.boards &= ~(1 << board)
    draw_stone(rules, game, state, nine_cell(board, action))
    won = Int(NINE_LINES[stones])
    if rules.claims and won:
        won = claim(rules, game, state, board)
    end_turn(game, won)
    game.board = action
    if not game.boards >> action & 1:
        if rules.chooses:
            game.board = -1
        if not (won or (rules.chooses and game.boards)):
            game.over, game.winner = 1, most_boards(game) if rules.majority else NOBODY
    list_nine(game, state, game.start + rules.legal)


@part
def claim(rules: Struct, game: Struct, state: Array, board: int) -> int:
    """Three in a row win a board that nobody has won; whether that makes three boards in a row."""
    player = game.player
    if (game.claimed[0] | game.claimed[1]) >> board & 1:
        return 0
    game.claimed[player] |= 1 << board
    if not rules.reopens:
        game.boards &= ~(1 << board)
    for viewer in range(2):
        corner = game.start + viewer * rules.picture + nine_cell(board, 0) * rules.planes
        mark_nine(rules, state, corner + 3 + (viewer ^ player))
    return Int(NINE_LINES[game.claimed[player]])


@part
def mark_nine(rules: Struct, state: Array, corner: int) -> None:
    """Write a 1 into one plane of all cells of a small board."""
    for row in range(3):
        for col in range(3):
            state[Place(corner + (row * 9 + col) * rules.planes)] = 1


@part
def most_boards(game: Struct) -> int:
    """Who has won more boards, or NOBODY."""
    more = popcount(Int(game.claimed[0])) - popcount(Int(game.claimed[1]))
    return 0 if more > 0 else 1 if more < 0 else NOBODY


@part
def list_nine(game: Struct, state: Array, legal: int) -> None:
    """List the free cells of the board to play in, or the boards that may be chosen."""
    if game.board >= 0:
        taken = game.nine[0, game.board] | game.nine[1, game.board]
        for cell in range(9):
            state[legal + cell] = taken >> cell & 1 ^ 1
    else:
        for board in range(9):
            state[legal + board] = game.boards >> board & 1


@part
def nine_cell(board: int, cell: int) -> int:
    """Where a cell of a small board lies on the 9 x 9 cells."""
    return (board // 3 * 3 + cell // 3) * 9 + board % 3 * 3 + cell % 3


@part
def draw_stone(rules: Struct, game: Struct, state: Array, cell: int) -> None:
    """Put a stone of the player to move into both pictures."""
    at = game.start + cell * rules.planes
    state[Place(at + game.player)] = 1
    state[Place(at + rules.picture + 1 - game.player)] = 1


@part
def end_turn(game: Struct, won: int) -> None:
    """The other player is to move, unless the game is won or no turn is left."""
    game.left -= 1
    if won:
        game.over, game.winner = 1, game.player
    elif game.left == 0:
        game.over = 1
    game.player ^= 1


@part
def viewer_of(game: Struct) -> int:
    """The learner, or who is to move where the learner plays both sides."""
    return Int(game.player if game.seat == NOBODY else game.seat)


@part
def reward(game: Struct, viewer: int) -> float:
    """What a game that is over is worth to a player."""
    if game.winner == NOBODY:
        return 0.0
    return 1.0 if game.winner == viewer else -1.0


@part
def look(rules: Struct, game: Struct, state: Array, observations: Array, i: int) -> None:
    """Write the picture of who sees it, and where to play."""
    picture = Place(game.start + viewer_of(game) * rules.picture)
    for at in range(Place(rules.picture)):
        observations[Place(i), at] = state[picture + at]
    if rules.sent and game.board >= 0:
        corner = nine_cell(Int(game.board), 0) * rules.planes + 2
        for row in range(3):
            for col in range(3):
                observations[Place(i), Place(corner + (row * 9 + col) * rules.planes)] = 1


@part
def list_legal(rules: Struct, game: Struct, state: Array, masks: Array, i: int) -> None:
    """Write 1 for every legal action and 0 for the others; none is legal when a game is over."""
    legal, going = Place(game.start + rules.legal), np.int8(1 - game.over)
    for action in range(Place(rules.actions)):
        masks[Place(i), action] = state[legal + action] & going
