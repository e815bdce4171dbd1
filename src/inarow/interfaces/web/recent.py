"""A dictionary that remembers only what was used last."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Item = TypeVar("Item")


class Recent(OrderedDict[Key, Item]):
    """At most `most` items: those that were kept or found last.

    >>> recent = Recent(2)
    >>> for name in "aba":
    ...     recent.keep(name, ord(name))
    >>> recent.keep("c", 99)
    >>> list(recent)
    ['a', 'c']
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def find(self, key: Key) -> Item | None:
        """What is known under a key."""
        if key in self:
            self.move_to_end(key)
        return self.get(key)

    def keep(self, key: Key, item: Item) -> None:
        """Remember an item; the one that was not used for the longest time may have to go."""
        self[key] = item
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
