"""The ideas of the Gomoku engine, each an option, so that its worth can be measured."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.options import option


@dataclass
class Ideas:
    """What the search makes use of; every field is a field of the record that kernels read."""

    fitted: bool = option(True, help="values of cells learned from games; false: made by hand")
    table: bool = option(True, help="remember positions that were searched")
    fours: int = option(60, low=0, help="positions looked at for a win by fours at each leaf")
    threes: int = option(2, low=0, help="how often in a line the answer to a three costs no depth")
    reduce: bool = option(True, help="search later moves less deep")
    narrow: bool = option(True, help="leave out late quiet moves near the leaves")
    margin: int = option(
        60, low=0, help="points a ply by which a position is good enough near the leaves; 0: never"
    )
