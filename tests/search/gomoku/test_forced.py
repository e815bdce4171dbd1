"""Wins by threats: found for both players, told as lines that the rules confirm, and no others."""

from __future__ import annotations

from random import Random

import pytest

from cases import each
from helpers import play_all
from inarow.games.base import State
from inarow.games.gomoku import Gomoku
from inarow.games.mnk import Mnk, PlacingGame
from inarow.games.notation import parse_position, play_moves
from inarow.search.decision import Info, Result
from inarow.search.gomoku.forced import By, ForcedWin, forced_win
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from inarow.study.defence import defence

FIVE = Mnk(9, 9, 5)
CARO = [Gomoku(7, 8, "caro"), Gomoku(7, 8, "caro_overline")]
CROSSING_TWOS = (
    "........./........./...X...../...X...../....XX.../........./........./OO......./OO......."
)


def near_middle(game: PlacingGame, stones: int, rng: Random) -> State:
    """Stones of both players, close together; no line is complete."""
    rows, cols = game.shape
    while True:
        state: State = game.initial_state()
        for _ in range(stones):
            near = [
                action
                for action in state.legal_actions()
                if abs(action // cols - rows // 2) <= 2 and abs(action % cols - cols // 2) <= 2
            ]
            if not near:
                break
            state = state.play(rng.choice(near))
        if state.outcome is None:
            return state


def play(state: State, win: ForcedWin) -> State:
    for action in win.line:
        assert state.outcome is None
        state = state.play(action)
    return state


def test_crossing_twos_win_by_threes() -> None:
    state = parse_position(FIVE, f"{CROSSING_TWOS} X")
    win = forced_win(state)
    assert win is not None
    assert win.by is By.THREES
    end = play(state, win).outcome
    assert end is not None
    assert end.winner == 0


def test_the_other_player_wins_if_the_threat_is_ignored() -> None:
    state = parse_position(FIVE, f"{CROSSING_TWOS} O")
    assert forced_win(state) is None
    win = forced_win(state, player=0)
    assert win is not None
    assert win.plies % 2


@pytest.mark.parametrize("rule", ["caro", "caro_overline"])
def test_in_caro_a_stone_behind_a_four_may_stop_it_and_win(rule: str) -> None:
    """X stops the four of O at g5, behind the cell f5 that makes five, and has an open four."""
    rows = "........./......X../......X../......X../XOOOO..../" + "/".join(4 * ["........."])
    state = parse_position(Gomoku(9, 9, rule), f"{rows} X")
    win = forced_win(state)
    assert win is not None
    assert (state.game.format(win.line[0]), win.plies, win.by) == ("g5", 3, By.FOURS)
    end = play(state, win).outcome
    assert end is not None
    assert end.winner == 0


def test_few_positions_prove_nothing() -> None:
    state = parse_position(FIVE, f"{CROSSING_TWOS} X")
    assert forced_win(state, limit=Limit(nodes=1)) is None


@each("game", [Mnk(7, 7, 4), Mnk(9, 9, 5), Mnk(9, 9, 5, "exact"), Gomoku(7, 7, "renju"), *CARO])
def test_lines_end_in_five_of_the_attacker(game: PlacingGame) -> None:
    rng, found = Random(5), 0
    while found < 5:
        state = near_middle(game, rng.randrange(4, 14), rng)
        win = forced_win(state, limit=Limit(nodes=5_000))
        if win is None:
            continue
        found += 1
        end = play(state, win)
        assert end.outcome is not None, f"{state}\n{win}\n{end}"
        assert end.outcome.winner == state.player
        assert len(win.line) % 2


@each("game", [Mnk(6, 6, 4), Mnk(7, 7, 5), Gomoku(7, 7, "renju"), *CARO])
def test_every_answer_loses(game: PlacingGame, thorough: bool) -> None:
    """After the first move the opponent tries all cells; there is a shorter win by threats left."""
    rng, checked = Random(6), 0
    while checked < (8 if thorough else 2):
        state = near_middle(game, rng.randrange(6, 14), rng)
        win = forced_win(state, limit=Limit(nodes=5_000))
        if win is None or win.plies < 5:
            continue
        checked += 1
        after = state.play(win.line[0])
        for answer in after.legal_actions():
            answered = after.play(answer)
            assert answered.outcome is None, f"{answered}"
            assert forced_win(answered) is not None, f"{state}\n{win}\n{answered}"


def test_threads_prove_the_same_and_keep_their_limit() -> None:
    state = parse_position(FIVE, f"{CROSSING_TWOS} X")
    for threads in (1, 2, 3):
        decision = GomokuPlayer(threads=threads).choose(state, Limit(nodes=30_000))
        assert decision.value is not None
        assert decision.value.result is Result.WIN
        quiet = GomokuPlayer(threads=threads).choose(
            FIVE.initial_state().play(40), Limit(nodes=3000)
        )
        assert 0 < quiet.nodes <= 3000 + threads


@pytest.mark.parametrize("rule", ["freestyle", "renju", "caro"])
def test_who_is_lost_still_stops_one_of_two_fives(rule: str) -> None:
    state = play_moves(Gomoku(rule=rule).initial_state(), "h8a1h7a3h6a5h9")
    found = GomokuPlayer(seconds=None, depth=4).choose(state, Limit())
    assert state.game.format(found.action) in ("h5", "h10")
    assert found.value is not None
    assert found.value.words == "loss in 2 plies"


def test_a_proven_win_is_not_forgotten_by_a_shorter_search() -> None:
    """It was: a win in 17 that a search had just proven was thrown away two plies later."""
    state = parse_position(FIVE, f"{CROSSING_TWOS} X")
    player = GomokuPlayer(variety=0)
    proven = player.choose(state, Limit(nodes=30_000))
    assert proven.value is not None
    assert proven.value.result is Result.WIN
    assert proven.value.plies is not None
    assert len(proven.line) > 4
    later = state.play(proven.line[0]).play(proven.line[1])
    alone = GomokuPlayer(variety=0).choose(later, Limit(nodes=1))
    assert alone.value is None or alone.value.result is None
    kept = player.choose(later, Limit(nodes=1))
    assert (kept.action, kept.line) == (proven.line[2], proven.line[2:])
    assert kept.value is not None
    assert (kept.value.result, kept.value.plies) == (Result.WIN, proven.value.plies - 2)


def test_a_move_that_ends_the_game_is_never_refuted() -> None:
    """X can make five at both ends of a four, while O threatens five as well."""
    rows = (
        "........./........./..XXXX.../........./.OOOO..../........./........./........./........."
    )
    state = parse_position(FIVE, f"{rows} X")
    five = [action for action in state.legal_actions() if state.play(action).outcome is not None]
    decision = GomokuPlayer(every=True).choose(state, Limit(nodes=5_000))
    assert decision.action in five
    assert len(five) == 2
    for action in five:
        value = decision.values.get(action)
        assert value is None or value.result is not Result.LOSS
    held = defence(state)
    assert held is None or set(five) <= set(held.holds)


def test_reports_change_nothing() -> None:
    """To tell the expected play counted as searched positions, and ended searches early."""
    moves = "g5i6g7e6i10f9e8g8h7f7d5f5f6g4h3h4"
    state, told = play_moves(Gomoku().initial_state(), moves), list[Info]()
    player, limit = GomokuPlayer(variety=0), Limit(nodes=3_000, memory=1)
    silent, reporting = player.choose(state, limit), player.choose(state, limit, told.append)
    assert told
    assert (reporting.action, reporting.value) == (silent.action, silent.value)
    assert reporting.nodes == silent.nodes


def test_limits_hold_and_long_lines_end_in_five(thorough: bool) -> None:
    rng = Random(8)
    for _ in range(40 if thorough else 12):
        state = near_middle(FIVE, rng.randrange(4, 14), rng)
        for nodes in (50, 400, 3_000):
            decision = GomokuPlayer(variety=0).choose(state, Limit(nodes=nodes, memory=1))
            value = decision.value
            won = value is not None and value.result is Result.WIN
            assert won or decision.nodes <= nodes + 8  # each search that is told to stop looks once
            if won and value is not None and value.plies == 3:  # also if counts tell it
                assert play_all(state, decision.line).outcome is not None
            win = forced_win(state, limit=Limit(nodes=nodes, memory=1))
            if win is not None:
                outcome = play(state, win).outcome
                assert outcome is not None
                assert outcome.winner == state.player
                assert len(win.line) <= win.plies
