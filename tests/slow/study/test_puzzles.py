"""The long tests beside `study/test_puzzles.py`."""

from __future__ import annotations

import pytest

from inarow.games.base import State
from inarow.games.notation import parse_moves
from inarow.registry import load_game
from inarow.search.decision import Kind
from inarow.search.limit import Limit
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.study.puzzle_maker import likeness
from inarow.study.puzzle_rating import grade_of_rating, rate
from inarow.study.puzzles import shipped_puzzles
from played_out import by_engine, by_threats, played_out
from study.test_puzzles import SHIPPED, SHORT_WINS, wrong_shares, wrong_short_wins, wrong_values

LONGEST = 9
"""Plies of a win on the large board that is played out."""


def test_every_shipped_puzzle_is_solved_again() -> None:
    assert wrong_values(SHIPPED) == []
    for puzzle in SHIPPED:
        assert puzzle.rating is not None
        assert rate(puzzle.state, puzzle.solutions) == puzzle.rating
        assert grade_of_rating(puzzle.state.game, puzzle.rating) == puzzle.level


@pytest.mark.parametrize(
    "name", ["connect_four", "gomoku", "nine_board", "random_drop", *SHORT_WINS]
)
def test_no_two_shipped_puzzles_are_the_same_mirrored_or_turned(name: str) -> None:
    game, found = load_game(name), shipped_puzzles(name)
    kept = {likeness(game, parse_moves(game, puzzle.moves)) for puzzle in found}
    assert len(kept) == len(found)


def by_any(state: State) -> int | None:
    """A win by threats, or else one that the engine proves."""
    action = by_threats(state)
    return by_engine(state) if action is None else action


def test_short_solutions_of_gomoku_beat_every_reply() -> None:
    """Every eighth puzzle: all of them would take an hour."""
    for puzzle in shipped_puzzles("gomoku")[::8]:
        for action, value in puzzle.values.items():
            if (value.plies or 0) <= LONGEST:
                after = puzzle.state.play(action)
                assert played_out(after, after.player, by_any) is not False, puzzle.moves


def test_puzzles_of_nine_boards_are_settled_by_another_search() -> None:
    """Alpha-beta to the end, which shares nothing with the proofs; some take it too long."""
    search = AlphaBetaPlayer(evaluator="none", seconds=None)
    settled = 0
    for puzzle in shipped_puzzles("nine_board")[::2]:
        for action, value in puzzle.values.items():
            found = search.choose(puzzle.state.play(action), Limit(nodes=3_000_000)).value
            if found is not None and found.kind is Kind.PROVEN:
                assert found.for_opponent(plies=1).result is value.result, puzzle.moves
                settled += 1
    assert settled > 300


def test_what_puzzles_with_dice_can_expect_is_counted_again() -> None:
    assert wrong_shares(shipped_puzzles("random_drop")) == []


@pytest.mark.parametrize("name", SHORT_WINS)
def test_short_wins_win_against_every_reply_and_nothing_else_does(name: str) -> None:
    """By the rules alone, which share nothing with the search that found them."""
    assert wrong_short_wins(shipped_puzzles(name)) == []
