"""Dense layers of other people: read, checked, played with, and never run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inarow.errors import BadFile
from inarow.games.notation import play_moves
from inarow.registry import load_game, names_program
from inarow.search.decision import Kind
from inarow.search.learned.dense import load_layers
from inarow.search.learned.player import LearnedPlayer
from inarow.search.limit import Limit
from inarow.search.planes import observe

GAME = load_game("connect_four(4,5,3)")


def layers(outputs: int, **changes: Any) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    return {
        "format": "inarow layers 1",
        "game": str(GAME),
        "activation": "relu",
        "weights_0": rng.normal(0, 1, (40, 8)),
        "bias_0": rng.normal(0, 1, 8),
        "weights_1": rng.normal(0, 1, (8, outputs)),
        "bias_1": np.zeros(outputs),
    } | changes


def test_a_policy_plays_the_legal_move_with_the_largest_number(tmp_path: Path) -> None:
    content = layers(5)
    np.savez(tmp_path / "theirs.npz", **content)
    state = play_moves(GAME.initial_state(), "12")
    seen = observe(state, state.player).reshape(-1)
    hidden = np.maximum(seen @ content["weights_0"] + content["bias_0"], 0)
    wanted = int((hidden @ content["weights_1"]).argmax())
    player = LearnedPlayer(str(tmp_path / "theirs.npz"))
    assert player.supports(GAME)
    assert not player.supports(load_game("connect_four"))
    assert player.choose(state, Limit()).action == wanted


def test_a_value_plays_where_the_opponent_has_least(tmp_path: Path) -> None:
    np.savez(tmp_path / "theirs.npz", **layers(1, activation="tanh"))
    network = load_layers(tmp_path / "theirs.npz")
    state = GAME.initial_state()
    decision = LearnedPlayer(str(tmp_path / "theirs.npz"), "alphabeta").choose(state, Limit())
    sums = network.answer([state.play(move) for move in range(5)])[:, 0]
    assert decision.action == sums.argmin()
    assert {value.kind for value in decision.values.values()} == {Kind.ESTIMATE}


def test_a_win_at_once_is_taken_and_not_allowed(tmp_path: Path) -> None:
    np.savez(tmp_path / "theirs.npz", **layers(5))
    player = LearnedPlayer(str(tmp_path / "theirs.npz"))
    assert player.choose(play_moves(GAME.initial_state(), "1525"), Limit()).action == 2
    assert player.choose(play_moves(GAME.initial_state(), "151"), Limit()).action == 0


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"activation": "exec"}, "not relu or tanh"),
        ({"weights_0": np.zeros((39, 8))}, "layer 0 reads 39 numbers, and gets 40"),
        ({"bias_1": np.zeros(4)}, "layer 1 has weights"),
        ({"weights_1": np.zeros((8, 3)), "bias_1": np.zeros(3)}, "not with 1 or 5"),
        ({"weights_1": np.full((8, 5), np.nan)}, "a number of layer 1 is none"),
        ({"weights_1": np.zeros((8, 5), np.int64)}, "not made of numbers"),
        ({"weights_1": np.array([{}], object)}, "is not a network"),
        ({"game": "nonsense"}, "no game"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    np.savez(tmp_path / "theirs.npz", **layers(5, **changes))
    with pytest.raises(BadFile, match=told) as error:
        LearnedPlayer(str(tmp_path / "theirs.npz")).supports(GAME)
    assert "\n" not in str(error.value)


def test_the_page_takes_no_file_that_a_visitor_names() -> None:
    assert names_program('learned(file="theirs.npz")')
