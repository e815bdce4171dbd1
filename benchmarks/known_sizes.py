"""Who wins Connect Four on boards of other sizes, solved again: with positions and CPU seconds.

    python benchmarks/known_sizes.py                  all boards of up to 42 cells: some minutes
    python benchmarks/known_sizes.py --cells 49       up to 49 cells: an hour or more
    python benchmarks/known_sizes.py --exact 7x6 8x5  these boards (width x height), with the move
                                                      on which the game ends

Exits with 1 if a value differs from what was published.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import process_time

from inarow.games.connect_four import ConnectFour
from inarow.search.solver.result import plies_to_end
from inarow.search.solver.solver import Solver

PUBLISHED = {
    4: "D16 D20 D24 D28 D32 D36 D40 D44 D48 D52",
    5: "D20 D25 D30 D35 D40 D45 D50 D55 D60 D65",
    6: "224 D30 236 141 248 153 260 163 272",
    7: "D28 D35 141 D49 155 D63 169",
    8: "232 139 248 153 262 1",
    9: "236 141 252 155",
    10: "240 147 159",
    11: "244 151",
    12: "248",
}
"""By width, for heights from 4: D draw, 1 first player, 2 second player, and the last move."""
MEMORY_MB = 2048


def published() -> dict[tuple[int, int], str]:
    """Width and height of every board, and what was published."""
    return {
        (width, height): word
        for width, words in PUBLISHED.items()
        for height, word in enumerate(words.split(), start=4)
    }


def settle(width: int, height: int, exact: bool, memory: int) -> tuple[str, int, float]:
    """The result, the last move too if `exact`; positions looked at, and CPU seconds."""
    solver, started = Solver(height, width, memory), process_time()
    found = solver.solve("", weak=not exact)
    seconds = process_time() - started
    word = {"win": "1", "draw": "D", "loss": "2"}[str(found.result)]
    if exact:
        word += str(plies_to_end(found.lowest, width * height))
    return word, found.nodes, seconds


def checked(board: str) -> tuple[int, int]:
    """A board as it was typed; argparse tells of a ValueError in one line."""
    width, height = map(int, board.split("x"))
    ConnectFour(height, width)
    return width, height


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("boards", nargs="*", type=checked, help="width x height, for example 8x5")
    parser.add_argument("--cells", type=int, default=42, help="the largest board; default 42")
    parser.add_argument("--exact", action="store_true", help="also on which move the game ends")
    parser.add_argument("--memory", type=int, default=MEMORY_MB, help="megabytes of the table")
    parser.add_argument("--json", type=Path, help="also write the table to this file")
    given = parser.parse_args()
    known = published()
    every = sorted(known, key=lambda board: (board[0] * board[1], board))
    wrong, rows = 0, []
    settle(4, 4, False, 8)  # loads the kernels
    print(f"{'board':>6}  {'published':<9}  {'here':<5} {'positions':>15} {'CPU s':>9}")
    for board in given.boards or [one for one in every if one[0] * one[1] <= given.cells]:
        width, height = board
        word, positions, seconds = settle(width, height, given.exact, given.memory)
        before, name = known.get(board, "-"), f"{width} x {height}"
        wrong += before != "-" and not (before.startswith(word) or word.startswith(before))
        rows.append((name, before, word, positions, round(seconds, 2)))
        print(f"{name:>6}  {before:<9}  {word:<5} {positions:>15,} {seconds:9.2f}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(rows), "utf-8")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
