"""What stands between the network and the server: who may ask, how much, and how often.

- The Host must be ours, so that no other name can be pointed at this machine (DNS rebinding).
- Browsers let any page open a socket or post to `localhost`; they say where the page came from in
  `Origin` and `Sec-Fetch-Site`, and that must be us. Programs send neither and are welcome.
- Bodies have a limit, and each client a rate.
- Every answer forbids the page to load anything from elsewhere.
"""

from __future__ import annotations

import ipaddress
import json
import re
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inarow.interfaces.web.recent import Recent

FRAME_BYTES = 64 * 1024
MESSAGES_PER_SECOND = 50.0
MESSAGES_AT_ONCE = 200
CLIENTS = 10_000
"""Addresses whose rate is remembered."""

_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'"
)
_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]+))(?::[0-9]{1,5})?", re.ASCII)
_SAFE = ("GET", "HEAD", "OPTIONS")
_FORBIDDEN_ORIGIN = 1008


def host_names(host: str) -> set[str]:
    """The names under which a server may be asked for, besides plain addresses."""
    return {"localhost", host.lower(), socket.gethostname().lower()}


@dataclass
class Bucket:
    """A number of messages at once, and a number per second in the long run.

    >>> bucket = Bucket(1.0, 2, clock=lambda: 0.0)
    >>> [bucket.take() for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    per_second: float = MESSAGES_PER_SECOND
    at_once: float = MESSAGES_AT_ONCE
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)

    def __post_init__(self) -> None:
        self._tokens = float(self.at_once)
        self._then = self.clock()

    def take(self) -> float:
        """Take a token; 0 if there was one, else the seconds until there is."""
        now = self.clock()
        self._tokens = min(self.at_once, self._tokens + (now - self._then) * self.per_second)
        self._then = now
        if self._tokens < 1:
            return (1 - self._tokens) / self.per_second
        self._tokens -= 1
        return 0.0


class Gate:
    """Refuses what is not for us, before anything else sees it."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = set(names)
        self._buckets: Recent[str, Bucket] = Recent(CLIENTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            headers = Headers(scope=scope)
            if not self._known(headers) or not _from_our_page(headers):
                await send({"type": "websocket.close", "code": _FORBIDDEN_ORIGIN})
                return
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        problem = self._problem(scope, headers)
        guarded = _with_headers(send)
        if problem is not None:
            await _refuse(guarded, *problem)
            return
        await self._app(scope, _Body(receive).receive, guarded)

    def _problem(self, scope: Scope, headers: Headers) -> tuple[int, str, str, float] | None:
        """What is wrong with a request, if anything: status, code, words, seconds to wait."""
        if not self._known(headers):
            return 403, "not_allowed", "this server is not called that: check the address", 0.0
        if scope["method"] in _SAFE:
            return self._too_fast(scope) if scope["path"].startswith("/api/") else None
        if not _from_our_page(headers):
            return 403, "not_allowed", "this request comes from another page", 0.0
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > FRAME_BYTES:
            return 413, "too_large", f"a body has at most {FRAME_BYTES} bytes", 0.0
        return self._too_fast(scope)

    def _too_fast(self, scope: Scope) -> tuple[int, str, str, float] | None:
        client = scope.get("client") or ("", 0)
        bucket = self._buckets.find(str(client[0])) or Bucket()
        self._buckets.keep(str(client[0]), bucket)
        wait = bucket.take()
        return (429, "too_fast", "too many requests: slow down", wait) if wait else None

    def _known(self, headers: Headers) -> bool:
        found = _HOST.fullmatch(headers.get("host", ""))
        if found is None:
            return False
        if found["name"] is not None and found["name"].lower() in self._names:
            return True
        try:
            if found["six"] is not None:
                ipaddress.IPv6Address(found["six"])
            else:
                ipaddress.IPv4Address(found["name"])
        except ValueError:
            return False
        return True  # an address cannot be pointed elsewhere


class _Body:
    """Counts what is received."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > FRAME_BYTES:
            raise HTTPException(413, f"a body has at most {FRAME_BYTES} bytes")
        return message


def _from_our_page(headers: Headers) -> bool:
    """Whether our own page asks, or no page at all."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


def _with_headers(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("content-security-policy", _POLICY)
            headers["x-content-type-options"] = "nosniff"
            headers["referrer-policy"] = "no-referrer"
            headers["cross-origin-opener-policy"] = "same-origin"
            headers["cross-origin-resource-policy"] = "same-origin"
            headers.setdefault("cache-control", "no-cache")
        await send(message)

    return guarded


async def _refuse(send: Send, status: int, code: str, words: str, wait: float = 0.0) -> None:
    body = json.dumps({"code": code, "words": words}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if wait:
        headers.append((b"retry-after", b"%d" % max(1, round(wait))))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
