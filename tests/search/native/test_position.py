"""The rules in the kernels are the rules of the games, move by move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import any_game, choices, quick, walk
from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.search.native import position
from inarow.search.native.from_state import can_compile, new_position, path_of, position_of
from inarow.search.native.position import DROP, NINE, PLACE, WIDE_DROP, WIDE_PLACE
from inarow.search.ordering import winning_moves
from kernel_helpers import NINES, ONE_WORD, POPS, ULTIMATES, WIDE, compiled, positions_of

copy_position = compiled(position.copy_position)
count_legal = compiled(position.count_legal)
is_legal = compiled(position.is_legal)
play = compiled(position.play)
can_win = compiled(position.can_win)

ALL = [*ONE_WORD, *NINES, *ULTIMATES, *POPS, *WIDE]

_side = st.integers(1, 100)
_k = st.sampled_from([2, 3, 4, 5, 6, 9, 101])
wide_game: st.SearchStrategy[Game] = st.one_of(
    st.builds(ConnectFour, _side, _side, _k),
    st.builds(RandomDrop, _side, _side, _k),
    st.builds(Mnk, _side, _side, _k, st.sampled_from(["win", "exact"])),
)


def assert_agree(pos: Any, state: State) -> None:
    """Record and state tell the same of a position."""
    legal = list(state.legal_actions())
    assert count_legal(pos) == len(legal)
    assert pos.player == state.player
    assert bool(pos.won) == (state.outcome is not None and state.outcome.winner is not None)
    if legal:
        actions = range(state.game.num_actions)
        some = range(0, len(legal), len(legal) // 200 + 1)
        assert all(is_legal(pos, legal[index]) for index in some)
        assert not any(is_legal(pos, action) for action in set(actions) - set(legal))
        assert bool(pos.drops) == bool(state.chance())
        assert can_win(pos) == bool(winning_moves(state))


def fields(pos: Any) -> dict[str, Any]:
    """What a record says of a position, without scratch space and the order of the empty cells."""
    wide = pos.kind in (WIDE_DROP, WIDE_PLACE)
    names = ["own", "other", "player", "won", "board", "left"]
    found: dict[str, Any] = {name: int(pos[name]) for name in names}
    found["nine"] = pos.nine.tolist()
    found["drops"] = int(pos.drops) if count_legal(pos) else 0
    found["columns"] = [int(pos.open), *pos.heights] if pos.kind == WIDE_DROP else []
    found["cells"] = pos.cells.tolist() if wide else []
    found["empties"] = sorted(pos.empties[: pos.left]) if pos.kind == WIDE_PLACE else []
    return found


def assert_plays_along(game: Game, picks: Any) -> None:
    """A record that is played on stays the record of the state that is played on."""
    pos = position_of(game.initial_state())
    for state in walk(game.initial_state(), picks):
        if state.last is not None:
            play(pos, state.last)
        assert_agree(pos, state)
    assert fields(pos) == fields(position_of(state))


@each("game", ALL)
def test_a_random_game_is_the_same_in_records_and_states(game: Game, thorough: bool) -> None:
    rng = Random(str(game))
    for _ in range(10 if thorough else 1):
        assert_plays_along(game, (rng.randrange(10**6) for _ in range(250)))


@quick
@given(any_game, choices)
def test_any_game_is_the_same_in_records_and_states(game: Game, picks: list[int]) -> None:
    assert_plays_along(game, picks)


@pytest.mark.req("S0.10", "S0.12", "S1.1", "S1.9", "S3.4", "S4.6")
@quick
@given(wide_game, st.lists(st.integers(0, 10**6), max_size=8))
def test_boards_of_any_size_are_the_same(game: Game, picks: list[int]) -> None:
    assert_plays_along(game, picks)


@pytest.mark.parametrize("game", [ConnectFour(100, 100, 3), Mnk(100, 100, 3)], ids=str)
def test_the_largest_boards_have_room_for_lines_in_their_corners(game: Game) -> None:
    last, falls = game.num_actions - 1, isinstance(game, ConnectFour)
    state = game.initial_state()
    pos = position_of(state)
    for action in (last, 0, last, 0, last) if falls else (last, 0, last - 101, 99, last - 202):
        state = state.play(action)
        play(pos, action)
        assert_agree(pos, state)
    assert pos.won
    assert fields(pos) == fields(position_of(state))


@each("game", ALL)
def test_positions_set_up_by_hand_are_those_that_were_played(game: Game) -> None:
    for state in positions_of(game, 4):
        again = game.state_from(state.board(), state.player, state.note)
        assert fields(position_of(again)) == fields(position_of(state))
        assert_agree(position_of(again), state)


@each("game", ALL)
def test_a_copy_goes_its_own_way(game: Game) -> None:
    for state in positions_of(game, 3):
        pos, copy = position_of(state), position_of(game.initial_state())
        copy_position(pos, copy)
        assert fields(copy) == fields(pos)
        play(copy, state.legal_actions()[-1])
        assert fields(pos) == fields(position_of(state))
        copy_position(pos, copy)
        assert fields(copy) == fields(pos)


@each("game", ALL)
def test_lists_of_empty_cells_stay_whole(game: Game) -> None:
    pos = position_of(game.initial_state())
    rng, state = Random(1), game.initial_state()
    while pos.kind == WIDE_PLACE and (actions := state.legal_actions()):
        empties = [int(action) for action in pos.empties[: pos.left]]
        assert sorted(empties) == actions
        assert [int(pos.places[action]) for action in empties] == list(range(len(empties)))
        action = rng.choice(actions)
        state = state.play(action)
        play(pos, action)


@each(
    "game, kind",
    [
        (ConnectFour(), DROP),
        (ConnectFour(7, 8), DROP),
        (ConnectFour(8, 7), DROP),
        (ConnectFour(8, 8), WIDE_DROP),
        (RandomDrop(), DROP),
        (RandomDrop(9, 9), WIDE_DROP),
        (Mnk(), PLACE),
        (Mnk(7, 8), PLACE),
        (Mnk(8, 7), PLACE),
        (Mnk(1, 63), PLACE),
        (Mnk(1, 64), WIDE_PLACE),
        (Mnk(32, 1), PLACE),
        (Mnk(33, 1), WIDE_PLACE),
        (Mnk(15, 15, 5), WIDE_PLACE),
        (NineBoard(), NINE),
    ],
)
def test_boards_of_up_to_64_bits_are_words(game: Game, kind: int) -> None:
    assert new_position(game).kind == kind
    assert path_of(game).startswith("kernel, ")


def test_only_built_in_games_have_kernels() -> None:
    class Variant(ConnectFour):
        """A game that may have other rules."""

    assert can_compile(ConnectFour())
    assert not can_compile(Variant())

    class Other:
        name = "other"
        shape = (3, 3)
        num_actions = 9
        rules = None

    with pytest.raises(NotSupported, match="there are no kernels for other"):
        new_position(Other())  # type: ignore[arg-type]
