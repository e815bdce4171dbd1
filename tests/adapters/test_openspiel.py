"""Our games, bots and players for OpenSpiel, against a small fake of it.

`tests/slow/adapters/test_openspiel.py` does the same with the real one.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from adapters import fake_pyspiel
from inarow.errors import BadOption, MissingPackage, NotSupported
from inarow.live.match import play_match
from inarow.registry import games, load_agent, load_game

ADAPTER = "inarow.adapters.openspiel"
BUILT_IN = [name for name, entry in games().items() if not entry.plugin]


def forget() -> None:
    """The adapter is imported anew by the next one who asks."""
    for name in [each for each in sys.modules if each.startswith(ADAPTER)]:
        del sys.modules[name]


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The adapter, on the fake."""
    observation = ModuleType("open_spiel.python.observation")
    observation.IIGObserverForPublicInfoGame = SimpleNamespace  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyspiel", fake_pyspiel)
    for name in ("open_spiel", "open_spiel.python"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, observation.__name__, observation)
    forget()
    import inarow.adapters.openspiel as found

    yield found
    forget()


def test_without_the_package_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    forget()
    with pytest.raises(MissingPackage, match=r"OpenSpiel.*-m pip install open_spiel$"):
        import inarow.adapters.openspiel  # noqa: F401


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_is_the_same_inside(adapter: Any, name: str) -> None:
    """A random game, action by action: turns, dice, legal actions, the end, and what is seen."""
    game, rng = fake_pyspiel.registered["inarow"]({"game": name}), Random(1)
    state, own = game.new_initial_state(), load_game(name).initial_state()
    observer, most = game.make_py_observer(), 0
    while own.outcome is None:
        expected = fake_pyspiel.PlayerId.CHANCE if own.chance() else own.player
        assert state.current_player() == expected
        assert state._legal_actions(own.player) == list(own.legal_actions())
        assert state.chance_outcomes() == list(own.chance())
        observer.set_from(state, 0)
        planes = observer.dict["observation"]
        assert np.array_equal(planes[:3].sum(axis=0), np.ones(own.game.shape))
        assert planes[4].max() == planes[4].min() == own.player
        action = rng.choice(list(own.legal_actions()))
        assert state._action_to_string(own.player, action) == own.game.format(action)
        before = copy.deepcopy(state._kept)
        state._apply_action(action)
        assert before.position is own or before.position.key() == own.key()
        own, most = own.play(action), most + 1
    assert (state.is_terminal(), state.current_player()) == (True, fake_pyspiel.PlayerId.TERMINAL)
    assert state.returns() == list(own.returns())
    assert most <= game.info.max_game_length


def test_wrong_specs_are_told_in_words(adapter: Any) -> None:
    with pytest.raises(ValueError, match="did you mean connect_four"):
        adapter.SpielGame({"game": "conect_four"})


def test_where_the_next_stone_goes_is_seen(adapter: Any) -> None:
    game = adapter.SpielGame({"game": "connect_four(rows=4,cols=4,k=3)"})
    state = game.new_initial_state()
    state._apply_action(2)
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.dict["observation"][3].tolist() == [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 1, 0],
        [1, 1, 0, 1],
    ]
    assert str(state) == "....\n....\n....\n..X.\nO to move"


def test_our_player_is_a_bot_in_their_game(adapter: Any) -> None:
    spec = {"rows": 6, "columns": 7, "x_in_row": 4, "egocentric_obs_tensor": False}
    kind = fake_pyspiel.GameType(short_name="connect_four", parameter_specification=spec)
    state = fake_pyspiel.State(fake_pyspiel.Game(kind, fake_pyspiel.GameInfo(), {"rows": 5}))
    state._history = [3, 3, 4, 4, 5, 5]
    assert str(adapter.same_game(state.get_game())) == "connect_four(rows=5,cols=7,k=4)"
    bot = adapter.PlayerBot("minimax(depth=1,compiled=false)", player_id=0, limit="1000 nodes")
    assert bot.step(state) in (2, 6)
    assert (bot.player_id(), bot.provides_policy()) == (0, False)
    with pytest.raises(BadOption, match="a player is named, or an object, or a function, not Game"):
        adapter.PlayerBot(state.get_game(), 0)
    state._game.kind.short_name = "chess"
    with pytest.raises(NotSupported, match=r"our players know connect_four.*not chess"):
        bot.step(state)


def test_their_bot_is_our_player(adapter: Any) -> None:
    made = []

    def make(game: Any, seat: int) -> Any:
        made.append((str(game.rules), seat))
        return fake_pyspiel.MCTSBot()

    player = adapter.SpielPlayer(make, "rightmost")
    record = play_match(load_game("tic_tac_toe"), (player, load_agent("random(seed=2)")))
    assert record.outcome is not None
    assert record.moves.startswith("c1")
    assert made == [(str(load_game("tic_tac_toe")), 0)]
