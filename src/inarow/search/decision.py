"""What a search has to say: a move, its value, and what kind of value that is.

A value is one of three kinds, and always says which:

- `proven`: it follows from the rules; `result` and `plies` say what happens under best play, and
  where dice decide, without a result, the score is the exact share of points to expect;
- `bound`: it is at least (or at most) that good;
- `estimate`: a number that a heuristic or random games suggest.

And it says what its number counts, its `unit`: the share of points to expect, the stones of the
solver, or points of some heuristic, which only that heuristic can compare.

Values of all kinds have one order. Each has a *chance* between 0 (lost) and 1 (won), half a point
for a draw. A proven result has exactly 0, 0.5 or 1; an estimate never reaches 0 or 1, however sure
it looks; points without a scale are squeezed into a chance. Among equal results the distance
counts: a quick win is better than a slow one, a slow loss than a quick one.

    proven win in 3  >  proven win in 9  >  estimate 0.8  >  draw  >  loss in 12  >  loss in 2

What is proven of moves says less of the position than it seems: a short search may have judged
only some of them, and one that was never tried may be anything. So there is one rule for all who
decide, `unless_lost` and `position_value`:

- a move that is proven lost is played only if all moves are;
- a position is proven lost only if every move is, and drawn only if no move may be better.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NotRequired, TypeAlias, TypedDict

from inarow.drawn import drawn
from inarow.errors import Advises
from inarow.options import counted

POINTS_PER_UNIT = 150.0
"""Points of the evaluation open_lines that are one unit of the logistic curve: 73 %."""
INFO_SECONDS = 0.1
"""Seconds between two reports of a running search."""

BY_BOOK = "opening book"
"""The path of an answer that was looked up."""


class Kind(StrEnum):
    """How far a value may be trusted."""

    PROVEN = "proven"
    BOUND = "bound"
    ESTIMATE = "estimate"


class Result(StrEnum):
    """The result of a game, for the player to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Unit(StrEnum):
    """What a score counts."""

    CHANCE = "chance"  # the share of points to expect: 0 a loss, 0.5 a draw, 1 a win
    STONES = "stones"  # the solver's: +1 a win with one's very last stone, +2 one stone sooner
    POINTS = "points"  # a heuristic's own


class ValueData(TypedDict):
    """A value for the player to move: how far it may be trusted, and what its score counts."""

    kind: Kind
    result: Result | None
    plies: int | None
    score: float
    unit: Unit
    words: str
    at_most: NotRequired[bool]
    bounds: NotRequired[list[int]]  # the solver's, where a score is not settled


_CHANCES = {Result.LOSS: 0.0, Result.DRAW: 0.5, Result.WIN: 1.0}
_OPPOSITE = {Result.LOSS: Result.WIN, Result.DRAW: Result.DRAW, Result.WIN: Result.LOSS}
_NEVER_SURE = 0.01
_VERY_LONG = 1_000_000


def percent(chance: float) -> str:
    """A chance that is not proven, as people say it.

    >>> percent(0.478), percent(0.999)
    ('about 48 %', 'over 99 %')
    """
    if chance > 0.99:
        return "over 99 %"
    return f"about {100 * chance:.0f} %" if chance >= 0.01 else "under 1 %"


def squeezed(points: float) -> float:
    """Points without a scale as a chance, by the logistic curve; more digits would look precise.

    >>> squeezed(0), squeezed(POINTS_PER_UNIT)
    (0.5, 0.731)
    """
    return round(1 / (1 + math.exp(-max(-20.0, min(20.0, points / POINTS_PER_UNIT)))), 3)


@dataclass(frozen=True, slots=True)
class Value:
    """A value for the player to move; a higher `score` is better for that player.

    >>> Value(Kind.PROVEN, 1.0, Result.WIN, 5).words
    'win in 5 plies'
    >>> Value(Kind.ESTIMATE, 0.25).words
    'estimate: +0.25 points'
    >>> Value(Kind.ESTIMATE, 0.25, unit=Unit.CHANCE).words
    'estimate: about 25 %'
    >>> Value(Kind.PROVEN, 1.0, Result.WIN, 9, at_most=True).words
    'win in at most 9 plies'
    >>> Value(Kind.PROVEN, 0.625, unit=Unit.CHANCE).words
    '62.5 % of the points to expect'
    """

    kind: Kind
    score: float
    result: Result | None = None
    plies: int | None = None
    at_most: bool = False  # of a bound: whether it is an upper one; of plies: there may be fewer
    unit: Unit = Unit.POINTS
    lost: float | None = None  # of points with a scale: what a loss counts, where a win counts 1

    @property
    def words(self) -> str:
        """The value as a person would say it."""
        bound = "at most " if self.at_most else "at least "
        if self.result is None:
            if self.unit is Unit.STONES:
                return "not known yet"  # the solver's bounds lie on both sides of a draw
            if self.is_expectation:
                return f"{self.brief} of the points to expect"
            number = f"{round(self.score, 3) + 0:+g} points"  # + 0: there is no minus zero
            if self.unit is Unit.CHANCE:
                number = percent(self.score)
            return f"{bound if self.kind is Kind.BOUND else 'estimate: '}{number}"
        text = str(self.result)
        if self.plies is not None:
            within = "at most " if self.at_most and self.kind is Kind.PROVEN else ""
            text += f" in {within}{counted(self.plies, 'ply', 'plies')}"
        return f"{bound}a {text}" if self.kind is Kind.BOUND else text

    @property
    def brief(self) -> str:
        """The value in a few words: `win in 9`, `draw`, `at least a draw`, `about 62 %`."""
        if self.settled and self.result is not Result.DRAW:
            return f"{self.result} in {'at most ' if self.at_most else ''}{self.plies}"
        if self.is_expectation:
            return f"{100 * self.score:.1f} %"
        return percent(self.chance) if self.result is None else self.words.partition(" in ")[0]

    @property
    def is_expectation(self) -> bool:
        """Whether dice decide, and the score is the exact share of points to expect."""
        return self.kind is Kind.PROVEN and self.result is None and self.unit is Unit.CHANCE

    @property
    def chance(self) -> float:
        """The value as a chance from 0 to 1; only what is proven reaches these ends.

        >>> sure, guess = Value(Kind.PROVEN, 7, Result.WIN, 3), Value(Kind.ESTIMATE, 7)
        >>> sure.chance, guess.chance, replace(guess, score=1.0, unit=Unit.CHANCE).chance
        (1.0, 0.512, 0.99)
        >>> Value(Kind.BOUND, 0.3, Result.DRAW, unit=Unit.CHANCE).chance  # at least a draw
        0.5
        """
        worst, best = self.results
        if worst == best:
            return best
        guess = self.score
        if self.is_expectation:
            return guess
        if self.unit is Unit.STONES:
            guess = 0.5  # bounds guess nothing
        elif self.unit is Unit.POINTS and self.lost is not None:
            guess = (guess - self.lost) / (1 - self.lost)
        elif self.unit is Unit.POINTS:
            guess = squeezed(guess)
        return min(max(guess, worst, _NEVER_SURE), best, 1 - _NEVER_SURE)

    @property
    def results(self) -> tuple[float, float]:
        """The worst and the best result that are still possible, as chances.

        >>> Value(Kind.BOUND, 0, Result.DRAW).results, Value(Kind.ESTIMATE, 0.9).results
        ((0.5, 1.0), (0.0, 1.0))
        """
        if self.kind is Kind.ESTIMATE or self.result is None:
            return 0.0, 1.0
        sure = _CHANCES[self.result]
        if self.kind is Kind.PROVEN:
            return sure, sure
        return (0.0, sure) if self.at_most else (sure, 1.0)

    @property
    def rank(self) -> tuple[float, float]:
        """A key by which values are sorted: the better for the player to move, the higher.

        The chance counts first, then the distance, and of a bound on which side it lies.

        >>> win, loss = Value(Kind.PROVEN, 9, Result.WIN, 3), Value(Kind.PROVEN, -9, Result.LOSS, 2)
        >>> win.rank > replace(win, plies=5).rank, loss.rank < replace(loss, plies=8).rank
        (True, True)
        """
        second = sum(self.results) - 1
        if self.kind is Kind.PROVEN and self.result is Result.WIN:
            second = -(_VERY_LONG if self.plies is None else self.plies)
        elif self.kind is Kind.PROVEN and self.result is Result.LOSS:
            second = self.plies or 0
        return self.chance, second

    @property
    def settled(self) -> bool:
        """Whether nothing is left to find out: the result and, where there is one, the distance."""
        known = self.result is Result.DRAW or self.plies is not None
        return self.kind is Kind.PROVEN and known

    def as_chance(self) -> Value:
        """The same value with its chance as its score.

        >>> Value(Kind.PROVEN, 7, Result.WIN, 3, unit=Unit.STONES).as_chance().score
        1.0
        """
        return replace(self, score=self.chance, unit=Unit.CHANCE, lost=None)

    def merged(self, other: Value | None) -> Value:
        """The more certain of two values of the same move; a bound keeps the estimate beside it.

        >>> estimate = Value(Kind.ESTIMATE, 0.8, unit=Unit.CHANCE)
        >>> Value(Kind.BOUND, 0, Result.DRAW).merged(estimate).words, estimate.merged(None).words
        ('at least a draw', 'estimate: about 80 %')
        """
        if other is None:
            return self
        sure, less = sorted((self, other), key=Value._certainty, reverse=True)
        if sure.kind is Kind.BOUND and less.kind is Kind.ESTIMATE:
            return replace(sure, score=less.score, unit=less.unit, lost=less.lost).as_chance()
        return sure

    def for_opponent(self, plies: int) -> Value:
        """What it means for the other player, who moved `plies` earlier; its score is a chance.

        >>> lost = Value(Kind.PROVEN, 5, Result.WIN, 3).for_opponent(plies=1)
        >>> lost.words, lost.score
        ('loss in 4 plies', 0.0)
        """
        return replace(
            self.as_chance(),
            score=1 - self.chance,
            result=None if self.result is None else _OPPOSITE[self.result],
            plies=None if self.plies is None else self.plies + plies,
            at_most=self.at_most != (self.kind is Kind.BOUND),
        )

    def as_dict(self) -> ValueData:
        """The value as JSON-ready data."""
        data: ValueData = {
            "kind": self.kind,
            "result": self.result,
            "plies": self.plies,
            "score": self.score,
            "unit": self.unit,
            "words": self.words,
        }
        if self.at_most:
            data["at_most"] = True
        return data

    def _certainty(self) -> int:
        if self.kind is Kind.PROVEN:
            return 4 if self.settled else 3
        if self.kind is Kind.BOUND:
            return 2 if self.result is not None else 0
        return 1


@dataclass(frozen=True, slots=True)
class Info:
    """What a search reports while it runs; `values` are those of the moves that it has judged."""

    action: int
    value: Value | None = None
    line: tuple[int, ...] = ()
    depth: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    values: Mapping[int, Value] = field(default_factory=dict)


OnInfo: TypeAlias = Callable[[Info], None]


_ADVICE = {
    **dict.fromkeys(("best", "best_move", "choice", "column", "move"), "write decision.action"),
    **dict.fromkeys(("eval", "evaluation", "score", "words"), "write decision.value"),
    **dict.fromkeys(("pv", "principal_variation", "variation"), "write decision.line"),
}
"""What others call the parts of a decision."""


@dataclass(frozen=True, slots=True, repr=False)
class Decision(Advises):
    """A chosen action with everything that is known about it.

    `value` is that of the position (`position_value`), and None for players that do not judge, such
    as the random one, and for a move that was never tried. `nodes` counts positions
    or simulations, whatever the search spends. `path` says which code searched: a kernel and how it
    stores the board, or the readable Python search; `BY_BOOK` if nothing had to be searched.

    >>> Decision(3, Value(Kind.PROVEN, 1, Result.WIN, 5), nodes=40)
    <Decision: action 3, win in 5 plies>
    """

    _advice = _ADVICE

    action: int
    value: Value | None = None
    values: Mapping[int, Value] = field(default_factory=dict)
    line: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    path: str = "python"

    def __repr__(self) -> str:
        # A player of somebody else may have filled in anything.
        number = isinstance(getattr(self.value, "score", None), int | float)
        value = self.value.words if self.value is not None and number else self.value
        return f"<Decision: action {self.action}{'' if value is None else f', {value}'}>"

    def _repr_html_(self) -> str:
        return drawn("notebook.tables:decision_html", self)


def unless_lost(preferred: Iterable[int], values: Mapping[int, Value]) -> int:
    """The first of some moves that is not proven lost; the first of all if every move is.

    >>> lost, guess = Value(Kind.PROVEN, 0, Result.LOSS, 2), Value(Kind.ESTIMATE, 0.1)
    >>> unless_lost([3, 4, 5], {3: lost, 4: lost}), unless_lost([3, 4], {3: lost, 4: guess})
    (5, 4)

    Args:
        preferred: every legal move, those that were never tried as well, in the order of
            preference.
        values: of the moves that were judged.
    """
    moves = list(preferred)
    hopeful = (a for a in moves if a not in values or values[a].results[1] > _CHANCES[Result.LOSS])
    return next(hopeful, moves[0])


def position_value(
    action: int, values: Mapping[int, Value], legal: Iterable[int], quickest: bool = False
) -> Value | None:
    """What a position is worth to a player who goes for an action; None if that was never judged.

    It is the value of the action, but proven only as far as no other move may be better, or win
    sooner, or lose later.

    >>> draw, win = Value(Kind.PROVEN, 0, Result.DRAW), Value(Kind.PROVEN, 1, Result.WIN, 5)
    >>> for values in ({0: draw, 1: draw}, {0: draw}, {0: win, 1: draw}, {0: win}):
    ...     print(position_value(0, values, legal=[0, 1]).words)
    draw
    at least a draw
    win in 5 plies
    win

    Args:
        action: the move that is played.
        values: of the moves that were judged.
        legal: every legal move.
        quickest: whether the search would have seen a quicker win, as one does that looks one ply
            further each time.
    """
    value, moves = values.get(action), list(legal)
    if value is None:
        return None
    worst, best = value.results
    hopes = [values[move].results[1] if move in values else 1.0 for move in moves]
    if max(hopes) > best:
        if worst > _CHANCES[Result.LOSS]:  # of a draw this much is sure
            return replace(value, kind=Kind.BOUND, plies=None)
        kind = Kind.BOUND if value.unit is Unit.STONES else Kind.ESTIMATE
        return replace(value, kind=kind, result=None, plies=None, at_most=False)
    if value.result not in (Result.WIN, Result.LOSS):
        return value
    if value.result is Result.WIN and (quickest or value.plies == 1):
        return value
    rivals = [values.get(move) for move, hope in zip(moves, hopes, strict=True) if hope == best]
    known = [rival for rival in rivals if rival is not None and rival.plies is not None]
    if len(known) < len(rivals):
        return replace(value, plies=None)
    top = max([value, *known], key=lambda rival: rival.rank)
    unsure = value.result is Result.WIN and any(rival.at_most for rival in known)
    return replace(top, at_most=top.at_most or unsure)
