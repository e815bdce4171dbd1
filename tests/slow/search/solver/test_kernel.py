"""The long tests beside `search/solver/test_kernel.py`: boards with more positions."""

from __future__ import annotations

from cases import each
from search.solver.test_kernel import check_every_position


@each("rows, cols", [(3, 5), (6, 3)])
def test_every_position_of_a_small_board(rows: int, cols: int) -> None:
    check_every_position(rows, cols)
