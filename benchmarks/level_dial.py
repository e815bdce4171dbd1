"""Which settings of the careless player lie at equal distances? This is how levels are chosen.

A grid of settings, from very careless to a long search without mistakes, plays a ladder: everybody
meets the next two above. Between neighbours of the grid the rating is taken to grow evenly with the
probability to overlook a move, and with the logarithm of the budget. So the settings at any rating
can be read off, and `--levels` of them are printed at equal steps. They are a proposal: the same
script measures it in turn, and `inarow arena calibrate` the levels that were made of it.

Settings are written short: m200_0.6 is mcts with 200 simulations that overlooks a move with 0.6,
a2000 alpha-beta with 2,000 positions that overlooks nothing, p_0.1 the perfect player with 0.1,
g1_0.6 the Gomoku engine that does not search, n1000 the player `nine` with 1,000 positions.

    python benchmarks/level_dial.py --game connect_four --first m200_0.6
    python benchmarks/level_dial.py --game connect_four --rounds 60 --seed 6 m200_0.6 m200_0.4 m200
    python benchmarks/level_dial.py --game gomoku --openings "file(path=FILE)"
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from itertools import pairwise
from math import exp, log
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.originals.common import Row, positive, table

from inarow.agents.levels import Strength
from inarow.arena.calibrate import ladder_event
from inarow.arena.crews import Pool, Serial
from inarow.arena.entrants import Entrant
from inarow.arena.event import Event
from inarow.arena.ratings import rate
from inarow.arena.results import Tally
from inarow.arena.store import create_store
from inarow.arena.tournament import run_event

GRIDS = {
    "connect_four": "m200_0.8 m200_0.7 m200_0.6 m200_0.5 m200_0.4 m200_0.3 m200_0.2 m200_0.1 m200"
    " m500 m1200 m3000 m8000 m20000 p_0.1 p_0.06 p_0.03 p",
    "random_drop": "m200_0.85 m200_0.7 m200_0.55 m200_0.4 m200_0.25 m200_0.1 m200"
    " m700 m2500 m8000 m25000 m80000",
    "tic_tac_toe": "m200_0.8 m200_0.7 m200_0.6 m200_0.5 m200_0.4 m200_0.3 m200_0.2 m200_0.1 m200",
    "gomoku": "g1_0.8 g1_0.68 g1_0.56 g1_0.42 g1_0.28 g1_0.14 g1 g100 g400 g1500 g5000",
    "nine_board": "m200_0.8 m200_0.65 m200_0.5 m200_0.35 m200_0.2 m200"
    " m450 m1000 m2200 m5000 m11000 m25000 m50000 n3000 n20000",
}
"""From weak to strong: first fewer mistakes, then longer searches."""
SEARCHES = {"m": "mcts", "a": "alphabeta", "p": "perfect", "g": "gomoku", "n": "nine"}
_SETTING = re.compile(r"([mapgn])(\d*)(?:_(0?\.\d+))?")
_UNUSED_BUDGET = 20_000
"""Of the perfect player, for boards that it does not know."""


def setting(text: str) -> Strength:
    """A setting that was written short.

    >>> setting("m200_0.6")
    Strength(search='mcts', budget=200, overlook=0.6)
    """
    found = _SETTING.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no setting such as m200_0.6")
    search, budget, overlook = found.groups()
    return Strength(SEARCHES[search], int(budget or _UNUSED_BUDGET), float(overlook or 0))


def short(strength: Strength) -> str:
    """The same the other way round."""
    budget = "" if strength.search == "perfect" else strength.budget
    return f"{strength.search[0]}{budget}" + (f"_{strength.overlook}" if strength.overlook else "")


def ladder_of(
    game: str,
    settings: list[Strength],
    rounds: int,
    seed: int,
    openings: str | None = None,
    board: str | None = None,
) -> Event:
    """The event of a grid: as a calibration plays it, and without the random player."""
    usual = ladder_event(game, openings=openings)
    return Event(
        board or usual.game,
        tuple(Entrant(short(each), each.spec) for each in settings),
        form="ladder",
        rounds=rounds,
        seed=seed,
        limit="",
        openings=usual.openings,
    )


def measured(event: Event, tally: Tally) -> list[Row]:
    """The rating of each player above the first one, and its step, with error bars."""
    rows: list[Row] = []
    for below, entrant in pairwise((event.players[0], *event.players)):
        height, step = (
            next(each for each in rate(tally, anchor).players if each.player == entrant.name)
            for anchor in (event.players[0].name, below.name)
        )
        rows.append(
            {
                "setting": entrant.name,
                "Elo": round(height.elo),
                "+-": round(height.error),
                "step": round(step.elo),
                "step +-": round(step.error),
            }
        )
    return rows


def between(low: Strength, high: Strength, share: float) -> Strength:
    """The settings on the way from one point of the grid to the next."""
    if low.search != high.search:
        return low if share < 0.5 else high
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


def proposal(points: list[tuple[Strength, float]], levels: int) -> list[Row]:
    """Settings at equal steps from the first point to the last."""
    low, high = points[0][1], points[-1][1]
    heights = [low + (high - low) * at / max(1, levels - 1) for at in range(levels)]
    return [
        {"level": number, "Elo": round(elo), "setting": short(at_rating(points, elo))}
        for number, elo in enumerate(heights, 1)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("settings", nargs="*", type=setting, help="instead of the grid of the game")
    parser.add_argument("--game", choices=GRIDS, default="connect_four", help="(connect_four)")
    parser.add_argument("--board", help="play on another board, such as gomoku(rows=9,cols=9)")
    parser.add_argument("--openings", help="others than a calibration takes, as a spec")
    parser.add_argument("--rounds", type=positive, default=40, help="pairs of two (40)")
    parser.add_argument("--levels", type=positive, default=10, help="settings to propose (10)")
    parser.add_argument("--first", type=setting, help="of the grid: what level 1 shall be")
    parser.add_argument("--seed", type=int, default=5, help="of all random numbers (5)")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0: this one only (0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    given = parser.parse_args()
    settings = given.settings or [setting(each) for each in GRIDS[given.game].split()]
    if given.first not in (None, *settings):
        parser.error(f"--first {short(given.first)} is not in the grid")
    event = ladder_of(given.game, settings, given.rounds, given.seed, given.openings, given.board)
    with create_store(None, event, event.make_openings()) as store:
        tally = run_event(store, Pool(given.workers) if given.workers else Serial()).tally
    rows = measured(event, tally)
    lowest = settings.index(given.first) if given.first else 0
    points = list(zip(settings, (row["Elo"] for row in rows), strict=True))[lowest:]
    found = proposal(points, given.levels)
    print(
        f"{table(rows)}\n\nat equal steps\n{table(found)}\n\n{process_time():.0f} s of this process"
    )
    if given.json:
        figures = {"game": event.game, "rounds": given.rounds, "rows": rows, "proposal": found}
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
