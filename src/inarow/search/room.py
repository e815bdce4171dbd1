"""How large a table of positions should be: as large as the search can fill, and no larger.

Memory that is touched for the first time has to be found and cleared by the system, and positions
are spread over the whole table. Of a table of 64 MB even a search of a few thousand positions
touches every page, which takes many times as long as the search itself.
"""

from __future__ import annotations

from inarow.search.limit import Limit

_LEAST = 2**12


def slots_for(limit: Limit, megabytes: float, slot_bytes: int, speed: int) -> int:
    """A power of two of slots, one at least for each position that the limit allows.

    Args:
        limit: bounds positions and seconds.
        megabytes: the most that the table may take.
        slot_bytes: the size of a slot.
        speed: positions that a fast machine searches in a second, with all threads.

    >>> slots_for(Limit(nodes=5000), megabytes=64, slot_bytes=16, speed=10**6)
    8192
    >>> slots_for(Limit(seconds=60), megabytes=64, slot_bytes=16, speed=10**6) == 64 * 2**20 // 16
    True
    """
    most = int(megabytes * 2**20) // slot_bytes
    seconds = None if limit.seconds is None else int(limit.seconds * speed)
    allowed = [bound for bound in (limit.most_simulations, seconds) if bound is not None]
    likely = 1 << (max(_LEAST, min(allowed, default=most)) - 1).bit_length()
    return min(likely, 1 << max(1, most).bit_length() - 1)
