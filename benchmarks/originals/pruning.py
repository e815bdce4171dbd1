"""The bound tests (no later win can be better) and trying likely winners first make alpha-beta cut
more; the value stays the same.

Method: a fixed set of random Connect Four positions with some empty cells is solved to the end, by
plain minimax and by alpha-beta with every move order, with and without the bound tests, always
without a table. All must find the same value; only positions are counted, no time. The original
sorted only where more than 20 plies are left, which no set like this reaches: here every node is.

    python benchmarks/originals/pruning.py --positions 40 --empty 12
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish, run

from inarow.games.base import State
from inarow.games.notation import format_moves, play_moves
from inarow.registry import load_game
from inarow.search.clock import SearchClock
from inarow.search.evaluators.column_score import sorted_columns
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import AlphaBeta
from inarow.search.minimax.plain import minimax
from inarow.search.minimax.root import distance_score
from inarow.search.ordering import centre_first, plain_moves

ORDERS = {"left to right": plain_moves, "base order": centre_first, "sorted": sorted_columns}
PLAIN = "minimax, no pruning"
BOUNDS = {"": False, " + bound tests": True}


def positions(number: int, empty: int, seed: int) -> list[str]:
    """Random games that are still open when this many cells are empty, as move strings."""
    game, rng, found = load_game("connect_four"), Random(seed), set[str]()
    while len(found) < number:
        state, actions = game.initial_state(), list[int]()
        while state.outcome is None and state.ply < game.shape[0] * game.shape[1] - empty:
            actions.append(rng.choice(state.legal_actions()))
            state = state.play(actions[-1])
        if state.outcome is None:
            found.add(format_moves(game, actions))
    return sorted(found)


def solve(empty: int, plain: bool, moves: str) -> dict[str, int]:
    """How many positions each search visits to solve one position."""
    state = play_moves(load_game("connect_four").initial_state(), moves)
    visited, values = {}, set[float]()
    if plain:
        clock = SearchClock(Limit())
        score = minimax(state, empty, _nothing, 0, plain_moves, distance_score, clock)
        visited[PLAIN], values = clock.nodes, {score}
    for order, sort in ORDERS.items():
        for bounds, on in BOUNDS.items():
            search = AlphaBeta(moves=sort, bound_tests=on)
            values.add(search.value(state, empty))
            visited[order + bounds] = search.clock.nodes
    if len(values) != 1:
        raise RuntimeError(f"{moves}: the searches find different values {values}")
    return visited


def _nothing(state: State, player: int) -> float:
    return 0.0


def differs(rows: Sequence[Row]) -> str:
    visited = {row["search"]: row["visited"] for row in rows}
    tested = all(visited[order + " + bound tests"] <= visited[order] for order in ORDERS)
    ordered = visited["sorted"] <= visited["base order"]
    saved = 1 - visited["base order + bound tests"] / visited["base order"]
    gained = 1 - visited["sorted"] / visited["base order"]
    return (
        f"{'no' if tested and ordered else 'yes'}; same values everywhere; bound tests save "
        f"{saved:.1%} of the base order's positions, sorting saves {gained:.1%} of them"
    )


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--positions", type=positive, default=40, help="in the set (40)")
    parser.add_argument("--empty", type=positive, default=12, help="cells of each (12)")
    parser.add_argument("--no-minimax", action="store_true", help="leave plain minimax out")
    given = parser.parse_args()
    chosen = positions(given.positions, given.empty, given.seed)
    solved = run(partial(solve, given.empty, not given.no_minimax), chosen, given.workers)
    names = list(solved[0]) if solved else []
    totals = {name: sum(visited[name] for visited in solved) for name in names}
    rows = [
        {"search": name, "set": len(solved), "visited": total, "share of base": total / base}
        for name, total in totals.items()
        for base in [totals["base order"]]
    ]
    publish(__doc__, given, rows, differs, len(solved) == len(chosen))


if __name__ == "__main__":
    main()
