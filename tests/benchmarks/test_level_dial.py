"""The dial of levels: settings between two measured ones are read off evenly."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from benchmarks.level_dial import GRIDS, at_rating, setting, short

from benchmarks import level_dial
from command_line import run_python
from inarow.agents.levels import Strength

POINTS = [
    (Strength("mcts", 100, 0.8), 100.0),
    (Strength("mcts", 100, 0.4), 300.0),
    (Strength("mcts", 100, 0.0), 500.0),
    (Strength("mcts", 10_000, 0.0), 900.0),
]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (100, Strength("mcts", 100, 0.8)),
        (200, Strength("mcts", 100, 0.6)),
        (350, Strength("mcts", 100, 0.3)),
        (700, Strength("mcts", 1000, 0.0)),  # halfway in powers of ten
        (900, Strength("mcts", 10_000, 0.0)),
        (2000, Strength("mcts", 10_000, 0.0)),  # beyond the grid
    ],
)
def test_settings_are_read_off_between_the_points_of_the_grid(
    wanted: float, expected: Strength
) -> None:
    assert at_rating(POINTS, wanted) == expected


def test_a_dip_in_what_was_measured_does_not_confuse_it() -> None:
    dip = [*POINTS[:2], (Strength("mcts", 100, 0.2), 290.0), *POINTS[2:]]
    assert at_rating(dip, 295) in (Strength("mcts", 100, 0.41), Strength("mcts", 100, 0.19))


def test_between_two_searches_the_nearer_one_is_taken() -> None:
    points = [(Strength("mcts", 100), 0.0), (Strength("perfect", 20_000), 100.0)]
    assert at_rating(points, 40) == points[0][0]
    assert at_rating(points, 60) == points[1][0]


@pytest.mark.parametrize("game", GRIDS)
def test_the_grids_go_from_careless_to_long_searches(game: str) -> None:
    settings = [setting(word) for word in GRIDS[game].split()]
    assert [short(each) for each in settings] == GRIDS[game].split()
    assert len(set(settings)) == len(settings)
    for search in {each.search for each in settings}:
        own = [each for each in settings if each.search == search]
        assert own == sorted(own, key=lambda each: (-each.overlook, each.budget))


def test_a_small_run_prints_ratings_and_a_proposal(tmp_path: Path) -> None:
    file, script = tmp_path / "figures.json", Path(level_dial.__file__)
    small = ["--game", "tic_tac_toe", "--rounds", "4", "--levels", "2", "--first", "m200_0.6"]
    words = [*small, "--json", str(file), "m200_0.9", "m200_0.6", "m200"]
    done = run_python(str(script), *words)
    assert done.code == 0, done.err
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert [row["setting"] for row in figures["rows"]] == ["m200_0.9", "m200_0.6", "m200"]
    assert [row["setting"] for row in figures["proposal"]] == ["m200_0.6", "m200"]
    assert "at equal steps" in done.out


@pytest.mark.parametrize("word", ["x200", "m200_2", "200"])
def test_what_is_no_setting_is_refused(word: str) -> None:
    with pytest.raises(ArgumentTypeError):
        setting(word)
