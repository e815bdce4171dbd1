"""The same in marimo, by its own server and in a real browser; it is large, so it is asked for.

pip install marimo
scripts/test tests/slow/interfaces/test_marimo.py
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser, expect

from command_line import environment, warm_kernels
from interfaces.web.browser import browser, chromium

__all__ = ["browser", "chromium"]

pytest.importorskip("marimo", reason="pip install marimo")

APP = """
import marimo

app = marimo.App()


@app.cell
def _():
    import inarow

    return (inarow,)


@app.cell
def _(inarow):
    inarow.position("4453")


@app.cell
def _(inarow):
    inarow.analyse("tic_tac_toe", "b2b3", agent="minimax(depth=9)")


@app.cell
def _(inarow):
    inarow.review("44455216535")


@app.cell
def _(inarow):
    inarow.play("connect_four", "random(seed=1)")
"""
SECONDS = 120


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where a server of marimo shows the cells."""
    warm_kernels()
    file = tmp_path / "app.py"
    file.write_text(APP)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "marimo", "run", str(file), "--headless", "--no-token"]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def wait_for(port: int) -> None:
    """Wait until a server listens."""
    deadline = monotonic() + SECONDS
    while monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        sleep(0.1)
    pytest.fail("marimo does not answer")


def test_marimo_shows_pictures_and_tables_and_clicks_play(browser: Browser, address: str) -> None:
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    expect(page.locator("svg.inarow")).to_have_count(1)
    expect(page.get_by_text("wins by force: a3")).to_be_visible()
    expect(page.get_by_text("inaccuracy: from loss in 38 to loss in 34; better 4")).to_be_visible()
    page.get_by_role("button", name="column 4, row 1, empty").click()
    expect(page.locator(".moves")).to_have_text("41")
    assert problems == []
    page.close()
