"""The full-screen app as a picture: its own screen, letter by letter, as SVG.

It is drawn without the colours of a terminal, and follows the reader's light or dark setting.
"""

from __future__ import annotations

import asyncio
import os
from html import escape

from rich.segment import Segment

from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.interfaces.app.app import InarowApp
from inarow.interfaces.app.lane import Lane
from inarow.interfaces.app.watch_screen import WatchScreen
from inarow.registry import load_game

COLUMNS, ROWS = 80, 24
_WIDE, _HIGH = 8.4, 18
_STYLE = (
    "svg{background:#fff}text{font:14px monospace;fill:#26303d;white-space:pre}"
    ".bold{font-weight:bold}"
    "@media (prefers-color-scheme:dark){svg{background:#14181d}text{fill:#dde3ea}}"
)


def searches_beside_each_other() -> str:
    """Monte Carlo tree search and alpha-beta on one position, on 80 x 24 letters."""
    state = play_moves(load_game("connect_four").initial_state(), "4453")
    lines = asyncio.run(_screen(state))
    drawn = [_line(line, number) for number, line in enumerate(lines)]
    title = "The app: two searches of a Connect Four position side by side, after their last step"
    told = "80 x 24 letters: above the boards, below each the sentence of the step and the tree"
    wide, high = f"{COLUMNS * _WIDE + 20:g}", f"{ROWS * _HIGH + 16:g}"
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    about = f"<title>{title}</title><desc>{told}</desc><style>{_STYLE}</style>"
    return "\n".join([head, about, *drawn, "</svg>"])


async def _screen(state: State) -> list[list[Segment]]:
    os.environ["NO_COLOR"] = "1"
    app = InarowApp()
    async with app.run_test(size=(COLUMNS, ROWS)) as pilot:
        screen = WatchScreen(state, unicode=True)
        await app.push_screen(screen)
        await screen.show_beside("alphabeta")
        while not all(lane.watched for lane in screen.query(Lane)):
            await pilot.pause(0.01)
        screen.action_go(-1)
        while True:
            await pilot.pause(0.01)
            lines = [list(strip) for strip in screen._compositor.render_strips()]
            letters = "".join(segment.text for line in lines for segment in line)
            if all(f"step {lane.length} of" in letters for lane in screen.query(Lane)):
                return lines


def _line(segments: list[Segment], number: int) -> str:
    """A line of letters, each part where it stands."""
    at, parts = 0, []
    for text, style, _ in segments:
        if text.strip():
            looks = ' class="bold"' if style and style.bold else ""
            place = f'x="{10 + at * _WIDE:.5g}" textLength="{len(text) * _WIDE:.5g}"'
            parts.append(f"<tspan {place}{looks}>{escape(text)}</tspan>")
        at += len(text)
    return f'<text y="{20 + number * _HIGH}" xml:space="preserve">{"".join(parts)}</text>'
