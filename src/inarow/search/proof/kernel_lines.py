"""Proof-number search of m,n,k games, compiled; `plain.py` explains it.

The board is a list of lines: for each of them the record counts the stones of either player. A line
with stones of both is dead. A stone changes the lines through its cell and nothing else:

    count    stones of a player in a line                  4 in 5 and none of the other: a threat
    wins     threats of a player that a cell completes     two such cells: nobody can stop both
    open     lines of a player through a cell that live    none for both: the cell is dead

So most of what forces a game is seen without a search: who can complete a line does so; who must
stop one has a single move; with two to stop the game is lost; and a stone that makes two threats at
once wins, if there is nothing to stop. No move need ever go to a dead cell.

If the defender can pair the free cells so that each living line of the attacker has a pair, the
attacker never wins (`pairing.py`).

Boards that are turned or reflected are the same: each has a key for every symmetry, of which the
smallest counts.

Source: L. V. Allis, "Searching for Solutions in Games and Artificial Intelligence", 1994.
"""

from typing import Any

from inarow.search.native.jit import Array, Int, Struct, kernel, part
from inarow.search.proof.kernel_numbers import INFINITE, find, number_fields, store, weigh
from inarow.search.proof.pairing import MAX_CELLS, MAX_K

MAX_LINES = 4 * MAX_CELLS
SYMMETRIES = 8
NOBODY = 2
_STOPPED = 1 << 20
"""What is left of a line that has a pair: more than is ever used of it."""
_SHARE, _PATIENCE = 100, 25
"""How much moves count beside the hardest one, and how far a search may exceed the second best."""
_ONE = 8
"""The number of a single move, so that it can be tilted by less than itself."""
_STEEPEST = 64.0

LINES_FIELDS: list[Any] = [
    ("k", "i8"),
    ("cells", "i8"),
    ("lines", "i8"),
    ("symmetries", "i8"),
    ("cells_of", "i2", (MAX_LINES, MAX_K)),
    ("lines_of", "i2", (MAX_CELLS, 4 * MAX_K)),
    ("lines_at", "i8", MAX_CELLS),  # how many lines go through a cell
    ("hashes", "i8", (SYMMETRIES, 2, MAX_CELLS)),
    ("hash", "i8", SYMMETRIES),
    ("owner", "i8", MAX_CELLS),  # 0 and 1: a player, 2: nobody
    ("count", "i8", (2, MAX_LINES)),
    ("worth", "f8", MAX_K + 1),  # of a living line with so many stones
    ("wins", "i8", (2, MAX_CELLS)),
    ("open", "i8", (2, MAX_CELLS)),
    ("threats", "i8", 2),  # cells with wins
    ("living", "i8", 2),  # open lines
    ("empty", "i8"),
    ("player", "i8"),
    ("attacker", "i8"),
    ("nodes", "i8"),
    ("node_limit", "i8"),
    ("mate", "i8", MAX_CELLS),  # scratch: the cell that a threat here would force, plus one
    ("pair", "i8", MAX_CELLS),  # scratch: whether a cell belongs to a pair
    ("left", "i8", MAX_LINES),  # scratch: free cells of a line without a pair
    *number_fields(MAX_CELLS + 1, MAX_CELLS),
]


@part
def _free_cell(b: Struct, line: int) -> int:
    """The free cell of a line that has only one."""
    for j in range(b.k):
        cell = Int(b.cells_of[line, j])
        if b.owner[cell] == NOBODY:
            return cell
    return Int(-1)


@part
def _change_wins(b: Struct, player: int, cell: int, by: int) -> None:
    """Count one more or one less threat of a player that a cell completes."""
    before = b.wins[player, cell]
    b.wins[player, cell] = before + by
    if before == 0:
        b.threats[player] += 1
    elif before + by == 0:
        b.threats[player] -= 1


@part
def _change_open(b: Struct, player: int, line: int, by: int) -> None:
    """A line dies or lives again for a player."""
    b.living[player] += by
    for j in range(b.k):
        b.open[player, b.cells_of[line, j]] += by


@part
def put(b: Struct, cell: int) -> None:
    """Put a stone of the player to move on a cell."""
    me = b.player
    him = me ^ 1
    b.owner[cell] = me
    b.empty -= 1
    for i in range(b.lines_at[cell]):
        line = Int(b.lines_of[cell, i])
        mine, his = b.count[me, line] + 1, b.count[him, line]
        b.count[me, line] = mine
        if mine == 1:
            _change_open(b, him, line, Int(-1))
            if his == b.k - 1:
                _change_wins(b, him, cell, Int(-1))
        if his == 0 and mine == b.k - 1:
            _change_wins(b, me, _free_cell(b, line), Int(1))
    for s in range(b.symmetries):
        b.hash[s] ^= b.hashes[s, me, cell]
    b.player = him


@part
def take(b: Struct, cell: int) -> None:
    """Take back the stone that was put on a cell."""
    b.player ^= 1
    me = b.player
    him = me ^ 1
    for s in range(b.symmetries):
        b.hash[s] ^= b.hashes[s, me, cell]
    for i in range(b.lines_at[cell]):
        line = Int(b.lines_of[cell, i])
        mine, his = b.count[me, line], b.count[him, line]
        b.count[me, line] = mine - 1
        if his == 0 and mine == b.k - 1:
            _change_wins(b, me, _free_cell(b, line), Int(-1))
        if mine == 1:
            _change_open(b, him, line, Int(1))
            if his == b.k - 1:
                _change_wins(b, him, cell, Int(1))
    b.empty += 1
    b.owner[cell] = NOBODY


@part
def key_of(b: Struct) -> int:
    """A word that stands for the position and its mirror images; never 0, which is no key."""
    key = b.hash[0]
    for s in range(1, b.symmetries):
        key = min(key, b.hash[s])
    return key | 1


@part
def can_make_two(b: Struct, player: int) -> bool:
    """Whether one stone of a player would make two threats at once."""
    other, found = player ^ 1, False
    for cell in range(b.cells):
        b.mate[cell] = 0
    for line in range(b.lines):
        if b.count[player, line] == b.k - 2 and b.count[other, line] == 0:
            one, two = Int(-1), Int(-1)
            for j in range(b.k):
                cell = Int(b.cells_of[line, j])
                if b.owner[cell] == NOBODY:
                    one, two = two, cell
            first, second = b.mate[one], b.mate[two]
            if (first and first != two + 1) or (second and second != one + 1):
                found = True
                break
            b.mate[one], b.mate[two] = two + 1, one + 1
    return found


@part
def can_pair(b: Struct) -> bool:
    """Whether pairs of free cells stop every line of the attacker: `pairing.find_pairs`."""
    for cell in range(b.cells):
        b.pair[cell] = 0
    for line in range(b.lines):
        b.left[line] = b.k - b.count[b.attacker, line]
        if b.count[b.attacker ^ 1, line]:
            b.left[line] = _STOPPED
    while True:
        chosen, fewest = Int(-1), Int(MAX_K + 1)
        for line in range(b.lines):
            if b.left[line] < fewest:
                chosen, fewest = Int(line), b.left[line]
        if chosen < 0:
            return True
        if not _pair_up(b, chosen):
            return False


@part
def _pair_up(b: Struct, line: int) -> bool:
    """Give a line the pair that stops the most lines; False if another has too few cells left."""
    most, one, two = Int(0), Int(-1), Int(-1)
    for i in range(b.k):
        for j in range(i + 1, b.k):
            left, right = Int(b.cells_of[line, i]), Int(b.cells_of[line, j])
            if b.owner[left] + b.owner[right] == 2 * NOBODY and not b.pair[left] | b.pair[right]:
                # Cells on few other lines are of little use elsewhere.
                lines = b.open[b.attacker, left] + b.open[b.attacker, right]
                worth = 8 * MAX_K * _stopped(b, left, right) - lines
                if one < 0 or worth > most:
                    most, one, two = worth, left, right
    if one < 0:
        return False
    b.pair[one], b.pair[two] = 1, 1
    _stopped(b, one, two, _STOPPED)
    return _use(b, one) and _use(b, two)


@part
def _stopped(b: Struct, one: int, two: int, mark: int = 0) -> int:
    """How many lines without a pair go through two cells; a mark is what is left of them then."""
    count = Int(0)
    for i in range(b.lines_at[one]):
        line = Int(b.lines_of[one, i])
        if b.left[line] <= MAX_K:
            for j in range(b.k):
                if b.cells_of[line, j] == two:
                    count += 1
                    if mark:
                        b.left[line] = mark
    return count


@part
def _use(b: Struct, cell: int) -> bool:
    """A cell is used by a pair: the other lines through it have one less, each two at least."""
    for i in range(b.lines_at[cell]):
        line = Int(b.lines_of[cell, i])
        b.left[line] -= 1
        if b.left[line] < 2:
            return False
    return True


@part
def list_moves(b: Struct, ply: int) -> int:
    """Write the moves that are worth a look and give their number; -1: the defender has succeeded.

    0 means that the player to move has failed. Who can complete a line is not asked.
    """
    me, him = b.player, b.player ^ 1
    if b.threats[him] > 1:
        return Int(0)
    if b.threats[him] == 1:
        for cell in range(b.cells):
            if b.wins[him, cell]:
                b.moves[ply, 0] = cell
                return Int(1)
    if b.living[b.attacker] == 0:
        return Int(0) if me == b.attacker else Int(-1)
    count = Int(0)
    for cell in range(b.cells):
        if b.owner[cell] == NOBODY and (b.open[0, cell] or b.open[1, cell]):
            b.moves[ply, count] = cell
            count += 1
    return count


@part
def _tilt(b: Struct) -> float:
    """How much nearer a win of the attacker seems than a defence.

    Each living line is worth one half to the power of its free cells: stones that fall at random
    would complete so many lines. (With less than one half and the attacker to move, the defender
    always holds: P. Erdos, J. Selfridge, "On a combinatorial game", 1973.)
    """
    hope = 0.0
    for line in range(b.lines):
        if b.count[b.attacker ^ 1, line] == 0:
            hope += b.worth[b.count[b.attacker, line]]
    return min(_STEEPEST, max(1 / _STEEPEST, 2 * hope))


@part
def estimate(b: Struct) -> tuple[int, int]:
    """The first numbers of a position, from what is seen without a search."""
    me, him = b.player, b.player ^ 1
    if b.threats[me]:
        return Int(0), Int(INFINITE)
    if b.threats[him] > 1:
        return Int(INFINITE), Int(0)
    if b.living[b.attacker] == 0:
        return (Int(INFINITE), Int(0)) if me == b.attacker else (Int(0), Int(INFINITE))
    if b.threats[him] == 1:
        return Int(1), Int(1)
    if can_make_two(b, me):
        return Int(0), Int(INFINITE)
    if me == b.attacker and can_pair(b):
        return Int(INFINITE), Int(0)
    tilt = _tilt(b)
    if me != b.attacker:
        tilt = 1 / tilt
    return max(Int(1), Int(_ONE / tilt)), max(Int(1), Int(_ONE * b.empty * tilt))


@kernel
def set_up(b: Struct, stones: Array, player: int) -> None:
    """Put a position into the record, one stone after the other; `player` is to move."""
    for cell in range(b.cells - 1, -1, -1):  # the stones before, the last one first
        if b.owner[cell] != NOBODY:
            b.player = b.owner[cell] ^ 1
            take(b, Int(cell))
    for cell in range(b.cells):
        if stones[cell] != NOBODY:
            b.player = stones[cell]
            put(b, Int(cell))
    b.player = player


@kernel
def look_up(b: Struct, table: Array) -> int:
    """What is known of a position, as it is stored: mine, 22 bits, his, 22 bits, work, 20 bits."""
    at = find(table, key_of(b))
    if at >= 0:
        return table[at + 1]
    mine, his = estimate(b)
    return mine << 42 | his << 20


@part
def _expand(b: Struct, table: Array, ply: int, count: int) -> int:
    """Find the numbers of all moves; gives how many count: only the last one if it settles all."""
    for i in range(count):
        move = b.moves[ply, i]
        put(b, move)
        at = find(table, key_of(b))
        if at >= 0:
            mine, his = table[at + 1] >> 42 & INFINITE, table[at + 1] >> 20 & INFINITE
        else:
            mine, his = estimate(b)
        take(b, move)
        if his == 0:
            b.moves[ply, 0], b.mine[ply, 0], b.his[ply, 0] = move, mine, his
            return Int(1)
        b.mine[ply, i], b.his[ply, i] = mine, his
    return count


@kernel
def search(b: Struct, table: Array, mine: int, his: int, ply: int) -> int:
    """Look into a position until one of its numbers reaches its bound; gives mine << 22 | his.

    The player to move must have no winning move; `look_up` knows what comes of one.
    """
    started = b.nodes
    b.nodes += 1
    count = list_moves(b, ply)
    if count < 0:
        return Int(INFINITE)
    if count == 0:
        return Int(INFINITE) << 22
    count = _expand(b, table, ply, count)
    while True:
        least, total, best, beyond = weigh(b, ply, count, _SHARE, _PATIENCE)
        if least >= mine or total >= his or b.nodes >= b.node_limit:
            break
        move = b.moves[ply, best]
        put(b, move)
        bound = his - total + b.mine[ply, best]
        numbers = search(b, table, bound, min(mine, beyond), ply + 1)
        take(b, move)
        b.mine[ply, best], b.his[ply, best] = numbers >> 22, numbers & INFINITE
    store(table, key_of(b), least, total, b.nodes - started)
    return least << 22 | total
