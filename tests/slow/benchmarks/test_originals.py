"""The long tests beside `benchmarks/test_originals.py`."""

from __future__ import annotations

import pytest

from benchmarks.test_originals import MODE_2, REPORTS, Report, column, report

__all__ = ["report"]


@pytest.mark.req("X.7")
def test_all_reports_in_short(report: Report) -> None:
    figures = report("all", "--quick")
    assert {each["report"] for each in figures["reports"]} == REPORTS
    assert all(each["complete"] and each["rows"] for each in figures["reports"])


@pytest.mark.req("S0.4")
def test_lookahead_6_is_usable(report: Report) -> None:
    figures = report("lookahead_time", "--repeats", 1)
    assert column(figures, "lookahead") == [1, 2, 3, 4, 5, 6]
    assert figures["differs"].startswith("no; lookahead 6 takes ")


@pytest.mark.req("S3.18")
def test_every_level_beats_randobot_and_more_simulations_are_stronger(report: Report) -> None:
    *against_randobot, duel = report("levels", "--games", 100, "--duels", 40)["rows"]
    assert min(row["wins"] for row in against_randobot) >= 95
    assert duel["score"] > 0.5


@pytest.mark.req("S3.19")
def test_wins_are_taken_and_threats_blocked(report: Report) -> None:
    rows = report("reactions", "--seeds", 50)["rows"]
    wins = [row for row in rows if row["required"] == "win"]
    blocks = [row for row in rows if row["required"] == "block"]
    assert {row[level] for row in wins for level in ("normal", "hard", "impossible")} == {50}
    assert min(row["impossible"] for row in blocks) >= 49
    assert min(row["hard"] for row in blocks) >= 45


@pytest.mark.req("S4.32")
def test_the_gomoku_computer_always_beats_random(report: Report) -> None:
    figures = report("gomoku_modes", "--games", 5, "--lines", *MODE_2)
    assert column(figures, "as said") == [5] * 5


@pytest.mark.req("S4.33")
def test_six_in_a_row_on_a_small_board_is_drawn(report: Report) -> None:
    figures = report("gomoku_modes", "--games", 5, "--lines", "3 7 6 5")
    assert column(figures, "draws") == [5]


def test_ring(report: Report) -> None:
    options = ("--rounds", 1, "--simulations", 5, "--nodes", 100, "--workers", 1)
    figures = report("ring", *options, "--only", "tic_tac_toe")
    players = column(figures, "player")
    assert {"randobot", "classic-mc", "classic-gomoku", "classic-nine-mcts"} <= set(players)
    assert column(figures, "rank") == list(range(1, len(players) + 1))
    for row in figures["rows"]:
        points = [row[str(rank)] for rank in range(1, len(players) + 1)]
        assert points[row["rank"] - 1] is None
        assert sum(filter(None, points)) == pytest.approx(row["score"] * row["games"])
        assert row["games"] == 2 * (len(players) - 1)
    elos = column(figures, "Elo")
    assert elos == sorted(elos, reverse=True)
    assert sum(elos) == pytest.approx(0, abs=len(elos))
