"""What commands and HTTP calls share: the games, the engines, and what is remembered of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from inarow.interfaces.web.arena.hall import Hall
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.rooms import Rooms
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.protocol.study_views import Thought
from inarow.interfaces.web.recent import Recent
from inarow.interfaces.web.study.puzzles import PuzzleShelf

THOUGHTS = 512
"""Finished analyses that are remembered, so that leafing back shows them at once."""


@dataclass
class Services:
    """The inside of a server; `memory` holds analyses by rules, position and player."""

    store: GameFile
    pool: EnginePool
    rooms: Rooms
    hall: Hall
    memory: Recent[tuple[str, str, str], Thought] = field(default_factory=lambda: Recent(THOUGHTS))
    puzzles: PuzzleShelf = field(default_factory=PuzzleShelf)
    sessions: set[PageSession] = field(default_factory=set)
