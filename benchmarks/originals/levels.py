"""The strengths Normal (250 simulations), Hard (750) and Impossible (1500) all beat Randobot, and
the more simulations the stronger.

Method: each strength of the original program 003 plays Connect Four against Randobot, then the
highest against the lowest; the seats alternate. Only simulations are counted, no time.

    python benchmarks/originals/levels.py --games 100 --duels 40
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, even, publish
from benchmarks.originals.matches import Pairing, as_rows, play_all, schedule, score_row

LEVELS = ("normal", "hard", "impossible")
DUELS = (("impossible", "normal"),)
ENOUGH = 0.95
"""Least share of games that must be won against Randobot."""


def pairing(one: str, other: str) -> Pairing:
    return Pairing(f"{one} v {other}", "connect_four", (one, other))


def differs(rows: Sequence[Row]) -> str:
    weak = [row["match"] for row in rows[: len(LEVELS)] if row["wins"] < ENOUGH * row["games"]]
    weak += [row["match"] for row in rows[len(LEVELS) :] if row["score"] <= 0.5]
    unsure = [row["match"] for row in rows if row["low"] <= 0.5]
    return (
        f"{'yes' if weak else 'no'}; below the expected share: {', '.join(weak) or 'none'}; "
        f"not told apart from equal: {', '.join(unsure) or 'none'}"
    )


def main() -> None:
    parser = arguments(__doc__, games=100)
    parser.add_argument("--duels", type=even, default=40, help="games of impossible v normal (40)")
    given = parser.parse_args()
    jobs = schedule([pairing(level, "randobot") for level in LEVELS], given.games, given.seed)
    jobs += schedule([pairing(*duel) for duel in DUELS], given.duels, given.seed)
    groups, complete = play_all(jobs, given.workers)
    rows = [{"match": label, **score_row(games)} for label, games in groups.items()]
    publish(__doc__, given, rows, differs, complete, as_rows(groups))


if __name__ == "__main__":
    main()
