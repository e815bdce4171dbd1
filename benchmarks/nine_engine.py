"""How strong the player `nine` is, and from which ply on games are settled by proof.

    python benchmarks/nine_engine.py match              nine against mcts, 60 games, 0.1 s a move
    python benchmarks/nine_engine.py match --first "nine(search=alphabeta)" --games 40
    python benchmarks/nine_engine.py proofs --ply 20 --games 50 --seconds 1

Matches play each opening, a random one of five plies without a mistake, with both sides. CPU time
per move is shown beside the result, since a busy machine gives less of it. Proofs are asked for in
positions of games that `nine` plays against itself.
"""

import argparse
import json
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from inarow.games.base import State
from inarow.games.nine_board import NineBoard
from inarow.registry import load_agent
from inarow.search.decision import Kind
from inarow.search.limit import Limit
from inarow.search.nine.plain import safe_turns

NODES_PER_SECOND = 700_000
"""What the prover looks at in a second of one core, so that a busy machine proves no less."""


def opening(rng: Random, plies: int = 5) -> State:
    """A random position in which nobody has given a win away."""
    state: State = NineBoard().initial_state().play(rng.randrange(9)).play(rng.randrange(9))
    while state.ply < plies:
        state = rng.choice(safe_turns(state))[1]
    return state


def match(first: str, second: str, games: int, limit: Limit, seed: int) -> dict[str, object]:
    """Play some games, each opening twice."""
    rng, players = Random(seed), [load_agent(first), load_agent(second)]
    points, spent, moves = [0, 0, 0], [0.0, 0.0], [0, 0]
    for number in range(games):
        if number % 2 == 0:
            begin = opening(rng)
        state = begin
        while state.outcome is None:
            who = state.player ^ number % 2
            started = process_time()
            action = players[who].choose(state, limit).action
            spent[who] += process_time() - started
            moves[who] += 1
            state = state.play(action)
        winner = state.outcome.winner
        points[1 if winner is None else 0 if winner ^ number % 2 == 0 else 2] += 1
        if number % 10 == 9:
            print(f"{number + 1}: {'-'.join(map(str, points))}", flush=True)
    each = [round(1000 * time / count, 1) for time, count in zip(spent, moves, strict=True)]
    score = (points[0] + points[1] / 2) / games
    error = 1.96 * sqrt(score * (1 - score) / games)
    print(f"{first} - {second}: {100 * score:.0f} % +- {100 * error:.0f}, CPU ms a move {each}")
    return {"players": [first, second], "wins, draws, losses": points, "CPU ms a move": each}


def proofs(ply: int, games: int, seconds: float, seed: int) -> dict[str, object]:
    """How many positions of a ply are proven in some seconds of CPU time, and how long it takes."""
    rng, player, prover = Random(seed), load_agent("nine"), load_agent("prover")
    times, proven = list[float](), 0
    while len(times) < games:
        state = opening(rng)
        while state.outcome is None and state.ply < ply:
            state = state.play(player.choose(state, Limit(nodes=20_000)).action)
        if state.outcome is not None:
            continue
        started = process_time()
        value = prover.choose(state, Limit(nodes=int(seconds * NODES_PER_SECOND))).value
        times.append(process_time() - started)
        proven += value is not None and value.kind is Kind.PROVEN
    print(f"ply {ply}: {proven} of {games} proven in {seconds} s, median {median(times):.3f} CPU s")
    return {"ply": ply, "positions": games, "proven": proven, "CPU s": [round(t, 3) for t in times]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("match", "proofs"))
    parser.add_argument("--first", default="nine")
    parser.add_argument("--second", default="mcts(simulations=none)")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--ply", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here as well")
    given = parser.parse_args()
    if given.what == "match":
        limit = Limit(seconds=given.seconds)
        result = match(given.first, given.second, given.games, limit, given.seed)
    else:
        result = proofs(given.ply, given.games, given.seconds, given.seed)
    if given.json:
        given.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
