"""Networks: the readable learner and the kernels see, play and learn the same."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest

from cases import each
from helpers import random_game
from inarow.errors import NotSupported
from inarow.games.base import Board
from inarow.games.notation import play_moves
from inarow.registry import games, load_game
from inarow.search.decision import Kind, Result
from inarow.search.learned import plain, tree_plain
from inarow.search.learned.games import (
    can_learn,
    codes_of,
    random_tuples,
    require_learning,
    why_not,
)
from inarow.search.learned.kernel import change_places, read_places
from inarow.search.learned.look import Looking
from inarow.search.learned.network import Network
from inarow.search.learned.plan import Training
from inarow.search.learned.training import Lessons
from inarow.search.learned.tree import Growing
from inarow.search.limit import Limit
from inarow.search.native.bits import draw, next_random
from inarow.search.native.from_state import position_of

FLAT = ["connect_four", "connect_four(5,8,3)", "connect_four(3,3,3)", "mnk(3,3,3)", "mnk(4,5,4)"]
LARGE = ["connect_four(9,9)", "mnk(8,9,4)", "random_drop(8,9)"]
BOARDS = ["nine_board", "nine_board(first_move=free,full_board=free)", "ultimate_tic_tac_toe"]
BLOCKS = 1000
GAMES = [*FLAT, *LARGE, *BOARDS, "random_drop", "pop_out(4,5)"]


def network_of(spec: str, seed: int = 3) -> Network:
    game = load_game(spec)
    network = Network.untrained(game, random_tuples(require_learning(game), 9, 5, seed, BLOCKS))
    network.weights[:] = np.random.default_rng(seed).normal(0, 0.1, network.weights.shape)
    network.weights[:, list(network.shape.empty)] = 0
    return network


@each("spec", GAMES)
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


@each("spec", FLAT)
def test_what_looks_the_same_to_a_tuple_has_one_place_and_nothing_else_has(spec: str) -> None:
    """A place of a table is a filling of the tuple's cells: four states where stones fall."""
    network = network_of(spec)
    rules, rng, seen = network.game.rules, Random(spec), dict[int, tuple[object, ...]]()
    assert rules is not None
    for _ in range(30):
        for state in random_game(network.game.initial_state(), rng):
            board, mover = state.board(), 1 - state.player
            _, places = plain.places_of(network, state)
            for number, cells in enumerate(network.tuples):
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


class SameDice:
    """The random numbers that the kernel draws in a game."""

    def __init__(self, lessons: Lessons) -> None:
        self._training, self._word = lessons.training, lessons.random_word(0)

    def begin(self) -> None:
        self._opening = self.pick(self._training.opening + 1)

    def wants_luck(self, ply: int) -> bool:
        lucky = self.pick(1 << 30) < self._training.explore * (1 << 30)
        return ply < self._opening or lucky

    def pick(self, below: int) -> int:
        self._word = next_random(self._word)
        return int(draw(self._word, below))


@each("spec", GAMES)
def test_both_learners_play_and_learn_the_same(spec: str) -> None:
    games = 1 if spec in LARGE or spec in BOARDS else 2
    training = Training(spec, games, tuples=9, length=5, blocks=BLOCKS, opening=4, step=0.05)
    lessons = Lessons(training)
    game = lessons.network.game
    network = network_of(spec, training.seed)
    lessons.network.weights[:] = network.weights
    assert list(network.tuples) == list(lessons.network.tuples)
    trust, dice = network.fresh_trust(), SameDice(lessons)
    for _ in range(training.games):
        dice.begin()
        played = plain.play_one(network, game.initial_state(), dice.wants_luck, dice.pick)
        plain.correct(network, *played, trust, step=lessons.step, trace=training.trace)
    lessons.go_on(training.games)
    assert lessons.over
    assert sum(lessons.results) == training.games
    np.testing.assert_allclose(lessons.network.weights, network.weights, atol=1e-5)


@each("spec", ["random_drop(5,5)", "ultimate_tic_tac_toe", "pop_out(4,5)", *LARGE])
def test_the_player_looks_ahead_in_every_game_as_the_readable_one_does(spec: str) -> None:
    """One ply of the kernel and the readable look value the same moves the same."""
    network, rng = network_of(spec), Random(spec)
    for state in islice(random_game(network.game.initial_state(), rng), 1, 8):
        if state.outcome is not None or state.chance():
            continue
        found = Looking(network, state, Limit(), depth=1, every=True).decide()
        expected = plain.look(network, state)
        for action, value in expected.values.items():
            if value.kind is Kind.ESTIMATE and found.values[action].kind is Kind.ESTIMATE:
                assert found.values[action].score == pytest.approx(value.score, abs=1e-5)
        assert Looking(network, state, Limit(nodes=200), depth=4).decide().action in (
            state.legal_actions()
        )


@each(
    "spec", ["connect_four", "connect_four(9,9)", "random_drop", "ultimate_tic_tac_toe", "pop_out"]
)
def test_both_trees_grow_the_same(spec: str) -> None:
    network, rng = network_of(spec), Random(spec)
    for state in islice(random_game(network.game.initial_state(), rng), 6, 20, 6):
        if state.outcome is not None or state.chance():
            continue
        found = Growing(network, state, Limit(nodes=50), courage=1.0).decide()
        root = tree_plain.grow(network, state, 50, courage=1.0)
        for action, child in root.children.items():
            value = found.values[action]
            assert (value.kind is Kind.PROVEN) == bool(child.sure)
            if not child.sure:
                assert value.score == pytest.approx(child.mean, abs=1e-6)


def test_a_tree_proves_a_win_that_needs_two_stones() -> None:
    """Column 3 or 6 makes two threats at once."""
    network = Network.untrained(load_game("connect_four"), [(35, 36, 37, 38)])
    state = play_moves(network.game.initial_state(), "4455")
    found = Growing(network, state, Limit(nodes=2000), courage=1.0).decide()
    assert state.game.format(found.action) in ("3", "6")
    assert found.value is not None
    assert (found.value.kind, found.value.result) == (Kind.PROVEN, Result.WIN)


def test_dice_are_the_mean_of_what_they_may_do() -> None:
    network = network_of("random_drop(4,5)")
    state = network.game.initial_state()
    for action in (0, 1, 0):
        state = state.play(action)
    dice = state.legal_actions()[-1]
    found = Looking(network, state, Limit(), depth=2, every=True).decide().values[dice]
    chances = [
        plain.chance_of(plain.sum_of(network, state.play(dice).play(action)))
        for action, _ in state.play(dice).chance()
    ]
    assert found.kind is Kind.ESTIMATE
    assert found.score == pytest.approx(sum(chances) / len(chances), abs=1e-5)


def test_a_line_means_the_same_wherever_it_lies() -> None:
    network = network_of("mnk(8,9,4)")
    state = network.game.initial_state()
    moved = [plain.sum_of(network, state.play(row * 9 + col)) for row, col in ((3, 4), (4, 4))]
    assert moved[0] == pytest.approx(moved[1])
    assert plain.sum_of(network, state) == 0


@each(
    "spec, why",
    [
        ("gomoku(rule=renju)", "rules are not among those"),
        ("mnk(40,40,5)", "more than 1,024 cells"),
        ("connect_four(rows=20,cols=3)", "higher than 11 cells"),
    ],
)
def test_games_without_a_network_say_why(spec: str, why: str) -> None:
    assert not can_learn(load_game(spec))
    with pytest.raises(NotSupported, match=why):
        require_learning(load_game(spec))


def test_every_game_of_the_registry_can_be_trained_or_says_why_not() -> None:
    names = [name for name in games() if not can_learn(load_game(name))]
    assert names == [], [why_not(load_game(name)) for name in names]


def test_codes_of_a_column_have_a_one_on_top() -> None:
    state = load_game("connect_four").initial_state()
    assert codes_of(state) == [1] * 7
    assert codes_of(state.play(0).play(0).play(0))[:2] == [0b1101, 1]
