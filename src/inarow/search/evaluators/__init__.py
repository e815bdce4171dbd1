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

from inarow.registry import Entry, Shelf
from inarow.search.evaluators.base import Evaluator

__all__ = ["EVALUATORS", "Evaluator", "evaluator"]

_HERE = "inarow.search.evaluators."
_SHELF = Shelf(
    "there is no evaluator",
    (
        Entry("none", _HERE + "base:NoEvaluator"),
        Entry("window_cost", _HERE + "window_cost:WindowCost"),
        Entry("open_chains", _HERE + "chains:OpenChains"),
        Entry("weighted_chains", _HERE + "chains:WeightedChains"),
        Entry("open_lines", _HERE + "open_lines:OpenLines"),
    ),
)

EVALUATORS = tuple(entry.name for entry in _SHELF.built_in)
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
    built: Evaluator = _SHELF.load(name)
    return built
