"""Proven is proven: what judge and review call proven is true, however short the limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from inarow.games.base import State
from inarow.games.record import Record
from inarow.registry import load_game
from inarow.search.again import ask_again
from inarow.search.decision import Decision, Info, Kind, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.study.judge import Judge
from inarow.study.review import agreed, judged_move, review
from oracle import TRUTH

SMALL = ["tic_tac_toe", "connect_four(3,4,3)", "pop_out(2,2,2,turns=7)"]
LIMITS = [Limit(nodes=1, simulations=1), Limit(nodes=20, simulations=6), Limit(nodes=200)]


def random_records(spec: str, count: int) -> list[Record]:
    found = []
    for seed in range(count):
        rng, record = Random(seed), Record(load_game(spec))
        while record.state.outcome is None:
            record.push(rng.choice(list(record.state.legal_actions())))
        found.append(record)
    return found


def chance(score: float) -> float:
    """What brute force knows, as a chance: lost, drawn or won."""
    return 0.5 + 0.5 * ((score > 0) - (score < 0))


def is_true(value: Value | None, score: float) -> bool:
    """Whether a value allows what is the truth; one that says nothing always does."""
    low, high = (0.0, 1.0) if value is None else value.results
    return low <= chance(score) <= high


@pytest.mark.parametrize("spec", SMALL)
def test_judge_and_review_never_lie_in_a_hurry(spec: str, thorough: bool) -> None:
    for number, record in enumerate(random_records(spec, 6 if thorough else len(LIMITS))):
        limit = LIMITS[number % len(LIMITS)]
        for move in agreed(review(record, Judge(seed=1), limit)):
            scores, state = TRUTH.scores(move.state, 12), move.state
            decision = Judge(seed=1).choose(state, limit)
            for values in (move.values, decision.values):
                assert all(is_true(value, scores[a]) for a, value in values.items()), (
                    state,
                    values,
                )
            for value in (move.before, decision.value):
                assert is_true(value, max(scores.values())), (state, limit, value)


LOST = Value(Kind.PROVEN, 0.0, Result.LOSS, 4, unit=Unit.CHANCE)
DRAWN = Value(Kind.PROVEN, 0.5, Result.DRAW, unit=Unit.CHANCE)
START = load_game("tic_tac_toe").initial_state()


def hurried(monkeypatch: pytest.MonkeyPatch, values: Mapping[int, Value]) -> Judge:
    """A judge that could prove so much and no more, and had no time for estimates."""

    def proofs(_: Judge, state: State, limit: Limit) -> Decision:
        return Decision(min(values), values=values, line=(min(values),))

    monkeypatch.setattr(Judge, "_proofs", proofs)
    monkeypatch.setattr(Judge, "estimates", proofs)
    return Judge()


def test_a_move_that_was_never_tried_is_better_than_a_proven_loss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge = hurried(monkeypatch, {0: LOST, 1: LOST})
    decision = judge.choose(START, Limit())
    assert decision.action not in (0, 1)
    assert decision.value is None
    assert decision.line == (decision.action,)
    move = judged_move(0, START, 0, judge, Limit())
    assert (move.after, move.best) == (LOST, decision.action)
    assert move.before.kind is Kind.ESTIMATE
    assert move.words.startswith("mistake: from about 50 % to loss in 4 (estimated)")


def test_a_position_is_lost_only_if_every_move_is(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = hurried(monkeypatch, dict.fromkeys(range(8), LOST))
    decision = judge.choose(START, Limit())
    assert (decision.action, decision.value) == (8, None)
    judge = hurried(monkeypatch, dict.fromkeys(range(9), LOST))
    decision = judge.choose(START, Limit())
    assert decision.value is not None
    assert decision.value.words == "loss in 4 plies"


def test_a_position_is_drawn_only_if_no_move_may_win(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = hurried(monkeypatch, {0: LOST, 4: DRAWN})
    decision = judge.choose(START, Limit())
    assert (decision.action, decision.value and decision.value.words) == (4, "at least a draw")
    move = judged_move(0, START, 4, judge, Limit())
    assert (move.words, move.before.brief) == ("best: draw", "at least a draw")


def test_a_judge_who_reports_goes_on_until_every_move_is_judged() -> None:
    answers = [
        Decision(8, None, dict.fromkeys(range(8), LOST)),
        Decision(8, replace(DRAWN, kind=Kind.BOUND), {0: LOST, 8: DRAWN}),
        Decision(8, DRAWN, {**dict.fromkeys(range(8), LOST), 8: DRAWN}),
    ]
    told: list[Info] = []
    found = ask_again(lambda _: answers[len(told)], Limit(seconds=60), told.append)
    assert (len(told), found.value) == (3, DRAWN)
