"""Why: an answer for every move and every position, and none that the truth contradicts."""

from __future__ import annotations

import pytest

from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import load_game
from inarow.search.decision import Kind, Result, Value
from inarow.study.answers import keepers, reach, why_move, why_position
from oracle import Brute
from study.test_coach import positions


def contradictions(state: State, most: int | None) -> list[str]:
    """What is said of a position and so many moves, and cannot be true; silence is wrong too."""
    wrong = [] if why_position(state) else ["nothing is said of the position"]
    for action in state.legal_actions()[:most]:
        name, found = state.game.format(action), why_move(state, action)
        wrong += [] if found and all(why.words for why in found) else [f"{name}: nothing is said"]
        after = state.play(action)
        won = after.outcome is not None and after.outcome.winner == state.player
        wrong += [f"{name}: wins"] if any(why.kind == "wins" for why in found) != won else []
        forced = {why.player for why in found if why.kind == "forced"}
        told = [why.words for why in found if why.kind == "line" and "(proven)" in why.words]
        if forced and told:
            good = forced == {state.player}
            said = any(f": {word}" in told[0] for word in ("win", "at least"))
            wrong += [f"{name}: {found[0].words}, but {told[0]}"] if good != said else []
    return wrong


@pytest.mark.parametrize(
    "spec",
    ["connect_four(5,5)", "random_drop", "tic_tac_toe", "nine_board", "pop_out", "mnk(5,5,4)"],
)
def test_every_position_has_its_reasons_and_none_is_wrong(spec: str, thorough: bool) -> None:
    for state in positions(spec, 1):
        assert contradictions(state, None if thorough else 4) == []


def test_moves_that_keep_the_result_are_counted() -> None:
    brute = Brute()
    for state in positions("tic_tac_toe", 8):
        (kept, *_) = why_position(state)
        assert kept.kind == "keeps"
        scores = brute.scores(state, 81)
        signs = {action: (score > 0) - (score < 0) for action, score in scores.items()}
        best = max(signs.values())
        right = [action for action, sign in signs.items() if sign == best]
        if best < 0:
            assert kept.words == "every move loses (proven)"
        elif len(right) < len(signs):
            assert kept.moves == tuple(right)
            assert kept.words.startswith(f"{len(right)} of {len(signs)} moves keep")


def test_what_is_not_proven_of_every_move_is_not_counted() -> None:
    state = load_game("tic_tac_toe").initial_state()
    draw = Value(Kind.PROVEN, 0.5, Result.DRAW)
    values = dict.fromkeys(state.legal_actions(), draw)
    kept = keepers(state, values)
    assert kept is not None
    assert kept.words == "every move keeps the draw (proven)"
    assert keepers(state, {**values, 4: Value(Kind.ESTIMATE, 0.5)}) is None
    del values[4]
    assert keepers(state, values) is None


def test_a_quiet_move_lies_on_lines() -> None:
    state = play_moves(load_game("connect_four").initial_state(), "4")
    told = {state.game.format(a): reach(state, a).words for a in state.legal_actions()}
    assert told["1"] == "lies on 2 open lines; 4 lies on 9 (counted)"
    assert told["4"] == "lies on 9 open lines, as many as any other move (counted)"
