"""The server as one object: games, engines, socket, HTTP calls and the files of the page."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from inarow.errors import InarowError
from inarow.interfaces.web.arena import api as arena_api
from inarow.interfaces.web.arena.hall import Hall
from inarow.interfaces.web.documents import mount_documents
from inarow.interfaces.web.engines.jobs import NO_PROGRAMS
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.files import mount_page
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.rooms import Rooms
from inarow.interfaces.web.library import api as library_api
from inarow.interfaces.web.library import collection
from inarow.interfaces.web.protocol import api
from inarow.interfaces.web.protocol.gate import Gate, host_names
from inarow.interfaces.web.protocol.messages import Warming
from inarow.interfaces.web.protocol.refusal import bad_message, refusal_of
from inarow.interfaces.web.protocol.session import VERSION, PageSession, Services
from inarow.interfaces.web.study import api as study_api
from inarow.log import logger

log = logger(__name__)

MAX_SOCKETS = 5000
GREETED_AT_ONCE = 8
"""Sockets that are accepted between two looks at what others want, if thousands come at once."""
FEWEST_ENGINES = 6
"""Three to compare on one position, one for another page, one for games, one for quick answers."""

_STATIC = Path(__file__).parent / "static"
_STATUS = {
    "unknown_game": 404,
    "unknown_node": 404,
    "not_allowed": 409,
    "illegal": 409,
    "too_large": 413,
    "too_fast": 429,
    "busy": 503,
    "failed": 500,
}
_TRY_LATER = 1013


def make_app(
    database: Path | None = None,
    host: str = "127.0.0.1",
    engines: int | None = None,
    folder: Path | None = None,
    programs: Mapping[str, str] = NO_PROGRAMS,
) -> FastAPI:
    """A server that keeps its games in a file, or only as long as it runs.

    Args:
        database: the file of the games; None: they are forgotten when the server ends.
        host: the name or address under which it is reached.
        engines: number of engine processes; None: two more than cores, at least six.
        folder: where the files of events are; None: the working folder.
        programs: players that are offered under a name, mostly programs of this machine.
    """
    usual = max(FEWEST_ENGINES, (os.cpu_count() or 1) + 2)
    pool = EnginePool(usual if engines is None else engines, programs)
    services = _services(GameFile(database), pool, folder or Path.cwd())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as at_the_end:  # the last one first, whatever goes wrong
            at_the_end.callback(services.store.close)
            at_the_end.push_async_callback(pool.close)
            at_the_end.push_async_callback(services.hall.close)
            await pool.start()
            yield

    app = FastAPI(
        title="inarow",
        version=VERSION,
        description="k-in-a-row games: play, analyse, learn. See docs/web_protocol.md.",
        lifespan=lifespan,
        docs_url=None,  # these pages would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.services = services
    for part in (api, arena_api, study_api, library_api, collection):
        app.include_router(part.router)
    app.add_middleware(Gate, names=host_names(host))
    _answer_errors(app)

    at_the_door = asyncio.Semaphore(GREETED_AT_ONCE)

    @app.websocket("/ws")
    async def talk(socket: WebSocket) -> None:
        async with at_the_door:
            await socket.accept()
            await asyncio.sleep(0)  # whatever else there is to do comes first
        if len(services.sessions) >= MAX_SOCKETS:
            await socket.close(_TRY_LATER, "too many pages are open")
        else:
            await PageSession(socket, services).serve()

    mount_documents(app)
    if _STATIC.is_dir():
        mount_page(app, _STATIC)
    return app


def _services(store: GameFile, pool: EnginePool, folder: Path) -> Services:
    """What the page needs, put together; every page is told while engines warm up."""
    services = Services(store, pool, Rooms(store, pool), Hall(folder, pool, store.path))

    def tell_warming(words: str | None) -> None:
        for session in services.sessions:
            session.push(Warming(words=words))

    pool.on_warming = tell_warming
    return services


def _answer_errors(app: FastAPI) -> None:
    """Every error is one code and one sentence; no traceback leaves the server."""

    def answer(status: int, code: str, words: str, retry: float | None = None) -> JSONResponse:
        headers = {"retry-after": str(max(1, round(retry)))} if retry else None
        return JSONResponse({"code": code, "words": words}, status, headers)

    @app.exception_handler(InarowError)
    async def ours(_: Request, error: InarowError) -> JSONResponse:
        refusal = refusal_of(error)
        status = _STATUS.get(refusal.code, 400)
        return answer(status, refusal.code, refusal.words, refusal.retry)

    @app.exception_handler(RequestValidationError)
    async def wrong(_: Request, error: RequestValidationError) -> JSONResponse:
        refusal = bad_message(error.errors()[0])
        return answer(422, refusal.code, refusal.words)

    @app.exception_handler(HTTPException)
    async def plain(_: Request, error: HTTPException) -> JSONResponse:
        codes = {404: "not_found", 405: "not_allowed", 413: "too_large"}
        code = codes.get(error.status_code, "bad_message")
        return answer(error.status_code, code, str(error.detail))

    @app.exception_handler(Exception)
    async def unforeseen(_: Request, error: Exception) -> JSONResponse:
        log.error("a call failed", exc_info=error)
        return answer(500, "failed", f"the server failed: {type(error).__name__}")
