"""Properties of every game, found true on random boards with random moves."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import permutations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from helpers import (
    all_games,
    assert_same,
    board_of,
    choices,
    drop_games,
    naive,
    place_games,
    play_all,
    quick,
    walk,
)
from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.pop_out import PopOut
from inarow.games.random_drop import RandomDrop
from inarow.games.ultimate import Ultimate


@pytest.mark.req("S0.12", "S0.13", "S1.1", "S1.9", "S3.4", "S3.9", "S4.6", "S2.3", "X.1")
@quick
@given(game=all_games, moves=choices)
@example(game=Mnk(1, 7, 3, "exact"), moves=[0, 3, 1, 3, 0, 1, 0])
def test_every_position_of_a_game_is_the_one_of_the_naive_rules(
    game: Game, moves: list[int]
) -> None:
    """Board, turn, moves, winner and all winning cells, against a scan of the whole board."""
    plain = naive(game)
    for state in walk(game.initial_state(), moves):
        if state.last is not None:
            plain = plain.play(state.last)
        assert_same(state, plain)


@pytest.mark.req("S1.8", "X.6")
@quick
@given(game=all_games, moves=choices)
def test_playing_never_changes_a_position_that_somebody_holds(game: Game, moves: list[int]) -> None:
    def seen() -> list[object]:
        return [
            (s.key(), hash(s), s.board(), s.player, s.ply, s.last, s.last_cell, s.note, s.outcome)
            for s in played
        ]

    played = list(walk(game.initial_state(), moves))
    before = seen()
    for state in played:
        for action in range(-1, game.num_actions + 1):
            try:
                state.play(action)
            except IllegalMove:
                assert action not in state.legal_actions()
    assert seen() == before


@pytest.mark.req("X.6")
@quick
@given(game=all_games, data=st.data())
def test_equal_keys_mean_equal_positions_with_equal_futures(
    game: Game, data: st.DataObject
) -> None:
    by_key: dict[Hashable, State] = {}
    for moves in data.draw(st.lists(choices, min_size=2, max_size=8)):
        for state in walk(game.initial_state(), moves):
            twin = by_key.setdefault(state.key(), state)
            assert twin == state
            assert hash(twin) == hash(state)
            assert twin.board() == state.board()
            assert (twin.player, twin.ply, twin.note) == (state.player, state.ply, state.note)
            assert list(twin.legal_actions()) == list(state.legal_actions())
            assert list(twin.chance()) == list(state.chance())
            assert (twin.outcome is None) == (state.outcome is None)
            assert twin.returns() == state.returns()
            for action in twin.legal_actions():
                assert twin.play(action).key() == state.play(action).key()
    assert len(set(by_key.values())) == len(by_key), "unequal keys, unequal states"


@pytest.mark.req("X.6")
@quick
@given(game=st.one_of(drop_games, place_games).filter(lambda g: g.num_actions > 2), data=st.data())
def test_every_order_of_the_same_stones_reaches_an_equal_key(
    game: Game, data: st.DataObject
) -> None:
    """Swap X's moves among themselves: on different columns or cells the board stays the same."""
    actions = data.draw(
        st.lists(st.integers(0, game.num_actions - 1), min_size=3, max_size=5, unique=True)
    )
    reached = []
    for order in permutations(actions[::2]):
        shuffled = list(actions)
        shuffled[::2] = order
        try:
            reached.append(play_all(game.initial_state(), shuffled))
        except IllegalMove:
            assume(False)  # a line was completed on the way
    assert len({state.key() for state in reached}) == len(set(reached)) == 1
    assert len({state.outcome is None for state in reached}) == 1


@pytest.mark.req("X.6")
def test_swapped_colours_with_the_other_player_to_move_are_another_position() -> None:
    for game in (ConnectFour(2, 3), RandomDrop(2, 3), PopOut(2, 3), Mnk(2, 3)):
        state = game.state_from(board_of(["...", "XO."]), player=0)
        swapped = game.state_from(board_of(["...", "OX."]), player=1)
        assert state != swapped
        assert state.key() != swapped.key()


def test_states_of_different_games_are_different() -> None:
    starts = [
        ConnectFour().initial_state(),
        ConnectFour(k=5).initial_state(),
        RandomDrop().initial_state(),
        Mnk(6, 7, 4).initial_state(),
        Mnk(6, 7, 4, "exact").initial_state(),
        NineBoard().initial_state(),
        NineBoard(full_board="free").initial_state(),
        PopOut().initial_state(),
        PopOut(turns=100).initial_state(),
        Ultimate().initial_state(),
        Ultimate(won_boards="open").initial_state(),
        Ultimate(tie_break="boards").initial_state(),
    ]
    assert len(set(starts)) == len(starts)
    assert all(start != str(start) for start in starts)


@quick
@given(game=all_games, text=st.text(max_size=6))
@example(game=RandomDrop(), text="??")
@example(game=Mnk(), text="a" * 5000 + "1")
def test_a_text_either_names_an_action_or_is_refused_as_bad_notation(game: Game, text: str) -> None:
    try:
        action = game.parse(text)
    except BadNotation:
        return
    assert 0 <= action < game.num_actions
    assert game.parse(game.format(action)) == action
