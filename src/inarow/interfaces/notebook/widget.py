"""A board to click on in a notebook: any game, any player, values on demand.

The board is that of the page (`widget.js`, `bundle.py`); rules, players and the game itself stay in
Python. What is to be shown goes over as one dictionary, whenever something has changed; what a
person does comes back as a message. A move is shown before the machine begins to think about it.
Thinking keeps the kernel busy, as running a cell does, and interrupting the kernel ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import index
from random import Random
from typing import Any, SupportsIndex

import anywidget
import traitlets

from inarow.agents.human import Human, Player, player_of
from inarow.agents.ready import let_go, make_ready, start_program
from inarow.errors import BadNotation, InarowError
from inarow.games.base import State
from inarow.games.record import Record
from inarow.games.sides import side_names
from inarow.interfaces.notebook.bundle import bundle
from inarow.interfaces.render.endings import end_words
from inarow.interfaces.web.games.show import analysis_view, position_view
from inarow.live.game import LiveGame, Mover, Side
from inarow.live.match import let_move
from inarow.registry import load_agent
from inarow.search.agent import Agent, require_support, title_of
from inarow.search.limit import Limit
from inarow.study.analysis import Analysis, analyse

JUDGE, JUDGE_SECONDS = "judge", 1.0
"""Who values the moves, and how long that may take."""


class BoardWidget(anywidget.AnyWidget):
    """A board to click on; `record` is the game on it, `state` the position.

    Args:
        record: the game, which goes on from its cursor.
        players: who moves first and who second: a player or its name, `"human"` for a person.
        limit: how much a machine may think about a move.
    """

    _esm = traitlets.Unicode(bundle()).tag(sync=True)
    game = traitlets.Dict().tag(sync=True)
    """What is to be shown, for `widget.js`."""
    _agents: Sequence[Agent] = ()  # a board that is refused is closed as well

    def __init__(
        self, record: Record, players: Sequence[Player], limit: Limit | None = None
    ) -> None:
        self._agents = [player_of(one) for one in players]
        for agent in self._agents:
            require_support(agent, record.game)
        self._limit = limit or Limit()
        self._valued = False
        self._thought: Analysis | None = None
        self._live = self._seated(record)
        super().__init__()
        self._commands: dict[str, Callable[..., None]] = {
            "play": self.play,
            "back": self.back,
            "forward": self.forward,
            "values": self.values,
            "new": self.new,
        }
        self.on_msg(self._receive)
        self._go_on()

    @property
    def record(self) -> Record:
        """The game with its history, as on the board."""
        return self._live.record

    @property
    def state(self) -> State:
        """The position on the board."""
        return self._live.state

    def play(self, action: int | str) -> None:
        """Play a move for the side to move, as a click does; then machines answer.

        Raises:
            IllegalMove: it is not allowed.
            BadNotation: it names no move.
        """
        if isinstance(action, bool) or not isinstance(action, str | SupportsIndex):
            raise BadNotation(f"a move is an action or a text, not {action!r}")
        found = self.state.game.parse(action) if isinstance(action, str) else index(action)
        self._live.play(found)
        self._go_on()

    def back(self) -> None:
        """Take back to the last decision of a person, or of anybody where only machines play."""
        self._live.take_back()
        self._show()

    def forward(self) -> None:
        """Play again what was taken back; if there is nothing, let a machine or the dice move."""
        if not self._live.redo() and self._live.mover in (Mover.PLAYER, Mover.DICE):
            self._step()
        self._show()

    def values(self) -> None:
        """Show the value of every move, or no longer."""
        self._valued = not self._valued
        self._show()

    def new(self) -> None:
        """Begin again where this game began."""
        record = self.record
        self._live = self._seated(Record(record.game, record.root.state, record.tags))
        self._go_on()

    def close(self) -> None:
        """Take the board away, and end players that are programs of their own."""
        let_go(*self._agents)
        super().close()

    def _seated(self, record: Record) -> LiveGame:
        for tag, agent in zip(("First", "Second"), self._agents, strict=True):
            record.tags.setdefault(tag, title_of(agent))
        first, second = (Side(agent.name, isinstance(agent, Human)) for agent in self._agents)
        return LiveGame(record, (first, second), Random())

    def _receive(self, _: object, message: dict[str, Any], __: object) -> None:
        """Do what a person asked for; what is wrong is said on the board."""
        command = self._commands.get(str(message.get("do")))
        if command is None:
            return
        try:
            command(*([message.get("action")] if command == self.play else []))
        except InarowError as error:
            self.game = self._view(problem=str(error))

    def _go_on(self) -> None:
        """Let machines and dice move until a person is to move; two machines wait to be asked."""
        while self._live.people and self._live.mover in (Mover.PLAYER, Mover.DICE):
            self._step()
        self._show()

    def _step(self) -> None:
        if self._live.mover is Mover.DICE:
            self._live.roll()
            return
        agent = self._agents[self.state.player]
        with self._thinking():
            start_program(agent, self.state.game, self.state.player)
            make_ready(agent, self.state.game, wait=False)
            let_move(agent, self._live, self._limit)

    def _show(self) -> None:
        """Send what is to be seen; values are worked out after the position is shown."""
        if self._valued and self._can_judge and not self._judged:
            judge, limit = load_agent(JUDGE), Limit(seconds=JUDGE_SECONDS)
            with self._thinking():
                make_ready(judge, self.state.game, self.state, wait=False)
                self._thought = analyse(self.state, judge, limit)
        self.game = self._view()

    @contextmanager
    def _thinking(self) -> Iterator[None]:
        """Lock the board meanwhile; whoever interrupts the kernel finds it open again."""
        self.game = self._view(busy=True)
        try:
            yield
        except BaseException:
            self._valued = False
            self.game = self._view()
            raise

    @property
    def _judged(self) -> bool:
        return self._thought is not None and self._thought.state is self.state

    @property
    def _can_judge(self) -> bool:
        return self._live.mover in (Mover.PERSON, Mover.PLAYER)

    def _view(self, *, busy: bool = False, problem: str = "") -> dict[str, Any]:
        position = position_view(self.state, self.record.moves)
        thought = self._thought if self._valued and self._judged else None
        return {
            "position": position.model_dump(mode="json"),
            "thought": analysis_view(thought).model_dump(mode="json") if thought else None,
            "names": self._names(),
            "can": [] if busy else self._can(),
            "busy": busy,
            "words": problem or self._words(),
            "shown": self.record.moves,
        }

    def _can(self) -> list[str]:
        """What may be done now."""
        node, mover = self.record.current, self._live.mover
        found = {
            "play": mover is Mover.PERSON,
            "back": node.parent is not None,
            "forward": bool(node.children) or mover in (Mover.PLAYER, Mover.DICE),
            "values": self._can_judge,
            "new": True,
        }
        return [name for name, can in found.items() if can]

    def _names(self) -> list[str]:
        """What the players are called: a person who plays alone is you."""
        alone = len(self._live.people) == 1
        return [
            "You" if alone and isinstance(agent, Human) else title_of(agent)
            for agent in self._agents
        ]

    def _words(self) -> str:
        """Whose turn it is, or how the game ended."""
        names, sides = self._names(), side_names(self.state)
        if self._live.outcome is not None:
            return end_words(self._live.outcome, names if len(set(names)) == 2 else sides)
        task = position_view(self.state).words
        return f"Your turn: {task}" if names[self.state.player] == "You" else task
