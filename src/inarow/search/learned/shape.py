"""What an n-tuple network looks at: groups of cells, each with a table of numbers.

A *tuple* is a group of cells. Every way to fill them is one place of a table, and the number there
is what was learned about it. The value of a position is the sum of the numbers of all tuples:

    . . . . . . .        one tuple of four cells (#), among many         number
    . . . . . . .                                                     X . . .   0.03
    . . # # . . .        its table has a number for every filling:    X X . .   0.11
    . . . # # . .                                                     X X O .  -0.02  ...

Sums are quick because a position is read in larger pieces, its *units*:

    stones fall        a column     all its stones at once: a bit each, and a 1 on top of them
    stones are placed  a cell       0 empty, 1 and 2 the players' stones
    nine boards        a board      its nine cells as digits to the base of 3;
                                    and one more unit: the board to play in

Each unit has a *code*, and each code adds some amount to the place in the table of every tuple that
looks at the unit, so a move changes only the sums of tuples that look at its unit. Fillings that
cannot occur (a stone above an empty cell) get no place, and where stones fall an empty cell that
can be reached is told from one that cannot: that fourth state was worth ten percent of the games
against perfect play to M. Thill, P. Koch and W. Konen, *Reinforcement learning with n-tuples on the
game Connect-4*, 2012.

Mirror images and turned boards share their numbers. Where stones fall the two players differ (who
moves first gets the odd rows), so there are two tables, one for positions after a move of each.
Elsewhere one table serves both: the player who has moved counts as the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

import numpy as np

from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.grid import square_symmetries
from inarow.games.rules import Rules
from inarow.search.native.from_state import can_compile
from inarow.search.native.jit import Array

Cells = tuple[int, ...]
"""A tuple: cells in ascending order, counted row by row from the top left."""

_MOST_ROWS = 11
"""Of a board on which stones fall: a column has a code of a bit for each cell and one more."""
BOARDS, FILLINGS = 9, 3**9
_SENT = BOARDS
"""The unit of nine boards that tells in which one to play; its code is 9 if it is to be chosen."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a position becomes places in tables.

    Args:
        tuples: how many there are, mirror images included.
        size: numbers in one table of all tuples together.
        tables: two where the players differ.
        count: of each unit, how many tuples look at it.
        touch: [unit, n] which tuple that is.
        offset: [view, unit, code, n] what the code adds to the place of that tuple.
    """

    tuples: int
    size: int
    tables: int
    count: Array
    touch: Array
    offset: Array

    @property
    def views(self) -> int:
        """From how many sides a position is read."""
        return len(self.offset)


def can_learn(game: Game) -> bool:
    """Whether there are networks for a game."""
    rules = game.rules
    if rules is None or not can_compile(game) or rules.pops or rules.claims:
        return False
    if rules.sent:
        return True
    if rules.falls:
        return (
            rules.dice is None and rules.cols * (rules.rows + 1) <= 64 and rules.rows <= _MOST_ROWS
        )
    return rules.rows * (rules.cols + 1) <= 64


def require_learning(game: Game) -> Rules:
    """The rules of a game for which there are networks."""
    rules = game.rules
    if rules is None or not can_learn(game):
        raise NotSupported(f"nothing can be learned for {game} yet")
    return rules


def random_tuples(rules: Rules, count: int, length: int, seed: int) -> list[Cells]:
    """Random walks over the board, a step in any of eight directions, never back.

    Nine boards have their tuples by nature, one a board: the list is empty.
    """
    if rules.sent:
        return []
    rng, found = Random(seed), dict[Cells, None]()
    symmetries = _symmetries(rules)
    tries = 0
    while len(found) < count and tries < 100 * count:
        tries += 1
        walk = tuple(sorted(_walk(rules, min(length, rules.cells), rng)))
        images = {tuple(sorted(places[cell] for cell in walk)) for places in symmetries}
        if not any(image in found for image in images):
            found[walk] = None
    return list(found)


def _walk(rules: Rules, length: int, rng: Random) -> list[int]:
    while True:
        cells = [rng.randrange(rules.cells)]
        while len(cells) < length:
            row, col = divmod(cells[-1], rules.cols)
            near = [
                (row + down) * rules.cols + col + right
                for down, right in product((-1, 0, 1), repeat=2)
                if 0 <= row + down < rules.rows and 0 <= col + right < rules.cols
            ]
            free = [cell for cell in near if cell not in cells]
            if not free:  # a dead end: begin anew
                break
            cells.append(rng.choice(free))
        else:
            return cells


def _symmetries(rules: Rules) -> list[list[int]]:
    """Where each cell goes when the board is mirrored, or turned as well."""
    if rules.falls:
        cols = rules.cols
        mirrored = [row * cols + cols - 1 - col for row in range(rules.rows) for col in range(cols)]
        return [list(range(rules.cells)), mirrored]
    return [list(places) for places in square_symmetries(rules.rows, rules.cols)]


def make_shape(rules: Rules, tuples: Sequence[Cells]) -> Shape:
    """The tables of a network for a game."""
    if rules.sent:
        return _shape_of_boards()
    symmetries = _symmetries(rules)
    units, codes = (rules.cols, 2 << rules.rows) if rules.falls else (rules.cells, 3)
    looks: list[list[tuple[int, Array]]] = [[] for _ in range(units)]
    size = 0
    for number, cells in enumerate(tuples):
        begin, stride = size, 1
        for group in _groups(rules, cells):
            local, count = _number_fillings(rules, group)
            for image, places in enumerate(symmetries):
                unit = places[group[0]] % rules.cols if rules.falls else places[group[0]]
                looks[unit].append((image * len(tuples) + number, begin + local * stride))
            begin = 0  # the first group says where the table of the tuple begins
            stride *= count
        size += stride
    views = 1 if rules.falls else 2
    touch = np.zeros((units, max(map(len, looks))), np.int32)
    offset = np.zeros((views, units, codes, touch.shape[1]), np.int32)
    for unit, seen in enumerate(looks):
        for n, (at, amounts) in enumerate(seen):
            touch[unit, n] = at
            offset[0, unit, :, n] = amounts
            if views == 2:
                offset[1, unit, :, n] = amounts[[0, 2, 1]]
    count_of = np.array([len(seen) for seen in looks], np.int64)
    return Shape(len(symmetries) * len(tuples), size, 3 - views, count_of, touch, offset)


def _groups(rules: Rules, cells: Cells) -> list[list[int]]:
    """The cells of a tuple by the unit that they belong to."""
    groups: dict[int, list[int]] = {}
    for cell in cells:
        groups.setdefault(cell % rules.cols if rules.falls else cell, []).append(cell)
    return list(groups.values())


def _number_fillings(rules: Rules, group: list[int]) -> tuple[Array, int]:
    """A number for each code of a unit, the same where its cells of the tuple look the same."""
    if not rules.falls:
        return np.arange(3), 3
    heights = [rules.rows - 1 - cell // rules.cols for cell in group]
    seen: dict[tuple[int, ...], int] = {}
    numbers = [0]  # no column has the code 0: an empty one has 1
    for code in range(1, 2 << rules.rows):
        states = tuple(_state(code, height) for height in heights)
        numbers.append(seen.setdefault(states, len(seen)))
    return np.array(numbers), len(seen)


def _state(code: int, height: int) -> int:
    """What a cell of a column looks like: out of reach, reachable, a stone of either player."""
    stones = code.bit_length() - 1
    if height < stones:
        return 2 + (code >> height & 1)
    return int(height == stones)


def _shape_of_boards() -> Shape:
    """One tuple a board; in the second half of its table are the fillings of the board to play in.

    Fillings that are the same after turning or mirroring all nine boards share their number.
    """
    digits = np.arange(FILLINGS)[:, None] // 3 ** np.arange(9) % 3
    least = np.full((BOARDS, FILLINGS), BOARDS * FILLINGS)
    for places in square_symmetries(3, 3):
        turned = (digits * 3 ** np.array(places)).sum(axis=1)
        for board, place in enumerate(places):
            least[board] = np.minimum(least[board], place * FILLINGS + turned)
    number = np.unique(least, return_inverse=True)[1].reshape(BOARDS, FILLINGS)
    half = int(number.max()) + 1
    exchanged = (np.array([0, 2, 1])[digits] * 3 ** np.arange(9)).sum(axis=1)
    touch = np.zeros((BOARDS + 1, BOARDS), np.int32)
    offset = np.zeros((2, BOARDS + 1, FILLINGS, BOARDS), np.int32)
    touch[:BOARDS, 0], touch[_SENT] = np.arange(BOARDS), np.arange(BOARDS)
    offset[0, :BOARDS, :, 0], offset[1, :BOARDS, :, 0] = number, number[:, exchanged]
    offset[:, _SENT, :BOARDS, :] = half * np.eye(BOARDS, dtype=np.int32)
    return Shape(BOARDS, 2 * half, 1, np.array([1] * BOARDS + [BOARDS]), touch, offset)


def codes_of(state: State) -> list[int]:
    """The code of every unit of a position, read off the board."""
    rules = require_learning(state.game)
    board = state.board()
    stones = [0 if owner is None else owner + 1 for row in board for owner in row]
    if rules.falls:
        columns = [[row[col] for row in reversed(board)] for col in range(rules.cols)]
        return [_code(column) for column in columns]
    if not rules.sent:
        return stones
    codes = [0] * BOARDS
    for at, stone in enumerate(stones):
        row, col = divmod(at, rules.cols)
        codes[row // 3 * 3 + col // 3] += stone * 3 ** (row % 3 * 3 + col % 3)
    return [*codes, _SENT if state.note.startswith("-") else int(state.note[0]) - 1]


def _code(column: list[int | None]) -> int:
    """A column from the bottom: a bit for each stone, set for the first player, and a 1 on top."""
    stones = [owner for owner in column if owner is not None]
    return sum(1 << height for height, owner in enumerate(stones) if owner == 0) + (
        1 << len(stones)
    )
