"""The long test beside `search/native/test_store.py`."""

from __future__ import annotations

from command_line import inarow
from search.native.test_store import NOWHERE, SOLVE, answer


def test_a_command_in_a_home_that_cannot_be_written() -> None:
    done = inarow(*SOLVE, NUMBA_CACHE_DIR="/proc/nowhere")
    assert done.err == NOWHERE
    assert answer(done) == answer(inarow(*SOLVE))
