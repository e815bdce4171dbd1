"""The long tests beside `benchmarks/test_arena.py`."""

from __future__ import annotations

from pathlib import Path

from benchmarks.test_arena import figures


def test_overhead(tmp_path: Path) -> None:
    assert figures(tmp_path, "overhead", "--games", "4")["overhead"]["CPU in games, %"] > 0
