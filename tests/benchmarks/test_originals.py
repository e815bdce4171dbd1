"""The reports of the original programs: each runs and writes its figures.

The slow tests run some of them with the counts and the pass marks of the requirements.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

import pytest

from command_line import Running, run_python
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit

FOLDER = Path(__file__).parents[2] / "benchmarks" / "originals"
SHARED = {"all", "common", "matches"}
REPORTS = {path.stem for path in FOLDER.glob("*.py")} - SHARED
MODE_2 = ("2 5 3 3 true", "2 5 4 3 false", "2 7 4 5 false", "2 10 5 5 true", "2 19 5 10 true")

Figures: TypeAlias = dict[str, Any]
Report: TypeAlias = Callable[..., Figures]


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """Runs a report with some options and returns what it wrote."""

    def run(name: str, *options: object) -> Figures:
        file = tmp_path / "figures.json"
        done = run_python(str(FOLDER / f"{name}.py"), "--json", str(file), *map(str, options))
        assert done.code == 0, done.err
        figures: Figures = json.loads(file.read_text(encoding="utf-8"))
        if "claim" in figures:
            assert f"Claim:   {figures['claim']}" in done.out
            assert f"Differs: {figures['differs']}" in done.out
            assert figures["report"] == name
            assert figures["complete"]
        return figures

    return run


def column(figures: Figures, name: str) -> list[Any]:
    return [row[name] for row in figures["rows"]]


def check_scores(figures: Figures, games: int) -> None:
    """Counts add up, and every score lies in its interval."""
    for row in figures["rows"]:
        assert row["wins"] + row["draws"] + row["losses"] == row["games"] == games
        assert 0 <= row["low"] <= row["score"] <= row["high"] <= 1
    assert len({game["label"] for game in figures["games"]}) * games == len(figures["games"])


@pytest.mark.req("S0.7")
def test_exploration_sweep(report: Report) -> None:
    figures = report("exploration_sweep", "--games", 2, "--simulations", 20)
    assert column(figures, "C") == ["0.8", "0.9", "1.0", "1.1", "1.2", "1.3", "1.4", "1.5"]
    check_scores(figures, 2)


@pytest.mark.req("S0.59")
def test_pairings(report: Report) -> None:
    figures = report("pairings", "--games", 2, "--simulations", 100)
    assert column(figures, "player") == [
        "Minimax",
        "Monte Carlo",
        "Expectiminimax",
        "Monte Carlo",
        "Expectiminimax (first)",
        "Expectiminimax (second)",
    ]
    check_scores(figures, 2)
    assert sum(column(figures, "blocks")) > 0
    assert column(figures, "taken") == column(figures, "wins seen")
    assert sum(column(figures, "dice")[:2]) == 0 < min(column(figures, "dice")[2:])


@pytest.mark.req("S0.60")
def test_randomness(report: Report) -> None:
    figures = report("randomness", "--games", 2, "--simulations", 20)
    assert column(figures, "dice") == ["without", "with"] * 3
    assert column(figures, "dice a game")[::2] == [0, 0, 0]
    assert all(0 < plies <= 42 for plies in column(figures, "plies"))
    assert all(seconds > 0 for seconds in column(figures, "CPU s a game"))


@pytest.mark.req("S0.4")
def test_lookahead_time(report: Report) -> None:
    """In a slow test the readable search looks 6 ahead, too; here only the shipped player."""
    figures = report("lookahead_time", "--repeats", 1, "--depth", 5)
    assert column(figures, "lookahead") == [1, 2, 3, 4, 5]
    positions = column(figures, "positions")
    assert all(more >= 7 * fewer for fewer, more in pairwise(positions))
    assert figures["differs"].startswith("no; lookahead 5 takes ")
    player, state = (
        load_agent("classic-minimax(depth=6)"),
        load_game("connect_four").initial_state(),
    )
    began = process_time()
    assert player.choose(state, Limit()).nodes > 0
    assert process_time() - began < 20


@pytest.mark.req("S1.22", "S1.25")
def test_pruning(report: Report) -> None:
    figures = report("pruning", "--positions", 6, "--empty", 10)
    visited = dict(zip(column(figures, "search"), column(figures, "visited"), strict=True))
    for order in ("left to right", "base order", "sorted"):
        assert visited[f"{order} + bound tests"] < visited[order] < visited["minimax, no pruning"]
    assert visited["sorted"] < visited["base order"] < visited["left to right"]


@pytest.mark.req("S2.20")
def test_nine_rollout_depth(report: Report) -> None:
    figures = report("nine_rollout_depth", "--games", 2, "--simulations", 1, "--seconds", 0.001)
    assert column(figures, "cuts") == ["10 v 20", "10 v none"] * 2
    check_scores(figures, 2)


@pytest.mark.req("S2.21", "S2.22")
def test_nine_alphabeta(report: Report) -> None:
    options = ("--games", 2, "--simulations", 1, "--seconds", 0.001, "--depths", 1, 2)
    figures = report("nine_alphabeta", *options)
    assert column(figures, "alpha-beta") == ["equal time, 0.001 s", "depth 1", "depth 2"]
    check_scores(figures, 2)


@pytest.mark.req("S3.18")
def test_levels(report: Report) -> None:
    figures = report("levels", "--games", 2, "--duels", 2)
    names = ["normal v randobot", "hard v randobot", "impossible v randobot", "impossible v normal"]
    assert column(figures, "match") == names
    check_scores(figures, 2)


@pytest.mark.req("S3.19")
def test_reactions(report: Report) -> None:
    figures = report("reactions", "--seeds", 1)
    assert column(figures, "required") == ["block"] * 10 + ["win"] * 4
    assert [row["normal"] for row in figures["rows"][-4:]] == [1, 1, 1, 1]


@pytest.mark.req("S4.31", "S4.32", "S4.33")
def test_gomoku_modes(report: Report) -> None:
    lines = ("1 3 3 2 false", "1 5 3 2 true", "2 5 3 3 true", "2 10 5 5 true", "3 4 3 5")
    figures = report("gomoku_modes", "--games", 2, "--lines", *lines)
    assert column(figures, "line") == list(lines)
    assert column(figures, "draws")[0] == 2  # best play of the human and of the computer
    assert column(figures, "as said")[2:4] == [2, 2]
    for row in figures["rows"]:
        assert row["first"] + row["second"] + row["draws"] == row["games"] == 2


@pytest.mark.req("S4.34")
def test_computer_against_computer_depends_on_the_seed_only(report: Report) -> None:
    def games(seed: int) -> list[str]:
        figures = report("gomoku_modes", "--games", 4, "--lines", "3 4 3 5", "--seed", seed)
        return [game["moves"] for game in figures["games"]]

    first = games(1)
    assert first == games(1) != games(2)
    assert len(set(first)) > 1


@pytest.mark.req("S4.20", "S4.35")
def test_gomoku_deepening(report: Report) -> None:
    figures = report("gomoku_deepening", "--games", 2, "--nodes", 100, "--boards", "7 4", "10 5")
    assert column(figures, "board") == ["7 4", "10 5", "all"] * 2
    assert column(figures, "games") == [2, 2, 4] * 2


@pytest.mark.req("X.7")
def test_one_command_runs_any_reports(report: Report) -> None:
    figures = report("all", "--quick", "--only", "pruning", "levels")
    assert [each["report"] for each in figures["reports"]] == ["pruning", "levels"]
    assert all(each["complete"] for each in figures["reports"])


def test_a_wrong_option_is_refused() -> None:
    done = run_python(str(FOLDER / "levels.py"), "--games", "3")
    assert done.code == 2
    assert "must be even" in done.err


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to a group of processes")
def test_an_interrupted_report_shows_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    options = ["--games", "1000", "--simulations", "20", "--json", str(file)]
    running = Running(str(FOLDER / "exploration_sweep.py"), *options, python=True)
    assert "1 of 8000 done" in running.err.read(16)
    os.killpg(running.process.pid, signal.SIGINT)
    done = running.finish()
    assert done.code == 130
    assert "interrupted" in done.err
    assert "Differs: not known" in done.out
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert not figures["complete"]
    assert 1 <= len(figures["games"]) < 8000


# Strength: the counts and the pass marks of the requirements
