"""The rules of Gomoku: freestyle, standard and caro; renju has a file of its own."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each
from helpers import assert_same, board_of, choices, naive, walk
from inarow.errors import BadOption
from inarow.games.gomoku import Gomoku
from inarow.games.mnk import Mnk
from inarow.registry import games, load_game

RULES = ("freestyle", "standard", "renju", "caro", "caro_overline")


def test_the_rules_are_an_option_and_freestyle_the_default() -> None:
    assert str(load_game("gomoku")) == "gomoku(rows=15,cols=15,rule=freestyle,opening=free)"
    assert {option.name: option.choices for option in games()["gomoku"].options()}["rule"] == RULES
    with pytest.raises(BadOption, match="did you mean renju"):
        load_game("gomoku(rule=renju5)")
    for option in ("k=6", "overline=exact"):
        with pytest.raises(BadOption, match="has no option"):
            load_game(f"gomoku({option})")


@pytest.mark.parametrize(("rule", "overline"), [("freestyle", "win"), ("standard", "exact")])
def test_freestyle_and_standard_are_cases_of_the_mathematical_game(
    rule: str, overline: str
) -> None:
    assert Gomoku(8, 9, rule).rules == Mnk(8, 9, 5, overline).rules


WINS = {  # X plays on *; who of the rules in order lets X win
    "XXXX*....": "free std renju caro caro6",
    "OXXXX*...": "free std renju caro caro6",
    "OXXXX*O..": "free std renju",
    "XXXX*O...": "free std renju caro caro6",  # the edge closes nothing
    "...OXXXX*": "free std renju caro caro6",
    "XXX*XX...": "free caro6",
    "OXXX*XXO.": "free caro6",
    "OXX*XX.O.": "free std renju caro caro6",
    "OXX*XXXXO": "free caro6",
}
SHORT = dict(zip(("free", "std", "renju", "caro", "caro6"), RULES, strict=True))


@each("row", WINS)
@each("short", SHORT)
def test_what_wins(row: str, short: str) -> None:
    """The same row lies in all four directions."""
    winning = short in WINS[row].split()
    for cells in _four_ways(row):
        state = Gomoku(9, 9, SHORT[short]).state_from(board_of(cells), 0)
        action = "".join(cells).index("*")
        if short == "renju" and not winning:
            assert action not in state.legal_actions()
            continue
        outcome = state.play(action).outcome
        assert (outcome is not None and outcome.winner == 0) == winning
        mirrored = [line.translate(str.maketrans("XO", "OX")) for line in cells]
        second = Gomoku(9, 9, SHORT[short]).state_from(board_of(mirrored), 1).play(action).outcome
        assert (second is not None) == (winning or short == "renju")


def _four_ways(row: str) -> list[list[str]]:
    empty = "." * 9
    across = [empty] * 4 + [row] + [empty] * 4
    down = [f"....{cell}...." for cell in row]
    slant = ["." * at + cell + "." * (8 - at) for at, cell in enumerate(row)]
    return [across, down, slant, slant[::-1]]


def test_a_closed_five_is_no_line_later_either() -> None:
    """The end that opens is none: stones never leave, so a closed five stays closed."""
    rows = ["OXXXX.O..", ".........", "........."]
    state = Gomoku(3, 9, "caro").state_from(board_of(rows), 0).play(5)
    assert state.outcome is None
    again = state.game.state_from(state.board(), state.player)
    assert again.outcome is None
    assert list(again.legal_actions()) == list(state.legal_actions())


@settings(max_examples=settings().max_examples // 2)
@given(side=st.integers(5, 8), rule=st.sampled_from(RULES), moves=choices)
def test_every_position_is_the_one_of_the_naive_rules(
    side: int, rule: str, moves: list[int]
) -> None:
    game = Gomoku(side, side, rule)
    plain = naive(game)
    for state in walk(game.initial_state(), moves):
        if state.last is not None:
            plain = plain.play(state.last)
        assert_same(state, plain)
