"""What a network of Connect Four learns in a given time, and how strong it is then.

    python benchmarks/learning.py                    one minute of training
    python benchmarks/learning.py --seconds 600      ten minutes
    python benchmarks/learning.py --network my.npz   none: a network that is there already
    python benchmarks/learning.py --network my.npz --budgets 1,3,10,30,100 --positions 300 --games 0

All seconds are CPU seconds of one core. Positions: the critical and the random ones of `inarow
score`, from games that have nothing to do with the training. Who is asked: the network without
looking ahead, with it in both ways, and `mcts` with random games, all with the same CPU time a
move. Such a budget is a number of positions: it is found by timing each player with a few and with
many of them, so that a busy machine changes nothing, and the last column says what a move took. In
the end the network plays first against `perfect`, which plays the best moves of each position in
turn: all games that begin alike go on alike, so the different ones are counted.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.originals.common import Row, positive, table

from inarow.agents.ready import make_ready
from inarow.arena.elo import wilson
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.learned.plan import Training
from inarow.search.learned.training import Lessons
from inarow.search.limit import Limit
from inarow.study.positions import LabelledPosition, shipped_positions

GAME = "connect_four"
ENDLESS = 1 << 40
TIMED, FEW, MANY = 40, 50, 1000
"""Positions that time a player, and how many it looks at for a move, twice."""


def learn(seconds: int, seed: int, path: Path) -> str:
    """Train a network; how many games, and how many per second."""
    lessons = Lessons(Training(GAME, ENDLESS, seed=seed))
    lessons.go_on(1)
    began = process_time()
    while (spent := process_time() - began) < seconds:
        lessons.go_on(lessons.round)
    lessons.finished().save(path)
    return f"{lessons.done:,} games in {spent:.0f} s: {lessons.done / spent:,.0f} per second"


def positions_of(kind: str, most: int) -> list[LabelledPosition]:
    """Some positions of a kind."""
    return [one for one in shipped_positions(load_game(GAME)) if one.kind == kind][:most]


def seconds_a_move(agent: Agent, nodes: int) -> float:
    """CPU time that a move takes with so many positions."""
    asked = positions_of("critical", TIMED)
    agent.choose(asked[0].state, Limit(nodes=nodes))  # what happens only once
    began = process_time()
    for one in asked:
        agent.choose(one.state, Limit(nodes=nodes))
    return (process_time() - began) / len(asked)


def budget(spec: str, milliseconds: float) -> Limit:
    """So many positions as take this CPU time: a straight line through two timings."""
    agent = ready(spec)
    few, many = (seconds_a_move(agent, nodes) for nodes in (FEW, MANY))
    nodes = FEW + (milliseconds / 1000 - few) * (MANY - FEW) / max(many - few, 1e-9)
    return Limit(nodes=max(1, round(nodes)))


def ready(spec: str) -> Agent:
    """A player that has nothing left to compile or to load."""
    agent = load_agent(spec, seed=1)
    make_ready(agent, load_game(GAME))
    return agent


def judge(spec: str, limit: Limit, most: int) -> Row:
    """How often the moves of a player keep the result."""
    agent = ready(spec)
    row: Row = {"player": spec.partition("file=")[0] + spec.partition(".npz")[2]}
    row["positions"] = "" if limit.nodes is None else f"{limit.nodes:,}"
    began, asked = process_time(), 0
    for kind in ("critical", "random"):
        positions = positions_of(kind, most)
        kept = sum(one.keeps(agent.choose(one.state, limit).action) for one in positions)
        low, high = wilson(kept, len(positions))
        row[kind] = f"{100 * kept / len(positions):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        asked += len(positions)
    row["ms a move"] = f"{1000 * (process_time() - began) / asked:.2f}"
    return row


def meet_perfect(spec: str, games: int, limit: Limit) -> str:
    """The network moves first; perfect play of the second player can only lose."""
    game, agent = load_game(GAME), load_agent(spec)
    results, seen = Counter[str](), set[tuple[int, ...]]()
    for seed in range(games):
        record = play_match(game, (agent, load_agent("perfect", seed=seed)), limit=limit)
        assert record.outcome is not None
        winner = record.outcome.winner
        results["drawn" if winner is None else "won" if winner == 0 else "lost"] += 1
        seen.add(tuple(record.actions))
    counts = ", ".join(f"{results[word]} {word}" for word in ("won", "drawn", "lost"))
    return f"{counts}; {len(seen)} different games"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=positive, default=60, help="of training")
    parser.add_argument("--seed", type=positive, default=1)
    parser.add_argument("--games", type=int, default=200, help="against perfect")
    parser.add_argument("--network", type=Path, help="instead of training one")
    parser.add_argument("--budgets", default="1,10", help="CPU milliseconds a move")
    parser.add_argument("--positions", type=positive, default=1000, help="of each kind, at most")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = given.network or Path(folder) / "network.npz"
        if given.network is None:
            print(learn(given.seconds, given.seed, path), flush=True)
        name = f'learned(file="{path}"'
        plies = [f"{name},search=alphabeta,depth={depth})" for depth in (1, 5)]
        rows = [judge(spec, Limit(), given.positions) for spec in plies]
        for milliseconds in map(float, given.budgets.split(",")):
            for spec in (
                f"{name},search=alphabeta,depth=40)",
                f"{name},simulations={ENDLESS})",
                "mcts(simulations=none)",
            ):
                rows.append(judge(spec, budget(spec, milliseconds), given.positions))
                print(rows[-1], flush=True)
        print(table(rows))
        for spec, plies_ahead in zip(plies, (1, 5), strict=True) if given.games else ():
            found = meet_perfect(spec, given.games, Limit())
            print(f"first player against perfect, depth {plies_ahead}: {found}", flush=True)


if __name__ == "__main__":
    main()
