"""How often does Monte Carlo tree search keep the result of the game?

    python benchmarks/mcts_quality.py                      # all players, 10,000 simulations
    python benchmarks/mcts_quality.py --positions 300 --player "mcts(simulations=1000)"
    python benchmarks/mcts_quality.py --make 2000          # makes the positions anew (minutes)

Positions of Connect Four after 4 to 23 random plies in which the choice matters: some moves keep
the result (win, draw or loss under perfect play), others do not. The results of all columns come
from our own solver and lie in `benchmarks/data/critical.txt`; a player is right if its move keeps
the result. OpenSpiel's C++ player is measured in the same run if `pyspiel` is installed.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path

from inarow.games.base import State
from inarow.games.connect_four import ConnectFourState
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.decision import Result
from inarow.search.limit import Limit
from inarow.search.solver.solver import Solver

DATA = Path(__file__).parent / "data" / "critical.txt"
RESULTS = Path(__file__).parent / "results" / "mcts_quality.json"
PLIES = (4, 23)
PLAYERS = (
    "mcts(simulations=10000)",
    "mcts(simulations=10000,sharp=false)",
    "mcts(simulations=10000,solve=false)",
    "mcts(simulations=10000,solve=false,sharp=false)",
    "mcts(simulations=1000)",
)

Choose = Callable[[State, str], int]


def result_of(solver: Solver, child: State) -> int:
    """1, 0 or -1 for the player who moved into a position, under perfect play."""
    if child.outcome is not None:
        return 0 if child.outcome.winner is None else 1
    assert isinstance(child, ConnectFourState)
    return {Result.WIN: -1, Result.DRAW: 0, Result.LOSS: 1, None: 0}[
        solver.solve(child, weak=True).result
    ]


def make(count: int) -> None:
    """Draw random positions until enough of them are critical, and write them with their scores."""
    rng, game, solver = random.Random(2026), load_game("connect_four"), Solver()
    lines: list[str] = []
    while len(lines) < count:
        state, moves = game.initial_state(), ""
        for _ in range(rng.randint(*PLIES)):
            actions = state.legal_actions()
            if not actions:
                break
            action = rng.choice(list(actions))
            state, moves = state.play(action), moves + game.format(action)
        if state.outcome is not None:
            continue
        results = {
            action: result_of(solver, state.play(action)) for action in state.legal_actions()
        }
        if len(set(results.values())) > 1:
            known = " ".join(
                f"{game.format(action)}:{result}" for action, result in results.items()
            )
            lines.append(f"{moves} {known}")
            if len(lines) % 50 == 0:
                print(f"{len(lines)} of {count}", flush=True)
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text("\n".join(lines) + "\n")


def load(count: int) -> list[tuple[str, dict[int, int]]]:
    positions = []
    for line in DATA.read_text().splitlines()[:count]:
        moves, *known = line.split()
        results = {int(part.split(":")[0]) - 1: int(part.split(":")[1]) for part in known}
        positions.append((moves, results))
    return positions


def ours(spec: str) -> Choose:
    agent = load_agent(spec, seed=1)
    return lambda state, _: agent.choose(state, Limit()).action


def open_spiel(simulations: int) -> Choose | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    # As published with its figures: UCT, and its own proofs on (the option before the seed).
    bot = pyspiel.MCTSBot(game, evaluator, 2, simulations, 100, True, 1, False)

    def choose(_: State, moves: str) -> int:
        state = game.new_initial_state()
        for move in moves:
            state.apply_action(int(move) - 1)
        return int(bot.step(state))

    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--make", type=int, metavar="N", help="make N positions and stop")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--player", action="append", help="a player's spec; may be repeated")
    arguments = parser.parse_args()
    if arguments.make:
        return make(arguments.make)
    players = {spec: ours(spec) for spec in arguments.player or PLAYERS}
    if not arguments.player and (peer := open_spiel(10_000)) is not None:
        players["OpenSpiel C++ MCTS, 10000 simulations"] = peer
    positions = load(arguments.positions)
    right, seconds = (dict.fromkeys(players, 0.0) for _ in range(2))
    game = load_game("connect_four")
    for moves, results in positions:  # player by player on the same position: interleaved
        state = play_moves(game.initial_state(), moves)
        for name, choose in players.items():
            started = time.process_time()
            action = choose(state, moves)
            seconds[name] += time.process_time() - started
            right[name] += results[action] == max(results.values())
    rows = []
    for name in players:
        share, n = right[name] / len(positions), len(positions)
        rows.append(
            {
                "player": name,
                "keeps the result, %": round(100 * share, 1),
                "plus or minus": round(196 * sqrt(share * (1 - share) / n), 1),
                "ms per move": round(1000 * seconds[name] / n, 2),
            }
        )
        print("  ".join(f"{key}: {value}" for key, value in rows[-1].items()))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({"positions": len(positions), "players": rows}, indent=2) + "\n")
    return None


if __name__ == "__main__":
    main()
