"""`inarow train`: a network is learned, kept, gone on with, and played with."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import inarow
from inarow.arena.schooling import Schooling, work_file
from inarow.errors import BadFile
from inarow.registry import load_game
from inarow.search.learned.network import load_network
from inarow.search.learned.player import LearnedPlayer
from inarow.search.learned.training import Training

SMALL = ("train", "connect_four(4,4,3)", "--tuples", "4", "--length", "4")


def test_the_same_seed_learns_the_same_network(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.npz", "b.npz", "c.npz")]
    for file, seed in zip(files, ("5", "5", "6"), strict=True):
        done = inarow(*SMALL, "--games", "300", "--seed", seed, "--out", str(file))
        assert done.code == 0, done.err
        assert "300 games" in done.out
        assert "learned(file=" in done.out
        assert not work_file(file).exists()
    first, same, other = (load_network(file).weights for file in files)
    assert (first == same).all()
    assert first.shape != other.shape or (first != other).any()


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
    assert (load_network(broken).weights == load_network(tmp_path / "whole.npz").weights).all()


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
        (("train", "gomoku", "--games", "5"), "nothing can be learned"),
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


def test_a_trained_player_plays_its_game_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "my.npz"
    inarow(*SMALL, "--games", "500", "--out", str(file))
    spec = f'learned(file="{file}",depth=3)'
    game = "connect_four(4,4,3)"
    done = inarow("play", game, "--first", spec, "--second", "random", "--seed", "1")
    assert done.code == 0, done.err
    done = inarow("play", "tic_tac_toe", "--first", spec, "--second", "random")
    assert done.code == 2
    assert "cannot play" in done.err
