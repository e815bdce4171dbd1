"""What the tests of this folder share: one server for all of them, sockets and browser windows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from interfaces.web.browser import browser, chromium, screen
from web_server import Client, Server

__all__ = ["browser", "chromium", "screen"]


_FAKE = Path(__file__).parents[2] / "adapters" / "fake_pbrain.py"


def _engine(name: str, mode: str, **more: object) -> tuple[str, str]:
    """The option that offers an engine which behaves in some way."""
    options = "".join(f",{key}={value}" for key, value in more.items())
    return "--engine", f"{name}=pbrain(command='{sys.executable} {_FAKE} {mode}'{options})"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests, with events in its folder and some engines of this machine."""
    programs = (
        *_engine("Good", "plain"),
        *_engine("breaks", "crash"),
        *_engine("cheats", "illegal"),
        *_engine("dawdles", "late", grace=0.05),
    )
    file = tmp_path_factory.mktemp("web") / "games.db"
    with Server(file, *programs, "--engines", "3") as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    """A fresh socket."""
    with server.client() as client:
        yield client
