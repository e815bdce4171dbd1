"""The page in a real browser: one Chromium and one window, which every test finds as new.

A new window costs two seconds of CPU time, mostly for the processes behind it, so tests share one:
what it remembers is forgotten after each, and whenever a test asks for a new visitor. Only a window
of another kind, such as that of a phone, is opened apart.

To load the page costs a third of a second, to follow a link on it a tenth of that. So one visit
looks at several things, as one of a person does: a test that needs a new page opens it, all others
are parts of a visit and follow links. The shared window has no service worker, which would handle
every file once more.

Playwright drives the Chromium of the system; it never downloads one. A message on the console or an
error in a script fails the test in which it happened, whatever else that test looks at.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from web_server import Server

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_MISSING = (
    "The page is tested in a real browser, and none was found. Install Chromium as root: "
    "apt-get update && apt-get install -y --no-install-recommends chromium"
)
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
)
_NOTHING = "manifest.json"
"""A few words to look at between two visits: of the same site, so that its process stays."""
_BLOCKED = "Service Worker registration blocked by Playwright"
_FOLLOW = """link => new Promise((done) => {
    const marks = (list) => list.getEntries().some(({ detail }) => detail === wanted) && done(true);
    new PerformanceObserver(marks).observe({ entryTypes: ["mark"] });
    document.activeElement.blur(); // a link is pressed elsewhere
    location.hash = link;
    const wanted = location.href;
})"""
"""The page sets a mark whenever it shows what an address says, with that address."""
_SIZE = {"width": 1280, "height": 900}
_PATIENCE = 240_000
"""Milliseconds to wait for anything; only a failing test waits that long."""

expect.set_options(timeout=_PATIENCE)


@dataclass
class Screen:
    """A page with everything that went wrong on it, and the addresses that it asked for."""

    page: Page
    address: str
    problems: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def loaded(self) -> set[str]:
        """The names of all files that were asked for."""
        self._remember()
        return {url.rpartition("/")[2] for url in self.asked}

    def open(self, link: str = "#play") -> Page:
        """Load the page anew, with a game unless a link says otherwise, until it can be used."""
        if self._here:
            self._remember()
            self.page.evaluate("link => history.replaceState(null, '', link)", f"/{link}")
            self.page.reload()
        else:
            self.page.goto(self.address + link)
        expect(self.page.locator("body.ready")).to_be_attached()
        return self.page

    def follow(self, link: str) -> Page:
        """Go to another link in the same visit, until that is shown; without one: begin it."""
        if not self._here:
            return self.open(link)
        self.page.evaluate(_FOLLOW, link)
        return self.page

    def open_nothing(self) -> Page:
        """Show a file of the server as text: something to put another page into."""
        self.page.goto(f"{self.address}js/theme.js")
        return self.page

    def alone(self, script: str, given: object = None) -> Any:
        """What a script returns that tries modules of the page alone, in a frame of its own.

        Modules and whatever else it finds in its window are new, without a new page.
        """
        if not self.page.url.startswith(self.address) or self._here:
            self.page.goto(self.address + _NOTHING)
        self.page.evaluate("document.body.append(document.createElement('iframe'))")
        return self.page.frames[-1].evaluate(script, given)

    def forget(self, address: str | None = None) -> None:
        """Leave the window as a new one is; the next visitor goes to this address."""
        if self._here:
            self._remember()
            self.page.goto(self.address + _NOTHING)
        if self.page.url != "about:blank":  # a window that has seen nothing has nothing to forget
            self.page.evaluate("localStorage.clear()")
        self.page.set_viewport_size(_SIZE)  # type: ignore[arg-type]
        self.page.emulate_media(color_scheme="light")
        self.address = address or self.address

    @property
    def _here(self) -> bool:
        """Whether the page is shown, or another one of the same server."""
        return self.page.url.startswith(self.address) and self.page.url != self.address + _NOTHING

    def _remember(self) -> None:
        """Note what was loaded for the page that is shown; nothing may come from elsewhere."""
        names = "performance.getEntriesByType('resource').map(({ name }) => name)"
        for url in self.page.evaluate(names):
            self.asked.add(url)
            if not url.startswith((self.address, "blob:", "data:")):
                self.problems.append(f"asked for {url}")

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.text != _BLOCKED:
            self.problems.append(f"{message.type}: {message.text}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """The browser, and the loop of Playwright, which stays in this thread while it is open."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.fail(_MISSING)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=_ARGUMENTS)
        loop = asyncio.get_running_loop()
        yield launched, loop
        asyncio._set_running_loop(loop)
        launched.close()


@pytest.fixture
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser; other tests run loops of their own, so ours is put away between the tests."""
    launched, loop = chromium
    asyncio._set_running_loop(loop)
    yield launched
    asyncio._set_running_loop(None)


def open_screen(browser: Browser, address: str, **settings: object) -> Screen:
    """A new window: nothing is remembered from others."""
    usual = {"viewport": _SIZE, "reduced_motion": "reduce", "service_workers": "block"}
    options = usual | settings
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(_PATIENCE)
    seen = Screen(context.new_page(), address)
    seen.page.on("console", seen.note)
    seen.page.on("pageerror", lambda error: seen.problems.append(f"error: {error}"))
    return seen


shared_screen = cache(open_screen)


@pytest.fixture
def screen(browser: Browser, server: Server) -> Iterator[Screen]:
    """A window on the page; nothing may go wrong on it, nor be asked from elsewhere."""
    seen = shared_screen(browser, server.address)
    seen.problems.clear()
    seen.asked.clear()
    yield seen
    seen.forget(server.address)
    assert seen.problems == [], seen.problems
