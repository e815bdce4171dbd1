"""Pictures: real files, every number as text, a kind word where matplotlib is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from inarow.arena.plots import PICTURES, draw
from inarow.arena.ratings import rate
from inarow.arena.results import GameResult
from inarow.errors import BadOption, MissingPackage
from simulation import World, simulate

WORLD = World({"ada": 150, "bob": 0, "cyd": -100}, first_move=40, draw_rate=0.2)
GAMES = [
    GameResult(g.first, g.second, g.score, "line", g.pair, 20 + at % 9, (10, 10), (0.5, 0.02 * at))
    for at, g in enumerate(simulate(WORLD, rounds=20, seed=1))
]
BEGINNINGS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


@pytest.mark.parametrize(
    ("picture", "suffix"),
    [*((picture, ".svg") for picture in PICTURES), ("ratings", ".png"), ("scores", ".pdf")],
)
def test_pictures_are_files_and_always_the_same(picture: str, suffix: str, tmp_path: Path) -> None:
    one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
    draw(picture, GAMES, one)
    draw(picture, GAMES, other)
    assert one.read_bytes().startswith(BEGINNINGS[suffix])
    assert one.read_bytes() == other.read_bytes()


def words(path: Path) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8"))


def test_ratings_are_also_written_as_numbers(tmp_path: Path) -> None:
    path = tmp_path / "ratings.svg"
    ratings = rate(GAMES)
    draw("ratings", GAMES, path)
    found = words(path)
    for rating in ratings.players:
        assert rating.player in found
        assert f"{rating.elo:+.0f} ± {rating.error:.0f}" in found
    assert "<dc:title>Ratings</dc:title>" in path.read_text(encoding="utf-8")


def test_shades_of_the_score_matrix_have_numbers(tmp_path: Path) -> None:
    draw("scores", GAMES, tmp_path / "scores.svg")
    found = words(tmp_path / "scores.svg")
    assert sum(word.endswith(" %") for word in found) == 6
    assert sum(word.endswith(" / 40") for word in found) == 6
    names = [word for word in found if word in ("ada", "bob", "cyd")]
    assert names == ["ada", "bob", "cyd"] * 2, "more points first"


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("games", [[], [GameResult("ada", "bob", 1)]])
def test_little_to_show_is_no_error(picture: str, games: list[GameResult], tmp_path: Path) -> None:
    draw(picture, games, tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").read_bytes().startswith(BEGINNINGS[".svg"])


def test_other_files_and_pictures_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"not 'picture\.jpg'"):
        draw("ratings", GAMES, tmp_path / "picture.jpg")
    with pytest.raises(BadOption, match="did you mean ratings"):
        draw("rating", GAMES, tmp_path / "picture.png")


def test_a_kind_word_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPackage, match=r"not installed: .* -m pip install matplotlib"):
        draw("ratings", GAMES, tmp_path / "picture.png")
    assert not (tmp_path / "picture.png").exists()


def test_matplotlib_is_imported_only_to_draw() -> None:
    code = "import sys, inarow.arena.plots; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
