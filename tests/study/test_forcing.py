"""Wins by force are real wins: checked by brute force and by the solver."""

from __future__ import annotations

import pytest

from inarow.games.connect_four import ConnectFour
from inarow.games.notation import format_moves, play_moves
from inarow.registry import load_game
from inarow.search.solver.solver import Solver
from inarow.study.forcing import can_force, forced_win
from oracle import Brute, positions, wins_now

MOST = 100_000
"""Positions, roughly, that brute force may look at to check one win."""


@pytest.mark.parametrize(
    "spec", ["connect_four(5,5,4)", "connect_four(4,5,3)", "mnk(4,4,3)", "mnk(4,5,4,exact)"]
)
def test_a_forced_win_is_a_win_of_that_length_at_most(spec: str, thorough: bool) -> None:
    found = 0
    for state in positions(spec, 60 if thorough else 30):
        win = forced_win(state)
        if win is not None and len(state.legal_actions()) ** win.plies < MOST:
            found, line = found + 1, win.line
            brute = Brute(maximizer=state.player)
            assert brute.value(state, len(line)) > 0
            end = state
            for action in line[:-1]:
                end = end.play(action)
            assert wins_now(end, line[-1])
            assert end.player == state.player
    assert found


def test_the_solver_agrees_on_the_whole_board() -> None:
    solver, found = Solver(memory_mb=8), 0
    for state in positions("connect_four", 150):
        if state.ply >= 12 and (win := forced_win(state)):
            found += win.plies > 1
            assert solver.solve(state, weak=True).lowest > 0
    assert found


def test_an_open_three_of_gomoku_wins_by_force() -> None:
    state = play_moves(load_game("gomoku").initial_state(), "h8a15i7a13j6c15")
    win = forced_win(state)
    assert win is not None
    assert (win.plies, win.by) == (3, "fours")
    assert format_moves(state.game, win.line[:1]) in ("g9", "k5")
    end = play_moves(state, format_moves(state.game, win.line))
    assert end.outcome is not None


def test_a_block_that_threatens_back_is_taken_seriously() -> None:
    """O must block in column 4 and then has three in column 4 himself, so nothing is forced."""
    state = play_moves(ConnectFour().initial_state(), "7471214")
    wins = [forced_win(state.play(action)) for action in state.legal_actions()]
    assert all(win is None or win.plies != 2 for win in wins)


def test_where_threats_do_not_force_nothing_is_claimed() -> None:
    for spec, moves in (("nine_board", "551"), ("random_drop", "4455")):
        state = play_moves(load_game(spec).initial_state(), moves)
        assert not can_force(state)
        assert forced_win(state) is None
    over = play_moves(ConnectFour().initial_state(), "1212121")
    assert forced_win(over) is None


def test_the_number_of_positions_is_bounded() -> None:
    state = play_moves(ConnectFour().initial_state(), "4455")
    assert forced_win(state, nodes=1) is None
