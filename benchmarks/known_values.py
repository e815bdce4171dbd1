"""The known values of m,n,k games, proven again: who wins, with positions and CPU seconds.

    python benchmarks/known_values.py                 all boards that take up to half a minute
    python benchmarks/known_values.py --long          the others, too: some minutes
    python benchmarks/known_values.py 5,5,4 4,8,4     these boards: rows, columns, k

A win is one proof; a draw is two, one that the first player cannot win and one that the second
cannot. Exits with 1 if a value differs from the literature.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import process_time

from inarow.games.mnk import Mnk
from inarow.search.decision import Kind
from inarow.search.limit import Limit
from inarow.search.proof.pairing import find_pairs
from inarow.search.proof.player import ProofPlayer

KNOWN = {
    "draw": "3,3,3 2,8,3 3,8,4 4,4,4 4,5,4 4,6,4 4,7,4 4,8,4 5,5,4 5,5,5 6,6,5 7,7,5 7,7,6 6,9,6",
    "win": "3,4,3 3,5,3 3,6,3 4,4,3 4,5,3 5,5,3 10,10,3 5,6,4 5,7,4 5,8,4 6,6,4 6,7,4 6,8,4 "
    "7,7,4 7,8,4 8,8,4 9,9,4 10,10,4 4,9,4 4,10,4",
}
"""For the first player. Sources: docs/known_values.md."""
UNPUBLISHED = "5,6,5 5,7,5 5,8,5 5,9,5 5,10,5 6,7,5 6,8,5 6,6,6 8,8,6 8,8,7 10,10,8 5,20,4"
LONG = {"4,8,4", "5,10,5", "4,9,4", "4,10,4"}
MOST_POSITIONS = 60_000_000
MEMORY_MB = 1024


def settle(board: str) -> tuple[str, int, float]:
    """The result for the first player, positions looked at, and CPU seconds."""
    rows, cols, k = map(int, board.split(","))
    state = Mnk(rows, cols, k).initial_state()
    started = process_time()
    limit = Limit(nodes=MOST_POSITIONS, memory=MEMORY_MB)
    found = ProofPlayer(seconds=None).choose(state, limit)
    seconds, value = process_time() - started, found.value
    proven = value is not None and value.kind is Kind.PROVEN
    result = str(value.result) if proven and value is not None else "open"
    pairs = " by pairs" if result == "draw" and find_pairs(state, 0) is not None else ""
    return result + pairs, found.nodes, seconds


def checked(board: str) -> str:
    """A board as it was typed; argparse tells of a ValueError in one line."""
    rows, cols, k = map(int, board.split(","))
    Mnk(rows, cols, k)
    return board


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("boards", nargs="*", type=checked, help="rows,columns,k")
    parser.add_argument("--long", action="store_true", help="also boards that take minutes")
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    given = parser.parse_args()
    known = {board: result for result, boards in KNOWN.items() for board in boards.split()}
    every = sorted({*known, *UNPUBLISHED.split()}, key=lambda b: (int(b.split(",")[2]), len(b), b))
    settle("3,3,3")  # loads the kernel
    wrong, rows = 0, []
    print(f"{'board':>8}  {'literature':<10}  {'proven':<13} {'positions':>11} {'CPU s':>7}")
    for board in given.boards or [b for b in every if given.long or b not in LONG]:
        result, positions, seconds = settle(board)
        before = known.get(board, "-")
        wrong += before != "-" and result.split()[0] not in (before, "open")
        rows.append((board, before, result, positions, round(seconds, 2)))
        print(f"{board:>8}  {before:<10}  {result:<13} {positions:>11,} {seconds:7.2f}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(rows), "utf-8")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
