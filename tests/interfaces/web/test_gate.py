"""Who gets in: names and origins, floods, slow requests, and what answers forbid."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http.client import HTTPConnection
from threading import Thread
from typing import TypeVar

import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from inarow.interfaces.cli.serve import _server_of
from inarow.interfaces.web.app import make_app
from inarow.interfaces.web.protocol.gate import MESSAGES_AT_ONCE, Gate
from web_server import PATIENCE, Server

Answer = TypeVar("Answer")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "file://"])
def test_a_page_from_elsewhere_gets_nothing(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        server.client(origin=origin)
    assert refused.value.response.status_code == 403
    status, answer = server.post("/api/games", {"game": "connect_four"}, origin=origin)
    assert (status, answer["code"]) == (403, "not_allowed")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_a_request_that_a_browser_marks_as_foreign_changes_nothing(
    server: Server, site: str
) -> None:
    before = server.get("/api/games", sec_fetch_site=site)  # looking is harmless
    assert before[0] == 200
    for method, path in (("POST", "/api/games"), ("DELETE", "/api/games/x")):
        status, answer = server.call(method, path, b'{"game": "gomoku"}', sec_fetch_site=site)
        assert (status, answer["code"]) == (403, "not_allowed")
    with pytest.raises(InvalidStatus):
        server.client(additional_headers={"Sec-Fetch-Site": site})
    assert server.get("/api/games") == before


def test_our_own_page_is_welcome(server: Server) -> None:
    with server.client(origin=server.url) as client:
        assert client.hello["type"] == "hello"
    ours = {"origin": server.url, "sec_fetch_site": "same-origin"}
    assert server.post("/api/games", {"game": "gomoku"}, **ours)[0] == 201


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:{port}", 200),
        ("LOCALHOST", 200),
        ("127.0.0.1:{port}", 200),
        ("[::1]:{port}", 200),
        ("evil.example", 403),
        ("[::1].evil.com", 403),
        ("[::1]evil.com", 403),
        ("::1", 403),
        ("localhost:{port}@evil.com", 403),
        ("localhost@evil.com", 403),
        ("localhost.evil.com", 403),
        ("localhost:evil", 403),
        ("127.0.0.1.evil.com", 403),
        ("[127.0.0.1]", 403),
        ("[localhost]", 403),
        ("localhost/x", 403),
        ("", 403),
    ],
)
def test_another_name_for_this_machine_is_refused(server: Server, host: str, status: int) -> None:
    name = host.format(port=server.port)
    assert server.get("/api/health", host=name)[0] == status


def test_large_bodies_and_frames_are_refused(server: Server) -> None:
    big = "4" * 70_000
    status, answer = server.post("/api/import", {"text": big})
    assert (status, answer["code"]) == (413, "too_large")
    with server.client() as client:
        client.socket.send(json.dumps({"type": "open_text", "re": 1, "text": big}))
        with pytest.raises(ConnectionClosed) as closed:
            client.read()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    with server.client() as client:
        client.socket.send(b"\x00\x01")
        with pytest.raises(ConnectionClosed) as closed:
            client.read()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1003


def test_a_body_that_does_not_say_how_large_it_is_has_a_limit_too(server: Server) -> None:
    pieces = iter([b"x" * 50_000, b"x" * 50_000])
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {"content-type": "application/json"}
    connection.request("POST", "/api/import", pieces, headers, encode_chunked=True)
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (413, "too_large")
    connection.close()


def test_who_sends_too_much_is_slowed_and_then_closed(server: Server) -> None:
    seen: set[str] = set()
    with server.client() as client:
        with suppress(ConnectionClosed):
            for _ in range(100):
                numbers = [client.send("unwatch", game="none") for _ in range(100)]
                answers = [client.read() for _ in numbers]
                assert [answer["re"] for answer in answers] == numbers
                seen |= {answer.get("code", "") for answer in answers}
        assert seen == {"", "too_fast"}
        assert client.socket.close_code == 1008


def serving(talk: Callable[[int], Awaitable[Answer]]) -> Answer:
    """What comes of a talk with a server in this process."""

    async def run() -> Answer:
        listener = socket.create_server(("127.0.0.1", 0))
        server = _server_of(make_app(engines=0))
        server.config.timeout_keep_alive = 1  # seconds between two requests
        running = asyncio.create_task(server.serve([listener]))
        answer = await talk(listener.getsockname()[1])
        server.should_exit = True
        await running
        return answer

    return asyncio.run(run())


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /api/hea",
        b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 24\r\n\r\n{",
    ],
)
@pytest.mark.parametrize("before", [0, 1], ids=["first", "second"])
def test_a_request_that_never_ends_is_dropped(
    monkeypatch: pytest.MonkeyPatch, sent: bytes, before: int
) -> None:
    """The connection is closed, whether it is new or has served a request already."""
    monkeypatch.setattr("inarow.interfaces.web.protocol.patience.REQUEST_SECONDS", 0.2)
    whole = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"

    async def talk(port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(before):
            writer.write(whole)
            await reader.readuntil(b"}")
        writer.write(sent)
        async with asyncio.timeout(PATIENCE):
            rest = await reader.read()  # until it is closed
        writer.close()
        return rest

    assert serving(talk) == b""


def test_a_socket_stays_open_though_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.interfaces.web.protocol.patience.REQUEST_SECONDS", 0.2)

    async def talk(port: int) -> str:
        async with connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as client:
            await client.recv()
            await asyncio.sleep(0.6)
            await client.send('{"type": "unwatch", "re": 1, "game": "none"}')
            return str(await client.recv())

    assert json.loads(serving(talk))["type"] == "ack"


def test_a_request_in_two_pieces_is_answered(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: local")
        time.sleep(0.2)
        connection.sendall(b"host\r\n\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 200")


def test_answers_forbid_everything_from_elsewhere(server: Server) -> None:
    import urllib.request

    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{server.url}/api/health", timeout=PATIENCE) as answer:
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-type"] == "application/json"
        assert "server" not in answer.headers


@pytest.mark.parametrize(("path", "statuses"), [("/api/games", {200, 429}), ("/app.js", {200})])
def test_calls_have_a_rate_and_files_have_none(path: str, statuses: set[int]) -> None:
    seen: set[int] = set()

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def hear(message: Message) -> None:
        seen.add(message.get("status", 200))

    async def receive() -> Message:
        return {"type": "http.request"}

    async def ask_often() -> None:
        guard = Gate(app, ["localhost"])
        scope = {"type": "http", "method": "GET", "path": path, "client": ("::1", 1)}
        for _ in range(2 * MESSAGES_AT_ONCE):
            await guard(scope | {"headers": [(b"host", b"localhost")]}, receive, hear)

    asyncio.run(ask_often())
    assert seen == statuses


HEAVY = {
    "spaces": '[Game "a' + " " * 24_000 + 'x"]\n\n*',
    "comments": '[Game "connect_four"]\n\n' + "{x}\n" * 11_000 + "*",
    "branches": '[Game "connect_four"]\n\n1. 4 ' + "(4)" * 15_000 + " *",
    "nested": '[Game "tic_tac_toe"]\n\n' + "(1. a1 " * 6_000 + "*",
    "moves": "4 " * 23_000,
    "json": "[" * 40_000,
}


@pytest.mark.parametrize("name", HEAVY)
def test_a_heavy_text_makes_nobody_wait(server: Server, name: str) -> None:
    """While it is read others are answered; however slow the machine, not only when it is done."""
    done: list[tuple[int, object]] = []
    sender = Thread(target=lambda: done.append(server.post("/api/import", {"text": HEAVY[name]})))
    sender.start()
    slowest = 0.0
    while sender.is_alive():
        began = time.monotonic()
        assert server.get("/api/health")[0] == 200
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.02)
    assert done[0][0] in (201, 400, 413), done
    assert slowest < 6  # it was 12 on an idle machine
