"""Searches step by step: any position, one search or two side by side on one clock.

What is shown are the frames of `study/watch.py`, the same as `inarow watch` and the page show.
"""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer

from inarow.games.base import State
from inarow.interfaces.app.background import in_thread
from inarow.interfaces.app.dialogs import Ask, Choice, Choose
from inarow.interfaces.app.keys import HELP, Key, Keys
from inarow.interfaces.app.lane import Lane
from inarow.interfaces.app.notice import Notice
from inarow.interfaces.cli.arguments import NamedPosition
from inarow.interfaces.render.modern import cell_places
from inarow.interfaces.terminal.watching import SPEEDS
from inarow.registry import agents
from inarow.search.limit import Limit, limit_of
from inarow.study.watch import load_search, searches_for

FIRST_SEARCH = "mcts"
_NONE, _TYPED = "", "typed"
_KEYS = (
    Key("<- ->", "step", "screen.step(1)"),
    Key("p", "play", "screen.play"),
    Key("s", "search", "screen.choose(0)"),
    Key("c", "compare", "screen.choose(1)"),
    Key("l", "limit", "screen.limit"),
    Key("g", "position", "screen.position"),
    Key("Esc", "back", "screen.leave"),
    HELP,
)


class WatchScreen(Screen[None]):
    """Steps through searches of a position.

    Args:
        state: the position.
        unicode: whether the terminal can show discs.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", priority=True),
        Binding("right", "step(1)", priority=True),
        Binding("up,pageup", "step(-10)", priority=True),
        Binding("down,pagedown", "step(10)", priority=True),
        Binding("home", "go(0)", priority=True),
        Binding("end", "go(-1)", priority=True),
        Binding("p,space", "play"),
        Binding("plus,equals_sign", "speed(1)"),
        Binding("minus", "speed(-1)"),
        Binding("s", "choose(0)"),
        Binding("c", "choose(1)"),
        Binding("l", "limit"),
        Binding("g", "position"),
        Binding("escape", "leave"),
    ]

    def __init__(self, state: State, unicode: bool) -> None:
        super().__init__()
        self._state, self._unicode = state, unicode
        self._searches, self._limit = [FIRST_SEARCH], ""
        self._at, self._speed = 0, 2
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Horizontal(id="lanes")
        yield Notice()
        yield Keys(*_KEYS)

    async def on_mount(self) -> None:
        """Begin with the first search that fits."""
        able = searches_for(self._state)
        self._searches = [FIRST_SEARCH if FIRST_SEARCH in able else able[0]] if able else ["mcts"]
        await self._record()

    def on_unmount(self) -> None:
        """Nobody waits for what is being recorded."""
        self._drop()

    @property
    def _lanes(self) -> list[Lane]:
        return list(self.query(Lane))

    @property
    def length(self) -> int:
        """Steps of the longer search."""
        return max((lane.length for lane in self._lanes), default=0)

    async def _record(self) -> None:
        """Record the searches that are wanted, and show their beginning."""
        self._pause()
        self._drop()
        self._at = 0
        room = self.query_one("#lanes", Horizontal)
        room.set_class(len(self._searches) > 1, "pair")
        await room.remove_children()
        lanes = [Lane(one, self._state, self._limit, self._unicode) for one in self._searches]
        await room.mount(*lanes)
        for lane in lanes:
            lane.record(in_thread(self.call_later))

    def _drop(self) -> None:
        for lane in self._lanes:
            lane.drop()

    # Stepping

    def action_step(self, by: int) -> None:
        """So many steps on, or back."""
        self._pause()
        self._go(self._at + by)

    def action_go(self, at: int) -> None:
        """To the start, or to the end."""
        self._pause()
        self._go(at if at >= 0 else self.length)

    def _go(self, at: int) -> None:
        self._at = min(max(at, 0), self.length)
        for lane in self._lanes:
            lane.go(self._at)

    def action_play(self) -> None:
        """Let it run, or stand still; from the end it begins again."""
        if self._timer is not None:
            self._pause()
            return
        self._at = 0 if self._at >= self.length else self._at
        self._timer = self.set_interval(SPEEDS[self._speed], self._tick)

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        if self._timer is not None:
            self._pause()
            self.action_play()

    def _tick(self) -> None:
        self._go(self._at + 1)
        if self._at >= self.length:
            self._pause()

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_leave(self) -> None:
        """Show what is recorded so far; else back."""
        busy = [lane for lane in self._lanes if lane.stop()]
        if not busy:
            self.dismiss(None)

    # What is watched

    def action_choose(self, number: int) -> None:
        """Ask for the first search, or for one beside it."""
        if number and not self._has_room():
            self.notify("Two boards do not fit side by side here.", markup=False)
            return
        known = agents()
        lines = [
            Choice(one, f"{one:<16} {known[one].summary}") for one in searches_for(self._state)
        ]
        lines.append(Choice(_TYPED, "with options ..."))
        lines += [Choice(_NONE, "none beside it")] if number else []
        title = "Which search beside it?" if number else "Which search?"
        self.app.push_screen(Choose(title, lines), partial(self._chosen, number))

    def _has_room(self) -> bool:
        """Whether the board fits into half the screen."""
        places = cell_places(self._state.game).values()
        width = max(place.column + place.width for place in places)
        return width + 2 <= self.size.width // 2

    async def _chosen(self, number: int, search: str | None) -> None:
        if search == _TYPED:
            now = self._searches[min(number, len(self._searches) - 1)]
            question = "A search with its options, such as mcts(simulations=50,exploration=0.5):"
            check = partial(load_search, state=self._state)
            self.app.push_screen(Ask(question, now, check), partial(self._chosen, number))
        elif number and search is not None:
            await self.show_beside(search)
        elif search is not None:
            self._searches[:1] = [search]
            await self._record()

    async def show_beside(self, search: str) -> None:
        """Another search beside the first one; "": none."""
        self._searches[1:] = [search] if search else []
        await self._record()

    def action_limit(self) -> None:
        """Ask how much is recorded."""
        question = "How much of it: 50sims, 3plies or 200nodes; nothing: what is usual."
        self.app.push_screen(Ask(question, self._limit, _limit), self._limited)

    async def _limited(self, limit: str | None) -> None:
        if limit is not None:
            self._limit = limit.strip()
            await self._record()

    def action_position(self) -> None:
        """Ask for another position."""
        question = "Which position? A game and its moves, such as: connect_four 4453"
        self.app.push_screen(Ask(question, str(self._state.game), _named), self._placed)

    async def _placed(self, text: str | None) -> None:
        if text is not None:
            self._state = _named(text)
            self._searches = self._searches[: 2 if self._has_room() else 1]
            await self._record()


def _limit(text: str) -> Limit:
    return limit_of(text.strip() or None)


def _named(text: str) -> State:
    """The position of a line such as `gomoku h8i9`."""
    return NamedPosition.named(text.split(), None, None, None).state()
