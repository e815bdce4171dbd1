"""How an event gets its openings, as one word with options, for files and command lines.

start                          the empty board, always the same
file(path=my.txt,plies=6)      the lines of a file, in their order
all(plies=2)                   all legal starts, in random order
random(plies=4,count=50)       random starts
balanced(plies=8,count=50)     random starts that favour neither side
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from inarow.arena.balance import balance_of
from inarow.arena.openings import Accept, all_openings, random_openings, read_openings
from inarow.errors import UnknownName
from inarow.games.base import Game
from inarow.options import check_options, option, suggestion
from inarow.registry import Entry
from inarow.spec import split_spec

OPENING_PLIES = 4
OPENING_COUNT = 50
ALL_OPENING_PLIES = 2


class Openings(Protocol):
    """A way to get openings, as a spec names it."""

    def make(self, game: Game, seed: int) -> list[str]:
        """The openings for a game."""


@dataclass(frozen=True)
class _Start:
    """The empty board."""

    name = "start"

    def make(self, game: Game, seed: int) -> list[str]:
        return [""]


@dataclass(frozen=True)
class _FromFile:
    """One opening per line of a file, in their order."""

    path: str = option("openings.txt", help="file of move strings, or a saved game")
    plies: int | None = option(None, low=0, help="moves to use of each; none: all")
    name = "file"

    def __post_init__(self) -> None:
        check_options(self)

    def make(self, game: Game, seed: int) -> list[str]:
        return read_openings(game, self.path, self.plies)


@dataclass(frozen=True)
class _All:
    """All legal starts, or some of them, in random order."""

    plies: int = option(ALL_OPENING_PLIES, low=0, high=20, help="stones of each")
    count: int | None = option(None, low=1, help="how many of them; none: all")
    name = "all"

    def __post_init__(self) -> None:
        check_options(self)

    def make(self, game: Game, seed: int) -> list[str]:
        found = all_openings(game, self.plies)
        Random(seed).shuffle(found)
        return found[: self.count]


@dataclass(frozen=True)
class _Random:
    """Random starts."""

    plies: int = option(OPENING_PLIES, low=0, high=100, help="stones of each")
    count: int = option(OPENING_COUNT, low=1, high=100_000, help="how many")
    name = "random"

    def __post_init__(self) -> None:
        check_options(self)

    def make(self, game: Game, seed: int) -> list[str]:
        return random_openings(game, self.count, self.plies, seed, self._accept(game))

    def _accept(self, game: Game) -> Accept | None:
        return None


@dataclass(frozen=True)
class _Balanced(_Random):
    """Random starts that favour neither side."""

    name = "balanced"

    def _accept(self, game: Game) -> Accept | None:
        return balance_of(game)


OPENINGS = {
    kind.name: Entry(kind.name, f"{__name__}:{kind.__name__}")
    for kind in (_Start, _FromFile, _All, _Random, _Balanced)
}
"""The ways to get openings by name, with their options."""


def load_openings(spec: str) -> Openings:
    """The way to get openings that a spec names.

    >>> from inarow.registry import load_game
    >>> load_openings("all(plies=1)").make(load_game("connect_four"), seed=1)
    ['4', '1', '3', '2']
    """
    name, options = split_spec(spec)
    if name not in OPENINGS:
        raise UnknownName(f"there are no openings {name!r}; {suggestion(name, tuple(OPENINGS))}")
    made: Openings = OPENINGS[name].build(options)
    return made
