"""One socket: reads commands, answers each, and passes on what changes in the games it watches.

A command that takes long runs as a task of its own under its tag and ends with the socket.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from inarow.errors import InarowError
from inarow.interfaces.web.arena.hall import Hall
from inarow.interfaces.web.commands import COMMANDS
from inarow.interfaces.web.engines.orders import Order
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.room import Room
from inarow.interfaces.web.games.rooms import Rooms
from inarow.interfaces.web.protocol.gate import Bucket
from inarow.interfaces.web.protocol.messages import Failed, GameMessage, Hello, Thought, Warming
from inarow.interfaces.web.protocol.refusal import Refused, bad_message, refusal_of
from inarow.interfaces.web.protocol.views import View
from inarow.interfaces.web.recent import Recent
from inarow.interfaces.web.study.puzzles import PuzzleShelf
from inarow.log import logger

log = logger(__name__)

VERSION = version("inarow")  # reading it takes longer than greeting a page
TOO_FAST = 100
"""Messages that may come too fast before a socket is closed."""
UNREAD = 500
"""Messages that a client may leave unread."""
WATCHED = 1000
"""Games that one page may watch."""
TASKS = 16
"""Engines that may work for one page."""
THOUGHTS = 512
"""Finished analyses that are remembered, so that leafing back shows them at once."""

_TOO_MANY = 1008
_NOT_TEXT = 1003


class PageSession:
    """A client behind a socket."""

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self._socket = socket
        self.services = services
        self.turn = asyncio.Lock()
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue(UNREAD)
        self._bucket = Bucket()
        self._too_fast = 0
        self.rooms: dict[str, Room] = {}
        self.seats: dict[str, list[int]] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._numbers: dict[str, int] = {}
        self.orders: dict[str, Order[Any]] = {}

    def push(self, message: View) -> None:
        """Send a message soon; a client that does not read is let go."""
        self.push_text(message.model_dump_json())

    def push_text(self, text: str) -> None:
        """Send a message that is text already."""
        try:
            self._outgoing.put_nowait(text)
        except asyncio.QueueFull:
            self._hang_up()

    def fail(self, re: int | None, refusal: Refused) -> None:
        """Say that a command could not be done."""
        self.push(Failed(re=re, code=refusal.code, words=refusal.words, retry=refusal.retry))

    def spawn(self, tag: str, re: int, work: Coroutine[Any, Any, View | None]) -> None:
        """Run something long under a tag; whatever ran under it before is stopped."""
        self.drop(tag)
        if len(self.tasks) >= TASKS:
            work.close()
            raise Refused("busy", f"at most {TASKS} engines at once for one page", 1.0)
        task = asyncio.create_task(self._guarded(re, work))
        self.tasks[tag], self._numbers[tag] = task, re
        task.add_done_callback(lambda done: self._forget(tag, done))
        task.add_done_callback(lambda _: work.close())  # it may have ended before it began

    def stop(self, tag: str) -> None:
        """Ask what runs under a tag to come to an end; its last message still comes."""
        if tag in self.orders:
            self.orders[tag].stop()

    def drop(self, tag: str) -> None:
        """Cancel what runs under a tag; the last that comes of it is the error `stopped`."""
        self.orders.pop(tag, None)
        task = self.tasks.pop(tag, None)
        if task is not None:
            task.cancel()
            self.fail(self._numbers.pop(tag), Refused("stopped", "it was ended by a later command"))

    async def show(self, re: int, room: Room) -> View:
        """Answer with a game, and pass on what happens in it from now on."""
        if len(self.rooms) >= WATCHED and room.game.id not in self.rooms:
            self.services.rooms.close_if_empty(room)
            raise Refused("too_large", f"a page watches at most {WATCHED} games")
        self.rooms[room.game.id] = room
        room.enter(self)
        return GameMessage(re=re, game=await room.view())

    def unwatch(self, game: str) -> None:
        """Pass on no more of what happens in a game."""
        self.seats.pop(game, None)
        room = self.rooms.pop(game, None)
        if room is not None:
            room.leave(self)
            self.services.rooms.close_if_empty(room)

    async def serve(self) -> None:
        """Read and answer until the client leaves."""
        self.services.sessions.add(self)
        self.push(Hello(version=VERSION))
        if self.services.pool.warming is not None:
            self.push(Warming(words=self.services.pool.warming))
        writer = asyncio.create_task(self._write())
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                text = message.get("text")
                if text is None:
                    await self._socket.close(_NOT_TEXT, "send text, not binary data")
                    break
                if not await self._answer(text):
                    break
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client is gone; RuntimeError: while we were closing
        finally:
            for task in list(self.tasks.values()):
                task.cancel()
            writer.cancel()
            self.services.sessions.discard(self)
            for game in list(self.rooms):
                self.unwatch(game)

    async def _answer(self, text: str) -> bool:
        """Do one command; False when the client has to go."""
        wait = self._bucket.take()
        if wait:
            self._too_fast += 1
            refusal = Refused("too_fast", "too many messages: slow down", round(wait, 3))
            self.fail(_number_of(text), refusal)
            if self._too_fast > TOO_FAST:
                await self._socket.close(_TOO_MANY, "too many messages")
                return False
            return True
        try:
            command = COMMANDS.validate_json(text)
        except ValidationError as error:
            self.fail(
                _number_of(text),
                bad_message(error.errors(include_url=False, include_input=False)[0]),
            )
            return True
        await self._guarded(command.re, command.do(self))
        return True

    async def _guarded(self, re: int, work: Awaitable[View | None]) -> None:
        """Send what comes of some work; whatever goes wrong becomes one sentence."""
        try:
            answer = await work
            if answer is not None:
                self.push(answer)
        except InarowError as error:
            self.fail(re, refusal_of(error))
        except RecursionError:
            self.fail(re, Refused("too_large", "that is nested too deeply"))
        except Exception as error:
            log.exception("a command failed")
            self.fail(re, Refused("failed", f"the server failed: {type(error).__name__}"))

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._outgoing.get()) is not None:
                await self._socket.send_text(text)
            await self._socket.close(_TOO_MANY, "messages were not read")

    def _hang_up(self) -> None:
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        self._outgoing.put_nowait(None)

    def _forget(self, tag: str, task: asyncio.Task[None]) -> None:
        if self.tasks.get(tag) is task:
            del self.tasks[tag], self._numbers[tag]
            self.orders.pop(tag, None)


@dataclass
class Services:
    """The inside of a server; `memory` holds analyses by rules, position and player."""

    store: GameFile
    pool: EnginePool
    rooms: Rooms
    hall: Hall
    memory: Recent[tuple[str, str, str], Thought] = field(default_factory=lambda: Recent(THOUGHTS))
    puzzles: PuzzleShelf = field(default_factory=PuzzleShelf)
    sessions: set[PageSession] = field(default_factory=set)


def _number_of(text: str) -> int | None:
    """The number of a command that is wrong otherwise, so that its sender knows which one."""
    try:
        number = json.loads(text)["re"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return number if type(number) is int and 0 <= number <= 2**53 else None
