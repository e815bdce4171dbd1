"""`inarow serve`: the page, on this machine."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from inarow.agents.ready import let_go, start_program
from inarow.errors import BadFile, NotAvailable, one_line
from inarow.games.record_file import refuse_named_pipe
from inarow.interfaces.cli import verbose_option
from inarow.interfaces.cli.arguments import check_folder
from inarow.interfaces.cli.options import FILE, NO_FOLDER, Whole
from inarow.interfaces.web.protocol.gate import FRAME_BYTES
from inarow.library.rows import usual_file
from inarow.log import logger
from inarow.registry import agents, games, load_agent, load_game
from inarow.registry import programs as known_programs
from inarow.search.agent import Agent, PlayerFailed
from inarow.spec import split_file

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

log = logger(__name__)

PORT = 8765

_PLAYER_NAME = re.compile(r"[^\W\d_][\w-]{0,39}")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_MORE_PORTS = 20
_OPEN = (
    "everyone on your network can reach this server, and there is no password; "
    "use it only where you trust everyone"
)


@click.command()
@click.option("--host", default="127.0.0.1", help="Where to listen.")
@click.option(
    "--port",
    type=Whole(0, 65535),
    help=f"The port; 0: any free one. Default: {PORT}, or the next free one.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
@click.option(
    "--db",
    "database",
    type=NO_FOLDER,
    help="The file of the games.  [default: inarow/games.db in your data folder]",
)
@click.option(
    "--arena",
    "event",
    type=FILE,
    help="An event file, or a folder of them.  [default: the working folder]",
)
@click.option(
    "--engines", type=Whole(0, 256), help="Engine processes; 0: people and random players."
)
@click.option(
    "--engine",
    "programs",
    metavar="NAME=PLAYER",
    multiple=True,
    help='Offer a player under a name, such as rapfi=pbrain(command="./pbrain-rapfi"); repeatable.',
)
@verbose_option
def serve(
    host: str,
    port: int | None,
    open_page: bool,
    database: Path | None,
    event: Path | None,
    engines: int | None,
    programs: tuple[str, ...],
) -> None:
    """Play, analyse and learn in the browser. Ctrl-C ends the server; games are kept.

    \b
    Examples:
      inarow serve --open
      inarow serve --port 9000 --db club.db
      inarow serve --arena club.sqlite
      inarow serve --engine 'rapfi=pbrain(command="./pbrain-rapfi")'
      inarow serve --engine my_player.py
      inarow serve --engine mine=my_player.py:Careful
    """
    if database is not None:
        check_folder(database)
        refuse_named_pipe(database)
    from inarow.interfaces.web.app import make_app

    named = _named_players(programs)
    if event is not None:
        event.stat()  # raises an error if it is not there
        if not event.is_file() and not event.is_dir():
            raise BadFile(f"{event} is not a plain file or a folder")
    with _listen(host, port) as listener:
        folder = event.parent if event is not None and event.is_file() else event
        file = database or usual_file()
        app = make_app(file, host, engines, folder, named)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        if host not in _LOOPBACK:
            click.echo(f"inarow: warning: {_OPEN}", err=True)
        _run(app, listener, address, open_page)


def _named_players(given: tuple[str, ...]) -> dict[str, str]:
    """The players that are offered under a name of their own, with their specs."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, spec = (part.strip() for part in text.partition("="))
        if not equals and split_file(text):  # a file has a name already
            name, spec = load_agent(text).name, text
        elif not equals or not _PLAYER_NAME.fullmatch(name):
            raise click.UsageError(f"--engine {text}: write a name of letters, =, and a player")
        if name.lower() in {*agents(), *known_programs(), *found}:
            raise click.UsageError(f"--engine {text}: there is a player {name} already")
        _try_out(load_agent(spec))  # raises an error if there is no such player
        found[name] = spec
    return found


def _try_out(agent: Agent) -> None:
    """Refuse a program that cannot be started: somebody would choose it later, on the page.

    It may not play every game, so it is asked for one after another, until it says the same twice.
    """
    failed: PlayerFailed | None = None
    for game in map(load_game, games()):
        if not agent.supports(game):
            continue
        try:
            start_program(agent, game)
        except PlayerFailed as failure:
            if str(failure) == str(failed):
                break
            failed = failure
        else:
            let_go(agent)
            return
    if failed is not None:
        raise failed


def _run(app: FastAPI, listener: socket.socket, address: str, open_page: bool) -> None:
    """Serve until Ctrl-C."""
    server = _server_of(app)

    async def run() -> None:
        async with app.router.lifespan_context(app):
            await server.serve([listener])

    with _noting_ctrl_c(server):
        click.echo(f"inarow is at {address}  (Ctrl-C ends it)")
        sys.stdout.flush()
        if open_page:
            import webbrowser

            webbrowser.open(address)
        try:
            asyncio.run(run())
        except Exception as error:
            log.exception("the server failed")
            raise OSError(None, one_line(error), "the server failed") from error


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a wish for a port, the usual one or one of the next."""
    if not host:  # every address of the machine, to the system; here a variable that is not set
        raise click.UsageError("--host needs a name or an address, such as 127.0.0.1")
    first = PORT if port is None else port
    last = first + _MORE_PORTS if port is None else first
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(first, last + 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(2048)
            return listener
        except (OSError, TypeError) as error:
            listener.close()
            if isinstance(error, socket.gaierror | TypeError):  # the last: no name of a machine
                raise click.UsageError(f"--host {host}: there is no such address") from None
            if error.errno in (13, 99):
                raise NotAvailable(f"{host}:{number}: {error.strerror}") from None
    if port is None:
        raise NotAvailable(f"the ports {first} to {last} are all taken: name one with --port")
    raise NotAvailable(f"port {port} is taken: name another with --port, or 0 for any")


def _server_of(app: FastAPI) -> uvicorn.Server:
    import uvicorn

    from inarow.interfaces.web.protocol.patience import ImpatientProtocol

    config = uvicorn.Config(
        app,
        http=ImpatientProtocol,
        lifespan="off",  # it is ours, so that its errors come to us
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)


@contextmanager
def _noting_ctrl_c(server: uvicorn.Server) -> Iterator[None]:
    """Ctrl-C lets the server end in its own time, even while it is still starting.

    As an exception it would strike in the middle of that, and some half-made objects then
    complain when they are cleaned up.
    """
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        server.handle_exit(number, frame)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
