"""The commands of the arena: watch an event, open one of its games."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from inarow.interfaces.web.arena.jobs import read_game
from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.games.read import read_text
from inarow.interfaces.web.protocol.command import Command, Errand, Number
from inarow.interfaces.web.protocol.messages import Arena
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import View

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession

EVENT_LOOK_SECONDS = 1.0
"""How often a running event is looked at."""

File = Annotated[str, Field(max_length=200)]


class WatchArena(Command):
    """Watch the table of an event. Answer: `arena`, again and again."""

    type: Literal["watch_arena"]
    file: File

    async def do(self, page: PageSession) -> None:
        page.spawn("arena", self.re, self._watch(page))

    async def _watch(self, page: PageSession) -> None:
        """Send the table now, and again whenever it has changed."""
        hall = page.services.hall
        seen: object = None
        number: int | None = self.re
        while True:
            now = hall.stamp(self.file)
            if now != seen:
                try:
                    view = await hall.view(self.file, page)
                except Refused as refusal:
                    if refusal.code != "busy" or number is not None:
                        raise
                else:
                    page.push(Arena(re=number, arena=view))
                    seen, number = now, None
            await asyncio.sleep(EVENT_LOOK_SECONDS)


class UnwatchArena(Errand):
    """Watch no event any more. Answer: `ack`."""

    type: Literal["unwatch_arena"]

    def run(self, page: PageSession) -> None:
        page.drop("arena")


class OpenArenaGame(Command):
    """Open a game of an event for replay. Answer: `game`."""

    type: Literal["open_arena_game"]
    file: File
    id: Number

    async def do(self, page: PageSession) -> None:
        page.spawn(f"arena game {self.re}", self.re, self._read(page))

    async def _read(self, page: PageSession) -> View:
        text = await page.services.hall.ask(self.file, partial(read_game, self.id), page)
        record = await aside(read_text, text)
        return await page.show(self.re, await page.services.rooms.adopt(record))
