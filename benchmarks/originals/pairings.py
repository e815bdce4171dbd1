"""Minimax, Expectiminimax and Monte Carlo take wins and keep blocking each other: many blocks are
seen in the games Minimax v Monte Carlo, Expectiminimax v Monte Carlo and Expectiminimax v
Expectiminimax.

Method: the three pairings of the original program 000, the last two with its random drops. Then
every game is replayed: a *threat* is a turn at which the opponent could win with the next stone and
the player could not win at once; a *block* occupies the opponent's cell. A threat is *missed* if it
was not blocked although that would have helped: where every block loses at once, there is nothing
to miss. Stones that fell by dice are counted apart: no player chose them. The original ran 10,000
simulations and reported single games, not rates.

    python benchmarks/originals/pairings.py --games 20 --simulations 2000
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish
from benchmarks.originals.matches import Pairing, Played, as_rows, play_all, schedule, score_row

from inarow.defaults import CLASSIC_MC_SIMULATIONS
from inarow.games.notation import parse_moves
from inarow.registry import load_game
from inarow.search.evaluators.threats import winning_actions

NAMES = {
    "classic-minimax": "Minimax",
    "classic-expectiminimax": "Expectiminimax",
    "classic-mc": "Monte Carlo",
}
PAIRS = (
    ("connect_four", "classic-minimax", "classic-mc"),
    ("random_drop", "classic-expectiminimax", "classic-mc"),
    ("random_drop", "classic-expectiminimax", "classic-expectiminimax"),
)
COUNTED = ("wins seen", "taken", "threats", "blocks", "missed", "dice")


def reactions(game: str, played: Played) -> list[Counter[str]]:
    """What each player met and did in one game."""
    counts: list[Counter[str]] = [Counter(), Counter()]
    state = load_game(game).initial_state()
    for action in parse_moves(state.game, played.moves):
        player = state.player
        mine = counts[player if played.first == 0 else 1 - player]
        chances, threats = winning_actions(state, player), winning_actions(state, 1 - player)
        if state.chance():
            mine["dice"] += 1
        elif chances:
            mine["wins seen"] += 1
            mine["taken"] += action in chances
        elif threats:
            mine["threats"] += 1
            mine["blocks"] += action in threats
            mine["missed"] += action not in threats and not all(
                winning_actions(state.play(block), 1 - player) for block in threats
            )
        state = state.play(action)
    return counts


def row_of(pairing: Pairing, games: Sequence[Played], player: int) -> Row:
    """One player of one pairing."""
    total: Counter[str] = Counter()
    for game in games:
        total += reactions(pairing.game, game)[player]
    met = {name: total[name] for name in COUNTED}
    name = NAMES[pairing.players[player].partition("(")[0]]
    if not pairing.swap:
        name += (" (first)", " (second)")[player]
    return {"pairing": pairing.label, "player": name, **score_row(games, player), **met}


def differs(rows: Sequence[Row]) -> str:
    total = {name: sum(row[name] for row in rows) for name in COUNTED}
    agrees = total["taken"] == total["wins seen"] and total["missed"] < total["blocks"]
    return (
        f"{'no' if agrees else 'yes'}; {total['taken']} of {total['wins seen']} wins taken, "
        f"{total['blocks']} of {total['threats']} threats blocked, {total['missed']} missed"
    )


def main() -> None:
    parser = arguments(__doc__, games=20)
    parser.add_argument(
        "--simulations",
        type=positive,
        default=CLASSIC_MC_SIMULATIONS,
        help="of Monte Carlo (as the original: 10000)",
    )
    given = parser.parse_args()
    budget = {"classic-mc": f"(simulations={given.simulations})"}
    pairings = [
        Pairing(
            f"{NAMES[one]} v {NAMES[other]}",
            game,
            (one + budget.get(one, ""), other + budget.get(other, "")),
            swap=one != other,  # a player against itself would play every game twice
        )
        for game, one, other in PAIRS
    ]
    groups, complete = play_all(schedule(pairings, given.games, given.seed), given.workers)
    rows = [
        row_of(pairing, groups[pairing.label], player)
        for pairing in pairings
        if pairing.label in groups
        for player in (0, 1)
    ]
    publish(__doc__, given, rows, differs, complete, as_rows(groups))


if __name__ == "__main__":
    main()
