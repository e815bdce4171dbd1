"""What commands and HTTP calls share: the games, the engines, and what is remembered of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from inarow.interfaces.web.arena.hall import Hall
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.rooms import Rooms
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.study.memory import Memory
from inarow.interfaces.web.study.puzzle_shelf import PuzzleShelf


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
