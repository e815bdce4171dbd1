"""`benchmarks/ratings.py` prints and writes coverage, error rates and time."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import run_python

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "ratings.py"


def test_a_small_run_writes_all_figures(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    done = run_python(str(SCRIPT), "--events", "2", "--tests", "1", "--json", str(file))
    assert done.code == 0, done.err
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert figures["time"]["games"] == 20_000
    assert len(figures["coverage"]) == 6
    assert len(figures["tests"]) == 4
    for row in figures["coverage"]:
        assert row["event"] in done.out
        assert 0 <= row["ratings covered, %"] <= 100
