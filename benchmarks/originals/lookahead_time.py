"""A lookahead of 6 is the largest that is usable without slowing play much.

Method: Minimax of the original program 000 chooses the first move on the empty 6 x 7 board with
every lookahead up to 6. Positions do not depend on the machine; the time is CPU time, the best of
some repetitions. `BOUND` is what a move with lookahead 6 may take anywhere.

    python benchmarks/originals/lookahead_time.py --repeats 3
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.originals.common import Row, arguments, positive, publish, run

from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit

LARGEST = 6
BOUND = 20.0
"""CPU seconds for one move with the largest lookahead."""


def measure(repeats: int, depth: int) -> Row:
    """One line of the table: the positions and the best time of a depth."""
    agent = load_agent(f"classic-minimax(depth={depth},compiled=false)")
    state, times, positions = load_game("connect_four").initial_state(), [], 0
    load_agent("classic-minimax(depth=1,compiled=false)").choose(
        state, Limit()
    )  # warm up, not counted
    for _ in range(repeats):
        started = process_time()
        positions = agent.choose(state, Limit()).nodes
        times.append(process_time() - started)
    return {"lookahead": depth, "positions": positions, "CPU s": min(times)}


def differs(rows: Sequence[Row]) -> str:
    last = rows[-1]
    inside = last["CPU s"] <= BOUND
    return (
        f"{'no' if inside else 'yes'}; lookahead {last['lookahead']} takes {last['CPU s']:.2g} CPU "
        f"seconds, {'inside' if inside else 'outside'} the bound of {BOUND:g}"
    )


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--depth", type=positive, default=LARGEST, help="the deepest (6)")
    parser.add_argument("--repeats", type=positive, default=3, help="of each depth (3)")
    given = parser.parse_args()
    depths = list(range(1, given.depth + 1))
    rows = run(partial(measure, given.repeats), depths, given.workers)
    for row, before in zip(rows, [None, *rows], strict=False):
        row["times"] = row["CPU s"] / before["CPU s"] if before else None
    publish(__doc__, given, rows, differs, len(rows) == len(depths))


if __name__ == "__main__":
    main()
