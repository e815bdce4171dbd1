"""Winning by threes and fours: every stone threatens to win, and every answer is tried.

A three leaves the opponent a handful of answers: the cells on which either side makes a four. So a
win by threes is a small tree in which the attacker needs one good move and has to refute all
answers. Depth-first proof-number search (A. Nagai, *Df-pn algorithm for searching AND/OR trees*,
2002) always goes where the least work seems to be left. Two numbers say how much that is:

    phi      of the player to move: how many positions it takes at least to show that he is right
    delta    the same for the other one

    phi   = the least delta of the positions after a move: one good move is enough
    delta = the sum of their phis: all moves have to fail

The attacker is right if he wins, the defender if there is no win by threats; with phi = 0 the
question is settled for the player to move, with delta = 0 against him. A table keeps both numbers,
and the plies until five where the attacker wins:

    data   | plies 10 | phi 24 | delta 24 |
"""

from __future__ import annotations

from inarow.search.gomoku.kernel_answers import list_answers, list_stops
from inarow.search.gomoku.kernel_board import MAX_PLY, SECOND, put, take
from inarow.search.gomoku.kernel_forbidden import keep_allowed
from inarow.search.gomoku.kernel_fours import win_by_fours
from inarow.search.gomoku.names import A_FIVE, A_FOUR, A_THREE, TWO_FOURS
from inarow.search.native.jit import Array, Int, Struct, kernel, part

NEVER = 1 << 23
"""More work than there can be."""
MASK = (1 << 24) - 1
_SIDE = 4354685564936845355
"""What the key of a position is changed by if player 1 attacks."""
_FOURS = 60
"""Positions looked at for a win by fours, at each position of the attacker."""


@part
def _pack(plies: int, phi: int, delta: int) -> int:
    return plies << 48 | min(phi, NEVER) << 24 | min(delta, NEVER)


@kernel
def prove(
    b: Struct, proofs: Array, attacker: int, ply: int, phi_limit: int, delta_limit: int
) -> int:
    """Search until one of the numbers of the position reaches its limit; gives its packed data."""
    b.nodes += 1
    b.proofs_left -= 1
    if b.nodes >= b.node_limit:
        b.stop = 1
    me = b.player
    attacks = me == attacker
    count = _win_or_threats(b, ply) if attacks else list_answers(b, ply)
    if count <= 0:
        wins = count < 0
        data = _pack(
            -count, Int(0 if wins == attacks else NEVER), Int(NEVER if wins == attacks else 0)
        )
        _keep(b, proofs, b.hash, me, attacker, data)
        return data
    while True:
        phi, delta, second = Int(NEVER), Int(0), Int(NEVER)
        best, best_phi, shortest, longest = Int(0), Int(0), Int(MAX_PLY), Int(0)
        for i in range(count):
            cell = Int(b.moves[ply, i])
            data = look_up(b, proofs, b.hash ^ b.hashes[me, cell], 1 - me, attacker)
            if data == 0:
                quick = not attacks or b.kind[me, cell] >= A_FOUR
                data = _pack(Int(0), Int(1), Int(1 if quick else 2))
            child_phi, child_delta, plies = data >> 24 & MASK, data & MASK, data >> 48
            delta += child_phi
            longest = max(longest, plies)
            if child_delta == 0 and plies < shortest:
                shortest = plies
            if child_delta < phi:
                phi, second, best, best_phi = child_delta, phi, i, child_phi
            elif child_delta < second:
                second = child_delta
        delta = min(delta, NEVER)
        plies = 1 + (shortest if attacks else longest)
        if (
            phi >= phi_limit
            or delta >= delta_limit
            or b.proofs_left <= 0
            or b.stop
            or ply >= MAX_PLY
        ):
            break
        move = Int(b.moves[ply, best])
        put(b, move, me)
        b.player = 1 - me
        prove(
            b,
            proofs,
            attacker,
            ply + 1,
            min(delta_limit, NEVER) - delta + best_phi,
            min(phi_limit, second + 1 + second // 4),
        )
        b.player = me
        take(b, move, me)
    won = (phi == 0) == attacks and (phi == 0 or delta == 0)
    data = _pack(plies if won else Int(0), phi, delta)
    _keep(b, proofs, b.hash, me, attacker, data)
    return data


@part
def _win_or_threats(b: Struct, ply: int) -> int:
    """As `list_threats`; -n: a win by fours in n plies."""
    b.fours_left = _FOURS
    plies = win_by_fours(b, ply)
    return -plies if plies > 0 else list_threats(b, ply)


@part
def list_threats(b: Struct, ply: int) -> int:
    """The attacker's moves that threaten, or those that he is forced to; none with a five."""
    me, him = b.player, 1 - b.player
    if b.count[me, A_FIVE] > 0:
        return Int(0)
    if b.count[him, A_FIVE] > 0:
        return list_stops(b, ply)
    # A three has to stop his two fours to come; in caro a stone elsewhere may do that as well.
    pressed = b.count[him, TWO_FOURS] > 0 and not b.ends
    count = Int(0)
    for kind in range(A_FIVE - 1, A_THREE - 1, -1):
        for i in range(b.count[me, kind]):
            cell = b.listed[me, kind - A_THREE, i]
            if kind >= A_FOUR or not pressed or b.kind[him, cell] >= A_FOUR:
                b.moves[ply, count] = cell
                count += 1
    return keep_allowed(b, ply, Int(0), count)


@part
def _key(position: int, mover: int, attacker: int) -> int:
    return position ^ (SECOND if mover else 0) ^ (_SIDE if attacker else 0)


@part
def look_up(b: Struct, proofs: Array, position: int, mover: int, attacker: int) -> int:
    """What the table holds of a position; 0: nothing."""
    key = _key(position, mover, attacker)
    slot = 2 * (key & (proofs.size // 2 - 1))
    return Int(proofs[slot + 1]) if proofs[slot] == key else Int(0)


@part
def _keep(b: Struct, proofs: Array, position: int, mover: int, attacker: int, data: int) -> None:
    key = _key(position, mover, attacker)
    slot = 2 * (key & (proofs.size // 2 - 1))
    proofs[slot], proofs[slot + 1] = key, data
