"""Driving the full-screen app without a terminal: keys in, the text of the screen out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeAlias
from unittest.mock import patch

from textual._compositor import Compositor
from textual.app import App
from textual.pilot import Pilot

from command_line import SECONDS
from inarow.interfaces.app.app import InarowApp

Seat: TypeAlias = Pilot[Any]

_ROUNDS = 3
"""A key goes from the app to a widget, and what it does from there to another screen."""


def use(scenario: Callable[[Seat, InarowApp], Awaitable[None]], unicode: bool = True) -> None:
    """Open the app on 80 x 24, let somebody use it, and close it."""

    async def go() -> None:
        app = InarowApp(unicode)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:

            async def settle(*_: float) -> None:
                """Wait until every widget has heard what was sent, not for a clock."""
                for _round in range(_ROUNDS):
                    await asyncio.sleep(0)
                    await pilot._wait_for_screen(SECONDS)

            with (
                patch("textual.app.wait_for_idle", settle),
                patch.object(Compositor, "render_update", _not_drawn),
            ):
                await scenario(pilot, app)

    asyncio.run(go())


def _not_drawn(compositor: Compositor, *_: Any, **__: Any) -> None:
    """Draw nothing after each key, for a terminal that is not there: `shown` draws all of it."""
    compositor._dirty_regions.clear()


def shown(app: App[Any]) -> str:
    """The screen as text: 24 lines of at most 80 letters."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def until(pilot: Seat, happens: Callable[[], bool]) -> None:
    """Wait for something that the background brings about."""
    deadline = monotonic() + SECONDS
    while not happens():
        assert monotonic() < deadline, shown(pilot.app)
        await pilot.pause(0.01)


async def see(pilot: Seat, app: InarowApp, *words: str) -> str:
    """Wait until all words can be read; the screen."""
    screen = ""

    def is_there() -> bool:
        nonlocal screen
        screen = shown(app)
        return all(word in screen for word in words)

    await until(pilot, is_there)
    return screen
