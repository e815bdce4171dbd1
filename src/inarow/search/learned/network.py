"""A network: what it looks at, the numbers it has learned, and the file that keeps them.

A file holds the name of the game, the tuples and the numbers, which are rounded there; places that
no game has reached are zeros and take no room. It is data and nothing else: whatever a
file contains, nothing of it is run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from inarow.errors import BadFile, InarowError
from inarow.games.base import Game
from inarow.registry import load_game
from inarow.search.arrays import read_arrays, write_arrays
from inarow.search.learned.games import is_wide, make_shape, require_learning
from inarow.search.learned.kernel import Net, copies
from inarow.search.learned.shape import Cells, Shape
from inarow.search.learned.windows import MOST_KINDS
from inarow.search.native.jit import Array, Struct

_FORMAT = "inarow network 1"
_STUBBORN = 1e30
_MANY, _FINENESS = 1_000_000, 128
"""So many numbers are kept as multiples of 1 / 128: finer ones double the file for nothing."""
MOST_DEPTH = 40
"""Plies that a search looks ahead, at most."""
_FIRST_PACE = 200_000.0
_FIELDS = ("format", "game", "tuples", "weights", "story")


class Room:
    """Where a search works: positions and places of all plies. To make one takes long.

    Args:
        root: a position of the game.
        shape: of the network.
    """

    def __init__(self, root: Struct, shape: Shape) -> None:
        self.positions = copies(root, MOST_DEPTH + 2)
        self.places = np.zeros((MOST_DEPTH + 2, shape.views, shape.tuples), np.int32)
        self.pace = _FIRST_PACE
        """Positions per second, as it was seen the last time."""


@dataclass(frozen=True)
class Network:
    """What was learned about a game.

    Args:
        game: it can judge no other.
        tuples: the cells that it looks at together.
        weights: [table, place] the numbers.
        story: how it was made: options, seed, games.
    """

    game: Game
    tuples: Sequence[Cells]
    weights: Array
    story: Mapping[str, object] = field(default_factory=dict)
    shape: Shape = field(init=False, repr=False)
    rooms: list[Room] = field(init=False, repr=False, compare=False, default_factory=list)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", make_shape(require_learning(self.game), self.tuples))

    @property
    def net(self) -> Net:
        """As kernels see it."""
        shape = self.shape
        return Net(self.weights, shape.count, shape.touch, shape.offset)

    @contextmanager
    def room(self, root: Struct) -> Iterator[Room]:
        """Room for a search, which has it alone; the next one finds it again."""
        try:
            room = self.rooms.pop()
        except IndexError:
            room = Room(root, self.shape)
        yield room
        self.rooms.append(room)

    @classmethod
    def untrained(cls, game: Game, tuples: Sequence[Cells]) -> Network:
        """A network that has learned nothing yet."""
        shape = make_shape(require_learning(game), tuples)
        return cls(game, tuples, np.zeros((shape.tables, shape.size), np.float32))

    def fresh_trust(self) -> Array:
        """[table, place] what every number was told before the first game: nothing.

        Numbers that are to stay 0 seem to have been told a lot that came to nothing.
        """
        trust = np.zeros((*self.weights.shape, 2), np.float32)
        trust[:, list(self.shape.empty), 1] = _STUBBORN
        return trust

    def save(self, path: Path) -> None:
        """Write it to a file."""
        write_arrays(
            path,
            format=_FORMAT,
            game=str(self.game),
            tuples=_as_rows(self.tuples),
            weights=_rounded(self.weights).astype(np.float16),
            story=json.dumps(self.story),
        )


def load_network(path: Path) -> Network:
    """Read a network.

    Raises:
        BadFile: the file is no network, or damaged.
    """
    form, game_name, tuples, weights, story = read_arrays(path, _FIELDS, "a network")
    if str(form) != _FORMAT:
        raise BadFile(f"{path} is not a network that this program can read")
    try:
        game = load_game(str(game_name))
        rules, found = require_learning(game), json.loads(str(story))
    except (InarowError, ValueError, RecursionError) as error:
        raise BadFile(f"{path} is damaged: {error}") from None
    most = MOST_KINDS if is_wide(rules) else _MOST_TUPLES
    flaw = _flaw(tuples, weights, rules.cells, most)
    if flaw or not isinstance(found, dict):
        raise BadFile(f"{path} is damaged: {flaw or 'its story is none'}")
    cells = [tuple(cell for cell in row if cell != _NONE) for row in tuples.tolist() if row]
    shape = make_shape(rules, cells)
    if weights.shape != (shape.tables, shape.size):
        raise BadFile(f"{path} is damaged: {weights.size} numbers do not fit its tuples")
    return Network(game, cells, weights.astype(np.float32), found)


_MOST_TUPLES, _LONGEST = 2000, 16
_NONE = -1
"""What fills up the row of a tuple that has fewer cells than others."""


def _rounded(weights: Array) -> Array:
    """Numbers as a file keeps them, before they become 16 bits."""
    return np.round(weights * _FINENESS) / _FINENESS if weights.size > _MANY else weights


def _as_rows(tuples: Sequence[Cells]) -> Array:
    """Tuples of any length as an array; nine boards need none."""
    rows = np.full((max(len(tuples), 1), max(map(len, tuples), default=0)), _NONE, np.int16)
    for row, cells in zip(rows, tuples, strict=False):
        row[: len(cells)] = cells
    return rows


def _flaw(tuples: Array, weights: Array, cells: int, most: int) -> str:
    """What is wrong with the arrays of a file; nothing if they can be used."""
    if tuples.ndim != 2 or tuples.dtype != np.int16 or weights.dtype != np.float16:
        return "an array is of another kind"
    if len(tuples) > most or tuples.shape[1] > _LONGEST:
        return "it has more tuples than any network"
    if tuples.size and not (tuples.min() >= _NONE and tuples.max() < cells):
        return "a tuple leaves the board"
    ordered = np.sort(tuples)
    if ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != _NONE)).any():
        return "a tuple has a cell twice"
    if tuples.size and (ordered[:, -1] == _NONE).any():
        return "a tuple has no cells"
    if weights.ndim != 2 or not np.isfinite(weights).all():
        return "a number is none"
    return ""
