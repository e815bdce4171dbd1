"""Alpha-beta against brute force: the same values, whatever the window."""

from __future__ import annotations

import inspect
from random import Random

import pytest

from alphabeta_cases import (
    BLIND,
    INFINITY,
    NOISY,
    Spy,
    backwards,
    brute_value,
    depth_of,
    every_board,
    some,
)
from cases import each
from helpers import columns, play_all
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.notation import parse_position
from inarow.search.decision import Kind, Result, Value
from inarow.search.evaluators.column_score import sorted_columns
from inarow.search.evaluators.threats import decided
from inarow.search.minimax.alphabeta import AlphaBeta, search_alphabeta
from inarow.search.minimax.root import (
    clear_score,
    distance_score,
    value_of_clear,
    value_of_distance,
    value_of_estimate,
)
from inarow.search.ordering import centre_first
from oracle import Brute, by_distance_apart, endgames, noise

X, O = 0, 1  # noqa: E741


# Values


@pytest.mark.req("S1.23", "S1.42", "S4.17")
@every_board
def test_values_are_those_of_brute_force(spec: str, thorough: bool) -> None:
    for state in some(spec, 40 if thorough else 20):
        depth, value = depth_of(state), brute_value(BLIND, state)
        assert AlphaBeta().value(state, depth) == value
        full = AlphaBeta(
            bound_tests=True, table={}, sort=backwards, foresee=decided, moves=centre_first
        )
        assert full.value(state, depth) == value


@pytest.mark.req("S1.23", "S4.17")
@every_board
def test_values_with_an_evaluation_are_those_of_brute_force(spec: str, thorough: bool) -> None:
    for state in some(spec, 40 if thorough else 10):
        for depth in range(1, min(4, depth_of(state)) + 1):
            value = NOISY.value(state, depth)
            plain = AlphaBeta(evaluate=noise, score=clear_score)
            assert plain.value(state, depth) == value
            full = AlphaBeta(
                evaluate=noise, score=clear_score, table={}, sort=backwards, foresee=decided
            )
            assert full.value(state, depth) == value


@pytest.mark.req("S1.21")
@pytest.mark.parametrize("maximizer", [X, O])
def test_either_player_may_be_the_maximizer(maximizer: int) -> None:
    brute = Brute(noise, by_distance_apart, maximizer)
    for state in some("connect_four(rows=4,cols=4,k=3)", 20):
        search = AlphaBeta(evaluate=noise, score=clear_score, maximizer=maximizer)
        assert search.value(state, 4) == brute.value(state, 4)
        other = AlphaBeta(evaluate=noise, score=clear_score, maximizer=1 - maximizer)
        assert other.value(state, 4) == -brute.value(state, 4), "what one gains the other loses"


@pytest.mark.req("S1.1", "S1.2", "S1.23", "S1.38", "S1.39", "S1.41")
def test_endgames_with_eight_empty_cells(thorough: bool) -> None:
    brute = Brute()
    last_cell = 0
    for state in endgames(400 if thorough else 150, 8):
        brute.memory.clear()
        value = brute.value(state, 8)
        assert AlphaBeta().value(state, 8) == value
        assert AlphaBeta(bound_tests=True, moves=centre_first).value(state, 8) == value
        search = AlphaBeta(
            bound_tests=True, moves=centre_first, sort=sorted_columns, table={}, foresee=decided
        )
        centre = Brute(moves=centre_first, memory=brute.memory)
        assert search_alphabeta(state, search, 8).action == centre.choice(state, 8)
        last_cell += abs(value) == 1
    assert last_cell >= (3 if thorough else 1), "some of them are decided by the very last stone"


@pytest.mark.req("S1.2", "S1.39", "S1.41")
def test_a_win_on_the_very_last_cell_is_not_a_draw() -> None:
    game = Mnk(2, 3, 3)
    drawn, lost, won = (
        parse_position(game, text) for text in ("XX./OOX O", "XXO/OO. O", "OOX/XX. X")
    )
    assert AlphaBeta().value(drawn, 1) == 0, "a full board is a draw"
    assert AlphaBeta().value(lost, 1) == -1, "the minimizer wins with the last stone"
    assert AlphaBeta().value(won, 1) == 1
    for state, word in ((drawn, "draw"), (lost, "win in 1 ply"), (won, "win in 1 ply")):
        value = search_alphabeta(state, AlphaBeta(bound_tests=True, table={}), 1).value
        assert value is not None
        assert value.words == word


@pytest.mark.req("S1.19")
def test_a_win_in_three_plies_beats_a_win_in_seven() -> None:
    text = "......./.X..O.O/.O..X.X/.X..X.X/OX.OOXO/OOOXOXX X"
    state = parse_position(ConnectFour(), text)
    search = AlphaBeta(table={}, bound_tests=True, foresee=decided)
    decision = search_alphabeta(state, search, 7)
    words = {action: value.words for action, value in decision.values.items()}
    assert words[0] == "win in 7 plies"
    assert words[3] == words[5] == "win in 3 plies"
    assert decision.action == 3, "although column 1 is tried first"
    assert Brute().value(state.play(3), 6) == 5


@pytest.mark.req("S1.20")
def test_a_win_two_plies_later_scores_two_less() -> None:
    state = play_all(ConnectFour().initial_state(), columns("445566"))
    scores = {
        action: value.score
        for action, value in search_alphabeta(state, AlphaBeta(), 5).values.items()
    }
    assert scores[2] == scores[6] == 5, "at once, with four plies left"
    assert scores[0] == 3, "O cannot block both ends"
    lost = state.play(0)
    assert AlphaBeta().value(lost, 4) == 3


@pytest.mark.req("S1.20", "S1.21", "S1.42")
def test_the_winner_gives_the_sign_whoever_is_to_move() -> None:
    x_won = play_all(ConnectFour().initial_state(), columns("1212121"))
    o_won = play_all(ConnectFour().initial_state(), columns("71212121"))
    for left in (0, 3, 9):
        assert AlphaBeta().value(x_won, left) == left + 1
        assert AlphaBeta().value(o_won, left) == -left - 1
        assert AlphaBeta(maximizer=O).value(o_won, left) == left + 1
    assert AlphaBeta().value(play_all(x_won.game.initial_state(), columns("121212")), 4) == 4
    assert AlphaBeta().value(play_all(x_won.game.initial_state(), columns("7121212")), 4) == -4


# Windows


@pytest.mark.req("S1.23", "S1.36")
@pytest.mark.parametrize("spec", ["connect_four(rows=4,cols=4,k=3)", "mnk(rows=3,cols=3,k=3)"])
def test_fail_hard_a_value_outside_the_window_is_its_nearer_edge(spec: str) -> None:
    rng = Random(spec)
    for state in some(spec, 15):
        depth, value = depth_of(state), brute_value(BLIND, state)
        for _ in range(8):
            alpha, beta = sorted(rng.sample(range(-depth - 2, depth + 3), 2))
            inside = min(max(value, alpha), beta)
            assert AlphaBeta().value(state, depth, alpha, beta) == inside
            assert AlphaBeta(sort=backwards).value(state, depth, alpha, beta) == inside


@pytest.mark.req("S1.22")
def test_all_switches_keep_the_side_of_the_window_on_which_a_value_lies() -> None:
    rng = Random(1)
    for state in some("connect_four(rows=4,cols=4,k=3)", 40):
        depth, value = depth_of(state), brute_value(BLIND, state)
        search = AlphaBeta(table={}, bound_tests=True, foresee=decided)
        for _ in range(8):  # the table remembers what other windows have shown
            alpha, beta = sorted(rng.sample(range(-depth - 2, depth + 3), 2))
            found = search.value(state, depth, alpha, beta)
            if value <= alpha:
                assert found <= alpha
            elif value >= beta:
                assert found >= beta
            else:
                assert found == value


@pytest.mark.req("S1.42")
def test_the_window_travels_down_the_tree_and_only_narrows() -> None:
    narrowed = 0
    for state in some("connect_four(rows=4,cols=4,k=3)", 20):
        spy = Spy()
        spy.value(state, depth_of(state), -3, 4)
        assert all(-3 <= alpha < beta <= 4 for _, _, alpha, beta in spy.seen)
        narrowed += sum((alpha, beta) != (-3, 4) for _, _, alpha, beta in spy.seen)
    assert narrowed > 0


@pytest.mark.req("S1.36")
def test_the_procedure_takes_position_depth_and_window_and_answers_with_a_number() -> None:
    assert list(inspect.signature(AlphaBeta.value).parameters) == [
        "self",
        "state",
        "plies_left",
        "alpha",
        "beta",
    ]
    value = AlphaBeta(maximizer=O).value(Mnk().initial_state(), 3)
    assert isinstance(value, int | float)


@pytest.mark.req("S1.22")
@each("left", [1, 2, 5])
def test_a_window_that_no_win_can_reach_is_cut_before_any_move(left: int) -> None:
    state = ConnectFour().initial_state()
    spy = Spy(bound_tests=True)
    assert spy.value(state, left, alpha=left) == left
    assert spy.value(state.play(0), left, beta=-left) == -left
    assert len(spy.seen) == 2
    spy = Spy(bound_tests=True)
    spy.value(state, left, alpha=left - 0.5)
    assert len(spy.seen) > 1


# A move that wins on the spot, and moves after it


@each("settings", [{}, {"foresee": decided}, {"bound_tests": True}])
def test_bounds_are_finite_numbers(settings: dict[str, object]) -> None:
    state = play_all(ConnectFour().initial_state(), columns("445566"))
    search = AlphaBeta(**settings)  # type: ignore[arg-type]
    decision = search_alphabeta(state, search, 3, narrow=True)
    assert decision.action == 2
    for value in decision.values.values():
        assert abs(value.score) < INFINITY, "JSON has no such number, and it says nothing"


# What scores mean


@pytest.mark.req("S1.20")
def test_what_a_distance_says() -> None:
    assert value_of_distance(6, 6, True).words == "win in 1 ply"
    assert value_of_distance(1, 6, False).words == "win in 6 plies"
    assert value_of_distance(-5, 6, True).words == "loss in 2 plies"
    assert value_of_distance(0, 6, False) == Value(Kind.PROVEN, 0, Result.DRAW)
    assert value_of_distance(0, 6, True) == Value(Kind.ESTIMATE, 0)


def test_what_a_clear_score_says() -> None:
    assert clear_score(True, 0) == 1_000_000_001
    assert clear_score(False, 4) == -1_000_000_005
    for plies in (1, 3, 6):
        won, lost = clear_score(True, 6 - plies), clear_score(False, 6 - plies)
        assert value_of_clear(won, 6, True) == Value(Kind.PROVEN, won, Result.WIN, plies)
        assert value_of_clear(lost, 6, True) == Value(Kind.PROVEN, lost, Result.LOSS, plies)
    assert value_of_clear(12.5, 6, False) == Value(Kind.ESTIMATE, 12.5)
    assert value_of_clear(0, 6, True) == Value(Kind.ESTIMATE, 0)
    assert value_of_clear(0, 6, False) == Value(Kind.PROVEN, 0, Result.DRAW)
    assert value_of_estimate(5, 6, False) == Value(Kind.ESTIMATE, 5)
    assert distance_score(True, 3) + 1_000_000_000 == clear_score(True, 3)
