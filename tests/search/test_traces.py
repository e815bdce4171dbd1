"""Watched searches find what the searches themselves find, and tell it truly."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from cases import each
from inarow.errors import IllegalMove, NotSupported
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.agent import Watchable
from inarow.search.gomoku.forced import forced_win
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, search_tree, uct
from inarow.search.mcts.trace import trace_mcts
from inarow.search.minimax.alphabeta import AlphaBeta
from inarow.search.minimax.expectiminimax import search_expectiminimax
from inarow.search.minimax.plain import minimax
from inarow.search.proof.plain import WON, ProofSearch
from inarow.search.steps import Path, SearchStep

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
    Settings(decisive=True),
]
NOTHING = Limit(nodes=100_000)


def at(spec: str, moves: str) -> State:
    return play_moves(load_game(spec).initial_state(), moves)


def watched(player: str, state: State, limit: Limit = NOTHING) -> list[SearchStep]:
    agent = load_agent(player)
    assert isinstance(agent, Watchable)
    return list(agent.watch(state, limit))


def numbers(node: Node, path: Path = ()) -> dict[Path, tuple[int, float]]:
    found = {path: (node.visits, node.wins)}
    for action, child in node.children.items():
        found |= numbers(child, (*path, action))
    return found


@each("spec, moves", GAMES)
@each("settings", SETTINGS)
def test_the_watched_tree_is_the_tree_of_the_search(
    spec: str, moves: str, settings: Settings
) -> None:
    state = at(spec, moves)
    root = search_tree(state, settings, Limit(simulations=120), Random(3))
    *steps, answer = trace_mcts(state, settings, Limit(simulations=120), Random(3))
    tree = {path: count for path, count in numbers(root).items() if count[0]}
    looks = {
        one.path: one.numbers for step in steps for one in step.changed if step.phase == "backup"
    }
    counts = {path: (look["visits"], look["points"]) for path, look in looks.items()}
    assert {path: counts[path] for path in tree} == tree
    assert sum(bool(step.heading) for step in steps) == root.visits
    assert answer.phase == "answer"


def test_selection_takes_the_highest_score_and_rollouts_end_as_told() -> None:
    state = at("tic_tac_toe", "")
    visits: dict[Path, int] = {}
    for step in trace_mcts(state, Settings(), Limit(simulations=200), Random(1)):
        looks: dict[Path, Any] = {one.path: one.numbers for one in step.changed}
        if step.phase == "selection":
            parent = visits[step.path[:-1]]
            scores = {path: look["uct"] for path, look in looks.items()}
            assert scores[step.path] == max(scores.values())
            for path, look in looks.items():
                exact = uct(look["points"], look["visits"], parent, Settings().exploration)
                assert scores[path] == round(exact, 3)
        if step.phase == "backup":
            visits |= {path: int(look["visits"]) for path, look in looks.items()}
        if step.rollout:
            node = state
            for action in (*step.path, *step.rollout):
                node = node.play(action)
            assert node.outcome is not None
            winner = node.outcome.winner
            result = "a draw" if winner is None else f"{'XO'[winner]} wins"
            assert step.words.endswith(result)


def test_what_cannot_be_watched_is_refused() -> None:
    state = at("tic_tac_toe", "")
    with pytest.raises(NotSupported):
        next(trace_mcts(state, Settings(keep_rollout=True), NOTHING, Random(1)))
    with pytest.raises(IllegalMove):
        next(trace_mcts(at("tic_tac_toe", "a1b1a2b2a3"), Settings(), NOTHING, Random(1)))


def check_tree(steps: list[SearchStep]) -> None:
    """Positions are entered and left like brackets, with windows that only get narrower."""
    stack: list[SearchStep] = []
    for step in steps:
        if step.phase in ("enter", "leaf") and stack:
            assert step.path[:-1] == stack[-1].path
        if step.phase == "enter":
            stack.append(step)
        elif step.phase == "cut":
            assert step.path == stack[-1].path
        elif step.phase == "return":
            assert step.path == stack.pop().path
    assert stack == []
    assert steps[-1].phase == "answer"


@each("spec, moves", GAMES[:4])
@each("table", [False, True])
def test_the_watched_alphabeta_returns_the_value_of_the_search(
    spec: str, moves: str, table: bool
) -> None:
    state = at(spec, moves)
    ideas = f"evaluator=none,foresight=false,bound_tests=false,table={table}"
    steps = watched(f"alphabeta(depth=4,order=left,{ideas})", state)
    search = AlphaBeta(maximizer=state.player, table={} if table else None)
    value, score = search.value(state, 4), steps[-2].changed[0].numbers["value"]
    words = f"{'win' if value > 0 else 'loss'} in {5 - abs(value):g}"
    assert score == (words if value else 0)
    assert sum(step.phase in ("enter", "leaf") for step in steps) == search.clock.nodes
    check_tree(steps)
    assert any(step.phase == "cut" for step in steps)


def test_minimax_looks_at_all_that_alphabeta_cuts() -> None:
    state = at("tic_tac_toe", "b2a1c3")
    plain = watched("minimax(depth=3,evaluator=none)", state)
    check_tree(plain)
    value = minimax(state, 3, lambda state, player: 0, state.player)
    assert plain[-2].changed[0].numbers["value"] == value
    ideas = "evaluator=none,foresight=false,bound_tests=false,table=false"
    fewer = watched(f"alphabeta(depth=3,{ideas})", state)
    places = [{step.path for step in steps if step.phase == "leaf"} for steps in (plain, fewer)]
    assert places[1] < places[0]


def test_expectiminimax_weighs_the_dice() -> None:
    state = at("random_drop(rows=3,cols=3,k=3)", "12")
    steps = watched("expectiminimax(depth=2,evaluator=none)", state)
    check_tree(steps)
    decision = search_expectiminimax(state, 2, lambda state, player: 0, Limit(), state.player)
    assert steps[-1].path == (decision.action,)
    thrown = [
        step for step in steps if "chance" in dict(step.changed[0].numbers if step.changed else {})
    ]
    assert {step.changed[0].numbers["chance"] for step in thrown} == {0.333}
    assert "? 1: the dice decide" in {step.words for step in steps}


def test_the_number_of_positions_is_bounded_and_that_is_said() -> None:
    steps = watched("alphabeta(depth=10)", at("connect_four", ""), Limit(nodes=100))
    check_tree(steps)
    assert sum(step.phase in ("enter", "leaf") for step in steps) <= 110
    assert steps[-1].words.startswith("cut short after 101 positions")


def test_the_numbers_of_a_watched_proof_are_those_of_the_search() -> None:
    state = at("tic_tac_toe", "b2b1")
    *steps, answer = watched("prover", state, Limit(nodes=60))
    search = ProofSearch(attacker=0)
    search.search(state, 30)
    assert search.numbers(state) == WON
    root = [look.numbers for step in steps for look in step.changed if look.path == ()][-1]
    assert root == {"proof": "0", "disproof": "∞"}
    assert sum(step.phase == "look" for step in steps) == search.nodes
    assert answer.words == f"answer: win for X, from {search.nodes} positions"


def test_the_threats_of_the_gomoku_engine_end_in_the_win_that_it_finds() -> None:
    state = at("mnk(9,9,5)", "c3c4e6f7c6f5d4e3")
    *steps, answer = watched("gomoku", state, Limit(nodes=300))
    win = forced_win(state)
    assert win is not None
    assert answer.path + answer.rollout == win.line
    assert {step.phase for step in steps} <= {"attack", "defence"}
    looked = {look.path for step in steps for look in step.changed}
    assert looked == {path[:n] for path in looked for n in range(len(path) + 1)}


def test_steps_survive_json() -> None:
    state = at("tic_tac_toe", "b2a1")
    for player in ("mcts(simulations=30,seed=1)", "alphabeta(depth=3)", "prover"):
        data = [step.as_dict(state.game) for step in watched(player, state, Limit(nodes=200))]
        assert json.loads(json.dumps(data, allow_nan=False)) == data
