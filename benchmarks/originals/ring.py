"""The five original programs in one ring: none of them claimed anything about the others, because
they never met.

Method: on every game each player that can play it meets every other one, in pairs of games from the
same random opening with sides swapped. The players have the settings of their programs, but those
that looked at the clock count instead: 002 plays `--simulations` random games for each move that it
compares, and 001 and 004 look at `--nodes` positions. So the table comes out the same on every
machine. The ratings are fitted to all games of a board at once; 0 Elo is the mean of its players.

    python benchmarks/originals/ring.py --rounds 10

Numbered columns are points against the player of that rank, of two games for each round.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish

from inarow.arena.crews import Pool
from inarow.arena.elo import wilson
from inarow.arena.entrants import Entrant
from inarow.arena.event import Event
from inarow.arena.ratings import rate
from inarow.arena.results import tally
from inarow.arena.store import create_store
from inarow.arena.tournament import count_store, run_event
from inarow.registry import load_agent, load_game

PROGRAMS = {
    "classic-minimax": "000",
    "classic-expectiminimax": "000",
    "classic-mc": "000",
    "classic-alphabeta": "001",
    "classic-nine-mcts": "002",
    "randobot": "003",
    "normal": "003",
    "hard": "003",
    "impossible": "003",
    "classic-gomoku": "004",
}
GAMES = {
    "connect_four": "random(plies=4,count=50)",
    "random_drop": "random(plies=4,count=50)",
    "tic_tac_toe": "all(plies=1)",
    "gomoku(rows=9,cols=9)": "random(plies=4,count=50)",
    "nine_board": "random(plies=3,count=50)",
}
"""The games, and the openings from which they are played."""
MOST = len(PROGRAMS)


def entrants(game: str, simulations: int, nodes: int) -> tuple[Entrant, ...]:
    """The players of the original programs that can play a game."""
    own = {"classic-nine-mcts": f"classic-nine-mcts(simulations={simulations},seconds=none)"}
    limits = dict.fromkeys(("classic-alphabeta", "classic-gomoku"), f"{nodes}nodes")
    able = [name for name in PROGRAMS if load_agent(name).supports(load_game(game))]
    return tuple(Entrant(name, own.get(name, name), limit=limits.get(name, "")) for name in able)


def play_ring(event: Event, workers: int) -> tuple[list[Row], bool]:
    """Play every pair of players; the table, and whether all games were played."""
    with create_store(None, event, event.make_openings()) as store:
        try:
            ledger, complete = run_event(store, Pool(workers)), True
        except KeyboardInterrupt:
            ledger, complete = count_store(store), False
        counted = tally(result for _, result in store.results())
    if not counted.total:
        return [], complete
    ratings = {each.player: each for each in rate(ledger.tally).players}
    order = [name for name in ratings if name in counted.players]
    rows = list[Row]()
    for rank, name in enumerate(order, 1):
        rating, total = ratings[name], counted.score(name)
        low, high = wilson(total.points, total.games)
        head = {"game": event.game, "rank": rank, "player": name}
        elo = {"Elo": round(rating.elo), "+-": round(rating.error), "games": total.games}
        score = {"score": total.points / total.games, "low": low, "high": high}
        met = [counted.score(name, other) for other in order]
        against = {str(at): s.points if s.games else None for at, s in enumerate(met, 1)}
        blank = dict.fromkeys(map(str, range(len(order) + 1, MOST)))
        program = {"program": PROGRAMS[name]}
        rows.append({**head, **program, **elo, **score, **against, **blank})
    return rows, complete


def differs(rows: Sequence[Row]) -> str:
    best = [
        f"{row['player']} in {row['game'].partition('(')[0]}" for row in rows if row["rank"] == 1
    ]
    return f"nothing was claimed; first: {', '.join(best)}"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=positive, default=10, help="pairs of games of two (10)")
    parser.add_argument("--simulations", type=positive, default=500, help="of 002 for a move (500)")
    parser.add_argument("--nodes", type=positive, default=20_000, help="of 001 and 004 (20000)")
    parser.add_argument("--only", nargs="+", choices=GAMES, default=list(GAMES), metavar="GAME")
    given = parser.parse_args()
    rows: list[Row] = []
    complete = True
    for game in given.only:
        players = entrants(game, given.simulations, given.nodes)
        settings = {
            "rounds": given.rounds,
            "seed": given.seed,
            "limit": "",
            "openings": GAMES[game],
        }
        found, complete = play_ring(Event(game, players, **settings), given.workers)
        rows += found
        print(f"{game}: {sum(row['games'] for row in found) // 2} games", file=sys.stderr)
        if not complete:
            break
    publish(__doc__, given, rows, differs, complete)


if __name__ == "__main__":
    main()
