"""Networks in ONNX files: read, checked against the game, and played with.

Both files in tests/data are one layer for Connect Four of 4 x 5: `value.onnx` reads the planes in a
row, `policy.onnx` plane by plane. Number n of their weights is (n % 7 - 3) / 10 and
(n % 11 - 5) / 10.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from inarow.errors import BadFile, NotSupported
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game, names_program
from inarow.search.decision import Kind, Result
from inarow.search.learned.player import LearnedPlayer
from inarow.search.limit import Limit
from inarow.search.planes import observe

pytest.importorskip("onnxruntime")
DATA = Path(__file__).parents[2] / "data"
GAME = load_game("connect_four(4,5,3)")
VALUE, POLICY = str(DATA / "value.onnx"), str(DATA / "policy.onnx")


def test_a_policy_reads_plane_by_plane() -> None:
    state = play_moves(GAME.initial_state(), "12")
    seen = observe(state, state.player).transpose(2, 0, 1).reshape(-1)
    wanted = int((seen @ ((np.arange(200) % 11 - 5) / 10).reshape(40, 5)).argmax())
    assert LearnedPlayer(POLICY).choose(state).action == wanted


def test_a_value_alone_plays_where_the_opponent_has_least() -> None:
    state, weights = GAME.initial_state(), (np.arange(40) % 7 - 3) / 10
    sums = [observe(state.play(move), 1).reshape(-1) @ weights for move in range(5)]
    decision = LearnedPlayer(VALUE, "alphabeta").choose(state)
    assert decision.action == int(np.argmin(sums))
    assert {value.kind for value in decision.values.values()} == {Kind.ESTIMATE}


def test_a_value_looks_ahead_until_it_is_sure() -> None:
    state = play_moves(GAME.initial_state(), "35")  # two beside each other with both ends free win
    decision = load_agent(f'learned(file="{VALUE}",simulations=300)').choose(state)
    assert decision.value is not None
    assert (decision.value.kind, decision.value.result) == (Kind.PROVEN, Result.WIN)
    assert decision.nodes < 300
    assert LearnedPlayer(VALUE).choose(state, Limit(simulations=7)).nodes <= 7


def test_it_plays_the_games_that_fit() -> None:
    assert LearnedPlayer(VALUE).supports(GAME)
    assert not LearnedPlayer(VALUE).supports(load_game("connect_four"))
    with pytest.raises(NotSupported, match=r"reads \[40\] and answers 1; .* has \[6, 7, 2\]"):
        LearnedPlayer(VALUE).network(load_game("connect_four"))
    assert names_program(f'learned(file="{VALUE}")')


def test_what_is_no_network_is_refused_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    for content in (b"", b"no network", Path(VALUE).read_bytes()[:90]):
        broken.write_bytes(content)
        with pytest.raises(BadFile, match="not an ONNX network") as error:
            LearnedPlayer(str(broken)).choose(GAME.initial_state())
        assert "\n" not in str(error.value)
