"""One socket: reads commands, answers each, and passes on what changes in the games it watches.

Commands of a game are in `game_commands.py`, those that need an engine in `study_commands.py`. A
command that takes long runs as a task of its own under its tag and ends with the socket.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeAlias

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from inarow.errors import InarowError
from inarow.interfaces.web.engines.pool import Order
from inarow.interfaces.web.games.room import Room
from inarow.interfaces.web.protocol.commands import COMMANDS, Command
from inarow.interfaces.web.protocol.messages import Failed
from inarow.interfaces.web.protocol.rate import Bucket
from inarow.interfaces.web.protocol.refusal import Refused, bad_message, refusal_of
from inarow.interfaces.web.protocol.views import View

log = logging.getLogger(__name__)

TOO_FAST = 100
"""Messages that may come too fast before a socket is closed."""
UNREAD = 500
"""Messages that a client may leave unread."""
WATCHED = 1000
"""Games that one page may watch."""
TASKS = 16
"""Engines that may work for one page."""

Handler: TypeAlias = "Callable[[PageSession, Command], Awaitable[None]]"
_TOO_MANY = 1008
_NOT_TEXT = 1003


class PageSession:
    """A client behind a socket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue(UNREAD)
        self._bucket = Bucket()
        self._too_fast = 0
        self.rooms: dict[str, Room] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._numbers: dict[str, int] = {}
        self.orders: dict[str, Order] = {}

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

    def spawn(self, tag: str, re: int, work: Coroutine[Any, Any, None]) -> None:
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

    def watch(self, room: Room) -> None:
        """Pass on what happens in a room."""
        if len(self.rooms) >= WATCHED and room.game.id not in self.rooms:
            raise Refused("too_large", f"a page watches at most {WATCHED} games")
        self.rooms[room.game.id] = room
        room.enter(self)

    async def serve(self, handle: Handler) -> None:
        """Read and answer until the client leaves."""
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
                if not await self._answer(text, handle):
                    break
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client is gone; RuntimeError: while we were closing
        finally:
            for task in list(self.tasks.values()):
                task.cancel()
            writer.cancel()

    async def _answer(self, text: str, handle: Handler) -> bool:
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
        await self._guarded(command.re, handle(self, command))
        return True

    async def _guarded(self, re: int, work: Awaitable[None]) -> None:
        """Turn whatever goes wrong into one sentence."""
        try:
            await work
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


def _number_of(text: str) -> int | None:
    """The number of a command that is wrong otherwise, so that its sender knows which one."""
    try:
        number = json.loads(text)["re"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return number if type(number) is int and 0 <= number <= 2**53 else None
