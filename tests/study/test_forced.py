"""Wins by force of Gomoku are wins against every reply, and moves that hold are not refuted."""

from __future__ import annotations

from random import Random

import pytest

from inarow.games.base import State
from inarow.games.notation import parse_position, play_moves
from inarow.registry import load_game
from inarow.search.decision import Kind, Result
from inarow.search.limit import Limit
from inarow.study.advice import advice_table
from inarow.study.analysis import analyse
from inarow.study.defence import defence
from inarow.study.forcing import forced_win
from inarow.study.judge import Judge
from inarow.study.reasons import explain, standing
from played_out import by_engine, check_positions, fives, played_out, self_play

GAMES = ["mnk(9,9,5)", "mnk(8,9,5,exact)", "mnk(7,7,4)", "gomoku(9,9,renju)"]


def at(moves: str, spec: str = "gomoku") -> State:
    return play_moves(load_game(spec).initial_state(), moves)


@pytest.mark.parametrize("spec", [*GAMES, "gomoku(9,9,caro)"])
def test_wins_by_force_beat_every_reply(spec: str, thorough: bool) -> None:
    # `tests/slow` looks at a hundred of any length.
    wanted, longest = (2, 11) if thorough else (1, 9)
    assert check_positions(load_game(spec), seed=1, wanted=wanted, longest=longest) >= wanted


@pytest.mark.parametrize("spec", GAMES)
def test_the_checker_finds_every_five_and_is_not_taken_in(spec: str) -> None:
    """Cells that make five are those that do when they are tried; no attack wins what is lost."""
    rng = Random(5)
    for state in self_play(load_game(spec), rng):
        ends = {action: state.play(action).outcome for action in state.legal_actions()}
        tried = [a for a, end in ends.items() if end is not None and end.winner == state.player]
        assert fives(state, state.player) == tried
        loser = 1 - state.player
        if tried:
            assert played_out(state) is True
            assert played_out(state, loser=state.player) is False
        elif not fives(state, loser):
            assert played_out(state, attack=lambda at: at.legal_actions()[0]) is False


@pytest.mark.parametrize("spec", GAMES)
def test_what_the_judge_calls_proven_is_played_out(spec: str, thorough: bool) -> None:
    """Moves that are proven to lose are refuted, and wins are wins."""
    rng, judge, checked = Random(2), Judge(seed=1), 0
    while checked < (10 if thorough else 2):
        for state in rng.sample(found := self_play(load_game(spec), rng), min(3, len(found))):
            decision = judge.choose(state, Limit(nodes=3000, memory=1))
            sure = [a for a, v in decision.values.items() if v.kind is Kind.PROVEN]
            for action in rng.sample(sure, min(4, len(sure))):
                after, value = state.play(action), decision.values[action]
                if after.outcome is not None:
                    assert value.result is Result.WIN
                elif value.result is Result.LOSS:
                    assert played_out(after, attack=by_engine) is not False, (state, action)
                elif value.result is Result.WIN:
                    assert played_out(after, after.player, by_engine) is not False, (state, action)
                else:
                    assert played_out(after, attack=by_engine) is not True, (state, action)
                    assert played_out(after, after.player, by_engine) is not True, (state, action)
                checked += 1


def test_moves_that_hold_are_not_refuted_and_all_others_are(thorough: bool) -> None:
    rng, game, checked = Random(3), load_game("mnk(9,9,5)"), 0
    while checked < (4 if thorough else 1):
        for state in self_play(game, rng)[::3]:
            found = None if fives(state, state.player) else defence(state)
            if found is None or not 1 < found.threat.plies < 7 or len(found.holds) > 8:
                continue
            checked += 1
            for action in (*found.holds, *rng.sample(list(state.legal_actions()), 8)):
                after = state.play(action)
                refuted = after.outcome is not None or played_out(after)
                if action not in found.holds:
                    assert refuted is not False, (state, action, found)
                elif found.positions is None:  # all threats were tried
                    assert refuted is not True, (state, action, found)


def test_a_threat_is_named_with_what_holds_against_it() -> None:
    threat, holds = standing(at("h8i9h7i7h6"))
    assert (threat.kind, threat.player) == ("forced", 0)
    assert threat.words.startswith("if white ignores it, black wins in 3 by fours: h")
    assert holds.words.startswith("only h9 or h5 hold")


def test_a_four_leaves_one_move() -> None:
    (where,) = standing(at("h8h9h7i7h6a15h5"))
    assert where.words == "black would win at h4"


def test_a_move_is_told_what_it_begins_and_what_it_allows() -> None:
    state = at("h8i9h7i7h6")
    allowed = explain(state, state.game.parse("a15"))[0]
    assert allowed.words.startswith("the opponent then wins by force in 3 by fours: h")
    state = at("h8i9h7i7h6a15")
    assert explain(state, state.game.parse("h5"))[0].words.startswith("wins by force in 3 by four")


def test_a_threat_is_shown_with_an_analysis() -> None:
    found = analyse(at("h8i9h7i7h6"), Judge(seed=1), Limit(nodes=2000, memory=1))
    assert [why.kind for why in found.threats] == ["forced", "holds"]
    assert advice_table(found, 3).startswith("If white ignores it, black wins in 3 by fours: h")
    assert found.as_dict()["threats"][1]["moves"] == ["h9", "h5"]


def test_a_line_of_renju_goes_on_to_five() -> None:
    found = forced_win(at("h10a1h9c1f8e1g8g1", "gomoku(rule=renju)"), player=1)
    assert found is not None
    assert (len(found.line), found.plies, found.by) == (3, 3, "fours")


def test_a_four_that_black_may_not_stop_wins() -> None:
    """The cell that would stop it is forbidden: it would make a double four."""
    game = load_game("gomoku(6,6,renju)")
    state = parse_position(game, "OXOX.X/OO..XX/OOO.O./XXXOXX/O.OOXX/.XOX.. O")
    action = game.parse("f4")
    assert game.parse("d4") not in state.play(action).legal_actions()
    forced = explain(state, action)[0]
    assert (forced.kind, forced.player, forced.moves) == ("forced", 1, (action,))
    assert forced.words == "wins by force in at most 3 by fours: f4"
    assert played_out(state.play(action), loser=0) is True
