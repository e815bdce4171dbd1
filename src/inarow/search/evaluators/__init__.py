"""Heuristics: what a position is worth before the game is over. One idea per file.

A search that cannot look to the end of the game stops somewhere and asks an evaluator for a number.
These are known by name, and a name may carry options, as in `open_lines(growth=5)`:

    none              always 0: nothing is known before the end
    window_cost       how many stones are still needed for a line (an original program)
    open_chains       counts runs of stones by their free ends (an original program)
    weighted_chains   open runs, longer ones worth more, the centre too (an original program)
    open_lines        every line that can still be completed, by its number of stones

Beside them stand three helpers that are not evaluators: `windows` lists where lines can arise,
`threats` finds the moves that win at once, and `column_score` puts promising columns first.
"""

from __future__ import annotations

from inarow.errors import UnknownName
from inarow.options import suggestion
from inarow.registry import Entry
from inarow.search.evaluators.base import Evaluator
from inarow.spec import split_spec

__all__ = ["EVALUATORS", "Evaluator", "evaluator"]

_HERE = "inarow.search.evaluators."
_TABLE = {
    name: Entry(name, _HERE + where)
    for name, where in {
        "none": "base:NoEvaluator",
        "window_cost": "window_cost:WindowCost",
        "open_chains": "chains:OpenChains",
        "weighted_chains": "chains:WeightedChains",
        "open_lines": "open_lines:OpenLines",
    }.items()
}

EVALUATORS = tuple(_TABLE)
"""Every name, for options that let people choose an evaluator."""


def evaluator(name: str) -> Evaluator:
    """The evaluator of a name, with the options that stand behind it in brackets.

    >>> from inarow.registry import load_game
    >>> state = load_game("connect_four").initial_state().play(3)
    >>> evaluator("open_lines")(state, player=0)
    7.0
    >>> evaluator("weighted_chains(centre=0)")(state, player=1)
    -4.0

    Raises:
        UnknownName: there is no evaluator of that name; the message suggests one.
    """
    word, options = split_spec(name)
    entry = _TABLE.get(word.lower().replace("-", "_"))
    if entry is None:
        raise UnknownName(f"there is no evaluator {word!r}; {suggestion(word, EVALUATORS)}")
    built: Evaluator = entry.build(options)
    return built
