"""`inarow solve --keep`: boards that take hours, in parts that are kept and searched anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from inarow.errors import BadOption
from inarow.games.connect_four import ConnectFour
from inarow.games.notation import parse_moves
from inarow.interfaces.cli.arguments import NamedPosition, check_folder
from inarow.interfaces.terminal.compiling import compiling_notices
from inarow.interfaces.terminal.progress import clear_line, rewrite
from inarow.options import counted
from inarow.search.solver.result import Solution

if TYPE_CHECKING:
    from inarow.arena.crews import Crew
    from inarow.search.solver.settle import Settling


def settle_place(
    place: NamedPosition,
    rules: ConnectFour,
    path: Path,
    cluster: str | None,
    equipment: tuple[int, int],
    weak: bool,
) -> tuple[dict[int, Solution], int, float]:
    """What is proven of every column, the positions that were searched in all, and seconds."""
    from inarow.search.solver.ledger import Ledger
    from inarow.search.solver.settle import Settling
    from inarow.search.solver.solver import Solver

    Solver(*rules.shape)  # refuses a board that is too large, before a file is made
    if place.position:
        raise BadOption("--keep needs moves from the empty board: leave out --position")
    state = place.state()
    if state.outcome is not None:
        raise BadOption("the game is over: there is nothing to solve")
    check_folder(path)
    moves = tuple(column + 1 for column in parse_moves(rules, place.moves))
    with _workers(cluster) as workers, compiling_notices():
        ledger = Ledger(rules, path)
        try:
            own = (*rules.shape, *equipment)
            search = Settling(state, moves, ledger, workers, own, on_news=_tell)
            started = perf_counter()
            _tell(search)
            search.run(weak)
            return search.columns, ledger.nodes, perf_counter() - started
        except KeyboardInterrupt as stop:
            stop.add_note(f"inarow: stopped; the same command goes on with what is in {path}")
            raise
        finally:
            clear_line()
            ledger.close()


@contextmanager
def _workers(cluster: str | None) -> Iterator[Crew]:
    from inarow.arena.crews import Cluster, Serial

    crew = Serial() if cluster is None else Cluster(cluster)
    try:
        yield crew
    finally:
        crew.stop()


def _tell(search: Settling) -> None:
    """How far it is, in one line that is not too long for most terminals."""
    question = {1: "is it won", 0: "is it a draw"}.get(search.at_least, "how long does it last")
    known = sum(found.result is not None for found in search.columns.values())
    rewrite(
        f"{question}? {counted(search.ledger.entries, 'part')}, "
        f"{search.ledger.nodes / 1e6:,.0f} million positions, {known} of "
        f"{counted(len(search.columns), 'column')} (Ctrl-C stops)"
    )
