"""Monte Carlo was better than alpha-beta; it beat the course's look-ahead player at depth 6
consistently, at depths 7 and 8 in about half of the games, at depth 9 sometimes.

Method: Monte Carlo of the original program 002 in one process plays nine-board tic-tac-toe against
our alpha-beta with the evaluation `open_lines`: once with equal time a move, then with a fixed
number of simulations for each root child against fixed depths. The course's player is not ours and
its evaluation is unknown, so the rates are a guide. The original searched about 5,500 simulations
for each root child; fewer of them shift all rates in favour of alpha-beta. Alpha-beta in plain
Python takes about 3 to 4 times as long for each ply more: depths 6 to 9 are possible but slow.

    python benchmarks/originals/nine_alphabeta.py --games 20 --simulations 500 --depths 1 2 3 4
    python benchmarks/originals/nine_alphabeta.py --games 20 --simulations 5500 --depths 6 7 8 9
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish
from benchmarks.originals.matches import Pairing, Played, as_rows, play_all, schedule, score_row


def pairings(simulations: int, seconds: float, depths: Sequence[int]) -> list[Pairing]:
    """Equal time first, then one line for each depth."""
    timed = f"classic-nine-mcts(processes=1,seconds={seconds})"
    counted = f"classic-nine-mcts(processes=1,seconds=none,simulations={simulations})"
    plain = "alphabeta(seconds=none,exact=false,foresight=false,depth={})"
    against = [(f"equal time, {seconds:g} s", timed, f"alphabeta(exact=false,seconds={seconds})")]
    against += [(f"depth {depth}", counted, plain.format(depth)) for depth in depths]
    return [Pairing(label, "nine_board", (mcts, other)) for label, mcts, other in against]


def row_of(label: str, games: Sequence[Played]) -> Row:
    """Monte Carlo against one opponent, with what each spent on a move."""
    moves = sum(game.plies for game in games) / 2
    spent = {}
    for player, name in enumerate(("MC", "AB")):
        spent[f"nodes {name}"] = sum(game.nodes[player] for game in games) / moves
        spent[f"CPU ms {name}"] = 1000 * sum(game.cpu[player] for game in games) / moves
    return {"alpha-beta": label, **score_row(games), **spent}


def differs(rows: Sequence[Row]) -> str:
    timed = rows[0]
    better = timed["low"] > 0.5
    beaten = [row["alpha-beta"] for row in rows[1:] if row["low"] > 0.5]
    lost = [row["alpha-beta"] for row in rows[1:] if row["high"] < 0.5]
    return (
        f"{'no' if better else 'yes'}; with equal time Monte Carlo scores {timed['score']:.0%}; "
        f"it clearly beats: {', '.join(beaten) or 'none'}; clearly loses to: "
        f"{', '.join(lost) or 'none'}"
    )


def main() -> None:
    parser = arguments(__doc__, games=20)
    parser.add_argument("--simulations", type=positive, default=500, help="per root child (500)")
    parser.add_argument("--seconds", type=float, default=0.2, help="per move, equal time (0.2)")
    parser.add_argument(
        "--depths", type=positive, nargs="*", default=[1, 2, 3, 4], help="of alpha-beta (1 2 3 4)"
    )
    given = parser.parse_args()
    chosen = pairings(given.simulations, given.seconds, given.depths)
    groups, complete = play_all(schedule(chosen, given.games, given.seed), given.workers)
    rows = [row_of(label, games) for label, games in groups.items()]
    publish(__doc__, given, rows, differs, complete, as_rows(groups))


if __name__ == "__main__":
    main()
