"""The tree of a readable search: its nodes, and how to keep the garbage collector out of it.

Python frees an object as soon as nothing holds it; the *collector* only looks for groups of objects
that hold each other. To find none, it walks through every object that is alive. A search tree is
the worst case: a million objects, all alive, none to be found. The walks would take a fifth of a
Connect Four search and half of one that keeps its rollouts, and each of them would hold up the
answer by some tenths of a second.

A tree needs no collector, since parents hold their children and not the reverse: it is gone when
its root is. So the collector may rest while a player thinks.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any
from weakref import ref

from inarow.games.base import State

_LARGE = 100_000
"""New objects that are too many to be looked at before the answer is given."""


class Node:
    """A position in the tree with its statistics.

    `action` is the move that led here (-1 at the root), `mover` is who made it (at the root: who is
    not to move), and `wins` are the points of that player. At a node `by_dice` no player chooses.
    `low` and `high` bound what the mover can reach; they are equal when the game is over, in a
    decisive search one ply earlier, and in a solving one wherever the result is proven.
    """

    __slots__ = (
        "__weakref__",
        "_parent",
        "_untried",
        "action",
        "by_dice",
        "children",
        "high",
        "low",
        "mover",
        "state",
        "visits",
        "wins",
    )

    def __init__(self, state: State, action: int = -1, parent: Node | None = None) -> None:
        self.state: State = state
        self.action = action
        self._parent = None if parent is None else ref(parent)
        self.mover: int = 1 - state.player if parent is None else parent.state.player
        self.by_dice = bool(state.chance())
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.wins = 0.0
        gained = state.returns()[self.mover]
        if gained:
            self.low = self.high = 1 if gained > 0 else -1
        else:
            self.low, self.high = -1, 1
        self._untried: list[int] | None = None

    @classmethod
    def grafted(cls, parent: Node, action: int, by_dice: bool) -> Node:
        """A node whose numbers come from elsewhere."""
        node = cls.__new__(cls)
        node.action, node._parent, node.by_dice = action, ref(parent), by_dice
        node.children, node._untried = {}, None
        parent.children[action] = node
        return node

    def __getattr__(self, name: str) -> Any:
        """A grafted node plays its move when its position, or who moved, is first asked for."""
        if name not in ("state", "mover"):
            raise AttributeError(name)
        parent = self.parent
        assert parent is not None, "a grafted node needs its parent: keep the root"
        self.mover = parent.state.player
        if name == "state":
            self.state = parent.state.play(self.action)
        return getattr(self, name)

    def decide_for(self, player: int) -> None:
        """Note that a player wins here for certain."""
        self.low = self.high = 1 if self.mover == player else -1

    @property
    def winner(self) -> int | None:
        """Who has won, or is proven to win."""
        if self.low != self.high or self.low == 0:
            return None
        return self.mover if self.low > 0 else 1 - self.mover

    def is_kept_by(self, low: int, high: int) -> bool:
        """Whether a reply with these bounds keeps what is proven here, if anything is."""
        if self.low != self.high:
            return True
        return low == high == (self.low if self.state.player == self.mover else -self.low)

    @property
    def untried(self) -> list[int]:
        """Moves without a child; listed when first asked for, since most nodes stay leaves."""
        if self._untried is None:
            actions = self.state.legal_actions()
            self._untried = [action for action in actions if action not in self.children]
        return self._untried

    @property
    def parent(self) -> Node | None:
        """None at the root. Parents hold their children and not the reverse: keep the root."""
        return None if self._parent is None else self._parent()

    @property
    def mean(self) -> float:
        """Points per visit for the player who moved here; worse than anything if never visited."""
        return self.wins / self.visits if self.visits else -inf

    def __repr__(self) -> str:
        return f"<Node action={self.action} mover={self.mover} {self.wins:g}/{self.visits}>"


@contextmanager
def collector_paused() -> Iterator[None]:
    """Let the garbage collector rest; afterwards it runs as before.

    Many new objects are declared old at the end, because the collector would walk through all of
    the young ones at once. (To freeze and unfreeze does just that, in no time.)

    >>> with collector_paused():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > _LARGE and not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()
