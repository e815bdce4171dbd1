"""Counting results: the order does not matter, pairs find each other, nothing else is kept."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.results import GameResult, Tally, tally
from inarow.errors import BadOption
from simulation import World, simulate

WORLD = World({"ada": 100, "bob": 0, "cyd": -50}, first_move=60, draw_rate=0.3)


@given(st.integers(0, 1000))
def test_the_order_of_the_games_does_not_matter(seed: int) -> None:
    games = list(simulate(WORLD, rounds=5, seed=1))
    mixed = games.copy()
    Random(seed).shuffle(mixed)
    names = list(WORLD.strengths)
    assert tally(mixed, names) == tally(games, names)


def test_pairs_are_counted_from_the_side_of_the_player_named_first() -> None:
    results = [
        GameResult("bob", "ada", 0, pair=3),
        GameResult("ada", "bob", 0.5, pair=7),
        GameResult("ada", "bob", 1, pair=3),
        GameResult("bob", "ada", 1, pair=7),
    ]
    counted = tally(results, ["ada", "bob"])
    assert counted.games == {("bob", "ada"): [1, 0, 1], ("ada", "bob"): [0, 1, 1]}
    assert counted.pairs == {("ada", "bob"): [[0, 0, 0], [0, 0, 1], [1, 0, 0]]}
    assert counted.pair_counts("ada", "bob") == [0, 1, 0, 0, 1]
    assert counted.pair_counts("bob", "ada") == [1, 0, 0, 1, 0]
    assert counted.pair_counts("ada", "cyd") is None
    assert counted.half_done == 0


def test_half_a_pair_waits() -> None:
    counted = tally([GameResult("ada", "bob", 1, pair=0)])
    assert (counted.half_done, counted.pairs, counted.total) == (1, {}, 1)


def test_single_games_have_no_pairs() -> None:
    counted = tally([GameResult("ada", "bob", 1)] * 5)
    assert (counted.half_done, counted.pairs, counted.total) == (0, {}, 5)


def test_a_pair_of_strangers_is_refused() -> None:
    counted = Tally()
    counted.add(GameResult("ada", "bob", 1, pair=0))
    with pytest.raises(BadOption, match="pair 0 has games ada - bob and ada - bob"):
        counted.add(GameResult("ada", "bob", 1, pair=0))


@pytest.mark.parametrize("score", [-1, 0.25, 2, float("nan")])
def test_a_score_is_a_loss_a_draw_or_a_win(score: float) -> None:
    with pytest.raises(BadOption, match=r"0, 0\.5 or 1"):
        GameResult("ada", "bob", score)


def test_a_tally_does_not_grow_with_the_games() -> None:
    counted = Tally()
    for result in simulate(WORLD, rounds=300, seed=1):
        counted.add(result)
    assert counted.total == 1800
    assert (len(counted.games), len(counted.pairs), len(counted._half_done)) == (6, 3, 0)
