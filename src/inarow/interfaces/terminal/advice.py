"""An analysis as lines of text, for `inarow analyse` and for hints."""

from __future__ import annotations

from inarow.agents.analysis import Analysis
from inarow.search.decision import Kind, Value

__all__ = ["advice_table"]


def advice_table(analysis: Analysis, most: int | None = None) -> str:
    """The analysis as lines of text: the best moves, the line, the work."""
    decision = analysis.decision
    shown = analysis.moves[:most]
    width = max(len(judged.move) for judged in shown)
    lines = [
        f"  {judged.move:>{width}}  {_words(judged.value):<24} {judged.reason}".rstrip()
        for judged in shown
    ]
    lines[0] = "*" + lines[0][1:]
    game = analysis.state.game
    line = " ".join(game.format(action) for action in decision.line)
    work = f"{analysis.agent}: {decision.nodes:,} positions in {decision.seconds:.2f} s"
    return "\n".join([*lines, "", *([f"line: {line}"] if line else []), work])


def _words(value: Value | None) -> str:
    if value is None:
        return "not judged"
    return value.words if value.kind is not Kind.PROVEN else f"{value.words} (proven)"
