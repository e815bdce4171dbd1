"""How long does a person wait for the first move, on a new machine and on one that is used?

    python -m benchmarks.first_move                          # cold and warm, one round
    python -m benchmarks.first_move --other /path/to/old     # old and new in turn
    python -m benchmarks.first_move --rounds 3 --cases terminal solve

*Cold* means that no kernel is compiled: a cache folder of its own for every measurement. *Warm*
means that all are. The cases:

    terminal   `inarow play connect_four --second "level(3)"`: from the start of the process until
               the machine has answered my first move
    page       a real server and a real socket: from my first move until the machine's
    solve      `inarow solve 4453`, a position of the opening book
    analyse    `inarow analyse 4453`

Measured are seconds by the clock and CPU seconds: those of the command, and for the page those of
the server and its engines between the two moves. What a process in the background compiles counts
for neither. By the clock it depends on what else runs: the load of the machine is shown beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
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
    "page": page,
    "solve": lambda source, cache: command(source, cache, "solve", "4453"),
    "analyse": lambda source, cache: command(source, cache, "analyse", "4453"),
}


def environment(source: Path, cache: Path) -> dict[str, str]:
    """That of a user whose compiled kernels are in a folder."""
    changes = {"PYTHONPATH": str(source / "src"), "NUMBA_CACHE_DIR": str(cache)}
    return {**os.environ, **changes}


def measure(sources: Sequence[Path], cases: Sequence[str], rounds: int) -> Iterator[str]:
    """The lines of the table; every line measures all sources in turn."""
    yield f"{'case':10}{'kernels':9}" + "".join(f"{source.name:>22}" for source in sources)
    yield f"{'':19}" + f"{'clock':>12}{'CPU':>10}" * len(sources)
    with tempfile.TemporaryDirectory() as folder:
        warm = {source: Path(folder) / f"warm{at}" for at, source in enumerate(sources)}
        for kernels in ("cold", "warm"):
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
                    row += f"{clock:10.2f} s{cpu:8.2f} s"
                yield f"{row}   load {os.getloadavg()[0]:.1f}"


def main() -> None:
    """Print the table and write it to `results/first_move.txt`."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--other", type=Path, help="another checkout, to compare with")
    words.add_argument("--rounds", type=int, default=1)
    words.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    given = words.parse_args()
    sources = [HERE] if given.other is None else [given.other.resolve(), HERE]
    lines = []
    for line in measure(sources, given.cases, given.rounds):
        print(line, flush=True)
        lines.append(re.sub(r" +$", "", line))
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
