"""Hints, values of all moves and reasons, looked for in the background and told as text.

Every value says what kind it is (`study/advice.py`): proven, a bound, or an estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Event
from typing import NamedTuple

from inarow.agents.ready import make_ready
from inarow.errors import in_words
from inarow.games.base import Cell, State
from inarow.interfaces.app.background import Background, Job
from inarow.interfaces.terminal.game import HINT_LIMIT, HINT_MOVES
from inarow.search.agent import Agent
from inarow.study.advice import PERCENTAGES, spoken
from inarow.study.analysis import Analysis, analyse
from inarow.study.answers import why_move
from inarow.study.why import Why


class Advice(NamedTuple):
    """What is told, and the cells that it is about."""

    text: str
    cells: frozenset[Cell] = frozenset()


class Adviser:
    """Answers one question at a time; a new one takes the place of the last.

    Args:
        agent: who is asked.
        background: begins work that is not waited for.
        tell: gets the answer.
    """

    def __init__(
        self, agent: Agent, background: Background, tell: Callable[[Advice], None]
    ) -> None:
        self.agent, self._tell, self._background = agent, tell, background
        self._job: Job | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is being looked for."""
        return self._job is not None

    def hint(self, state: State) -> None:
        """The best moves with their reasons."""
        self._analyse(state, HINT_MOVES)

    def values(self, state: State) -> None:
        """The value of every move."""
        self._analyse(state, None)

    def why(self, state: State, action: int) -> None:
        """What speaks for and against a move, and what comes after it."""
        move = state.game.format(action)

        def work(stop: Event) -> Advice:
            found = why_move(state, action, stop)
            text = "\n".join(f"- {why.words}" for why in found)
            return Advice(f"Why {move}?\n{text}", _cells(found))

        self._ask(f"Why {move}? Looking ...", work)

    def stop(self) -> bool:
        """Answer at once with what is known; False if nothing is being looked for."""
        if self._job is not None:
            self._job.stop.set()
        return self.busy

    def forget(self) -> None:
        """The position has changed: nobody waits for an answer any more."""
        if self._job is not None:
            self._job.drop()
            self._job = None

    def _analyse(self, state: State, most: int | None) -> None:
        if not self.agent.supports(state.game):
            self._tell(Advice(f"{self.agent.name} cannot judge {state.game.name}."))
            return

        def work(stop: Event) -> Advice:
            make_ready(self.agent, state.game, state)
            return told(analyse(state, self.agent, replace(HINT_LIMIT, stop=stop)), most)

        self._ask("Looking for a hint ..." if most else "Judging every move ...", work)

    def _ask(self, waiting: str, work: Callable[[Event], Advice]) -> None:
        self.forget()
        self._tell(Advice(waiting))
        self._job = self._background(work, self._answered)

    def _answered(self, answer: Advice | Exception) -> None:
        self._job = None
        if isinstance(answer, Exception):
            answer = Advice(in_words(answer))
        self._tell(answer)


def told(analysis: Analysis, most: int | None = None) -> Advice:
    """An analysis as lines for a narrow panel, and the cells of its best move and reasons.

    >>> from inarow.registry import load_agent, load_game
    >>> from inarow.games.notation import play_moves
    >>> from inarow.search.limit import Limit
    >>> state = play_moves(load_game("tic_tac_toe").initial_state(), "a1b1a2b2")
    >>> print(told(analyse(state, load_agent("minimax"), Limit()), 1).text)
    * a3  win in 1 ply (proven)
        wins: completes the column from a1 to a3
    line: a3
    """
    judged = [move for move in analysis.moves if move.value or move.reason] or analysis.moves
    lines = [f"{why.words[0].upper()}{why.words[1:]}." for why in analysis.threats]
    width = max(len(move.move) for move in judged)
    for number, move in enumerate(judged[:most]):
        mark = "*" if number == 0 else " "
        lines.append(f"{mark} {move.move:>{width}}  {spoken(move.value)}")
        lines += [f"    {move.reason}"] if move.reason else []
    write = analysis.state.game.format
    line = " ".join(write(action) for action in analysis.decision.line)
    lines += [f"line: {line}"] if line else []
    lines += [PERCENTAGES] if any("%" in one for one in lines) else []
    target = analysis.state.target(analysis.decision.action)
    best = frozenset([target] if target is not None else [])
    return Advice("\n".join(lines), best | _cells(analysis.threats))


def _cells(whys: Iterable[Why]) -> frozenset[Cell]:
    return frozenset(cell for why in whys for cell in why.cells)
