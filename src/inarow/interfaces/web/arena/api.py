"""The HTTP calls and commands of the arena: events in the folder where the server was started."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field

from inarow.interfaces.web.arena.hall import EventBody, Hall
from inarow.interfaces.web.games.commands import Handle, show_game
from inarow.interfaces.web.games.read import read_text
from inarow.interfaces.web.protocol import commands as c
from inarow.interfaces.web.protocol.api import ERRORS
from inarow.interfaces.web.protocol.messages import Ack, Arena
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.protocol.study_views import ArenaFile, ArenaGame, ArenaView
from inarow.interfaces.web.protocol.views import View
from inarow.interfaces.web.services import Services

EVENT_LOOK_SECONDS = 1.0
"""How often a running event is looked at."""

router = APIRouter(prefix="/api/arena", responses=ERRORS)
File = Annotated[str, Query(min_length=1, max_length=100)]
Player = Annotated[str, Query(min_length=1, max_length=400)]


class FileBody(View):
    """An event by its file."""

    file: Annotated[str, Field(min_length=1, max_length=100)]


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.services.hall
    return hall


@router.get("")
async def list_events(request: Request) -> list[ArenaFile]:
    """The events that may be opened."""
    return await asyncio.to_thread(_hall(request).files)


@router.get("/view")
async def read_event(request: Request, file: File) -> ArenaView:
    """The table of an event, with ratings and the cross table."""
    return await _hall(request).view(file)


@router.get("/games")
async def list_games(
    request: Request, file: File, player: Player, opponent: Player
) -> list[ArenaGame]:
    """The games of two players, whoever moved first."""
    return await _hall(request).games(file, player, opponent)


@router.post("/run", status_code=202)
async def run_event(request: Request, body: EventBody) -> ArenaFile:
    """Start an event, or go on with one whose file is there already."""
    await _hall(request).run(body)
    return ArenaFile(file=body.file, name=body.file, games=0, running=True)


@router.post("/stop", status_code=200)
async def stop_event(request: Request, body: FileBody) -> ArenaFile:
    """Stop an event; what is finished is kept, and it can be resumed."""
    await _hall(request).stop(body.file)
    return ArenaFile(file=body.file, name=body.file, games=0, running=False)


async def _watch_arena(services: Services, session: PageSession, command: c.WatchArena) -> None:
    """Send the table now, and again whenever it has changed."""

    async def watch() -> None:
        seen: object = None
        number: int | None = command.re
        while True:
            now = services.hall.stamp(command.file)
            if now != seen:
                try:
                    view = await services.hall.view(command.file)
                except Refused as refusal:
                    if refusal.code != "busy" or number is not None:
                        raise
                else:
                    session.push(Arena(re=number, arena=view))
                    seen, number = now, None
            await asyncio.sleep(EVENT_LOOK_SECONDS)

    session.spawn("arena", command.re, watch())


async def _unwatch_arena(_: Services, session: PageSession, command: c.UnwatchArena) -> None:
    session.drop("arena")
    session.push(Ack(re=command.re))


async def _open_arena_game(
    services: Services, session: PageSession, command: c.OpenArenaGame
) -> None:
    """Read the game beside other commands: an engine may have to become free first."""

    async def read() -> None:
        text = await services.hall.record(command.file, command.id)
        show_game(services, session, command.re, await services.rooms.adopt(read_text(text)))

    session.spawn(f"arena game {command.re}", command.re, read())


ARENA_COMMANDS: dict[type[Any], Handle] = {
    c.WatchArena: _watch_arena,
    c.UnwatchArena: _unwatch_arena,
    c.OpenArenaGame: _open_arena_game,
}
