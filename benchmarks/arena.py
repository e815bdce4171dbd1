"""Can the arena be trusted with long events? Overhead, killed processes, memory.

    python benchmarks/arena.py                          # everything, some minutes
    python benchmarks/arena.py overhead --games 1000
    python benchmarks/arena.py kills --kills 20 --games 2000 --json FILE
    python benchmarks/arena.py memory --games 100000

1. Overhead: how much of the workers' time is spent in games of players that think about 1 ms? As a
   share of all CPU time of the event, starting processes included, which other jobs on the machine
   do not disturb; and in wall time, from the call to the last game.
2. Kills: `inarow arena run` and `resume` are killed with SIGKILL at random moments, many times,
   until the event is finished. Which games were lost, which were played twice or changed?
3. Memory: resident memory of the tournament and its workers during a long event of quick games.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from inarow.arena.crews import Pool
from inarow.arena.event import Event, event_of
from inarow.arena.job import Batch, PlayedGame, make_kernels, play_batch
from inarow.arena.store import create_store, open_store
from inarow.arena.tournament import EventRun, run_event

WORKERS = 2
QUICK = ("--game", "tic_tac_toe", "--player", "a=random", "--player", "b=random")


def overhead(games: int) -> dict[str, Any]:
    """Share of the workers' time in games of players that think about 1 ms."""
    event = event_of(
        {
            "game": "connect_four",
            "players": ["a=mcts(simulations=300)", "b=mcts(simulations=300)"],
            "rounds": games // 2,
            "limit": "",
        }
    )
    make_kernels(event)  # compiled once per machine, which is not what is measured here
    heard: list[EventRun] = []
    with create_store(None, event, event.make_openings()) as store:
        started, cpu = time.perf_counter(), _cpu_seconds()
        crew = Pool(WORKERS)
        submit = crew.executor.submit
        crew.executor.submit = lambda _, batch: submit(_play_and_measure, batch)  # type: ignore
        run_event(store, crew, heard.append)
        seconds, cpu = time.perf_counter() - started, _cpu_seconds() - cpu
        thinking = [game.thinking(seat) for game in store.games() for seat in (0, 1)]
    in_games = heard[-1].busy
    return {
        "games": games,
        "workers": WORKERS,
        "CPU ms per move": round(1000 * in_games / sum(moves for moves, _, _ in thinking), 2),
        "CPU seconds": round(cpu, 2),
        "CPU in games, %": round(100 * in_games / cpu, 1),
        "wall seconds": round(seconds, 2),
        "wall time in moves, %": round(
            100 * sum(thought for _, thought, _ in thinking) / (WORKERS * seconds), 1
        ),
    }


def _play_and_measure(batch: Batch) -> tuple[list[PlayedGame], float]:
    """As `play_batch`, with CPU time instead of wall time."""
    before = time.process_time()
    games, _ = play_batch(batch)
    return games, time.process_time() - before


def _cpu_seconds() -> float:
    """CPU time of this process and of all that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def kills(count: int, games: int, seed: int = 0) -> dict[str, Any]:
    """Kill an event again and again at random moments, then compare it with an unbroken one."""
    rng, done, early = Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        broken, whole = Path(folder) / "broken.sqlite", Path(folder) / "whole.sqlite"
        run = _command("run", *QUICK, "--rounds", str(games // 2), "--out", str(broken))
        reference = _command("run", *QUICK, "--rounds", str(games // 2), "--out", str(whole))
        tiny = _command("run", *QUICK, "--rounds", "1", "--out", str(Path(folder) / "tiny.sqlite"))
        start = _seconds(tiny)
        playing = max(0.1, _seconds(reference) - start)
        seen: dict[int, tuple[str, str]] = {}
        lost = changed = 0
        while done < count:
            process = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                # Some strike while it starts, most in the middle of games.
                process.wait(rng.uniform(0.7 * start, start + playing / count))
                run = _command("resume", str(broken))
                break  # it was finished before it could be killed
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
                done += 1
            kept = _kept(broken)
            early += not kept
            lost += len(seen.keys() - kept.keys())
            changed += sum(kept[number] != seen[number] for number in seen.keys() & kept.keys())
            seen = kept
            if broken.exists() and broken.stat().st_size:
                run = _command("resume", str(broken))
        subprocess.run(run, capture_output=True, check=True)
        final = _games(broken)
        return {
            "games": games,
            "kills": done,
            "kills before the first game": early,
            "stored": len(final),
            "lost": lost,
            "changed or repeated": changed,
            "differ from an unbroken event": sum(
                one != other for one, other in zip(final, _games(whole), strict=True)
            ),
        }


def _seconds(command: list[str]) -> float:
    """How long a command takes."""
    started = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - started


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "inarow", "arena", *words, "--workers", str(WORKERS)]


def _kept(path: Path) -> dict[int, tuple[str, str]]:
    """Moves of the games that are stored, and when each was finished."""
    if not path.exists() or not path.stat().st_size:
        return {}
    with open_store(path) as store:
        rows = store._db.execute("SELECT number, moves, finished FROM games").fetchall()
    return {number: (moves, finished) for number, moves, finished in rows}


def _games(path: Path) -> list[tuple[object, ...]]:
    with open_store(path) as store:
        return [(game.pairing, game.moves, game.winner) for game in store.games()]


def memory(games: int) -> dict[str, Any]:
    """Resident memory after each tenth of a long event of quick games."""
    event: Event = event_of(
        {"game": "tic_tac_toe", "players": ["a=random", "b=random"], "rounds": games // 2}
    )
    crew = Pool(WORKERS)
    seen: dict[int, list[float]] = {}

    def hear(progress: EventRun) -> None:
        tenth = 10 * progress.stored // games
        if tenth not in seen:
            workers = list(crew.executor._processes)  # type: ignore[attr-defined]
            seen[tenth] = [_megabytes(pid) for pid in (os.getpid(), *workers)]

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.sqlite"
        with create_store(path, event, event.make_openings()) as store:
            run_event(store, crew, hear)
        size = path.stat().st_size / 1e6
    after_start = [tournament for tenth, (tournament, *_) in seen.items() if tenth] or [0.0]
    return {
        "games": games,
        "file, MB": round(size, 1),
        "MB of tournament and workers after each tenth": seen,
        "growth after the first tenth, MB": round(after_start[-1] - after_start[0], 1),
    }


def _megabytes(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=("overhead", "kills", "memory"))
    parser.add_argument("--games", type=int, help="of the event")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    found: dict[str, Any] = {}
    if options.what in (None, "overhead"):
        found["overhead"] = overhead(options.games or 1000)
    if options.what in (None, "kills"):
        found["kills"] = kills(options.kills, options.games or 2000)
    if options.what in (None, "memory"):
        found["memory"] = memory(options.games or 100_000)
    for title, figures in found.items():
        print(title)
        for key, value in figures.items():
            print(f"  {key}: {value}")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
