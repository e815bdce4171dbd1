"""What a network of Connect Four learns in a given time, and how strong it is then.

    python benchmarks/learning.py                    one minute of training
    python benchmarks/learning.py --seconds 600      ten minutes
    python benchmarks/learning.py --network my.npz   none: a network that is there already

All seconds are CPU seconds of one core. Positions: the critical and the random ones of `inarow
score`, from games that have nothing to do with the training. Players that take turns on them: the
network without looking ahead, with it in both ways, and `mcts` with the same time a move. In the
end the network plays first against `perfect`, which plays the best moves of each position in turn.
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
from inarow.search.learned.plan import Training
from inarow.search.learned.training import ROUND, Lessons
from inarow.search.limit import Limit
from inarow.study.positions import shipped_positions

GAME = "connect_four"
ENDLESS = 1 << 40


def learn(seconds: int, seed: int, path: Path) -> str:
    """Train a network; how many games, and how many per second."""
    lessons = Lessons(Training(GAME, ENDLESS, seed=seed))
    lessons.go_on(1)
    began = process_time()
    while (spent := process_time() - began) < seconds:
        lessons.go_on(ROUND)
    lessons.finished().save(path)
    return f"{lessons.done:,} games in {spent:.0f} s: {lessons.done / spent:,.0f} per second"


def judge(spec: str, limit: Limit) -> Row:
    """How often the moves of a player keep the result."""
    game, agent = load_game(GAME), load_agent(spec, seed=1)
    make_ready(agent, game)
    row: Row = {"player": spec.partition("file=")[0] + spec.partition(".npz")[2], "limit": ""}
    row["limit"] = "" if limit.seconds is None else f"{1000 * limit.seconds:g} ms"
    began, asked = process_time(), 0
    for kind in ("critical", "random"):
        positions = [one for one in shipped_positions(game) if one.kind == kind]
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
    parser.add_argument("--games", type=positive, default=200, help="against perfect")
    parser.add_argument("--network", type=Path, help="instead of training one")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        path = given.network or Path(folder) / "network.npz"
        if given.network is None:
            print(learn(given.seconds, given.seed, path), flush=True)
        name = f'learned(file="{path}"'
        plies = [f"{name},search=alphabeta,depth={depth})" for depth in (1, 5)]
        asked = [(spec, Limit()) for spec in plies]
        for milliseconds in (1, 10):
            limit = Limit(seconds=milliseconds / 1000)
            asked += [(f"{name},search=alphabeta)", limit), (f"{name})", limit)]
            asked.append(("mcts(simulations=none)", limit))
        print(table([judge(spec, limit) for spec, limit in asked]))
        for spec, plies_ahead in zip(plies, (1, 5), strict=True):
            found = meet_perfect(spec, given.games, Limit())
            print(f"first player against perfect, depth {plies_ahead}: {found}", flush=True)


if __name__ == "__main__":
    main()
