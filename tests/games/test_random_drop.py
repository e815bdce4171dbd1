"""Connect Four with luck: a random drop of one's own, then a forced one of the opponent."""

from __future__ import annotations

import pytest
from hypothesis import given

from cases import each
from helpers import board_of, choices, columns, lucky_games, play_all, quick, walk
from inarow.errors import BadNotation, IllegalMove
from inarow.games.connect_four import ConnectFour
from inarow.games.random_drop import RandomDrop

DICE = 7


@pytest.mark.req("S0.30")
def test_a_player_may_name_a_column_or_call_for_the_dice() -> None:
    state = RandomDrop().initial_state()
    assert list(state.legal_actions()) == [0, 1, 2, 3, 4, 5, 6, DICE]
    assert state.chance() == ()
    assert state.target(3) == (5, 3)
    assert state.target(DICE) is None


@pytest.mark.req("S0.30", "S0.35")
def test_after_the_dice_both_players_drop_at_random_and_then_play_goes_on() -> None:
    start = RandomDrop().initial_state()
    called = start.play(DICE)
    assert (called.player, called.ply, called.note) == (0, 0, "random")
    dropped = called.play(2)
    assert (dropped.player, dropped.ply, dropped.note) == (1, 1, "forced")
    forced = dropped.play(2)
    assert (forced.player, forced.ply, forced.note) == (0, 2, "")
    assert str(forced).split("\n")[-2:] == ["..O....", "..X...."]
    assert [bool(state.chance()) for state in (start, called, dropped, forced)] == [0, 1, 1, 0]


@pytest.mark.req("S0.36")
@pytest.mark.parametrize("mover", [0, 1])
def test_only_the_very_next_stone_is_forced(mover: int) -> None:
    start = play_all(RandomDrop().initial_state(), [0] * mover)
    called = play_all(start, [DICE])
    state = play_all(called, [5, 6])
    assert (called.player, state.player, state.note) == (mover, mover, "")
    assert DICE in state.legal_actions()
    assert state.play(1).chance() == ()


@pytest.mark.req("S0.37", "S0.30")
def test_dice_fall_on_every_open_column_with_equal_chance() -> None:
    filled = play_all(RandomDrop().initial_state(), columns("111111"))
    for state in (filled.play(DICE), filled.play(DICE).play(3)):
        assert list(state.chance()) == [(column, 1 / 6) for column in range(1, 7)]
        assert list(state.legal_actions()) == [1, 2, 3, 4, 5, 6]


@pytest.mark.req("S0.30")
def test_a_drop_that_completes_a_line_wins_whoever_chose_it() -> None:
    three = play_all(RandomDrop().initial_state(), columns("112233"))
    own = play_all(three, [DICE, 3])
    assert own.outcome is not None
    assert (own.outcome.winner, own.note, own.chance()) == (0, "", ())
    forced = play_all(three, [DICE, 6, 3])
    assert forced.outcome is None, "O's three lie in the second row"
    forced = play_all(three, [6, 3, DICE, 6, 3])
    assert forced.outcome is not None
    assert (forced.outcome.winner, forced.note) == (1, "")
    assert forced.outcome.cells == ((4, 0), (4, 1), (4, 2), (4, 3))


@pytest.mark.req("S0.30")
def test_nothing_is_forced_when_the_own_drop_fills_the_board() -> None:
    state = play_all(RandomDrop(1, 3, 3).initial_state(), [0, 1, 3, 2])
    assert state.outcome is not None
    assert (state.outcome.winner, state.note, list(state.legal_actions())) == (None, "", [])
    assert state.chance() == ()


@pytest.mark.parametrize(
    ("actions", "bad", "message"),
    [
        pytest.param([], -1, "there is no action -1: they go from 0 to 7", id="-1"),
        pytest.param([], 8, "there is no action 8: they go from 0 to 7", id="beyond the last"),
        pytest.param([0] * 6, 0, "column 1 is full", id="full column"),
        pytest.param([*[0] * 6, DICE], 0, "column 1 is full", id="dice into a full column"),
        pytest.param([0, 1, 0, 1, 0, 1, 0], DICE, "the game is over", id="dice after the end"),
        pytest.param([0, 1, 0, 1, 0, 1, 0], 2, "the game is over", id="after the end"),
    ],
)
def test_an_illegal_move_is_refused(actions: list[int], bad: int, message: str) -> None:
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        play_all(RandomDrop().initial_state(), actions).play(bad)


@pytest.mark.parametrize("actions", [[DICE], [DICE, 3]])
def test_dice_cannot_be_called_while_they_roll(actions: list[int]) -> None:
    state = play_all(RandomDrop().initial_state(), actions)
    with pytest.raises(IllegalMove, match="the dice decide here already"):
        state.play(DICE)


def test_dice_are_written_as_a_question_mark() -> None:
    game = RandomDrop()
    assert game.format(DICE) == "?"
    assert game.parse(" ? ") == DICE
    assert game.parse("7") == 6
    with pytest.raises(BadNotation, match="or \\? for a random one"):
        game.parse("8")


@each("note, actions", [("", [0]), ("random", [0, 3]), ("forced", [3, 0])])
def test_a_position_set_up_by_hand_may_wait_for_dice(note: str, actions: list[int]) -> None:
    game = RandomDrop(2, 3)
    state = game.state_from(board_of(["...", "X.."]), player=1, note=note)
    assert state == play_all(game.initial_state(), actions)
    assert state.note == note
    assert bool(state.chance()) == bool(note)


@each("rows, note", [(["X..", "..."], ""), (["...", "X.."], "later"), (["X.."], "")])
def test_an_impossible_position_is_refused(rows: list[str], note: str) -> None:
    with pytest.raises(BadNotation):
        RandomDrop(2, 3).state_from(board_of(rows), player=1, note=note)


@pytest.mark.req("X.6")
def test_positions_that_wait_for_different_drops_are_different() -> None:
    board = board_of(["...", "X.."])
    states = [RandomDrop(2, 3).state_from(board, 1, note) for note in ("", "random", "forced")]
    assert len({state.key() for state in states}) == len(set(states)) == 3


@quick
@given(game=lucky_games, moves=choices)
def test_without_dice_it_is_connect_four(game: RandomDrop, moves: list[int]) -> None:
    plain = ConnectFour(game.rows, game.cols, game.k).initial_state()
    state = game.initial_state()
    for expected in walk(plain, moves):
        if expected.last is not None:
            state = state.play(expected.last)
        assert state.board() == expected.board()
        assert state.outcome == expected.outcome
        dice = [] if expected.outcome else [game.dice]
        assert list(state.legal_actions()) == [*expected.legal_actions(), *dice]
