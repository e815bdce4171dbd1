"""The random player: fair over all legal moves, blind to winning, and repeatable by its seed."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from cases import each
from inarow.agents.random_player import RandomPlayer
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit

DRAWS = 6_000


def position(spec: str, moves: str = "") -> State:
    return play_moves(load_game(spec).initial_state(), moves)


def choices(player: RandomPlayer, state: State, count: int) -> list[int]:
    return [player.choose(state, Limit()).action for _ in range(count)]


def assert_uniform(counts: Counter[int], actions: list[int]) -> None:
    """Every action was drawn as often as chance allows, within five standard deviations."""
    assert set(counts) == set(actions)
    total, share = counts.total(), 1 / len(actions)
    margin = 5 * sqrt(total * share * (1 - share))
    for action in actions:
        assert abs(counts[action] - total * share) < margin, (action, counts)


@pytest.mark.req("S3.16", "S4.21")
@each(
    "spec, moves",
    [
        ("connect_four", ""),
        ("connect_four", "111111"),
        ("random_drop", "44"),
        ("tic_tac_toe", "b2a1"),
        ("mnk(rows=5,cols=5,k=3)", ""),
        ("nine_board", "553"),
    ],
)
def test_every_legal_move_is_equally_likely(spec: str, moves: str) -> None:
    state = position(spec, moves)
    drawn = Counter(choices(RandomPlayer(seed=1), state, DRAWS))
    assert_uniform(drawn, list(state.legal_actions()))


@pytest.mark.req("S3.16")
def test_a_win_is_passed_by_as_often_as_any_other_move() -> None:
    state = position("connect_four", "112233")  # column 4 wins at once
    won = sum(
        state.play(action).outcome is not None
        for action in choices(RandomPlayer(seed=2), state, DRAWS)
    )
    assert abs(won - DRAWS / 7) < 5 * sqrt(DRAWS * 6 / 49)


@pytest.mark.req("X.5")
def test_the_same_seed_gives_the_same_moves() -> None:
    state = position("gomoku")
    first = choices(RandomPlayer(seed=7), state, 50)
    assert choices(RandomPlayer(seed=7), state, 50) == first
    assert choices(RandomPlayer(seed=8), state, 50) != first


def test_without_a_seed_two_players_differ() -> None:
    state = position("gomoku")
    assert choices(RandomPlayer(), state, 20) != choices(RandomPlayer(), state, 20)


@pytest.mark.req("X.5")
def test_its_numbers_are_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    import random

    monkeypatch.setattr(random, "random", lambda: pytest.fail("the shared generator was used"))
    assert choices(RandomPlayer(seed=1), position("connect_four"), 3)


@each(
    "spec, seed, expected",
    [
        ("random", None, None),
        ("random", 5, 5),
        ("random(seed=3)", 5, 3),
        ("random(3)", 5, 3),
        ("random(seed=3)", None, 3),
        ("random(seed=none)", None, None),
    ],
)
def test_the_seed_of_the_spec_comes_first(
    spec: str, seed: int | None, expected: int | None
) -> None:
    player = load_agent(spec, seed)
    assert isinstance(player, RandomPlayer)
    assert player.seed == expected


@each("spec", ["random(seed=-1)", "random(seed=x)", "random(1,2)", "random(k=1)"])
def test_bad_options_are_refused(spec: str) -> None:
    with pytest.raises(BadOption):
        load_agent(spec)


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        RandomPlayer().choose(position("tic_tac_toe", "a1a2b1b2c1"), Limit())
