"""Renju: what black may not do, so that moving first is less of an advantage.

Black is player 0, unless an opening has swapped the colours (`opening=swapped`).

Black wins with exactly five in a row; white wins with five or more. Black may not play

    overline       six or more in a row
    double four    two fours at once, in two lines or in one: X.XXX.X
    double three   two threes at once

unless the same stone makes five. A *four* is four stones that one more makes five. A *straight
four* has two such cells, one at each end. A *three* is three stones that one more makes a straight
four, and it counts only if that one more stone may be played: it must make no five elsewhere and
must itself be neither overline nor double four nor double three. So the definition of a double
three asks for itself, with one stone more on the board each time (rules of the Renju International
Federation, sections 9.2 and 9.3).

For one cell and one direction all of this is read from the eleven cells around it, written from
black's point of view: `X` own, `O` the opponent or the edge, `.` free, the cell itself in the
middle. What such a text means is worked out once, because few of them occur.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from inarow.errors import BadNotation
from inarow.games.base import SYMBOLS, Board, Outcome, Reason
from inarow.games.grid import Geometry, bits_of
from inarow.games.mnk import MnkState
from inarow.games.stones import StonesGame

if TYPE_CHECKING:
    from inarow.games.gomoku import Gomoku

_REACH = 5
"""Cells to each side that matter: four of a five, and the one behind it."""

_MOST_KNOWN = 1 << 16
_FEWEST = 4
"""Black stones that a forbidden cell takes: two for each of two threes."""

BLACK = 0
OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = "overline", "double four", "double three"


class Reading(NamedTuple):
    """What a black stone makes of one line.

    Args:
        five: whether it makes exactly five.
        overline: whether it makes more.
        fours: how many fours it makes; there may be two in one line.
        straight: how far away the cells are that would then make a straight four.
    """

    five: bool
    overline: bool
    fours: int
    straight: tuple[int, ...]


class Ray(NamedTuple):
    """The ten cells near a cell in one direction.

    Args:
        near: all of them as a set.
        cells: one by one, 0 for the outside of the board.
        step: from one to the next.
        shift: moves the cell, and with it all of them, to a place that all rays share.
        outside: the cells there that are outside of the board.
    """

    near: int
    cells: tuple[int, ...]
    step: int
    shift: int
    outside: int


_NOTHING = Reading(False, False, 0, ())


@lru_cache(maxsize=1 << 16)
def read_line(line: str) -> Reading:
    """What a black stone in the middle of eleven cells makes of them.

    >>> read_line("...XX...OO.")
    Reading(five=False, overline=False, fours=0, straight=(-3, 1))
    >>> read_line("..X.X.X.X..").fours
    2
    """
    line = f"{line[:_REACH]}X{line[_REACH + 1 :]}"
    length = len(_run(line))
    fours, straight = set(), []
    for at, cell in enumerate(line):
        if cell == "." and length < 5:
            run = _run(f"{line[:at]}X{line[at + 1 :]}")
            if at in run and len(run) == 5:
                fours.add(frozenset(run) - {at})
            elif at in run and len(run) == 4 and _is_free(line, run):
                straight.append(at - _REACH)
    return Reading(length == 5, length > 5, len(fours), tuple(straight))


def _run(line: str) -> range:
    """The places of the unbroken row of stones in the middle."""
    start = len(line[:_REACH].rstrip("X"))
    return range(start, len(line) - len(line[_REACH:].lstrip("X")))


def _is_free(line: str, run: range) -> bool:
    """Whether a row of four can become five, and no more, at both ends."""
    before, behind = run[0] - 1, run[-1] + 1
    return line[before] == line[behind] == "." and "X" not in (line[before - 1], line[behind + 1])


class ForbiddenMoves:
    """Tells for any stones on a board of some size which cells are forbidden to black."""

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._known: dict[tuple[int, int, int], Reading] = {}
        self._rays = {
            bit: tuple(_ray(geometry, bit, step) for _, step in geometry.directions)
            for bit in geometry.cell_of
        }

    def reasons(self, black: int, white: int) -> dict[int, str]:
        """Every free cell that is forbidden, as a bit, with the reason."""
        if black.bit_count() < _FEWEST:
            return {}
        threes = fours = suspects = 0
        empty = self._geometry.full & ~(black | white)
        for n, (_, step) in enumerate(self._geometry.directions):
            three, four = self._stones_near(black, white, step)
            suspects |= threes & three | fours & four
            threes |= three
            fours |= four
            for bit in bits_of(four & empty & ~suspects):
                if (black & self._rays[bit][n].near).bit_count() > 3:  # two fours in one line
                    suspects |= bit
        found = ((bit, self.reason(black, white, bit)) for bit in bits_of(suspects & empty))
        return {bit: reason for bit, reason in found if reason is not None}

    def _stones_near(self, black: int, white: int, step: int) -> tuple[int, int]:
        """Where one more stone might make a three, and where a four, if it can grow to five.

        A three needs two stones among four cells in a row, and no white stone there or at the ends;
        a four needs three stones among five cells without a white one. All cells at once: bit n
        tells of the cells from n on. Their stones are added up as binary numbers are.
        """
        open_cells = self._geometry.full & ~white
        pairs = open_cells & open_cells >> step
        five = pairs & pairs >> 2 * step & open_cells >> 4 * step
        a, b, c, d, e = (
            black,
            black >> step,
            black >> 2 * step,
            black >> 3 * step,
            black >> 4 * step,
        )
        odd, two, both = a ^ b ^ c, a & b | c & (a | b), d & e
        three = (five & five >> step) << step & (two | odd & d)
        four = five & (two & both | (two | both) & (odd | d ^ e))
        return _spread(three, step), _spread(four, step) | four << 4 * step

    def reason(self, black: int, white: int, bit: int) -> str | None:
        """Why black may not play on a free cell, or None if it is allowed."""
        readings = [self._read(black, white, ray) for ray in self._rays[bit]]
        if any(reading.five for reading in readings):
            return None
        if any(reading.overline for reading in readings):
            return OVERLINE
        if sum(reading.fours for reading in readings) > 1:
            return DOUBLE_FOUR
        lines = [n for n, reading in enumerate(readings) if reading.straight]
        if len(lines) < 2:
            return None
        after, threes = black | bit, 0
        for n in lines:
            cells = (self._rays[bit][n].cells[_slot(away)] for away in readings[n].straight)
            threes += any(self.may_grow(after, white, cell) for cell in cells)
        return DOUBLE_THREE if threes > 1 else None

    def may_grow(self, black: int, white: int, bit: int) -> bool:
        """Whether black may play here without making five: then a three can become a four."""
        if any(self._read(black, white, ray).five for ray in self._rays[bit]):
            return False
        return self.reason(black, white, bit) is None

    def _read(self, black: int, white: int, ray: Ray) -> Reading:
        near, cells, step, shift, outside = ray
        black &= near
        if black.bit_count() < 2:
            return _NOTHING
        white &= near
        # The same stones anywhere else on the board mean the same.
        key = step, black << shift, white << shift | outside
        known = self._known.get(key)
        if known is None:
            marks = ["X" if black & c else "O" if white & c or not c else "." for c in cells]
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            known = read_line("".join(marks[:_REACH]) + "." + "".join(marks[_REACH:]))
            self._known[key] = known
        return known


def _spread(starts: int, step: int) -> int:
    """The four cells from each of some cells on."""
    pairs = starts | starts << step
    return pairs | pairs << 2 * step


def _slot(away: int) -> int:
    """The place of a cell among the ten that surround another one."""
    return away + _REACH if away < 0 else away + _REACH - 1


def _ray(geometry: Geometry, bit: int, step: int) -> Ray:
    """The cells near a cell in one direction."""
    cells: list[int] = []
    middle = geometry.full.bit_length() + _REACH * step
    outside = 0
    for way in (-1, 1):
        found = [0] * _REACH
        for away in range(1, _REACH + 1):
            cell = bit << step * away if way > 0 else bit >> step * away
            if cell not in geometry.cell_of:
                break
            found[away - 1] = cell
        cells += found if way > 0 else reversed(found)
    for cell, away in zip(cells, (*range(-_REACH, 0), *range(1, _REACH + 1)), strict=True):
        outside |= 0 if cell else 1 << middle + away * step
    return Ray(sum(cells), tuple(cells), step, middle - bit.bit_length() + 1, outside)


@lru_cache(maxsize=16)
def forbidden_moves(geometry: Geometry) -> ForbiddenMoves:
    """The one for a board."""
    return ForbiddenMoves(geometry)


class RenjuState(MnkState):
    """A position of renju.

    Black, left with nothing but forbidden cells, has lost, since it would have to play one.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import parse_position
    >>> board = "......./...X.../...X.../.XX..../......./......./....OOO X"
    >>> state = parse_position(load_game("gomoku(7,7,renju)"), board)
    >>> {state.game.format(action): reason for action, reason in state.forbidden().items()}
    {'d4': 'double three'}
    """

    __slots__ = ("_reasons",)

    _game: Gomoku
    _reasons: Mapping[int, str]

    @classmethod
    def from_board(cls, game: StonesGame, board: Board, player: int) -> Self:
        state = super().from_board(game, board, player)
        rules = game.describe()
        stones, exact = state.stones[rules.black], rules.line_rule_of(rules.black)
        if game.line_rule.anywhere(stones) and not exact.anywhere(stones):
            who = SYMBOLS[rules.black]
            raise BadNotation(f"{who} has more than five in a row, which is forbidden")
        return state

    @property
    def note(self) -> str:
        return "swapped" if self._game.black else ""

    def forbidden(self) -> Mapping[int, str]:
        """The free cells that the player to move may not take, each with the reason."""
        try:
            return self._reasons
        except AttributeError:
            self._reasons = self._find_reasons()
            return self._reasons

    def legal_actions(self) -> Sequence[int]:
        free, reasons = super().legal_actions(), self.forbidden()
        return [action for action in free if action not in reasons] if reasons else free

    @property
    def outcome(self) -> Outcome | None:
        return self._stuck if self._is_stuck() else super().outcome

    def returns(self) -> tuple[float, float]:
        return self._stuck.returns() if self._is_stuck() else super().returns()

    @property
    def _stuck(self) -> Outcome:
        """Black, whose turn it is, may not play anywhere."""
        return Outcome(1 - self._player, Reason.FORBIDDEN)

    def _bit(self, action: int) -> int:
        bit = super()._bit(action)
        if action in self.forbidden():
            cell, reason = self._game.format(action), self.forbidden()[action]
            raise self._refuse(action, f"{cell} is forbidden for black: {reason}")
        return bit

    def _find_reasons(self) -> Mapping[int, str]:
        if self._won or self._player != self._game.black:
            return {}
        found = forbidden_moves(self._game.geometry).reasons(self._own, self._other)
        cells = enumerate(self._game.bits) if found else ()
        return {action: found[bit] for action, bit in cells if bit in found}

    def _is_stuck(self) -> bool:
        """Whether black has to move and may not move anywhere."""
        if self._won or self._player != self._game.black or self._drawn():
            return False
        filled = self._own | self._other
        return len(self.forbidden()) == len(self._game.bits) - filled.bit_count()
