"""The long tests beside `interfaces/test_bench.py`."""

from __future__ import annotations

from inarow.interfaces.bench import chosen


def test_all_that_is_measured_by_default() -> None:
    data = {figure.name: figure.measure(0.01) for figure in chosen(None)}
    assert all(found.best >= found.median > 0 for found in data.values())
    assert "DIFFERENT" not in str(data)
    assert 24 < data["memory-mcts"].best < 200
