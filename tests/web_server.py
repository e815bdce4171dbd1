"""A real server as a process on a free port, and a client that speaks the protocol."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

import fork_server
from command_line import warm_kernels
from fork_server import Child

PATIENCE = 300.0
"""Seconds until a test gives up: only reached when something is broken."""


class Server:
    """`inarow serve` on a free port of this machine; `anew` lets it import `inarow` itself."""

    def __init__(self, database: Path, *options: str, anew: bool = False) -> None:
        self.database = database
        self.options = options
        self.anew = anew
        if options[-2:] != ("--engines", "0"):
            warm_kernels()
        self.port = 0
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, *options: str) -> None:
        """Start and wait until it says where it is; again: at the same place."""
        command = ["-m", "inarow", "serve", "--port", str(self.port), "--db", str(self.database)]
        command += [*self.options, *options]
        folder = str(self.database.parent)
        env = os.environ | {"NO_COLOR": "1", "XDG_DATA_HOME": folder}
        self._errors = TemporaryFile()  # noqa: SIM115
        reader, writer = os.pipe()
        with open(os.devnull) as nothing, os.fdopen(writer, "w") as said:
            streams = [nothing.fileno(), said.fileno(), self._errors.fileno()]
            self.process: Child | subprocess.Popen[bytes]
            if not fork_server.AVAILABLE:
                given, out, errors = streams
                self.process = subprocess.Popen(
                    [sys.executable, *command],
                    stdin=given,
                    stdout=out,
                    stderr=errors,
                    cwd=folder,
                    env=env,
                )
            else:
                self.process = fork_server.start(
                    command, env, streams, folder=folder, anew=self.anew
                )
        with os.fdopen(reader) as told:
            line = told.readline()
        found = re.search(r"http://[\d.]+:(\d+)/", line)
        if found is None:
            raise AssertionError(f"no address: {line!r} {self._end(signal.SIGKILL)}")
        self.port = int(found[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """Of the page."""
        return f"{self.url}/"

    def kill(self) -> None:
        """As if somebody pulled the plug of the process."""
        self._end(signal.SIGKILL)

    def stop(self) -> str:
        """Ctrl-C; what it had to say."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> str:
        if self.process.returncode is None:
            os.kill(self.process.pid, how)
            self.process.wait(PATIENCE)
        self._errors.seek(0)
        with self._errors:
            return self._errors.read().decode()

    def client(self, **more: Any) -> Client:
        return Client(self.port, **more)

    def get(self, path: str, **headers: str) -> tuple[int, Any]:
        return self.call("GET", path, None, **headers)

    def post(self, path: str, body: object, **headers: str) -> tuple[int, Any]:
        return self.call("POST", path, json.dumps(body).encode(), **headers)

    def call(self, method: str, path: str, body: bytes | None, **headers: str) -> tuple[int, Any]:
        """Status and body of an answer; JSON is read. Asked to slow down it tries again."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            given.setdefault("content-type", "application/json")
        request = urllib.request.Request(self.url + path, body, given, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, _read(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                return error.code, _read(error)
            error.close()
        time.sleep(0.1)
        return self.call(method, path, body, **headers)

    def wait_until_health(self, name: str, wanted: int) -> None:
        """Wait until a number of `/api/health` is as wanted."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.get("/api/health")[1][name]) != wanted:
            assert time.monotonic() < deadline, f"{name} is {found} and does not become {wanted}"
            time.sleep(0.05)


class Client:
    """A socket that numbers its commands and finds their answers."""

    def __init__(self, port: int, **more: Any) -> None:
        self._stack = ExitStack()
        address = f"ws://127.0.0.1:{port}/ws"
        self.socket: ClientConnection = self._stack.enter_context(
            connect(address, proxy=None, open_timeout=PATIENCE, **more)
        )
        self.number = 0
        self.waiting: list[dict[str, Any]] = []
        self.hello = self.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()

    def read(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        return message

    def send(self, type: str, **fields: Any) -> int:
        self.number += 1
        self.socket.send(json.dumps({"type": type, "re": self.number} | fields))
        return self.number

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; other messages are kept for `next`."""
        number = self.send(type, **fields)
        while True:
            message = self.read()
            if message.get("re") == number:
                return message
            self.waiting.append(message)

    def next(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message that fits; those before it are dropped."""
        while True:
            message = self.waiting.pop(0) if self.waiting else self.read()
            if wanted(message):
                return message

    def update(self, cursor: int) -> dict[str, Any]:
        """The update with which a game came to a node."""
        return self.next(lambda m: m["type"] == "update" and m["cursor"] == cursor)

    def new_game(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        answer = self.ask("new_game", game=game, seats=list(seats or ("human", "human")), **more)
        assert answer["type"] == "game", answer
        view: dict[str, Any] = answer["game"]
        return view


def _read(answer: Any) -> Any:
    text = answer.read().decode()
    return json.loads(text) if "json" in answer.headers.get("content-type", "") else text
