"""How fast is the Connect Four solver, how fast are others, and what is each of its ideas worth?

Contenders solve the same positions in turn, one position each, on one thread; what counts is CPU
time. BitBully takes part if it can be imported (`pip install bitbully`), without its opening book.

    python benchmarks/solvers.py                        # every set, cold and warm
    python benchmarks/solvers.py --sets hard10 --lines 10
    python benchmarks/solvers.py --columns              # the scores of all seven columns
    python benchmarks/solvers.py --empty                # the empty board: minutes for BitBully
    python benchmarks/solvers.py --ideas --sets hard10  # ours alone: ideas one after the other
    python benchmarks/solvers.py --threads              # ours alone: wall time, 1 and 2 threads

*Cold* means an empty table before every position (emptying it is not counted, but it empties the
processor's caches, too, which is most of what the easiest positions cost), *warm* the table that
the positions before have left, *one call* that `solve_many` got all of them at once. Every score is
compared with the known one. `--json FILE` writes the figures. Figures of one machine mean little to
another; ratios and positions visited do.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any, TypeAlias

from inarow.search.solve import Solver

DATA = Path(__file__).parent.parent / "tests" / "data" / "connect4"
SETS = {
    "Test_L3_R1": 500,
    "Test_L2_R1": 500,
    "Test_L2_R2": 250,
    "Test_L1_R1": 250,
    "Test_L1_R2": 50,
    "Test_L1_R3": 10,
    "hard10": 10,
}
"""The sets, and how many of their lines are used unless told otherwise."""
MEMORY_MB = 32

Row: TypeAlias = dict[str, Any]


@dataclass
class Contender:
    """A solver: how to empty its table, how to solve a line of moves, how to score all columns."""

    name: str
    forget: Callable[[], object]
    prepare: Callable[[str], Any]
    solve: Callable[[Any], tuple[int, int]]
    columns: Callable[[Any], list[int]]
    seconds: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    wrong: int = 0

    def clear(self) -> None:
        self.seconds, self.nodes, self.wrong = [], [], 0


def ours(name: str = "inarow", **options: Any) -> Contender:
    solver = Solver(memory_mb=MEMORY_MB, **options)
    solver.scores("32164625")  # compiled, loaded

    def solve(stones: tuple[int, int]) -> tuple[int, int]:
        solution = solver.solve(stones)
        return solution.lowest, solution.nodes

    def columns(stones: tuple[int, int]) -> list[int]:
        return list(solver.scores(stones).values())

    return Contender(name, solver.forget, solver._stones, solve, columns)


def bitbully() -> Contender | None:
    try:
        package = importlib.import_module("bitbully")
    except ImportError:
        print("BitBully is not here; to compare with it: pip install bitbully\n")
        return None
    agent = package.BitBully(opening_book=None)

    def prepare(moves: str) -> Any:
        return package.Board([int(letter) - 1 for letter in moves])

    def solve(board: Any) -> tuple[int, int]:
        agent.reset_node_counter()
        return agent.mtdf(board), agent.get_node_counter()

    def columns(board: Any) -> list[int]:
        return list(agent.score_all_moves(board).values())

    return Contender("BitBully", agent.reset_transposition_table, prepare, solve, columns)


def lines_of(name: str, count: int | None) -> list[tuple[str, int]]:
    """Lines of a set, spread evenly over it."""
    lines = [line.split() for line in (DATA / f"{name}.txt").read_text().splitlines()]
    step = max(1, len(lines) // (count or SETS[name]))
    return [(moves, int(score)) for moves, score in lines[::step]]


def run(contenders: list[Contender], lines: list[tuple[str, int]], cold: bool) -> None:
    """Solve every line by every contender in turn."""
    for contender in contenders:
        contender.clear()
        contender.forget()
    for moves, score in lines:
        for contender in contenders:
            if cold:
                contender.forget()
            position = contender.prepare(moves)
            started = process_time()
            found, nodes = contender.solve(position)
            contender.seconds.append(process_time() - started)
            contender.nodes.append(nodes)
            contender.wrong += found != score


def run_batch(contender: Contender, lines: list[tuple[str, int]]) -> None:
    """Solve all lines by one call of `solve_many`, with a table that is empty at first."""
    contender.clear()
    solver = Solver(memory_mb=MEMORY_MB)
    solver.forget()
    moves = [moves for moves, _ in lines]
    started = process_time()
    found = solver.solve_many(moves)
    contender.seconds = [(process_time() - started) / len(lines)]
    contender.nodes = found.nodes.tolist()
    contender.wrong = int((found.lowest != [score for _, score in lines]).sum())


def run_columns(contenders: list[Contender], lines: list[tuple[str, int]]) -> None:
    """Score all columns of every line by every contender in turn, with a cold table."""
    for contender in contenders:
        contender.clear()
    for moves, score in lines:
        for contender in contenders:
            contender.forget()
            position = contender.prepare(moves)
            started = process_time()
            scores = contender.columns(position)
            contender.seconds.append(process_time() - started)
            contender.wrong += max(scores) != score


def rows(label: str, contenders: list[Contender]) -> Iterator[Row]:
    """What was measured, as numbers and as lines of a table."""
    for contender in contenders:
        spent = mean(contender.seconds)
        row: Row = {
            "set": label,
            "solver": contender.name,
            "positions": max(len(contender.nodes), len(contender.seconds)),
            "wrong": contender.wrong,
            "mean_us": spent * 1e6,
            "median_us": median(contender.seconds) * 1e6,
            "nodes": mean(contender.nodes) if contender.nodes else None,
            "ratio": spent / mean(contenders[0].seconds),
        }
        visited = f"{row['nodes']:>15,.0f}" if contender.nodes else " " * 15
        print(
            f"{label:24} {contender.name:24} {row['positions']:>4} {row['wrong']:>5} "
            f"{row['mean_us']:>15,.1f} {row['median_us']:>13,.1f} {visited} {row['ratio']:>6.2f}",
            flush=True,
        )
        yield row


def idea_contenders() -> list[Contender]:
    """Ours without any idea, then with one more each time, then with all but one."""
    from inarow.kernels.solver_record import ALL_IDEAS, Idea

    ideas = {name: bit for name, bit in vars(Idea).items() if name.isupper()}
    found, flags = [], Idea.TABLE
    found.append(ours("safe moves and a table", ideas=flags))
    for name, bit in ideas.items():
        if bit != Idea.TABLE:
            flags |= bit
            found.append(ours(f"+ {name.lower()}", ideas=flags))
    found += [
        ours(f"all but {name.lower()}", ideas=ALL_IDEAS ^ bit)
        for name, bit in ideas.items()
        if bit != Idea.SWITCH  # the last one above
    ]
    return found


def measure_threads() -> Iterator[Row]:
    """Wall time of the empty board with one thread and with two."""
    for threads in (1, 2, 1, 2):
        solver = Solver(memory_mb=MEMORY_MB, threads=threads)
        solver.scores("32164625")
        solver.forget()
        wall, cpu = perf_counter(), process_time()
        solution = solver.solve("")
        wall, cpu = perf_counter() - wall, process_time() - cpu
        print(f"{threads} threads: {wall:.2f} s, CPU {cpu:.2f} s, {solution.nodes:,} positions")
        yield {"threads": threads, "wall": wall, "cpu": cpu, "nodes": solution.nodes}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sets", nargs="+", choices=[*SETS], default=[*SETS])
    parser.add_argument("--lines", type=int, help="lines of each set (default: see SETS)")
    parser.add_argument("--columns", action="store_true", help="score all columns instead")
    parser.add_argument("--empty", action="store_true", help="the empty board instead")
    parser.add_argument("--ideas", action="store_true", help="ours alone, idea by idea")
    parser.add_argument("--threads", action="store_true", help="ours alone, 1 and 2 threads")
    parser.add_argument("--alone", action="store_true", help="without other solvers")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    return parser.parse_args()


def measure(options: argparse.Namespace) -> Iterator[Row]:
    if options.threads:
        yield from measure_threads()
        return
    if options.ideas:
        contenders = idea_contenders()
    else:
        peer = None if options.alone else bitbully()
        contenders = [ours(), *([peer] if peer else [])]
    print(
        f"{'set':24} {'solver':24} {'n':>4} {'wrong':>5} {'mean us':>15} {'median us':>13} "
        f"{'positions':>15} {'ratio':>6}"
    )
    if options.empty:
        run(contenders, [("", 1)], cold=True)
        yield from rows("empty board", contenders)
        return
    for name in options.sets:
        lines = lines_of(name, options.lines)
        if options.columns:
            run_columns(contenders, lines)
            yield from rows(f"{name}, columns", contenders)
            continue
        for cold in (True,) if options.ideas else (True, False):
            run(contenders, lines, cold)
            yield from rows(f"{name}, {'cold' if cold else 'warm'}", contenders)
        if not options.ideas:
            run_batch(contenders[0], lines)
            yield from rows(f"{name}, one call", contenders[:1])


def main() -> None:
    options = arguments()
    results = list(measure(options))
    if options.json:
        about = {"machine": platform.processor() or platform.machine(), "memory_mb": MEMORY_MB}
        options.json.write_text(json.dumps({**about, "results": results}, indent=2), "utf-8")


if __name__ == "__main__":
    main()
