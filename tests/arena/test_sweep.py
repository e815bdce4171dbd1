"""A sweep: the same work for every value, told with error bars, stopped and gone on with."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import inarow
from inarow.arena.exam import score
from inarow.arena.sweep import Findings, Plan, Sweep, read_values
from inarow.errors import BadFile, BadOption
from inarow.interfaces.render.plot import plot_svg
from inarow.interfaces.render.sweep_plot import sweep_lines, sweep_plot

SPEC = "alphabeta(depth={1,3},seconds=none)"


def small(file: Path | None = None, spec: str = SPEC, seed: int = 1) -> Sweep:
    return Sweep(Plan(spec, positions=20, seed=seed), file)


@cache
def unbroken() -> Sweep:
    sweep = small()
    sweep.run()
    return sweep


def test_a_value_has_the_score_of_the_player_that_it_makes() -> None:
    sweep = unbroken()
    for one in sweep.swept:
        good = score(one.player, positions=20).whole.good
        assert (one.points, one.total, one.interval) == (good.count, good.total, good.interval)
    lines = sweep_lines(sweep)
    assert lines[-2].startswith("depth 1  ")
    assert len(lines) == 5
    drawn = ElementTree.fromstring(plot_svg(sweep_plot(sweep)))
    assert sum(one.tag.endswith("circle") for one in drawn.iter()) == 2
    assert "95 % intervals" in "".join(drawn.itertext())


def test_what_is_stopped_is_comparable_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "sweep.json"

    def stop(sweep: Sweep) -> None:
        if sweep.done_parts == 3:
            raise KeyboardInterrupt

    first = small(file)
    with pytest.raises(KeyboardInterrupt):
        first.run(stop)
    assert [one.total for one in first.swept] == [20, 10]  # nobody is two parts ahead
    again = small(file)
    assert (again.done_parts, again.whole) == (3, False)
    again.run()
    assert again.as_dict() == unbroken().as_dict()
    with pytest.raises(BadFile, match="another sweep"):
        small(file, seed=2)
    file.write_text("{}")
    with pytest.raises(BadFile, match="no sweep"):
        small(file)


@pytest.mark.parametrize("spec", ["mcts", "mcts(exploration={1})", "mcts(a={1,2},b={3,4})"])
def test_one_list_of_values_is_needed(spec: str) -> None:
    with pytest.raises(BadOption, match="value"):
        read_values(spec)


def test_the_command_tells_and_draws(tmp_path: Path) -> None:
    out = tmp_path / "plot.svg"
    games = ("--game", "tic_tac_toe", "--against", "random", "--games", "2", "--limit", "5sims")
    kept = ("--json", "--out", str(out), "--file", str(tmp_path / "kept.json"))
    done = inarow("sweep", "mcts(exploration={0.5,1})", *games, *kept)
    assert (done.code, done.err) == (0, "")
    assert inarow("sweep", *kept) == done, "the file says all that was asked"
    data = json.loads(done.out)
    assert [(one["value"], one["of"]) for one in data["values"]] == [("0.5", 2), ("1", 2)]
    assert (data["option"], data["whole"]) == ("exploration", True)
    assert (
        ">exploration on mnk(rows=3,cols=3,k=3,overline=win); bars: 95 % intervals<"
        in out.read_text("utf-8")
    )
    out.write_text("mine")
    for wrong, words in (
        (("sweep",), "name a player, such as mcts(exploration={0.5,1,2})"),
        (("sweep", "--file", str(out), "--seed", "2"), "--seed is said by"),
        (("sweep", "mcts"), "needs one list of values"),
        (("sweep", "mcts(exploration={0.5,-1})"), "exploration must be 0 to 100"),
        (("sweep", SPEC, "gomoku", "--game", "nine_board"), "the game is named twice"),
        (("sweep", SPEC, "--games", "4"), "--games does nothing without --against"),
        (("sweep", SPEC, "--out", str(out)), "exists and is no picture"),
        (("sweep", SPEC, "--out", "plot.txt"), "a picture is a .svg"),
    ):
        done = inarow(*wrong)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert words in done.err


def test_a_plot_can_be_drawn_before_anything_is_known() -> None:
    far = Plan("mcts(simulations={1,50})", "tic_tac_toe")
    assert sweep_plot(Findings(far, "points, %", 3, {})).told == "nothing yet"
