"""A player of ours at the end of a connection: segments, broken lines, servers that leave."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import cast

import pytest

from adapters.nine_board_table import lines, scripted, server_that_says
from inarow.adapters.nine_board_client import LineChannel, Session, connect, play_session
from inarow.adapters.nine_board_protocol import Cause, Message, ProtocolError, game_over
from inarow.search.decision import Result

HOST = "127.0.0.1"
X_SIDE = "init. start(x). third_move(6,1,6). next_move(6). win(triple). end."
O_SIDE = "init. start(o). second_move(6,1). next_move(9). last_move(5). loss(triple). end."


@pytest.mark.req("S2.5")
def test_over_a_socket_in_one_segment() -> None:
    told: list[tuple[int, Message]] = []
    with server_that_says(lines(O_SIDE)) as (port, answers), connect(HOST, port) as connection:
        session = Session(scripted("66"))
        assert play_session(connection, session, lambda side, over: told.append((side, over)))
    assert answers == ["6\n6\n"]
    assert told == [(1, game_over(Result.LOSS, Cause.TRIPLE))]


@pytest.mark.req("S2.5")
def test_over_a_socket_byte_by_byte() -> None:
    with server_that_says(lines(X_SIDE), 1) as (port, answers), connect(HOST, port) as connection:
        assert play_session(connection, Session(scripted("95")))
    assert answers == ["9\n5\n"]


@pytest.mark.req("S2.5")
@pytest.mark.parametrize(
    ("text", "finished"),
    [
        ("", True),
        ("init. start(o). second_move(6,1). win(timeout).", True),
        ("init. start(o). second_move(6,1).", False),
    ],
)
def test_leaves_at_the_end_of_the_connection(text: str, finished: bool) -> None:
    data = lines(text) + b"next_mo"  # a line that was cut off counts for nothing
    session = Session(scripted("6"))
    with server_that_says(data) as (port, _), connect(HOST, port) as connection:
        assert play_session(connection, session) is finished
    assert not session.ended


def test_nothing_is_read_after_the_end() -> None:
    data = b"init.\nend.\nnonsense\n"
    with server_that_says(data) as (port, _), connect(HOST, port) as connection:
        assert play_session(connection, Session(scripted("")))


@pytest.mark.parametrize("data", [b"hello\n", b"\xff\xfe\n", b"x" * 1000, b"next_move(0).\n"])
def test_nonsense_from_the_server(data: bytes) -> None:
    with server_that_says(data) as (port, _), connect(HOST, port) as connection:
        session = Session(scripted(""))
        with pytest.raises(ProtocolError):
            play_session(connection, session)


def test_a_refused_connection_names_the_address() -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        port = taken.getsockname()[1]
        with pytest.raises(ConnectionRefusedError) as caught:
            connect(HOST, port)
    assert caught.value.filename == f"127.0.0.1:{port}"


class Segments:
    """Stands for a socket whose bytes arrive in given pieces."""

    def __init__(self, segments: Sequence[bytes]) -> None:
        self.segments = list(segments)
        self.sent = b""

    def recv(self, size: int) -> bytes:
        return self.segments.pop(0) if self.segments else b""

    def sendall(self, data: bytes) -> None:
        self.sent += data

    def settimeout(self, seconds: float | None) -> None: ...

    def setsockopt(self, *_: int) -> None: ...


@pytest.mark.req("S2.5")
def test_two_segments_cut_anywhere() -> None:
    data = lines(O_SIDE)
    for cut in range(1, len(data)):
        pieces = Segments([data[:cut], data[cut:]])
        assert play_session(cast(socket.socket, pieces), Session(scripted("66"))), cut
        assert pieces.sent == b"6\n6\n", cut


def test_a_server_that_left_is_read_to_its_end() -> None:
    class Gone(Segments):
        def sendall(self, data: bytes) -> None:
            raise BrokenPipeError

    gone = Gone([lines("start(o). second_move(6,1)."), lines("loss(timeout). end.")])
    session = Session(scripted("6"))
    assert play_session(cast(socket.socket, gone), session)
    assert session.results == [game_over(Result.LOSS, Cause.TIMEOUT)]


def test_waiting_for_a_line_has_an_end() -> None:
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server((HOST, 0)))
        connection = stack.enter_context(connect(HOST, listener.getsockname()[1]))
        channel = LineChannel(connection)
        for seconds in (0.05, -1):
            with pytest.raises(TimeoutError):
                channel.receive(seconds)
