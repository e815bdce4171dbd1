"""Renju inside the engine: the kernel and the readable rules forbid the same cells."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from helpers import board_of
from inarow.errors import BadNotation
from inarow.games.base import Reason, State, forbidden_actions
from inarow.games.gomoku import Gomoku
from inarow.registry import load_agent
from inarow.search.gomoku.board import Setting
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.kernel_forbidden import is_forbidden
from inarow.search.limit import Limit


def random_position(rng: Random) -> State | None:
    """Stones at random, with black to move; None if somebody has won."""
    rows, cols = rng.choice((6, 9, 15)), rng.choice((6, 7, 11))
    filled, black = rng.uniform(0.1, 0.5), rng.uniform(0.4, 0.75)
    cells = [
        "".join(rng.choices("XO.", (black * filled, (1 - black) * filled, 1 - filled), k=cols))
        for _ in range(rows)
    ]
    try:
        state = Gomoku(rows, cols, "renju").state_from(board_of(cells), 0)
    except BadNotation:
        return None
    ended = state.outcome is not None and state.outcome.reason is Reason.LINE
    return None if ended else state


def test_kernel_and_rules_forbid_the_same_cells(thorough: bool) -> None:
    rng, seen = Random(1), Counter[str | None]()
    while sum(seen.values()) < (15_000 if thorough else 6_000):
        state = random_position(rng)
        if state is None:
            continue
        setting, reasons = Setting(state, Ideas()), forbidden_actions(state)
        before = (int(setting.board.hash), setting.board.count.tolist())
        owners = [owner for row in state.board() for owner in row]
        for action, cell in enumerate(setting.cells):
            if owners[action] is None:
                found = is_forbidden(setting.board, int(cell))
                assert found == (action in reasons), f"{state}\n{state.game.format(action)}"
                seen[reasons.get(action)] += 1
        assert before == (int(setting.board.hash), setting.board.count.tolist())
    assert len(seen) == 4
    assert min(seen.values()) > (10 if thorough else 2)


@pytest.mark.parametrize("side", [7, 9])
def test_the_engine_plays_whole_games_of_legal_moves(side: int) -> None:
    agent = load_agent("gomoku", seed=1)
    for seed in range(2):
        rng, state = Random(seed), Gomoku(side, side, "renju").initial_state()
        while state.outcome is None:
            if state.ply < 6:
                state = state.play(rng.choice(state.legal_actions()))
                continue
            decision = agent.choose(state, Limit(nodes=60, memory=1))
            assert set(decision.values) <= set(state.legal_actions())
            line = state
            for action in decision.line:
                line = line.play(action)
            state = state.play(decision.action)


def test_white_wins_by_a_four_that_black_may_not_stop() -> None:
    """White makes a four with h2; only d6 stops it, where black would make a double three."""
    rows = [
        ".........",
        "...X.....",
        "..XX.....",
        ".XX......",
        "....O....",
        ".....O...",
        "......O..",
        ".........",
        "........X",
    ]
    for rule, words in (("renju", "win in 3 plies"), ("standard", "estimate")):
        state = Gomoku(9, 9, rule).state_from(board_of(rows), 1)
        decision = load_agent("gomoku", seed=1).choose(state, Limit(nodes=2000))
        assert decision.value is not None
        assert decision.value.words.startswith(words)
    after = Gomoku(9, 9, "renju").state_from(board_of(rows), 1).play(70)
    answer = load_agent("gomoku", seed=1).choose(after, Limit(nodes=2000))
    assert answer.action in after.legal_actions()
    assert answer.value is not None
    assert answer.value.words.startswith("loss in 2")


def test_white_may_win_sooner_if_black_is_left_without_a_legal_move() -> None:
    """White makes an open four with e4. Black could stop it on a4 or f4: both are overlines."""
    rows = ["XXOXOX", "XOXXOX", "XOXOOX", ".OOO..", "XXOXXX", "XXOXXX", "XXOXXX"]
    state = Gomoku(7, 6, "renju").state_from(board_of(rows), 1)
    decision = load_agent("gomoku", seed=1).choose(state, Limit(nodes=2000, memory=1))
    assert state.play(decision.action).outcome is not None
    assert decision.value is not None
    assert decision.value.words == "win in at most 3 plies"
