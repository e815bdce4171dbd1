"""`benchmarks/arena.py` prints and writes its figures."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "arena.py"


def figures(tmp_path: Path, *arguments: str) -> dict[str, dict[str, float]]:
    file = tmp_path / "figures.json"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments, "--json", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, float]] = json.loads(file.read_text(encoding="utf-8"))
    for name, rows in found.items():
        assert done.stdout.startswith(f"{name}\n")
        assert all(f"  {key}: " in done.stdout for key in rows)
    return found


def test_a_killed_event(tmp_path: Path) -> None:
    found = figures(tmp_path, "kills", "--kills", "1", "--games", "100")["kills"]
    assert found["stored"] == 100
    assert found["lost"] == found["changed or repeated"] == 0
    assert found["differ from an unbroken event"] == 0


def test_memory(tmp_path: Path) -> None:
    assert figures(tmp_path, "memory", "--games", "100")["memory"]["file, MB"] >= 0
