"""`benchmarks/arena.py` prints and writes its figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from command_line import run_python

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "arena.py"


def figures(tmp_path: Path, *arguments: str) -> dict[str, dict[str, float]]:
    file = tmp_path / "figures.json"
    done = run_python(str(SCRIPT), *arguments, "--json", str(file))
    assert done.code == 0, done.err
    found: dict[str, dict[str, float]] = json.loads(file.read_text(encoding="utf-8"))
    for name, rows in found.items():
        assert done.out.startswith(f"{name}\n")
        assert all(f"  {key}: " in done.out for key in rows)
    return found


def test_memory(tmp_path: Path) -> None:
    found: dict[str, Any] = figures(tmp_path, "memory", "--games", "100")["memory"]
    tenths = found["MB of tournament and workers after each tenth"]
    assert "10" in tenths, "measured to the end"
    assert all(megabytes > 1 for processes in tenths.values() for megabytes in processes)
