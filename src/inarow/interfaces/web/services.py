"""What commands and HTTP calls share: the games, the engines, and what is remembered of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from inarow.interfaces.web.arena_hall import Hall
from inarow.interfaces.web.engine_pool import EnginePool
from inarow.interfaces.web.game_file import GameFile
from inarow.interfaces.web.memory import Memory
from inarow.interfaces.web.puzzle_shelf import PuzzleShelf
from inarow.interfaces.web.rooms import Rooms
from inarow.interfaces.web.session import PageSession

__all__ = ["Services"]


@dataclass
class Services:
    """The inside of a server."""

    store: GameFile
    pool: EnginePool
    rooms: Rooms
    hall: Hall
    memory: Memory = field(default_factory=Memory)
    puzzles: PuzzleShelf = field(default_factory=PuzzleShelf)
    sessions: set[PageSession] = field(default_factory=set)
