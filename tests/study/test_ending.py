"""How best play of Connect Four ends, and what is said of it."""

from __future__ import annotations

import pytest

from inarow.games.base import State
from inarow.games.notation import format_moves, parse_moves, play_moves
from inarow.registry import load_game
from inarow.study.answers import why_move
from inarow.study.ending import best_play, ending, positions

ENDINGS = {
    "waits": ("", "1211221112322333334444565676644667777755"),
    "waited": ("121122111232233333444456567664", "4667777755"),
    "stacked": ("516427137711716476", "3332371366655522"),
    "double": ("", "4455326"),
    "draw": ("", "332133454441111441322222356555566666777777"),
}
"""Moves of a game, and a line to its end."""

HEAD = "a line of best play ends at move"


def told(name: str) -> list[str]:
    moves, line = ENDINGS[name]
    state = play_moves(load_game("connect_four").initial_state(), moves)
    return [why.words for why in ending(state, tuple(parse_moves(state.game, line)))]


@pytest.mark.parametrize(
    ("name", "first", "others"),
    [
        (
            "waits",
            f"{HEAD} 40: O wins at column 5, row 4, an even threat since move 22; "
            "X has to play below it at move 39",
            ["tempo: on the way O forces 2 answers, the first at move 13"],
        ),
        ("stacked", f"{HEAD} 34: O wins at column 2, row 4, above a threat that X has to stop", []),
        ("double", f"{HEAD} 7: X wins at column 6, row 1, one of two threats at once", []),
        (
            "draw",
            "a line of best play fills the board, and nobody completes a row",
            ["follow-up: O answers 12 of 21 moves on top of the stone just dropped"],
        ),
    ],
)
def test_what_decides_is_read_off_the_board(name: str, first: str, others: list[str]) -> None:
    assert told(name) == [first, *others]


def middle() -> State:
    return play_moves(load_game("connect_four").initial_state(), "173566267355516626")


def test_best_play_is_followed_to_the_end_and_explained() -> None:
    state = middle()
    line = best_play(state, 4)
    assert positions(state, line)[-1].outcome is not None
    found = {why.kind: why for why in why_move(state, 4)}
    value = f"win in {len(line)} for X (proven)"
    assert found["line"].words.endswith(value)
    assert found["ending"].moves == line
    assert found["ending"].words.startswith(f"{HEAD} {state.ply + len(line)}: X wins at column ")
    assert format_moves(state.game, line).startswith("5")


def test_a_move_that_loses_at_once_needs_no_line() -> None:
    state = play_moves(load_game("connect_four").initial_state(), "255235465151743522")
    assert "ending" not in {why.kind for why in why_move(state, 6)}
