"""Tuples of a small board: random walks of cells, each with a table of its own.

Where stones fall a column is read as a whole: a bit for each stone, set for the first player, and a
1 on top of them.

    .
    X      1      the code of this column is 1 101 in binary digits, bottom on the right
    O      0
    X      1

Fillings that cannot occur (a stone above an empty cell) get no place, and an empty cell that can be
reached is told from one that cannot: that fourth state was worth ten percent of the games against
perfect play to M. Thill, P. Koch and W. Konen, *Reinforcement learning with n-tuples on the game
Connect-4*, 2012.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np

from inarow.games.base import State
from inarow.games.grid import square_symmetries
from inarow.games.rules import Rules
from inarow.search.learned.shape import Cells, Look, Shape, assemble
from inarow.search.native.jit import Array

MOST_ROWS = 11
"""Of a board on which stones fall: a column has a code of a bit for each cell and one more."""
_EXCHANGED = np.array([0, 2, 1])
"""The code of a cell with the players exchanged."""


def random_walks(rules: Rules, count: int, length: int, seed: int) -> list[Cells]:
    """Random walks over the board, a step in any of eight directions, never back."""
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


def shape_of_walks(rules: Rules, tuples: Sequence[Cells]) -> Shape:
    """The tables of a network that looks at these tuples."""
    symmetries = _symmetries(rules)
    looks: list[list[Look]] = [[] for _ in range(rules.cols if rules.falls else rules.cells)]
    size = 0
    for number, cells in enumerate(tuples):
        begin, stride = size, 1
        for group in _groups(rules, cells):
            local, count = _number_fillings(rules, group)
            amounts = begin + local * stride
            exchanged = amounts if rules.falls else amounts[_EXCHANGED]
            for image, places in enumerate(symmetries):
                unit = places[group[0]] % rules.cols if rules.falls else places[group[0]]
                looks[unit].append((image * len(tuples) + number, amounts, exchanged))
            begin = 0  # the first group says where the table of the tuple begins
            stride *= count
        size += stride
    return assemble(rules, looks, len(symmetries) * len(tuples), size)


def cells_of_walks(rules: Rules, tuples: Sequence[Cells]) -> list[Cells]:
    """The cells of every tuple, mirror images included."""
    return [tuple(to[cell] for cell in cells) for to in _symmetries(rules) for cells in tuples]


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


def column_codes(state: State) -> list[int]:
    """The code of every column of a board on which stones fall."""
    columns = zip(*reversed(state.board()), strict=True)
    stones = [[owner for owner in column if owner is not None] for column in columns]
    return [
        sum(1 << height for height, owner in enumerate(column) if owner == 0) + (1 << len(column))
        for column in stones
    ]


def cell_codes(state: State) -> list[int]:
    """The code of every cell of a board on which stones are placed."""
    return [0 if owner is None else owner + 1 for row in state.board() for owner in row]
