"""Minimax against brute force, its reserved scores, and the recorded games it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Timer
from time import process_time

import pytest

from cases import each
from helpers import census, columns, play_all
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.registry import load_game
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Kind, Result
from inarow.search.evaluators import evaluator
from inarow.search.limit import Limit
from inarow.search.minimax.plain import minimax, search_minimax
from inarow.search.minimax.root import distance_score
from inarow.search.ordering import plain_moves
from inarow.search.scores import UNEXPLORED_MAX, UNEXPLORED_MIN
from oracle import (
    BLOCKS,
    LOSS,
    RECORDED,
    WIN,
    WINS,
    Brute,
    blind,
    by_distance,
    noise,
    nothing,
    positions,
    recorded_state,
    sent_to_full_boards,
    snapshot,
    wins_now,
)

BOARDS = [
    "connect_four(rows=4,cols=4,k=3)",
    "connect_four(rows=6,cols=7,k=4)",
    "connect_four(rows=3,cols=5,k=4)",
    "mnk(rows=3,cols=3,k=3)",
    "mnk(rows=3,cols=4,k=3,overline=exact)",
    "nine_board",
    "nine_board(first_move=free)",
    "nine_board(first_move=free,full_board=free)",
]
every_board = pytest.mark.parametrize("spec", BOARDS)

WINDOW_COST = evaluator("window_cost")


def check_line(state: State, decision: Decision) -> None:
    assert decision.line[0] == decision.action
    for action in decision.line:
        assert action in state.legal_actions()
        state = state.play(action)


# Brute force


@pytest.mark.req("S0.22")
@every_board
def test_values_and_choices_are_those_of_brute_force(spec: str, thorough: bool) -> None:
    brute = Brute(noise, blind)
    for state in positions(spec, 40 if thorough else 8):
        for depth in (1, 2, 3):
            assert minimax(state, depth, noise) == brute.value(state, depth)
        decision = search_minimax(state, 3, noise, Limit())
        assert decision.action == brute.choice(state, 3)
        scores = {action: value.score for action, value in decision.values.items()}
        assert scores == brute.scores(state, 3)
        check_line(state, decision)


@pytest.mark.req("S0.22")
def test_choosing_a_board_costs_no_ply() -> None:
    brute = Brute(noise, blind)
    start = load_game("nine_board(first_move=free)").initial_state()
    for state in (start, *sent_to_full_boards(3)):
        for depth in (1, 2):
            assert minimax(state, depth, noise) == brute.value(state, depth)
            decision = search_minimax(state, depth, noise, Limit())
            assert decision.action == brute.choice(state, depth)
            check_line(state, decision)


@pytest.mark.req("S0.22")
@each("name", ["window_cost", "open_lines", "weighted_chains", "none"])
def test_choices_with_real_evaluations_are_those_of_brute_force(name: str) -> None:
    evaluate = evaluator(name)
    brute = Brute(evaluate, blind)
    for spec in ("connect_four(rows=5,cols=5,k=4)", "mnk(rows=4,cols=4,k=3)"):
        for state in positions(spec, 15):
            assert search_minimax(state, 2, evaluate, Limit()).action == brute.choice(state, 2)


@pytest.mark.req("S0.22")
@pytest.mark.parametrize("spec", ["mnk(rows=3,cols=3,k=3)", "connect_four(rows=4,cols=4,k=3)"])
def test_a_search_to_the_end_needs_no_evaluation(spec: str) -> None:
    def unexpected(state: State, player: int) -> float:
        raise AssertionError("the end of the game is always reached")

    brute = Brute(nothing, blind)
    for state in positions(spec, 30, empty=6):
        assert minimax(state, 16, unexpected) == brute.value(state, 16)


@pytest.mark.req("S1.20")
def test_scores_may_tell_distances() -> None:
    brute = Brute(noise, by_distance)
    for state in positions("connect_four(rows=4,cols=4,k=3)", 20):
        assert minimax(state, 3, noise, score=distance_score) == brute.value(state, 3)


@pytest.mark.req("S0.14", "S1.21")
def test_either_player_may_be_the_maximizer() -> None:
    brute = Brute(noise, blind, maximizer=1)
    for state in positions("connect_four(rows=4,cols=4,k=3)", 20):
        assert minimax(state, 3, noise, maximizer=1) == brute.value(state, 3)
        decision = search_minimax(state, 3, noise, Limit(), maximizer=1)
        assert decision.action == brute.choice(state, 3)


@pytest.mark.req("S0.28")
def test_ties_go_to_the_first_move_in_order() -> None:
    def right_to_left(state: State) -> Sequence[int]:
        return state.legal_actions()[::-1]

    start = ConnectFour().initial_state()
    assert search_minimax(start, 2, nothing, Limit()).action == 0
    assert search_minimax(start, 2, nothing, Limit(), moves=right_to_left).action == 6
    assert search_minimax(start.play(0), 2, nothing, Limit(), moves=right_to_left).action == 6


@pytest.mark.req("S1.40")
@each("depth", [1, 2, 3, 4])
def test_positions_are_judged_just_as_deep_as_asked(depth: int) -> None:
    for spec in ("connect_four(rows=4,cols=4,k=4)", "nine_board(first_move=free)"):
        start = load_game(spec).initial_state()
        judged: list[int] = []

        def remember(state: State, player: int, judged: list[int] = judged) -> float:
            judged.append(state.ply)
            return 0

        minimax(start, min(depth, 2) if start.game.name == "nine_board" else depth, remember)
        assert set(judged) == {min(depth, 2) if start.game.name == "nine_board" else depth}


@pytest.mark.req("S1.37", "X.6")
@every_board
def test_the_position_of_the_caller_stays_as_it_was(spec: str) -> None:
    for state in positions(spec, 4):
        before = snapshot(state)
        search_minimax(state, 2, noise, Limit())
        assert snapshot(state) == before


# Reserved scores


@pytest.mark.req("S0.23")
@each("spec", ["connect_four(rows=6,cols=7,k=4)", "connect_four(rows=4,cols=5,k=3)", "mnk(5,5,4)"])
def test_the_evaluation_never_gives_a_reserved_score(spec: str) -> None:
    reserved = {WIN, LOSS, LOSS - 1, WIN + 1}
    for state in positions(spec, 200):
        for player in (0, 1):
            score = WINDOW_COST(state, player)
            assert score not in reserved
            assert abs(score) < 1000


@pytest.mark.req("S0.24")
def test_a_decided_game_scores_the_same_whoever_is_to_move() -> None:
    before = recorded_state("game1.11")
    assert minimax(before, 1, WINDOW_COST) == 2147483647
    assert minimax(before, 3, WINDOW_COST) == 2147483647
    won = before.play(RECORDED["game1.11"]["column"] - 1)
    for depth in (0, 1, 5):
        assert minimax(won, depth, WINDOW_COST) == 2147483647
        assert minimax(won, depth, WINDOW_COST, maximizer=1) == -2147483648
    o_wins = play_all(ConnectFour().initial_state(), columns("71212121"))
    assert minimax(o_wins, 3, WINDOW_COST) == -2147483648


@pytest.mark.req("S0.22")
def test_a_full_board_scores_nothing() -> None:
    drawn = play_all(Mnk().initial_state(), [0, 1, 2, 4, 3, 5, 7, 6, 8])
    assert drawn.outcome is not None
    assert drawn.outcome.winner is None
    assert minimax(drawn, 3, noise) == 0


@pytest.mark.req("S0.23", "S0.25")
@each("depth", [1, 2, 3, 4])
def test_when_every_column_loses_a_legal_one_is_still_chosen(depth: int) -> None:
    state = recorded_state("game1.10")
    decision = search_minimax(state, depth, WINDOW_COST, Limit())
    assert decision.action in state.legal_actions()
    if depth >= 2:
        assert {value.result for value in decision.values.values()} == {Result.LOSS}
        assert all(value.kind is Kind.PROVEN for value in decision.values.values())
        assert decision.action == state.legal_actions()[0], "all are equally bad"


@pytest.mark.req("S0.23")
def test_unexplored_is_worse_than_lost() -> None:
    assert UNEXPLORED_MAX < LOSS
    assert UNEXPLORED_MIN > WIN


# Wins and blocks of the recorded games


@pytest.mark.req("S0.26")
@each("name", WINS)
@each("depth", [1, 2, 3])
def test_a_win_that_is_one_move_away_is_taken(name: str, depth: int) -> None:
    state = recorded_state(name)
    decision = search_minimax(state, depth, WINDOW_COST, Limit())
    assert decision.action + 1 in RECORDED[name]["own_winning_columns"]
    assert decision.value is not None
    assert decision.value.words == "win in 1 ply"
    assert decision.line == (decision.action,)


@pytest.mark.req("S0.26")
@each("name", WINS)
def test_no_order_of_the_columns_makes_it_postpone_a_win(name: str) -> None:
    state = recorded_state(name)

    def centre(state: State) -> Sequence[int]:
        return sorted(state.legal_actions(), key=lambda column: abs(column - 3))

    for moves in (centre, lambda state: state.legal_actions()[::-1]):
        decision = search_minimax(state, 3, WINDOW_COST, Limit(), moves=moves)
        assert wins_now(state, decision.action)


@pytest.mark.req("S0.27")
@each("name", BLOCKS)
@each("depth", [2, 3])
def test_a_win_of_the_opponent_that_is_one_move_away_is_blocked(name: str, depth: int) -> None:
    decision = search_minimax(recorded_state(name), depth, WINDOW_COST, Limit())
    assert [decision.action + 1] == RECORDED[name]["required_columns"]


# Facts of the game tree


@pytest.mark.req("S0.29")
@each("size", [(2, 3, 3), (3, 3, 3), (2, 4, 3), (4, 3, 3)])
def test_a_position_has_one_to_width_moves_and_there_are_at_most_three_to_the_cells(
    size: tuple[int, int, int],
) -> None:
    rows, cols, _ = size
    game = ConnectFour(*size)
    counts = census(game.initial_state())
    assert sum(count.positions for count in counts) <= 3 ** (rows * cols)
    for state in positions(str(game), 100):
        assert 1 <= len(state.legal_actions()) <= cols
    assert len(game.initial_state().legal_actions()) == cols


@pytest.mark.req("S0.29")
@each("depth", [1, 2, 3])
def test_the_positions_looked_at_are_at_most_the_sum_of_the_powers_of_the_width(
    depth: int,
) -> None:
    start = ConnectFour().initial_state()
    clock = SearchClock(Limit())
    minimax(start, depth, nothing, clock=clock)
    assert clock.nodes == sum(7**ply for ply in range(depth + 1)), "no column is full yet"


# Limits


@each("nodes", [1, 5, 30, 200])
def test_an_ended_budget_still_leaves_a_legal_move(nodes: int) -> None:
    for spec in BOARDS:
        for state in positions(spec, 2):
            decision = search_minimax(state, 3, noise, Limit(nodes=nodes))
            assert decision.action in state.legal_actions()
            check_line(state, decision)


def test_the_whole_decision_keeps_to_its_number_of_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The expected line is worked out after the choice, and out of the same budget."""
    spent = 0
    spend = SearchClock.spend

    def counting(clock: SearchClock) -> bool:
        nonlocal spent
        spent += 1
        return spend(clock)

    monkeypatch.setattr(SearchClock, "spend", counting)
    start = ConnectFour().initial_state()
    whole = 7 + 49 + 343
    search_minimax(start, 3, nothing, Limit(nodes=whole))
    assert spent <= whole + 3 * 7, "each open position may still count its children"


def test_a_search_is_stopped_from_another_thread() -> None:
    stop = Event()
    timer = Timer(0.1, stop.set)
    timer.start()
    started = process_time()
    state = ConnectFour().initial_state()
    decision = search_minimax(state, 42, WINDOW_COST, Limit(stop=stop), moves=plain_moves)
    timer.join()
    assert process_time() - started < 0.6
    assert decision.action in state.legal_actions()
