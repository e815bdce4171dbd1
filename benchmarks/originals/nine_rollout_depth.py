"""Cutting random games after 10 plies beats a cut after 20 and no cut, under equal time.

Method: Monte Carlo of the original program 002 for nine-board tic-tac-toe, in one process, with cut
10 against cut 20 and against no cut. Once with equal simulations for each root child, which does
not depend on the machine; once with equal time a move, which a busy machine shortens for both
alike. The original had 2.5 seconds on nine processes, about 5,500 simulations for each root child.

    python benchmarks/originals/nine_rollout_depth.py --games 40 --simulations 200 --seconds 0.2
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish
from benchmarks.originals.matches import Pairing, as_rows, play_all, schedule, score_row

CUT = 10
OTHERS = ("20", "none")


def differs(rows: Sequence[Row]) -> str:
    timed = [row for row in rows if row["equal"].endswith(" s")]
    if any(row["high"] < 0.5 for row in timed):
        return "yes; under equal time the cut at 10 is beaten"
    sure = [row["cuts"] for row in timed if row["low"] > 0.5]
    open_ = [row["cuts"] for row in timed if row["low"] <= 0.5]
    return (
        f"{'yes' if open_ else 'no'}; under equal time the cut at 10 is clearly better in: "
        f"{', '.join(sure) or 'none'}; not told apart in: {', '.join(open_) or 'none'}"
    )


def main() -> None:
    parser = arguments(__doc__, games=40)
    parser.add_argument("--simulations", type=positive, default=200, help="per root child (200)")
    parser.add_argument("--seconds", type=float, default=0.2, help="per move (0.2)")
    given = parser.parse_args()
    budgets = {
        f"{given.simulations} sims": f"simulations={given.simulations},seconds=none",
        f"{given.seconds:g} s": f"seconds={given.seconds}",
    }
    pairings = [
        Pairing(
            f"{equal}, {CUT} v {other}",
            "nine_board",
            (
                f"classic-nine-mcts(processes=1,{budget},rollout_depth={CUT})",
                f"classic-nine-mcts(processes=1,{budget},rollout_depth={other})",
            ),
        )
        for equal, budget in budgets.items()
        for other in OTHERS
    ]
    groups, complete = play_all(schedule(pairings, given.games, given.seed), given.workers)
    rows = []
    for label, games in groups.items():
        equal, _, cuts = label.partition(", ")
        nodes = [sum(game.nodes[player] for game in games) for player in (0, 1)]
        ratio = {"sims ratio": nodes[0] / nodes[1]}
        rows.append({"equal": equal, "cuts": cuts, **score_row(games), **ratio})
    publish(__doc__, given, rows, differs, complete, as_rows(groups))


if __name__ == "__main__":
    main()
