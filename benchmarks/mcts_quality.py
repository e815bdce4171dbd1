"""How often does Monte Carlo tree search keep the result of the game?

    python benchmarks/mcts_quality.py                      # all players, 10,000 simulations
    python benchmarks/mcts_quality.py --positions 300 --player "mcts(simulations=1000)"

The positions are the critical ones of `inarow score`: the choice of the move matters. What is new
here is OpenSpiel's C++ player, if `pyspiel` is installed, and CPU time, all players on one position
after the other.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

from inarow.agents.ready import make_ready
from inarow.arena.score import Share
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.study.positions import LabelledPosition, shipped_positions

RESULTS = Path(__file__).parent / "results" / "mcts_quality.json"
PLAYERS = (
    "mcts(simulations=10000)",
    "mcts(simulations=10000,sharp=false)",
    "mcts(simulations=10000,solve=false)",
    "mcts(simulations=10000,solve=false,sharp=false)",
    "mcts(simulations=1000)",
)

Choose = Callable[[LabelledPosition], int]


def ours(spec: str) -> Choose:
    agent = load_agent(spec, seed=1)
    make_ready(agent, load_game("connect_four"))
    return lambda position: agent.choose(position.state, Limit()).action


def open_spiel(simulations: int) -> Choose | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    # As published with its figures: UCT, and its own proofs on (the option before the seed).
    bot = pyspiel.MCTSBot(game, evaluator, 2, simulations, 100, True, 1, False)

    def choose(position: LabelledPosition) -> int:
        state = game.new_initial_state()
        for action in position.actions:
            state.apply_action(action)
        return int(bot.step(state))

    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, help="so many; by default all")
    parser.add_argument("--player", action="append", help="a player's spec; may be repeated")
    arguments = parser.parse_args()
    players = {spec: ours(spec) for spec in arguments.player or PLAYERS}
    if not arguments.player and (peer := open_spiel(10_000)) is not None:
        players["OpenSpiel C++ MCTS, 10000 simulations"] = peer
    shipped = shipped_positions(load_game("connect_four"))
    positions = [one for one in shipped if one.kind == "critical"][: arguments.positions]
    right = dict.fromkeys(players, 0)
    seconds = dict.fromkeys(players, 0.0)
    for position in positions:  # player by player on the same position: interleaved
        for name, choose in players.items():
            started = time.process_time()
            action = choose(position)
            seconds[name] += time.process_time() - started
            right[name] += position.keeps(action)
    rows = []
    for name in players:
        pace = 1000 * seconds[name] / len(positions)
        kept = str(Share(right[name], len(positions)))
        rows.append({"player": name, "keeps the result": kept, "ms per move": round(pace, 2)})
        print("  ".join(f"{key}: {value}" for key, value in rows[-1].items()))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({"positions": len(positions), "players": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
