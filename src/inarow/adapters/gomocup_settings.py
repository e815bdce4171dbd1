"""What a Gomocup manager tells an engine with `INFO`, and the limit of a move that follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event

from inarow.adapters.gomocup_protocol import NO_LIMIT_MS, read_numbers
from inarow.search.limit import Limit
from inarow.text import clean

_RESERVE_MS = 30
_SHORTEST_MS = 10
_MOVES_LEFT = 7
"""A move may use this part of the time that is left for the game."""
_DEFAULT_MS = 5000
_SHOWN = 60
_KEYS = ("timeout_turn", "time_left", "max_memory", "max_node", "max_depth", "rule")


@dataclass
class Settings:
    """The numbers that were told.

    >>> settings = Settings()
    >>> for words in ("timeout_turn 1000", "time_left 3500", "max_node 9"):
    ...     settings.note(words)
    >>> settings.limit(Event())
    Limit(seconds=0.47, depth=None, nodes=9, simulations=None, memory=None)
    """

    numbers: dict[str, int] = field(default_factory=dict)
    _wrong: list[str] = field(default_factory=list)

    def note(self, words: str) -> None:
        """Take `key value`; keys that are not for us are ignored."""
        key, _, value = words.partition(" ")
        key = key.lower()
        if key not in _KEYS:
            return
        number = read_numbers(value, 1)
        if number is None:
            self._wrong = [f"INFO {clean(words, _SHOWN)} was ignored: {key} is a whole number"]
        else:
            self.numbers[key] = number[0]

    def complaints(self) -> list[str]:
        """What was wrong, once: it is said with the next answer, as INFO itself has none."""
        wrong, self._wrong = self._wrong, []
        return wrong

    @property
    def rule(self) -> int:
        """The number of the rules."""
        return self.numbers.get("rule", 0)

    def limit(self, stop: Event) -> Limit:
        """How much the next move may cost."""
        turn = self.numbers.get("timeout_turn", _DEFAULT_MS)
        left = self.numbers.get("time_left", NO_LIMIT_MS)
        milliseconds = max(min(turn, left // _MOVES_LEFT) - _RESERVE_MS, _SHORTEST_MS)
        return Limit(
            seconds=milliseconds / 1000,
            depth=self._bound("max_depth"),
            nodes=self._bound("max_node"),
            memory=self._bound("max_memory", 2**20),
            stop=stop,
        )

    def _bound(self, key: str, unit: int = 1) -> int | None:
        """A bound, where 0 stands for none."""
        number = self.numbers.get(key, 0)
        return max(1, number // unit) if number > 0 else None
