"""What each idea of the Gomoku engine is worth: it plays and solves without it.

The engine meets itself without one idea, from balanced openings, each with both sides and the same
number of positions a move. And both look for the right move in positions with a forced win.

    python benchmarks/gomoku_ideas.py                       all ideas, 5,000 positions a move
    python benchmarks/gomoku_ideas.py --nodes 20000 threes=0 threes=4
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.originals.common import Row, positive, run, table, wilson

from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.games.record import Record
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game
from inarow.search.decision import Kind, Result
from inarow.search.limit import Limit

DATA = Path(__file__).parent / "data"
IDEAS = [
    "fitted=false",
    "table=false",
    "fours=0",
    "threes=0",
    "reduce=false",
    "narrow=false",
    "history=false",
    "margin=0",
    "forced=0",
]
GAME = "gomoku"


def lines(name: str) -> list[str]:
    return (DATA / name).read_text(encoding="utf-8").split("\n")[:-1]


def play_pair(opening: str, idea: str, nodes: int) -> float:
    """The points of the engine against itself without an idea, of the two games of an opening."""
    points = 0.0
    for seat in (0, 1):
        players = [load_agent("gomoku(variety=0)"), load_agent(f"gomoku(variety=0,{idea})")]
        record = Record(load_game(GAME))
        record.push_moves(opening)
        first, second = players[::-1] if seat else players
        outcome = play_match(record.game, (first, second), limit=Limit(nodes=nodes), record=record)
        winner = outcome.outcome.winner if outcome.outcome else None
        points += 0.5 if winner is None else float(winner == seat)
    return points


def solve(line: str, player: str, nodes: int) -> tuple[bool, bool]:
    """Whether the move is right, and whether it is proven to win."""
    best, moves = line.split()
    state: State = play_moves(load_game(GAME).initial_state(), moves)
    decision = load_agent(player).choose(state, Limit(nodes=nodes))
    value = decision.value
    proven = value is not None and (value.kind, value.result) == (Kind.PROVEN, Result.WIN)
    return proven or state.game.format(decision.action) == best, proven


def solved(player: str, nodes: int) -> Row:
    found = run(partial(solve, player=player, nodes=nodes), lines("gomoku_forced_wins.txt"))
    right, proven = (sum(column) for column in zip(*found, strict=True))
    return {"right": right, "proven": proven, "of": len(found)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ideas", nargs="*", default=IDEAS, help="options that change the engine")
    parser.add_argument("--nodes", type=positive, default=5000, help="positions a move in games")
    parser.add_argument("--solve", type=positive, default=50_000, help="positions to solve with")
    parser.add_argument("--openings", type=positive, default=60)
    args = parser.parse_args()
    openings = lines("gomoku_openings.txt")[: args.openings]
    rows: list[Row] = [
        {"without": "nothing", "score": None, "low": None, "high": None}
        | solved("gomoku", args.solve)
    ]
    for idea in args.ideas:
        points = run(partial(play_pair, idea=idea, nodes=args.nodes), openings)
        games = 2 * len(points)
        low, high = wilson(sum(points), games)
        score: Row = {"score": sum(points) / games, "low": low, "high": high}
        rows.append({"without": idea} | score | solved(f"gomoku({idea})", args.solve))
    print(f"Score of the whole engine against itself without an idea, {args.nodes} positions a")
    print(f"move; moves found in positions with a forced win, {args.solve} positions each.")
    print(table(rows))


if __name__ == "__main__":
    main()
