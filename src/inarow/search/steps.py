"""A watched search as a list of steps, the same for every search: what people step through.

A step says in a sentence what happened, where in the tree (`path`, the moves from the root), and
which nodes look different afterwards (`changed`). A terminal prints the steps, a page draws the
tree that they make:

    steps      enter ()      enter (b2)     leaf (b2, a1)    return (b2)  ...
    tree       root          root           root             root
                              |               |                |
                              b2              b2               b2 = 0
                                              |                |
                                              a1 = 0           a1 = 0

A player that can be watched (`Watchable` in `agent.py`) yields them from the search that it plays
by: the traces of the single searches only listen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypedDict

from inarow.games.base import Game

Path: TypeAlias = tuple[int, ...]
"""The moves from the root to a node."""
Numbers: TypeAlias = Mapping[str, float | int | str | None]


class LookData(TypedDict):
    """A node of the tree: the moves that lead there, and its numbers."""

    path: list[str]
    numbers: dict[str, float | int | str | None]


class StepData(TypedDict):
    """A step of a search; `more` are details, `rollout` the moves of a random game.

    `heading` names what begins with it, if something does.
    """

    heading: str
    phase: str
    words: str
    more: str
    path: list[str]
    changed: list[LookData]
    rollout: list[str]
    cells: list[int]


@dataclass(frozen=True, slots=True)
class NodeLook:
    """How a node looks from now on: its numbers by name."""

    path: Path
    numbers: Numbers


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One thing that happened in a search.

    Args:
        phase: what kind of thing, in a word.
        words: the same in a sentence.
        path: where: the moves from the root.
        changed: the nodes that are new or have other numbers now.
        more: details for people who read text and see no tree; may have several lines.
        rollout: the moves of a random game that goes on from the path.
        cells: of the board that this is about, counted row by row from the top left.
        heading: what begins with this step, if anything does: `simulation 4`.
    """

    phase: str
    words: str
    path: Path = ()
    changed: Sequence[NodeLook] = field(default=())
    more: str = ""
    rollout: Path = ()
    cells: tuple[int, ...] = ()
    heading: str = ""

    def as_dict(self, game: Game) -> StepData:
        """JSON-ready, with moves as people write them."""
        return {
            "heading": self.heading,
            "phase": self.phase,
            "words": self.words,
            "more": self.more,
            "path": names(game, self.path),
            "changed": [
                {"path": names(game, one.path), "numbers": dict(one.numbers)}
                for one in self.changed
            ],
            "rollout": names(game, self.rollout),
            "cells": list(self.cells),
        }


def names(game: Game, actions: Sequence[int]) -> list[str]:
    """Actions as people write them."""
    return [game.format(action) for action in actions]


def place_name(game: Game, path: Path) -> str:
    """What a node is called: its moves.

    >>> from inarow.registry import load_game
    >>> place_name(load_game("connect_four"), (3, 3)), place_name(load_game("connect_four"), ())
    ('4 4', 'root')
    """
    return " ".join(names(game, path)) or "root"


def finite(number: float) -> float | None:
    """A number as JSON may hold it: none that is infinite, and no more digits than people read."""
    return None if number in (float("inf"), float("-inf")) else round(number, 6)
