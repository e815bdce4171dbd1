"""Files of networks: read as they were written, and refused in one line when they are not."""

from __future__ import annotations

import warnings
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest

from inarow.errors import BadFile, InarowError
from inarow.games.connect_four import ConnectFour
from inarow.registry import load_game
from inarow.search.learned.games import random_tuples, require_learning
from inarow.search.learned.network import Network, load_network


@pytest.fixture
def network() -> Network:
    game = ConnectFour(4, 5, 3)
    made = Network.untrained(game, random_tuples(require_learning(game), 3, 4, seed=1))
    made.weights[:] = np.random.default_rng(1).normal(0, 1, made.weights.shape)
    return Network(made.game, made.tuples, made.weights, {"games": 7})


def test_a_file_holds_the_whole_network(network: Network, tmp_path: Path) -> None:
    network.save(tmp_path / "my.npz")
    read = load_network(tmp_path / "my.npz")
    assert (read.game, list(read.tuples), read.story) == (
        network.game,
        list(network.tuples),
        {"games": 7},
    )
    np.testing.assert_allclose(read.weights, network.weights, rtol=1e-3)


def test_nine_boards_have_no_tuples_to_keep(tmp_path: Path) -> None:
    network = Network.untrained(load_game("nine_board"), [])
    network.save(tmp_path / "my.npz")
    assert list(load_network(tmp_path / "my.npz").tuples) == []


def test_large_boards_keep_one_window_of_each_kind(tmp_path: Path) -> None:
    game = load_game("gomoku")
    network = Network.untrained(game, random_tuples(require_learning(game), 70, 8, seed=1))
    network.save(tmp_path / "my.npz")
    read = load_network(tmp_path / "my.npz")
    assert [len(cells) for cells in read.tuples] == [8, 8]
    assert read.weights.shape == (1, 2 * 3**8)


def test_changed_bytes_are_refused_or_read_but_never_end_in_another_error(
    network: Network, tmp_path: Path, thorough: bool
) -> None:
    path, rng = tmp_path / "my.npz", Random(1)
    network.save(path)
    whole = path.read_bytes()
    for _ in range(2000 if thorough else 60):
        changed = bytearray(whole)
        for _ in range(rng.choice((1, 4))):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        path.write_bytes(changed[: rng.choice((len(changed), rng.randrange(len(changed))))])
        with warnings.catch_warnings(action="ignore"), suppress(BadFile):
            assert np.isfinite(load_network(path).weights).all()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"format": "inarow network 9"}, "this program can read"),
        ({"game": "gomoku(rule=renju)"}, "nothing can be learned"),
        ({"game": "gomoku", "tuples": np.zeros((40, 4), np.int16)}, "more tuples"),
        ({"game": "nonsense"}, "no game"),
        ({"tuples": np.array([[0, 99]], np.int16)}, "leaves the board"),
        ({"tuples": np.array([[1, 1]], np.int16)}, "twice"),
        ({"tuples": np.zeros((5000, 4), np.int16)}, "more tuples"),
        ({"tuples": np.array([[0, 1]], np.int16)}, "do not fit"),
        ({"weights": np.full((2, 9), np.nan, np.float16)}, "a number is none"),
        ({"weights": np.zeros(3)}, "another kind"),
        ({"story": "{"}, "damaged"),
        ({"story": "7"}, "its story"),
    ],
)
def test_a_file_that_holds_something_else_says_what(
    network: Network, tmp_path: Path, changes: dict[str, object], told: str
) -> None:
    path = tmp_path / "my.npz"
    network.save(path)
    with np.load(path) as arrays:
        content = {**arrays, **changes}
    np.savez(path, **content)
    with pytest.raises(BadFile, match=told):
        load_network(path)


def test_what_is_no_file_of_arrays_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no network")
    np.savez(tmp_path / "pickle.npz", format=np.array([{}], object))
    for name in ("text.npz", "pickle.npz"):
        with pytest.raises(InarowError, match="is not a network, or damaged"):
            load_network(tmp_path / name)
