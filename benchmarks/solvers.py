"""How fast is the Connect Four solver, how fast are others, and what is each of its ideas worth?

Contenders solve the same positions in turn, ten positions each, on one thread; what counts is CPU
time. BitBully takes part if it can be imported, without its opening book. (To keep it out of your
environment: `pip install --target peers bitbully`, then `PYTHONPATH=peers python ...`.)

    python benchmarks/solvers.py                          # every set, cold and warm
    python benchmarks/solvers.py --sets hard10 --lines 10
    python benchmarks/solvers.py --parts columns          # the scores of all seven columns, cold
    python benchmarks/solvers.py --parts empty            # the empty board: minutes for BitBully
    python benchmarks/solvers.py --parts threads          # ours alone: wall time, 1 and 2 threads
    python benchmarks/solvers.py --parts calls            # ours alone: what a call costs by itself
    python benchmarks/solvers.py --parts book             # ours alone: all columns with the book
    python benchmarks/solvers.py --parts words            # ours alone: words of 64 and of 128 bits
    python benchmarks/solvers.py --parts ideas --sets hard10     # ours alone, idea by idea

*Cold* means an empty table before every position (emptying it is not counted), *warm* the table
that the positions before have left, *one call* that `solve_many` got all of them at once. Every
score is compared with the known one. `--json FILE` writes the figures. Figures of one machine mean
little to another; ratios and positions visited do.
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

from inarow.search.solver.book import load_book, shipped_book
from inarow.search.solver.player import SOLVER_MEMORY_MB
from inarow.search.solver.solver import Solver

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
PARTS = ("sets", "columns", "empty", "threads", "calls", "book", "words", "ideas")
MEMORY_MB = 32
TURN = 10
"""Positions that a contender solves before it is the next one's turn."""
TURNS = 3
"""How often one thread and two threads take turns."""

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


def ours(name: str = "inarow", memory_mb: int = MEMORY_MB, **options: Any) -> Contender:
    solver = Solver(memory_mb=memory_mb, **options)
    solver.scores("32164625")  # compiled, loaded

    def solve(stones: tuple[int, int]) -> tuple[int, int]:
        solution = solver.solve(stones)
        return solution.lowest, solution.nodes

    def columns(stones: tuple[int, int]) -> list[int]:
        return list(solver.scores(stones).values())

    return Contender(name, solver.forget, solver.positions.of, solve, columns)


def bitbully() -> list[Contender]:
    try:
        package = importlib.import_module("bitbully")
    except ImportError:
        print("BitBully is not here; to compare with it: pip install bitbully\n")
        return []
    agent = package.BitBully(opening_book=None)

    def prepare(moves: str) -> Any:
        return package.Board([int(letter) - 1 for letter in moves])

    def solve(board: Any) -> tuple[int, int]:
        agent.reset_node_counter()
        return agent.mtdf(board), agent.get_node_counter()

    def columns(board: Any) -> list[int]:
        return list(agent.score_all_moves(board).values())

    return [Contender("BitBully", agent.reset_transposition_table, prepare, solve, columns)]


def lines_of(name: str, count: int | None) -> list[tuple[str, int]]:
    """Lines of a set, spread evenly over it."""
    lines = [line.split() for line in (DATA / f"{name}.txt").read_text().splitlines()]
    step = max(1, len(lines) // (count or SETS[name]))
    return [(moves, int(score)) for moves, score in lines[::step]]


def turns(
    contenders: list[Contender], lines: list[tuple[str, int]]
) -> Iterator[tuple[Contender, str, int]]:
    """Who solves what, one after the other; everybody begins with an empty table."""
    for contender in contenders:
        contender.clear()
        contender.forget()
    for start in range(0, len(lines), TURN):
        for contender in contenders:
            for moves, score in lines[start : start + TURN]:
                yield contender, moves, score


def run(contenders: list[Contender], lines: list[tuple[str, int]], cold: bool) -> None:
    """Solve every line by every contender in turn."""
    for contender, moves, score in turns(contenders, lines):
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


def run_columns(contenders: list[Contender], lines: list[tuple[str, int]], cold: bool) -> None:
    """Score all columns of every line by every contender in turn."""
    for contender, moves, score in turns(contenders, lines):
        if cold:
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
            "p99_us": sorted(contender.seconds)[len(contender.seconds) * 99 // 100] * 1e6,
            "nodes": mean(contender.nodes) if contender.nodes else None,
            "ratio": spent / mean(contenders[0].seconds),
        }
        visited = f"{row['nodes']:>15,.0f}" if contender.nodes else " " * 15
        print(
            f"{label:24} {contender.name:24} {row['positions']:>4} {row['wrong']:>5} "
            f"{row['mean_us']:>13,.1f} {row['median_us']:>13,.1f} {row['p99_us']:>13,.1f} "
            f"{visited} {row['ratio']:>6.2f}",
            flush=True,
        )
        yield row


def idea_contenders() -> list[Contender]:
    """Ours without any idea, then with one more each time, then with all but one."""
    from inarow.search.solver.kernel_record import ALL_IDEAS, Idea

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
    """The empty board with one thread and with two, in turn: wall time, CPU time, positions.

    Wall time only tells something when the machine has nothing else to do. Positions and CPU time
    tell what the second thread does in vain: two threads cannot be quicker than twice the ratio.
    """
    found: dict[int, list[tuple[float, float, int]]] = {1: [], 2: []}
    for threads in (1, 2) * TURNS:
        solver = Solver(memory_mb=MEMORY_MB, threads=threads)
        solver.forget()
        wall, cpu = perf_counter(), process_time()
        solution = solver.solve("")
        wall, cpu = perf_counter() - wall, process_time() - cpu
        found[threads].append((wall, cpu, solution.nodes))
        print(f"{threads} threads: {wall:.2f} s, CPU {cpu:.2f} s, {solution.nodes:,} positions")
        yield {"threads": threads, "wall": wall, "cpu": cpu, "nodes": solution.nodes}
    one, two = ([median(column) for column in zip(*found[n], strict=True)] for n in (1, 2))
    print(
        f"two threads: {one[0] / two[0]:.2f} times as fast by the clock; CPU time "
        f"{two[1] / one[1]:.2f} times, positions {two[2] / one[2]:.2f} times, so at most "
        f"{2 * one[1] / two[1]:.2f} times as fast"
    )


def measure_calls() -> Iterator[Row]:
    """What a call costs beside the search: nothing is asked, as no score is above the floor."""
    moves = [moves for name in SETS for moves, _ in lines_of(name, None)]
    solver = Solver(memory_mb=MEMORY_MB)
    calls: dict[str, Callable[[], object]] = {
        "solve_many, lines": lambda: solver.solve_many(moves, floor=99),
        "score, a line": lambda: [solver.score(line) for line in ["1212121"] * len(moves)],
        "score, stones": lambda: [solver.score(pair) for pair in [(0, 15)] * len(moves)],
        "reading a line": lambda: [solver.positions.of(line) for line in moves],
    }
    for name, call in calls.items():
        seconds = []
        for _ in range(9):
            started = process_time()
            call()
            seconds.append((process_time() - started) / len(moves))
        usual, best = median(seconds) * 1e6, min(seconds) * 1e6
        print(f"{name:24} {usual:6.2f} us for each position, best {best:.2f}")
        yield {"call": name, "median_us": usual, "best_us": best}


def measure_book(options: argparse.Namespace) -> Iterator[Row]:
    """All columns with the opening book and a table that is never emptied."""
    book = load_book(options.book) if options.book else shipped_book(6, 7)
    assert book is not None
    print(f"book: {len(book):,} positions of the first {book.plies} plies")
    contender = ours(f"book of {book.plies} plies", options.memory, book=book)
    for name in options.sets:
        run_columns([contender], lines_of(name, options.lines), cold=False)
        yield from rows(f"{name}, columns, warm", [contender])


def measure_sets(options: argparse.Namespace, contenders: list[Contender]) -> Iterator[Row]:
    for name in options.sets:
        lines = lines_of(name, options.lines)
        run(contenders, lines, cold=True)
        yield from rows(f"{name}, cold", contenders)
        if not options.cold:
            run(contenders, lines, cold=False)
            yield from rows(f"{name}, warm", contenders)
            run_batch(contenders[0], lines)
            yield from rows(f"{name}, one call", contenders[:1])


def measure_columns(options: argparse.Namespace, contenders: list[Contender]) -> Iterator[Row]:
    for name in options.sets:
        run_columns(contenders, lines_of(name, options.lines), cold=True)
        yield from rows(f"{name}, columns", contenders)


def measure_empty(contenders: list[Contender]) -> Iterator[Row]:
    run(contenders, [("", 1)], cold=True)
    yield from rows("empty board", contenders)


def measure_ideas(options: argparse.Namespace) -> Iterator[Row]:
    versions = idea_contenders()
    for name in options.sets:
        run(versions, lines_of(name, options.lines), cold=True)
        yield from rows(f"{name}, cold", versions)


def measure_words(options: argparse.Namespace) -> Iterator[Row]:
    """What boards beyond 64 bits cost: a board of 64 with the words of larger ones."""
    versions = [ours("words of 64 bits"), ours("words of 128 bits", 2 * MEMORY_MB, wide=True)]
    for name in options.sets:
        run(versions, lines_of(name, options.lines), cold=True)
        yield from rows(f"{name}, cold", versions)


def measure(options: argparse.Namespace) -> Iterator[Row]:
    """Every part that is asked for, row by row."""
    contenders = [ours()]
    if not options.alone and {"sets", "columns", "empty"} & set(options.parts):
        contenders += bitbully()
    print(
        f"{'set':24} {'solver':24} {'n':>4} {'wrong':>5} {'mean us':>13} {'median us':>13} "
        f"{'p99 us':>13} {'positions':>15} {'ratio':>6}"
    )
    parts = {
        "sets": lambda: measure_sets(options, contenders),
        "columns": lambda: measure_columns(options, contenders),
        "empty": lambda: measure_empty(contenders),
        "book": lambda: measure_book(options),
        "words": lambda: measure_words(options),
        "ideas": lambda: measure_ideas(options),
        "calls": measure_calls,
        "threads": measure_threads,
    }
    for name in options.parts:
        yield from parts[name]()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=["sets"])
    parser.add_argument("--sets", nargs="+", choices=[*SETS], default=[*SETS])
    parser.add_argument("--lines", type=int, help="lines of each set (default: see SETS)")
    parser.add_argument("--cold", action="store_true", help="sets with a cold table only")
    parser.add_argument("--alone", action="store_true", help="without other solvers")
    parser.add_argument("--book", type=Path, help="another book for the part `book`")
    parser.add_argument(
        "--memory", type=int, default=SOLVER_MEMORY_MB, help="megabytes for the part `book`"
    )
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    about = {"machine": platform.processor() or platform.machine(), "memory_mb": MEMORY_MB}
    results: list[Row] = []
    for row in measure(options):
        results.append(row)
        if options.json:  # after every row: what was measured is kept when the run is interrupted
            options.json.write_text(json.dumps({**about, "results": results}, indent=2), "utf-8")


if __name__ == "__main__":
    main()
