"""All games of a server: new ones, loaded ones, and those that go to sleep again."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict

from inarow.agents.people import people_name
from inarow.games.record import Record
from inarow.games.sides import side_names
from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.agreement import (
    NewGameBody,
    check_player,
    read_limit,
    usual_names,
)
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.keep import from_saved
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.games.read import start_record
from inarow.interfaces.web.games.room import Room
from inarow.interfaces.web.games.seats import divide
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import GameSummary
from inarow.library.kept import HUMAN, MAX_NAME, Agreement, new_id
from inarow.text import clean

MAX_GAMES = 100_000


class Rooms:
    """The rooms that are open; a room closes when it is empty, its game stays on the disk."""

    def __init__(self, store: GameFile, pool: EnginePool) -> None:
        self._store = store
        self._pool = pool
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def new(self, body: NewGameBody) -> Room:
        """Start a game."""
        record = await aside(start_record, body.game, body.position, body.moves, body.notation)
        for seat in body.seats:
            check_player(seat, record.game, self._pool.programs)
        read_limit(body.limit)
        names = [clean(name) for name in body.names or ["", ""]]
        settings = Agreement(
            game=str(record.game),
            names=[
                given or name for given, name in zip(names, usual_names(body.seats), strict=True)
            ],
            start=record.start,
            bank=body.clock.bank if body.clock else None,
            increment=body.clock.increment if body.clock else 0.0,
            seed=secrets.randbits(32) if body.seed is None else body.seed,
            repeatable=body.seed is not None,
            **body.model_dump(include={"seats", "limit", "takeback", "judge"}),
        )
        if body.mine is not None:
            divide(settings, body.mine)
        return await self._open(settings, record, body.delay, body.paused)

    async def adopt(self, record: Record) -> Room:
        """A game between two people from a record with its whole tree."""
        names = [record.tags.get(tag, "") for tag in ("First", "Second")]
        settings = Agreement(
            game=str(record.game),
            seats=[HUMAN, HUMAN],
            names=[
                clean(people_name(name), MAX_NAME) or side
                for name, side in zip(names, side_names(record.state), strict=True)
            ],
            start=record.start,
        )
        return await self._open(settings, record)

    async def rematch(self, old: PageGame, swap: bool) -> Room:
        """The same game again, with the seats swapped or not."""
        settings = Agreement(
            **asdict(old.settings)
            | {"seed": secrets.randbits(32), "repeatable": False, "source": "page"}
        )
        settings.rematch_of = old.id
        if swap:
            for pair in (settings.seats, settings.names, settings.owners, settings.invitations):
                (pair or []).reverse()
        record = Record(old.record.game, old.record.root.state)
        return await self._open(settings, record, old.delay)

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[Room]:
        """A game by its id, from the disk if need be; it stays open during the visit."""
        if name not in self._rooms:
            saved = await self._store.load(name)
            if saved is None:
                raise Refused("unknown_game", f"there is no game {name!r} here")
            game = await aside(from_saved, saved)
            # Another visit may have opened it while we were reading.
            self._rooms.setdefault(name, Room(game, self._store, self._pool))
        room = self._rooms[name]
        if room.gone:
            raise Refused("unknown_game", f"there is no game {name!r} here")
        async with self.visiting(room):
            yield room

    @asynccontextmanager
    async def visiting(self, room: Room) -> AsyncIterator[Room]:
        """A room that stays open during a visit."""
        room.visitors += 1
        try:
            yield room
        finally:
            room.visitors -= 1
            self.close_if_empty(room)

    async def delete(self, name: str) -> None:
        """Forget a game, unless it is watched."""
        async with self.visit(name) as room:
            if room.game.settings.owners is not None and room.game.outcome is None:
                raise Refused("not_allowed", "two people are playing this game")
            await room.delete()
            self._rooms.pop(name, None)

    async def recent(self, count: int) -> list[GameSummary]:
        """The games that changed last."""
        found = await self._store.recent(count)
        return [GameSummary(id=name, changed=when, **data) for name, when, data in found]

    def close_if_empty(self, room: Room) -> None:
        """Forget an empty room; its game is on the disk."""
        if not room.watched and not room.visitors:
            self._rooms.pop(room.game.id, None)

    async def _open(
        self, settings: Agreement, record: Record, delay: float = 0.0, paused: bool = False
    ) -> Room:
        if await self._store.count() >= MAX_GAMES:
            raise Refused("too_large", "this server has no room for more games: delete some")
        settings.began = time.time()
        game = PageGame(new_id(), settings, record)
        game.delay, game.paused = delay, paused
        room = Room(game, self._store, self._pool)
        await room.save_all()
        self._rooms[game.id] = room
        return room
