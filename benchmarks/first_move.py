"""How long does a person wait for the first move, on a new machine and on one that is used?

    python -m benchmarks.first_move                          # cold and warm, one round
    python -m benchmarks.first_move --other /path/to/old     # old and new in turn
    python -m benchmarks.first_move --rounds 3 --cases terminal solve --kernels warm

*Cold* means that no kernel is compiled: a cache folder of its own for every measurement. *Warm*
means that all are. The cases:

    terminal   `inarow play connect_four --second "level(3)"`: from the start of the process until
               the machine has answered my first move
    strong     the same with `level(8)`, which needs kernels
    page       a real server and a real socket: from my first move until the machine's
    solve      `inarow solve 4453`, a position of the opening book
    analyse    `inarow analyse 4453`

CPU seconds decide: those of the command, and for the page those of the server and its engines
between the two moves. What a process in the background compiles does not count. Seconds by the
clock depend on what else runs, so the load of the machine is shown beside them.

Every row is written to `results/first_move.txt` as soon as it is measured; rows that are not
measured this time stay, if they compare the same checkouts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import TypeAlias

from benchmarks.web_load import Player, Server

HERE = Path(__file__).parents[1]
RESULTS = HERE / "benchmarks" / "results" / "first_move.txt"

KERNELS = ("cold", "warm")
Seconds: TypeAlias = tuple[float, float]
"""By the clock, and of CPU time."""


def command(source: Path, cache: Path, *arguments: str, typed: str = "") -> Seconds:
    """Run a command to its end."""
    began = time.perf_counter()
    with tempfile.TemporaryFile() as given:
        given.write(typed.encode())
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-m", "inarow", *arguments],
            env=environment(source, cache),
            stdin=given,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
    assert status == 0, arguments
    return time.perf_counter() - began, used.ru_utime + used.ru_stime


def page(source: Path, cache: Path) -> Seconds:
    """Click as soon as the page could be shown."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), None, environment(source, cache))
        try:
            return asyncio.run(_first_reply(server))
        finally:
            server.end()


async def _first_reply(server: Server) -> Seconds:
    player = await Player.connect(server)
    game = await player.new_game("human", "level(3)")
    before, began = cpu_of_family(server.process.pid), time.perf_counter()
    await player.send("move", game=game["id"], at=game["cursor"], move="4")
    await player.until(
        lambda told: told["type"] == "update" and told["status"]["waiting"] == "human"
    )
    return time.perf_counter() - began, cpu_of_family(server.process.pid) - before


def cpu_of_family(parent: int) -> float:
    """CPU seconds of a process and of its children, but not of what these have started."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if parent in (int(stat.parent.name), int(fields[1])):
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


CASES: dict[str, Callable[[Path, Path], Seconds]] = {
    "terminal": lambda source, cache: command(
        source, cache, "play", "connect_four", "--second", "level(3)", typed="4\nq\n"
    ),
    "strong": lambda source, cache: command(
        source, cache, "play", "connect_four", "--second", "level(8)", typed="4\nq\n"
    ),
    "page": page,
    "solve": lambda source, cache: command(source, cache, "solve", "4453"),
    "analyse": lambda source, cache: command(source, cache, "analyse", "4453"),
}


def environment(source: Path, cache: Path) -> dict[str, str]:
    """That of a user whose compiled kernels are in a folder."""
    changes = {"PYTHONPATH": str(source / "src"), "NUMBA_CACHE_DIR": str(cache)}
    return {**os.environ, **changes}


def header(sources: Sequence[Path]) -> list[str]:
    """The two lines above the rows."""
    names = f"{'case':10}{'kernels':9}" + "".join(f"{source.name:>22}" for source in sources)
    return [names, f"{'':19}" + f"{'CPU':>12}{'clock':>10}" * len(sources)]


def measure(
    sources: Sequence[Path], kinds: Sequence[str], cases: Sequence[str], rounds: int
) -> Iterator[str]:
    """The rows of the table; every row measures all sources in turn."""
    with tempfile.TemporaryDirectory() as folder:
        warm = {source: Path(folder) / f"warm{at}" for at, source in enumerate(sources)}
        for kernels in kinds:
            if kernels == "warm":
                for source in sources:
                    command(source, warm[source], "warm-up")
            for case in cases:
                found: dict[Path, list[Seconds]] = {source: [] for source in sources}
                for _ in range(rounds):
                    for source in sources:
                        with tempfile.TemporaryDirectory() as empty:
                            cache = warm[source] if kernels == "warm" else Path(empty)
                            found[source].append(CASES[case](source, cache))
                row = f"{case:10}{kernels:9}"
                for times in found.values():
                    clock, cpu = (median(column) for column in zip(*times, strict=True))
                    row += f"{cpu:10.2f} s{clock:8.2f} s"
                yield f"{row}   load {os.getloadavg()[0]:.1f}"


class Table:
    """The file of results."""

    def __init__(self, path: Path, head: list[str]) -> None:
        self._path, self._head = path, head
        known = path.read_text("utf-8").splitlines() if path.exists() else []
        self._rows = {} if known[:2] != head else {row[:19]: row for row in known[2:]}

    def add(self, row: str) -> None:
        """Keep a row in place of an older one, in the order of the cases."""
        self._rows[row[:19]] = row
        order = [f"{case:10}{kernels:9}" for kernels in KERNELS for case in CASES]
        rows = [self._rows[name] for name in order if name in self._rows]
        self._path.write_text("\n".join([*self._head, *rows]) + "\n", "utf-8")


def main() -> None:
    """Print the table and write it."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--other", type=Path, help="another checkout, to compare with")
    words.add_argument("--rounds", type=int, default=1)
    words.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    words.add_argument("--kernels", nargs="+", choices=KERNELS, default=list(KERNELS))
    words.add_argument("--out", type=Path, default=RESULTS)
    given = words.parse_args()
    sources = [HERE] if given.other is None else [given.other.resolve(), HERE]
    head = header(sources)
    table = Table(given.out, head)
    print("\n".join(head), flush=True)
    for row in measure(sources, given.kernels, given.cases, given.rounds):
        print(row, flush=True)
        table.add(row)


if __name__ == "__main__":
    main()
