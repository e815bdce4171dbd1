"""`inarow bench`: measures our figures anywhere, as a table and as JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from command_line import Done, Terminal, inarow
from inarow.interfaces import bench
from inarow.interfaces.bench import FIGURES, chosen

QUICK = ("--seconds", "0.01")


def measured(*args: str) -> dict[str, Any]:
    done = inarow("bench", *args, "--json")
    assert done.code == 0, done.err
    data: dict[str, Any] = json.loads(done.out)
    return data


def test_the_list_names_every_figure_and_measures_nothing() -> None:
    done = inarow("bench", "--list")
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == [f.name for f in FIGURES]
    some = inarow("bench", "mcts", "--list").out
    assert all(line.startswith("mcts") for line in some.splitlines())


def test_a_table_with_best_median_and_unit() -> None:
    done = inarow("bench", "random", *QUICK)
    assert done.code == 0
    assert done.err.splitlines()[0] == "measuring 1 of 4: random games, Connect Four 6 x 7 ..."
    head, *rows = done.out.partition("\n\n")[0].splitlines()
    assert head.split() == ["best", "median"]
    assert len(rows) == 4
    for row in rows:
        assert re.search(r"  +[\d,]+ +[\d,]+  games/s$", row)
    assert re.search(r"inarow [\d.]+, Python [\d.]+, numba [\d.]+, .*cores", done.out)


@pytest.mark.parametrize("name", ["mcts-connect-four", "mcts-default", "mcts-gomoku"])
def test_json_of_searches(name: str) -> None:
    data = measured(name, *QUICK)
    figure = next(figure for figure in data["figures"] if figure["name"] == name)
    assert figure["unit"] == "simulations/s"
    assert figure["best"] >= figure["median"] > 1000
    assert len(figure["rounds"]) == data["settings"]["rounds"]


def test_memory_of_many_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MILLION", 100_000)
    (figure,) = measured("memory")["figures"]
    assert figure["unit"] == "MB"
    assert 2.4 < figure["best"] < 20


def test_slow_figures_are_measured_only_by_name() -> None:
    assert "minimax-8" not in [figure.name for figure in chosen(None)]
    assert [figure.name for figure in chosen("Minimax")] == ["minimax-8"]


def test_a_terminal_shows_what_is_measured_and_forgets_it() -> None:
    terminal = Terminal("bench", "random-tic", *QUICK)
    assert terminal.finish() == 0
    assert "measuring 1 of 1: random games, tic-tac-toe ...\r\x1b[K" in terminal.shown
    assert "games/s" in terminal.text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("nothing",), "there is no figure 'nothing'"),
        (("random-conect-four",), "did you mean random-connect-four?"),
        (("--seconds", "0"), "--seconds"),
        (("--seconds", "-1"), "--seconds"),
        (("--seconds", "soon"), "--seconds"),
        (("random", "mcts"), "mcts"),
    ],
)
def test_mistakes_are_one_line(args: tuple[str, ...], message: str) -> None:
    check_mistake(inarow("bench", *args), message)


def check_mistake(done: Done, message: str) -> None:
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert message in done.err
