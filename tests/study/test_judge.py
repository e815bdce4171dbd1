"""The judge: as sure as can be, honest about the rest, and on one scale."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inarow.agents.ready import make_ready
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.study.analysis import Analysis, analyse
from inarow.study.judge import Judge
from oracle import TRUTH, positions

WIN = [Value(Kind.PROVEN, 1, Result.WIN, plies) for plies in (1, 3, 9, None)]
LOSS = [Value(Kind.PROVEN, -1, Result.LOSS, plies) for plies in (12, 4, 2)]
DRAW = Value(Kind.PROVEN, 0, Result.DRAW)
GUESS = [Value(Kind.ESTIMATE, score, unit=Unit.CHANCE) for score in (1.0, 0.7, 0.51)]
LOW = [Value(Kind.ESTIMATE, score, unit=Unit.CHANCE) for score in (0.49, 0.0)]
POINTS = [Value(Kind.ESTIMATE, score) for score in (9000, 20, -20, -9000)]


@pytest.mark.parametrize("spec", ["connect_four", "gomoku", "nine_board", "pop_out"])
def test_of_time_and_work_a_steady_judge_takes_what_is_less(spec: str) -> None:
    judge, state = Judge(seed=1, steady=True), load_game(spec).initial_state()
    for action in (4, 3, 2):
        state = state.play(action)
    few = judge.choose(state, Limit(nodes=500)).nodes
    assert judge.choose(state, Limit(seconds=60, nodes=500)).nodes == few
    least = judge.choose(state, Limit(seconds=0.001)).nodes
    assert judge.choose(state, Limit(seconds=0.001, nodes=10**12)).nodes == least


def test_values_of_all_kinds_have_one_order() -> None:
    for guesses, low in ((GUESS, LOW), (POINTS[:2], POINTS[2:])):
        ordered = [*WIN, *guesses, DRAW, *low, *LOSS]
        assert sorted(ordered, key=lambda value: value.rank, reverse=True) == ordered


def test_only_proofs_are_sure() -> None:
    assert {value.chance for value in (WIN[0], DRAW, LOSS[0])} == {1.0, 0.5, 0.0}
    assert all(0 < value.chance < 1 for value in [*GUESS, *LOW, *POINTS])
    at_most = Value(Kind.BOUND, 0.9, Result.DRAW, at_most=True, unit=Unit.CHANCE)
    assert (at_most.chance, at_most.results) == (0.5, (0.0, 0.5))
    least = Value(Kind.BOUND, 0, Result.DRAW, unit=Unit.STONES)
    most = replace(least, at_most=True)
    assert least.chance == most.chance == 0.5
    assert least.rank > DRAW.rank > most.rank
    assert Value(Kind.ESTIMATE, -0.5, lost=-1.0).chance == 0.25


@pytest.mark.parametrize("value", [*WIN, *LOSS, DRAW, *GUESS])
def test_the_other_side_sees_the_opposite(value: Value) -> None:
    twice = value.for_opponent(1).for_opponent(1)
    assert twice.result == value.result
    assert value.for_opponent(1).chance == pytest.approx(1 - value.chance)
    assert twice.plies == (None if value.plies is None else value.plies + 2)


def test_the_surer_value_is_kept() -> None:
    assert GUESS[0].merged(LOSS[0]) is LOSS[0]
    assert WIN[3].merged(WIN[1]) is WIN[1]
    assert Value(Kind.BOUND, -8).merged(GUESS[1]) is GUESS[1]
    assert DRAW.merged(None) is DRAW
    settled = [value.settled for value in (WIN[3], WIN[0], DRAW, GUESS[0])]
    assert settled == [False, True, True, False]


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four(4,4,3)", "connect_four(3,4,3)"])
def test_small_games_are_proven_move_by_move(spec: str) -> None:
    judge = Judge(seconds=60)
    for state in positions(spec, 6):
        decision = judge.choose(state, Limit())
        rows, cols = state.game.shape
        truth = TRUTH.scores(state, rows * cols)
        for action, value in decision.values.items():
            assert value.settled
            sign = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}[value.result or Result.DRAW]
            assert sign == (truth[action] > 0) - (truth[action] < 0)
            if value.plies is not None and sign:
                assert value.plies == rows * cols + 1 - abs(truth[action])
        assert set(decision.values) == set(state.legal_actions())
        assert truth[decision.action] == max(truth.values())


def test_an_opening_that_cannot_be_solved_in_time_gets_estimates_instead_of_bounds() -> None:
    state = play_moves(load_game("connect_four").initial_state(), "573154743")
    judge = Judge(seed=1)
    make_ready(judge, state.game)  # its time is not for the compiler
    decision = judge.choose(state, Limit(nodes=2000, simulations=500))
    assert set(decision.values) == set(state.legal_actions())
    kinds = {value.kind for value in decision.values.values()}
    assert Kind.ESTIMATE in kinds
    for value in decision.values.values():
        assert value.result is not None or 0 <= value.score <= 1


def test_a_forced_win_is_known_where_the_search_is_too_short() -> None:
    state = play_moves(load_game("gomoku").initial_state(), "h8a15i7a13j6c15h6e15")
    decision = Judge().choose(state, Limit(depth=1, nodes=20_000, seconds=5))
    assert decision.value is not None
    assert decision.value.result is Result.WIN
    assert len(decision.line) > 1


def test_gomoku_is_judged_by_its_engine_move_by_move_and_twice_the_same() -> None:
    state = play_moves(load_game("gomoku").initial_state(), "h8i9h7i7h6")
    limit = Limit(nodes=6000, memory=1)
    first, again = (Judge().choose(state, limit) for _ in range(2))
    assert replace(first, seconds=0) == replace(again, seconds=0)
    assert set(first.values) == set(state.legal_actions())
    open_ones = {a for a, value in first.values.items() if value.kind is not Kind.PROVEN}
    assert {state.game.format(action) for action in open_ones} == {"h9", "h5"}


@pytest.mark.parametrize("spec", ["gomoku", "nine_board", "random_drop", "connect_four(7,8,5)"])
def test_estimates_are_chances_in_every_game(spec: str) -> None:
    for state in positions(spec, 3):
        limit = Limit(nodes=400, simulations=300, depth=2)
        decision = Judge(seed=1).choose(state, limit)
        assert decision.action in state.legal_actions()
        for value in decision.values.values():
            assert value.kind is Kind.PROVEN or 0 <= value.score <= 1
        best = max(value.rank for value in decision.values.values())
        assert decision.values[decision.action].rank == best


def test_a_game_of_a_plug_in_is_judged_too() -> None:
    state = load_game("nine_board(first_move=free)").initial_state()
    assert Judge(seed=1).choose(state, Limit(nodes=50, simulations=50)).action in range(9)


@pytest.mark.parametrize("name", ["judge", "perfect"])
def test_what_is_heard_ends_with_the_truth_or_with_the_time(name: str) -> None:
    heard: list[Analysis] = []
    state = play_moves(load_game("connect_four").initial_state(), "32164625")
    last = analyse(state, load_agent(name), Limit(seconds=60), heard.append)
    assert all(move.value is not None and move.value.settled for move in last.moves)
    assert [one.complete for one in heard] == [False] * len(heard)
    assert len(heard) >= 1
    assert heard[-1].decision.values == last.decision.values
    assert len(last.decision.line) > (2 if name == "perfect" else 0)
    assert last.complete


def test_the_judge_reports_while_it_thinks() -> None:
    heard: list[Analysis] = []
    opening = load_game("gomoku").initial_state().play(112)
    last = analyse(opening, Judge(seed=1), Limit(seconds=0.5), heard.append)
    assert len(heard) > 1
    work = [one.decision.nodes for one in heard]
    assert work == sorted(work)
    assert last.decision.nodes == work[-1]


def test_moves_of_all_kinds_are_sorted_together() -> None:
    state = play_moves(load_game("connect_four").initial_state(), "444443")
    found = analyse(state, Judge(seed=1), Limit(nodes=3000, simulations=300))
    ranks = [move.value.rank for move in found.moves if move.value is not None]
    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize("moves", ["435361", "53452661541262165", "16736234236462425773"])
def test_a_quick_proof_does_not_leave_the_other_moves_with_a_single_random_game(moves: str) -> None:
    state = play_moves(load_game("connect_four").initial_state(), moves)
    found = Judge(seed=1).estimates(state, Limit(simulations=500, seconds=60)).values
    assert any(value.result is Result.WIN for value in found.values())
    open_ones = [value.score for value in found.values() if value.kind is Kind.ESTIMATE]
    assert open_ones
    assert all(0 < score < 1 for score in open_ones)
