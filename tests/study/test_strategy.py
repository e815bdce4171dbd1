"""What positions are about: counts that come true, answers that are proven."""

from __future__ import annotations

from random import Random

import pytest

from helpers import random_game
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_game
from inarow.search.evaluators.threats import winning_actions
from inarow.study.answers import best_answer
from inarow.study.puzzles import shipped_puzzles
from inarow.study.reasons import explain, position_about
from inarow.study.strategy import Zugzwang, about, zugzwang


def filled(state: State, found: Zugzwang, rng: Random) -> State:
    """The position after all cells that hurt nobody are filled, or where somebody has won."""
    columns = {col: row for row, col in found.threats}
    while state.outcome is None:
        cells = {action: state.target(action) for action in state.legal_actions()}
        quiet = [a for a, cell in cells.items() if cell and cell[0] > columns.get(cell[1], -2) + 1]
        if not quiet:
            break
        state = state.play(rng.choice(quiet))
    return state


def test_who_must_open_a_threat_and_when_is_what_filling_the_board_shows() -> None:
    rng, seen = Random(1), 0
    for puzzle in shipped_puzzles("connect_four")[:300]:
        found = zugzwang(puzzle.state)
        if found is None or not found.threats:
            continue
        end = filled(puzzle.state, found, rng)
        if end.outcome is not None or any(winning_actions(end, player) for player in (0, 1)):
            continue  # something happened
        seen += 1
        assert (end.player, end.ply + 1) == (found.opener, found.move)
        if found.decided:
            for action in end.legal_actions():
                after = end.play(action)
                above = next(cell for cell in found.threats if cell[1] == action)
                assert after.target(action) == above
                won = after.play(action).outcome
                assert won is not None
                assert won.winner == 1 - found.opener
    assert seen > 20


def test_a_waiting_threat_is_told_with_the_cell_the_loser_and_the_move() -> None:
    state = next(
        puzzle.state
        for puzzle in shipped_puzzles("connect_four")
        if (found := zugzwang(puzzle.state)) and found.threats and found.decided
    )
    (told,) = [why for why in about(state) if why.kind == "zugzwang"]
    assert "must play below column " in told.words
    assert " at move " in told.words
    assert told.words.endswith("wins (counted)")
    assert told.cells


@pytest.mark.parametrize("spec", ["connect_four", "tic_tac_toe", "nine_board", "pop_out"])
def test_something_is_said_of_every_position(spec: str) -> None:
    for state in random_game(load_game(spec).initial_state(), Random(2)):
        if state.outcome is None and not state.chance():
            assert list(about(state))


def test_the_answer_to_an_opening_move_is_told_with_its_proof_and_line() -> None:
    state = load_game("connect_four").initial_state()
    told = best_answer(state, 0)
    assert told is not None
    assert told.words.endswith(": loss in 40 for X (proven)")
    assert told.moves[0] == 0
    assert len(told.moves) > 1


def test_what_happens_if_a_threat_is_ignored() -> None:
    state = play_moves(load_game("connect_four").initial_state(), "44551")
    told = next(why for why in position_about(state) if why.kind == "forced")
    assert told.words.startswith("O wins by force") or "ignores it" in told.words
    state = play_moves(load_game("connect_four").initial_state(), "4151")
    told = next(why for why in position_about(state) if why.kind == "forced")
    assert told.words.startswith("X wins by force")
    state = play_moves(load_game("connect_four").initial_state(), "415")
    told = next(why for why in position_about(state) if why.kind == "forced")
    assert told.words.startswith("if O ignores it, X wins: ")
    assert explain(state, 0)[0].words.startswith("the opponent then wins by force: ")
