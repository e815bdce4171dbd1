"""Proven is proven, under any limit: no player says of a position what is not true.

Every registered player is asked about small boards, with limits from one position upwards, and all
that it calls proven or a bound is compared with the truth (`proven.py`). A search that has hardly
begun must not take what it has seen for all there is. `tests/slow/test_proven.py` asks far more.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from inarow.games.base import Game, State
from inarow.games.record import Record
from inarow.registry import agents, load_agent, load_game
from inarow.search.decision import Decision, Info
from inarow.search.limit import Limit
from inarow.study.analysis import analyse
from inarow.study.judge import Judge
from inarow.study.review import agreed, review
from proven import Truth, lies, lies_about_moves, lies_in_review, positions

GAMES = (
    "tic_tac_toe",
    "connect_four(3,4,3)",
    "connect_four(4,5,4)",
    "mnk(4,4,3,exact)",
    "mnk(5,5,4)",
    "random_drop(3,4,3)",
    "nine_board",
    "nine_board(full_board=free)",
    "ultimate_tic_tac_toe",
    "pop_out(3,3,3,10)",
)
PLAYERS = (
    *(name for name in agents() if name not in ("human", "judge")),
    "mcts(compiled=false)",
    "mcts(threads=2)",
    "mcts(solve=false)",
    "classic-nine-mcts(compiled=false)",
    "minimax(compiled=false)",
    "minimax(evaluator=none)",
    "expectiminimax(compiled=false)",
    "alphabeta(compiled=false)",
    "alphabeta(exact=false)",
    "alphabeta(evaluator=none,deepening=false)",
    "alphabeta(compiled=false,exact=false,evaluator=none)",
    "perfect(exact=true)",
    "careless(overlook=0.5)",
    "level(1)",
)
LIMITS = (
    *(Limit(nodes=nodes) for nodes in (1, 2, 3, 5, 9, 17, 60, 300)),
    *(Limit(simulations=most, nodes=1000) for most in (1, 2, 3, 5, 9, 17, 60, 300)),
    *(Limit(depth=depth, nodes=1000) for depth in (1, 2, 3)),
    *(Limit(seconds=seconds, nodes=1000) for seconds in (0.0001, 0.002)),
)
TRUTH = Truth(most=5000)


@cache
def board(spec: str, seed: int = 1, count: int = 8) -> tuple[Game, list[State]]:
    game = load_game(spec)
    return game, positions(game, seed, TRUTH, count)


def check_player(name: str, rng: Random, states: list[State], truth: Truth = TRUTH) -> None:
    """Ask a player about positions, each with some of the limits."""
    player = load_agent(name)
    for state in states:
        for limit in rng.sample(LIMITS, 3):
            told: list[Info | Decision] = []
            decision = player.choose(state, limit, told.append if rng.random() < 0.3 else None)
            for said in [*told, decision]:
                found = list(lies(state, said, truth))
                assert not found, f"{name}, {limit}, {state!r}: {found}, {said}"


@pytest.mark.parametrize("spec", GAMES)
def test_no_player_calls_proven_what_is_not_true(spec: str) -> None:
    game, states = board(spec)
    for name in PLAYERS:
        if load_agent(name).supports(game):
            rng = Random(f"{name} {spec}")
            check_player(name, rng, rng.sample(states, 3))


def check_study(states: list[State], limit: Limit, truth: Truth = TRUTH) -> None:
    """The judge, and what the page shows of it: an analysis and a review."""
    judge = Judge(seed=1)
    for state in states:
        found = list(lies(state, judge.choose(state, limit), truth))
        assert not found, f"judge, {limit}, {state!r}: {found}"
        shown = analyse(state, judge, limit, look_for_force=False)
        values = {move.action: move.value for move in shown.moves if move.value is not None}
        found = [*lies(state, shown.decision, truth), *lies_about_moves(state, values, truth)]
        assert not found, f"analysis, {limit}, {state!r}: {found}"


@pytest.mark.parametrize("spec", GAMES)
def test_judge_and_analysis_call_proven_what_is_true(spec: str) -> None:
    _, states = board(spec)
    for nodes in (1, 4, 40):
        check_study(Random(nodes).sample(states, 2), Limit(nodes=nodes, seconds=0.05))


def check_review(state: State, rng: Random, limit: Limit, truth: Truth = TRUTH) -> None:
    """A random game to its end from a position, reviewed."""
    record = Record(state.game, state)
    while record.current.state.legal_actions():
        record.push(rng.choice(list(record.current.state.legal_actions())))
    for move in agreed(review(record, Judge(seed=1), limit)):
        found = list(lies_in_review(move, truth))
        assert not found, f"review, {limit}, {move.state!r}: {found}"


@pytest.mark.parametrize("spec", GAMES)
def test_a_review_calls_proven_what_is_true(spec: str) -> None:
    _, states = board(spec)
    for nodes in (1, 9):
        check_review(states[nodes % len(states)], Random(nodes), Limit(nodes=nodes, seconds=0.05))
