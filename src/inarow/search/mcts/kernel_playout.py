"""Random games from a position to the end: who wins when neither side thinks.

Each kind of board has a loop of its own, because a random game is little more than drawing a number
and looking whether the new stone wins. One number is drawn per ply, even when there is no choice,
and it picks the n-th legal action in ascending order; so the readable `rollout`, given
the same numbers, plays the same games. (Wide boards pick from an unordered list instead, which is
as random but not the same game.)

With `sharp` a player who can win at once does, and otherwise plays only moves that do not let the
opponent win at once, as long as there are any. Such games say more about a position than purely
random ones; the idea is that of decisive and anti-decisive moves (Teytaud and Teytaud, "On the Huge
Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms", 2010).

A result is the winner, 0 or 1, or -1 for a draw.
"""

from inarow.search.native.bits import draw, next_random, nth_bit, popcount
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.native.position import (
    DROP,
    FULL_NINE,
    NINE,
    NINE_CELLS,
    NINE_LINES,
    NINE_WINS,
    PLACE,
    POP,
    ULTIMATE,
    WIDE_DROP,
    bordered,
    completes,
    copy_position,
    count_legal,
    drop_wins,
    landing_cell,
    line_through,
    play_nine,
    play_pop,
    play_wide,
    pop_wins,
    popped,
    winning_claims,
)
from inarow.search.native.words import four_in_a_row, safe_drops, winning_cells


@part
def playout(pos: Struct, plies: int, sharp: int) -> int:
    """The winner of one random game of at most this many plies (-1: any number).

    Positions of one word stay as they are, others are left as the game ended; the random generator
    moves on.
    """
    if pos.won:
        return pos.winner
    kind = pos.kind
    if kind == DROP:
        if pos.dice or pos.drops or plies >= 0 or sharp or not pos.quick:
            return drop_playout(pos, plies, sharp)
        return quick_drop_playout(pos)
    if kind == PLACE:
        return place_playout(pos, plies, sharp)
    if kind == NINE:
        return nine_playout(pos, plies, sharp)
    if kind == ULTIMATE:
        return ultimate_playout(pos, plies, sharp)
    if kind == POP:
        return pop_playout(pos, plies, sharp)
    if kind == WIDE_DROP:
        return wide_drop_playout(pos, plies, sharp)
    return wide_place_playout(pos, plies, sharp)


@kernel
def play_many(root: Struct, work: Struct, games: int, sharp: int, wins: Array) -> None:
    """Play random games from a position and count the wins of both players, and the draws."""
    copy_position(root, work)
    one_word = root.kind == DROP or root.kind == PLACE
    for _ in range(games):
        wins[playout(work, -1, sharp)] += 1
        if not one_word:
            copy_position(root, work)


@part
def quick_drop_playout(pos: Struct) -> int:
    """Four in a row with falling stones, purely at random: every instruction counts."""
    own, other, player = pos.own, pos.other, pos.player
    bottom, full, cols = pos.bottom, pos.full, pos.cols
    up, right = pos.steps[0], pos.steps[1]
    lane = pos.column[0]
    word = pos.random
    winner = -1
    while True:
        landing = (own | other) + bottom & full
        if landing == 0:
            break
        word = next_random(word)
        columns = popcount(landing)
        n = draw(word, columns)
        bit = landing & lane << n * right if columns == cols else nth_bit(landing, n)
        stones = own | bit
        if four_in_a_row(stones, up, right, right + up, right - up):
            winner = player
            break
        own = other
        other = stones
        player ^= 1
    pos.random = word
    return winner


@part
def drop_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Falling stones with everything: dice, any k, a limit, sharp play."""
    own, other, player, drops = pos.own, pos.other, pos.player, pos.drops
    bottom, full = pos.bottom, pos.full
    word = pos.random
    winner = -1
    while plies != 0:
        plies -= 1
        landing = (own | other) + bottom & full
        if landing == 0:
            break
        word = next_random(word)
        may_roll = 1 if pos.dice and drops == 0 else 0
        if sharp and drops == 0:
            empty = full & ~(own | other)
            if landing & drop_wins(pos, own, empty):
                winner = player
                break
            safe = safe_drops(landing, drop_wins(pos, other, empty))
            if safe or may_roll:
                landing = safe
        columns = popcount(landing)
        n = draw(word, columns + may_roll)
        if n == columns:
            drops = 2
            continue
        if drops:
            drops -= 1
        stones = own | nth_bit(landing, n)
        if completes(pos, stones):
            winner = player
            break
        own = other
        other = stones
        player ^= 1
    pos.random = word
    return winner


@part
def place_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Stones anywhere on a board of one word."""
    own, other, player = pos.own, pos.other, pos.player
    word = pos.random
    winner = -1
    while plies != 0:
        plies -= 1
        free = pos.full & ~(own | other)
        if free == 0:
            break
        word = next_random(word)
        if sharp:
            if winning_cells(own, free, pos.steps, pos.k, pos.exact):
                winner = player
                break
            threats = winning_cells(other, free, pos.steps, pos.k, pos.exact)
            if threats and threats & (threats - 1) == 0:
                free = threats
        stones = own | nth_bit(free, draw(word, popcount(free)))
        if completes(pos, stones):
            winner = player
            break
        own = other
        other = stones
        player ^= 1
    pos.random = word
    return winner


@part
def pop_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Falling stones that may be taken out again."""
    while plies != 0:
        plies -= 1
        legal = count_legal(pos)
        if legal == 0:
            break
        pos.random = next_random(pos.random)
        landing = (pos.own | pos.other) + pos.bottom & pos.full
        takes = pos.own & pos.bottom
        if sharp:
            if pop_wins(pos, pos.own, pos.other):
                return pos.player
            safe_landing, safe_takes = safe_pops(pos, landing, takes)
            if safe_landing | safe_takes:
                landing, takes = safe_landing, safe_takes
        drops = popcount(landing)
        n = draw(pos.random, drops + popcount(takes))
        bit = nth_bit(landing, n) if n < drops else nth_bit(takes, n - drops)
        for col in range(pos.cols):
            if pos.column[col] & bit:
                play_pop(pos, col if n < drops else pos.cols + col)
                break
        if pos.won:
            return pos.winner
        pos.player ^= 1
    return -1


@part
def safe_pops(pos: Struct, landing: int, takes: int) -> tuple[int, int]:
    """The drops and pops that neither let the opponent win at once nor complete an enemy line."""
    own, other, safe_landing, safe_takes = pos.own, pos.other, 0, 0
    last = pos.left == 1  # of all turns: there is no answer
    for action in range(2 * pos.cols):
        pops = action >= pos.cols
        column = pos.column[action - pos.cols if pops else action]
        bit = (takes if pops else landing) & column
        if bit:
            mine = popped(own, column) if pops else own | bit
            theirs = popped(other, column) if pops else other
            given = pops and completes(pos, theirs)
            if not given and (last or not pop_wins(pos, theirs, mine)):
                if pops:
                    safe_takes |= bit
                else:
                    safe_landing |= bit
    return safe_landing, safe_takes


@part
def wide_drop_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Falling stones on a board with one byte per cell; the open columns are kept in a list."""
    word = pos.random
    while plies != 0 and pos.open:
        plies -= 1
        word = next_random(word)
        may_roll = 1 if pos.dice and pos.drops == 0 else 0
        columns = 0
        if sharp and pos.drops == 0:
            columns = sharp_columns(pos)
            if columns < 0:
                pos.random = word
                return pos.player
        if columns == 0 and not (sharp and may_roll):
            for col in range(pos.cols):
                if pos.heights[col] < pos.rows:
                    pos.empties[columns] = col
                    columns += 1
        n = draw(word, columns + may_roll)
        if n == columns:
            pos.drops = 2
            continue
        play_wide(pos, Int(pos.empties[n]))
        if pos.won:
            break
        pos.player ^= 1
    pos.random = word
    return pos.player if pos.won else -1


@part
def sharp_columns(pos: Struct) -> int:
    """List the columns that do not let the opponent win at once; -1 if a column wins."""
    mine, theirs = pos.player + 1, 2 - pos.player
    threats, threatened = 0, -1
    for col in range(pos.cols):
        if pos.heights[col] < pos.rows:
            cell = landing_cell(pos, col)
            if line_through(pos, cell, mine):
                return -1
            if line_through(pos, cell, theirs):
                threats += 1
                threatened = col
    columns = 0
    for col in range(pos.cols):
        blocks = threats == 0 or (threats == 1 and col == threatened)
        if blocks and pos.heights[col] < pos.rows:
            above = landing_cell(pos, col) - pos.cols - 2
            if pos.cells[above] == 3 or not line_through(pos, above, theirs):
                pos.empties[columns] = col
                columns += 1
    return columns


@part
def wide_place_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Stones anywhere on a board with one byte per cell."""
    word = pos.random
    if sharp:
        find_threats(pos)
    while plies != 0 and pos.left:
        plies -= 1
        word = next_random(word)
        action = Int(pos.empties[draw(word, pos.left)])
        if sharp:
            if open_threats(pos, pos.player):
                pos.random = word
                return pos.player
            if open_threats(pos, pos.player ^ 1) == 1:
                action = pos.threats[pos.player ^ 1, 0]
        play_wide(pos, action)
        if pos.won:
            break
        if sharp:
            add_threats(pos, bordered(pos, action), pos.player)
        pos.player ^= 1
    pos.random = word
    return pos.player if pos.won else -1


@part
def find_threats(pos: Struct) -> None:
    """List the winning cells of both players (a handful is enough) before a sharp game begins."""
    for player in range(2):
        pos.count[player] = 0
        for at in range(pos.left):
            action = Int(pos.empties[at])
            if pos.count[player] < 8 and line_through(pos, bordered(pos, action), player + 1):
                pos.threats[player, pos.count[player]] = action
                pos.count[player] += 1


@part
def open_threats(pos: Struct, player: int) -> int:
    """How many of a player's listed winning cells are still empty; drops the others."""
    kept = 0
    for at in range(pos.count[player]):
        action = pos.threats[player, at]
        if pos.cells[bordered(pos, action)] == 0:
            pos.threats[player, kept] = action
            kept += 1
    pos.count[player] = kept
    return kept


@part
def add_threats(pos: Struct, cell: int, player: int) -> None:
    """List the winning cells that a new stone has made: they lie at the ends of its runs."""
    stone, width = player + 1, pos.cols + 2
    for direction in range(4):
        step = 1 if direction == 0 else width + direction - 2
        for way in (-step, step):
            end = cell + way
            while pos.cells[end] == stone:
                end += way
            if pos.cells[end] == 0 and pos.count[player] < 8 and line_through(pos, end, stone):
                row = end // width
                action = (row - 1) * pos.cols + end - row * width - 1
                pos.threats[player, pos.count[player]] = action
                pos.count[player] += 1


# Nine boards, where the cell of a stone names the next board


@part
def nine_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Nine boards. A player who is sent to a full board draws, or chooses another one."""
    nine, board, player = pos.nine, pos.board, pos.player
    word = pos.random
    winner = -1
    while plies != 0:
        plies -= 1
        if board < 0:
            boards = 0
            for number in range(9):
                boards |= (nine[0, number] | nine[1, number] != FULL_NINE) << number
            if boards == 0:
                break
            word = next_random(word)
            board = NINE_CELLS[boards, draw(word, popcount(boards))]
            continue
        free = FULL_NINE & ~(nine[0, board] | nine[1, board])
        if free == 0:
            break
        word = next_random(word)
        if sharp:
            if NINE_WINS[nine[player, board]] & free:
                winner = player
                break
            safe = safe_in_nine(nine, board, player, free)
            if safe:
                free = safe
        cell = NINE_CELLS[free, draw(word, popcount(free))]
        stones = nine[player, board] | 1 << cell
        if NINE_LINES[stones]:
            winner = player
            break
        nine[player, board] = stones
        board = cell
        if pos.choose and nine[0, board] | nine[1, board] == FULL_NINE:
            board = -1
        player ^= 1
    pos.random = word
    return winner


@part
def safe_in_nine(nine: Array, board: int, player: int, free: int) -> int:
    """The free cells that do not send the opponent to a board with an immediate win."""
    safe = 0
    for cell in range(9):
        bit = 1 << cell
        if free & bit:
            taken = nine[0, cell] | nine[1, cell] | (bit if cell == board else 0)
            if NINE_WINS[nine[player ^ 1, cell]] & ~taken == 0:
                safe |= bit
    return safe


@part
def ultimate_playout(pos: Struct, plies: int, sharp: int) -> int:
    """Nine boards to be won."""
    while plies != 0 and not pos.won:
        plies -= 1
        board = pos.board
        cells = pos.boards if board < 0 else FULL_NINE & ~(pos.nine[0, board] | pos.nine[1, board])
        if cells == 0:
            break
        pos.random = next_random(pos.random)
        if sharp and board >= 0:
            if cells & winning_claims(pos, pos.player, board):
                return pos.player
            safe = safe_claims(pos, board, cells)
            if safe:
                cells = safe
        play_nine(pos, NINE_CELLS[cells, draw(pos.random, popcount(cells))])
    return pos.winner if pos.won else -1


@part
def safe_claims(pos: Struct, board: int, free: int) -> int:
    """The free cells that do not send the opponent to a board that wins the game at once."""
    safe, player = 0, pos.player
    for cell in range(9):
        bit = 1 << cell
        if free & bit:
            taken = pos.nine[0, cell] | pos.nine[1, cell]
            mine = False
            if cell == board:
                taken |= bit
                mine = NINE_LINES[pos.nine[player, board] | bit]
            if mine or not winning_claims(pos, player ^ 1, cell) & FULL_NINE & ~taken:
                safe |= bit
    return safe
