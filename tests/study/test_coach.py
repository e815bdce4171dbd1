"""The coach: warns of a slip without the answer, hints step by step, counts each grade apart."""

from __future__ import annotations

from random import Random

import pytest

from inarow.games.base import State
from inarow.games.dice import roll
from inarow.games.notation import play_moves
from inarow.registry import load_game
from inarow.study.coach import Coach
from inarow.study.hints import hint_at, where
from inarow.study.reviewed_move import Grade


def test_a_slip_is_told_without_the_answer_and_counted() -> None:
    state = play_moves(load_game("tic_tac_toe").initial_state(), "b2")
    coach = Coach()
    slip = coach.look(state, state.game.parse("a2"))
    assert coach.is_slip(slip)
    assert slip.verdict == "blunder: from draw to loss in 6"
    assert "better" not in slip.verdict
    assert [coach.hint(slip, number) for number in (2, 9)] == ["It is a3."] * 2
    coach.count(slip, taken_back=True)
    good = coach.look(state, state.game.parse("a3"))
    assert not coach.is_slip(good)
    coach.count(good)
    assert coach.counts == {Grade.BLUNDER: 1, Grade.BEST: 1}
    said = "The coach counted 1 blunder, 0 mistakes, 0 inaccuracies; 1 of them taken back."
    assert coach.words == said


def positions(spec: str, count: int) -> list[State]:
    rng, found = Random(1), list[State]()
    while len(found) < count:
        state, plies = load_game(spec).initial_state(), rng.randrange(3, 20)
        while state.outcome is None and (state.ply < plies or state.chance()):
            moves = list(state.legal_actions())
            state = state.play(roll(state, rng) if state.chance() else rng.choice(moves))
        found += [state] if state.outcome is None else []
    return found


@pytest.mark.parametrize(
    "spec",
    [
        "connect_four",
        "random_drop",
        "mnk",
        "gomoku",
        "nine_board",
        "pop_out",
        "ultimate_tic_tac_toe",
    ],
)
def test_hints_give_more_away_each_time(spec: str) -> None:
    for state in positions(spec, 3):
        for action in list(state.legal_actions())[:3]:
            first, second, third = (hint_at(state, action, number) for number in range(3))
            name = state.game.format(action)
            assert first == f"Look at {where(state, action)}."
            assert second.startswith("It ")
            assert third == f"It is {name}."
            places = {where(state, one) for one in state.legal_actions()}
            assert len(places) < max(2, len(state.legal_actions())), "no hint names one cell"
