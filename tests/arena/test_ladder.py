"""A quick rating: levels of known strength are rated as what they are."""

from __future__ import annotations

import pytest

from inarow.arena.elo import score_of
from inarow.arena.ladder import Ladder, rating_of
from inarow.registry import load_agent, load_game


def test_the_rating_is_the_one_that_expects_the_points() -> None:
    others = [200.0, 600.0, 900.0]
    results = [(elo, score_of(750 - elo)) for elo in others for _ in range(200)]
    found = rating_of(results)
    assert found.value == pytest.approx(750, abs=3)
    assert 20 < found.error < 50
    assert rating_of(results[:30]).error > 2 * found.error


def test_who_wins_every_game_has_a_rating_with_a_wide_error() -> None:
    found = rating_of([(500.0, 1.0)] * 24)
    assert 800 < found.value < 2000
    assert found.error > 300


def test_a_player_is_placed_among_the_levels() -> None:
    ladder = Ladder(load_game("tic_tac_toe"))
    assert ladder.measured
    weak, strong = (ladder.climb(load_agent(name, seed=1)) for name in ("random", "level(3)"))
    assert weak.games == strong.games == 24
    assert weak.rating is not None
    assert strong.rating is not None
    assert weak.rating.value + weak.rating.error < strong.rating.value


def test_where_levels_were_not_measured_points_are_all_that_is_said() -> None:
    climb = Ladder(load_game("mnk(2,3,2)")).climb(load_agent("random", seed=1))
    assert climb.rating is None
    assert 0 <= climb.points <= climb.games
