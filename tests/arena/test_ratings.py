"""Ratings: published examples, brute force, known truths, and events that say little."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import permutations
from math import exp, log, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow.arena.bradley_terry import BradleyTerry
from inarow.arena.elo import ELO_PER_NAT, elo_of
from inarow.arena.ratings import Ratings, rate
from inarow.arena.results import GameResult, Tally, tally
from inarow.errors import UnknownName
from simulation import World, chances, simulate

# Baseball, American League East 1987: games won and lost at home against each visitor, as in
# Agresti, Categorical Data Analysis, section 10.6. No draws; "home" plays the part of "first".
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
AT_HOME = """
    -   4-3 4-2 4-3 6-1 4-2 6-0
    3-3 -   4-2 4-3 6-0 6-1 4-3
    2-5 4-3 -   2-4 4-3 4-2 6-0
    3-3 5-1 2-5 -   4-3 4-2 6-1
    5-1 2-5 3-3 4-2 -   5-2 6-0
    2-5 3-3 3-4 4-3 4-2 -   2-4
    2-5 1-5 1-6 2-4 1-6 3-4 -
"""


def baseball(times: int = 1) -> Tally:
    counted = Tally(list(TEAMS))
    for home, line in zip(TEAMS, AT_HOME.split("\n")[1:-1], strict=True):
        for away, cell in zip(TEAMS, line.split(), strict=True):
            if cell != "-":
                won, lost = map(int, cell.split("-"))
                counted.games[home, away] = [lost * times, 0, won * times]
    return counted


def by_name(ratings: Ratings) -> dict[str, float]:
    return {rating.player: rating.elo for rating in ratings.players}


def test_a_published_example() -> None:
    """Coefficients relative to Baltimore and the home advantage, as published with BradleyTerry2.

    The games are counted a thousand times, so that the weak prior has no weight.
    """
    published = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0]
    model = BradleyTerry(baseball(1000))
    model.fit()
    *teams, home, _ = model.theta
    for strength, wanted in zip(teams, published, strict=True):
        assert strength - teams[-1] == pytest.approx(wanted, abs=0.001)
    assert home == pytest.approx(0.3023, abs=0.001)


def test_published_standard_errors() -> None:
    """Milwaukee 0.3474, Detroit 0.3446, home advantage 0.1308; the prior makes ours smaller."""
    model = BradleyTerry(baseball())
    model.fit()
    spread = model.covariance(correlation=0)
    for team, wanted in ((0, 0.3474), (1, 0.3446)):
        variance = spread[team, team] + spread[6, 6] - 2 * spread[team, 6]
        assert sqrt(variance) == pytest.approx(wanted, rel=0.02)
    assert sqrt(spread[7, 7]) == pytest.approx(0.1308, rel=0.02)


def test_the_prior_only_leans_a_little() -> None:
    without, with_prior = by_name(rate(baseball(1000))), by_name(rate(baseball()))
    for team in TEAMS:
        assert with_prior[team] == pytest.approx(without[team], abs=6)


def test_two_players_without_draws_have_the_elo_of_their_score() -> None:
    counted = Tally(
        ["ada", "bob"], {("ada", "bob"): [2500, 0, 7500], ("bob", "ada"): [7500, 0, 2500]}
    )
    ratings = rate(counted)
    assert ratings.players[0].elo - ratings.players[1].elo == pytest.approx(elo_of(0.75), abs=0.5)
    assert ratings.first_move.value == pytest.approx(0, abs=0.01)
    assert ratings.scale == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("draws", [0, 2000, 8000])
def test_a_small_edge_means_the_same_with_few_and_with_many_draws(draws: int) -> None:
    """51 % of the points are 7 Elo, however many games are drawn."""
    decisive = 10000 - draws
    wins, losses = decisive // 2 + 100, decisive // 2 - 100
    ahead, behind = [losses, draws, wins], [wins, draws, losses]
    counted = Tally(["ada", "bob"], {("ada", "bob"): ahead, ("bob", "ada"): behind})
    one, other = rate(counted).players
    assert one.elo - other.elo == pytest.approx(elo_of(0.51), abs=0.1)


@pytest.mark.parametrize("first_move", [0, 300, 800])
@pytest.mark.parametrize("draw_rate", [0.0, 0.6])
def test_two_players_have_the_elo_of_their_score(first_move: float, draw_rate: float) -> None:
    """Whatever the first move is worth and however often games are drawn."""
    world = World({"a": 250, "b": 0}, first_move, draw_rate)
    games = list(simulate(world, rounds=2000, seed=1))
    score = sum(game.score if game.first == "a" else 1 - game.score for game in games) / 4000
    one, other = rate(games).players
    assert one.elo - other.elo == pytest.approx(elo_of(score), rel=0.01)


def test_players_that_always_play_the_same_two_games() -> None:
    """Three points of four are 191 Elo, also when the model could explain them by any odds."""
    one, other = rate([GameResult("ada", "bob", 1), GameResult("bob", "ada", 0.5)] * 200).players
    assert one.elo - other.elo == pytest.approx(elo_of(0.75), abs=2)


def likelihood(counted: Tally, theta: list[float]) -> float:
    """The posterior of Davidson's model, told again in the plainest way."""
    names, *_ = (counted.players,)
    value = -sum(x**2 for x in theta[:-1]) / 2 / (600 / ELO_PER_NAT) ** 2
    value -= (theta[-1] - log(0.5)) ** 2 / 2 / (600 / ELO_PER_NAT) ** 2
    for (first, second), (lost, drawn, won) in counted.games.items():
        x = theta[names.index(first)] - theta[names.index(second)] + theta[-2]
        weights = exp(-x / 2), exp(theta[-1]), exp(x / 2)
        for count, weight in zip((lost, drawn, won), weights, strict=True):
            value += count * log(weight / sum(weights))
    return value


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_no_other_ratings_explain_the_results_better(seed: int, players: int) -> None:
    """The fit is the top: steps in random directions only go down, and the curvature is right."""
    rng = Random(seed)
    names = [f"p{number}" for number in range(players)]
    counted = Tally(names)
    for seats in permutations(names, 2):
        if rng.random() < 0.7:
            counted.games[seats] = [rng.randrange(30) for _ in range(3)]
    model = BradleyTerry(counted)
    model.fit()
    top = likelihood(counted, list(model.theta))
    curvature = model.curvature()
    for _ in range(10):
        step = [rng.gauss(0, 0.01) for _ in model.theta]
        there = likelihood(counted, [x + d for x, d in zip(model.theta, step, strict=True)])
        expected = sum(
            step[i] * curvature[i, j] * step[j] / 2
            for i in range(len(step))
            for j in range(len(step))
        )
        assert there < top
        assert top - there == pytest.approx(expected, rel=0.2, abs=1e-6)


def test_fitted_points_equal_the_points_made() -> None:
    world = World({"a": 150, "b": 40, "c": 0, "d": -190}, first_move=80, draw_rate=0.25)
    counted = tally(simulate(world, rounds=400, seed=3))
    model = BradleyTerry(counted)
    model.fit()
    score, draw, *_ = model.chances()
    for number in range(4):
        residual = model.design[:, number] @ (model.points - model.games * score)
        assert residual == pytest.approx(0, abs=0.2)  # the prior takes a fraction of a point
    assert model.games @ draw == pytest.approx(model.draws.sum(), abs=0.5)


def test_known_strengths_are_found() -> None:
    world = World({"a": 300, "b": 100, "c": 0, "d": -400}, first_move=120, draw_rate=0.2)
    ratings = rate(simulate(world, rounds=1000, seed=1))
    assert [rating.player for rating in ratings.players] == ["a", "b", "c", "d"]
    for rating in ratings.players:
        true = world.strengths[rating.player] * ratings.scale
        assert abs(rating.elo - true) < 2 * rating.error < 50
    score = sum(chances(120, 0.2)[seat] / (1 + seat) for seat in (0, 1))
    assert abs(ratings.first_move.value - elo_of(score)) < 2 * ratings.first_move.error < 25
    assert 0.7 < ratings.scale < 0.8
    assert ratings.draw_rate is not None
    assert ratings.first_score is not None
    assert 0.1 < ratings.draw_rate < 0.2 < 0.5 < ratings.first_score < 0.7
    assert ratings.games == 12000


def test_error_bars_cover_the_truth(thorough: bool) -> None:
    """150 small events, or 50: the true ratings lie within the error bars about 95 times of 100.

    benchmarks/ratings.py does it with 1,000 events of many kinds.
    """
    openings = [240.0 * (-1) ** number for number in range(40)]
    rng, inside, cases = Random(1), 0, 0
    for seed in range(150 if thorough else 50):
        strengths = {name: rng.gauss(0, 150) for name in "abcd"}
        world = World(strengths, 60, 0.0, openings)
        found = rate(simulate(world, rounds=30, seed=seed))
        truth = by_name(expected_ratings(world))
        for rating in found.players:
            inside += abs(rating.elo - truth[rating.player]) <= rating.error
            cases += 1
    assert 0.92 < inside / cases < 0.98


def expected_ratings(world: World) -> Ratings:
    """What the fit would say after endlessly many games from the openings of a world."""
    counted = Tally(list(world.strengths))
    for first, second in permutations(world.strengths, 2):
        edge = world.strengths[first] - world.strengths[second] + world.first_move
        won = drawn = 0.0
        for opening in world.openings:
            win, draw = chances(edge + opening, world.draw_rate)
            won, drawn = won + 1e5 * win, drawn + 1e5 * draw
        lost = 1e5 * len(world.openings) - won - drawn
        counted.games[first, second] = [round(lost), round(drawn), round(won)]
    return rate(counted)


def test_pairs_tell_more_than_games_when_openings_are_lopsided() -> None:
    world = World({"a": 30, "b": -30}, openings=[500.0, -500.0])
    games = list(simulate(world, rounds=400, seed=1))
    single = [GameResult(game.first, game.second, game.score) for game in games]
    paired, unpaired = rate(games), rate(single)
    assert by_name(paired) == pytest.approx(by_name(unpaired))
    assert paired.pair_correlation > 0.5
    assert unpaired.pair_correlation == 0
    assert paired.players[0].error < 0.75 * unpaired.players[0].error
    assert paired.first_move.error > unpaired.first_move.error


def test_superiority_is_a_chance_and_has_two_sides() -> None:
    world = World({"a": 40, "b": 0, "c": -300}, draw_rate=0.1)
    ratings = rate(simulate(world, rounds=50, seed=2))
    matrix = ratings.superiority
    for i in range(3):
        assert matrix[i][i] == 0.5
        for j in range(3):
            assert matrix[i][j] + matrix[j][i] == pytest.approx(1)
    assert 0.5 < matrix[0][1] < matrix[0][2]
    assert matrix[0][2] > 0.999


def test_an_anchor_moves_all_and_has_no_error() -> None:
    games = list(simulate(World({"a": 100, "b": 0, "c": -50}), rounds=50, seed=1))
    free, anchored = rate(games), rate(games, anchor="b")
    shift = -by_name(free)["b"]
    for name, elo in by_name(anchored).items():
        assert elo == pytest.approx(by_name(free)[name] + shift)
    assert sum(by_name(free).values()) == pytest.approx(0)
    fixed = next(rating for rating in anchored.players if rating.player == "b")
    assert fixed.elo == 0
    assert fixed.error == pytest.approx(0, abs=1e-6)
    assert anchored.anchor == "b"


def test_an_unknown_anchor_is_named() -> None:
    with pytest.raises(UnknownName, match="did you mean bob"):
        rate([GameResult("ada", "bob", 1)], anchor="bobb")


@pytest.mark.parametrize("games", [1, 10, 1000])
def test_a_hundred_percent_is_high_and_not_endless(games: int) -> None:
    ratings = rate([GameResult("ada", "bob", 1), GameResult("bob", "ada", 0)] * games)
    best, worst = ratings.players
    assert best.player == "ada"
    assert 100 < best.elo - worst.elo < 3000
    assert 100 < best.error < 1200
    assert ratings.superiority[0][1] > 0.8


def test_more_wins_without_a_loss_rate_higher() -> None:
    def gap(games: int) -> float:
        one, other = rate(
            [GameResult("ada", "bob", 1), GameResult("bob", "ada", 0)] * games
        ).players
        return one.elo - other.elo

    assert gap(1) < gap(5) < gap(50)


def test_nothing_but_draws() -> None:
    ratings = rate(
        [GameResult("ada", "bob", 0.5, "full"), GameResult("bob", "ada", 0.5, "full")] * 50
    )
    assert [rating.elo for rating in ratings.players] == [0, 0]
    assert ratings.draw_rate == 1
    assert ratings.superiority[0][1] == 0.5
    assert ratings.scale < 0.1


def test_the_first_player_always_wins() -> None:
    results = [GameResult("ada", "bob", 1), GameResult("bob", "ada", 1)] * 50
    ratings = rate(results)
    assert [rating.elo for rating in ratings.players] == [pytest.approx(0, abs=1e-6)] * 2
    assert ratings.first_move.value > 400
    assert ratings.first_score == 1


def test_strangers_are_grouped_and_uncertain() -> None:
    met = list(simulate(World({"a": 60, "b": 0}, draw_rate=0.1), rounds=200, seed=1))
    apart = list(simulate(World({"c": 60, "d": 0}, draw_rate=0.1), rounds=200, seed=2))
    ratings = rate(tally([*met, *(replace(game, pair=None) for game in apart)], list("abcde")))
    assert ratings.groups == (("a", "b"), ("c", "d"), ("e",))
    assert rate(met).groups == (("a", "b"),)
    assert ratings.players[0].error > 20 * rate(met).players[0].error
    lonely = next(rating for rating in ratings.players if rating.player == "e")
    assert (lonely.games, lonely.points) == (0, 0)
    assert lonely.error > 800


def test_one_player_and_no_games() -> None:
    nothing = rate([])
    assert (nothing.players, nothing.superiority, nothing.groups, nothing.games) == ((), (), (), 0)
    assert (nothing.draw_rate, nothing.first_score) == (None, None)
    alone = rate(tally([], ["ada"]))
    assert [(r.player, r.elo, r.error) for r in alone.players] == [("ada", 0, 0)]
    herself = rate([GameResult("ada", "ada", 1)] * 3)
    assert herself.players[0].games == 6


def test_everything_is_ready_for_json() -> None:
    ratings = rate(simulate(World({"a": 100, "b": 0}), rounds=5, seed=1))
    data = json.loads(json.dumps(asdict(ratings)))
    assert data["players"][0].keys() == {"player", "elo", "error", "games", "points"}
    assert data["first_move"].keys() == {"value", "error"}


def test_error_bars_shrink_with_the_root_of_the_games() -> None:
    world = World({"a": 50, "b": 0, "c": -50}, draw_rate=0.1)
    few, many = (rate(simulate(world, rounds, seed=1)) for rounds in (100, 400))
    ratio = few.players[0].error / many.players[0].error
    assert ratio == pytest.approx(sqrt(4), rel=0.1)
