"""The long tests beside `search/solver/test_solver.py`."""

from __future__ import annotations

import pytest

from inarow.search.solver.solver import Solver
from search.solver.test_solver import lines, solver

__all__ = ["solver"]


@pytest.mark.parametrize("name", ["Test_L2_R2", "Test_L1_R2", "hard10"])
def test_all_known_scores(solver: Solver, name: str) -> None:
    moves, scores = lines(name)
    assert solver.solve_many(moves).lowest.tolist() == scores


@pytest.mark.parametrize("part", range(10))
def test_all_known_scores_of_hard_openings(solver: Solver, part: int) -> None:
    moves, scores = lines("Test_L1_R3")
    assert solver.solve_many(moves[part::10]).lowest.tolist() == scores[part::10]


def test_the_second_player_wins_on_six_by_six() -> None:
    assert Solver(6, 6).score("") == -1


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_player_wins_in_the_centre_only(threads: int) -> None:
    scores = Solver(threads=threads).scores("")
    assert scores == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
