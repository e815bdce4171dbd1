"""The perfect player of m,n,k boards that are settled: nothing is given away, wins are taken."""

from __future__ import annotations

from random import Random

from cases import each
from inarow.agents.perfect import Perfect, is_settled
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.decision import Result
from inarow.search.evaluators.threats import winning_actions
from inarow.search.limit import Limit


def test_a_win_at_once_is_played() -> None:
    state = play_moves(load_game("tic_tac_toe").initial_state(), "b2b1a3c2")
    for player in ("perfect", "prover"):
        decision = load_agent(player).choose(state, Limit(nodes=1000))
        assert state.game.format(decision.action) == "c1"


@each("seat, spec", enumerate(["tic_tac_toe", "mnk(5,5,4)", "mnk(5,6,4)", "mnk(6,6,5)"]))
def test_neither_a_win_nor_a_draw_is_given_away(seat: int, spec: str, thorough: bool) -> None:
    """From both sides; in every run from one side on each board, in turn."""
    rng, game = Random(2), load_game(spec)
    for number in range(4) if thorough else [seat % 2]:
        state, best = game.initial_state(), Result.LOSS
        while state.outcome is None:
            if state.player == number % 2:
                decision = Perfect().choose(state, Limit())
                assert decision.value is not None
                wins = winning_actions(state, state.player)
                assert not wins or decision.action in wins
                assert best is not Result.WIN or decision.value.result is Result.WIN
                assert best is Result.LOSS or decision.value.result is not Result.LOSS
                assert decision.value.result is not None
                best = decision.value.result
                state = state.play(decision.action)
            else:
                state = state.play(rng.choice(state.legal_actions()))
        if best is not Result.LOSS:
            assert state.outcome.winner != 1 - number % 2


def test_what_is_settled_is_told_by_the_rules() -> None:
    boards = ("mnk(7,7,5)", "mnk(3,30,3)", "mnk(8,8,5)", "mnk(100,100,3)", "mnk(5,5,4,exact)")
    settled = [True, True, False, False, False]
    assert [is_settled(load_game(board)) for board in boards] == settled
    assert Perfect().would_support(load_game("tic_tac_toe"))
