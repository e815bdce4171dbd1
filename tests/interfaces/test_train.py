"""`inarow train`: a network is learned, kept, gone on with, and played with."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import asdict
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

import inarow as library
from command_line import Running, inarow
from inarow.arena.schooling import Schooling
from inarow.errors import BadFile
from inarow.interfaces.render.curve import curve_line, draw_curve
from inarow.interfaces.terminal.progress import Progress
from inarow.interfaces.web.app import make_app
from inarow.processes.locks import alone_with
from inarow.registry import load_game
from inarow.search.learned.network import Network, load_network
from inarow.search.learned.plan import Checkpoint, Training
from inarow.search.learned.player import LearnedPlayer

SMALL = ("train", "connect_four(4,4,3)", "--tuples", "4", "--length", "4")


def test_the_same_seed_learns_the_same_network(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.npz", "b.npz", "c.npz")]
    for file, seed in zip(files, ("5", "5", "6"), strict=True):
        done = inarow(*SMALL, "--games", "300", "--seed", seed, "--out", str(file))
        assert done.code == 0, done.err
        assert "300 games" in done.out
        assert "learned(file=" in done.out
        assert sorted(tmp_path.glob(f"{file.stem}.*")) == [file, file.with_suffix(".svg")]
    first, same, other = (load_network(file).weights for file in files)
    assert (first == same).all()
    assert first.shape != other.shape or (first != other).any()


def test_python_trains_and_gets_the_player(tmp_path: Path) -> None:
    file, told = tmp_path / "mine.npz", list[tuple[int, int | None]]()
    with patch.object(Progress, "__call__", lambda _, done, total=None: told.append((done, total))):
        player = library.train("connect_four(4,4,3)", file, games=300, tuples=4, length=4)
    assert told[-1] == (300, 300)
    assert player.supports(load_game("connect_four(4,4,3)"))
    assert player.choose(library.position("connect_four(4,4,3)")).action in range(4)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(BadFile, match="exists and is no network"):
        library.train(out=tmp_path / "notes.txt")


class Stopped(Exception):
    """In place of Ctrl-C."""


def _stop_after(games: int, schooling: Schooling) -> None:
    if schooling.lessons.done >= games:
        schooling.check()
        raise Stopped


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_training_ends_as_one_that_was_not(tmp_path: Path, threads: int) -> None:
    training = Training("connect_four(4,4,3)", 4000, tuples=4, length=4, threads=threads)
    Schooling(training, tmp_path / "whole.npz").run()
    broken = tmp_path / "broken.npz"
    with pytest.raises(Stopped):
        Schooling(training, broken).run(lambda schooling: _stop_after(2000, schooling))
    assert LearnedPlayer(str(broken)).supports(load_game("connect_four(4,4,3)"))
    again = Schooling(training, broken)
    assert 2000 <= again.lessons.done < 4000
    again.run()
    assert [point.games for point in again.lessons.curve] == [2000, 4000]
    assert (load_network(broken).weights == load_network(tmp_path / "whole.npz").weights).all()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_whatever_ends_the_command_it_goes_on(tmp_path: Path, thorough: bool) -> None:
    """A power cut, a polite end and Ctrl-C, one after the other, and another run meanwhile."""
    path, games = tmp_path / "my.npz", 0
    ends = ((signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGINT, 130))
    for end, code in ends if thorough else ends[:2]:
        child = Running(*SMALL, "--games", "100000000", "--out", str(path))
        if games:
            while "goes on after" not in (line := child.out.readline()):
                assert "games" in line  # the curve so far
            assert int(line.split()[3].replace(",", "")) >= games
        told = child.out.readline()
        if end == signal.SIGTERM:
            other = inarow(*SMALL, "--games", "5", "--out", str(path))
            assert (other.code, other.err.count("\n")) == (1, 1)
            assert "another process" in other.err
        os.kill(child.process.pid, end)
        done = child.finish()
        assert done.code == code
        assert ("the same command goes on" in done.err) == (end != signal.SIGKILL)
        games = int(told.split()[1].replace(",", ""))
        assert games > 0
        assert LearnedPlayer(str(path)).supports(load_game("connect_four(4,4,3)"))
    assert not path.with_name("my.npz.lock").exists()


def test_a_lock_that_a_dead_process_has_left_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "my.npz.lock").touch()
    with alone_with(tmp_path / "my.npz"):
        pass


def test_the_curve_is_drawn_for_eyes_and_ears() -> None:
    curve = [
        Checkpoint(3000, 1.0, 150, 300, 5, 24, 300.0, 150.0),
        Checkpoint(90_000, 12.0, 261, 300, 14.5, 24, 1050.0, 140.0),
    ]
    drawn = ElementTree.fromstring(draw_curve("Training of <this>", curve))
    told = "".join(drawn.itertext())
    assert "Training of <this>" in told
    assert "90,000 games: keeps the result 87.0 %   1,050 Elo +-140" in told
    assert sum(one.tag.endswith("circle") for one in drawn.iter()) == 2
    assert "rating: Elo above the random player" in told


def test_a_browser_watches_the_curve_of_a_network_that_the_server_was_started_with(
    tmp_path: Path,
) -> None:
    game, story = load_game("connect_four(4,4,3)"), {"curve": [asdict(Checkpoint(700, 1.0, 5, 9))]}
    Network(game, [(0, 1)], Network.untrained(game, [(0, 1)]).weights, story).save(
        tmp_path / "my.npz"
    )
    named = {"mine": f'learned(file="{tmp_path / "my.npz"}")', "other": "random"}
    client = TestClient(make_app(engines=0, programs=named), base_url="http://127.0.0.1")
    agents = client.get("/api/catalogue").json()["agents"]
    curves = {agent["name"]: agent["curve"] for agent in agents if agent["curve"]}
    assert curves == {"mine": "/api/players/mine/curve"}  # what the page links to
    answer = client.get(curves["mine"])
    assert (answer.headers["content-type"], answer.headers["refresh"]) == ("image/svg+xml", "5")
    assert "700 games: keeps the result 55.6 %" in answer.text
    assert library.training_curve(tmp_path / "my.npz").svg == answer.text
    for name in ("other", "random", "learned"):
        refused = client.get(f"/api/players/{name}/curve")
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    (tmp_path / "my.npz").write_text("no network")
    refused = client.get("/api/players/mine/curve")
    assert (refused.status_code, "damaged" in refused.json()["words"]) == (400, True)


def test_a_game_without_proven_positions_or_measured_levels_has_points() -> None:
    point = Checkpoint(3000, 1.0, points=18, played=24)
    assert curve_line(point) == "18 of 24 against levels   0 |             -----o---  | 100 %"
    assert "points against the nearest levels, %" in draw_curve("one", [point])


def test_the_work_of_another_training_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "my.npz"
    training = Training("connect_four(4,4,3)", 4000, tuples=4, length=4)
    with pytest.raises(Stopped):
        Schooling(training, path).run(lambda schooling: _stop_after(1, schooling))
    with pytest.raises(BadFile, match="another training"):
        Schooling(Training("connect_four(4,4,3)", 5000, tuples=4, length=4), path)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("train", "gomoku(rule=renju)", "--games", "5"), "nothing can be learned"),
        ((*SMALL, "--games", "5", "--minutes", "1"), "one of them"),
        ((*SMALL, "--games", "0"), "--games"),
        (("train", "nonsense", "--games", "5"), "there is no game"),
    ],
)
def test_what_cannot_be_learned_is_said_in_one_line(
    tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    done = inarow(*words, "--out", str(tmp_path / "my.npz"))
    assert done.code == 2
    assert told in done.err
    assert not (tmp_path / "my.npz").exists()


def test_a_file_that_is_something_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "my.npz").write_text("mine")
    done = inarow(*SMALL, "--games", "5", "--out", str(tmp_path / "my.npz"))
    assert (done.code, (tmp_path / "my.npz").read_text()) == (2, "mine")


def test_a_picture_that_is_something_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "my.svg").write_text("<svg>mine</svg>")
    done = inarow(*SMALL, "--games", "5", "--out", str(tmp_path / "my.npz"))
    assert (done.code, (tmp_path / "my.svg").read_text()) == (2, "<svg>mine</svg>")
    assert "no curve" in done.err


def test_a_trained_player_plays_its_game_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "my.npz"
    inarow(*SMALL, "--games", "500", "--out", str(file))
    spec = f'learned(file="{file}",depth=3)'
    game = "connect_four(4,4,3)"
    done = inarow("play", game, "--first", spec, "--second", "random", "--seed", "1")
    assert done.code == 0, done.err
    done = inarow("watch", spec, game, "12", "--json")
    told = [one for one in json.loads(done.out)["steps"] if one["phase"] == "verdict"]
    assert {one["path"][0] for one in told} == {"1", "2", "3", "4"}
    chances = [one["changed"][0]["numbers"]["chance"] for one in told]
    assert chances == sorted(chances, reverse=True)
    done = inarow("watch", spec, "tic_tac_toe")
    assert (done.code, done.err.count("\n")) == (2, 1)
    done = inarow("play", "tic_tac_toe", "--first", spec, "--second", "random")
    assert done.code == 2
    assert "cannot play" in done.err
