"""Randomness fills the board and makes it slower: with random drops games are longer and take more
time.

Method: the same players play Connect Four with and without random drops, from the same two random
stones; plies, dice and CPU time are compared. Expectiminimax without dice is plain Minimax. Random
players show what the rule alone does, when no player decides whether to use it.

    python benchmarks/originals/randomness.py --games 40 --simulations 500
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish
from benchmarks.originals.matches import Pairing, Played, as_rows, play_all, schedule

from inarow.arena.elo import CONFIDENCE_SIGMAS

DROPS = re.compile(r"\?(\d\d?)")
"""The columns that the dice chose: one or two behind every call for them."""
GAMES = {"without": "connect_four", "with": "random_drop"}


def row_of(label: str, games: Sequence[Played]) -> Row:
    """Length and time of the games of one pairing, with the 95 % interval of the mean length."""
    players, _, dice = label.partition(", ")
    plies = [game.plies for game in games]
    error = CONFIDENCE_SIGMAS * stdev(plies) / sqrt(len(plies))
    seconds = sum(sum(game.cpu) for game in games)
    return {
        "players": players,
        "dice": dice.removesuffix(" dice"),
        "games": len(games),
        "distinct": len({game.moves for game in games}),
        "plies": mean(plies),
        "+-": error,
        "dice a game": mean(len("".join(DROPS.findall(game.moves))) for game in games),
        "CPU s a game": seconds / len(games),
        "CPU ms a ply": 1000 * seconds / sum(plies),
    }


def differs(rows: Sequence[Row]) -> str:
    said, agrees = [], True
    for one, other in zip(rows[::2], rows[1::2], strict=True):
        gap = other["plies"] - one["plies"]
        sure = abs(gap) > sqrt(one["+-"] ** 2 + other["+-"] ** 2)
        length = ("longer" if gap > 0 else "shorter") if sure else "as long"
        ply, game = (other[unit] / one[unit] for unit in ("CPU ms a ply", "CPU s a game"))
        agrees &= length == "longer" and game > 1
        said.append(
            f"{one['players']}: games are {length} with dice, "
            f"a ply takes {ply:.1f} and a game {game:.1f} times the CPU time"
        )
    return f"{'no' if agrees else 'yes'}; {'; '.join(said)}"


def main() -> None:
    parser = arguments(__doc__, games=40)
    parser.add_argument("--simulations", type=positive, default=500, help="of Monte Carlo (500)")
    given = parser.parse_args()
    carlo = f"classic-mc(simulations={given.simulations})"
    pairs = {
        "Expectiminimax v Monte Carlo": ("classic-expectiminimax", carlo),
        "Expectiminimax v itself": ("classic-expectiminimax", "classic-expectiminimax"),
        "Random v random": ("random", "random"),
    }
    pairings = [
        Pairing(f"{name}, {dice} dice", game, players, opening=2, swap=players[0] != players[1])
        for name, players in pairs.items()
        for dice, game in GAMES.items()
    ]
    groups, complete = play_all(schedule(pairings, given.games, given.seed), given.workers)
    rows = [row_of(label, games) for label, games in groups.items() if len(games) > 1]
    publish(__doc__, given, rows, differs, complete, as_rows(groups))


if __name__ == "__main__":
    main()
