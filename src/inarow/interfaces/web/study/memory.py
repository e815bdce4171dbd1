"""Finished analyses, remembered by position and player, so that leafing back shows them at once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeAlias

from inarow.interfaces.web.protocol.study_views import Thought

CACHE = 512
"""Finished analyses that are remembered."""

Key: TypeAlias = tuple[str, str, str]
"""Rules, position on one line, player."""


class Memory:
    """The thoughts of the last few hundred analyses; a deeper one replaces a shallower one."""

    def __init__(self) -> None:
        self._thoughts: OrderedDict[Key, Thought] = OrderedDict()

    def find(self, key: Key) -> Thought | None:
        """What is known of a position."""
        if key in self._thoughts:
            self._thoughts.move_to_end(key)
        return self._thoughts.get(key)

    def keep(self, key: Key, thought: Thought) -> None:
        """Remember a thought unless a better one is known."""
        known = self._thoughts.get(key)
        if known is None or thought.complete or thought.nodes >= known.nodes:
            self._thoughts[key] = thought
            self._thoughts.move_to_end(key)
        if len(self._thoughts) > CACHE:
            self._thoughts.popitem(last=False)
