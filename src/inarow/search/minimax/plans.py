"""From an evaluator by name to the plan of a compiled search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inarow.search.evaluators import evaluator
from inarow.search.minimax.compiled import Plan


def plan_of(name: str, **settings: Any) -> Plan:
    """A plan with an evaluator, its options included, and other settings.

    >>> plan_of("open_lines(growth=5)", near=True).growth
    5.0
    """
    judge = evaluator(name)
    plan = Plan(evaluator=judge.name, **settings)
    return replace(
        plan,
        growth=float(getattr(judge, "growth", plan.growth)),
        room=float(getattr(judge, "room", plan.room)),
        centre=float(getattr(judge, "centre", plan.centre)),
    )
