"""How much does the server of the page stand, and does it ever lose a move?

    python benchmarks/web_load.py                       # all parts
    python benchmarks/web_load.py --parts moves cheap   # some of them
    python benchmarks/web_load.py --json FILE

A real server on a free port of this machine, real sockets. The parts:

    moves     500 games at once against random players, each over a socket of its own. In each of
              them a person thinks for 0 to 4 seconds, 2 on average (--thinking), moves, and waits
              for the reply: about 250 moves and 250 replies per second are offered.
              Measured: from sending a move until its answer, which says that it is on the disk.
    cheap     the same for HTTP calls and moves while every engine is at work.
    sockets   memory of the server with 1,000 open sockets, each watching a game of its own.
    kills     20 times SIGKILL in the middle of moves; every acknowledged move must still be there.
    perfect   from my move until the perfect player's reply, engine warm; and the same for the moves
              just behind the opening book, which are the hardest.

Wall times depend on what else runs: the load of the machine is printed with them, and the CPU time
of the server per move beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

BOOK_PLIES = 8
"""So deep is the opening book of Connect Four."""
Rows = list[dict[str, Any]]


class Server:
    """`inarow serve` as a process."""

    def __init__(
        self, folder: Path, engines: int | None, environment: dict[str, str] | None = None
    ) -> None:
        self._environment = environment
        self._command = [sys.executable, "-m", "inarow", "serve", "--port", "0"]
        self._command += ["--db", str(folder / "games.db")]
        self._command += [] if engines is None else ["--engines", str(engines)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, text=True, env=self._environment
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found is not None, "the server did not start"
        self.port = int(found[1])

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.communicate()

    def memory(self) -> float:
        """Megabytes of the server itself, engines left out."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    def cpu(self) -> float:
        """Seconds of CPU time of the server itself."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Player:
    """A client with one game."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0

    @classmethod
    async def connect(cls, server: Server) -> Player:
        address = f"ws://127.0.0.1:{server.port}/ws"
        socket = await websockets.connect(address, proxy=None, open_timeout=300, compression=None)
        player = cls(socket)
        await player.read()
        return player

    async def read(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.recv())
        return message

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            message = await self.read()
            if wanted(message):
                return message
            if message["type"] == "error":
                raise RuntimeError(message["words"])

    async def send(self, type: str, **fields: Any) -> int:
        self.number += 1
        await self.socket.send(json.dumps({"type": type, "re": self.number, **fields}))
        return self.number

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        number = await self.send(type, **fields)
        return await self.until(lambda message: message.get("re") == number)

    async def new_game(self, *seats: str, game: str = "connect_four") -> dict[str, Any]:
        view: dict[str, Any] = (await self.ask("new_game", game=game, seats=list(seats)))["game"]
        return view


def summary(name: str, seconds: list[float], **more: Any) -> dict[str, Any]:
    ordered = sorted(seconds)
    return {
        "part": name,
        "times": len(ordered),
        "median ms": round(1000 * ordered[len(ordered) // 2], 1),
        "p99 ms": round(1000 * ordered[int(len(ordered) * 0.99)], 1),
        "slowest ms": round(1000 * ordered[-1], 1),
        **more,
        "load": round(os.getloadavg()[0], 1),
    }


async def moves(server: Server, games: int, seconds: float, thinking: float) -> Rows:
    """Many games against random players at a human pace: `thinking` seconds a move on average."""
    players = [await Player.connect(server) for _ in range(games)]
    times: list[float] = []
    deadline = time.monotonic() + seconds
    rng = random.Random(1)

    async def play(player: Player) -> None:
        await asyncio.sleep(rng.random() * thinking)
        while time.monotonic() < deadline:
            view = await player.new_game("human", "random")
            position, node, game = view["position"], 0, view["id"]
            while not position["outcome"] and time.monotonic() < deadline:
                await asyncio.sleep(rng.random() * 2 * thinking)
                move = rng.choice(position["legal"])["text"]
                began = time.perf_counter()
                number = await player.send("move", game=game, at=node, move=move)
                latest: dict[str, Any] = {}
                answered = False
                while not answered or latest["status"]["waiting"] not in ("human", "nobody"):
                    message = await player.read()
                    if message["type"] == "update":
                        latest = message
                    elif message.get("re") == number:
                        assert message["type"] == "ack", message
                        times.append(time.perf_counter() - began)
                        answered = True
                position, node = latest["position"], latest["cursor"]

    before, began = server.cpu(), time.monotonic()
    await asyncio.gather(*(play(player) for player in players))
    cpu, took = server.cpu() - before, time.monotonic() - began
    for player in players:
        await player.socket.close()
    return [
        summary(
            f"{games} games against random players: a move",
            times,
            **{
                "moves per second": round(len(times) / took, 1),
                "server CPU ms per move and reply": round(1000 * cpu / max(1, len(times)), 2),
            },
        )
    ]


async def cheap(server: Server, seconds: float) -> Rows:
    """Moves of people and positions while all engines think."""
    busy, person = await Player.connect(server), await Player.connect(server)
    for number in range(3):
        await busy.send(
            "analyse",
            engine=str(number),
            agent="alphabeta(seconds=none)",
            where={"rules": "gomoku", "moves": "h8" if number else ""},
        )
    machine = await busy.ask(
        "new_game", game="gomoku", seats=["mcts(simulations=none)"] * 2, limit="30s"
    )
    assert machine["type"] == "game"

    async def drain() -> None:
        while True:
            await busy.read()

    draining = asyncio.create_task(drain())
    answers: list[float] = []
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        game = (await person.new_game("human", "human"))["id"]
        for node, move in enumerate("4444443333332222221"):
            began = time.perf_counter()
            await person.ask("move", game=game, at=node, move=move)
            answers.append(time.perf_counter() - began)
            began = time.perf_counter()
            await person.ask("setup", game="tic_tac_toe", moves="a1b2")
            answers.append(time.perf_counter() - began)
            await asyncio.sleep(0.05)  # one person, and below the rate limit
    draining.cancel()
    await busy.socket.close()
    await person.socket.close()
    return [summary("cheap requests while all engines work", answers)]


async def sockets(server: Server, count: int) -> Rows:
    """Memory with many sockets, each in a game of its own."""
    before, players = server.memory(), []
    for _ in range(count):
        player = await Player.connect(server)
        await player.new_game("human", "human")
        players.append(player)
    after = server.memory()
    for player in players:
        await player.socket.close()
    return [
        {
            "part": f"{count} open sockets, a game each",
            "server MB before": round(before, 1),
            "server MB": round(after, 1),
            "KB per socket": round(1024 * (after - before) / count, 1),
        }
    ]


async def kills(server: Server, times: int) -> Rows:
    """Kill the server in the middle of moves and count what is lost."""
    acknowledged: dict[str, set[int]] = {}
    lost = total = 0
    rng = random.Random(2)

    async def hammer(player: Player, game: str) -> None:
        view = (await player.ask("watch", game=game))["game"]
        node, position = view["cursor"], view["position"]
        while True:
            if position["outcome"]:
                await player.ask("goto", game=game, node=0)
                node, position = 0, (await player.ask("look", game=game, node=0))["position"]
            move = rng.choice(position["legal"])["text"]
            answer = await player.ask("move", game=game, at=node, move=move)
            node = answer["node"]
            acknowledged[game].add(node)
            position = (await player.ask("look", game=game, node=node))["position"]

    for _ in range(times):
        players = [await Player.connect(server) for _ in range(8)]
        while len(acknowledged) < len(players):
            view = await players[0].new_game("human", "human")
            acknowledged[view["id"]] = set()
        work = [
            asyncio.create_task(hammer(player, game))
            for player, game in zip(players, acknowledged, strict=True)
        ]
        await asyncio.sleep(0.3 + rng.random())
        server.end(signal.SIGKILL)
        await asyncio.gather(*work, return_exceptions=True)
        server.start()
        checker = await Player.connect(server)
        for game, nodes in acknowledged.items():
            view = (await checker.ask("watch", game=game))["game"]
            lost += len(nodes - {node["id"] for node in view["nodes"]})
        await checker.socket.close()
        total = sum(map(len, acknowledged.values()))
    return [{"part": f"{times} SIGKILLs", "moves acknowledged": total, "moves lost": lost}]


async def perfect(server: Server, games: int) -> Rows:
    """From my move until the perfect player's reply; the moves just behind the book apart."""
    player, rng = await Player.connect(server), random.Random(3)
    times: list[float] = []
    behind_book: list[float] = []
    for number in range(games + 1):
        view = await player.new_game("human", "perfect")
        game, position, node = view["id"], view["position"], view["cursor"]
        while not position["outcome"]:
            move = rng.choice(position["legal"])["text"]
            began = time.perf_counter()
            await player.send("move", game=game, at=node, move=move)
            reply = await player.until(
                lambda m: m["type"] == "update" and m["status"]["waiting"] in ("human", "nobody")
            )
            took, ply = time.perf_counter() - began, reply["position"]["ply"]
            if number and len(reply["nodes"]) and ply % 2 == 0:  # the first game warms up
                times.append(took)
                if BOOK_PLIES < ply <= BOOK_PLIES + 6:
                    behind_book.append(took)
            position, node = reply["position"], reply["cursor"]
    await player.socket.close()
    return [
        summary("the perfect player's reply", times),
        summary(f"the same, {BOOK_PLIES} to {BOOK_PLIES + 5} stones on the board", behind_book),
    ]


PARTS = ("moves", "cheap", "sockets", "kills", "perfect")


def run(part: str, arguments: argparse.Namespace) -> Rows:
    work: dict[str, tuple[int, Callable[[Server], Awaitable[Rows]]]] = {
        "moves": (
            0,
            lambda server: moves(server, arguments.games, arguments.seconds, arguments.thinking),
        ),
        "cheap": (4, lambda server: cheap(server, arguments.seconds)),
        "sockets": (0, lambda server: sockets(server, arguments.sockets)),
        "kills": (0, lambda server: kills(server, arguments.kills)),
        "perfect": (2, lambda server: perfect(server, arguments.matches)),
    }
    engines, measure = work[part]

    async def measured(server: Server) -> Rows:
        return await measure(server)

    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), engines)
        try:
            return asyncio.run(measured(server))
        finally:
            server.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--thinking", type=float, default=2.0, help="seconds a move, on average")
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--matches", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table here, too")
    arguments = parser.parse_args()
    rows: Rows = []
    for part in arguments.parts:
        found = run(part, arguments)
        rows += found
        for row in found:
            print("  ".join(f"{key}: {value}" for key, value in row.items()), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
