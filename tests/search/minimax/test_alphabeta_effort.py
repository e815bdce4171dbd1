"""How many positions alpha-beta visits, and which switches save some."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from alphabeta_cases import BOARDS, ORDERS, Spy, some
from cases import each
from helpers import columns, play_all
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.search.evaluators.column_score import sorted_columns
from inarow.search.evaluators.threats import decided
from inarow.search.minimax.alphabeta import AlphaBeta, search_alphabeta
from inarow.search.ordering import centre_first
from oracle import endgames, stones_left


def counted(states: Sequence[State], **settings: object) -> list[int]:
    """The positions that each search visits, to the end of the game."""
    counts = []
    for state in states:
        fresh: dict[str, object] = {"table": {}} if "table" in settings else {}
        search = AlphaBeta(**{**settings, **fresh})  # type: ignore[arg-type]
        search.value(state, stones_left(state))
        counts.append(search.clock.nodes)
    return counts


@pytest.mark.req("S1.22")
@pytest.mark.parametrize("moves", ORDERS.values(), ids=ORDERS)
def test_bound_tests_never_visit_more_positions(
    moves: Callable[[State], Sequence[int]],
) -> None:
    states = endgames(150, 8)
    without, with_tests = counted(states, moves=moves), counted(states, moves=moves, bound_tests=1)
    assert all(few <= many for few, many in zip(with_tests, without, strict=True))
    assert sum(with_tests) < 0.9 * sum(without)


@pytest.mark.req("S1.18")
def test_foresight_gives_the_same_value_and_visits_fewer_positions() -> None:
    states = endgames(150, 8)
    for state in states[:50]:
        plain, wise = AlphaBeta(), AlphaBeta(foresee=decided)
        assert plain.value(state, 8) == wise.value(state, 8)
    without, with_it = counted(states), counted(states, foresee=decided)
    assert all(few <= many for few, many in zip(with_it, without, strict=True))
    assert sum(with_it) < 0.5 * sum(without)


@pytest.mark.req("S1.18")
@each("left", [1, 2, 3, 9])
def test_foresight_reaches_no_further_than_the_search(left: int) -> None:
    state = play_all(ConnectFour().initial_state(), columns("33445"))  # X threatens 2 and 6
    search = AlphaBeta(foresee=decided)
    assert search.value(state, left) == (left - 1 if left >= 2 else 0)
    assert (search.clock.nodes == 1) == (left >= 2)


@pytest.mark.req("S1.25")
def test_better_orders_visit_fewer_positions_in_total() -> None:
    states = endgames(30, 11)
    left, base = sum(counted(states)), sum(counted(states, moves=centre_first))
    by_score = sum(counted(states, moves=centre_first, sort=sorted_columns))
    assert by_score < base < left


def test_a_table_visits_fewer_positions() -> None:
    states = endgames(20, 11)
    assert sum(counted(states, table=True)) < sum(counted(states))


@pytest.mark.req("S1.40")
@each("depth", [1, 2, 3, 4])
@each("settings", [{}, {"table": {}, "bound_tests": True}])
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
