"""Pictures: real files, every number as text, a kind word where matplotlib is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from inarow.arena.ratings import rate
from inarow.arena.results import GameResult
from inarow.errors import BadOption, MissingPackage
from inarow.interfaces.render.event_plots import PICTURES, event_plot
from inarow.interfaces.render.plot import plot_svg, save_plot
from simulation import World, simulate

WORLD = World({"ada": 150, "bob": 0, "cyd": -100}, first_move=40, draw_rate=0.2)
GAMES = [
    GameResult(g.first, g.second, g.score, "line", g.pair, 20 + at % 9, (10, 10), (0.5, 0.02 * at))
    for at, g in enumerate(simulate(WORLD, rounds=20, seed=1))
]
NAMES = ["ada", "bob", "cyd"]
BEGINNINGS = {".png": b"\x89PNG", ".svg": b"<svg", ".pdf": b"%PDF"}


@pytest.mark.parametrize(
    ("picture", "suffix"),
    [*((picture, ".svg") for picture in PICTURES), ("ratings", ".png"), ("scores", ".pdf")],
)
def test_pictures_are_files_and_always_the_same(picture: str, suffix: str, tmp_path: Path) -> None:
    one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
    save_plot(event_plot(picture, GAMES), one)
    save_plot(event_plot(picture, GAMES), other)
    assert one.read_bytes().startswith(BEGINNINGS[suffix])
    assert one.read_bytes() == other.read_bytes()


def words(picture: str) -> list[str]:
    drawn = plot_svg(event_plot(picture, GAMES))
    tree = ElementTree.fromstring(drawn)
    assert tree.get("role") == "img"
    assert tree.findtext("{*}title")
    assert tree.findtext("{*}desc")
    return [found.text or "" for found in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_ratings_are_also_written_as_numbers() -> None:
    found = words("ratings")
    for rating in rate(GAMES).players:
        assert rating.player in found
        assert f"{rating.elo:+.0f} ± {rating.error:.0f}" in found


def test_shades_of_the_score_matrix_have_numbers() -> None:
    found = words("scores")
    assert [word for word in found if word[:1] in "123" and word[2:] in NAMES] == [
        f"{at} {name}"
        for at, name in enumerate(NAMES, 1)  # the strongest first
    ]
    shares = [word for word in found if word.isdigit()]
    assert len(shares) == 3 + 6  # the heads and the cells


def test_curves_end_where_the_ratings_are() -> None:
    found = words("progress")
    assert set(NAMES) <= set(found)
    assert any("up to 120" in word for word in found)


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("games", [[], [GameResult("ada", "bob", 1)]])
def test_little_to_show_is_no_error(picture: str, games: list[GameResult]) -> None:
    assert plot_svg(event_plot(picture, games)).startswith("<svg")


def test_other_files_and_pictures_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"not 'picture\.jpg'"):
        save_plot(event_plot("ratings", GAMES), tmp_path / "picture.jpg")
    with pytest.raises(BadOption, match="did you mean ratings"):
        event_plot("rating", GAMES)


def test_a_kind_word_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPackage, match=r"not installed: .* -m pip install matplotlib"):
        save_plot(event_plot("ratings", GAMES), tmp_path / "picture.png")
    assert not (tmp_path / "picture.png").exists()


def test_matplotlib_is_imported_only_to_draw() -> None:
    code = "import sys, inarow.interfaces.render.event_plots; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
