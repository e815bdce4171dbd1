"""What a watched search tells, as JSON-ready data.

The traces of a search (`mcts/trace.py`, `minimax/trace.py`) are dataclasses that hold actions and
players as numbers. People read moves and symbols, so a field is translated by its name.
"""

from dataclasses import fields, is_dataclass
from math import isinf
from types import NoneType
from typing import Any, get_args

from inarow.games.base import SYMBOLS, Game

_MOVE = {"move", "by", "expanded"}
_MOVES = {"path", "untried", "skipped", "rollout"}
_PLAYER = {"player", "winner"}


def as_dict(event: Any, game: Game) -> dict[str, Any]:
    """An event of a trace as JSON-ready data; an infinite number is null."""
    return {one.name: _told(one.name, getattr(event, one.name), game) for one in fields(event)}


def told_as(name: str, kind: Any) -> Any:
    """The type that a field of an event has as JSON-ready data.

    >>> told_as("path", tuple[int, ...]), told_as("winner", int | None), told_as("visits", int)
    (list[str], str | None, <class 'int'>)
    """
    if name in _MOVES:
        return list[str]
    if name in _MOVE | _PLAYER:
        return str | None if NoneType in get_args(kind) else str
    return kind


def names(game: Game, actions: tuple[int, ...]) -> list[str]:
    """Actions as people write them."""
    return [game.format(action) for action in actions]


def _told(name: str, value: Any, game: Game) -> Any:
    if name in _MOVES:
        return names(game, value)
    if value is None or isinstance(value, bool | str):
        return value
    if name in _MOVE:
        return game.format(value)
    if name in _PLAYER:
        return SYMBOLS[value]
    if isinstance(value, tuple):
        return [as_dict(one, game) if is_dataclass(one) else one for one in value]
    return None if isinf(value) else round(value, 6)
