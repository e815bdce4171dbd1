"""Both ends of real connections, for the tests of the nine-board server and its players.

Answers are sent before they are asked for where that does not matter, so that a test needs no
thread: the referee reads them in order, and what each side heard is read when all is over.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

from inarow.adapters.nine_board_client import connect
from inarow.adapters.nine_board_server import (
    GameReport,
    RemoteSeat,
    accept_seat,
    open_listener,
    play_series,
)
from inarow.agents.human import Human


class Table:
    """A referee with two real connections; `x` and `o` are the players' ends."""

    def __init__(self, stack: ExitStack) -> None:
        listener = stack.enter_context(open_listener(0))
        assert listener.getsockname()[0] == "127.0.0.1"
        self.ends: list[socket.socket] = []
        self.seats: list[RemoteSeat] = []
        for _ in range(2):
            end = stack.enter_context(connect("127.0.0.1", listener.getsockname()[1]))
            end.settimeout(10)
            self.ends.append(end)
            self.seats.append(stack.enter_context(accept_seat(listener, 10)))
        self.x, self.o = self.ends

    def play(self, **options: Any) -> list[GameReport]:
        """Play a series and close the server's side."""
        reports = play_series(self.seats, **options)
        for seat in self.seats:
            seat.close()
        return reports

    def heard(self) -> list[list[str]]:
        """Everything that X and O heard, to the end of their connections."""
        return [read_all(end).split() for end in self.ends]


def read_all(end: socket.socket) -> str:
    """Everything that comes to the end of a connection."""
    received = b""
    try:
        while data := end.recv(4096):
            received += data
    except ConnectionError:  # the server closed while an answer of ours was under way
        pass
    return received.decode()


def send(end: socket.socket, answers: str) -> None:
    """Send every character as an answer of its own."""
    end.sendall("".join(f"{answer}\n" for answer in answers).encode())


def scripted(cells: str) -> Human:
    """A player that takes these cells one after the other."""
    left = iter(cells)
    return Human(ask=lambda state: int(next(left)) - 1, name="scripted")


def lines(text: str) -> bytes:
    """Words as lines of their own."""
    return "".join(f"{word}\n" for word in text.split()).encode()


@contextmanager
def server_that_says(data: bytes, size: int = 4096) -> Iterator[tuple[int, list[str]]]:
    """A server for one connection: says its text in pieces, then reads all answers to the end."""
    answers: list[str] = []

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(10)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for start in range(0, len(data), size):
                connection.sendall(data[start : start + size])
            connection.shutdown(socket.SHUT_WR)
            received = b""
            while piece := connection.recv(100):
                received += piece
            answers.append(received.decode())

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield listener.getsockname()[1], answers
        finally:
            thread.join(10)
            assert not thread.is_alive()


class Dice(Random):
    """Dice that show given faces, over and over."""

    def __init__(self, *faces: int) -> None:
        super().__init__()
        self.faces = faces
        self.rolled = 0

    def random(self) -> float:
        self.rolled += 1
        return (self.faces[(self.rolled - 1) % len(self.faces)] + 0.5) / 9
