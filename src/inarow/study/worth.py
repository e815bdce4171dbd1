"""Comparing values of different kinds: what is proven, what is bounded, what is estimated.

Every value is given a *chance* between 0 (lost) and 1 (won), half a point for a draw. A proven
result has exactly 0, 0.5 or 1; an estimate never reaches 0 or 1, however sure it looks. Among equal
results the distance counts: a quick win is better than a slow one, a slow loss than a quick one.

    proven win in 3  >  proven win in 9  >  estimate 0.8  >  draw  >  loss in 12  >  loss in 2

Estimates must be chances for this, as those of the `judge` and of Monte Carlo search are.
"""

from __future__ import annotations

from dataclasses import replace

from inarow.search.decision import Kind, Result, Unit, Value

_CHANCES = {Result.LOSS: 0.0, Result.DRAW: 0.5, Result.WIN: 1.0}
_OPPOSITE = {Result.LOSS: Result.WIN, Result.DRAW: Result.DRAW, Result.WIN: Result.LOSS}
_NEVER_SURE = 0.01
_VERY_LONG = 1_000_000


def chance(value: Value) -> float:
    """The value as a chance from 0 to 1; only what is proven reaches these ends.

    >>> chance(Value(Kind.PROVEN, 7, Result.WIN, 3)), chance(Value(Kind.ESTIMATE, 1.0))
    (1.0, 0.99)
    >>> chance(Value(Kind.BOUND, 0.3, Result.DRAW))  # at least a draw, whatever else is guessed
    0.5
    """
    if value.kind is Kind.PROVEN and value.result is not None:
        return _CHANCES[value.result]
    guess = min(max(value.score, _NEVER_SURE), 1 - _NEVER_SURE)
    if value.kind is Kind.BOUND and value.result is not None:
        sure = _CHANCES[value.result]
        return min(guess, sure) if value.at_most else max(guess, sure)
    return guess


def as_chance(value: Value) -> Value:
    """The same value with its chance as its score.

    >>> as_chance(Value(Kind.PROVEN, 7, Result.WIN, 3, unit=Unit.STONES)).score
    1.0
    """
    return replace(value, score=chance(value), unit=Unit.CHANCE)


def rank(value: Value) -> tuple[float, int]:
    """A key by which values are sorted: the better for the player to move, the higher.

    >>> rank(Value(Kind.PROVEN, 9, Result.WIN, 3)) > rank(Value(Kind.PROVEN, 9, Result.WIN, 5))
    True
    >>> rank(Value(Kind.PROVEN, -9, Result.LOSS, 2)) < rank(Value(Kind.PROVEN, -9, Result.LOSS, 8))
    True
    """
    distance = 0
    if value.kind is Kind.PROVEN and value.result is Result.WIN:
        distance = -(_VERY_LONG if value.plies is None else value.plies)
    elif value.kind is Kind.PROVEN and value.result is Result.LOSS:
        distance = value.plies or 0
    return chance(value), distance


def results(value: Value) -> tuple[float, float]:
    """The worst and the best result that are still possible, as chances.

    >>> results(Value(Kind.BOUND, 0, Result.DRAW)), results(Value(Kind.ESTIMATE, 0.9))
    ((0.5, 1.0), (0.0, 1.0))
    """
    if value.kind is Kind.ESTIMATE or value.result is None:
        return 0.0, 1.0
    sure = _CHANCES[value.result]
    if value.kind is Kind.PROVEN:
        return sure, sure
    return (0.0, sure) if value.at_most else (sure, 1.0)


def settled(value: Value | None) -> bool:
    """Whether nothing is left to find out: the result and, where there is one, the distance."""
    if value is None or value.kind is not Kind.PROVEN:
        return False
    return value.result is Result.DRAW or value.plies is not None


def merged(first: Value | None, second: Value | None) -> Value | None:
    """The more certain of two values of the same move; a bound keeps the estimate beside it.

    >>> estimate = Value(Kind.ESTIMATE, 0.8, unit=Unit.CHANCE)
    >>> merged(Value(Kind.BOUND, 0, Result.DRAW), estimate).words, merged(None, estimate).words
    ('at least a draw', 'estimate: about 80 %')
    """
    if first is None or second is None:
        return first or second
    sure, other = sorted((first, second), key=_certainty, reverse=True)
    if sure.kind is Kind.BOUND and other.kind is Kind.ESTIMATE:
        return as_chance(replace(sure, score=other.score))
    return sure


def reversed_value(value: Value, stones: int) -> Value:
    """What a value of the next player means for the player before, `stones` earlier.

    Its score is a chance, whatever the score of the other value was.

    >>> lost = reversed_value(Value(Kind.PROVEN, 5, Result.WIN, 3), stones=1)
    >>> lost.words, lost.score
    ('loss in 4 plies', 0.0)
    """
    return replace(
        value,
        score=1 - chance(value),
        result=None if value.result is None else _OPPOSITE[value.result],
        plies=None if value.plies is None else value.plies + stones,
        at_most=value.kind is Kind.BOUND and not value.at_most,
        unit=Unit.CHANCE,
    )


def _certainty(value: Value) -> int:
    if value.kind is Kind.PROVEN:
        return 4 if settled(value) else 3
    if value.kind is Kind.BOUND:
        return 2 if value.result is not None else 0
    return 1
