"""Alpha-beta against brute force: the same values and the same moves, whatever is switched on."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from threading import Event

import pytest

from helpers import columns, play_all
from inarow.agents.ordering import centre_first, sort_by_columns
from inarow.evaluators.threats import decided
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.notation import parse_position
from inarow.registry import load_game
from inarow.search.alphabeta import (
    AlphaBeta,
    clear_score,
    search_alphabeta,
    value_of_clear,
    value_of_distance,
    value_of_estimate,
)
from inarow.search.budget import Budget
from inarow.search.decision import Decision, Info, Kind, Result, Value
from inarow.search.limit import Limit
from inarow.search.root import all_moves, distance_score
from oracle import (
    Brute,
    by_distance,
    by_distance_apart,
    endgames,
    noise,
    nothing,
    positions,
    sent_to_full_boards,
    snapshot,
    stones_left,
    wins_now,
)

INFINITY = float("inf")
X, O = 0, 1  # noqa: E741

BOARDS = {
    "connect_four(rows=4,cols=4,k=3)": 7,
    "connect_four(rows=3,cols=5,k=4)": 8,
    "connect_four(rows=5,cols=3,k=3)": 8,
    "connect_four(rows=2,cols=6,k=3)": 7,
    "mnk(rows=3,cols=3,k=3)": 7,
    "mnk(rows=2,cols=5,k=3)": 6,
    "mnk(rows=3,cols=4,k=3,overline=exact)": 6,
    "mnk(rows=1,cols=7,k=2)": 6,
    "nine_board": 81,
    "nine_board(first_move=free)": 81,
    "nine_board(first_move=free,full_board=free)": 40,
}
"""The games, and how many cells of their boards may be empty, so that brute force is quick."""

every_board = pytest.mark.parametrize("spec", BOARDS)

BLIND = Brute(nothing, by_distance)
NOISY = Brute(noise, by_distance_apart)


def some(spec: str, count: int) -> tuple[State, ...]:
    return positions(spec, count, BOARDS[spec])


def depth_of(state: State) -> int:
    """To the end of the game on small boards; nine boards are never that small."""
    return min(stones_left(state), 3 if state.game.name == "nine_board" else 99)


def backwards(state: State) -> Sequence[int]:
    return state.legal_actions()[::-1]


def brute_value(brute: Brute, state: State) -> float:
    return brute.value(state, depth_of(state))


# Values


@pytest.mark.req("S1.23", "S1.42", "S4.17")
@every_board
def test_values_are_those_of_brute_force(spec: str) -> None:
    for state in some(spec, 40):
        depth, value = depth_of(state), brute_value(BLIND, state)
        assert AlphaBeta().value(state, depth) == value
        full = AlphaBeta(
            bound_tests=True, table={}, sort=backwards, foresee=decided, moves=centre_first
        )
        assert full.value(state, depth) == value


@pytest.mark.req("S1.23", "S4.17")
@every_board
def test_values_with_an_evaluation_are_those_of_brute_force(spec: str) -> None:
    for state in some(spec, 40):
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
def test_400_endgames_with_eight_empty_cells() -> None:
    brute = Brute()
    last_cell = 0
    for state in endgames(400, 8):
        brute.memory.clear()
        value = brute.value(state, 8)
        assert AlphaBeta().value(state, 8) == value
        assert AlphaBeta(bound_tests=True, moves=centre_first).value(state, 8) == value
        search = AlphaBeta(
            bound_tests=True, moves=centre_first, sort=sort_by_columns, table={}, foresee=decided
        )
        centre = Brute(moves=centre_first, memory=brute.memory)
        assert search_alphabeta(state, search, 8).action == centre.choice(state, 8)
        last_cell += abs(value) == 1
    assert last_cell >= 3, "some of them are decided by the very last stone"


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


# Every combination

SWITCHES = ("bound_tests", "table", "sort", "foresee", "deepening", "narrow")
COMBINATIONS = list(product((False, True), repeat=len(SWITCHES)))
ORDERS: dict[str, Callable[[State], Sequence[int]]] = {"left": all_moves, "centre": centre_first}


def name_of(combination: tuple[bool, ...]) -> str:
    return "+".join(n for n, on in zip(SWITCHES, combination, strict=True) if on) or "nothing"


@dataclass
class Case:
    """One way to search, and what brute force says of it."""

    brute: Brute
    deepening: bool
    narrow: bool
    search: AlphaBeta

    def check(self, state: State, depth: int) -> None:
        describe = value_of_clear if self.brute.evaluate is noise else value_of_distance
        decision = search_alphabeta(
            state, self.search, depth, self.deepening, self.narrow, describe
        )
        scores = self.brute.scores(state, depth)
        if self.deepening:
            assert decision.action == self.brute.deepened(state, depth)
        else:
            assert decision.action == self.brute.choice(state, depth)
            self.check_scores(decision, scores)
        assert decision.value == decision.values[decision.action]
        self.check_meaning(decision.value, scores[decision.action], depth)
        check_line(state, decision)

    def check_scores(self, decision: Decision, scores: dict[int, float]) -> None:
        assert list(decision.values) == list(scores)
        for action, value in decision.values.items():
            if value.kind is Kind.BOUND:
                assert self.narrow
                assert scores[action] <= value.score
                assert scores[action] <= scores[decision.action]
            else:
                assert value.score == scores[action]

    def check_meaning(self, value: Value, score: float, depth: int) -> None:
        far = 1_000_000_000 if self.brute.evaluate is noise else 0
        if abs(score) > far:
            assert value.kind is Kind.PROVEN
            assert value.result is (Result.WIN if score > 0 else Result.LOSS)
            assert value.plies == depth + 1 - (abs(score) - far)
        else:
            assert value.score == score
            assert value.plies is None
            if value.kind is Kind.PROVEN:
                assert value.result is Result.DRAW


def check_line(state: State, decision: Decision) -> None:
    assert decision.line[0] == decision.action
    for action in decision.line:
        assert action in state.legal_actions()
        state = state.play(action)


@pytest.mark.req("S1.22", "S1.23", "S1.38", "S4.17")
@pytest.mark.parametrize("combination", COMBINATIONS, ids=name_of)
def test_every_combination_chooses_like_brute_force(combination: tuple[bool, ...]) -> None:
    bound_tests, table, sort, foresee, deepening, narrow = combination
    for order, moves in ORDERS.items():
        brute = Brute(nothing, by_distance, moves=moves, memory=MEMORY[order])
        for spec in BOARDS:
            for state in some(spec, 4):
                search = AlphaBeta(
                    moves=moves,
                    bound_tests=bound_tests,
                    table={} if table else None,
                    sort=backwards if sort else None,
                    foresee=decided if foresee else None,
                )
                Case(brute, deepening, narrow, search).check(state, depth_of(state))


@pytest.mark.req("S1.23", "S4.17")
@pytest.mark.parametrize("combination", [c for c in COMBINATIONS if not c[0]], ids=name_of)
def test_every_combination_with_an_evaluation_chooses_like_brute_force(
    combination: tuple[bool, ...],
) -> None:
    _, table, sort, foresee, deepening, narrow = combination
    brute = Brute(noise, by_distance_apart, moves=centre_first, memory=MEMORY["noise"])
    for spec in BOARDS:
        for state in some(spec, 6):
            search = AlphaBeta(
                evaluate=noise,
                score=clear_score,
                moves=centre_first,
                table={} if table else None,
                sort=backwards if sort else None,
                foresee=decided if foresee else None,
            )
            Case(brute, deepening, narrow, search).check(state, min(3, depth_of(state)))


MEMORY: dict[str, dict[object, float]] = {"left": {}, "centre": {}, "noise": {}}


def test_the_positions_tried_are_of_every_sort() -> None:
    seen = Counter(
        (state.player, any(wins_now(state, action) for action in state.legal_actions()))
        for spec in BOARDS
        for state in some(spec, 40)
    )
    assert len(seen) == 4
    assert min(seen.values()) >= 20, seen


def test_choosing_a_board_costs_no_ply() -> None:
    state = load_game("nine_board(first_move=free)").initial_state()
    assert AlphaBeta(evaluate=noise, score=clear_score).value(state, 2) == NOISY.value(state, 2)
    decision = search_alphabeta(state, AlphaBeta(table={}), 2)
    assert len(decision.values) == 9
    assert decision.action == 0
    for state in sent_to_full_boards(3):
        assert len({state.player, state.play(state.legal_actions()[0]).player}) == 1
        for depth in (1, 2, 3):
            search = AlphaBeta(evaluate=noise, score=clear_score, table={}, foresee=decided)
            assert search.value(state, depth) == NOISY.value(state, depth)
            Case(NOISY, True, False, search).check(state, depth)


# Windows


@pytest.mark.req("S1.23", "S1.36")
@pytest.mark.parametrize("spec", ["connect_four(rows=4,cols=4,k=3)", "mnk(rows=3,cols=3,k=3)"])
def test_fail_hard_a_value_outside_the_window_is_its_nearer_edge(spec: str) -> None:
    rng = Random(spec)
    for state in some(spec, 40):
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


@dataclass
class Spy(AlphaBeta):
    """Writes down every position that is looked at, with its window."""

    seen: list[tuple[State, int, float, float]] = field(default_factory=list)

    def value(
        self, state: State, plies_left: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> float:
        self.seen.append((state, plies_left, alpha, beta))
        return super().value(state, plies_left, alpha, beta)


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
@pytest.mark.parametrize("left", [1, 2, 5])
def test_a_window_that_no_win_can_reach_is_cut_before_any_move(left: int) -> None:
    state = ConnectFour().initial_state()
    spy = Spy(bound_tests=True)
    assert spy.value(state, left, alpha=left) == left
    assert spy.value(state.play(0), left, beta=-left) == -left
    assert len(spy.seen) == 2
    spy = Spy(bound_tests=True)
    spy.value(state, left, alpha=left - 0.5)
    assert len(spy.seen) > 1


# The number of positions


def counted(states: Sequence[State], **settings: object) -> list[int]:
    """The positions that each search visits, to the end of the game."""
    counts = []
    for state in states:
        fresh: dict[str, object] = {"table": {}} if "table" in settings else {}
        search = AlphaBeta(**{**settings, **fresh})  # type: ignore[arg-type]
        search.value(state, stones_left(state))
        counts.append(search.budget.nodes)
    return counts


@pytest.mark.req("S1.22")
@pytest.mark.parametrize("moves", ORDERS.values(), ids=ORDERS)
def test_bound_tests_never_visit_more_positions(
    moves: Callable[[State], Sequence[int]],
) -> None:
    states = endgames(400, 8)
    without, with_tests = counted(states, moves=moves), counted(states, moves=moves, bound_tests=1)
    assert all(few <= many for few, many in zip(with_tests, without, strict=True))
    assert sum(with_tests) < 0.9 * sum(without)


@pytest.mark.req("S1.18")
def test_foresight_gives_the_same_value_and_visits_fewer_positions() -> None:
    states = endgames(400, 8)
    for state in states[:100]:
        plain, wise = AlphaBeta(), AlphaBeta(foresee=decided)
        assert plain.value(state, 8) == wise.value(state, 8)
    without, with_it = counted(states), counted(states, foresee=decided)
    assert all(few <= many for few, many in zip(with_it, without, strict=True))
    assert sum(with_it) < 0.5 * sum(without)


@pytest.mark.req("S1.18")
@pytest.mark.parametrize("left", [1, 2, 3, 9])
def test_foresight_reaches_no_further_than_the_search(left: int) -> None:
    state = play_all(ConnectFour().initial_state(), columns("33445"))  # X threatens 2 and 6
    search = AlphaBeta(foresee=decided)
    assert search.value(state, left) == (left - 1 if left >= 2 else 0)
    assert (search.budget.nodes == 1) == (left >= 2)


@pytest.mark.req("S1.25")
def test_better_orders_visit_fewer_positions_in_total() -> None:
    states = endgames(60, 11)
    left, base = sum(counted(states)), sum(counted(states, moves=centre_first))
    by_score = sum(counted(states, moves=centre_first, sort=sort_by_columns))
    assert by_score < base < left


def test_a_table_visits_fewer_positions() -> None:
    states = endgames(40, 11)
    assert sum(counted(states, table=True)) < sum(counted(states))


@pytest.mark.req("S1.40")
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("settings", [{}, {"table": {}, "bound_tests": True}])
def test_no_position_is_deeper_than_the_depth(depth: int, settings: dict[str, object]) -> None:
    for spec in BOARDS:
        for state in some(spec, 3):
            spy = Spy(**settings)  # type: ignore[arg-type]
            search_alphabeta(state, spy, depth)
            assert all(seen.ply - state.ply <= depth for seen, _, _, _ in spy.seen)
            assert all(left == depth - (seen.ply - state.ply) for seen, left, _, _ in spy.seen)
            assert min(left for _, left, _, _ in spy.seen) >= 0


@pytest.mark.req("S1.27")
def test_moves_are_sorted_only_where_more_plies_are_left_than_the_threshold() -> None:
    """The threshold counts like the original's depth: one more than the plies that are left."""
    sorted_at: list[int] = []

    def sort(state: State) -> Sequence[int]:
        sorted_at.append(state.ply)
        return state.legal_actions()

    state = ConnectFour(rows=10, cols=1, k=4).initial_state()  # one move at a time, and no line
    for depth, calls in ((20, []), (21, [0]), (22, [0, 1]), (25, [0, 1, 2, 3, 4])):
        sorted_at.clear()
        AlphaBeta(sort=sort, sort_above=20).value(state, depth - 1)
        assert sorted_at == calls
    sorted_at.clear()
    AlphaBeta(sort=sort, sort_above=3).value(state, 5)
    assert sorted_at == [0, 1, 2], "the threshold is a parameter"


# The state, the line, the limit


@pytest.mark.req("S1.37", "X.6")
@every_board
def test_the_position_of_the_caller_stays_as_it_was(spec: str) -> None:
    for state in some(spec, 4):
        before, path = snapshot(state), [snapshot(state.play(a)) for a in state.legal_actions()]
        search_alphabeta(state, AlphaBeta(table={}, foresee=decided), min(4, depth_of(state)), True)
        assert snapshot(state) == before
        assert [snapshot(state.play(a)) for a in state.legal_actions()] == path


@pytest.mark.req("S1.19")
@pytest.mark.parametrize("deepening", [False, True])
def test_the_line_leads_to_the_end_that_the_value_promises(deepening: bool) -> None:
    for state in endgames(100, 8):
        decision = search_alphabeta(state, AlphaBeta(table={}), 8, deepening)
        check_line(state, decision)
        value = decision.value
        assert value is not None
        if value.plies is None:
            continue
        assert len(decision.line) == value.plies
        end = play_all(state, decision.line).outcome
        assert end is not None
        assert (end.winner == state.player) == (value.result is Result.WIN)


def test_every_completed_depth_is_told() -> None:
    heard: list[Info] = []
    state = ConnectFour(4, 4, 4).initial_state()
    search = AlphaBeta(evaluate=noise, score=clear_score)
    decision = search_alphabeta(state, search, 4, True, False, value_of_clear, heard.append)
    assert [info.depth for info in heard] == [1, 2, 3, 4]
    assert heard[-1].action == decision.action
    assert heard[-1].line == decision.line
    assert [info.nodes for info in heard] == sorted(info.nodes for info in heard)


def test_the_last_depth_is_told_too_when_it_settles_the_matter() -> None:
    heard: list[Info] = []
    state = play_all(ConnectFour().initial_state(), columns("141412"))
    decision = search_alphabeta(state, AlphaBeta(), 8, deepening=True, on_info=heard.append)
    assert decision.value is not None
    assert decision.value.words == "win in 1 ply"
    assert [info.depth for info in heard] == [1]


@pytest.mark.parametrize("deepening", [False, True])
@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000])
def test_an_ended_budget_still_leaves_a_legal_move(nodes: int, deepening: bool) -> None:
    for spec in BOARDS:
        for state in some(spec, 4):
            search = AlphaBeta(
                evaluate=noise, score=clear_score, budget=Budget(Limit(nodes=nodes)), table={}
            )
            depth = stones_left(state)
            decision = search_alphabeta(state, search, depth, deepening, describe=value_of_clear)
            assert decision.action in state.legal_actions()
            check_line(state, decision)
            assert decision.nodes <= nodes + 2000


def test_a_search_that_ran_out_of_work_proves_nothing_wrong() -> None:
    for state in some("connect_four(rows=4,cols=4,k=3)", 40):
        truth = BLIND.scores(state, stones_left(state))
        for nodes in (3, 10, 30, 100):
            search = AlphaBeta(budget=Budget(Limit(nodes=nodes)), table={})
            decision = search_alphabeta(state, search, stones_left(state), deepening=True)
            for action, value in decision.values.items():
                if value.kind is Kind.PROVEN:
                    sign = {Result.WIN: 1, Result.LOSS: -1, Result.DRAW: 0}[
                        value.result or Result.DRAW
                    ]
                    assert (truth[action] > 0) - (truth[action] < 0) == sign


def test_a_deepening_search_keeps_the_last_complete_depth() -> None:
    state = ConnectFour().initial_state()
    for nodes in (100, 500, 2000):
        heard: list[Info] = []
        search = AlphaBeta(evaluate=noise, score=clear_score, budget=Budget(Limit(nodes=nodes)))
        decision = search_alphabeta(state, search, 42, True, False, value_of_clear, heard.append)
        assert heard
        assert decision.action == heard[-1].action
        assert decision.value == heard[-1].value
        depth = heard[-1].depth or 0
        assert decision.action == NOISY.deepened(state, depth)
        assert decision.nodes >= nodes, "all work is counted, that of the broken depth too"


def test_a_stopped_search_answers_with_its_first_move() -> None:
    stop = Event()
    stop.set()
    search = AlphaBeta(budget=Budget(Limit(stop=stop)), moves=centre_first)
    decision = search_alphabeta(ConnectFour().initial_state(), search, 42)
    assert decision.action == 3
    assert decision.nodes < 10


def test_cuts_can_be_watched() -> None:
    state = ConnectFour(4, 4, 3).initial_state()
    search = AlphaBeta(cuts=[])
    search.value(state, 6)
    assert search.cuts
    for cut in search.cuts:
        assert cut.alpha >= cut.beta
        assert cut.action in cut.state.legal_actions()


# A move that wins on the spot, and moves after it


@pytest.mark.parametrize("settings", [{}, {"foresee": decided}, {"bound_tests": True}])
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
