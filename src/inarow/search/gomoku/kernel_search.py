"""The search of the Gomoku engine: threats decide, tables remember, the rest is alpha-beta.

Every position is looked at in this order:

1. *The counts decide.* A five of mine wins at once, two fives of the opponent win after my move,
   two fours to come win in three. One five of the opponent leaves me one move, and two fours to
   come leave me the cells on which either of us makes a four: no other stone can stop them.
2. *At the horizon* the value of the cells is compared, unless I can win by fours.
3. *Good enough*: a position near the horizon that is better than it need be by far, and in which
   nothing forces me, is left as it stands.
4. *Principal variation search*: the first move is searched with the whole window, the others with
   an empty one, later ones less deep. A position with more threats than answers is never left
   unresolved: the answer to a four costs no depth, and neither does that to a three, a few times.
   The move that the table remembers comes first; often it makes the list of all others needless.

Moves are left out only while some other move does not lose: so a loss is proven, not guessed, and
so is a win. Scores count plies: WIN - n for a win in n plies.

The table is that of `minimax/kernel.py`: two words a slot, xor-ed against torn writes.

    data   | value 17 | move 10 | depth 8 | bound 2 |
"""

from __future__ import annotations

from inarow.search.gomoku.kernel_answers import list_answers
from inarow.search.gomoku.kernel_board import EMPTY, MAX_PLY, SECOND, put, take
from inarow.search.gomoku.kernel_forbidden import keep_allowed
from inarow.search.gomoku.kernel_fours import win_by_fours
from inarow.search.gomoku.names import A_FIVE, A_FOUR, A_THREE, NO_MOVE, TWO_FOURS
from inarow.search.native.jit import Array, Int, Struct, kernel, part

WIN = 32_000
SURE = WIN - 1_000
"""A score from here on is a win that is proven."""
_LOWER, _UPPER, _EXACT = 1, 2, 3
_BIAS = 1 << 16
_SHALLOW = 6
"""Plies before the horizon up to which a position can be good enough as it stands."""
_FIRST, _ALL, _USELESS = range(3)
"""Which moves are written: that of the table, those that promise something, all."""


@kernel
def search(
    b: Struct, table: Array, depth: int, alpha: int, beta: int, ply: int, threes: int
) -> int:
    """The score of the position for the player to move."""
    b.nodes += 1
    if b.nodes >= b.node_limit:
        b.stop = 1
    if b.stop:
        return Int(0)
    me, him = b.player, 1 - b.player
    if b.count[me, A_FIVE] > 0:
        return WIN - ply - 1
    if b.count[him, A_FIVE] > 1 and not b.ends:
        return ply + 2 - WIN
    forced = b.count[him, A_FIVE] > 0
    if not forced and b.count[me, TWO_FOURS] > 0:
        return WIN - ply - 3
    if b.empty == 0:
        return Int(0)
    if ply >= MAX_PLY:
        return evaluate(b)
    alpha, beta = max(alpha, ply + 2 - WIN), min(beta, WIN - ply - 3)
    if alpha >= beta:
        return alpha
    pressed = not forced and b.count[him, TWO_FOURS] > 0
    if depth <= 0 and not forced:
        value = evaluate(b)
        if value >= beta:
            return value
        b.fours_left = b.fours
        plies = win_by_fours(b, ply)
        if plies > 0:
            return WIN - ply - plies
        if not pressed or threes <= 0:
            return value
        depth, threes = Int(1), threes - 1

    key = b.hash ^ (SECOND if me else 0)
    slot = 2 * (key & (table.size // 2 - 1))
    best_move = Int(NO_MOVE)
    data = table[slot + 1]
    if b.table and table[slot] ^ data == key:
        best_move = data >> 10 & 0x3FF
        value = (data >> 20) - _BIAS
        if value >= SURE:
            value -= ply
        elif value <= -SURE:
            value += ply
        bound = data & 3
        if data >> 2 & 0xFF >= depth or abs(value) >= SURE:
            cuts = (bound & _LOWER and value >= beta) or (bound & _UPPER and value <= alpha)
            if cuts or bound == _EXACT:
                return value

    wide = not forced and not pressed
    if wide and b.margin and depth <= _SHALLOW and beta - alpha == 1 and abs(beta) < SURE:
        value = evaluate(b)
        if value - b.margin * depth >= beta:
            return value
    best, start, stage = -WIN, alpha, _FIRST
    count, i = Int(0), Int(0)
    if wide and best_move != NO_MOVE and b.stone[best_move] == EMPTY:
        b.moves[ply, 0], b.scores[ply, 0] = best_move, 1 << 30
        count = keep_allowed(b, ply, Int(0), Int(1))
    while True:
        if i == count:
            if stage == _FIRST:
                stage = _ALL
                count = generate(b, ply, best_move, wide, i)
                if count < 0:
                    return ply - count - WIN  # there is no answer, or it is forbidden
            if i == count and stage == _ALL and wide and best <= -SURE:
                stage = _USELESS  # all is lost so far: look at the moves that seemed of no use
                count = keep_allowed(b, ply, i, add_useless(b, ply, count))
            if i == count:
                break
        move = pick(b, ply, i, count)
        quiet = wide and b.kind[me, move] < A_THREE and b.kind[him, move] < A_FOUR
        if quiet and b.narrow and best > -SURE and i >= 8 + 4 * depth:
            break
        less = Int(0)
        if quiet and b.reduce and depth >= 3 and i >= 3:
            less = 1 + (i >= 10) + (depth >= 6 and i >= 6)
        left = depth if forced else depth - 1
        put(b, move, me)
        b.player = him
        value = alpha
        if i == 0:
            value = -search(b, table, left, -beta, -alpha, ply + 1, threes)
        else:
            value = -search(b, table, left - less, -alpha - 1, -alpha, ply + 1, threes)
            if value > alpha and less > 0 and not b.stop:
                value = -search(b, table, left, -alpha - 1, -alpha, ply + 1, threes)
            if alpha < value < beta and not b.stop:
                value = -search(b, table, left, -beta, -alpha, ply + 1, threes)
        b.player = me
        take(b, move, me)
        if b.stop:
            return Int(0)
        if value > best:
            best = value
            if value <= -SURE:
                best_move = move  # the longest defence, if all is lost
            if value > alpha:
                alpha, best_move = value, move
                if value >= beta:
                    break
        i += 1
    best = max(best, ply - WIN)  # no move at all is allowed
    bound = _LOWER if best >= beta else _EXACT if best > start else _UPPER
    value = best + ply if best >= SURE else best - ply if best <= -SURE else best
    data = (value + _BIAS) << 20 | best_move << 10 | min(depth, 255) << 2 | bound
    table[slot], table[slot + 1] = key ^ data, data
    return best


@part
def evaluate(b: Struct) -> int:
    """What the cells promise the player to move, less what they promise the other one."""
    value = b.total[b.player, 0] - b.total[1 - b.player, 1] + b.standings[standing(b)]
    return max(1 - SURE, min(SURE - 1, value))


@part
def standing(b: Struct) -> int:
    """Which forcing moves there are, as bits: 0-4 of the other player, 5-8 of the one to move."""
    me, him = b.player, 1 - b.player
    bits = Int(0)
    for i in range(5):
        bits |= Int(b.count[him, A_THREE + i] > 0) << i
    for i in range(4):
        bits |= Int(b.count[me, A_THREE + i] > 0) << 5 + i
    return bits


@part
def generate(b: Struct, ply: int, first: int, wide: bool, count: int) -> int:
    """Write the moves to be searched, with a score each, behind those that are there; how many?

    If not `wide`, these are the answers to a threat; -n: there are none, and five stand in n plies.
    """
    me, him = b.player, 1 - b.player
    if not wide:
        count = list_answers(b, ply)
        for i in range(count):
            _rate(b, ply, i, first)
        return count
    known = count
    for cell in range(b.first, b.last):
        if b.stone[cell] == EMPTY:
            points = b.orders[b.word[cell, me]] + b.orders[b.word[cell, him]]
            if points > 0 and not (known and cell == first):
                b.moves[ply, count] = cell
                _rate(b, ply, count, first)
                count += 1
    if count == 0:
        count = add_useless(b, ply, count)
    return keep_allowed(b, ply, known, count)


@part
def _rate(b: Struct, ply: int, i: int, first: int) -> None:
    """Give a move its score."""
    me, him, cell = b.player, 1 - b.player, b.moves[ply, i]
    points = 4 * b.orders[b.word[cell, me]] + 3 * b.orders[b.word[cell, him]]
    b.scores[ply, i] = (1 << 30) if cell == first else points


@part
def add_useless(b: Struct, ply: int, count: int) -> int:
    """Add the empty cells that are not among the moves yet; gives how many there are now."""
    me, him = b.player, 1 - b.player
    before = count
    for cell in range(b.first, b.last):
        points = b.orders[b.word[cell, me]] + b.orders[b.word[cell, him]]
        if b.stone[cell] == EMPTY and (points == 0 or before == 0):
            known = False
            for i in range(before):
                known = known or b.moves[ply, i] == cell
            if not known:
                b.moves[ply, count] = cell
                b.scores[ply, count] = -1
                count += 1
    return count


@part
def pick(b: Struct, ply: int, i: int, count: int) -> int:
    """Bring the best of the moves from i on to place i."""
    best = i
    for j in range(i + 1, count):
        if b.scores[ply, j] > b.scores[ply, best]:
            best = j
    move, score = b.moves[ply, best], b.scores[ply, best]
    b.moves[ply, best], b.scores[ply, best] = b.moves[ply, i], b.scores[ply, i]
    b.moves[ply, i], b.scores[ply, i] = move, score
    return Int(move)


@part
def expected(b: Struct, table: Array) -> int:
    """The move that the table suggests; NO_MOVE if it knows none."""
    key = b.hash ^ (SECOND if b.player else 0)
    slot = 2 * (key & (table.size // 2 - 1))
    data = table[slot + 1]
    return Int(data >> 10 & 0x3FF) if table[slot] ^ data == key else Int(NO_MOVE)
