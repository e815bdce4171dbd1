"""A game at a table: who sits there, whose turn it is, and what runs in the background meanwhile.

It knows nothing of screens. Whoever shows it hears of every change by `changed`, and calls

    play, move_now, take_back, redo, resign        what the keys mean
    tick                                           now and then, so that clocks can run out

A machine thinks in a thread on a position that never changes, and what it answers is played in the
thread of the screen; so a game that was taken back meanwhile simply does not hear it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event
from time import perf_counter
from typing import NamedTuple

from inarow.agents.human import Human
from inarow.agents.ready import begin_compiling, let_go, make_ready, start_program
from inarow.errors import in_words
from inarow.games.base import Reason
from inarow.games.record import Record
from inarow.games.sides import side_names, task
from inarow.interfaces.app.background import Background, Job
from inarow.interfaces.render.endings import end_words
from inarow.interfaces.terminal.series import Series
from inarow.live.clock import Clock
from inarow.live.game import LiveGame, Mover, Side, Turn
from inarow.live.match import ask
from inarow.search.agent import HearsHistory, PlayerFailed, title_of
from inarow.search.decision import Decision
from inarow.search.limit import limit_of
from inarow.seeds import derived_seed
from inarow.study.advice import spoken


class TimeControl(NamedTuple):
    """Seconds for the whole game, and those that each move adds."""

    bank: float
    increment: float = 0.0


class Table:
    """One game that is played on a screen.

    Args:
        series: the players, their limit, and where games are kept.
        record: the game, played on from its cursor.
        background: begins work that is not waited for.
        changed: called after everything that changes the game.
        tell: hears sentences for the person, such as that a game cannot be kept.
        time: of each player; None: as long as they like.

    Raises:
        InarowError: a player cannot play this game, or cannot be started.
    """

    def __init__(
        self,
        series: Series,
        record: Record,
        background: Background,
        changed: Callable[[], None],
        tell: Callable[[str], None],
        time: TimeControl | None = None,
    ) -> None:
        self.series, self.time = series, time
        self._background, self._changed, self._tell = background, changed, tell
        series.seat(record)
        self.agents, self.limit = series.agents, limit_of(series.limit)
        for seat, agent in enumerate(self.agents):
            start_program(agent, record.game, seat)
        people = [isinstance(agent, Human) for agent in self.agents]
        usual = [
            ("Player 1", "Player 2")[seat] if all(people) else "You" if person else title_of(agent)
            for seat, (person, agent) in enumerate(zip(people, self.agents, strict=True))
        ]
        names = series.names or (usual[0], usual[1])
        sides = Side(names[0], people[0]), Side(names[1], people[1])
        if time is not None:
            for side in sides:
                side.clock = Clock(*time)
        self.names = sides[0].name, sides[1].name
        self.live = LiveGame(record, sides, Random(derived_seed(series.seed, "dice")))
        self.job: Job | None = None
        self.said = ""
        self._spent = [0.0, 0.0]
        self._keep = series.keeping(record, tell)

    @property
    def record(self) -> Record:
        """The moves so far."""
        return self.live.record

    @property
    def thinking(self) -> bool:
        """Whether a machine is at work."""
        return self.job is not None

    def begin(self) -> None:
        """Let the game begin, or go on."""
        if not self.series.waits:
            for agent in self.agents:
                begin_compiling(agent, self.record.game)
        self._go_on()

    def play(self, action: int) -> None:
        """A person plays a move.

        Raises:
            IllegalMove: it is not allowed now.
        """
        if self.live.mover is Mover.PERSON:
            seat = self.live.state.player
            self._spent[seat] += self.live.play(action).seconds
            self._go_on()

    def spent(self, seat: int) -> float:
        """Seconds that a player has thought so far."""
        return self._spent[seat] + self.live.sides[seat].clock.used

    def move_now(self) -> bool:
        """Let the machine that thinks answer at once; False if none does."""
        if self.job is not None:
            self.job.stop.set()
        return self.thinking

    def take_back(self) -> bool:
        """Back to the last decision of a person; False if there is none."""
        self._stop_thinking()
        done = self.live.take_back()
        self._go_on()
        return done

    def redo(self) -> bool:
        """Play again what was taken back; False if there is nothing."""
        self._stop_thinking()
        done = self.live.redo()
        self._go_on()
        return done

    def resign(self) -> None:
        """The person to move gives up, or the only one if a machine is to move."""
        people = self.live.people
        if self.live.outcome is None and people:
            seat = self.live.state.player
            self._stop_thinking()
            self.live.resign(seat if seat in people else people[0])
            self._go_on()

    def tick(self) -> None:
        """Look whether a person's time is up."""
        side = self.live.side
        if self.live.mover is Mover.PERSON and side.clock.running and side.clock.left < 0:
            self.live.lose(Reason.TIME, f"{side.name}: time is up")
            self._go_on()

    def save(self) -> Path | None:
        """Save the game in the file that was wanted for it; where it is, if anywhere."""
        try:
            return self.series.save(self.record)
        except OSError as error:
            self._tell(f"The game could not be saved: {in_words(error)}")
            return None

    def leave(self) -> None:
        """Nobody looks at this game any more; it is kept as it stands."""
        self._stop_thinking()
        self.save()
        self._keep()
        self._keep.close()
        let_go(*self.agents)

    @property
    def status(self) -> str:
        """What is going on, in one sentence."""
        outcome, state = self.live.outcome, self.live.state
        if outcome is not None:
            words = end_words(outcome, self.names)
            return f"{words[:1].upper()}{words[1:]}."
        name = self.live.side.name
        if self.thinking:
            return f"{name} is thinking ..."
        if name == "You":
            return "It is your move." if task(state) == "to move" else f"You have {task(state)}."
        return f"{name} {task(state)}."

    def side_name(self, seat: int) -> str:
        """What the stones of a seat are called: X, O, black or white."""
        return side_names(self.live.state)[seat]

    def _go_on(self) -> None:
        """Let whoever is next move: dice at once, a machine in the background."""
        while self.live.mover is Mover.DICE:
            turn = self.live.roll()
            self.said = f"The dice: {turn.state.game.format(turn.action)}."
        self._keep()
        if self.live.mover is Mover.PLAYER and self.job is None:
            self._let_think()
        self.live.start_clock()
        if self.live.outcome is not None:
            self._end()
        self._changed()

    def _end(self) -> None:
        outcome = self.live.outcome
        assert outcome is not None
        if self.record.current.comment and outcome.reason not in (Reason.LINE, Reason.FULL):
            self.said = self.record.current.comment
        let_go(*self.agents)

    def _let_think(self) -> None:
        live = self.live
        agent, state = self.agents[live.state.player], live.state
        limit, wait = live.side.clock.limit(self.limit), self.series.waits
        start, actions = live.record.root.state, live.record.actions

        def think(stop: Event) -> tuple[Decision, float]:
            make_ready(agent, state.game, state, wait=wait)
            if isinstance(agent, HearsHistory):
                agent.hear_history(start, actions)
            began = perf_counter()
            return ask(agent, state, replace(limit, stop=stop)), perf_counter() - began

        self.job = self._background(think, self._answered)

    def _answered(self, answer: tuple[Decision, float] | Exception) -> None:
        """A machine has decided, or failed and so lost."""
        self.job = None
        if isinstance(answer, PlayerFailed):
            self.live.lose(answer.reason, str(answer))
        elif isinstance(answer, Exception):
            self.live.lose(Reason.CRASH, f"{self.live.side.name} failed: {in_words(answer)}")
        else:
            self._spent[self.live.state.player] += answer[1]
            name, turn = self.live.side.name, self.live.answer(*answer)
            if turn is not None:
                self.said = _said(name, turn)
        self._go_on()

    def _stop_thinking(self) -> None:
        if self.job is not None:
            self.job.drop()
            self.job = None


def _said(name: str, turn: Turn) -> str:
    """What a machine says of its move: which, what it is worth to it, and what it expects."""
    decision, write = turn.decision, turn.state.game.format
    text = f"{name}: {write(turn.action)}"
    if decision is None or decision.value is None:
        return f"{text}."
    line = " ".join(write(action) for action in decision.line[1:5])
    return f"{text}, {spoken(decision.value)}" + (f"; then {line}." if line else ".")
