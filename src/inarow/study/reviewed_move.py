"""A judged move: its value, that of the best move instead, and what the difference amounts to.

    before    the value of the best move
    after     the value of the move that was played
    grade     best        nothing was given away
              fine        next to nothing: a win one turn later, a few percent
              inaccuracy  a slower win or a quicker loss, or some percent; a win by the next turn
                          missed or allowed, where estimates hardly tell
              mistake     a win at once missed, or allowed; or, by estimates, a lot
              blunder     the result is worse, and that is proven

The outcome counts first and the distance second. Only proofs can make a blunder; wherever an
estimate is involved, the words say so. Like is compared with like: proof with proof, and else what
one search says of both moves with the same work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TypedDict

from inarow.games.base import SYMBOLS, State
from inarow.games.notation import format_position
from inarow.search.decision import Kind, Result, Value, ValueData, position_value
from inarow.study.why import Why, WhyData

REVIEW_LOSSES = (0.02, 0.05, 0.15)
"""The most chance that a best, a fine and an inaccurate move may give away, by estimates."""
REVIEW_FINE_PLIES = 2


class Grade(StrEnum):
    """How good a move was."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


MARKED = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""Grades that are shown with a mark in the list of moves."""
SLIPS = (Grade.MISTAKE, Grade.BLUNDER)
"""Grades of moves that are worth trying again."""


class ReviewedMoveData(TypedDict):
    """A move of a game: its value, that of the best move, and what was given away."""

    number: int
    player: str
    position: str
    move: str
    best: str
    line: list[str]
    before: ValueData
    after: ValueData
    loss: float
    grade: Grade
    words: str
    reasons: list[WhyData]
    values: dict[str, ValueData]


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game with its value, the best one instead, and what was given away.

    Args:
        number: which move of the game it is, from 0; dice count.
        state: the position before the move.
        action: the move that was played.
        values: the value of every move that was judged, for the player who moved.
        judged_line: how the game could have gone on, as far as the judge knows.
        reasons: what can be said for and against the played move.
        proven: the value of the position, where more is known of it than of its moves: the judge
            knows how long a win takes, or an earlier move has proven it.
        searched: what the search itself says of the played move, where a later one knows more.

    The scores of all these values are chances from 0 to 1, in every game.
    """

    number: int
    state: State
    action: int
    values: Mapping[int, Value]
    judged_line: tuple[int, ...]
    reasons: tuple[Why, ...]
    proven: Value | None = None
    searched: Value | None = None

    @property
    def after(self) -> Value:
        """The value of the move that was played."""
        return self.values[self.action]

    @property
    def before(self) -> Value:
        """The value of the position: that of the best move, as far as no other may be better."""
        value = position_value(self.best, self.values, self.state.legal_actions())
        return self.proven or value or self.after

    @property
    def best(self) -> int:
        """The best move, the played one if it is as good."""
        return self.action if self.grade is Grade.BEST else self._top

    @property
    def best_value(self) -> Value:
        """The value of the best move: less than `before` if it is not known which move is as good.

        So it is where an earlier row proves the value of the position, or how long it can last.
        """
        found, before = self.values[self.best], self.before
        if found.results[0] < before.results[0]:
            return found
        if found.plies == before.plies:
            return before
        return found if found.kind is Kind.PROVEN else replace(before, plies=None, at_most=False)

    @property
    def line(self) -> tuple[int, ...]:
        """How the game could have gone on with the best move, as far as it is known."""
        known = self.judged_line[:1] == (self.best,)
        return self.judged_line if known else (self.best,)

    @cached_property
    def grade(self) -> Grade:
        """What the difference amounts to."""
        grade = grade_of(*self.compared)
        unsure = self._top == self.action and grade is Grade.MISTAKE
        return Grade.FINE if unsure else grade  # estimates speak for it, and no proof against it

    @cached_property
    def compared(self) -> tuple[Value, Value]:
        """The values of the best and of the played move that the grade compares: like with like.

        Proof with proof; else what one search says of both moves with the same work.
        """
        top = self.values[self._top]
        known = self.proven or top
        if self._top == self.action or _decided(known, self.after):
            return known, self.after
        return top, self.searched or self.after

    @property
    def is_mixed(self) -> bool:
        """Whether the move is marked, and a proof stands beside an estimate."""
        before, after = self.compared
        return self.grade in MARKED and before.kind is not after.kind

    @cached_property
    def _top(self) -> int:
        return max(self.values, key=lambda a: (self.values[a].rank, a == self.action, -a))

    @property
    def loss(self) -> float:
        """The chance that was given away, from 0 to 1; a draw is half a point.

        Nothing where no better move is known, though the position is proven to be better.
        """
        if self.best == self.action:
            return 0.0
        before, after = self.compared
        return max(0.0, round(before.chance - after.chance, 3))

    @property
    def verdict(self) -> str:
        """The judgement without the better move: `blunder: from win in 9 to draw`."""
        if self.grade is Grade.BEST:
            return f"best: {self.after.brief}"
        before, after = self.compared
        note = " (estimated)" if Kind.ESTIMATE in (before.kind, after.kind) else ""
        if self.best == self.action:  # an earlier row proves more than any move here
            return f"{self.grade}: {after.brief}{note}"
        return f"{self.grade}: from {before.brief} to {after.brief}{note}"

    @property
    def words(self) -> str:
        """The judgement in one line: `blunder: from win in 9 to draw; better 4`."""
        before, after = self.compared
        if self.grade is Grade.BEST:
            return self.verdict
        if self.best == self.action:
            return f"{self.verdict}; {before.brief} is proven, but not by which move"
        name = self.state.game.format
        better = f"better {name(self.best)}"
        if self.best_value.rank < self.before.rank:
            better = f"perhaps {better}"
        parts = [self.verdict, better]
        if after is not self.after:
            parts.append(f"{self.after.brief} is proven of {name(self.action)}")
        if before.kind is Kind.ESTIMATE and self.before.kind is Kind.PROVEN:
            parts.append(f"{self.before.brief} is proven, but not by which move")
        return "; ".join(parts)

    def as_dict(self) -> ReviewedMoveData:
        """The move as JSON-ready data."""
        game = self.state.game
        return {
            "number": self.number,
            "player": SYMBOLS[self.state.player],
            "position": format_position(self.state),
            "move": game.format(self.action),
            "best": game.format(self.best),
            "line": [game.format(action) for action in self.line],
            "before": self.before.as_dict(),
            "after": self.after.as_dict(),
            "loss": self.loss,
            "grade": self.grade,
            "words": self.words,
            "reasons": [why.as_dict(self.state) for why in self.reasons],
            "values": {game.format(a): v.as_dict() for a, v in self.values.items()},
        }


def grade_of(before: Value, after: Value) -> Grade:
    """What the difference of two values of the same player amounts to.

    >>> win, draw = Value(Kind.PROVEN, 9, Result.WIN, 9), Value(Kind.PROVEN, 0, Result.DRAW)
    >>> str(grade_of(win, draw)), str(grade_of(win, Value(Kind.PROVEN, 5, Result.WIN, 17)))
    ('blunder', 'inaccuracy')
    """
    if before.results[0] > after.results[1]:
        return Grade.BLUNDER
    if after.rank >= before.rank:
        return Grade.BEST
    if before.kind is after.kind is Kind.PROVEN and before.result is after.result is not None:
        return _by_distance(before, after)
    lost, soon = before.chance - after.chance, _at_least(before, after)
    for most, grade in zip(REVIEW_LOSSES, Grade, strict=False):
        if lost <= most:
            return max(grade, soon, key=list(Grade).index)
    return Grade.MISTAKE


def _at_least(before: Value, after: Value) -> Grade:
    """How bad a move is, however little the estimate beside its proof gives away.

    Who is nearly lost and leaves an open three alone gives "4 %" away: nobody calls that fine.
    """
    turns = 0
    if before.results == (1.0, 1.0) and before.plies is not None:
        turns = (before.plies + 1) // 2
    elif after.results == (0.0, 0.0) and after.plies is not None:
        turns = after.plies // 2
    return {1: Grade.MISTAKE, 2: Grade.INACCURACY}.get(turns, Grade.BEST)


def _decided(before: Value, after: Value) -> bool:
    """Whether proofs alone tell the two apart."""
    return before.kind is after.kind is Kind.PROVEN or before.results[0] > after.results[1]


def _by_distance(before: Value, after: Value) -> Grade:
    """The result is the same, and only the way to it is worse."""
    if before.plies is None or after.plies is None:
        return Grade.FINE
    if (before.result is Result.WIN and before.plies == 1) or after.plies == 2:
        return Grade.MISTAKE
    turns = abs(after.plies - before.plies)
    bounds = before.at_most or after.at_most  # how long it takes is not known exactly
    return Grade.FINE if turns <= REVIEW_FINE_PLIES or bounds else Grade.INACCURACY
