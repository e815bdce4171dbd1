"""What commands and HTTP calls share: the games, the engines, and what is remembered of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from inarow.interfaces.web.arena_hall import Hall
from inarow.interfaces.web.memory import Memory
from inarow.interfaces.web.pool import Pool
from inarow.interfaces.web.rooms import Rooms
from inarow.interfaces.web.session import Session
from inarow.interfaces.web.store import Store

__all__ = ["Services"]


@dataclass
class Services:
    """The inside of a server."""

    store: Store
    pool: Pool
    rooms: Rooms
    hall: Hall
    memory: Memory = field(default_factory=Memory)
    sessions: set[Session] = field(default_factory=set)
