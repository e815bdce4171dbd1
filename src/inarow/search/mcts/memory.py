"""A large tree and Python's garbage collector: keep them apart while the clock is running.

Python frees an object as soon as nobody holds it; the *collector* only looks for groups of objects
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

LARGE = 100_000
"""New objects that are too many to be looked at before the answer is given."""


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
        if gc.get_count()[0] > LARGE and not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()
