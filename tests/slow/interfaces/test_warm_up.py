"""The long tests beside `interfaces/test_warm_up.py`."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import inarow
from inarow.agents.warm_up import STEPS
from interfaces.test_warm_up import count_kernels, long_run


def test_from_nothing(tmp_path: Path) -> None:
    """Everything that players need later is compiled: afterwards nothing is compiled any more."""
    folder = str(tmp_path)
    first = long_run("warm-up", "--json", NUMBA_CACHE_DIR=folder)
    data = json.loads(first.out)
    assert data["kernels"] == count_kernels()
    assert data["compiled"] >= count_kernels()
    assert first.err.count("compiling: ") == first.err.count("compiled: ") == len(STEPS)
    again = inarow("warm-up", NUMBA_CACHE_DIR=folder)
    assert again.out.startswith("All ")
    for game, agent in (
        ("connect_four", "mcts"),
        ("connect_four", "mcts(threads=2)"),
        ("connect_four(rows=10,cols=10)", "alphabeta(threads=2)"),
        ("random_drop", "expectiminimax"),
        ("gomoku", "classic-gomoku"),
        ("gomoku", "alphabeta"),
        ("connect_four", "classic-minimax"),
        ("connect_four", "classic-alphabeta(depth=4)"),
        ("tic_tac_toe", "normal"),
    ):
        done = inarow(
            *("analyse", "--game", game, "--agent", agent, "--limit", "100ms"),
            NUMBA_CACHE_DIR=folder,
        )
        assert (done.code, done.err) == (0, ""), f"{game}, {agent}"
