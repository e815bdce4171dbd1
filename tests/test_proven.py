"""Proven is proven, under any limit: nobody says of a position what is not true.

Every registered player is asked about small boards of every game, with limits from one position
upwards. All that it calls proven or a bound, on the way and at the end, to a program and to a
person, is compared with the truth (`proven.py`): values of positions and moves, lines, reasons,
analyses and reviews as the page shows them. A search that has hardly begun must not take what it
has seen for all there is. `tests/slow/test_proven.py` asks far more, and the solver and the prover
for the truth of larger boards.
"""

from __future__ import annotations

from functools import cache
from random import Random
from threading import Event

import pytest

from inarow.games.base import Game, State
from inarow.games.record import Record
from inarow.registry import agents, games, load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.decision import Decision, Info
from inarow.search.limit import Limit
from inarow.study.analysis import Analysis, analyse
from inarow.study.judge import Judge
from inarow.study.reasons import explain
from inarow.study.review import agreed, review
from proven import Truth, lies, lies_in_analysis, lies_in_reasons, lies_in_review, positions

GAMES = (
    "tic_tac_toe",
    "connect_four(3,4,3)",
    "connect_four(4,5,4)",
    "mnk(4,4,3,exact)",
    "mnk(5,5,4)",
    "gomoku(5,5)",
    "gomoku(6,6,renju)",
    "gomoku(6,6,caro)",
    "gomoku(6,6,renju,swap2)",
    "random_drop(3,4,3)",
    "nine_board",
    "nine_board(full_board=free)",
    "ultimate_tic_tac_toe",
    "ultimate_tic_tac_toe(tie_break=boards)",
    "pop_out(3,3,3,10)",
)
PLAYERS = (
    *(name for name in agents() if name != "human"),
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
    "prover(compiled=false)",
    "nine(proof=0)",
    "nine(search=alphabeta,proof=0)",
    "gomoku(every=true)",
    "gomoku(threads=2)",
    "classic-gomoku(compiled=false,deepening=true)",
    "careless(overlook=0.5)",
    *(f"level({number})" for number in (1, 5, 7, 10)),
)
STOPPED = Event()
STOPPED.set()
LIMITS = (
    *(Limit(nodes=nodes, memory=1) for nodes in (1, 2, 3, 5, 9, 17, 60)),
    Limit(nodes=300),
    *(Limit(simulations=most, nodes=1000) for most in (1, 2, 3, 5, 9, 17, 60, 300)),
    *(Limit(depth=depth, nodes=1000) for depth in (1, 2, 3)),
    *(Limit(seconds=seconds, nodes=1000) for seconds in (0.0001, 0.002)),
    Limit(nodes=300, memory=1),
    Limit(nodes=1000, stop=STOPPED),
)
TRUTH = Truth(most=600)  # far more in `tests/slow`


@cache
def board(spec: str, seed: int = 1, count: int = 8) -> tuple[Game, list[State]]:
    game = load_game(spec)
    return game, positions(game, seed, TRUTH, count)


def check_player(name: str, rng: Random, states: list[State], truth: Truth = TRUTH) -> None:
    """Ask a player about positions, each with some of the limits; once as the page does."""
    player = load_agent(name)
    for state in states:
        *limits, shown = rng.sample(LIMITS, 3)
        for limit in limits:
            told: list[Info | Decision] = []
            decision = player.choose(state, limit, told.append if rng.random() < 0.3 else None)
            for said in [*told, decision]:
                found = list(lies(state, said, truth))
                assert not found, f"{name}, {limit}, {state!r}: {found}, {said}"
        check_analysis(player, state, shown, truth)


def check_analysis(player: Agent, state: State, limit: Limit, truth: Truth = TRUTH) -> None:
    """Everything that a player says to those who watch it analyse a position."""
    told: list[Analysis] = []
    told.append(analyse(state, player, limit, told.append, look_for_force=False))
    for said in told:
        found = list(lies_in_analysis(said, truth))
        assert not found, f"analysis, {player.name}, {limit}, {state!r}: {found}, {said}"


@cache
def boards_of(name: str) -> list[str]:
    """The games that a player supports; in every run it is asked about a half of them."""
    player = load_agent(name)
    return [spec for spec in GAMES if player.supports(load_game(spec))]


@pytest.mark.parametrize("spec", GAMES)
def test_no_player_calls_proven_what_is_not_true(spec: str, thorough: bool) -> None:
    _, states = board(spec)
    for turn, name in enumerate(PLAYERS):
        boards = boards_of(name)
        if spec in (boards if thorough else boards[turn % 2 :: 2] or boards):
            rng = Random(f"{name} {spec}")
            check_player(name, rng, rng.sample(states, 3 if thorough else 1))


def check_reasons(state: State, truth: Truth = TRUTH) -> None:
    """Whatever is said for and against the moves of a position."""
    for action in state.legal_actions():
        found = list(lies_in_reasons(state, action, explain(state, action), truth))
        assert not found, f"reasons for {state.game.format(action)}, {state!r}: {found}"


@pytest.mark.parametrize("spec", GAMES)
def test_reasons_that_decide_a_game_do(spec: str) -> None:
    for state in board(spec)[1]:
        check_reasons(state)


def test_all_games_and_players_are_asked() -> None:
    boards = [load_game(spec) for spec in GAMES]
    assert {load_game(name).name for name in games()} <= {game.name for game in boards}
    for name in PLAYERS:
        assert boards_of(name), name


def check_review(state: State, rng: Random, limit: Limit, truth: Truth = TRUTH) -> None:
    """A random game to its end from a position, reviewed."""
    record = Record(state.game, state)
    while record.current.state.legal_actions():
        record.push(rng.choice(list(record.current.state.legal_actions())))
    for move in agreed(review(record, Judge(seed=1), limit)):
        found = list(lies_in_review(move, truth))
        assert not found, f"review, {limit}, {move.state!r}: {found}"


@pytest.mark.parametrize("spec", GAMES)
def test_a_review_calls_proven_what_is_true(spec: str, thorough: bool) -> None:
    _, states = board(spec)
    for nodes in (1, 2, 9, 40) if thorough else ((1, 9), (2, 40))[GAMES.index(spec) % 2]:
        check_review(states[nodes % len(states)], Random(nodes), Limit(nodes=nodes, seconds=0.05))
