"""The kernels of the Connect Four solver, called once each."""

from __future__ import annotations

from inarow.search.native.step import Step


def _solver() -> None:
    from inarow.search.solver.solver import Solver

    Solver(4, 4, memory_mb=8).score("1")


SOLVER = Step("Connect Four solver", _solver, has_twin=False)
STEPS = (SOLVER,)
