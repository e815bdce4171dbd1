"""The result tables of the Gomoku program: mode 1, human v computer; mode 2, where the computer
beats a random player every single time; mode 3, computer v computer, about even.

Method: every line of the three tables is played several times; the line is written as it was typed:
mode, side of the board, stones in a row, seconds a move, whether the computer begins. Only the
first move of the computer is random, so games may repeat: `distinct` counts the different ones. The
human of mode 1 is played by a stronger program, alpha-beta with the evaluation `open_lines` and a
number of positions as limit, from a random first stone where it begins. `as said` counts the games
that end as the original reports.

    python benchmarks/originals/gomoku_modes.py --games 10 --time-scale 0.5
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish
from benchmarks.originals.matches import Pairing, Played, as_rows, play_all, schedule

from inarow.arena.elo import wilson
from inarow.search.limit import Limit

HUMAN = "alphabeta(evaluator=open_lines,order=near,exact=false)"
OPPONENTS = {1: HUMAN, 2: "random"}
REPORTED = {
    "1 3 3 2 false": "draw",
    "1 5 3 2 true": "computer",
    "1 5 4 3 true": "computer",
    "1 10 5 5 false": "opponent",
    "1 19 5 10 false": "opponent",
    "2 5 3 3 true": "computer",
    "2 5 4 3 false": "computer",
    "2 7 4 5 false": "computer",
    "2 10 5 5 true": "computer",
    "2 19 5 10 true": "computer",
    "3 4 3 5": "first",
    "3 6 4 10": "second",
    "3 7 6 5": "draw",
    "3 10 5 5": "first",
    "3 19 5 10": "second",
}


def pairing(line: str, scale: float, nodes: int) -> Pairing:
    """The players of one line of the tables; the first one begins."""
    mode, side, k, seconds, *first = line.split()
    computer = f"classic-gomoku(seconds={max(0.01, float(seconds) * scale):g})"
    other = OPPONENTS.get(int(mode), computer)
    begins = not first or first[0] == "true"
    human = Limit(nodes=nodes) if mode == "1" else Limit()
    return Pairing(
        line,
        f"mnk(rows={side},cols={side},k={k})",
        (computer, other) if begins else (other, computer),
        opening=0 if begins else 1,
        swap=False,
        limits=(Limit(), human) if begins else (human, Limit()),
    )


def row_of(line: str, games: Sequence[Played]) -> Row:
    """How the games of one line ended; 'first' and 'second' are those who begin and follow."""
    begins = not line.endswith("false")
    names = {
        None: "draw",
        0: "first" if line[0] == "3" else "computer" if begins else "opponent",
        1: "second" if line[0] == "3" else "opponent" if begins else "computer",
    }
    said, ends = REPORTED[line], [names[game.winner] for game in games]
    low, high = wilson(ends.count(said), len(ends))
    return {
        "line": line,
        "original": said,
        "games": len(games),
        "distinct": len({game.moves for game in games}),
        "first": sum(game.winner == 0 for game in games),
        "second": sum(game.winner == 1 for game in games),
        "draws": sum(game.winner is None for game in games),
        "as said": ends.count(said),
        "low": low,
        "high": high,
        "plies": sum(game.plies for game in games) / len(games),
    }


def differs(rows: Sequence[Row]) -> str:
    often = [row["line"] for row in rows if 2 * row["as said"] < row["games"]]
    return (
        f"{'yes' if often else 'no'}; most games end otherwise than reported in: "
        f"{', '.join(often) or 'none'}"
    )


def main() -> None:
    parser = arguments(__doc__, games=10, pairs=False)
    parser.add_argument(
        "--lines",
        nargs="+",
        default=list(REPORTED),
        choices=REPORTED,
        metavar="LINE",
        help="of the tables, such as '3 7 6 5' (all)",
    )
    parser.add_argument("--time-scale", type=float, default=1.0, help="of all time limits (1.0)")
    parser.add_argument("--nodes", type=positive, default=20000, help="of the human (20000)")
    given = parser.parse_args()
    pairings = [pairing(line, given.time_scale, given.nodes) for line in given.lines]
    groups, complete = play_all(schedule(pairings, given.games, given.seed), given.workers)
    rows = [row_of(line, games) for line, games in groups.items()]
    publish(__doc__, given, rows, differs, complete, as_rows(groups))


if __name__ == "__main__":
    main()
