"""What each idea of the Gomoku engine is worth: it plays, searches and solves without it.

The engine meets itself without one idea, from balanced openings, each with both sides and the same
number of positions a move, until a sequential test (`sprt`) knows whether the idea helps. Both also
search ten middle games, whose depths and speed are compared, and look for the right move in
positions with a forced win.

    python benchmarks/gomoku_ideas.py                       all ideas, 5,000 positions a move
    python benchmarks/gomoku_ideas.py --nodes 20000 threes=0 threes=4
    python benchmarks/gomoku_ideas.py --openings "balanced(plies=5,count=300)" --pairs 300 margin=0
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.originals.common import Row, positive, run, table

from inarow.arena.crews import Pool
from inarow.arena.elo import match_estimate, score_of, signed
from inarow.arena.entrants import Entrant
from inarow.arena.event import Event
from inarow.arena.openings import load_openings
from inarow.arena.stop import Sprt
from inarow.arena.store import create_store
from inarow.arena.tournament import run_event
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.decision import Info, Kind, Result
from inarow.search.limit import Limit

DATA = Path(__file__).parent / "data"
IDEAS = [
    "fitted=false",
    "table=false",
    "fours=0",
    "threes=0",
    "reduce=false",
    "narrow=false",
    "margin=0",
]
GAME = "gomoku"
WHOLE = "whole"
VERDICTS = {"H1": "helps", "H0": "does not", "open": "open"}


def lines(name: str) -> list[str]:
    return (DATA / name).read_text(encoding="utf-8").split("\n")[:-1]


def play(idea: str, openings: list[str], given: argparse.Namespace) -> Row:
    """The score of the engine against itself without an idea."""
    event = Event(
        GAME,
        (Entrant(WHOLE, "gomoku(variety=0)"), Entrant(idea, f"gomoku(variety=0,{idea})")),
        rounds=given.pairs,
        limit=f"{given.nodes}nodes",
        openings=given.openings,
        stop=f"sprt(elo1={given.elo})",
    )
    with create_store(None, event, openings) as store:
        tally = run_event(store, Pool(given.workers)).tally
    counts = tally.pair_counts(WHOLE, idea) or []
    estimate = match_estimate(counts).elo
    verdict = Sprt(elo1=given.elo).state_of(tally, WHOLE, idea).verdict
    return {
        "games": 2 * sum(counts),
        "score": tally.score(WHOLE).share,
        "low": score_of(estimate.value - estimate.error),
        "high": score_of(estimate.value + estimate.error),
        "Elo": f"{signed(estimate.value)} +-{estimate.error:.0f}",
        "SPRT": VERDICTS[verdict],
    }


def solve(line: str, player: str, nodes: int) -> tuple[bool, bool]:
    """Whether the move is right, and whether it is proven to win."""
    best, moves = line.split()
    state: State = play_moves(load_game(GAME).initial_state(), moves)
    decision = load_agent(player).choose(state, Limit(nodes=nodes))
    value = decision.value
    proven = value is not None and (value.kind, value.result) == (Kind.PROVEN, Result.WIN)
    return proven or state.game.format(decision.action) == best, proven


def deepen(line: str, player: str, nodes: int) -> tuple[int, int, float]:
    """The depth that is reached, the positions that were searched and the seconds that it took."""
    state = play_moves(load_game(GAME).initial_state(), line)
    depths = [0]

    def note(info: Info) -> None:
        depths.append(info.depth or 0)

    agent = load_agent(player)
    agent.choose(state, Limit(nodes=1), None)  # loads what is compiled
    began = process_time()
    decision = agent.choose(state, Limit(nodes=nodes), note)
    return depths[-1], decision.nodes, process_time() - began


def search(player: str, nodes: int) -> Row:
    """Depth and speed in middle games, and what is found in positions with a forced win."""
    deep = run(partial(deepen, player=player, nodes=nodes), lines("gomoku_middle_games.txt"))
    depths, searched, seconds = zip(*deep, strict=True)
    found = run(partial(solve, player=player, nodes=nodes), lines("gomoku_forced_wins.txt"))
    right, proven = (sum(column) for column in zip(*found, strict=True))
    return {
        "depth": sum(depths) / len(depths),
        "least": min(depths),
        "M nodes/s": sum(searched) / sum(seconds) / 1e6,
        "right": right,
        "proven": proven,
        "of": len(found),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ideas", nargs="*", default=IDEAS, help="options that change the engine")
    parser.add_argument("--nodes", type=positive, default=5000, help="positions a move in games")
    parser.add_argument("--search", type=positive, default=50_000, help="positions elsewhere")
    parser.add_argument("--openings", default=str(DATA / "gomoku_openings.txt"))
    parser.add_argument("--pairs", type=positive, default=60, help="of games, at most")
    parser.add_argument("--elo", type=positive, default=40, help="what an idea shall be worth")
    parser.add_argument("--workers", type=positive, default=2, help="processes (2)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    given = parser.parse_args()
    openings = load_openings(given.openings).make(load_game(GAME), seed=1)
    unknown = dict.fromkeys(("games", "score", "low", "high", "Elo", "SPRT"))
    rows: list[Row] = [{"without": "nothing", **unknown, **search("gomoku", given.search)}]
    for idea in given.ideas:
        player = f"gomoku({idea})"
        rows.append(
            {"without": idea, **play(idea, openings, given), **search(player, given.search)}
        )
    print(f"The whole engine against itself without an idea, {given.nodes} positions a move; SPRT:")
    print(f"no better or {given.elo} Elo better. Depth and speed in ten middle games, moves found")
    print(f"in positions with a forced win: {given.search} positions each.")
    print(table(rows))
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
