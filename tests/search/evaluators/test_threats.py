"""Moves that win at once, and positions that two of them decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given

from cases import each
from helpers import any_game, board_of, choices, load_data, quick, walk
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.search.evaluators.threats import decided, winning_actions
from oracle import positions, wins_within

ILLUSTRATION = load_data("originals.json")["program_001"]["illustration"]


def illustration(player: int, game: ConnectFour | None = None) -> State:
    return (game or ConnectFour(4, 7)).state_from(board_of(ILLUSTRATION["board"]), player)


def tried(state: State, player: int) -> list[int]:
    """The winning actions, found by playing every one."""
    if player != state.player:
        if state.outcome is not None:
            return []
        state = state.game.state_from(state.board(), player, state.note)
    after = [(action, state.play(action).outcome) for action in state.legal_actions()]
    return [action for action, outcome in after if outcome and outcome.winner == player]


@pytest.mark.req("S1.17")
def test_the_illustration() -> None:
    counts = [sum(row.count(mark) for row in ILLUSTRATION["board"]) for mark in "xo"]
    assert counts == [4, 5] == [ILLUSTRATION["count_x"], ILLUSTRATION["count_o"]]
    for player in (0, 1):
        state = illustration(player)
        assert winning_actions(state, 1) == [1, 5] == ILLUSTRATION["winning_columns_0"]["o"]
        assert winning_actions(state, 0) == [0] == ILLUSTRATION["winning_columns_0"]["x"]


@pytest.mark.req("S1.17")
@pytest.mark.parametrize(("block", "other"), [(1, 5), (5, 1)])
def test_no_single_block_helps(block: int, other: int) -> None:
    after = illustration(0).play(block)
    assert other in winning_actions(after, 1)
    outcome = after.play(other).outcome
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.req("S1.17", "S1.18")
def test_the_player_to_move_wins_the_illustration() -> None:
    assert len(winning_actions(illustration(0), 1)) == 2
    assert len(winning_actions(illustration(0), 0)) < 2
    assert decided(illustration(0)) == 0  # X wins at once, O's two threats come too late
    assert decided(illustration(1)) == 1


@pytest.mark.req("S1.18")
def test_two_separate_threats_decide() -> None:
    start = ConnectFour().initial_state()
    quiet, forked = start.play(2).play(2).play(3).play(3), start
    assert decided(quiet) is None
    forked = quiet.play(4)
    assert winning_actions(forked, 0) == [1, 5]
    assert decided(forked) == 0
    assert decided(forked.play(5)) == 0  # one block: the other side is open
    assert decided(forked.play(1).play(5)) is None  # over


@pytest.mark.req("S1.17", "S1.18")
@quick
@given(game=any_game, moves=choices)
def test_winning_actions_are_those_that_win_when_played(game: Game, moves: list[int]) -> None:
    for state in list(walk(game.initial_state(), moves))[::2]:
        for player in (0, 1):
            assert winning_actions(state, player) == tried(state, player)


@each("spec", ["pop_out(3,3,3,30)", "pop_out", "ultimate_tic_tac_toe"])
def test_where_moves_are_tried_out_each_is_found_once(spec: str) -> None:
    for state in positions(spec, 40):
        for player in (0, 1):
            assert winning_actions(state, player) == tried(state, player)


@pytest.mark.req("S1.18")
@quick
@given(game=any_game, moves=choices)
def test_what_is_decided_can_be_forced(game: Game, moves: list[int]) -> None:
    for state in list(walk(game.initial_state(), moves))[::3]:
        winner = decided(state)
        if winner is not None:
            assert not state.chance()
            assert wins_within(state, winner, 1 if winner == state.player else 2)


@pytest.mark.req("S1.18")
def test_dice_and_other_boards_leave_a_double_threat_undecided() -> None:
    lucky = RandomDrop(4, 7).state_from(board_of(["." * 7] * 3 + ["..ooo.."]), 0)
    assert len(winning_actions(lucky, 1)) > 1
    assert decided(lucky) is None
    assert decided(ConnectFour(4, 7).state_from(lucky.board(), 0)) == 1
    rows = ["." * 9] * 6 + ["O.O......", "." * 9, "O........"]
    nine = NineBoard().state_from(board_of(rows), 0, "7")
    assert winning_actions(nine, 1) == [1, 3, 4]
    assert decided(nine) is None


@pytest.mark.parametrize("overline", ["win", "exact"])
def test_a_longer_line_counts_only_where_it_wins(overline: str) -> None:
    state = Mnk(1, 6, 3, overline).state_from(board_of(["XX.X.."]), 0)
    assert winning_actions(state, 0) == ([2] if overline == "win" else [])


@each("k", [2, 5, 1000])
@each("side", [1, 2, 25])
def test_any_size(side: int, k: int) -> None:
    for game in (ConnectFour(side, side, k), Mnk(side, side, k)):
        state = game.initial_state()
        assert winning_actions(state, 0) == []
        state = state.play(0)
        assert bool(winning_actions(state, 0)) == (k == 2 and side > 1)


@dataclass(frozen=True)
class Variant(ConnectFour):
    """A plug-in's variant, of which this package cannot know what moves it adds."""

    name = "variant"


def test_other_games_are_tried_out_by_the_contract() -> None:
    state = illustration(0, Variant(4, 7))
    assert state.game.rules is None
    assert winning_actions(state, 0) == [0]
    assert winning_actions(state, 1) == [1, 5]
    assert decided(state) == 0
    quiet = state.play(6)
    assert decided(quiet.play(6)) == 0
    moves: Sequence[int] = winning_actions(quiet, 1)
    assert moves == [1, 5]
