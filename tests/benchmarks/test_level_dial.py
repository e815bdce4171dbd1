"""The dial of levels: settings between two measured ones are read off evenly."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.level_dial import BUDGETS, at_rating, grid

from inarow.agents.levels import Strength

POINTS = [
    (Strength("mcts", 100, 0.8), 100.0),
    (Strength("mcts", 100, 0.4), 300.0),
    (Strength("mcts", 100, 0.0), 500.0),
    (Strength("mcts", 10_000, 0.0), 900.0),
]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (100, Strength("mcts", 100, 0.8)),
        (200, Strength("mcts", 100, 0.6)),
        (350, Strength("mcts", 100, 0.3)),
        (700, Strength("mcts", 1000, 0.0)),  # halfway in powers of ten
        (900, Strength("mcts", 10_000, 0.0)),
        (2000, Strength("mcts", 10_000, 0.0)),  # beyond the grid
    ],
)
def test_settings_are_read_off_between_the_points_of_the_grid(
    wanted: float, expected: Strength
) -> None:
    assert at_rating(POINTS, wanted) == expected


def test_a_dip_in_what_was_measured_does_not_confuse_it() -> None:
    dip = [*POINTS[:2], (Strength("mcts", 100, 0.2), 290.0), *POINTS[2:]]
    assert at_rating(dip, 295) in (Strength("mcts", 100, 0.41), Strength("mcts", 100, 0.19))


@pytest.mark.parametrize("search", BUDGETS)
def test_the_grid_goes_from_careless_to_long_searches(search: str) -> None:
    settings = grid(search)
    assert settings == sorted(settings, key=lambda each: (-each.overlook, each.budget))
    assert len(set(settings)) == len(settings)
