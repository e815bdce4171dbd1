"""Bounds of scores in words and as values."""

from __future__ import annotations

from cases import each
from inarow.games.connect_four import ConnectFour
from inarow.search.decision import Kind, Result
from inarow.search.solver.result import Solution, plies_to_end


def test_plies_are_those_of_the_definition() -> None:
    """A win with n stones on the board before it scores (cells + 1 - n) // 2."""
    for left in range(43):
        for plies in range(1, left + 1):
            stones = (left + 1 - (plies - 1)) // 2
            assert plies_to_end(stones if plies % 2 else -stones, left) == plies
        assert plies_to_end(0, left) == left


@each(
    "lowest, highest, words",
    [
        (2, 2, "win in 9 plies"),
        (0, 0, "draw in 12 plies"),
        (-3, -3, "loss in 8 plies"),
        (2, 5, "win"),
        (0, 5, "at least a draw"),
        (-2, 0, "at most a draw"),
        (-4, -1, "loss"),
        (-3, 2, "not known yet"),
    ],
)
def test_words(lowest: int, highest: int, words: str) -> None:
    assert Solution(lowest, highest, left=12).value.words == words


def test_what_is_not_known_is_not_said() -> None:
    open_question = Solution(-3, 2, left=12)
    assert open_question.score is None
    assert open_question.result is None
    assert open_question.plies is None
    assert open_question.value.kind is Kind.BOUND
    assert Solution(1, 4, left=12).result is Result.WIN
    assert Solution(-4, -1, left=12).result is Result.LOSS
    assert Solution(0, 4, left=12).result is None


def test_the_default_board_is_that_of_the_game() -> None:
    assert (ConnectFour().rows, ConnectFour().cols) == (6, 7)
