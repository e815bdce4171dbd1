"""Our games and players in the real OpenSpiel: its own tests, its bots, and its rules beside ours.

pip install open_spiel
pytest tests/slow/adapters/test_openspiel.py
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from inarow.live.match import play_match
from inarow.registry import games, load_agent, load_game

WHY = "this needs OpenSpiel: pip install open_spiel"
pyspiel = pytest.importorskip("pyspiel", reason=WHY)
adapter = pytest.importorskip("inarow.adapters.openspiel", reason=WHY)

BUILT_IN = [name for name, entry in games().items() if not entry.plugin]
SIZES = ["connect_four(rows=5,cols=6,k=4)", "mnk(rows=4,cols=5,k=4)", "gomoku(opening=swap2)"]
SAME = [
    "connect_four",
    "connect_four(rows=5,columns=6,x_in_row=3)",
    "mnk(m=5,n=4,k=3)",
    "tic_tac_toe",
    "ultimate_tic_tac_toe",
]


def mcts_bot(game: Any, seat: int) -> Any:
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=7),
        uct_c=2.0,
        max_simulations=200,
        max_memory_mb=100,
        solve=True,
        seed=7,
        verbose=False,
    )


@pytest.mark.parametrize("spec", BUILT_IN + SIZES)
def test_a_game_passes_the_tests_of_its_owner(spec: str) -> None:
    """Nested brackets are more than OpenSpiel reads, so games with options are not written."""
    game = pyspiel.load_game("inarow", {"game": spec})
    pyspiel.random_sim_test(game, num_sims=5, serialize="(" not in spec, verbose=False)


@pytest.mark.parametrize("name", SAME)
def test_rules_are_the_same_in_a_thousand_games(name: str) -> None:
    """State by state: whose turn it is, what is legal, and what each has gained in the end."""
    theirs, rng = pyspiel.load_game(name), Random(1)
    ours = pyspiel.load_game("inarow", {"game": str(adapter.same_game(theirs))})
    for _ in range(1000):
        state, own = theirs.new_initial_state(), ours.new_initial_state()
        while not state.is_terminal():
            assert own.current_player() == state.current_player()
            assert own.legal_actions() == state.legal_actions(), str(state)
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            own.apply_action(action)
        assert own.is_terminal()
        assert own.returns() == state.returns(), str(state)


@pytest.mark.parametrize("name", ["connect_four", "ultimate_tic_tac_toe"])
def test_our_players_are_bots_in_games_of_openspiel(name: str) -> None:
    evaluate_bots = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots")
    numpy = pytest.importorskip("numpy")
    game = pyspiel.load_game(name)
    won = 0
    for seed in range(6):
        bots = [
            adapter.PlayerBot("mcts(simulations=500)", player_id=0, seed=seed),
            pyspiel.load_bot("uniform_random", game, 1),
        ]
        rng = numpy.random.RandomState(seed)
        won += evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)[0] == 1
    assert won >= 5


@pytest.mark.parametrize("spec", ["connect_four", "nine_board", "random_drop"])
def test_bots_of_openspiel_are_our_players(spec: str) -> None:
    """Its search in C++ plays our games, and well."""
    player = adapter.SpielPlayer(mcts_bot, "OpenSpiel's MCTS")
    results = []
    for seed in range(4):
        opponent = load_agent("random", seed)
        record = play_match(load_game(spec), (player, opponent), seed=seed)
        assert record.outcome is not None
        results.append(record.outcome.winner)
    assert results.count(0) >= 3, results


def test_a_search_of_openspiel_in_python_plays_our_game() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.RandomState(1)
    game = pyspiel.load_game("inarow", {"game": "tic_tac_toe"})
    state = game.new_initial_state()
    for action in (0, 4, 1, 8):
        state.apply_action(action)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert bot.step(state) == 2
    learned = adapter.PlayerBot("perfect", player_id=0)
    assert learned.step(state) == 2
