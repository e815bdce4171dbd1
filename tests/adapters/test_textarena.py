"""Our players as agents of TextArena: what they read, and how they answer.

`tests/slow/adapters/test_textarena.py` plays in the real one, where our environment is, too.
"""

from __future__ import annotations

import sys

import pytest

from inarow.adapters.textarena.agents import STUCK, PlayerAgent
from inarow.adapters.textarena.reading import read_observation
from inarow.errors import BadNotation, MissingPackage

TAKES_WINS = "minimax(depth=1,compiled=false)"

CONNECT_FOUR = """
[GAME] You are Player 0 in Connect Four.
Your disc symbol: X.
The game board has 4 rows and 5 columns.
[GAME] Board state:
0 1 2 3 4
---------
. . . . .
. . . . .
. . . . .
. . . . .
[Player 0] I like [col 1]. Board state: X X X X X
[GAME] Player 0 dropped their disk (X) into column 1.
[GAME] Board state:
0 1 2 3 4
---------
. . . . .
X . . . .
O O O . .
X X X O X
"""
TIC_TAC_TOE = """
[GAME] You are Player 0 in Tic Tac Toe.
As Player 0, you will be 'O', while your opponent is 'X'.
[GAME] Current Board:

 0 | 1 | 2\x20
---+---+---
 3 | 4 | 5\x20
---+---+---
 6 | 7 | 8\x20

[GAME] Current Board:

 O | O | 2\x20
---+---+---
 X | X | 5\x20
---+---+---
 6 | 7 | 8\x20

Available Moves: '[2]', '[5]'
"""
ULTIMATE = """
[GAME] You are Player 1 in **Ultimate Tic Tac Toe**.
[Player 0] [4 0] and then Player 1 played in micro board 8, cell 8
[GAME] Player 0 played in micro board 4, cell 0 (row 0, col 0). Player 1 must now play in 0.
"""


def test_connect_four_is_read_from_the_last_board() -> None:
    state = read_observation(CONNECT_FOUR)
    assert str(state.game) == "connect_four(rows=4,cols=5,k=4)"
    assert state.board()[2:] == ((1, 1, 1, None, None), (0, 0, 0, 1, 0))
    assert state.player == 1
    assert PlayerAgent(TAKES_WINS)(CONNECT_FOUR) == "[col 3]"
    assert PlayerAgent(TAKES_WINS, "1000 nodes")(CONNECT_FOUR) == "[col 3]"


def test_a_hidden_board_is_read_from_the_moves() -> None:
    text = "Connect Four.\nThe game board has 6 rows and 7 columns.\n" + "".join(
        f"[GAME] Player {player} dropped their disk (X) into column {column}.\n"
        for player, column in enumerate((3, 3, 4))
    )
    state = read_observation(text)
    assert state.player == 1
    assert state.board()[5] == (None, None, None, 0, 0, None, None)
    assert state.board()[4][3] == 1


def test_in_tic_tac_toe_o_begins() -> None:
    state = read_observation(TIC_TAC_TOE)
    assert state.player == 0
    assert state.board() == ((0, 0, None), (1, 1, None), (None, None, None))
    assert PlayerAgent(TAKES_WINS)(TIC_TAC_TOE) == "[2]"


def test_ultimate_is_read_from_what_the_game_says_alone() -> None:
    state = read_observation(ULTIMATE)
    assert (state.ply, state.player, state.note) == (1, 1, "1")
    assert PlayerAgent("random", seed=1)(ULTIMATE).startswith("[0 ")


def test_a_board_is_chosen_together_with_its_cell() -> None:
    start = "You are Player 0 in **Ultimate Tic Tac Toe**."
    answer = PlayerAgent("random", seed=1)(start)
    board, cell = answer.strip("[]").split()
    assert board in "012345678"
    assert cell in "012345678"


def test_where_no_move_is_left_it_says_so() -> None:
    assert PlayerAgent("random")(CONNECT_FOUR.replace("O O O . .", "O O O O .")) == STUCK


def test_another_game_is_refused_in_words() -> None:
    with pytest.raises(BadNotation, match="no board of ConnectFour"):
        PlayerAgent("random")("You are Player 0 in Chess.")


def test_without_the_package_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "textarena", None)
    monkeypatch.delitem(sys.modules, "inarow.adapters.textarena.env", raising=False)
    with pytest.raises(MissingPackage, match=r"-m pip install textarena$"):
        import inarow.adapters.textarena.env  # noqa: F401
