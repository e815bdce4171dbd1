"""Decisions: values say what kind they are, in words and in data, and cannot be changed."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, asdict, replace

import pytest

from cases import each
from inarow.search.decision import Decision, Info, Kind, Result, Value, position_value


@each(
    "value, words",
    [
        (Value(Kind.PROVEN, 1.0, Result.WIN, 5), "win in 5 plies"),
        (Value(Kind.PROVEN, 1.0, Result.WIN, 1), "win in 1 ply"),
        (Value(Kind.PROVEN, -3.0, Result.LOSS, 12), "loss in 12 plies"),
        (Value(Kind.PROVEN, 0.0, Result.DRAW), "draw"),
        (Value(Kind.PROVEN, 0.0, Result.DRAW, 0), "draw in 0 plies"),
        (Value(Kind.BOUND, 0.0, Result.DRAW), "at least a draw"),
        (Value(Kind.BOUND, 2.5), "at least +2.5 points"),
        (Value(Kind.BOUND, -1.0, at_most=True), "at most -1 points"),
        (Value(Kind.BOUND, 0.0, Result.DRAW, at_most=True), "at most a draw"),
        (Value(Kind.ESTIMATE, 0.25), "estimate: +0.25 points"),
        (Value(Kind.ESTIMATE, -7.0), "estimate: -7 points"),
        (Value(Kind.ESTIMATE, 0.0), "estimate: +0 points"),
    ],
)
def test_a_value_in_words(value: Value, words: str) -> None:
    assert value.words == words


def test_kinds_and_results_are_their_own_words() -> None:
    assert [str(kind) for kind in Kind] == ["proven", "bound", "estimate"]
    assert [str(result) for result in Result] == ["win", "draw", "loss"]
    value = json.loads(json.dumps(asdict(Value(Kind.PROVEN, 1.0, Result.WIN, 5))))
    assert value.items() >= {"kind": "proven", "score": 1.0, "result": "win", "plies": 5}.items()


def test_a_decision_needs_no_more_than_its_action() -> None:
    decision = Decision(3)
    assert (decision.action, decision.value, decision.line) == (3, None, ())
    assert (decision.values, decision.nodes, decision.seconds) == ({}, 0, 0.0)
    info = Info(3)
    assert (info.action, info.value, info.line, info.depth) == (3, None, (), None)


def test_decisions_share_no_values_by_accident() -> None:
    assert Decision(0).values is not Decision(0).values


@each("thing", [Value(Kind.BOUND, 0.0), Decision(0), Info(0)])
def test_what_a_search_said_cannot_be_changed(thing: object) -> None:
    name = "score" if isinstance(thing, Value) else "action"
    with pytest.raises(FrozenInstanceError):
        setattr(thing, name, 1)


@pytest.mark.parametrize("result", [Result.WIN, Result.LOSS])
def test_a_position_has_number_and_length_of_its_best_move_whichever_is_played(
    result: Result,
) -> None:
    sign = 1 if result is Result.WIN else -1
    soon = Value(Kind.PROVEN, sign * 1003, result, 2)
    late = Value(Kind.PROVEN, sign * 1001, result, 4)
    best = soon if result is Result.WIN else late
    assert position_value(0, {0: soon, 1: late}, legal=[0, 1]) == best
    assert position_value(1, {0: soon, 1: late}, legal=[0, 1]) == best


def test_a_win_is_the_quickest_only_if_no_other_may_be_quicker() -> None:
    won = Value(Kind.PROVEN, 1.0, Result.WIN, 5)
    others = [replace(won, plies=9), replace(won, plies=9, at_most=True)]
    found = [position_value(0, {0: won, 1: other}, legal=[0, 1]) for other in others]
    assert found == [won, replace(won, at_most=True)]
