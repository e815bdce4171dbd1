"""What a search has to say: a move, its value, and what kind of value that is.

A value is one of three kinds, and always says which:

- `proven`: it follows from the rules; `result` and `plies` say what happens under best play;
- `bound`: it is at least (or at most) that good;
- `estimate`: a number that a heuristic or random games suggest.

And it says what its number counts, its `unit`: the share of points to expect, the stones of the
solver, or points of some heuristic, which only that heuristic can compare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from inarow.options import counted

INFO_SECONDS = 0.1
"""Seconds between two reports of a running search."""

BY_BOOK = "opening book"
"""The path of an answer that was looked up."""


class Kind(StrEnum):
    """How far a value may be trusted."""

    PROVEN = "proven"
    BOUND = "bound"
    ESTIMATE = "estimate"


class Result(StrEnum):
    """The result of a game, for the player to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Unit(StrEnum):
    """What a score counts."""

    CHANCE = "chance"  # the share of points to expect: 0 a loss, 0.5 a draw, 1 a win
    STONES = "stones"  # the solver's: +1 a win with one's very last stone, +2 one stone sooner
    POINTS = "points"  # a heuristic's own


def percent(chance: float) -> str:
    """A chance that is not proven, as people say it.

    >>> percent(0.478), percent(0.999)
    ('about 48 %', 'over 99 %')
    """
    if chance > 0.99:
        return "over 99 %"
    return f"about {100 * chance:.0f} %" if chance >= 0.01 else "under 1 %"


@dataclass(frozen=True, slots=True)
class Value:
    """A value for the player to move; a higher `score` is better for that player.

    >>> Value(Kind.PROVEN, 1.0, Result.WIN, 5).words
    'win in 5 plies'
    >>> Value(Kind.ESTIMATE, 0.25).words
    'estimate: +0.25 points'
    >>> Value(Kind.ESTIMATE, 0.25, unit=Unit.CHANCE).words
    'estimate: about 25 %'
    """

    kind: Kind
    score: float
    result: Result | None = None
    plies: int | None = None
    at_most: bool = False  # of a bound: whether it is an upper one
    unit: Unit = Unit.POINTS

    @property
    def words(self) -> str:
        """The value as a person would say it."""
        bound = "at most " if self.at_most else "at least "
        if self.result is None:
            if self.unit is Unit.STONES:
                return "not known yet"  # the solver's bounds lie on both sides of a draw
            number = f"{round(self.score, 3) + 0:+g} points"  # + 0: there is no minus zero
            if self.unit is Unit.CHANCE:
                number = percent(self.score)
            return f"{bound if self.kind is Kind.BOUND else 'estimate: '}{number}"
        text = str(self.result)
        if self.plies is not None:
            text += f" in {counted(self.plies, 'ply', 'plies')}"
        return f"{bound}a {text}" if self.kind is Kind.BOUND else text


@dataclass(frozen=True, slots=True)
class Info:
    """What a search reports while it runs; `values` are those of the moves that it has judged."""

    action: int
    value: Value | None = None
    line: tuple[int, ...] = ()
    depth: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    values: Mapping[int, Value] = field(default_factory=dict)


OnInfo: TypeAlias = Callable[[Info], None]


@dataclass(frozen=True, slots=True)
class Decision:
    """A chosen action with everything that is known about it.

    `value` is None for players that do not judge, such as the random one. `nodes` counts positions
    or simulations, whatever the search spends. `path` says which code searched: a kernel and how it
    stores the board, or the readable Python search; `BY_BOOK` if nothing had to be searched.
    """

    action: int
    value: Value | None = None
    values: Mapping[int, Value] = field(default_factory=dict)
    line: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    path: str = "python"
