"""`inarow solve`: the exact value of every move; here for Connect Four, else see `prove.py`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NotRequired, TypedDict

import click

from inarow.errors import BadOption, InarowError
from inarow.games.base import SYMBOLS, State
from inarow.games.connect_four import ConnectFour
from inarow.interfaces.cli.arguments import NamedPosition, place_options, refuse_given
from inarow.interfaces.cli.options import NO_FOLDER, Whole, json_option, limit_option
from inarow.interfaces.cli.prove import SolvedMoveData, prove_place
from inarow.interfaces.cli.settle import settle_place
from inarow.interfaces.cli.walk import walk
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.console import Console
from inarow.interfaces.terminal.progress import waiting
from inarow.options import MAX_THREADS, counted
from inarow.search.decision import BY_BOOK, ValueData
from inarow.search.limit import Limit
from inarow.search.solver.book import Book, load_book, shipped_book
from inarow.search.solver.player import SOLVER_MEMORY_MB
from inarow.search.solver.result import Solution, whole_of
from inarow.study.advice import work_words

if TYPE_CHECKING:
    from inarow.search.solver.solver import Solver

_UNKNOWN = "not known yet"
_ONLY_CONNECT_FOUR = ("threads", "book_file", "no_book", "keep", "cluster", "batch")
_NOT_WALKED = ("weak", "threads", "book_file", "no_book", "keep", "cluster", "batch", "as_json")
_SIGNS = {"win": 1, "draw": 0, "loss": -1}


class SolutionData(TypedDict):
    """What the Connect Four solver proves of a position; `actions` are all moves, the best first.

    A value that is not settled has `bounds`, the lowest and the highest score that are possible.
    """

    game: str
    to_move: str
    best: str
    value: ValueData
    actions: list[SolvedMoveData]
    line: list[str]
    nodes: int
    seconds: float
    path: str
    kept: NotRequired[str]
    moves: NotRequired[str]


class SolvedLineData(TypedDict):
    """The answer to one line of `inarow solve --stdin --json`."""

    moves: str
    value: ValueData
    nodes: int
    microseconds: int


@click.command()
@click.pass_context
@place_options("The game; Connect Four with four in a row up to 120 bits.")
@click.option("--weak", is_flag=True, help="Only win, draw or loss: quicker.")
@limit_option("Stop early with what is proven: 2s, 1000000nodes, 64mb.")
@click.option(
    "--threads", type=Whole(1, MAX_THREADS), default=1, help="Threads that share one table."
)
@click.option(
    "--book",
    "book_file",
    type=NO_FOLDER,
    help="A book of `inarow book build` instead of the one that comes along.",
)
@click.option("--no-book", is_flag=True, help="Search everything.")
@click.option(
    "--memory", type=Whole(8, 65536), default=SOLVER_MEMORY_MB, help="Megabytes for the table."
)
@click.option(
    "--keep",
    type=NO_FOLDER,
    help="For boards that take hours: what is proven is kept here, and the next run goes on.",
)
@click.option("--cluster", metavar="ADDRESS", help="With --keep: the workers of a Dask cluster.")
@click.option("--walk", "walks", is_flag=True, help="Walk through a proof: name defences yourself.")
@click.option("--stdin", "batch", is_flag=True, help="Solve one line of moves after another.")
@json_option
def solve(
    ctx: click.Context,
    place: NamedPosition,
    weak: bool,
    limit: Limit,
    threads: int,
    book_file: Path | None,
    no_book: bool,
    memory: int,
    keep: Path | None,
    cluster: str | None,
    walks: bool,
    batch: bool,
    as_json: bool,
) -> None:
    """The exact value of every move: who wins, and in Connect Four how many plies it takes.

    A score counts stones: +1 is a win with one's very last stone, +2 with the one before; a loss is
    the negative, a draw is 0. With --limit a move may be "not known yet".

    Other games without dice are solved by proof-number search: win, draw or loss of the position,
    with a line, and of the moves that take little more work; ask for others by playing them. A
    draw of tic-tac-toe's kind is also shown by pairs of cells.

    \b
    Examples:
      inarow solve 4453
      inarow solve tic_tac_toe
      inarow solve "mnk(rows=7,cols=7,k=5)"
      inarow solve "mnk(rows=5,cols=6,k=4)" --walk
      inarow solve --game "connect_four(rows=5,cols=6)" --weak --limit 10s
      inarow solve --game "connect_four(rows=5,cols=6)" --book book_5x6.npz
      inarow solve --game "connect_four(rows=7,cols=7)" --weak --memory 2048 --keep 7x7.jsonl
      cut -d' ' -f1 positions.txt | inarow solve --stdin
    """
    memory, limit = _bounds(limit, memory)
    if walks:
        refuse_given(ctx, _NOT_WALKED, "does nothing beside --walk")
        walk(place.state(), replace(limit, memory=memory))
        return
    if not (type(place.rules) is ConnectFour and place.rules.k == 4):
        refuse_given(ctx, _ONLY_CONNECT_FOUR, "is for Connect Four")
        prove_place(place, limit, memory, as_json)
        return
    if keep is not None:
        refuse_given(ctx, ("limit", "book_file", "no_book", "batch"), "does nothing beside --keep")
        kept = settle_place(place, place.rules, keep, cluster, (memory, threads), weak)
        _show(place, _of_parts(place, *kept, weak) | {"kept": str(keep)}, weak, as_json)
        return
    refuse_given(ctx, ("cluster",), "is for --keep")
    from inarow.search.solver.solver import Solver

    with compiling_notices(listens=batch) as compiling:
        opening = _opening(place.rules, book_file, no_book)
        solver = Solver(*place.rules.shape, memory, threads, book=opening)
        if batch:
            _solve_lines(solver, place, weak, limit, as_json)
            return
        found = _solve_one(solver, place, limit, weak, lambda: compiling.visible)
    _show(place, found, weak, as_json)


def _of_parts(
    place: NamedPosition, columns: dict[int, Solution], nodes: int, seconds: float, weak: bool
) -> SolutionData:
    found = _as_dict(place.state(), columns, seconds, weak, "kernel, solver, in parts")
    return found | {"nodes": nodes}


def _show(place: NamedPosition, found: SolutionData, weak: bool, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(found | {"moves": place.moves}))
    else:
        _print(place.state(), found, weak)


def _bounds(limit: Limit, memory: int) -> tuple[int, Limit]:
    """Megabytes, and the rest of the limit; one that no proof can obey is refused."""
    if idle := "depth" if limit.depth else "simulations" if limit.simulations else "":
        raise BadOption(f"a proof has no limit of {idle}: write --limit 2s, 1000000nodes or 64mb")
    return limit.memory or memory, replace(limit, memory=None)


def _opening(rules: ConnectFour, file: Path | None, none: bool) -> Book | None:
    """The book that is used: one of the person's, or the one that comes along."""
    if none and file:
        raise BadOption("--book and --no-book contradict each other")
    return None if none else load_book(file) if file else shipped_book(*rules.shape)


def _solve_one(
    solver: Solver, place: NamedPosition, limit: Limit, weak: bool, hidden: Callable[[], bool]
) -> SolutionData:
    """The answer for one position, and the line if all is known."""
    state = place.state()
    if state.outcome is not None:
        raise BadOption("the game is over: there is nothing to solve")
    with waiting("solving (Ctrl-C stops) ...", hidden):
        started = perf_counter()
        columns = solver.columns(state, limit, weak)
        seconds = perf_counter() - started
        path = BY_BOOK if solver.looks_up(state) else "kernel, solver"
        found = _as_dict(state, columns, seconds, weak, path)
        if limit == Limit() and all(column.solved for column in columns.values()):
            line = solver.line(state, by_book=path is BY_BOOK)
            found["line"] = [state.game.format(action) for action in line]
    return found


def _as_dict(
    state: State, columns: dict[int, Solution], seconds: float, weak: bool, path: str
) -> SolutionData:
    """The answer as JSON-ready data, in the words of `analyse`."""
    name, nodes = state.game.format, sum(column.nodes for column in columns.values())

    def order(action: int) -> tuple[tuple[float, float], int, int]:
        return columns[action].value.rank, columns[action].lowest, -action

    ranked = sorted(columns, key=order, reverse=True)
    return {
        "game": str(state.game),
        "to_move": SYMBOLS[state.player],
        "best": name(ranked[0]),
        "value": _value(whole_of(columns), weak),
        "actions": [{"move": name(c), "value": _value(columns[c], weak)} for c in ranked],
        "line": [name(ranked[0])],
        "nodes": nodes,
        "seconds": round(seconds, 6),
        "path": path,
    }


def _value(solution: Solution, weak: bool) -> ValueData:
    """What is proven as JSON-ready data; bounds on both sides of a draw leave the result open."""
    value = solution.value
    words = replace(value, plies=None).words if weak else value.words
    data = value.as_dict()
    data["result"], data["words"] = solution.result, words
    if solution.solved:
        return data
    lowest, highest = solution.lowest, solution.highest
    says_something = lowest > -(solution.left // 2) or highest < (solution.left + 1) // 2
    if lowest < 0 < highest and says_something and not weak:
        data["words"] += f" (score from {lowest} to {highest:+d})"
    data["bounds"] = [lowest, highest]
    return data


def _print(state: State, found: SolutionData, weak: bool) -> None:
    console = Console()
    console.draw(state)
    value = found["value"]
    console.say(f"\n{found['to_move']} to move: {value['words']}")
    for row in found["actions"]:
        best = row["value"] == value or row["move"] == found["best"]
        mark = "*" if best and not row["value"]["words"].startswith(_UNKNOWN) else " "
        exact = row["value"]["plies"] is not None and not weak
        score = f"{row['value']['score']:+3d}" if exact else "   "
        console.say(f"{mark} {row['move']}  {score}  {row['value']['words']}")
    if len(found["line"]) > 1:
        console.say(f"line: {' '.join(found['line'])}")
    console.say(work_words(found["nodes"], found["seconds"], found["path"]))


def _solve_lines(
    solver: Solver, place: NamedPosition, weak: bool, limit: Limit, as_json: bool
) -> None:
    """`moves score nodes microseconds` for every line; only the first word of a line counts."""
    if place.moves or place.position:
        raise BadOption("--stdin reads the positions: leave out --moves and --position")
    failed = 0
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        moves = line.split()[0]
        started = perf_counter()
        try:
            solution = solver.solve(moves, limit, weak=weak)
        except InarowError as error:
            failed += 1
            click.echo(f"inarow: line {number}: {error}", err=True)
            continue
        micros = round(1e6 * (perf_counter() - started))
        if as_json:
            data: SolvedLineData = {
                "moves": moves,
                "value": _value(solution, weak),
                "nodes": solution.nodes,
                "microseconds": micros,
            }
            click.echo(json.dumps(data))
        else:
            score = _SIGNS.get(str(solution.result)) if weak else solution.score
            shown = f"{solution.lowest}..{solution.highest}" if score is None else score
            click.echo(f"{moves} {shown} {solution.nodes} {micros}")
    if failed:
        raise BadOption(f"{counted(failed, 'line was', 'lines were')} not solved")
