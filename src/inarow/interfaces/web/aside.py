"""Work that may take a moment, done in a thread so that no one else waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from inarow.interfaces.web.protocol.refusal import Refused

P = ParamSpec("P")
Answer = TypeVar("Answer")

ASIDE_SECONDS = 10.0
"""Longer than any text of the allowed size takes to read, even on a busy machine."""

_THREADS = ThreadPoolExecutor(2, "aside")


async def aside(work: Callable[P, Answer], *args: P.args, **named: P.kwargs) -> Answer:
    """What a function returns; refused if it takes too long."""
    done = _THREADS.submit(work, *args, **named)
    try:
        async with asyncio.timeout(ASIDE_SECONDS):
            return await asyncio.wrap_future(done)
    except TimeoutError:
        raise Refused("too_large", "that takes too long to read") from None
