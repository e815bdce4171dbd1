"""The Elo scale, against published values."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.elo import elo_of, match_estimate, normal_cdf, score_of
from inarow.errors import BadOption


@given(st.floats(-1500, 1500))
def test_score_and_elo_are_inverse(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.64), (200, 0.76), (400, 10 / 11)])
def test_known_scores(elo: float, score: float) -> None:
    assert score_of(elo) == pytest.approx(score, abs=0.001)


def test_the_ends_of_the_scale() -> None:
    assert (elo_of(1), elo_of(0)) == (inf, -inf)


@pytest.mark.parametrize(("z", "chance"), [(0, 0.5), (1.959964, 0.975), (-1.644854, 0.05)])
def test_the_normal_distribution(z: float, chance: float) -> None:
    assert normal_cdf(z) == pytest.approx(chance, abs=1e-6)


# Figures that the tests of fastchess publish for the same counts.
@pytest.mark.parametrize(
    ("counts", "elo", "error", "normalised", "normalised_error", "superiority"),
    [
        ((96, 111, 136), 40.70, 30.43, 49.77, 36.77, 0.9960),
        ((89, 123, 76), None, None, -20.76, 40.13, 0.1553),
        ((356, 0, 34), None, None, -508.44, 34.48, 0),
        ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28, 1),
        ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0),
    ],
)
def test_match_estimates_are_those_of_another_program(
    counts: tuple[int, ...],
    elo: float | None,
    error: float | None,
    normalised: float,
    normalised_error: float,
    superiority: float,
) -> None:
    found = match_estimate(counts)
    if elo is not None:
        assert found.elo.value == pytest.approx(elo, rel=0.001)
        assert found.elo.error == pytest.approx(error, rel=0.002)
    assert found.normalised.value == pytest.approx(normalised, rel=0.001)
    assert found.normalised.error == pytest.approx(normalised_error, rel=0.002)
    assert found.superiority == pytest.approx(superiority, abs=1e-4)


def test_matches_that_say_little_or_all() -> None:
    assert match_estimate((0, 0, 0)).superiority == 0.5
    assert match_estimate((0, 0, 0)).elo.error == inf
    assert match_estimate((0, 10, 0)).superiority == 0.5
    assert match_estimate((0, 10, 0)).elo.value == 0
    won = match_estimate((0, 0, 10))
    assert (won.elo.value, won.superiority) == (inf, 1)
    assert match_estimate((10, 0, 0)).superiority == 0


def test_other_classes_are_refused() -> None:
    with pytest.raises(BadOption, match="3 or 5 classes, not in 4"):
        match_estimate((1, 2, 3, 4))
