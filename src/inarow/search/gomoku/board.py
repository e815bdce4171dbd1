"""From a position to the record that the kernels of the Gomoku engine read, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

import numpy as np

from inarow.games.base import State
from inarow.games.rules import Rules
from inarow.options import fill_record
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.kernel_board import BOARD, EMPTY, OUTSIDE, put, put_all, take
from inarow.search.gomoku.lines import line_table, reach_of
from inarow.search.gomoku.names import A_THREE, KINDS
from inarow.search.gomoku.plain import outward
from inarow.search.gomoku.shapes import fitted_values, fold, kinds_and_orders, values_by_hand
from inarow.search.native.jit import Array, Struct


class Setting:
    """The record of a position, and which of its cells stands for which action.

    `outward` has the same cells, the middle first: of moves that seem equal it is the better one.
    In the record player 0 is black; `black` is 1 where an opening has given black to player 1.
    """

    def __init__(self, state: State, ideas: Ideas) -> None:
        rules = state.game.rules
        assert rules is not None, "the player has asked for them"
        self.black = rules.black
        reach = reach_of(rules.k, rules.exact, rules.renju, rules.ends)
        self.cells = _cells(rules.rows, rules.cols, reach)
        self.outward = self.cells[list(outward(rules.rows, rules.cols))]
        self.board = set_up(state, rules, self.cells, ideas)
        self.action_of = {int(cell): action for action, cell in enumerate(self.cells)}

    def actions(self, cells: Iterable[int]) -> tuple[int, ...]:
        """The actions that take these cells."""
        return tuple(self.action_of[int(cell)] for cell in cells)


@contextmanager
def played(b: Struct, move: int) -> Iterator[None]:
    """A move of the player to move stands on the board for a while."""
    me = int(b.player)
    put(b, move, me)
    b.player = 1 - me
    yield
    b.player = me
    take(b, move, me)


def take_back(b: Struct, line: Sequence[int]) -> None:
    """Take back a line of play."""
    for move in reversed(line):
        b.player = 1 - b.player
        take(b, move, int(b.player))


def _cells(rows: int, cols: int, reach: int) -> Array:
    """The index of each action's cell, as drawn in `kernel_board.py`."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    return (row + reach) * (cols + reach) + reach + col


def set_up(state: State, rules: Rules, cells: Array, ideas: Ideas) -> Struct:
    """The record of a position."""
    empty = _empty(rules.rows, rules.cols, rules.k, rules.exact, rules.renju, rules.ends)
    b = empty.copy().view(np.recarray)[0]
    values = fitted_values() if ideas.fitted else values_by_hand()
    b.values[:, 0], b.values[:, 1] = values.own[fold()], values.other[fold()]
    b.standings[:] = values.standing
    fill_record(b, ideas, Ideas)
    for player in (0, 1):
        b.total[player] = b.values[b.word[cells, player]].sum(axis=0)
    owners = [owner for row in state.board() for owner in row]
    taken = [action for action, owner in enumerate(owners) if owner is not None]
    players = [owner ^ rules.black for owner in owners if owner is not None]
    put_all(b, cells[taken], np.array(players, np.int64))
    b.player = state.player ^ rules.black
    return b


@lru_cache(maxsize=4)
def _empty(rows: int, cols: int, k: int, exact: bool, renju: bool, ends: bool) -> Array:
    """The record of an empty board, without values."""
    board = np.zeros(1, BOARD)
    b = board.view(np.recarray)[0]
    reach = reach_of(k, exact, renju, ends)
    stride, cells = cols + reach, _cells(rows, cols, reach)
    b.reach, b.first, b.last, b.empty = reach, cells[0], cells[-1] + 1, len(cells)
    b.steps[:] = stride, 1, stride - 1, stride + 1
    b.stone[:], b.stone[cells] = OUTSIDE, EMPTY
    for direction, step in enumerate(b.steps):
        for slot, offset in enumerate(_offsets(reach)):
            outside = b.stone[cells + offset * step] == OUTSIDE
            b.key[cells, direction] |= np.where(outside, OUTSIDE << 2 * slot, 0)
    near = [
        (offset * step, line, 2 * slot)  # seen from there this cell lies on the other side
        for line, step in enumerate(b.steps)
        for slot, offset in enumerate(reversed(_offsets(reach)))
    ]
    b.neighbours = len(near)
    b.offset[: len(near)], b.line[: len(near)], b.shift[: len(near)] = zip(*near, strict=True)
    table = line_table(k, exact, renju, ends)
    b.lines[: len(table)] = table
    b.kinds[1], b.orders[:] = kinds_and_orders()
    b.kinds[0], _ = kinds_and_orders(renju)
    b.renju, b.ends = renju, ends
    for player in (0, 1):
        _read(b, player, cells)
    b.hashes[:] = np.random.default_rng(0).integers(-(2**63), 2**63 - 1, b.hashes.shape)
    return board


def _read(b: Struct, player: int, cells: Array) -> None:
    """Words, kinds and lists of an empty board."""
    classes = b.lines[b.key[cells]] >> 3 * player & 7
    b.word[cells, player] = (classes.astype(np.int64) << np.array([0, 3, 6, 9])).sum(axis=1)
    b.kind[player, cells] = kinds = b.kinds[player, b.word[cells, player]]
    for kind in range(KINDS):
        alike = cells[kinds == kind]
        b.count[player, kind] = len(alike)
        if kind >= A_THREE:
            b.listed[player, kind - A_THREE, : len(alike)] = alike
            b.place[player, alike] = range(len(alike))


def _offsets(reach: int) -> list[int]:
    """How far the neighbours lie that stand in a key, from its lowest bits on."""
    return [*range(-reach, 0), *range(1, reach + 1)]
