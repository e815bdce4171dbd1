"""Solvers are lent to one borrower at a time, and keep what they have learnt."""

from __future__ import annotations

from inarow import Limit, load_agent, load_game, play_moves
from inarow.search.solver import player
from inarow.search.solver.player import lent_solver

SMALL = (4, 5, 8, 1, False)


def test_the_next_borrower_finds_a_warm_table() -> None:
    player._idle.clear()
    with lent_solver(SMALL) as solver:
        cold = solver.solve("").nodes
    with lent_solver(SMALL) as solver:
        assert solver.solve("").nodes < cold


def test_a_lent_solver_is_not_lent_again() -> None:
    with (
        lent_solver(SMALL) as one,
        lent_solver(SMALL) as other,
    ):
        assert one is not other


def test_few_are_kept() -> None:
    for cols in range(4, 8):
        with lent_solver((4, cols, 8, 1, False)):
            pass
    kept = [solver.game.cols for solver in player._idle.values()]
    assert kept == [6, 7]


def test_a_number_of_positions_means_the_same_whoever_solved_before() -> None:
    state = play_moves(load_game("connect_four").initial_state(), "4453")
    limit = Limit(nodes=3000)
    before = load_agent("perfect(book=false)", seed=1).choose(state, limit)
    load_agent("perfect(book=false)", seed=1).choose(play_moves(state, "444"), Limit(seconds=0.2))
    after = load_agent("perfect(book=false)", seed=1).choose(state, limit)
    assert (after.values, after.nodes) == (before.values, before.nodes)
