"""How strong the player `nine` is, and from which ply on games are settled by proof.

    python benchmarks/nine_engine.py match              nine against mcts, 60 games, 0.1 s a move
    python benchmarks/nine_engine.py match --first "nine(search=alphabeta)" --games 40
    python benchmarks/nine_engine.py proofs --ply 16 --games 50 --seconds 5

Matches play each opening, a random one of five plies without a mistake, with both sides. CPU time
per move is shown beside the result, since a busy machine gives less of it. Proofs are asked for in
positions of games that `nine` plays against itself, and seconds are those of the processor.
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
from inarow.search.limit import Limit
from inarow.search.nine.plain import safe_turns
from inarow.search.proof.compiled import compiled_searches
from inarow.search.proof.prove import prove

SLICE = 100_000
"""Positions that the prover looks at between two looks at the processor's time."""


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
    """How many positions of a ply are proven in some seconds of CPU time, and what that takes."""
    rng, player = Random(seed), load_agent("nine")
    results, nodes, times = list[str](), list[int](), list[float]()
    while len(results) < games:
        state = opening(rng)
        while state.outcome is None and state.ply < ply:
            state = state.play(player.choose(state, Limit(nodes=20_000)).action)
        if state.outcome is not None:
            continue
        searches, started = compiled_searches(state.game), process_time()
        proof = prove(state, Limit(nodes=SLICE), searches)
        while not proof.settled and process_time() - started < seconds:
            proof = prove(state, Limit(nodes=proof.nodes + SLICE), searches)
        times.append(process_time() - started)
        nodes.append(proof.nodes)
        results.append(proof.value.words if proof.settled and proof.value else "open")
        print(
            f"{len(results)}: {results[-1]}, {nodes[-1]} positions, {times[-1]:.2f} s", flush=True
        )
    proven = games - results.count("open")
    print(
        f"ply {ply}: {proven} of {games} proven in {seconds} CPU s each, median {median(times):.2f}"
    )
    print(f"{sum(nodes)} positions, {sum(nodes) / sum(times) / 1e6:.2f} million a CPU second")
    return {"ply": ply, "results": results, "positions": nodes, "CPU s": times}


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
