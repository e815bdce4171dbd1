"""Does a client with many long games keep others from playing?

    python -m benchmarks.fair_engines                  # 40 endless games, 60 moves of level 1
    python -m benchmarks.fair_engines --moves 200

A real server with its usual number of engines, real sockets. One socket starts 40 games of
`mcts(simulations=none)` against itself, 60 seconds a move: more than enough for every engine.
Meanwhile another socket plays against `level(1)`. Measured: from sending a move until the reply of
the level has come, first alone, then under the flood. Waiting would show: without a fair share the
reply takes a minute or more. The table is written to `results/fair_engines.txt`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.web_load import Player, Server

RESULTS = Path(__file__).parent / "results" / "fair_engines.txt"
ENDLESS = {"seats": ["mcts(simulations=none)"] * 2, "limit": "60s"}


def _replied(message: dict[str, Any]) -> bool:
    return message["type"] == "update" and bool(message["status"]["waiting"] != "machine")


async def wait_for_kernels(player: Player) -> None:
    """Make a move in a game with a seed, which is not played without kernels."""
    seats = ["human", "level(8)"]
    game = (await player.ask("new_game", game="connect_four", seats=seats, seed=1))["game"]
    await player.send("move", game=game["id"], at=game["cursor"], move="4")
    await player.until(_replied)
    await player.ask("unwatch", game=game["id"])


async def play(player: Player, moves: int) -> list[float]:
    """Seconds from a move until the reply, for some moves of as many games as that takes."""
    found: list[float] = []
    while len(found) < moves:
        game = await player.ask("new_game", game="connect_four", seats=["human", "level(1)"])
        status, at = game["game"]["status"], game["game"]["cursor"]
        name, legal = game["game"]["id"], game["game"]["position"]["legal"]
        while status["waiting"] == "human" and len(found) < moves:
            began = time.perf_counter()
            await player.send("move", game=name, at=at, move=legal[0]["text"])
            told = await player.until(_replied)
            status, at, legal = told["status"], told["cursor"], told["position"]["legal"]
            if status["waiting"] == "human":
                found.append(time.perf_counter() - began)
        await player.ask("unwatch", game=name)
    return found


def quantile(seconds: list[float], share: float) -> float:
    """The time within which this share of the replies came."""
    return sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]


async def measure(server: Server, games: int, moves: int) -> list[dict[str, Any]]:
    """The replies of the level alone, and under the flood."""
    modest, greedy = await Player.connect(server), await Player.connect(server)
    await wait_for_kernels(modest)
    rows = []
    for label, flood in (("alone", 0), (f"beside {games} endless games", games)):
        for _ in range(flood):
            await greedy.ask("new_game", game="connect_four", **ENDLESS)
        seconds = await play(modest, moves)
        row = {"what": label, "moves": len(seconds), "load": round(os.getloadavg()[0], 1)}
        row |= {f"p{share}": round(quantile(seconds, share / 100), 3) for share in (50, 99)}
        rows.append(row | {"slowest": round(max(seconds), 3)})
    return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=40, help="endless games of the other client")
    parser.add_argument("--moves", type=int, default=60, help="moves of level 1 to time")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where to write the table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), None)
        try:
            rows = asyncio.run(measure(server, options.games, options.moves))
        finally:
            server.end()
    lines = [
        f"{row['what']}: {row['moves']} moves, half within {row['p50']:.3f} s, "
        f"99 % within {row['p99']:.3f} s, slowest {row['slowest']:.3f} s (load {row['load']})"
        for row in rows
    ]
    print("\n".join(lines))
    options.out.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
