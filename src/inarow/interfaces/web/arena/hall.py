"""Events of the page: database files in one folder, and small events that run in the background.

An event runs as a process of its own, `inarow arena run`, so that it can be stopped like any other
and resumed later, from the page or from a terminal. A name from the page must be a plain file name
in the folder, and its players must be registered ones: no page can run a program or read elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import stat
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from weakref import WeakSet

from pydantic import Field

from inarow.agents.people import people_name
from inarow.arena.compare import varied_openings
from inarow.arena.event import ARENA_OPENINGS, Event
from inarow.arena.openings import load_openings
from inarow.arena.store import is_store, open_store
from inarow.errors import BadOption, InarowError
from inarow.interfaces.web.arena.jobs import EVENT_GAMES, read_event
from inarow.interfaces.web.engines.jobs import MAX_SECONDS, Desk
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.agreement import check_player, read_limit
from inarow.interfaces.web.games.read import load_rules
from inarow.interfaces.web.protocol.arena_views import ArenaFile, ArenaView
from inarow.interfaces.web.protocol.command import LimitText, Number, Spec
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import View
from inarow.log import logger
from inarow.processes.children import Limits, LogPipe, interrupt, kill_tree, start_child
from inarow.search.limit import Limit
from inarow.spec import split_spec

log = logger(__name__)

Answer = TypeVar("Answer")

EVENTS = 2
"""Events that may run at a time."""
EVENT_FILES = 200
EVENT_PLAYERS = 16
NAMED = 3
"""Players by whom an event is called."""
EVENT_PLIES = 20
"""The longest openings of an event of the page."""
EVENT_MEMORY_MB = 1024
"""For the table of one player."""
EVENT_LIMITS = Limits(memory=4096, niceness=10)
EVENT_BEGIN_SECONDS = 120.0
"""How long an event may take to begin: a moment, but minutes on a machine that is very busy."""
EVENT_RESUME_SECONDS = 5.0
"""So long we wait for words about an event that cannot be resumed."""
EVENT_STOP_SECONDS = 10.0

_NAME = re.compile(r"[\w-][\w.-]{0,80}\.(?:sqlite|db)\Z")
_OPENINGS = ("start", "all", "random", "balanced")
"""The ways to get openings that read no file."""


class EventBody(View):
    """A small round robin with `rounds` pairs of games for each two players.

    With `stop` of "compare" two players are compared until there is an answer; unless openings are
    named, they start from positions that differ enough.
    """

    file: Annotated[str, Field(min_length=1, max_length=100)]
    game: Spec = "connect_four"
    players: Annotated[list[Spec], Field(max_length=EVENT_PLAYERS)] = Field(default_factory=list)
    rounds: Annotated[int, Field(ge=1, le=1000)] = 5
    limit: LimitText = "1000sims"
    seed: Number = 0
    openings: Annotated[str, Field(max_length=60)] = ARENA_OPENINGS
    stop: Literal["", "compare"] = ""


class Hall:
    """The events of a folder; `own` is a file of this server that is none, and is never looked at.

    To open and close it here would end the locks of SQLite, which belong to the whole process:
    another program that reads the games would then take the log away from under the server.
    """

    def __init__(self, folder: Path, pool: EnginePool, own: Path | None = None) -> None:
        self._folder = folder
        self._own = own
        self._pool = pool
        self._running: dict[str, Process | None] = {}  # None: it is being started
        self._stopped = WeakSet[Process]()  # by whoever watched, maybe before they had begun

    async def close(self) -> None:
        """Stop the events that run; they can be resumed."""
        for file in list(self._running):
            with suppress(Refused):  # it has just ended by itself
                await self.stop(file)

    def files(self) -> list[ArenaFile]:
        """The events in the folder, the newest first."""
        found = [path for path in self._folder.iterdir() if _NAME.match(path.name)]
        found = [path for path in found if _plain(path) and not self._is_own(path)]
        found.sort(key=lambda path: -path.lstat().st_mtime)
        return [
            ArenaFile(file=path.name, running=path.name in self._running, **told)
            for path in found[:EVENT_FILES]
            if (told := _told(path)) is not None
        ]

    def stamp(self, file: str) -> tuple[float, bool]:
        """Something that changes whenever the event does."""
        return _changed(self.path(file)), file in self._running

    async def view(self, file: str, client: Hashable = None) -> ArenaView:
        """The table of an event."""
        return await self.ask(file, partial(read_event, file in self._running), client)

    async def ask(
        self, file: str, question: Callable[[Path, Desk], Answer], client: Hashable = None
    ) -> Answer:
        """Let an engine process read something in the file of an event."""
        return await self._pool.submit(partial(question, self.path(file)), client=client).wait()

    async def run(self, body: EventBody) -> None:
        """Start an event, or go on with it if its file is there."""
        path = self._folder / self._name(body.file)
        if os.path.lexists(path) and not _plain(path):
            raise Refused("bad_text", f"{body.file} is no plain file")
        if body.file in self._running:
            raise Refused("not_allowed", f"{body.file} is running already")
        if len(self._running) >= EVENTS:
            raise Refused("busy", f"at most {EVENTS} events run at a time", 10.0)
        self._running[body.file] = None
        try:
            if path.exists() and path.stat().st_size:
                await asyncio.to_thread(_check_resumable, path)
                await self._start(path, "resume", str(path))
            else:
                _check(body)
                await self._start(path, "run", *_arguments(body, path))
        finally:
            if self._running.get(body.file, path) is None:
                del self._running[body.file]

    async def stop(self, file: str) -> None:
        """Stop an event; what is finished is kept."""
        while file in self._running and self._running[file] is None:
            await asyncio.sleep(0.02)  # it is being started
        process = self._running.get(file)
        if process is None:
            raise Refused("not_allowed", f"{file} is not running")
        self._stopped.add(process)
        interrupt(process)
        try:
            await asyncio.wait_for(process.wait(), EVENT_STOP_SECONDS)
        except TimeoutError:
            kill_tree(process.pid)

    async def _start(self, path: Path, command: str, *options: str) -> None:
        """Start the process; a bad beginning is reported, a good one goes on in the background."""
        before = _changed(path)
        verbose = ["--verbose"] if log.isEnabledFor(logging.DEBUG) else []
        program = [sys.executable, "-m", "inarow", *verbose, "arena", command, *options]
        with LogPipe(path.name) as errors:
            process = await start_child([*program, "--workers", "1"], EVENT_LIMITS, errors)
        self._running[path.name] = process
        watching = asyncio.create_task(self._watch(path.name, process, errors))
        loop = asyncio.get_running_loop()
        patience = EVENT_RESUME_SECONDS if command == "resume" else EVENT_BEGIN_SECONDS
        end = loop.time() + patience
        while _changed(path) == before and not watching.done() and loop.time() < end:
            await asyncio.wait([watching], timeout=0.05)
        if process in self._stopped:
            return
        if watching.done() and process.returncode not in (0, 3):
            raise Refused("bad_text", watching.result())
        if command == "run" and not watching.done() and _changed(path) == before:
            await self.stop(path.name)
            raise Refused("failed", "the event took too long to begin: choose fewer openings")

    async def _watch(self, file: str, process: Process, errors: LogPipe) -> str:
        """Wait for the end of an event; what it had to say."""
        await process.wait()
        if self._running.get(file) is process:
            del self._running[file]
        said = await asyncio.to_thread(errors.finish)
        return said.removeprefix("inarow: ") or "the event ended"

    def path(self, file: str) -> Path:
        """Where an event is; refuses whatever is none of this folder."""
        path = self._folder / self._name(file)
        if not _plain(path) or not is_store(path):
            raise Refused("unknown_game", f"there is no event {file} here")
        return path

    def _is_own(self, path: Path) -> bool:
        with suppress(OSError):
            return self._own is not None and os.path.samefile(path, self._own)
        return False

    def _name(self, file: str) -> str:
        if not _NAME.match(file):
            raise Refused("bad_text", "an event is a plain file name that ends in .sqlite or .db")
        if self._is_own(self._folder / file):
            raise Refused("unknown_game", f"there is no event {file} here")
        return file


def _check(body: EventBody) -> None:
    """Only registered players, and not too much."""
    game = load_rules(body.game)
    if not 2 <= len(body.players) <= EVENT_PLAYERS:
        raise BadOption(f"an event has 2 to {EVENT_PLAYERS} players")
    for player in body.players:
        agent = check_player(player, game)
        if agent is None:
            raise BadOption("an event is for machines only")
        if getattr(agent, "memory", 0) > EVENT_MEMORY_MB:
            raise BadOption(f"{agent.name}: at most {EVENT_MEMORY_MB} megabytes in an event")
    if body.stop and len(body.players) != 2:
        raise BadOption(f"two players are compared, not {len(body.players)}")
    read_limit(body.limit)
    _check_openings(body.openings)
    meetings = len(body.players) * (len(body.players) - 1) // 2
    if not 1 <= body.rounds <= EVENT_GAMES // (2 * meetings):
        raise BadOption(f"an event of the page has at most {EVENT_GAMES} games: fewer rounds")


def _check_openings(spec: str) -> None:
    if split_spec(spec)[0] not in _OPENINGS:
        raise BadOption(f"openings of the page are {', '.join(_OPENINGS)}")
    openings = load_openings(spec)
    if getattr(openings, "plies", 0) > EVENT_PLIES:
        raise BadOption(f"openings of the page have at most {EVENT_PLIES} plies")
    if (getattr(openings, "count", None) or 0) > EVENT_GAMES:
        raise BadOption(f"an event of the page has at most {EVENT_GAMES} openings")


def _check_resumable(path: Path) -> None:
    """Refuse events with players from files or programs: a page must not run them."""
    try:
        with open_store(path) as store:
            guarded = [one.name for one in store.event.players if one.runs_program]
    except OSError as error:
        raise Refused("failed", f"{path.name}: {error.strerror}") from None
    if guarded:
        raise Refused(
            "not_allowed", f"{guarded[0]} is a program of its own: resume it in a terminal"
        )


def _arguments(body: EventBody, path: Path) -> list[str]:
    limit = body.limit
    if not limit or Limit.parse(limit).seconds is None:  # whatever else is said: no move for ever
        limit = ",".join(filter(None, (limit, f"{MAX_SECONDS:g}s")))
    options = ["--game", body.game, "--rounds", str(body.rounds), "--limit", limit]
    openings = body.openings
    if body.stop:
        options += ["--stop", body.stop, "--form", "match"]
        openings = (
            varied_openings(load_rules(body.game)) if openings == ARENA_OPENINGS else openings
        )
    options += ["--seed", str(body.seed), "--openings", openings]
    options += ["--name", _name_of(body.players), "--out", str(path)]
    for player in body.players:
        options += ["--player", player]
    return options


def _plain(path: Path) -> bool:
    """Whether there is a file, and no link that leads elsewhere, pipe or device."""
    with suppress(OSError):
        return stat.S_ISREG(path.lstat().st_mode)
    return False


def _changed(path: Path) -> float:
    """When an event was written to; 0 before it has begun."""
    latest = 0.0
    for file in (path, path.with_name(path.name + "-wal")):
        with suppress(FileNotFoundError):
            found = file.stat()
            latest = max(latest, found.st_mtime if found.st_size else 0.0)
    return latest


def _told(path: Path) -> dict[str, Any] | None:
    """What people call the event of a file, and how many games it has; None if it is no event."""
    if not is_store(path):
        return None
    try:
        with open_store(path) as store:
            name = store.event.name if store.event.name != Event.name else path.stem
            return {"name": name, "games": store.finished}
    except (InarowError, OSError):
        return None


def _name_of(players: Sequence[str]) -> str:
    """What people call an event of these players."""
    named = [people_name(player) for player in players]
    more = [f"+ {len(named) - NAMED}"] if len(named) > NAMED else []
    return " – ".join(named[:NAMED] + more)
