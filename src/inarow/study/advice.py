"""An analysis as lines of text: for `inarow analyse`, for hints, and for `print`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from inarow.options import counted
from inarow.search.decision import BY_BOOK, Kind, Unit, Value

if TYPE_CHECKING:
    from inarow.study.analysis import Analysis, JudgedMove

MANY_MOVES = 30
"""With more moves than this most say the same: only the best are listed, the others counted."""
BEST_MOVES, LOST_MOVES = 12, 3
_VALUE_WIDTH = 24
PERCENTAGES = "A percentage is an estimate of the points to expect: a win is 100 %, a draw 50 %."


def advice_table(
    analysis: Analysis,
    most: int | None = None,
    name: Callable[[int], str] | None = None,
    reword: Callable[[str], str] = str,
) -> str:
    """The analysis as lines of text: the best moves with their reasons, and the line.

    Args:
        analysis: what a player thinks.
        most: how many moves to show; by default all, and of very many only the best.
        name: how to write a move; by default as the game does.
        reword: writes the cells of a sentence likewise.
    """
    name, decision = name or analysis.state.game.format, analysis.decision
    told = [judged for judged in analysis.moves if judged.value or judged.reason]
    told = [analysis.best, *told] if told and told[0] is not analysis.best else told
    every = most is not None and most >= len(analysis.moves)
    count = len(analysis.moves) if every else min(_fit(analysis), most or len(analysis.moves))
    shown = (told or list(analysis.moves))[:count]
    width = max(len(name(judged.action)) for judged in shown)
    values = max(_VALUE_WIDTH, *(len(spoken(judged.value)) for judged in shown))
    lines = [
        f"{mark} {name(judged.action):>{width}}  {spoken(judged.value):<{values}} "
        f"{reword(judged.reason)}"
        for mark, judged in zip("*" + " " * len(shown), shown, strict=False)
    ]
    separator = ", " if any(" " in name(action) for action in decision.line) else " "
    line = separator.join(name(action) for action in decision.line)
    if most is None or every:
        left = [judged for judged in analysis.moves if judged not in shown]
        lines += [f"  and {words}" for words in _rest(left)]
    percentages = any(_is_percentage(judged.value) for judged in shown)
    notes = [f"line: {line}"] * bool(line) + [PERCENTAGES] * percentages
    warned = [reword(f"{why.words[0].upper()}{why.words[1:]}.") for why in analysis.threats]
    parts = (warned, [one.rstrip() for one in lines], notes)
    return "\n\n".join("\n".join(part) for part in parts if part)


def _fit(analysis: Analysis) -> int:
    """How many moves are listed: all; of very many the best, and of those that lose none."""
    moves = analysis.moves
    if len(moves) <= MANY_MOVES:
        return len(moves)
    if all(judged.value is None for judged in moves):
        return 1
    open_moves = sum(not _is_lost(judged.value) for judged in moves)
    return min(open_moves, BEST_MOVES) or LOST_MOVES


def _rest(left: list[JudgedMove]) -> Iterator[str]:
    """The moves that are not listed, counted: `207 more, down to about 54 %`."""
    values = [judged.value for judged in left if judged.value is not None]
    others = [value for value in values if not _is_lost(value)]
    if others:
        worst = min(others, key=lambda value: value.rank)
        yield f"{len(others)} more, down to {worst.brief}"
    if lost := len(values) - len(others):
        yield f"{lost} more that {'loses' if lost == 1 else 'lose'} (proven)"
    if silent := len(left) - len(values):
        yield f"{silent} more, not judged"


def _is_lost(value: Value | None) -> bool:
    return value is not None and value.results == (0.0, 0.0)


def _is_percentage(value: Value | None) -> bool:
    return value is not None and value.kind is Kind.ESTIMATE and value.unit is Unit.CHANCE


def work_words(nodes: int, seconds: float, path: str) -> str:
    """What an answer has cost.

    >>> work_words(1000, 0.5, "kernel, solver"), work_words(0, 0.01, BY_BOOK)
    ('1,000 positions in 0.50 s', 'from the opening book in 0.01 s')
    """
    work = "from the opening book" if path == BY_BOOK else counted(nodes, "position")
    return f"{work} in {seconds:.2f} s"


def spoken(value: Value | None) -> str:
    """A value in words that also say what kind it is."""
    if value is None:
        return "not judged"
    return value.words if value.kind is not Kind.PROVEN else f"{value.words} (proven)"
