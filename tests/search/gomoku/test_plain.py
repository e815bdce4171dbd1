"""The readable Gomoku player sees the words that the kernels keep, and the plainest moves."""

import subprocess
import sys
from random import Random

import numpy as np
import pytest

from cases import each
from inarow.games.base import State
from inarow.games.gomoku import Gomoku
from inarow.games.mnk import Mnk, PlacingGame
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.gomoku.board import Setting
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.plain import PATH, look, words_of
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit

GAMES: list[PlacingGame] = [
    Mnk(15, 15, 5),
    Mnk(9, 12, 5, "exact"),
    Mnk(7, 7, 4),
    Mnk(10, 22, 6),
    Mnk(5, 5, 3),
    Gomoku(9, 9, "caro"),
    Gomoku(7, 12, "caro_overline"),
]


@each("game", GAMES)
def test_words_are_those_of_the_kernels(game: PlacingGame) -> None:
    rng = Random(str(game))
    state: State = game.initial_state()
    while state.outcome is None and state.ply < 40:
        setting = Setting(state, Ideas())
        free = list(state.legal_actions())
        kept = np.array(setting.board.word)[setting.cells[free]].T
        assert (words_of(state, game.describe())[:, free] == kept).all(), state.ply
        state = state.play(rng.choice(free))


@each(
    "moves, wanted",
    [
        ("h8a1h9a3h10a5h11a7", "h7 h12"),  # complete five, wherever
        ("h8a1h9b2h10c3a15d4", "e5"),  # stop five: the edge closes the other end
        ("h8h9i8h10j8h11a15h12g8", "h13"),  # complete five rather than stop five
        ("h8a1h9a3h10a5", "h7 h11"),  # make an open four
    ],
)
def test_the_plainest_moves_are_seen(moves: str, wanted: str) -> None:
    state = play_moves(load_game("gomoku").initial_state(), moves)
    decision = look(state)
    assert state.game.format(decision.action) in wanted.split()
    assert decision.values.keys() == set(state.legal_actions())
    assert decision.path == PATH


@pytest.mark.parametrize("agent", ["gomoku(depth=0)", "gomoku(variety=0)"])
def test_a_stone_far_off_is_answered_in_the_middle(agent: str) -> None:
    state = play_moves(load_game("gomoku").initial_state(), "a1")
    decision = load_agent(agent).choose(state, Limit(nodes=1))
    assert state.game.format(decision.action) == "h8"


def test_without_depth_nothing_is_compiled_or_even_loaded() -> None:
    code = (
        "import sys; from inarow import Limit, load_agent, load_game\n"
        "state = load_game('gomoku').initial_state().play(112)\n"
        "agent = load_agent('gomoku(depth=0)')\n"
        "assert agent.supports(state.game) and not agent.kernels(state.game)\n"
        "print(agent.choose(state, Limit()).path, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == f"{PATH} False\n", done.stderr


def test_looking_is_the_whole_answer_at_depth_0_whatever_the_limit() -> None:
    state = load_game("gomoku").initial_state().play(112)
    decision = GomokuPlayer(depth=0).choose(state, Limit(nodes=100_000))
    assert (decision.nodes, decision.path) == (1, PATH)
