"""The exploration constant was tried from 0.8 to 1.5; the square root of 2 was kept.

Method: Monte Carlo with each constant plays Connect Four against the same player with the default.
Both run the same number of simulations, so nothing depends on the machine. The original ran 10,000
simulations a move; the default here is smaller to keep the sweep short.

    python benchmarks/originals/exploration_sweep.py --games 100 --simulations 500
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import (
    Pairing,
    Row,
    arguments,
    by_label,
    play,
    publish,
    run,
    schedule,
    score_row,
)

CONSTANTS = (0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5)


def differs(rows: Sequence[Row]) -> str:
    better = [f"{row['C']} ({row['score']:.0%})" for row in rows if row["low"] > 0.5]
    worse = [f"{row['C']} ({row['score']:.0%})" for row in rows if row["high"] < 0.5]
    if not better and not worse:
        return "no constant is told apart from the default by these games"
    return f"better than the default: {', '.join(better) or 'none'}; worse: {', '.join(worse) or 'none'}"


def main() -> None:
    parser = arguments(__doc__, games=100, each="constant")
    parser.add_argument("--simulations", type=int, default=500, help="of both players (500)")
    given = parser.parse_args()
    default = f"classic-mc(simulations={given.simulations})"
    pairings = [
        Pairing(f"{c}", "connect_four", (f"{default[:-1]},exploration={c})", default))
        for c in CONSTANTS
    ]
    jobs = schedule(pairings, given.games, given.seed)
    played = run(play, jobs, given.workers)
    rows = [{"C": label, **score_row(games)} for label, games in by_label(played).items()]
    publish(__doc__, given, rows, differs, len(played) == len(jobs))


if __name__ == "__main__":
    main()
