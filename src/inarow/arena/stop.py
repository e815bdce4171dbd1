"""Stop rules: when an event knows enough before its last round, as one word with options.

sprt(elo0=0,elo1=30)     two players: until it is clear whether the first is better (`sprt.py`)
error(elo=20)            until every error bar is this short
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from inarow.arena.results import Tally
from inarow.arena.sprt import Sprt
from inarow.errors import UnknownName
from inarow.options import check_options, option, suggestion
from inarow.registry import Entry
from inarow.spec import split_spec

STOP_ERROR = 20.0
"""Elo; an event may stop when all error bars are this short."""
STOP_GAMES = 100


class StopRule(Protocol):
    """Looks at the results after each round."""

    def check(self, players: int) -> None:
        """Refuse events that the rule cannot judge."""

    def look(self, tally: Tally) -> tuple[bool, str]:
        """Whether these results are enough, and how far they are on the way, in words."""


@dataclass(frozen=True)
class ErrorStop:
    """Until every rating is known well enough."""

    elo: float = option(STOP_ERROR, low=1, high=1000, help="half the width of error bars")
    games: int = option(STOP_GAMES, low=2, help="but not before this many games")
    name = "error"

    def __post_init__(self) -> None:
        check_options(self)

    def check(self, players: int) -> None:
        pass

    def look(self, tally: Tally) -> tuple[bool, str]:
        if tally.total < self.games:
            return False, f"{tally.total} of at least {self.games} games"
        from inarow.arena.ratings import rate  # brings numpy, which most workers do not need

        worst = max(rating.error for rating in rate(tally).players)
        return worst <= self.elo, f"ratings are known to {worst:.0f} Elo, {self.elo:g} is the aim"


STOP_RULES = {
    kind.name: Entry(kind.name, f"{kind.__module__}:{kind.__name__}") for kind in (Sprt, ErrorStop)
}
"""The stop rules by name, with their options."""


def load_stop(spec: str) -> StopRule:
    """The stop rule that a spec names.

    >>> load_stop("sprt(elo1=50)").look(Tally(["ada", "bob"]))[1]
    'open whether ada is better than bob; LLR +0.00 (-2.94 to +2.94)'
    """
    name, options = split_spec(spec)
    if name not in STOP_RULES:
        raise UnknownName(f"there is no stop rule {name!r}; {suggestion(name, tuple(STOP_RULES))}")
    rule: StopRule = STOP_RULES[name].build(options)
    return rule
