"""Values of moves as they are drawn in the cells of a board.

A value looks as on the page: words above, the distance below, and a frame that says what kind it
is: plain for what is proven, thick for a bound, dashed for an estimate. A star marks the best move.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from inarow.games.base import Cell, State
from inarow.interfaces.render import svg
from inarow.search.decision import Kind, Result, Value
from inarow.study.advice import spoken
from inarow.study.analysis import Analysis

CROWD, SHOWN = 40, 10
"""With more values than this on a board, only the best ones are drawn."""

STYLE = """\
.inarow .value rect{fill:#e9edf2;stroke:#46515f;stroke-width:1.2}
.inarow .value text{fill:#46515f;font:700 10px sans-serif}
.inarow .value .small{font:600 8.5px sans-serif}
.inarow .good rect{fill:#dff3ea;stroke:#0d6b52}
.inarow .good text{fill:#0d6b52}
.inarow .bad rect{fill:#fbe6e4;stroke:#a8262b}
.inarow .bad text{fill:#a8262b}
.inarow .value.bound rect{stroke-width:3}
.inarow .value.estimate rect{stroke-dasharray:3 2.5}
.inarow .best{fill:#f0b310;stroke:#2c2000;stroke-width:.8}
@media (prefers-color-scheme:dark){
.inarow .value rect{fill:#2a3441;stroke:#c3ccd8}
.inarow .value text{fill:#c3ccd8}
.inarow .good rect{fill:#15362c;stroke:#6fd8b0}
.inarow .good text{fill:#6fd8b0}
.inarow .bad rect{fill:#47201f;stroke:#ff9a92}
.inarow .bad text{fill:#ff9a92}
}
"""
_STAR = "M0 -6L1.6 -2 5.9 -1.9 2.5 .8 3.7 5 0 2.5 -3.7 5 -2.5 .8 -5.9 -1.9 -1.6 -2Z"


def in_a_cell(value: Value) -> tuple[str, str]:
    """What fits into a cell: the result or the chance with its kind, and the distance.

    >>> from inarow.search.decision import Unit
    >>> in_a_cell(Value(Kind.PROVEN, 1, Result.WIN, 9))
    ('win', 'in 9')
    >>> in_a_cell(Value(Kind.BOUND, 0, Result.DRAW))
    ('≥draw', '')
    >>> in_a_cell(Value(Kind.ESTIMATE, 0.62, unit=Unit.CHANCE))
    ('~62%', '')
    """
    if value.kind is Kind.ESTIMATE:
        return f"~{100 * value.chance:.0f}%", ""
    sign = "" if value.kind is Kind.PROVEN else "≤" if value.at_most else "≥"
    if value.result is None:
        return "?", ""
    if value.plies is None or value.result is Result.DRAW:
        return f"{sign}{value.result}", ""
    most = "≤" if value.kind is Kind.PROVEN and value.at_most else ""
    return f"{sign}{value.result}", f"in {most}{value.plies}"


def tone(chance: float) -> str:
    """Whether a chance is good, bad or even."""
    return "good" if chance > 0.55 else "bad" if chance < 0.45 else "even"


def value_marks(state: State, values: Mapping[int, Value], best: int) -> list[str]:
    """The values of moves, each in the cell where its stone would lie.

    Where two moves share a cell, as in games with dice, the better one is shown.
    """
    ordered = sorted(values, key=lambda action: (action == best, values[action].rank), reverse=True)
    shown: dict[Cell, int] = {}
    for action in ordered[: SHOWN if len(ordered) > CROWD else None]:
        cell = state.target(action)
        if cell is not None:
            shown.setdefault(cell, action)
    return [
        _mark(cell, state.game.format(action), values[action], action == best)
        for cell, action in shown.items()
    ]


def _mark(cell: Cell, move: str, value: Value, best: bool) -> str:
    big, small = in_a_cell(value)
    below = f'<text class="small" y="9.5">{small}</text>' if small else ""
    star = f'<path class="best" transform="translate(14 -12)" d="{_STAR}"/>' if best else ""
    return (
        f'<g class="value {value.kind} {tone(value.chance)}" {svg.at(cell)}>'
        f"<title>{escape(f'{move}: {spoken(value)}')}</title>"
        f'<rect x="-17" y="-12.5" width="34" height="25" rx="6"/>'
        f'<text y="{-0.5 if small else 4:g}">{big}</text>{below}{star}</g>'
    )


def analysed(analysis: Analysis, size: int = svg.CELL) -> str:
    """Draw the position of an analysis with the value of every move, as SVG."""
    values = {judged.action: judged.value for judged in analysis.moves if judged.value}
    marks = value_marks(analysis.state, values, analysis.decision.action)
    return svg.render(analysis.state, size=size, over=marks, style=STYLE)
