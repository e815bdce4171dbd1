"""`benchmarks/environments.py` measures our environments and those of others in one run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.frameworks import main

from benchmarks import environments


@pytest.mark.parametrize("given", [False, True])
def test_a_step_counts_every_board(given: bool) -> None:
    step = environments.vector_steps("nine_board", 8, opponent=None, given=given)
    assert step() == step() == 8
    assert environments.agent_steps("tic_tac_toe")() in range(5, 10)


def test_ours_come_first_in_every_task() -> None:
    for task in environments.TASKS:
        names = list(task.entrants)
        assert names[0] == "inarow, 4,096 boards"
        ours = [name.startswith("inarow") for name in names]
        assert ours == sorted(ours, reverse=True)


def test_an_unknown_task(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["environments.py", "chess"])
    with pytest.raises(SystemExit, match="2"):
        main("environments", environments.__doc__, environments.TASKS, environments.PACKAGES)
    names = "connect-four, tic-tac-toe, gomoku, nine-boards"
    assert f"there is no task 'chess': {names}" in capsys.readouterr().err
