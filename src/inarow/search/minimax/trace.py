"""Minimax, expectiminimax and alpha-beta step by step: every position, every value going up.

The searches are those of `plain.py`, `expectiminimax.py` and `alphabeta.py`; these ones only
listen. What they say, in the order in which it happens:

    enter    the moves of a position are tried, in alpha-beta with a window (alpha, beta)
    leaf     nothing is tried there: the game is over, or the search looks no further
    cut      one move was good enough: the moves that are left cannot matter
    return   the value that goes up

The player to move at the root is the maximizer.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isinf
from typing import TypeAlias

from inarow.games.base import State
from inarow.games.dice import dice_action
from inarow.games.sides import side_names
from inarow.options import counted
from inarow.search.clock import SearchClock
from inarow.search.evaluators.base import Evaluate
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import INFINITY, AlphaBeta
from inarow.search.minimax.expectiminimax import decide_with_dice, expectiminimax
from inarow.search.minimax.plain import minimax
from inarow.search.minimax.root import Describe, value_of_fixed
from inarow.search.ordering import Moves, plain_moves
from inarow.search.steps import NodeLook, Path, SearchStep, names, place_name

Told: TypeAlias = float | str | None
"""A score as people read it: a number, `win in 3` for the maximizer, or None if it is infinite."""


@dataclass
class Tracer:
    """Writes down what a search of this family does.

    Args:
        root: where it begins.
        told: what a score means.
        windows: whether the search has any.
    """

    root: State
    told: Callable[[float], Told]
    windows: bool = False
    steps: list[SearchStep] = field(default_factory=list)
    values: dict[int, float] = field(default_factory=dict)
    """Of the moves at the root."""
    _line: list[State] = field(default_factory=list)
    _entered: list[tuple[SearchStep, int]] = field(default_factory=list)
    _looks: dict[Path, dict[str, Told]] = field(default_factory=dict)

    def entered(self, state: State, alpha: float = -INFINITY, beta: float = INFINITY) -> None:
        """A position is looked at; `steps` get an `enter` once one of its moves is tried."""
        self._flush()
        self._line.append(state)
        role, who = self._role(state)
        where = place_name(self.root.game, self._path)
        numbers: dict[str, Told] = {"role": role}
        self._looks[self._path] = numbers
        words = f"{where}: {who} ({role})" if who else f"{where}: the dice decide"
        if self.windows:
            numbers |= {"alpha": self.told(alpha), "beta": self.told(beta)}
            words += f", window ({self._text(alpha)}, {self._text(beta)})"
        step = SearchStep("enter", words, self._path, (NodeLook(self._path, dict(numbers)),))
        self._entered.append((step, len(self.steps)))

    def cut(self, action: int, skipped: tuple[int, ...], alpha: float, beta: float) -> None:
        """One move of the last position was good enough."""
        game, path, state = self.root.game, self._path, self._line[-1]
        role, _ = self._role(state)
        rest = " ".join(names(game, skipped)) or "nothing"
        sure = "beta" if role == "max" else "alpha"
        words = f"{place_name(game, path)}: {game.format(action)} reaches {sure}; cut off: {rest}"
        window = {"alpha": self.told(alpha), "beta": self.told(beta)}
        self._looks[path] = numbers = {"role": role, **window, "cut": rest}
        self.steps.append(SearchStep("cut", words, path, (NodeLook(path, numbers),)))

    def returned(self, value: float, why: str = "looked no further") -> None:
        """The last position has its value; `why` is said of one whose moves were not tried."""
        _, begun = self._entered.pop()
        state, path = self._line[-1], self._path
        where = place_name(self.root.game, path)
        numbers = {**self._looks.pop(path), "value": self.told(value)} | self._chance()
        if len(self.steps) > begun:
            phase, words = "return", f"{where}: returns {self._text(value)}"
        else:
            why = "the game is over" if state.outcome is not None else why
            phase, words = "leaf", f"{where}: {why}, value {self._text(value)}"
        more = f"thrown with a chance of {numbers['chance']}" if "chance" in numbers else ""
        self.steps.append(SearchStep(phase, words, path, (NodeLook(path, numbers),), more))
        self._line.pop()
        if len(path) == 1:
            self.values[path[0]] = value

    def answer(self, action: int | None, value: float, clock: SearchClock) -> SearchStep:
        """The last step: which move, and what is left out if the search was cut short."""
        seen = counted(clock.nodes, "position")
        words = f"answer: {self._move(action)}, value {self._text(value)}, from {seen}"
        if clock.exhausted:
            words = f"cut short after {seen}: what was left over is not judged"
        return SearchStep("answer", words, () if action is None else (action,))

    @property
    def _path(self) -> tuple[int, ...]:
        return tuple(state.last for state in self._line[1:] if state.last is not None)

    def _flush(self) -> None:
        """The position above has a child, so it was no leaf: say that it was entered."""
        if self._entered and len(self.steps) == self._entered[-1][1]:
            self.steps.append(self._entered[-1][0])

    def _role(self, state: State) -> tuple[str, str]:
        if state.chance():
            return "dice", ""
        role = "max" if state.player == self.root.player else "min"
        return role, side_names(self.root)[state.player]

    def _chance(self) -> dict[str, Told]:
        """How likely the dice lead here, if they do."""
        if len(self._line) < 2:
            return {}
        outcomes, last = dict(self._line[-2].chance()), self._line[-1].last
        return {"chance": round(outcomes[last], 3)} if last in outcomes else {}

    def _move(self, action: int | None) -> str:
        return "none" if action is None else self.root.game.format(action)

    def _text(self, score: float) -> str:
        told = self.told(score)
        if told is None:
            return "inf" if score > 0 else "-inf"
        return told if isinstance(told, str) else f"{told:g}"


def teller(describe: Describe, depth: int) -> Callable[[float], Told]:
    """Scores as people read them, in a search of this depth.

    >>> teller(value_of_fixed, 3)(2147483647), teller(value_of_fixed, 3)(-12.0)
    ('win', -12.0)
    """

    def told(score: float) -> Told:
        if isinf(score):
            return None
        value = describe(score, depth, True)
        if value.result is None:
            return round(score, 3)
        return str(value.result) + (f" in {value.plies}" if value.plies is not None else "")

    return told


@dataclass
class TracingAlphaBeta(AlphaBeta):
    """An alpha-beta search that writes down what it does."""

    tracer: Tracer | None = None

    def value(
        self, state: State, plies_left: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> float:
        tracer = self.tracer
        assert tracer is not None
        tracer.entered(state, alpha, beta)
        self.cuts = [] if self.cuts is None else self.cuts
        cuts = len(self.cuts)
        value = super().value(state, plies_left, alpha, beta)
        if len(self.cuts) > cuts and self.cuts[-1].state is state:
            last, moves = self.cuts[-1], list(self.moves(state))
            rest = tuple(moves[moves.index(last.action) + 1 :])
            tracer.cut(last.action, rest, last.alpha, last.beta)
        looked = plies_left <= 0 or self.clock.exhausted
        tracer.returned(value, "looked no further" if looked else "known without a search")
        return value


def trace_alphabeta(
    state: State, depth: int, search: TracingAlphaBeta, describe: Describe
) -> list[SearchStep]:
    """Every step of a search: the root is searched once, like any other position."""
    search.tracer = tracer = Tracer(state, teller(describe, depth), windows=True)
    search.maximizer = state.player
    value = search.value(state, depth)
    return [*tracer.steps, tracer.answer(search.replies.get(state.key()), value, search.clock)]


def trace_minimax(
    state: State, depth: int, evaluate: Evaluate, limit: Limit, moves: Moves
) -> list[SearchStep]:
    """Every step of minimax.

    >>> from inarow.registry import load_game
    >>> from inarow.search.ordering import plain_moves
    >>> state = load_game("connect_four(rows=2,cols=2,k=2)").initial_state()
    >>> steps = trace_minimax(state, 4, lambda state, player: 0, Limit(), plain_moves)
    >>> for step in steps[:5]:
    ...     print(step.words)
    root: X (max)
    1: O (min)
    1 1: X (max)
    1 1 2: the game is over, value win
    1 1: returns win
    """
    clock = SearchClock(limit)
    tracer = Tracer(state, teller(value_of_fixed, depth))
    value = minimax(state, depth, evaluate, state.player, moves, clock=clock, observer=tracer)
    best = [action for action, found in tracer.values.items() if found == value]
    return [*tracer.steps, tracer.answer(best[0] if best else None, value, clock)]


def trace_expectiminimax(
    state: State, depth: int, evaluate: Evaluate, limit: Limit
) -> list[SearchStep]:
    """Every step of expectiminimax: the dice are weighed at the root."""
    if dice_action(state) is None:
        return trace_minimax(state, depth, evaluate, limit, plain_moves)
    clock = SearchClock(limit)
    tracer = Tracer(state, teller(value_of_fixed, depth))
    tracer.entered(state)

    def judge(child: State, left: int) -> float:
        return expectiminimax(child, left, evaluate, state.player, clock, tracer)

    decision = decide_with_dice(state, depth, judge, clock, state.player)
    value = tracer.values[decision.action]
    tracer.returned(value)
    return [*tracer.steps, tracer.answer(decision.action, value, clock)]
