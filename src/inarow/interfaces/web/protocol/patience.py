"""HTTP connections with a limit for slow requests.

A client that sends a request byte by byte, or half of one, would hold its connection for ever
(slow loris). Here a request has to arrive in whole within some seconds.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0
"""From the first byte of a request, or from the connection, until its last byte."""


class ImpatientProtocol(H11Protocol):
    """Drops a connection whose request does not arrive in time."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Start the timer when a request begins, and stop it when all of it has come."""
        a_socket_now = self.transport.get_protocol() is not self
        if a_socket_now or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._forget()
        elif self._timer is None:
            self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
