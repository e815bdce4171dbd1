"""Alpha-beta with a transposition table; `alphabeta.py` explains it step by step.

The search is the same, decision by decision: fail-hard, the same scores, bound tests, foresight and
move orders, so that it finds the same values. It runs on the board of `native/counters.py`, which
plays and takes back stones instead of copying positions.

The table holds two words per slot, the value and a description of it. The description is stored
xor-ed with the value, so that two threads that write the same slot at once leave one that matches
nothing, instead of a wrong one (Hyatt and Mann, "A lockless transposition table implementation for
parallel search", 2002):

    value        64-bit float
    description  | check 31 | plies left 14 | action 14 | bound 2 | horizon 1 |  xor value

A stored value counts only for the same number of plies left; the action is tried first in any case.
The check and the slot together tell positions apart by some fifty bits of a random key: two that
share them all, one pair in 10^15, would be taken for one.
"""

import numpy as np

from inarow import defaults
from inarow.search.evaluators.kernel import LOST, WON, evaluate
from inarow.search.native.bits import prefetch
from inarow.search.native.counters import (
    SENT,
    can_play,
    play_stone,
    target_cell,
    undo_stone,
    wins_at,
)
from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.scores import DECIDED_SCORE

DECIDED = float(DECIDED_SCORE)
"""Distance-aware scores begin here when an evaluation is used as well."""
COLUMN_OWN, COLUMN_OPPONENT = float(defaults.COLUMN_OWN), float(defaults.COLUMN_OPPONENT)
COLUMN_AMPLIFIER = float(defaults.COLUMN_AMPLIFIER)
NO_ACTION = 0x3FFF
"""No game has that many actions."""
_LOWER, _UPPER, _EXACT = 1, 2, 3
_ODD = -7046029254386353131  # 2^64 divided by the golden ratio: spreads the bits of a key


@kernel
def set_up(b: Struct, cells: Array, owners: Array) -> None:
    """Put stones on an empty board, in any order; the caller then sets what they cannot tell."""
    player, board = b.player, b.board
    for i in range(cells.size):
        b.player = owners[i]
        cell = cells[i]
        action = cell % b.cols
        if b.placement == SENT:
            b.board = cell // 27 * 3 + cell % 9 // 3
        play_stone(b, cell, action)
    b.player, b.board, b.won = player, board, 0


@kernel
def value_after(
    b: Struct, table: Array, action: int, left: int, alpha: float, beta: float
) -> float:
    """The score for the maximizer after an action, `left` plies ahead, within the window."""
    stones = make(b, action, Int(0))
    value = search(b, table, left - stones, Int(1), alpha, beta)
    unmake(b, action, Int(0))
    return value


@part
def make(b: Struct, action: int, depth: int) -> int:
    """Play an action; gives the stones placed: none by choosing one of nine boards."""
    b.boards[depth], b.sums[depth] = b.board, b.open_sum
    if b.placement == SENT and b.board < 0:
        b.board = action
        b.stones[depth] = -1
        return 0
    cell = target_cell(b, action)
    b.stones[depth] = cell
    play_stone(b, cell, action)
    return 1


@part
def unmake(b: Struct, action: int, depth: int) -> None:
    """Take back the action that was made at this depth."""
    if b.stones[depth] < 0:
        b.board = Int(b.boards[depth])
    else:
        undo_stone(b, Int(b.stones[depth]), action, Int(b.boards[depth]), b.sums[depth])


@kernel
def search(b: Struct, table: Array, left: int, depth: int, alpha: float, beta: float) -> float:
    """The score of a position for the maximizer, within the window; `left` plies ahead.

    One function, because Numba stores a function that calls itself, but not two that call each
    other.
    """
    value = known_value(b, left, alpha, beta)
    if value == value:
        return value
    slot, first = Int(0), Int(NO_ACTION)
    if b.keys:
        slot = 2 * slot_of(b)
        value = remembered(b, table, slot, left, alpha, beta)
        if value == value:
            return value
        first = b.reply
    horizon_before, low, high = b.horizon, alpha, beta
    b.horizon = 0
    maximizing = b.player == b.maximizer
    best, tried = Int(NO_ACTION), False
    sorts = b.sort_above >= 0 and left + 1 > b.sort_above
    if sorts:
        sort_columns(b, depth)
    for turn in range(-1, 2 * b.actions if b.order == 2 else b.actions):
        if turn == b.actions and tried:
            break
        action = first if turn < 0 else next_action(b, turn, depth, sorts)
        if action >= b.actions or (turn >= 0 and action == first) or not can_play(b, action):
            continue
        if b.order == 2 and turn < b.actions and not b.near[action]:
            continue  # cells that touch no stone are tried only if there are no others
        tried = True
        stones = make(b, action, depth)
        if b.keys:
            prefetch(table, 2 * slot_of(b))
        value = search(b, table, left - stones, depth + 1, alpha, beta)
        unmake(b, action, depth)
        if maximizing and value > alpha:
            alpha, best = value, action
        elif not maximizing and value < beta:
            beta, best = value, action
        if b.stop or alpha >= beta:
            break
    value = min(alpha, high) if maximizing else max(beta, low)  # fail-hard
    if b.keys and not b.stop:
        bound = _LOWER if value >= high else _UPPER if value <= low else _EXACT
        store(b, table, slot, left, best, bound, value)
    b.horizon |= horizon_before
    return value


@part
def known_value(b: Struct, left: int, alpha: float, beta: float) -> float:
    """A value that needs no moves, or not-a-number: the game is decided, or the horizon reached."""
    b.nodes += 1
    if b.nodes > b.node_limit:
        b.stop = 1
    if b.won:
        return decided_score(b, b.player ^ 1, left)
    if is_drawn(b):
        return 0.0
    if left <= 0 or b.stop:
        b.horizon = 1
        return evaluate(b, b.maximizer)
    if b.foresight:
        winner = foreseen_winner(b)
        plies = 1 if winner == b.player else 2
        if winner >= 0 and plies <= left:
            return decided_score(b, winner, left - plies)
    if b.bound_tests:
        if b.player == b.maximizer and left <= alpha:
            return float(left)
        if b.player != b.maximizer and -left >= beta:
            return float(-left)
    return np.nan


@part
def remembered(b: Struct, table: Array, slot: int, left: int, alpha: float, beta: float) -> float:
    """What the table says within the window, or not-a-number; `b.reply` is the action it names."""
    b.reply = NO_ACTION
    bits = table[slot]
    found = table[slot + 1] ^ bits
    if found == 0 or found >> 31 != check_of(b):
        return np.nan
    b.reply = found >> 3 & NO_ACTION
    value, bound = np.int64(bits).view(np.float64), found >> 1 & 3
    if found >> 17 & NO_ACTION != left:
        return np.nan
    if (
        bound == _EXACT
        or (bound == _LOWER and value >= beta)
        or (bound == _UPPER and value <= alpha)
    ):
        b.horizon |= found & 1
        return max(alpha, min(beta, value))
    return np.nan


@part
def is_drawn(b: Struct) -> bool:
    """Whether no move is left: the board is full, or a player was sent to a full one."""
    if b.placement == SENT and b.board >= 0:
        return b.filled[b.board] == 9
    return b.left == 0


@part
def decided_score(b: Struct, winner: int, left: int) -> float:
    """The score of a won game: fixed, by distance, or by distance and clear of evaluations."""
    won = winner == b.maximizer
    if b.score == 0:
        return WON if won else LOST
    distance = left + 1.0 + (DECIDED if b.score == 2 else 0.0)
    return distance if won else -distance


@part
def foreseen_winner(b: Struct) -> int:
    """Who wins for certain within two stones, or -1: see `search/evaluators/threats.py`."""
    me = b.player
    if b.nearly[me] and count_wins(b, me) > 0:
        return me
    two_threats_win = b.placement != SENT and b.foresight == 1
    if two_threats_win and b.nearly[me ^ 1] and count_wins(b, me ^ 1) > 1:
        return me ^ 1
    return -1


@part
def count_wins(b: Struct, player: int) -> int:
    """With how many actions a player, if it were to move, would win at once: 0, 1, or 2 (more)."""
    if b.placement == SENT and b.board < 0:
        return 0
    wins = 0
    for action in range(b.actions):
        if can_play(b, action) and wins_at(b, target_cell(b, action), player):
            wins += 1
            if wins == 2:
                break
    return wins


@part
def next_action(b: Struct, turn: int, depth: int, sorts: bool) -> int:
    """The action that is tried in a turn."""
    if sorts:
        return Int(b.sorted[depth * b.cols + turn])
    return Int(b.ranked[turn % b.actions])


@part
def sort_columns(b: Struct, depth: int) -> None:
    """Columns by their score, the best first; equal ones from the centre outwards."""
    row = depth * b.cols
    for turn in range(b.actions):
        action = Int(b.central[turn])
        score = column_score(b, action)
        b.scores[action] = score
        at = turn
        while at > 0 and b.scores[b.sorted[row + at - 1]] < score:
            b.sorted[row + at] = b.sorted[row + at - 1]
            at -= 1
        b.sorted[row + at] = action


@part
def column_score(b: Struct, col: int) -> float:
    """How much a stone in this column makes or spoils: `evaluators/column_score.py`; full: -1."""
    if b.heights[col] >= b.rows:
        return -1.0
    cell = (b.rows - 1 - b.heights[col]) * b.cols + col
    score = 0.0
    for d in range(4):
        for way in (-1, 1):
            if d == 0 and way < 0:
                continue  # nothing lies above
            room = b.behind[d, cell] if way > 0 else b.before[d, cell]
            step = way * b.steps[d]
            if room == 0 or b.cells[cell + step] == 0:
                continue
            stone = b.cells[cell + step]
            weight = COLUMN_OWN if stone == b.player + 1 else COLUMN_OPPONENT
            amplifier = COLUMN_AMPLIFIER
            n = 1
            while n <= room and b.cells[cell + n * step] == stone:
                score += weight * n * amplifier
                amplifier *= COLUMN_AMPLIFIER
                n += 1
    return score


@part
def position_key(b: Struct) -> int:
    """A word that stands for the position: stones, player and, in nine boards, where to play."""
    return b.hash ^ b.player * 0x1F3D5B79ABCDEF ^ b.nine_key[b.board + 1]


@part
def slot_of(b: Struct) -> int:
    """Where in the table a position belongs."""
    return (position_key(b) * _ODD >> 20) & (b.keys - 1)


@part
def check_of(b: Struct) -> int:
    """The part of the key that tells positions of the same slot apart."""
    return (position_key(b) * _ODD ^ position_key(b) >> 7) & 0x7FFFFFFF


@part
def store(
    b: Struct,
    table: Array,
    slot: int,
    left: int,
    action: int,
    bound: int,
    value: float,
) -> None:
    """Remember a value; the newest one always replaces what was there."""
    bits = np.float64(value).view(np.int64)
    description = check_of(b) << 31 | left << 17 | action << 3 | bound << 1 | b.horizon
    table[slot] = bits
    table[slot + 1] = description ^ bits


@kernel
def mean_over_drops(b: Struct, table: Array, left: int, drops: int) -> float:
    """Expectiminimax below the dice: the mean over the columns into which they drop stones."""
    if drops == 0 or b.won or is_drawn(b):
        return search(b, table, left, Int(2), -np.inf, np.inf)
    columns, depth = 0, 2 - drops  # at most two stones fall
    for col in range(b.actions):
        columns += can_play(b, col)
    mean = 0.0
    for col in range(b.actions):
        if b.stop:
            break
        if can_play(b, col):
            make(b, col, depth)
            mean += mean_over_drops(b, table, left - 1, drops - 1) * (1 / columns)
            unmake(b, col, depth)
    return mean


@kernel
def follow(b: Struct, table: Array, action: int, line: Array, depth: int, most: int) -> int:
    """Write an action, and the best replies that the table knows, into `line`; gives its length."""
    line[depth] = action
    length = depth + 1
    make(b, action, depth)
    if b.keys and length < most and not b.won and not is_drawn(b):
        slot = 2 * slot_of(b)
        found = table[slot + 1] ^ table[slot]
        reply = found >> 3 & NO_ACTION
        if found and found >> 31 == check_of(b) and reply < b.actions and can_play(b, reply):
            length = follow(b, table, reply, line, length, most)
    unmake(b, action, depth)
    return length
