"""Evaluators with options of their own inside the spec of a player."""

from __future__ import annotations

import pytest

from cases import each
from inarow.errors import BadOption
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.evaluators import evaluator
from inarow.search.limit import Limit
from inarow.spec import split_spec

STATE = play_moves(load_game("connect_four").initial_state(), "4435")


@each("player", ["minimax(depth=1", "alphabeta(depth=1"])
@each("compiled", ["true", "false"])
@each("inner", ["open_lines(growth=5)", "weighted_chains(growth=3,room=0.25,centre=0)", "none()"])
def test_the_options_reach_the_evaluator(player: str, compiled: str, inner: str) -> None:
    agent = load_agent(f"{player},evaluator={inner},compiled={compiled})")
    decision = agent.choose(STATE, Limit())
    for action, value in decision.values.items():
        assert value.score == pytest.approx(evaluator(inner)(STATE.play(action), STATE.player))


@each(
    "spec, message",
    [
        ("alphabeta(evaluator=open_lines(grow=5))", "did you mean growth?"),
        ("minimax(evaluator=open_lines(growth=much))", "growth must be a number"),
        ("minimax(evaluator=open_line(growth=5))", "did you mean open_lines?"),
        ("mcts(final=visits(3))", "final must be visits | ratio"),
        ("alphabeta(evaluator=open_lines(growth=5)", "is not of the form"),
    ],
)
def test_a_mistake_inside_is_named(spec: str, message: str) -> None:
    with pytest.raises(BadOption) as error:
        load_agent(spec)
    assert message in str(error.value)


def test_commas_in_further_brackets_do_not_separate() -> None:
    assert split_spec("a(b=c(d=1,e=f(2,3)),g)")[1] == [("b", "c(d=1,e=f(2,3))"), (None, "g")]
