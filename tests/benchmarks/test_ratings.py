"""`benchmarks/ratings.py` prints and writes coverage, error rates and time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "ratings.py"


def test_a_small_run_writes_all_figures(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    command = [sys.executable, str(SCRIPT), "--events", "2", "--tests", "1", "--json", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert figures["time"]["games"] == 20_000
    assert len(figures["coverage"]) == 6
    assert len(figures["tests"]) == 4
    for row in figures["coverage"]:
        assert row["event"] in done.stdout
        assert 0 <= row["ratings covered, %"] <= 100
