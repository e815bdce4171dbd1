"""The HTTP calls of the arena: events in the folder where the server was started."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from inarow.interfaces.web.arena.hall import EventBody
from inarow.interfaces.web.arena.jobs import list_games
from inarow.interfaces.web.protocol.api import ERRORS, Inside
from inarow.interfaces.web.protocol.arena_views import ArenaFile, ArenaGame, ArenaView
from inarow.interfaces.web.protocol.views import View

router = APIRouter(prefix="/api/arena", responses=ERRORS)
File = Annotated[str, Query(min_length=1, max_length=100)]
Player = Annotated[str, Query(min_length=1, max_length=400)]


class FileBody(View):
    """An event by its file."""

    file: Annotated[str, Field(min_length=1, max_length=100)]


@router.get("")
async def list_events(services: Inside) -> list[ArenaFile]:
    """The events that may be opened."""
    return await asyncio.to_thread(services.hall.files)


@router.get("/view")
async def read_event(services: Inside, file: File) -> ArenaView:
    """The table of an event, with ratings and the cross table."""
    return await services.hall.view(file)


@router.get("/games")
async def games_of_two(
    services: Inside, file: File, player: Player, opponent: Player
) -> list[ArenaGame]:
    """The games of two players, in both seats."""
    return await services.hall.ask(file, partial(list_games, (player, opponent)))


@router.post("/run", status_code=202)
async def run_event(services: Inside, body: EventBody) -> ArenaFile:
    """Start an event, or go on with one whose file is there already."""
    await services.hall.run(body)
    return ArenaFile(file=body.file, name=body.file, games=0, running=True)


@router.post("/stop", status_code=200)
async def stop_event(services: Inside, body: FileBody) -> ArenaFile:
    """Stop an event; what is finished is kept, and it can be resumed."""
    await services.hall.stop(body.file)
    return ArenaFile(file=body.file, name=body.file, games=0, running=False)
