"""Networks: the readable learner and the kernels see, play and learn the same."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from helpers import random_game
from inarow.games.base import Board
from inarow.registry import load_game
from inarow.search.learned import plain
from inarow.search.learned.kernel import change_places, read_places
from inarow.search.learned.network import Network
from inarow.search.learned.plan import Training
from inarow.search.learned.shape import can_learn, codes_of, random_tuples, require_learning
from inarow.search.learned.training import Lessons
from inarow.search.native.from_state import position_of

FLAT = ["connect_four", "connect_four(5,8,3)", "connect_four(3,3,3)", "mnk(3,3,3)", "mnk(4,5,4)"]
CHOSEN = [*FLAT, "nine_board(first_move=free,full_board=free)"]
"""Games in which nothing is left to dice."""
GAMES = [*CHOSEN, "nine_board"]


def network_of(spec: str, seed: int = 3) -> Network:
    game = load_game(spec)
    network = Network.untrained(game, random_tuples(require_learning(game), 9, 5, seed))
    network.weights[:] = np.random.default_rng(seed).normal(0, 0.1, network.weights.shape)
    return network


@pytest.mark.parametrize("spec", GAMES)
def test_places_are_kept_up_to_date_move_by_move(spec: str) -> None:
    network = network_of(spec)
    shape, rng = network.shape, Random(spec)
    start = network.game.initial_state()
    places = np.zeros((shape.views, shape.tuples), np.int32)
    read_places(position_of(start), network.net, places)
    for state, after in pairwise(random_game(start, rng)):
        action = next(a for a in state.legal_actions() if state.play(a).key() == after.key())
        before, now = position_of(state), position_of(after)
        change_places(before, now, action, network.net, places)
        _, expected = plain.places_of(network, after)
        view = 0 if shape.views == 1 else 1 - after.player
        assert places[view].tolist() == expected
        assert min(expected) >= 0
        assert max(expected) < shape.size


@pytest.mark.parametrize("spec", FLAT)
def test_what_looks_the_same_to_a_tuple_has_one_place_and_nothing_else_has(spec: str) -> None:
    """A place of a table is a filling of the tuple's cells: four states where stones fall."""
    network = network_of(spec)
    rules, rng, seen = network.game.rules, Random(spec), dict[int, tuple[object, ...]]()
    assert rules is not None
    for _ in range(30):
        for state in random_game(network.game.initial_state(), rng):
            board, mover = state.board(), 1 - state.player
            for number, cells in enumerate(network.tuples):
                _, places = plain.places_of(network, state)
                looks = tuple(_look(board, cell, rules.cols, rules.falls, mover) for cell in cells)
                assert seen.setdefault(places[number], (number, looks)) == (number, looks)


def _look(board: Board, cell: int, cols: int, falls: bool, mover: int) -> object:
    row, col = divmod(cell, cols)
    owner = board[row][col]
    if owner is not None:
        return owner if falls else owner == mover
    reachable = row + 1 == len(board) or board[row + 1][col] is not None
    return "reachable" if falls and reachable else "empty"


TURNED: dict[str, Callable[[int], int]] = {
    "connect_four": lambda col: 6 - col,
    "mnk(3,3,3)": lambda cell: cell % 3 * 3 + cell // 3,
}


def test_mirror_images_have_the_same_value() -> None:
    for spec, turned in TURNED.items():
        network, rng = network_of(spec), Random(1)
        state = image = network.game.initial_state()
        for after in random_game(state, rng):
            if after.last is not None:
                image = image.play(turned(after.last))
            assert plain.sum_of(network, after) == pytest.approx(plain.sum_of(network, image))


@pytest.mark.parametrize("spec", CHOSEN)
def test_both_learners_play_and_learn_the_same(spec: str) -> None:
    training = Training(spec, games=4, tuples=9, length=5, explore=0.0, opening=0, step=0.05)
    lessons = Lessons(training)
    game = lessons.network.game
    network = network_of(spec, training.seed)
    lessons.network.weights[:] = network.weights
    assert list(network.tuples) == list(lessons.network.tuples)
    trust = np.zeros((*network.weights.shape, 2), np.float32)
    for _ in range(training.games):
        played = plain.play_one(network, game.initial_state(), lambda ply: False, lambda n: 0)
        plain.correct(network, *played, trust, step=training.step, trace=training.trace)
    lessons.go_on(training.games)
    assert lessons.over
    assert sum(lessons.results) == training.games
    np.testing.assert_allclose(lessons.network.weights, network.weights, atol=1e-5)


def test_games_without_a_network_say_so() -> None:
    for spec in ("gomoku", "pop_out", "random_drop", "ultimate_tic_tac_toe", "connect_four(20,20)"):
        assert not can_learn(load_game(spec))


def test_codes_of_a_column_have_a_one_on_top() -> None:
    state = load_game("connect_four").initial_state()
    assert codes_of(state) == [1] * 7
    assert codes_of(state.play(0).play(0).play(0))[:2] == [0b1101, 1]
