"""A recorded search on a terminal: step by step by keys, or all of it in a pipe."""

from __future__ import annotations

from shutil import get_terminal_size
from textwrap import indent

from inarow.interfaces.render import modern
from inarow.interfaces.terminal.console import Console, on_terminal, paragraph
from inarow.interfaces.terminal.keys import NO_KEY, single_keys
from inarow.search.steps import SearchStep
from inarow.study.watch import Frame, Watched

KEYS = "n next, b back, p play, + - speed, a start, e end, q quit"
_NEXT = ("n", " ", "\r", "\n", "\x1b[C", "k")
_BACK = ("b", "\x1b[D", "j")
_TO = {"a": 0, "\x1b[H": 0, "e": 1 << 30, "\x1b[F": 1 << 30}
_LEAVE = ("q", "\x1b", "\x04", "")
SPEEDS = (3.0, 1.5, 0.7, 0.35, 0.15, 0.05)
"""Seconds a step."""
_CLEAR = "\x1b[H\x1b[2J"
_HEAD_AND_FOOT = 5


def show_search(watched: Watched, console: Console) -> None:
    """Let a person step through a search; in a pipe print it."""
    if on_terminal() and console.moves_cursor:
        _step_through(watched, console)
        return
    console.draw(watched.state)
    for step in watched.steps:
        console.say("\n".join(step_lines(step)))
    if watched.cut:
        console.say(f"({watched.cut})")


def step_lines(step: SearchStep) -> list[str]:
    """A step as text, indented by its depth."""
    margin = "  " * len(step.path)
    inline = step.more and "\n" not in step.more
    lines = [f"{margin}{step.words}" + (f" ({step.more})" if inline else "")]
    if step.more and not inline:
        lines.append(indent(step.more, margin + "    "))
    return [*(["", step.heading] if step.heading else []), *lines]


def _step_through(watched: Watched, console: Console) -> None:
    at, playing, speed = 0, False, 2
    with single_keys() as next_key:
        while True:
            _draw(watched, at, playing, console)
            key = next_key(SPEEDS[speed] if playing else None)
            if key in _LEAVE:
                return
            if key in ("+", "-"):
                speed = min(max(speed + (1 if key == "+" else -1), 0), len(SPEEDS) - 1)
                continue
            playing = key == NO_KEY or (key == "p" and not playing)
            if key == "p" and at == len(watched.steps):
                at = 0
            step = 1 if key in _NEXT or key == NO_KEY else -1 if key in _BACK else 0
            at = min(max(_TO.get(key, at + step), 0), len(watched.steps))
            playing = playing and at < len(watched.steps)


def _draw(watched: Watched, at: int, playing: bool, console: Console) -> None:
    """One frame on the whole screen; the tree gets what the board leaves."""
    columns, rows = get_terminal_size()
    frame = watched.frame(at)
    board = modern.render(frame.state, colour=console.colour, unicode=console.unicode)
    words = _words(watched, frame)
    used = len(board.splitlines()) + sum(len(text.splitlines()) for text in words)
    tree = watched.frame(at, max(1, rows - used - _HEAD_AND_FOOT)).tree
    place = f"{watched.search}: step {frame.at} of {frame.of}" + (", playing" if playing else "")
    lines = [place, board, "", *words, "", *(line[: columns - 1] for line in tree)]
    fitting = "\n".join(lines).splitlines()[: max(1, rows - 2)]
    console.say(_CLEAR + "\n".join([*fitting, KEYS[: columns - 1]]))


def _words(watched: Watched, frame: Frame) -> list[str]:
    """What is said of a step, in lines that fit."""
    step = frame.step
    if step is None:
        return [paragraph(f"The search begins here: {watched.words}.")]
    more = step.more if "\n" in step.more or not step.more else paragraph(step.more)
    return [paragraph(step.words), *([more] if more else [])]
