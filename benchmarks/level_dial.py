"""Which settings of the careless player lie at equal distances? This is how levels are chosen.

A grid of settings, from very careless to a long search without mistakes, plays a ladder: everybody
meets the next two above. Between neighbours of the grid the rating is taken to grow evenly with the
probability to overlook a move, and with the logarithm of the budget. So the settings at any rating
can be read off, and `--levels` of them are printed at equal steps. They are a proposal: `inarow
arena calibrate` measures the levels that were made of it.

    python benchmarks/level_dial.py --game connect_four --rounds 30 --levels 9
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import pairwise
from math import exp, log
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.originals.common import Row, positive, table

from inarow.agents.levels import Strength
from inarow.arena.calibrate import ladder_event
from inarow.arena.crews import Pool
from inarow.arena.entrants import Entrant
from inarow.arena.event import Event
from inarow.arena.ratings import rate
from inarow.arena.store import create_store
from inarow.arena.tournament import run_event

OVERLOOKED = (0.8, 0.6, 0.4, 0.2, 0.0)
BUDGETS = {"mcts": (200, 1000, 5000, 20_000), "alphabeta": (300, 2000, 10_000, 30_000)}


def grid(search: str) -> list[Strength]:
    """Settings from weak to strong: first fewer mistakes, then longer searches."""
    small, *larger = BUDGETS[search]
    careless = [Strength(search, small, overlook) for overlook in OVERLOOKED]
    return careless + [Strength(search, budget) for budget in larger]


def measure(event: Event, workers: int) -> list[tuple[float, float]]:
    """The rating of each player above the first one, and its error bar."""
    with create_store(None, event, event.make_openings()) as store:
        tally = run_event(store, Pool(workers)).tally
    found = {rating.player: rating for rating in rate(tally, anchor="random").players}
    ratings = (found[entrant.name] for entrant in event.players[1:])
    return [(rating.elo, rating.error) for rating in ratings]


def between(low: Strength, high: Strength, share: float) -> Strength:
    """The settings on the way from one point of the grid to the next."""
    overlook = low.overlook + share * (high.overlook - low.overlook)
    budget = exp(log(low.budget) + share * (log(high.budget) - log(low.budget)))
    return Strength(low.search, round(budget), round(overlook, 2))


def at_rating(points: list[tuple[Strength, float]], wanted: float) -> Strength:
    """The settings that have a rating, as far as the grid knows.

    >>> points = [(Strength("mcts", 100, 0.5), 0.0), (Strength("mcts", 100, 0.0), 200.0)]
    >>> at_rating(points, 100.0)
    Strength(search='mcts', budget=100, overlook=0.25)
    """
    for (low, below), (high, above) in pairwise(points):
        if below <= wanted <= above and above > below:
            return between(low, high, (wanted - below) / (above - below))
    return points[-1][0]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="connect_four", help="one that has levels")
    parser.add_argument("--search", choices=BUDGETS, default="mcts", help="what ranks moves (mcts)")
    parser.add_argument("--rounds", type=positive, default=20, help="pairs of two (20)")
    parser.add_argument("--levels", type=positive, default=10, help="settings to propose (10)")
    parser.add_argument("--seed", type=int, default=1, help="of all random numbers (1)")
    parser.add_argument("--workers", type=positive, default=2, help="processes (2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    given = parser.parse_args()
    settings = grid(given.search)
    usual = ladder_event(given.game)
    players = (usual.players[0], *(Entrant(setting.spec, setting.spec) for setting in settings))
    event = Event(
        usual.game,
        players,
        form="ladder",
        rounds=given.rounds,
        seed=given.seed,
        limit="",
        openings=usual.openings,
    )
    measured = measure(event, given.workers)
    rows: list[Row] = [
        {"setting": setting.spec, "Elo": round(elo), "+-": round(error)}
        for setting, (elo, error) in zip(settings, measured, strict=True)
    ]
    points = [(setting, elo) for setting, (elo, _) in zip(settings, measured, strict=True)]
    low, high = points[0][1], points[-1][1]
    steps = [low + (high - low) * at / max(1, given.levels - 1) for at in range(given.levels)]
    proposal = [
        {"level": number, "Elo": round(elo), "setting": at_rating(points, elo).spec}
        for number, elo in enumerate(steps, 1)
    ]
    print(f"{table(rows)}\n\nat equal steps\n{table(proposal)}")
    if given.json:
        figures = {"game": usual.game, "rounds": given.rounds, "rows": rows, "proposal": proposal}
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
