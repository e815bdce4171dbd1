"""Random games of the kernels are those of the readable code, number by number."""

from __future__ import annotations

from itertools import count, product
from random import Random
from typing import Any

import numpy as np
import pytest

from cases import each
from helpers import random_game
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.notation import play_moves
from inarow.games.random_drop import RandomDrop
from inarow.search.mcts import kernel_playout as playouts
from inarow.search.mcts.kernel_playout import play_many
from inarow.search.mcts.plain import rollout
from inarow.search.native import position
from inarow.search.native.from_state import position_of
from inarow.search.native.position import DROP, WIDE_PLACE
from inarow.search.ordering import safe_moves
from kernel_helpers import (
    NINES,
    ONE_WORD,
    POPS,
    ULTIMATES,
    WIDE,
    KernelRandom,
    Listed,
    compiled,
    late_nine,
    listed_moves,
    listed_safe_moves,
    positions_of,
)
from oracle import long_game

copy_position = compiled(position.copy_position)
playout = compiled(playouts.playout)

WINNERS = {(1.0, -1.0): 0, (-1.0, 1.0): 1, (0.0, 0.0): -1}


def assert_same_game(state: State, seed: int, depth: int | None, sharp: bool) -> int:
    """Both play the same game with the same numbers, and as many of them; returns the winner."""
    pos = position_of(state, seed)
    rng = KernelRandom(int(pos.random))
    start: Any = state
    moves = safe_moves if sharp else None
    if pos.kind == WIDE_PLACE:
        start, moves = Listed(state), listed_safe_moves if sharp else listed_moves
    winner: int = playout(pos, -1 if depth is None else depth, int(sharp))
    assert winner == WINNERS[rollout(start, rng, depth, None, moves)]
    assert KernelRandom(int(pos.random)).word == rng.word
    return winner


@pytest.mark.req("S0.39", "S2.12", "S3.25")
@each("game, sharp", product([*ONE_WORD, *NINES, *ULTIMATES, *POPS, *WIDE], [False, True]), quick=3)
def test_random_games_are_the_same(game: Game, sharp: bool, thorough: bool) -> None:
    most = 12 if thorough else 5
    for seed, state in enumerate(positions_of(game, 3 if game in WIDE else most)):
        for depth in (None, 1, 2, 3, 10):
            assert_same_game(state, seed, depth, sharp)


@pytest.mark.req("S0.13", "S4.7")
@each(
    "game, sharp",
    product([Mnk(), *NINES, *ULTIMATES, *POPS, ConnectFour(4, 4), RandomDrop(3, 4)], [False, True]),
    quick=3,
)
def test_draws_are_as_exact_as_wins(game: Game, sharp: bool, thorough: bool) -> None:
    """In games that were long already; in nine boards players are sent to full boards then."""
    found = set()
    for seed in range(12):
        if isinstance(game, NineBoard):
            states = [late_nine(game, empty, seed) for empty in (3, 6, 12, 20)]
        else:
            states = [s for s in long_game(game.initial_state(), Random(seed)) if not s.outcome]
        for state in states[-4:]:
            seeds = range(4 if thorough else 2)
            found |= {assert_same_game(state, again, None, sharp) for again in seeds}
    assert -1 in found


def test_sharp_games_look_at_lines_and_not_at_the_number_of_boards() -> None:
    """A move that ends the game while the opponent has more boards is no line given away."""
    seeds, checked = count(), 0
    while checked < 3:
        for state in random_game(ULTIMATES[1].initial_state(), Random(next(seeds))):
            children = [state.play(action) for action in state.legal_actions()]
            lost = [child.returns()[1 - state.player] > 0 for child in children]
            if any(lost) and not all(lost):
                checked += 1
                for seed in range(8):
                    assert_same_game(state, seed, None, sharp=True)


def test_a_finished_game_has_its_winner() -> None:
    state = play_moves(ConnectFour().initial_state(), "1212121")
    assert playout(position_of(state), -1, 0) == 0
    full = Mnk().state_from(((0, 1, 0), (0, 1, 1), (1, 0, 0)), 1)
    assert playout(position_of(full), -1, 1) == -1


@each("game", [ConnectFour(), ConnectFour(8, 8), Mnk(8, 8, 4)])
def test_a_sharp_player_wins_at_once(game: Game) -> None:
    row = "abcd" if isinstance(game, Mnk) else "1234"
    moves = [f"{x}8 {x}7" if isinstance(game, Mnk) else f"{x}{x}" for x in row[:3]]
    state = play_moves(game.initial_state(), " ".join(moves))
    for seed in range(20):
        assert playout(position_of(state, seed), 1, 1) == state.player


@pytest.mark.parametrize("rows", [6, 10])
def test_a_sharp_player_stops_who_would_win(rows: int) -> None:
    """X has three on one another: O has to block, and X does not win with the next stone."""
    state = play_moves(ConnectFour(rows, 7).initial_state(), "71727")
    blocked = state.play(6)
    assert list(safe_moves(state)) == [6]
    for seed in range(20):
        assert playout(position_of(state, seed), 2, 1) == -1
        assert playout(position_of(blocked, seed), 1, 1) == -1


def test_words_stay_as_they_are_while_a_game_is_played() -> None:
    for game in ONE_WORD:
        for state in positions_of(game, 3):
            pos, before = position_of(state), position_of(state)
            playout(pos, -1, 1)
            pos.random = before.random
            assert pos == before


@each("game", [Mnk(), ConnectFour(8, 8), Mnk(9, 9, 4), NINES[1]])
def test_many_games_are_counted_and_the_root_is_kept(game: Game) -> None:
    root = position_of(game.initial_state(), 3)
    kept, work, wins = root.copy(), root.copy(), np.zeros(3, np.int64)
    play_many(root, work, 200, 0, wins)
    assert root == kept
    assert wins.sum() == 200
    single = root.copy()
    again = [0, 0, 0]
    for _ in range(200):
        again[playout(single, -1, 0)] += 1
        copy_position(root, single)
    assert list(wins) == again


def results(state: State, games: int, **changes: int) -> list[int]:
    """Wins of both players and draws, after some fields of the record were changed."""
    root = position_of(state, 7)
    for name, value in changes.items():
        root[name] = value
    wins = np.zeros(3, np.int64)
    play_many(root, root.copy(), games, 0, wins)
    return [int(count) for count in wins]


def test_the_quick_loop_plays_what_the_general_one_plays() -> None:
    state = ConnectFour().initial_state()
    assert position_of(state).kind == DROP
    assert results(state, 500) == results(state, 500, quick=0)


@each("game", [ConnectFour(), Mnk(4, 4, 3), ConnectFour(8, 8)])
def test_seeds_give_games_of_their_own(game: Game) -> None:
    words = []
    for seed in range(30):
        pos = position_of(game.initial_state(), seed)
        playout(pos, -1, 0)
        words.append(int(pos.random))
    assert len(set(words)) == 30
