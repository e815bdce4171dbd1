"""Looking ahead evenly (iterative deepening) would cure the uneven coverage of the search; on open
boards with few stones in a row the computer is easier to outplay.

Method: on several boards the computer player of the original program 004 meets itself with
`deepening`, and our alpha-beta with deepening and the evaluation `open_lines`. Both sides have the
same limit: positions, which do not depend on the machine, or seconds. The last columns show what
was used of it for a move: the original stops at its fixed depth. The first stone of every game is
random, as the original's was, and each is played with both seats.

    python benchmarks/originals/gomoku_deepening.py --games 20 --nodes 3000
    python benchmarks/originals/gomoku_deepening.py --games 20 --seconds 0.5
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish
from benchmarks.originals.matches import Pairing, Played, as_rows, play_all, schedule, score_row

from inarow.search.limit import Limit

ORIGINAL = "classic-gomoku(seconds=600)"
PLAYERS = {
    "deepening": "classic-gomoku(seconds=600,deepening=true)",
    "open_lines": "alphabeta(evaluator=open_lines,order=near,exact=false,seconds=none)",
}
BOARDS = ("7 4", "10 4", "10 5", "15 5")
"""Side of the board and stones in a row."""
ALL = "all"


def row_of(label: str, games: Sequence[Played]) -> Row:
    """One player on one board, or on all of them."""
    name, _, board = label.partition(", ")
    moves = sum(game.plies for game in games) / 2
    spent = [sum(game.nodes[player] for game in games) / moves for player in (0, 1)]
    used = {"nodes": spent[0], "original's": spent[1]}
    return {"player": name, "board": board, **score_row(games), **used}


def differs(rows: Sequence[Row]) -> str:
    said = []
    for name in PLAYERS:
        mine = [row for row in rows if row["player"] == name]
        boards = ", ".join(row["board"] for row in mine[:-1] if row["low"] > 0.5) or "none"
        said.append(f"{name} scores {mine[-1]['score']:.0%}, clearly more than half on: {boards}")
    agrees = all(row["low"] > 0.5 for row in rows if row["board"] == ALL)
    return f"{'no' if agrees else 'yes'}; {'; '.join(said)}"


def main() -> None:
    parser = arguments(__doc__, games=20)
    parser.add_argument("--nodes", type=positive, default=3000, help="per move (3000)")
    parser.add_argument("--seconds", type=float, help="per move, instead of positions")
    parser.add_argument("--boards", nargs="+", default=BOARDS, help="such as '10 5'")
    given = parser.parse_args()
    limit = Limit(seconds=given.seconds) if given.seconds else Limit(nodes=given.nodes)
    pairings = [
        Pairing(
            f"{name}, {board}",
            "mnk(rows={0},cols={0},k={1})".format(*board.split()),
            (player, ORIGINAL),
            opening=1,
            limits=(limit, limit),
        )
        for name, player in PLAYERS.items()
        for board in given.boards
    ]
    groups, complete = play_all(schedule(pairings, given.games, given.seed), given.workers)
    rows = []
    for name in PLAYERS:
        mine = {label: games for label, games in groups.items() if label.startswith(name)}
        mine[f"{name}, {ALL}"] = [game for games in mine.values() for game in games]
        rows += [row_of(label, games) for label, games in mine.items() if games]
    publish(__doc__, given, rows, differs, complete, as_rows(groups))


if __name__ == "__main__":
    main()
