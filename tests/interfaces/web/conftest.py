"""What the tests of this folder share: one server for all of them, sockets and browser windows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interfaces.web.browser import browser, chromium, screen
from web_server import Client, Server

__all__ = ["browser", "chromium", "screen"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests."""
    with Server(tmp_path_factory.mktemp("web") / "games.db", "--engines", "4") as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    """A fresh socket."""
    with server.client() as client:
        yield client
