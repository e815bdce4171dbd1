"""The long tests beside `benchmarks/test_arena.py`."""

from __future__ import annotations

from pathlib import Path

from benchmarks.test_arena import figures


def test_overhead(tmp_path: Path) -> None:
    assert figures(tmp_path, "overhead", "--games", "4")["overhead"]["CPU in games, %"] > 0


def test_a_killed_event(tmp_path: Path) -> None:
    found = figures(tmp_path, "kills", "--kills", "1", "--games", "100")["kills"]
    assert found["stored"] == 100
    assert found["lost"] == found["changed or repeated"] == 0
    assert found["differ from an unbroken event"] == 0
