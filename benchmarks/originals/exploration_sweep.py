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
from benchmarks.originals.common import Row, arguments, positive, publish
from benchmarks.originals.matches import Pairing, as_rows, play_all, schedule, score_row

CONSTANTS = (0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5)


def differs(rows: Sequence[Row]) -> str:
    better = ", ".join(row["C"] for row in rows if row["low"] > 0.5)
    worse = ", ".join(row["C"] for row in rows if row["high"] < 0.5)
    return (
        f"{'yes' if better else 'no'}; clearly better than the default: {better or 'none'}; "
        f"clearly worse: {worse or 'none'}"
    )


def main() -> None:
    parser = arguments(__doc__, games=100)
    parser.add_argument("--simulations", type=positive, default=500, help="of both players (500)")
    given = parser.parse_args()
    default = f"simulations={given.simulations}"
    pairings = [
        Pairing(
            str(constant),
            "connect_four",
            (f"classic-mc({default},exploration={constant})", f"classic-mc({default})"),
        )
        for constant in CONSTANTS
    ]
    groups, complete = play_all(schedule(pairings, given.games, given.seed), given.workers)
    rows = [{"C": label, **score_row(games)} for label, games in groups.items()]
    publish(__doc__, given, rows, differs, complete, as_rows(groups))


if __name__ == "__main__":
    main()
