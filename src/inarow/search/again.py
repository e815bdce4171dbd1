"""Ask a search that cannot report while it runs again and again, with more time each time.

That costs little: each answer takes twice as long as the one before, so the last one has half of
the time for itself, and a player that keeps what it has proven, as the solver does, loses nothing.

    ask 0.1 s | ask 0.2 s  | ask 0.4 s    | ask 0.8 s ... until all is settled or the time is over
              report       report         report
"""

import math
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from inarow.search.decision import INFO_SECONDS, Decision, Info, OnInfo
from inarow.search.limit import Limit

_MORE_TIME = 2.0
_SHORTEST = 0.001


def ask_again(ask: Callable[[Limit], Decision], limit: Limit, on_info: OnInfo) -> Decision:
    """The last of several answers; `on_info` gets each of them, with all the work so far."""
    started, step, nodes = perf_counter(), INFO_SECONDS, 0
    whole = math.inf if limit.seconds is None else limit.seconds
    while True:
        left = whole - (perf_counter() - started)
        found = ask(replace(limit, seconds=max(_SHORTEST, min(step, left))))
        nodes += found.nodes
        found = replace(found, nodes=nodes, seconds=perf_counter() - started)
        tell(found, on_info)
        values = (found.value, *found.values.values())  # the position's, too: a move may be missing
        settled = all(value is not None and value.settled for value in values)
        if settled or limit.stopped or left <= step:
            return found
        step *= _MORE_TIME


def tell(found: Decision, on_info: OnInfo) -> None:
    """Report a decision as progress."""
    values, seconds = found.values, found.seconds
    on_info(Info(found.action, found.value, found.line, None, found.nodes, seconds, values))
