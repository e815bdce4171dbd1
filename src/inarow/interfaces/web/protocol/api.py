"""The HTTP calls: what needs no live answer. `/openapi.json` describes them exactly."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from inarow.games.notation import format_moves, format_position
from inarow.games.record_json import format_record_json
from inarow.games.record_sgf import format_sgf
from inarow.games.record_text import format_record
from inarow.interfaces.render import svg
from inarow.interfaces.render.curve import training_curve
from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.games.agreement import NewGameBody
from inarow.interfaces.web.games.catalogue import catalogue, players_of, trained_file
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.games.read import read_text, start_record
from inarow.interfaces.web.protocol.command import Spec, Text
from inarow.interfaces.web.protocol.session import Services
from inarow.interfaces.web.protocol.views import Catalogue, GameSummary, GameView, Players, View
from inarow.registry import load_agent


class Problem(View):
    """Why a call was refused."""

    code: str
    words: str


class Health(View):
    """How the server is."""

    ok: bool
    games: int
    sockets: int
    engines: int
    busy: int
    ready: bool


class ImportBody(View):
    """A pasted text."""

    text: Text
    game: Spec | None = None


ERRORS: dict[int | str, dict[str, object]] = {
    status: {"model": Problem} for status in (400, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)
}
router = APIRouter(prefix="/api", responses=ERRORS)
GamePath = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Form = Literal["moves", "position", "record", "json", "sgf", "svg"]
_LOOK_AGAIN = 5
"""Seconds after which a browser asks for a curve again: there may be a training that goes on."""
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Inside = Annotated[Services, Depends(_services)]


@router.get("/health")
async def health(services: Inside) -> Health:
    """Whether the server is well, and how busy."""
    return Health(
        ok=True,
        games=len(services.rooms),
        sockets=len(services.sessions),
        engines=services.pool.size,
        busy=services.pool.busy,
        ready=services.pool.ready,
    )


@router.get("/catalogue")
async def read_catalogue(services: Inside) -> Catalogue:
    """Every game and player with its options, and the limits of this server."""
    return catalogue(tuple(services.pool.programs.items()))


@router.get("/players")
async def read_players(
    services: Inside, game: Annotated[str, Query(min_length=1, max_length=400)]
) -> Players:
    """Who plays a game with its options, for example on a larger board."""
    return await aside(players_of, game, tuple(services.pool.programs.items()))


@router.get("/games")
async def list_games(
    services: Inside, count: Annotated[int, Query(ge=1, le=1000)] = 100
) -> list[GameSummary]:
    """The games that changed last."""
    return await services.rooms.recent(count)


@router.post("/games", status_code=201)
async def new_game(services: Inside, body: NewGameBody) -> GameView:
    """Start a game. Machines move while a socket watches it."""
    async with services.rooms.visiting(await services.rooms.new(body)) as room:
        return await room.view()


@router.get("/games/{game}")
async def read_game(services: Inside, game: GamePath) -> GameView:
    """A whole game."""
    async with services.rooms.visit(game) as room:
        return await room.view()


@router.delete("/games/{game}", status_code=204)
async def delete_game(services: Inside, game: GamePath) -> Response:
    """Forget a game that no socket watches."""
    await services.rooms.delete(game)
    return Response(status_code=204)


@router.get(
    "/games/{game}/export",
    response_model=None,
    responses={200: {"content": {"text/plain": {}, "image/svg+xml": {}, "application/json": {}}}},
)
async def export_game(
    services: Inside, game: GamePath, form: Form, node: Annotated[int | None, Query(ge=0)] = None
) -> Response:
    """A game, or the line to one of its nodes, as text."""
    async with services.rooms.visit(game) as room:
        return await room.shown(partial(_export, form, node))


@router.get("/picture", response_model=None, responses={200: {"content": {"image/svg+xml": {}}}})
async def picture(
    game: Annotated[str, Query(min_length=1, max_length=400)] = "connect_four",
    moves: Annotated[str, Query(max_length=8000)] = "",
    position: Annotated[str | None, Query(max_length=8000)] = None,
) -> Response:
    """A position as a picture."""
    record = await aside(start_record, game, position, moves)
    return _picture(svg.render(record.state))


@router.get(
    "/players/{name}/curve",
    response_model=None,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def curve_of_player(
    services: Inside, name: Annotated[str, Path(min_length=1, max_length=40)]
) -> Response:
    """How a player that was named at the start of the server has learned; a browser looks again."""
    spec = services.pool.programs.get(name)
    file = trained_file(None if spec is None else load_agent(spec))
    if file is None:
        raise HTTPException(404, f"{name} is no network that the server was started with")
    answer = _picture((await aside(training_curve, file)).svg)
    answer.headers["refresh"] = str(_LOOK_AGAIN)
    return answer


@router.post("/import", status_code=201)
async def import_text(services: Inside, body: ImportBody) -> GameView:
    """Open a pasted move string, position or record, in any form, for two people."""
    record = await aside(read_text, body.text, body.game)
    async with services.rooms.visiting(await services.rooms.adopt(record)) as room:
        return await room.view()


def _export(form: Form, wanted: int | None, game: PageGame) -> Response:
    number = game.cursor if wanted is None else wanted
    node = game.node(number)
    if form == "svg":
        return _picture(svg.render(node.state))
    if form == "moves":
        return PlainTextResponse(format_moves(game.record.game, game.place(number).actions))
    if form == "position":
        return PlainTextResponse(format_position(node.state))
    names = dict(zip(("First", "Second"), game.settings.names, strict=True))
    # A game that ended off the board ended at the cursor, whatever was taken back there.
    record = game.record.copy() if game.record.result is None else game.record.played()
    for tag, name in names.items():
        record.tag(tag, name)
    if form == "json":
        return Response(format_record_json(record), media_type="application/json")
    return PlainTextResponse(format_sgf(record) if form == "sgf" else format_record(record))


def _picture(drawing: str) -> Response:
    return Response(
        drawing, media_type="image/svg+xml", headers={"content-security-policy": _PICTURE_POLICY}
    )
