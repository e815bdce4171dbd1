"""Where the networks of the package stand among the levels.

    python benchmarks/network_levels.py              some minutes
    python benchmarks/network_levels.py --pairs 5    seconds, and error bars to match

Each network plays, without looking ahead and as it comes, against the four levels around it, in
pairs of games from random openings with sides swapped. The rating is the one that makes these
points the likeliest, with the ratings of the levels taken as true (`ladder.py`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.originals.common import Row, positive, table

from inarow.agents.levels import levels_of
from inarow.arena.ladder import rating_of
from inarow.arena.openings import random_openings
from inarow.games.record import Record
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game

GREEDY = "learned(search=alphabeta,depth=1)"
ASKED = [
    ("connect_four", GREEDY, range(5, 9)),
    ("connect_four", "learned", range(6, 10)),
    ("nine_board", GREEDY, range(4, 8)),
    ("nine_board", "learned", range(6, 10)),
]
PLIES = {"connect_four": 8, "nine_board": 3}
SEED = 5


def place(name: str, spec: str, levels: range, pairs: int) -> Row:
    """The rating of a player, and its points against each level."""
    game, results = load_game(name), list[tuple[float, float]]()
    openings = random_openings(game, pairs, PLIES[name], SEED)
    row: Row = {"game": name, "player": spec, "Elo": "", "points": ""}
    for number in levels:
        rating = levels_of(game)[number - 1].rating
        assert rating is not None
        scores = [
            meet(name, spec, number, opening, seat, at)
            for at, opening in enumerate(openings)
            for seat in (0, 1)
        ]
        results += [(float(rating.elo), score) for score in scores]
        row["points"] += f"level {number}: {sum(scores):g} of {len(scores)}  "
    found = rating_of(results)
    row["Elo"] = f"{found.value:.0f} +-{found.error:.0f}"
    return row


def meet(name: str, spec: str, level: int, opening: str, seat: int, seed: int) -> float:
    """One game: what the network gets."""
    game = load_game(name)
    record = Record(game)
    record.push_moves(opening)
    players = [load_agent(spec), load_agent(f"level({level})", seed=2 * seed + seat)]
    play_match(game, (players[seat], players[1 - seat]), record=record, seed=seed)
    assert record.outcome is not None
    winner = record.outcome.winner
    return 0.5 if winner is None else float(winner == seat)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=positive, default=30, help="of games against each level")
    given = parser.parse_args()
    print(table([place(*asked, given.pairs) for asked in ASKED]))


if __name__ == "__main__":
    main()
