"""The sequential test: published values, brute force, error rates by simulation."""

from __future__ import annotations

from itertools import accumulate
from math import log
from random import Random

import pytest

from inarow.arena.elo import ELO_PER_NAT
from inarow.arena.results import GameResult, tally
from inarow.arena.stop import Sprt, Verdict
from inarow.errors import BadOption
from simulation import World, pairs_where


# Figures that the tests of fastchess publish for the same counts.
@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "model", "llr"),
    [
        ((36027, 68692, 36433), 0, 2, "normalised", 0.92),
        ((10650, 20431, 10871), -1.75, 0.25, "normalised", 2.30),
        ((0, 0, 4250), 0, 10, "normalised", 120.56),
        ((21184, 40708, 21404), 0.5, 2.5, "logistic", -1.57),
        ((57030, 106593, 57433), 0, 2, "logistic", -2.59),
        ((365, 16618, 36229, 16974, 390), 0, 2, "normalised", 2.25),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalised", 3.01),
        ((0, 0, 0, 0, 5550), 0, 5, "normalised", 111.82),
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "logistic", -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, "logistic", -4.98),
    ],
)
def test_the_ratio_is_that_of_another_program(
    counts: tuple[int, ...], elo0: float, elo1: float, model: str, llr: float
) -> None:
    assert Sprt(elo0, elo1, model=model).llr(counts) == pytest.approx(llr, abs=0.02, rel=0.001)


def most_likely(counts: tuple[int, ...], distance: float) -> float:
    """The log likelihood of three classes under a claim of normalised Elo, by trying them all."""
    best = -1e9
    steps = 4000
    for at in range(1, steps):
        draw = at / steps
        # (w - l) / 2 = distance * sqrt((w + l) / 4 - ((w - l) / 2) ** 2), solved for w - l
        decisive = 1 - draw
        edge = 2 * distance * (decisive / 4 / (1 + distance**2)) ** 0.5
        win, loss = (decisive + edge) / 2, (decisive - edge) / 2
        if min(win, loss) > 0:
            chance = zip(counts, (loss, draw, win), strict=True)
            best = max(best, sum(count * log(p) for count, p in chance))
    return best


@pytest.mark.parametrize("counts", [(20, 30, 50), (3, 80, 5), (40, 10, 2)])
def test_normalised_claims_get_their_best_distribution(counts: tuple[int, ...]) -> None:
    claims = [elo / (2 * ELO_PER_NAT) for elo in (10, 90)]
    wanted = most_likely(counts, claims[1]) - most_likely(counts, claims[0])
    assert Sprt(10, 90).llr(counts) == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_a_test_seen_from_the_other_side(model: str) -> None:
    counts = (5, 20, 31, 44, 17)
    here = Sprt(0, 30, model=model).llr(counts)
    assert Sprt(-30, 0, model=model).llr(counts[::-1]) == pytest.approx(-here, abs=1e-6)


def test_bounds_and_verdicts() -> None:
    test = Sprt(0, 50, alpha=0.05, beta=0.1)
    assert (test.lower, test.upper) == (log(0.1 / 0.95), log(0.9 / 0.05))
    assert test.state((0, 0, 0, 0, 0)).verdict is Verdict.OPEN
    assert test.state((0, 0, 50, 100, 50)).verdict is Verdict.H1
    assert test.state((50, 100, 50, 0, 0)).verdict is Verdict.H0
    assert test.state((1, 2, 3, 2, 2)).verdict == "open"


def pair(number: int, ada: float, bob: float) -> list[GameResult]:
    """Two games: what ada scored as first, and what bob scored as first."""
    return [GameResult("ada", "bob", ada, pair=number), GameResult("bob", "ada", bob, pair=number)]


def test_an_event_is_tested_by_pairs_from_either_side() -> None:
    counted = tally(pair(0, 1, 0) + pair(1, 1, 0.5) + pair(2, 1, 1) + pair(3, 0, 1))
    test = Sprt(0, 50)
    assert test.state_of(counted, "ada", "bob").counts == (1, 0, 1, 1, 1)
    assert test.state_of(counted, "bob", "ada").counts == (1, 1, 1, 0, 1)


def test_half_a_pair_waits_and_single_games_count_by_themselves() -> None:
    half = tally([GameResult("ada", "bob", 1, pair=0)])
    assert Sprt(0, 50).state_of(half, "ada", "bob").counts == (0, 0, 0, 0, 0)
    single = tally(
        [GameResult("ada", "bob", 1), GameResult("bob", "ada", 0.5), GameResult("bob", "ada", 1)]
    )
    assert Sprt(0, 50).state_of(single, "ada", "bob").counts == (1, 1, 1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 must be less than elo1"),
        ({"alpha": 0.5}, "alpha must be"),
        ({"beta": 0}, "beta must be"),
        ({"model": "bayesian"}, "model must be normalised"),
    ],
)
def test_bad_tests_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Sprt(**changes)  # type: ignore[arg-type]


def test_other_classes_are_refused() -> None:
    with pytest.raises(BadOption, match="3 or 5 classes, not in 2"):
        Sprt().llr((1, 2))


UNEVEN = World({}, first_move=30, draw_rate=0.2, openings=(-200.0, 0.0, 200.0))


def accepted(test: Sprt, classes: list[float], runs: int, seed: int) -> float:
    """How often H1 is accepted."""
    rng, found = Random(seed), 0
    bounds = list(accumulate(classes))
    for _ in range(runs):
        counts = [0] * 5
        state = test.state(counts)
        while state.verdict is Verdict.OPEN:
            for number in rng.choices(range(5), cum_weights=bounds, k=4):
                counts[number] += 1
            state = test.state(counts)
        found += state.verdict is Verdict.H1
    return found / runs


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_error_rates_hold_roughly(model: str) -> None:
    """60 tests each: more than 10 wrong ones would be 17 %, where 5 % are promised."""
    test = Sprt(0, 100, model=model)
    assert accepted(test, pairs_where(0, model, UNEVEN), 60, seed=1) <= 1 / 6
    assert accepted(test, pairs_where(100, model, UNEVEN), 60, seed=2) >= 5 / 6


@pytest.mark.parametrize("elo1", [20, 200, 300, 1000])
def test_large_claims_are_judged_like_small_ones(elo1: float) -> None:
    test = Sprt(elo0=0, elo1=elo1)
    assert test.llr([0, 0, 0, 0, 30]) > 0 > test.llr([0, 0, 30, 0, 0])
    assert test.llr([30, 0, 0, 0, 0]) < test.llr([15, 0, 0, 0, 15]) < 0
