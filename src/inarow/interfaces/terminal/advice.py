"""An analysis as lines of text, for `inarow analyse` and for hints."""

from __future__ import annotations

from collections.abc import Callable

from inarow.agents.analysis import Analysis
from inarow.search.decision import Kind, Value

__all__ = ["advice_table"]


def advice_table(
    analysis: Analysis, most: int | None = None, name: Callable[[int], str] | None = None
) -> str:
    """The analysis as lines of text: the best moves, the line, the work.

    Args:
        analysis: what a player thinks.
        most: how many moves to show; by default all.
        name: how to write a move; by default as the game does.
    """
    name = name or analysis.state.game.format
    decision = analysis.decision
    judged_moves = [judged for judged in analysis.moves if judged.value or judged.reason]
    shown = (judged_moves or list(analysis.moves))[:most]
    silent = len(analysis.moves) - len(judged_moves) if judged_moves and most is None else 0
    width = max(len(name(judged.action)) for judged in shown)
    lines = [
        f"  {name(judged.action):>{width}}  {_words(judged.value):<24} {judged.reason}".rstrip()
        for judged in shown
    ]
    lines[0] = "*" + lines[0][1:]
    separator = ", " if any(" " in name(action) for action in decision.line) else " "
    line = separator.join(name(action) for action in decision.line)
    work = f"{analysis.agent}: {decision.nodes:,} positions in {decision.seconds:.2f} s"
    if silent:
        lines.append(f"  and {silent} more, not judged")
    return "\n".join([*lines, "", *([f"line: {line}"] if line else []), work])


def _words(value: Value | None) -> str:
    if value is None:
        return "not judged"
    return value.words if value.kind is not Kind.PROVEN else f"{value.words} (proven)"
