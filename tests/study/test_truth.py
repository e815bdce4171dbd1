"""The truth about moves: proven, or nothing at all, however few positions may be searched."""

from __future__ import annotations

from threading import Event

import pytest

from inarow.agents.ready import load_kernels
from inarow.games.base import State
from inarow.search.decision import Kind
from inarow.study import truth
from inarow.study.ask import position
from inarow.study.truth import ExactTruth

ONE_COLUMN_LEFT = "122112221123134343444455355365665666"
"""Of five in a row; one move is legal, so that a single value is already that of every move."""


def values_of(state: State, nodes: int | None = None, stop: Event | None = None) -> set[Kind]:
    """The kinds of all values; none where nothing is told."""
    asked = ExactTruth(state.game, stop, nodes)
    load_kernels(*asked.kernels)
    found = asked.values(state)
    assert len(found) in (0, len(state.legal_actions()))
    return {value.kind for value in found.values()}


@pytest.mark.parametrize("nodes", [1, 10, 300])
@pytest.mark.parametrize("moves", ["445353216", "4453532167", "44535321677"])
def test_a_solver_that_runs_out_of_positions_tells_nothing(moves: str, nodes: int) -> None:
    assert values_of(position(moves), nodes) == set()


def test_a_solver_that_has_enough_of_them_tells_all() -> None:
    assert values_of(position("5554224333234511764415115")) == {Kind.PROVEN}


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("connect_four(rows=6,cols=7,k=5)", ONE_COLUMN_LEFT),
        ("mnk(5,5,4)", "c3b2a1"),
        ("tic_tac_toe", "b2"),
    ],
)
@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 100, 1000])
def test_a_search_that_runs_out_of_positions_tells_nothing_that_is_not_proven(
    game: str, moves: str, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(truth, "EXACT_NODES", nodes)
    assert values_of(position(game, moves)) <= {Kind.PROVEN}


def test_a_search_that_is_stopped_tells_nothing_that_is_not_proven() -> None:
    stop = Event()
    stop.set()
    state = position("connect_four(rows=6,cols=7,k=5)", ONE_COLUMN_LEFT)
    assert values_of(state, stop=stop) <= {Kind.PROVEN}
