"""Watched searches find what the searches themselves find, and tell it truly."""

from __future__ import annotations

import json
from random import Random

import pytest

from inarow.errors import IllegalMove, NotSupported
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_game
from inarow.search.evaluators import evaluator
from inarow.search.events import as_dict
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, search_tree, uct
from inarow.search.mcts.trace import Simulation, trace_mcts
from inarow.search.minimax.alphabeta import AlphaBeta
from inarow.search.minimax.trace import SearchStep, trace_alphabeta

GAMES = [
    ("tic_tac_toe", "b2"),
    ("connect_four(rows=4,cols=4,k=3)", "12"),
    ("connect_four", "4453"),
    ("nine_board", "55"),
    ("random_drop(rows=4,cols=4,k=3)", "1?"),
]
SETTINGS = [
    Settings(),
    Settings(exploration=0.5, draw_points=0.0, rollout_depth=3),
    Settings(solve=True),
]


def at(spec: str, moves: str) -> State:
    return play_moves(load_game(spec).initial_state(), moves)


def numbers(node: Node, path: tuple[int, ...] = ()) -> dict[tuple[int, ...], tuple[int, float]]:
    found = {path: (node.visits, node.wins)}
    for action, child in node.children.items():
        found |= numbers(child, (*path, action))
    return found


def last_counts(found: list[Simulation]) -> dict[tuple[int, ...], tuple[int, float]]:
    return {one.path: (one.visits, one.points) for sim in found for one in sim.counted}


@pytest.mark.parametrize(("spec", "moves"), GAMES)
@pytest.mark.parametrize("settings", SETTINGS, ids=["plain", "short", "solve"])
def test_the_watched_tree_is_the_tree_of_the_search(
    spec: str, moves: str, settings: Settings
) -> None:
    state = at(spec, moves)
    root = search_tree(state, settings, Limit(simulations=120), Random(3))
    found = list(trace_mcts(state, settings, 120, Random(3)))
    tree = {path: count for path, count in numbers(root).items() if count[0]}
    assert last_counts(found) == tree
    assert len(found) == root.visits


def test_selection_takes_the_highest_score_and_rollouts_end_as_told() -> None:
    state = at("tic_tac_toe", "")
    for sim in trace_mcts(state, Settings(), 200, Random(1)):
        node = state
        for choice in sim.selection:
            if choice.candidates:
                best = max(choice.candidates, key=lambda one: one.score)
                assert best.move == choice.move
                visits = sum(one.visits for one in choice.candidates) + bool(choice.path)
                for one in choice.candidates:
                    assert one.score == uct(one.points, one.visits, visits, Settings().exploration)
            assert node.player == choice.player
            node = node.play(choice.move)
        for action in sim.rollout:
            node = node.play(action)
        assert node.outcome is not None
        assert node.outcome.winner == sim.winner
        assert [one.visits >= 1 for one in sim.counted]


def test_what_cannot_be_watched_is_refused() -> None:
    state = at("tic_tac_toe", "")
    with pytest.raises(NotSupported):
        next(trace_mcts(state, Settings(keep_rollout=True), 1, Random(1)))
    with pytest.raises(IllegalMove):
        next(trace_mcts(at("tic_tac_toe", "a1b1a2b2a3"), Settings(), 1, Random(1)))


def check_tree(steps: list[SearchStep]) -> None:
    """Positions are entered and left like brackets, with windows that only get narrower."""
    stack: list[SearchStep] = []
    for step in steps:
        if step.kind == "enter":
            if stack:
                assert step.path[:-1] == stack[-1].path
                assert step.alpha >= stack[-1].alpha
                assert step.beta <= stack[-1].beta
            stack.append(step)
        elif step.kind == "cut":
            assert step.path == stack[-1].path
            assert step.alpha >= step.beta
            assert step.by not in step.skipped
        else:
            assert step.path == stack.pop().path
            assert step.value is not None
    assert stack == []


@pytest.mark.parametrize(("spec", "moves"), GAMES[:4])
@pytest.mark.parametrize("name", ["none", "open_lines"])
def test_the_watched_alphabeta_returns_the_value_of_the_search(
    spec: str, moves: str, name: str
) -> None:
    state = at(spec, moves)
    steps = trace_alphabeta(state, 4, evaluate=evaluator(name))
    search = AlphaBeta(evaluate=evaluator(name), maximizer=state.player)
    assert steps[-1].value == search.value(state, 4)
    assert sum(step.kind == "enter" for step in steps) == search.clock.nodes
    check_tree(steps)
    assert any(step.kind == "cut" for step in steps)


def test_the_number_of_positions_is_bounded() -> None:
    steps = trace_alphabeta(at("connect_four", ""), 10, positions=100)
    check_tree(steps)
    assert sum(step.kind == "enter" for step in steps) <= 110


def test_events_survive_json() -> None:
    state = at("tic_tac_toe", "b2a1")
    data = [as_dict(one, state.game) for one in trace_mcts(state, Settings(), 30, Random(1))]
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    steps = [as_dict(step, state.game) for step in trace_alphabeta(state, 3)]
    assert json.loads(json.dumps(steps, allow_nan=False)) == steps
