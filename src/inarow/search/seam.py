"""Compiled or readable: the one place where a search is handed to kernels or to plain Python.

Every algorithm has both. The readable search works on any game and is there to be read; the kernels
know the built-in rules and are a hundred times faster. Both answer with a `Decision`, whose `path`
says which of them it was.
"""

from __future__ import annotations

from collections.abc import Callable

from inarow.games.base import Game
from inarow.search.decision import Decision


def run_search(
    game: Game,
    compiled: bool,
    knows: Callable[[Game], bool],
    kernels: Callable[[], Decision],
    readable: Callable[[], Decision],
) -> Decision:
    """Search by kernels if that is wanted and they know the game, else in Python."""
    return kernels() if compiled and knows(game) else readable()
