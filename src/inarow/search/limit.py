"""How long a player may think: one object for time, depth, work and memory, with a stop flag."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields, replace
from threading import Event
from typing import Any

from inarow.errors import BadOption

_PART = re.compile(r"(?:(?P<key>[a-z]+)\s*=\s*)?(?P<number>[0-9.]+)\s*(?P<unit>[a-z]*)\Z", re.I)
_UNITS = {
    "s": ("seconds", 1.0),
    "ms": ("seconds", 0.001),
    "min": ("seconds", 60.0),
    "ply": ("depth", 1.0),
    "plies": ("depth", 1.0),
    "nodes": ("nodes", 1.0),
    "sims": ("simulations", 1.0),
    "simulations": ("simulations", 1.0),
    "mb": ("memory", 1.0),
}
_WRITTEN = {"seconds": "s", "depth": "plies", "simulations": "sims", "memory": "mb"}
"""How people write a bound, where it is not its name."""
_MOST = dict.fromkeys(("seconds", "depth", "nodes", "simulations"), 2**62) | {"memory": 2**40}
"""Bounds that no machine ever reaches, and that kernels and arrays can still count to."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds on one decision; None means unbounded. The tightest bound ends the search.

    A bound that is too large to count to is as good as the largest one that is not.

    Setting `stop` from another thread ends any search early; it still answers with its best move.

    >>> Limit.parse("2s, 1000 nodes")
    Limit(seconds=2.0, depth=None, nodes=1000, simulations=None, memory=None)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None
    memory: int | None = None  # megabytes
    stop: Event | None = None

    def __post_init__(self) -> None:
        for name, most in _MOST.items():
            value = getattr(self, name)
            if isinstance(value, str):
                raise BadOption(f'a limit of {name} is a number, not a text: write "{value}" alone')
            if isinstance(value, int) and value > most:
                object.__setattr__(self, name, most)
            elif value is not None and (not math.isfinite(value) or value <= 0):
                unit = _WRITTEN.get(name, name)
                raise BadOption(f"a limit must be more than nothing, not {value:g}{unit}")

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read `2s`, `500ms`, `6 plies`, `1000 nodes`, `depth=6`, or several with commas."""
        values: dict[str, float] = {}
        names = {field.name for field in fields(cls)} - {"stop"}
        for part in map(str.strip, text.split(",")):
            match = _PART.match(part)
            key, unit = (match["key"] or "", match["unit"].lower()) if match else ("", "")
            name, factor = _UNITS.get(unit, ("", 0.0)) if not key else (key.lower(), 1.0)
            if match is None or name not in names or (key and unit):
                raise BadOption(
                    f"{part!r} is not a limit: write 2s, 500ms, 6plies, 1000nodes, "
                    f"1000sims or 64mb, several with commas"
                )
            if name in values:
                raise BadOption(f"{name} is limited twice in {text!r}")
            try:
                values[name] = float(match["number"]) * factor
            except ValueError:
                raise BadOption(f"{match['number']!r} is not a number") from None
            whole = name == "seconds" or values[name].is_integer()
            if not math.isfinite(values[name]) or not whole:
                raise BadOption(f"{part!r} is not a limit: {name} must be a whole number")
        bounds: dict[str, Any] = {
            name: value if name == "seconds" else int(value) for name, value in values.items()
        }
        return cls(**bounds)

    @property
    def text(self) -> str:
        """As people type it; "" without any bound.

        >>> Limit.parse("2 s, nodes=1000").text
        '2s,1000nodes'
        """
        bounds = {name: getattr(self, name) for name in _MOST}
        return ",".join(
            f"{value:g}s" if name == "seconds" else f"{value}{_WRITTEN.get(name, name)}"
            for name, value in bounds.items()
            if value is not None
        )

    @property
    def stopped(self) -> bool:
        """Whether the search was asked to end now."""
        return self.stop is not None and self.stop.is_set()

    @property
    def most_simulations(self) -> int | None:
        """The simulations allowed; each makes at most one node, so a limit on nodes bounds them."""
        return _tightest(self.simulations, self.nodes)

    @property
    def counted(self) -> bool:
        """Whether time or work is bounded: such a search ends without a stop event."""
        return self.seconds is not None or self.most_simulations is not None

    def within(self, **bounds: Any) -> Limit:
        """The same limit within further bounds: of each kind the tighter one counts.

        >>> Limit(seconds=2, depth=4).within(seconds=1.5, depth=None, nodes=9)
        Limit(seconds=1.5, depth=4, nodes=9, simulations=None, memory=None)
        """
        tighter = {name: _tightest(getattr(self, name), own) for name, own in bounds.items()}
        return replace(self, **tighter)

    def part(self, share: float) -> Limit:
        """A share of the time and of the nodes.

        >>> Limit(seconds=3, nodes=5, depth=4).part(0.5)
        Limit(seconds=1.5, depth=4, nodes=2, simulations=None, memory=None)
        """
        seconds = None if self.seconds is None else self.seconds * share
        nodes = None if self.nodes is None else max(1, int(self.nodes * share))
        return replace(self, seconds=seconds, nodes=nodes)

    def require_end(self) -> None:
        """Refuse a limit under which a search would never end."""
        if not self.counted and self.stop is None:
            raise BadOption("a search needs a limit: simulations, seconds, or a stop event")

    def __repr__(self) -> str:
        bounds = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.name != "stop")
        return f"Limit({', '.join(bounds)})"


NO_LIMIT = Limit()
"""What a player is asked with unless something else is said: it takes what it takes by itself."""


def limit_of(limit: Limit | str | None) -> Limit:
    """A limit as a person gives it; nothing means what a player takes by itself.

    >>> limit_of("2s").seconds, limit_of(None) == NO_LIMIT
    (2.0, True)
    """
    if isinstance(limit, str):
        return Limit.parse(limit)
    if limit is not None and not isinstance(limit, Limit):
        seconds = f': write "{limit:g}s"' if isinstance(limit, int | float) else ""
        raise BadOption(f"a limit is a text such as 2s, or a Limit, not {limit!r}{seconds}")
    return limit or NO_LIMIT


def _tightest(one: Any, other: Any) -> Any:
    """The smaller of two bounds, of which either may be missing."""
    return other if one is None else one if other is None else min(one, other)
