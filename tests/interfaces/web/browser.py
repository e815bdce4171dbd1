"""The page in a real browser: one Chromium for each file of tests.

Playwright's loop stays in a thread as long as its browser lives, in which no other loop can run
then; so no browser is left open for the files that come after.

Playwright drives the Chromium of the system; it never downloads one. A message on the console or an
error in a script fails the test in which it happened, whatever else that test looks at.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from web_server import Server

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_MISSING = (
    "The page is tested in a real browser, and none was found. Install Chromium as root: "
    "apt-get update && apt-get install -y --no-install-recommends chromium"
)
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
)
_PATIENCE = 60_000
"""Milliseconds to wait for anything; only a failing test waits that long."""

expect.set_options(timeout=_PATIENCE)


@dataclass
class Screen:
    """A page with everything that went wrong on it."""

    page: Page
    address: str
    problems: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def open(self, link: str = "") -> Page:
        """Load the page and wait until it can be used."""
        self.page.goto("about:blank")
        self.page.goto(self.address + link)
        expect(self.page.locator("body.ready")).to_be_attached()
        return self.page

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.fail(_MISSING)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=_ARGUMENTS)
        yield chromium
        chromium.close()


def open_screen(browser: Browser, address: str, **settings: object) -> Screen:
    """A fresh window: nothing is remembered from other tests."""
    options = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **settings}
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(_PATIENCE)
    seen = Screen(context.new_page(), address)
    seen.page.on("console", seen.note)
    seen.page.on("pageerror", lambda error: seen.problems.append(f"error: {error}"))
    seen.page.on("request", lambda request: seen.asked.add(request.url))
    return seen


@pytest.fixture
def screen(browser: Browser, server: Server) -> Iterator[Screen]:
    """A window on the page; nothing may go wrong on it, nor be asked from elsewhere."""
    seen = open_screen(browser, server.address)
    yield seen
    seen.page.context.close()
    assert seen.problems == []
    assert {url for url in seen.asked if not url.startswith(server.address)} <= {"about:blank"}
