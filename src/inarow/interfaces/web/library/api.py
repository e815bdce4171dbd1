"""The HTTP calls of the library: each opens the file for itself, in a thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

from fastapi import APIRouter, Response
from pydantic import Field

from inarow.games.record import Record
from inarow.games.record_file import is_record, parse_records
from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.games.read import check_tree, load_rules, read_text
from inarow.interfaces.web.games.rooms import MAX_GAMES
from inarow.interfaces.web.library.views import (
    Explored,
    ExploreQuery,
    Found,
    Imported,
    ImportGames,
    ListQuery,
    StatisticsView,
    card_view,
    explored_view,
    statistics_view,
)
from inarow.interfaces.web.protocol.api import ERRORS, GamePath, Inside
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import View
from inarow.library.explore import explored, record_visits
from inarow.library.library import Library
from inarow.library.sources import imported, read_source

Answer = TypeVar("Answer")
router = APIRouter(prefix="/api/library", responses=ERRORS)
EVENT_GAMES = 2000
"""Games of an event that are copied at one go."""


class EventFile(View):
    """An event by its file."""

    file: Annotated[str, Field(min_length=1, max_length=100)]


async def ask_library(services: Inside, work: Callable[[Library], Answer]) -> Answer:
    """What some work makes of the library, in a thread of its own."""

    def run(path: Path) -> Answer:
        with Library(path) as library:
            return work(library)

    return await aside(run, services.store.path)


@router.get("")
async def list_games(services: Inside, asked: ListQuery) -> Found:
    """The games that fit, those that changed last first."""

    def find(library: Library) -> Found:
        cards, total = library.search(asked.wanted(), asked.count, asked.skip)
        return Found(total=total, games=[card_view(card) for card in cards])

    return await ask_library(services, find)


@router.get("/explore")
async def explore(services: Inside, asked: ExploreQuery) -> Explored:
    """What was played in a position: in my games that fit, or in an event."""
    path = services.hall.path(asked.file) if asked.file else None

    def look(library: Library) -> Explored:
        place = asked.place()
        if path is None:
            return explored_view(place, *library.explore(place, asked.wanted(placed=False)))
        records = (record for _, record in read_source(path, EVENT_GAMES))
        return explored_view(place, *explored(place, record_visits(place, records)))

    return await ask_library(services, look)


@router.get("/statistics")
async def read_statistics(services: Inside, asked: ListQuery) -> StatisticsView:
    """How my games went, of those that fit."""
    return await ask_library(
        services, lambda library: statistics_view(library.statistics(asked.wanted()))
    )


@router.post("/import", status_code=201)
async def import_games(services: Inside, body: ImportGames) -> Imported:
    """Copy the games of a text: records as text, JSON, SGF or PSQ, or a bare move string."""
    records = await aside(_read, body)
    return await _add(services, [("", record) for record in records])


@router.post("/event", status_code=201)
async def import_event(services: Inside, body: EventFile) -> Imported:
    """Copy the games of an event of this server."""
    path = services.hall.path(body.file)
    found = await aside(lambda: list(read_source(path, EVENT_GAMES)))
    return await _add(services, found)


@router.post("/{game}/restore", status_code=204)
async def restore_game(services: Inside, game: GamePath) -> Response:
    """Bring a deleted game back."""
    if not await services.store.restore(game):
        raise Refused("unknown_game", f"there is no deleted game {game!r} here")
    return Response(status_code=204)


async def _add(services: Inside, records: list[tuple[str, Record]]) -> Imported:
    if await services.store.count() + len(records) > MAX_GAMES:
        raise Refused("too_large", "this server has no room for more games: delete some")
    games = [imported(record, event) for event, record in records]
    added = await ask_library(services, lambda library: library.add(games))
    return Imported(added=added, ids=[game.id for game in games])


def _read(body: ImportGames) -> list[Record]:
    """The games of a text; none but the last kind may be a bare move string."""
    text = body.text.strip().removeprefix("\ufeff")
    if not is_record(text):
        return [read_text(text, body.game)]
    usual = load_rules(body.game) if body.game else None
    return [check_tree(record) for record in parse_records(text, usual)]
