"""What a search has to say: a move, its value, and what kind of value that is.

A value is one of three kinds, and always says which:

- `proven`: it follows from the rules; `result` and `plies` say what happens under best play;
- `bound`: it is at least (or at most) that good;
- `estimate`: a number that a heuristic or random games suggest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

__all__ = ["Decision", "Info", "Kind", "OnInfo", "Result", "Value"]


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


@dataclass(frozen=True, slots=True)
class Value:
    """A value for the player to move; a higher `score` is better for that player.

    >>> Value(Kind.PROVEN, 1.0, Result.WIN, 5).words
    'win in 5 plies'
    >>> Value(Kind.ESTIMATE, 0.25).words
    'estimate +0.25'
    """

    kind: Kind
    score: float
    result: Result | None = None
    plies: int | None = None
    at_most: bool = False  # of a bound: whether it is an upper one

    @property
    def words(self) -> str:
        """The value as a person would say it."""
        bound = "at most " if self.at_most else "at least "
        if self.result is None:
            return f"{bound if self.kind is Kind.BOUND else 'estimate '}{self.score + 0:+g}"
        text = str(self.result)
        if self.plies is not None:
            text += f" in {self.plies} {'ply' if self.plies == 1 else 'plies'}"
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
    stores the board, or the readable Python search.
    """

    action: int
    value: Value | None = None
    values: Mapping[int, Value] = field(default_factory=dict)
    line: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    path: str = "python"
