"""Can the numbers of the arena be trusted? Events between players of known strength.

    python benchmarks/ratings.py                         # everything, some minutes
    python benchmarks/ratings.py --events 100 --tests 100 --json FILE

1. Coverage: in how many of 1,000 simulated events is the truth within the 95 % error bars? For
   ratings, differences of ratings, and the value of the first move. The truth is what the fit gives
   for endlessly many games from the same openings.
2. Error rates of the sequential test: how often does it accept the wrong claim, and after how many
   games, where 5 % are promised for each side?
3. Comparisons: what `inarow arena compare` answers for players who are equal, and for players who
   differ by just what it looks for, and after how many games.
4. Time: 20,000 games between 16 players, from results to ratings.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, permutations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, median
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # tests simulate the same events
from inarow.arena.bradley_terry import expected
from inarow.arena.compare import COMPARE_GAMES, Compare, Finding
from inarow.arena.elo import ELO_PER_NAT
from inarow.arena.ratings import Ratings, rate
from inarow.arena.results import Tally
from inarow.arena.stop import Sprt, Verdict
from simulation import World, pairs_where, simulate

KINDS = (  # name, players, rounds, first move, draws between equals, openings, their spread in Elo
    ("two players, 200 games", 2, 100, 60, 0.1, 1, 0),
    ("two players, 200 games, uneven openings", 2, 100, 60, 0.1, 1000, 300),
    ("two players, 200 games, all of 100 uneven openings", 2, 100, 60, 0.1, 100, 300),
    ("four players, many draws", 4, 40, 60, 0.4, 1, 0),
    ("six players, uneven openings", 6, 20, 100, 0.1, 1000, 300),
    ("ten players, few games", 10, 5, 60, 0.05, 1000, 150),
)
STRENGTH_SPREAD = 200
UNEVEN = World({}, first_move=30, draw_rate=0.2, openings=(-200.0, 0.0, 200.0))


def world_of(
    players: int, first: float, draws: float, count: int, spread: float, rng: Random
) -> World:
    strengths = {f"p{number}": rng.gauss(0, STRENGTH_SPREAD) for number in range(players)}
    if not spread:
        return World(strengths, first, draws)
    bell = NormalDist(0, spread)
    openings = [bell.inv_cdf((number + 0.5) / count) for number in range(count)]
    rng.shuffle(openings)
    return World(strengths, first, draws, openings)


def truth_of(world: World) -> Ratings:
    """What the fit gives for endlessly many games."""
    counted = Tally(list(world.strengths))
    for first, second in permutations(world.strengths, 2):
        edge = world.strengths[first] - world.strengths[second] + world.first_move
        v = 2 * world.draw_rate / (1 - world.draw_rate)
        score, draw = expected((edge + np.array(world.openings)) / ELO_PER_NAT, v)
        won, drawn = (score - draw / 2).mean(), draw.mean()
        counted.games[first, second] = [round(1e8 * p) for p in (1 - won - drawn, drawn, won)]
    return rate(counted)


def elo_by_name(ratings: Ratings) -> dict[str, float]:
    return {rating.player: rating.elo for rating in ratings.players}


def coverage(kind: Sequence[Any], events: int) -> dict[str, Any]:
    name, players, rounds, first, draws, openings, spread = kind
    rng = Random(name)
    inside = cases = first_inside = ahead = 0
    expected_ahead = 0.0
    for seed in range(events):
        world = world_of(players, first, draws, openings, spread, rng)
        truth, found = truth_of(world), rate(simulate(world, rounds, seed))
        true = elo_by_name(truth)
        for rating in found.players:
            inside += abs(rating.elo - true[rating.player]) <= rating.error
            cases += 1
        value, wanted = found.first_move, truth.first_move.value
        first_inside += abs(value.value - wanted) <= value.error
        names = [rating.player for rating in found.players]
        for i, one in enumerate(names):
            for j in range(i + 1, len(names)):
                expected_ahead += found.superiority[i][j]
                ahead += true[one] > true[names[j]]
    meetings = events * players * (players - 1) / 2
    return {
        "event": name,
        "events": events,
        "games each": 2 * rounds * (players - 1) * players // 2,
        "ratings covered, %": round(100 * inside / cases, 1),
        "first move covered, %": round(100 * first_inside / events, 1),
        "plus or minus": round(196 * sqrt(0.95 * 0.05 / events), 1),
        "better, said %": round(100 * expected_ahead / meetings, 1),
        "better, true %": round(100 * ahead / meetings, 1),
    }


def error_rate(model: str, claim: float, elo1: float, tests: int) -> dict[str, Any]:
    test, rng = Sprt(0, elo1, model=model), Random(f"{model}/{claim}")
    bounds = list(accumulate(pairs_where(claim, model, UNEVEN)))
    accepted, pairs = 0, 0
    for _ in range(tests):
        counts = [0] * 5
        state = test.state(counts)
        while state.verdict is Verdict.OPEN:
            counts[rng.choices(range(5), cum_weights=bounds)[0]] += 1
            state = test.state(counts)
        accepted += state.verdict is Verdict.H1
        pairs += sum(counts)
    wrong = accepted if claim == 0 else tests - accepted
    return {
        "test": f"{model}, 0 against {elo1:g} Elo, true {claim:g}",
        "tests": tests,
        "wrong, %": round(100 * wrong / tests, 1),
        "plus or minus": round(196 * sqrt(0.05 * 0.95 / tests), 1),
        "games on average": round(2 * pairs / tests),
    }


def comparisons(elo: float, truth: float, tests: int) -> dict[str, Any]:
    """The answers of many comparisons of two players, one of whom is better by that much."""
    rule, rng = Compare(elo), Random(f"{elo}/{truth}")
    bounds = list(accumulate(pairs_where(truth, "normalised", UNEVEN)))
    answers, pairs = Counter[Finding](), 0
    for _ in range(tests):
        counts = [0] * 5
        while rule.finding(counts) is Finding.OPEN and 2 * sum(counts) < COMPARE_GAMES:
            counts[rng.choices(range(5), cum_weights=bounds)[0]] += 1
        answers[rule.finding(counts)] += 1
        pairs += sum(counts)
    return {
        "comparison": f"looking for {elo:g} Elo, true {truth:g}",
        "tests": tests,
        **{f"{finding}, %": round(100 * answers[finding] / tests, 1) for finding in Finding},
        "games on average": round(2 * pairs / tests),
    }


def timing(players: int = 16, games: int = 20_000, times: int = 9) -> dict[str, Any]:
    world = world_of(players, 60, 0.1, 1, 0, Random(1))
    rounds = -(-games // (players * (players - 1)))
    results = list(simulate(world, rounds, seed=1))[:games]
    spent = []
    for _ in range(times):
        started = time.process_time()
        rate(results)
        spent.append(1000 * (time.process_time() - started))
    return {
        "players": players,
        "games": len(results),
        "ms, median": round(median(spent), 1),
        "ms, fastest": round(min(spent), 1),
    }


def show(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        print("  " + "  ".join(f"{key}: {value}" for key, value in row.items()), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=1000, help="simulated events of each kind")
    parser.add_argument("--tests", type=int, default=400, help="simulated tests of each kind")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    arguments = parser.parse_args()
    print("Time from results to ratings (CPU)")
    figures: dict[str, Any] = {"time": timing()}
    show([figures["time"]])
    print("Coverage of the 95 % error bars")
    figures["coverage"] = []
    for kind in KINDS:
        figures["coverage"].append(coverage(kind, arguments.events))
        show(figures["coverage"][-1:])
    print("Error rates of the sequential test, 5 % promised")
    figures["tests"] = []
    for model in ("normalised", "logistic"):
        for claim in (0, 50):
            figures["tests"].append(error_rate(model, claim, 50, arguments.tests))
            show(figures["tests"][-1:])
    print("Comparisons of two players")
    figures["comparisons"] = []
    for elo, truth in ((100, 0), (100, 100), (50, 0), (50, 50)):
        figures["comparisons"].append(comparisons(elo, truth, arguments.tests))
        show(figures["comparisons"][-1:])
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
