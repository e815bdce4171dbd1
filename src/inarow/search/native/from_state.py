"""From a position to the records that kernels work on, by the rules that its game describes.

position_of    for random games and tree search    `position.py`
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.grid import bits_of
from inarow.games.rules import Rules
from inarow.games.stones import read_stones
from inarow.seeds import seed_word

if TYPE_CHECKING:
    from inarow.search.native.jit import Array, Struct

_WORD_BITS = 64
_NINE_BITS = 0b111111111
_DROPS = ("", "forced", "random")

_DROP, _PLACE, _WIDE_DROP, _WIDE_PLACE, _NINE, _POP, _ULTIMATE = range(7)
_PATHS = (
    "kernel, falling stones in one word",
    "kernel, placed stones in one word",
    "kernel, falling stones on a wide board",
    "kernel, placed stones on a wide board",
    "kernel, nine boards",
    "kernel, falling stones that may be taken out",
    "kernel, nine boards to be won",
)

COUNTED_LINES = "kernel, stones counted line by line"
"""How the searches of the alpha-beta family store a position of any game."""


@lru_cache(maxsize=64)
def path_of(game: Game) -> str:
    """How the kernels of random games and tree search store the positions of a game, in words."""
    return _PATHS[_kind(_rules(game))]


def can_compile(game: Game) -> bool:
    """Whether there are kernels for random games and tree search in this game.

    Without Numba, which some systems lack, all searches run in plain Python.
    """
    rules = game.rules
    if rules is None or rules.special or not has_numba():
        return False
    return not rules.pops or fits_word(rules)


def can_count_lines(game: Game) -> bool:
    """Whether there are kernels that look ahead in this game, stone by stone."""
    rules = game.rules
    if rules is None or not has_numba():
        return False
    return not (rules.special or rules.pops or rules.claims)


@cache
def has_numba() -> bool:
    """Whether kernels can be compiled here at all; does not import anything."""
    try:
        return all(find_spec(package) is not None for package in ("numba", "numpy"))
    except ImportError:  # something forbids to import them
        return False


def position_of(state: State, seed: int = 0) -> Struct:
    """The record of a position."""
    rules, pos = _rules(state.game), new_position(state.game)
    pos.player, gained = state.player, state.returns()[0]
    if gained:
        pos.won, pos.winner = 1, 0 if gained > 0 else 1
    pos.random = seed_word(seed)
    if rules.sent:
        pos.board = -1 if state.note.startswith("-") else int(state.note[0]) - 1
        if state.chance():
            pos.drops = 2 if pos.board < 0 else 1
    elif rules.dice is not None:
        pos.drops = _DROPS.index(state.note)
    if rules.turns is not None:
        pos.left = rules.turns - state.ply
    _put_stones(pos, state, rules)
    return pos


def new_position(game: Game) -> Struct:
    """The record of an empty board with the rules of a game."""
    return _empty_board(game).copy()[0]


@lru_cache(maxsize=8)
def _empty_board(game: Game) -> Array:
    """The same, in an array; to fill in the rules takes longer than to copy them."""
    import numpy as np

    from inarow.search.native.position import POSITION

    rules = _rules(game)
    found = np.zeros(1, POSITION).view(np.recarray)
    pos = found[0]
    pos.kind = _kind(rules)
    pos.rows, pos.cols, pos.k, pos.exact = rules.rows, rules.cols, rules.k, rules.exact
    pos.actions, pos.dice = game.num_actions, rules.dice is not None
    pos.choose, pos.reopen, pos.majority = rules.chooses, rules.reopens, rules.majority
    pos.board, pos.boards = -1, _NINE_BITS
    if pos.kind in (_DROP, _POP):
        _set_word_rules(pos, rules.cols, rules.rows)
    elif pos.kind == _PLACE:
        _set_word_rules(pos, rules.rows, rules.cols)
    return found


def _rules(game: Game) -> Rules:
    if game.rules is None or game.rules.special:
        raise NotSupported(f"there are no kernels for {game.name}")
    return game.rules


def _kind(rules: Rules) -> int:
    """How a position is stored; the numbers are those of `position.py`."""
    if rules.sent:
        return _ULTIMATE if rules.claims else _NINE
    if rules.pops:
        return _POP
    if fits_word(rules):
        return _DROP if rules.falls else _PLACE
    return _WIDE_DROP if rules.falls else _WIDE_PLACE


def fits_word(rules: Rules) -> bool:
    """Whether a board that is not made of nine is kept in one word."""
    lanes, length = (rules.cols, rules.rows) if rules.falls else (rules.rows, rules.cols)
    return lanes * (length + 1) <= _WORD_BITS


def _set_word_rules(pos: Struct, lanes: int, length: int) -> None:
    """The masks of a board of one word: `lanes` columns (or rows) of `length` cells and a guard."""
    stride = length + 1
    along, across = pos.k <= length, pos.k <= lanes
    steps = (1 if along else 0, stride if across else 0)
    both = along and across
    pos.steps[:] = (*steps, stride + 1 if both else 0, stride - 1 if both else 0)
    pos.quick = pos.k == 4 and both and not pos.exact
    lane = (1 << length) - 1
    for at in range(lanes):
        pos.column[at] = lane << stride * at
        pos.full |= lane << stride * at
        pos.bottom |= 1 << stride * at


def _put_stones(pos: Struct, state: State, rules: Rules) -> None:
    own, other, rule = read_stones(state, state.player)
    if pos.kind in (_DROP, _POP):  # laid out alike
        pos.own, pos.other = own, other
    elif pos.kind == _PLACE:
        cell_of, stride = rule.geometry.cell_of, rules.cols + 1
        for stones, field in ((own, "own"), (other, "other")):
            cells = (cell_of[bit] for bit in bits_of(stones))
            pos[field] = sum(1 << row * stride + col for row, col in cells)
    elif rules.sent:
        for stones, player in ((own, state.player), (other, 1 - state.player)):
            for row, col in (rule.geometry.cell_of[bit] for bit in bits_of(stones)):
                pos.nine[player, row // 3 * 3 + col // 3] |= 1 << row % 3 * 3 + col % 3
        for board in range(9):
            if pos.nine[0, board] | pos.nine[1, board] == _NINE_BITS:
                pos.boards &= ~(1 << board)
        if rules.claims:
            _claim_boards(pos, state.note.partition(":")[2])
    else:
        _fill_wide_board(pos, state)


def _claim_boards(pos: Struct, owners: str) -> None:
    """Who has won which board: its line says it, or the note where both players have one."""
    from inarow.search.native.position import NINE_LINES

    for board in range(9):
        for player, mark in enumerate("XO"):
            if NINE_LINES[pos.nine[player, board]] and owners[board : board + 1] in ("", mark):
                pos.claimed[player] |= 1 << board
    if not pos.reopen:
        pos.boards &= ~(pos.claimed[0] | pos.claimed[1])


def _fill_wide_board(pos: Struct, state: State) -> None:
    import numpy as np

    rows, cols = int(pos.rows), int(pos.cols)
    owners = [[0 if owner is None else owner + 1 for owner in row] for row in state.board()]
    board = np.array(owners, np.int8)
    bordered = np.full((rows + 2, cols + 2), 3, np.int8)
    bordered[1:-1, 1:-1] = board
    pos.cells[: bordered.size] = bordered.ravel()
    pos.heights[:cols] = (board != 0).sum(axis=0)
    pos.open = (pos.heights[:cols] < rows).sum()
    empty = np.flatnonzero(board == 0)
    pos.left = empty.size
    if pos.kind == _WIDE_PLACE:
        pos.empties[: empty.size] = empty
        pos.places[empty] = np.arange(empty.size)
