"""How long does a person wait for the first move, on a new machine and on one that is used?

    python -m benchmarks.first_move                # all of it: some three minutes of CPU time
    python -m benchmarks.first_move --old none     # this checkout alone
    python -m benchmarks.first_move --rounds 3 --cases terminal solve --kernels warm

*Old* is the last commit before the first move stopped waiting for a compiler; *new* is this
checkout. *Cold* means that no kernel is compiled: every measurement has a cache folder of its own.
*Warm* means that all are: the old version is asked again in the folder that its cold run has
filled, the new one in a folder that `inarow warm-up` has filled. The cases:

    terminal   `inarow play connect_four --second "level(3)"`: from the start of the process until
               the machine has answered my first move
    page       a real server and a real socket: from my first move until the machine's
    solve      `inarow solve 4453`, a position of the opening book
    analyse    `inarow analyse 4453`

CPU seconds decide: those of the command, and for the page those of the server and its engines
between the two moves. What a process in the background compiles does not count. Seconds by the
clock depend on what else runs, so the load of the machine is shown beside them.

Every row is written to `results/first_move.txt` as soon as it is measured; rows that are not
measured this time stay.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import TypeAlias

from benchmarks.web_load import Player, Server

HERE = Path(__file__).parents[1]
RESULTS = HERE / "benchmarks" / "results" / "first_move.txt"

OLD = "ecc29ed"
"""The last commit whose first move waits for a compiler."""
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
    "page": page,
    "solve": lambda source, cache: command(source, cache, "solve", "4453"),
    "analyse": lambda source, cache: command(source, cache, "analyse", "4453"),
}


def environment(source: Path, cache: Path) -> dict[str, str]:
    """That of a user whose compiled kernels are in a folder."""
    changes = {"PYTHONPATH": str(source / "src"), "NUMBA_CACHE_DIR": str(cache)}
    return {**os.environ, **changes}


def header(sources: Iterable[str]) -> list[str]:
    """The two lines above the rows."""
    names = list(sources)
    first = f"{'case':10}{'kernels':9}" + "".join(f"{name:>22}" for name in names)
    return [first, f"{'':19}" + f"{'CPU':>12}{'clock':>10}" * len(names)]


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """The files of a commit, in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "old.tar"
        git = ["git", "-C", str(HERE), "archive", "--output", str(archive), commit, "src"]
        subprocess.run(git, check=True)
        subprocess.run(["tar", "-xf", str(archive), "-C", folder], check=True)
        yield Path(folder)


class Stopwatch:
    """Measures cases with cold and with warm kernels, in folders below one that is empty."""

    def __init__(self, sources: Mapping[str, Path], folder: Path) -> None:
        self._sources, self._folder = sources, folder

    def row(self, case: str, kernels: str, rounds: int) -> str:
        """One row of the table: all sources in turn, the median of some rounds."""
        found: dict[str, list[Seconds]] = {name: [] for name in self._sources}
        for number in range(rounds):
            for name, source in self._sources.items():
                warm = kernels == "warm"
                cache = self._warm(name, case) if warm else self._cold(name, case, number)
                found[name].append(CASES[case](source, cache))
        text = f"{case:10}{kernels:9}"
        for times in found.values():
            clock, cpu = (median(column) for column in zip(*times, strict=True))
            text += f"{cpu:10.2f} s{clock:8.2f} s"
        return f"{text}   load {os.getloadavg()[0]:.1f}"

    def _cold(self, name: str, case: str, number: int) -> Path:
        """A folder that nothing was ever compiled into."""
        return self._folder / f"{name}-{case}-{number}"

    def _warm(self, name: str, case: str) -> Path:
        """A folder with all kernels that a case needs."""
        source = self._sources[name]
        cache = self._folder / name if name == "new" else self._cold(name, case, 0)
        if not cache.exists():
            if name == "new":
                command(source, cache, "warm-up")
            else:
                CASES[case](source, cache)
        return cache


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
    words.add_argument("--old", default=OLD, help=f"the commit to compare with, or none ({OLD})")
    words.add_argument("--rounds", type=int, default=1)
    words.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    words.add_argument("--kernels", nargs="+", choices=KERNELS, default=list(KERNELS))
    words.add_argument("--out", type=Path, default=RESULTS)
    given = words.parse_args()
    with ExitStack() as stack:
        sources = {"new": HERE}
        if given.old != "none":
            sources = {"old": stack.enter_context(checkout(given.old)), **sources}
        head = header(sources)
        table = Table(given.out, head)
        print("\n".join(head), flush=True)
        watch = Stopwatch(sources, Path(stack.enter_context(tempfile.TemporaryDirectory())))
        for kernels in given.kernels:
            for case in given.cases:
                row = watch.row(case, kernels, given.rounds)
                print(row, flush=True)
                table.add(row)


if __name__ == "__main__":
    main()
