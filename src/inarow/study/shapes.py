"""Shapes of Gomoku by their names: what a stone makes, and what it blocks.

The classes of lines are those of the engine (`search/gomoku/lines.py`): each is defined by what one
more stone can make of it. The same definition, asked for a stone that lies there, says what a line
is now. `x` is the stone that is played:

    open four     .XXXx.     two cells make five: cannot be stopped
    four          OXXXx.     one cell makes five; XX.Xx is a four as well
    open three    ..XXx..    becomes an open four
    broken three  .XX.x.     the same, with a gap
    closed three  OXXx..     becomes a four
    open two      ..Xx...    becomes an open three

Two lines at once have names too: *double four*, *four-three*, *double three*. Where `k` is not five
the numbers change with it: in four in a row the line that cannot be stopped is the open three.

In *caro* five stones between two of the opponent do not win, which the edge of the board never is:

    open four     .XXXx..    two cells make five, and no stone stops both
    four          O.XXXx.O   two cells make five, but a stone on one closes the other
    four          OXXXx..    a stone behind the cell that makes five stops it as well
    closed four   OXXXx.O    no cell makes a five that wins
    closed five   OXXXXxO    does not win

In *renju* a three of black is open only if a stone that black may play makes an open four of it; a
stone that black may not play makes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from inarow.games.base import Board, Cell, Game, State
from inarow.games.renju import forbidden_moves
from inarow.games.rules import Rules
from inarow.search.gomoku.names import (
    CLOSED_THREE,
    FIVE,
    FOUR,
    FOUR_THREE,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    TWO_FOURS,
    TWO_THREES,
)
from inarow.search.native.from_state import has_numba
from inarow.study.cells import listed

_SHORTEST, _LONGEST = 4, 6
"""The `k` for which shapes have names, and for which there are tables of lines."""
_NUMBERS = ("nothing", "one", "two", "three", "four", "five", "six")
_OUTSIDE = 2
_CODES = {None: 0, 0: 1, 1: 2, _OUTSIDE: 3}
"""The two bits of a cell in the key of a line."""
_SWAPPED = _CODES | {0: 2, 1: 1}
"""The same where black, whom the table calls player 0, is player 1."""
_DIRECTIONS = ((1, 0), (0, 1), (1, -1), (1, 1))


class Line(NamedTuple):
    """What the stones of a player on one line are together, and which they are."""

    shape: int  # a class of `search/gomoku/lines.py`
    cells: tuple[Cell, ...]

    @property
    def broken(self) -> bool:
        """Whether there is a gap between its stones."""
        (top, left), (bottom, right) = self.cells[0], self.cells[-1]
        return max(bottom - top, abs(right - left)) >= len(self.cells)


def has_shapes(game: Game) -> bool:
    """Whether the shapes of this game have names; without NumPy there are no tables of lines.

    >>> from inarow.registry import load_game
    >>> [has_shapes(load_game(name)) for name in ("gomoku(rule=renju)", "tic_tac_toe")]
    [True, False]
    """
    rules = game.rules
    if rules is None or not rules.anywhere or not has_numba():
        return False
    if not replace(rules, ends=False, renju=False).plain:
        return False
    return _SHORTEST <= rules.k <= _LONGEST - (rules.exact or rules.ends or rules.renju)


def made(state: State, action: int, player: int) -> tuple[str, tuple[Line, ...]]:
    """What a stone of a player would make, by name, and its lines; "" if that has no name.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("gomoku").initial_state(), "h8a1h9a3")
    >>> made(state, state.game.parse("h11"), player=0)[0]
    'a broken three'
    """
    from inarow.search.gomoku.shapes import kind_of

    rules, board = state.game.rules, state.board()
    assert rules is not None, "only shapes of described games have names"
    cell = divmod(action, rules.cols)
    if _is_bound(rules, player):
        black, white = _stones(rules, board)
        referee, bit = forbidden_moves(rules.geometry), rules.geometry.bit_of[cell]
        if referee.reason(black, white, bit) is not None:
            return "", ()
    lines = [line_at(rules, board, cell, step, player) for step in _DIRECTIONS]
    lines.sort(key=lambda line: (line.shape, len(line.cells)), reverse=True)
    four, three = _NUMBERS[rules.k - 1], _NUMBERS[rules.k - 2]
    kind = kind_of(tuple(line.shape for line in lines))
    if kind == TWO_FOURS and lines[0].shape == FOUR:
        return f"a double {four}", tuple(lines[:2])
    if kind == FOUR_THREE:
        return f"a {four}-{three}", tuple(lines[:2])
    if kind == TWO_THREES:
        return f"a double {three}", tuple(lines[:2])
    name, best = name_of(lines[0], rules.k), lines[0]
    longest = max(lines, key=lambda line: len(line.cells))
    if rules.ends and best.shape < FOUR and (not name or len(longest.cells) == rules.k):
        name, best = closed_name(longest, rules.k), longest
    return name, (best,) if name else ()


def blocked(state: State, action: int) -> Iterator[tuple[str, Line]]:
    """What the mover's stone stops: the opponent's shapes, by name, that are less than before."""
    rules, before = state.game.rules, state.board()
    assert rules is not None, "only shapes of described games have names"
    after, cell, other = state.play(action).board(), divmod(action, rules.cols), 1 - state.player
    for step in _DIRECTIONS:
        found = [
            line
            for place in _stones_near(before, cell, step, other, rules.k)
            if (line := line_at(rules, before, place, step, other)).shape >= CLOSED_THREE
            and line_at(rules, after, place, step, other).shape < min(line.shape, FOUR)
        ]
        if found:
            worst = max(found, key=lambda line: (line.shape, len(line.cells)))
            yield name_of(worst, rules.k), worst


def shape_words(state: State, action: int) -> Iterator[tuple[str, str, tuple[Line, ...]]]:
    """What a move makes, blocks and prevents: the kind of reason, a sentence, and its lines."""
    name, lines = made(state, action, state.player)
    if name:
        yield "builds", f"makes {name}", lines
    stopped = sorted(blocked(state, action), key=lambda found: -found[1].shape)
    if stopped:
        names = listed(list(dict.fromkeys(name for name, _ in stopped)))
        kind = "blocks" if stopped[0][1].shape >= FOUR else "spoils"
        yield kind, f"blocks {names}", tuple(line for _, line in stopped)
    theirs, lines = made(state, action, 1 - state.player)
    if len(lines) > 1 or any(line.shape == OPEN_FOUR and line.broken for line in lines):
        yield "spoils", f"takes the point where the opponent would make {theirs}", lines


def name_of(line: Line, k: int) -> str:
    """The name of one line with its article; "" for less than an open two."""
    five, four, three, two = (_NUMBERS[k - less] for less in range(4))
    if len(line.cells) > k:
        return "an overline" if line.shape == FIVE else "an overline, which does not win"
    names = {
        FIVE: f"a {five}",
        OPEN_FOUR: f"a double {four}" if line.broken else f"an open {four}",
        FOUR: f"a {four}",
        OPEN_THREE: f"a broken {three}" if line.broken else f"an open {three}",
        CLOSED_THREE: f"a closed {three}",
        OPEN_TWO: f"an open {two}",
    }
    return names.get(line.shape, "")


def closed_name(line: Line, k: int) -> str:
    """The name of a line of caro that lacks a stone at most and does not win; else ""."""
    if len(line.cells) == k:
        return f"a closed {_NUMBERS[k]}, which does not win"
    return f"a closed {_NUMBERS[k - 1]}, which threatens nothing" * (len(line.cells) == k - 1)


def line_at(rules: Rules, board: Board, cell: Cell, step: Cell, player: int) -> Line:
    """What a player has on the line through a cell, which is his or empty: as if it were his."""
    from inarow.search.gomoku.lines import line_table, reach_of

    reach = reach_of(rules.k, rules.exact, rules.renju, rules.ends)
    row = [_owner(board, cell, step, distance) for distance in range(-reach, reach + 1)]
    neighbours = row[:reach] + row[reach + 1 :]
    codes = _CODES if not rules.black else _SWAPPED
    key = sum(codes[owner] << 2 * slot for slot, owner in enumerate(neighbours))
    table = line_table(rules.k, rules.exact, rules.renju, rules.ends)
    shape = int(table[key]) >> 3 * (player ^ rules.black) & 7
    row[reach] = player
    stones = [distance - reach for distance in _stones_of(row, rules.k, player)]
    line = Line(shape, tuple(_place(cell, step, distance) for distance in stones))
    if shape == OPEN_THREE and _is_bound(rules, player):
        board = _with_stone(board, cell, player)
        if not _grows(rules, board, cell, step, player):
            return line._replace(shape=CLOSED_THREE)
    return line


def _is_bound(rules: Rules, player: int) -> bool:
    """Whether some moves are forbidden to this player."""
    return rules.renju and player == rules.black


def _grows(rules: Rules, board: Board, cell: Cell, step: Cell, player: int) -> bool:
    """Whether black may make an open four of the three through a cell with a stone of his."""
    black, white = _stones(rules, board)
    referee, bits = forbidden_moves(rules.geometry), rules.geometry.bit_of
    for distance in range(1 - rules.k, rules.k):
        place = _place(cell, step, distance)
        if (
            _owner(board, cell, step, distance) is None
            and line_at(rules, board, place, step, player).shape == OPEN_FOUR
            and referee.may_grow(black, white, bits[place])
        ):
            return True
    return False


def _stones(rules: Rules, board: Board) -> tuple[int, int]:
    """Black's and white's stones as sets of bits."""
    found = [0, 0]
    for cell, bit in rules.geometry.bit_of.items():
        owner = board[cell[0]][cell[1]]
        if owner is not None:
            found[owner] |= bit
    return found[rules.black], found[1 - rules.black]


def _with_stone(board: Board, cell: Cell, player: int) -> Board:
    rows = [list(row) for row in board]
    rows[cell[0]][cell[1]] = player
    return tuple(tuple(row) for row in rows)


def _stones_of(row: list[int | None], k: int, player: int) -> list[int]:
    """Which stones a player has in k places with the middle one: the most, closest together.

    In an overline these are all of its stones.
    """
    middle, best = len(row) // 2, [len(row) // 2]
    first = last = middle
    while first > 0 and row[first - 1] == player:
        first -= 1
    while last < len(row) - 1 and row[last + 1] == player:
        last += 1
    if last - first >= k:
        return list(range(first, last + 1))
    for start in range(max(0, middle - k + 1), min(middle, len(row) - k) + 1):
        places = range(start, start + k)
        if all(row[place] in (player, None) for place in places):
            own = [place for place in places if row[place] == player]
            best = max(best, own, key=lambda stones: (len(stones), stones[0] - stones[-1]))
    return best


def _stones_near(board: Board, cell: Cell, step: Cell, player: int, k: int) -> Iterator[Cell]:
    """The stones of a player that a stone on this cell may block, on one line."""
    for side in (-1, 1):
        for distance in range(1, k):
            owner = _owner(board, cell, step, side * distance)
            if owner == player:
                yield _place(cell, step, side * distance)
            elif owner is not None:
                break


def _owner(board: Board, cell: Cell, step: Cell, distance: int) -> int | None:
    """Who has the cell at a distance on a line."""
    row, col = _place(cell, step, distance)
    inside = 0 <= row < len(board) and 0 <= col < len(board[0])
    return board[row][col] if inside else _OUTSIDE


def _place(cell: Cell, step: Cell, distance: int) -> Cell:
    return cell[0] + step[0] * distance, cell[1] + step[1] * distance
