"""From a state of a built-in game to the record that kernels work on."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop

if TYPE_CHECKING:
    from inarow.search.native.types import Record

_KNOWN = (ConnectFour, RandomDrop, Mnk, NineBoard)
_WORD_BITS = 64
_DROPS = ("", "forced", "random")


_PATHS = (
    "kernel, falling stones in one word",
    "kernel, placed stones in one word",
    "kernel, falling stones on a wide board",
    "kernel, placed stones on a wide board",
    "kernel, nine boards",
)


COUNTED_LINES = "kernel, stones counted line by line"
"""How the searches of the alpha-beta family store a position of any game."""


@lru_cache(maxsize=64)
def path_of(game: Game) -> str:
    """How the kernels of random games and tree search store the positions of a game, in words."""
    return _PATHS[int(new_position(game).kind)]


def can_compile(game: Game) -> bool:
    """Whether kernels know this game: the built-in ones, but no variant derived from them.

    Without Numba, which some systems lack, all searches run in plain Python.
    """
    return type(game) in _KNOWN and has_numba()


@cache
def has_numba() -> bool:
    """Whether kernels can be compiled here at all; does not import anything."""
    return find_spec("numba") is not None


def position_of(state: State, seed: int = 0) -> Record:
    """The record of a position."""
    from inarow.search.native.bits import seed_word
    from inarow.search.native.position import NINE

    pos = new_position(state.game)
    pos.player = state.player
    outcome = state.outcome
    pos.won = outcome is not None and outcome.winner is not None
    pos.random = seed_word(seed)
    if pos.kind == NINE:
        pos.board = -1 if state.note == "-" else int(state.note) - 1
        if state.chance():
            pos.drops = 2 if pos.board < 0 else 1
    elif pos.dice:
        pos.drops = _DROPS.index(state.note)
    _put_stones(pos, state)
    return pos


def new_position(game: Game) -> Record:
    """The record of an empty board with the rules of a game."""
    import numpy as np

    from inarow.search.native import position as kernels

    pos = np.zeros(1, kernels.POSITION).view(np.recarray)[0]
    pos.rows, pos.cols = game.shape
    pos.actions = game.num_actions
    if isinstance(game, NineBoard):
        pos.kind, pos.k, pos.board = kernels.NINE, 3, -1
        pos.choose = game.full_board == "free"
        return pos
    if not isinstance(game, ConnectFour | Mnk):
        raise NotSupported(f"there are no kernels for {game.name}")
    pos.k = game.k
    falls = isinstance(game, ConnectFour)
    pos.dice = isinstance(game, RandomDrop)
    pos.exact = isinstance(game, Mnk) and game.overline == "exact"
    lanes, length = (game.cols, game.rows) if falls else (game.rows, game.cols)
    if lanes * (length + 1) <= _WORD_BITS:
        pos.kind = kernels.DROP if falls else kernels.PLACE
        _set_word_rules(pos, lanes, length)
    else:
        pos.kind = kernels.WIDE_DROP if falls else kernels.WIDE_PLACE
    return pos


def _set_word_rules(pos: Record, lanes: int, length: int) -> None:
    """The masks of a board of one word: `lanes` columns (or rows) of `length` cells and a guard."""
    stride = length + 1
    along, across = pos.k <= length, pos.k <= lanes
    steps = (1 if along else 0, stride if across else 0)
    both = along and across
    pos.steps[:] = (*steps, stride + 1 if both else 0, stride - 1 if both else 0)
    pos.quick = pos.k == 4 and both and not pos.exact
    lane = (1 << length) - 1
    pos.full = sum(lane << stride * at for at in range(lanes))
    pos.bottom = sum(1 << stride * at for at in range(lanes))
    for at in range(lanes):
        pos.column[at] = lane << stride * at


def _put_stones(pos: Record, state: State) -> None:
    import numpy as np

    from inarow.search.native import position as kernels

    rows, cols, kind = int(pos.rows), int(pos.cols), int(pos.kind)
    owners = [[0 if owner is None else owner + 1 for owner in row] for row in state.board()]
    if kind in (kernels.DROP, kernels.PLACE):
        words = [0, 0, 0]
        for row in range(rows):
            for col in range(cols):
                falls = kind == kernels.DROP
                at = col * (rows + 1) + rows - 1 - row if falls else row * (cols + 1) + col
                words[owners[row][col]] |= 1 << at
        pos.own, pos.other = words[state.player + 1], words[2 - state.player]
        return
    board = np.array(owners, np.int8)
    if kind == kernels.NINE:
        for row, col in np.argwhere(board):
            cell = 1 << row % 3 * 3 + col % 3
            pos.nine[board[row, col] - 1, row // 3 * 3 + col // 3] |= cell
        return
    bordered = np.full((rows + 2, cols + 2), 3, np.int8)
    bordered[1:-1, 1:-1] = board
    pos.cells[: bordered.size] = bordered.ravel()
    pos.heights[:cols] = (board != 0).sum(axis=0)
    pos.open = (pos.heights[:cols] < rows).sum()
    empty = np.flatnonzero(board == 0)
    pos.left = empty.size
    if kind == kernels.WIDE_PLACE:
        pos.empties[: empty.size] = empty
        pos.places[empty] = np.arange(empty.size)
