"""The board keeps, stone by stone, what it would find if it looked at the whole position anew."""

from __future__ import annotations

from random import Random

import numpy as np

from cases import each
from inarow.games.base import State
from inarow.games.gomoku import Gomoku
from inarow.games.mnk import Mnk, PlacingGame
from inarow.search.gomoku.compiled import Thinking
from inarow.search.gomoku.kernel_board import EMPTY, put, take
from inarow.search.gomoku.names import A_FIVE, A_THREE, KINDS
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from inarow.search.native.jit import Struct

GAMES: list[PlacingGame] = [
    Mnk(15, 15, 5),
    Mnk(9, 12, 5, "exact"),
    Mnk(7, 7, 4),
    Mnk(10, 22, 6),
    Mnk(5, 5, 3),
    Gomoku(9, 9, "caro"),
    Gomoku(7, 12, "caro_overline"),
]
WATCHED = ("key", "word", "kind", "count", "total", "hash", "empty", "stone")


def look(state: State) -> Thinking:
    return Thinking(state, GomokuPlayer(), Limit(nodes=1, memory=1), 1)


def board(state: State) -> Struct:
    return look(state).board


def picture(b: Struct) -> dict[str, object]:
    """Everything but the order of the lists; words and kinds of taken cells mean nothing."""
    found = {name: np.array(b[name]) for name in WATCHED}
    taken = b.stone != EMPTY
    found["word"][taken] = 0
    found["kind"][:, taken] = 0
    lists = {
        (player, kind): sorted(b.listed[player, kind - A_THREE, : b.count[player, kind]].tolist())
        for player in (0, 1)
        for kind in range(A_THREE, KINDS)
    }
    return {**{name: part.tolist() for name, part in found.items()}, "lists": lists}


@each("game", GAMES)
def test_stones_that_come_and_go_leave_the_board_as_if_set_up_anew(game: PlacingGame) -> None:
    rng = Random(str(game))
    state: State = game.initial_state()
    b = board(state)
    cells = look(state).setting.cells
    played: list[tuple[int, int]] = []
    for turn in range(25):
        if state.outcome is not None:
            break
        action = rng.choice(list(state.legal_actions()))
        trial = rng.choice(list(state.legal_actions()))
        put(b, int(cells[trial]), 1 - state.player)
        take(b, int(cells[trial]), 1 - state.player)
        put(b, int(cells[action]), state.player)
        played.append((int(cells[action]), state.player))
        state = state.play(action)
        b.player = state.player
        if state.outcome is None and turn % 3 == 0:
            assert picture(b) == picture(board(state))
    for cell, player in reversed(played):
        take(b, cell, player)
    assert picture(b) == picture(board(game.initial_state()))


@each("game", GAMES)
def test_a_five_is_a_move_that_wins(game: PlacingGame, thorough: bool) -> None:
    rng = Random(str(game) + "five")
    wins = 0
    for _ in range(3 if thorough else 1):
        state: State = game.initial_state()
        while state.outcome is None:
            thinking = look(state)
            stone, kind = thinking.board.stone, thinking.board.kind[state.player]
            winning = {
                action
                for action in state.legal_actions()
                if (after := state.play(action).outcome) is not None and after.winner is not None
            }
            fives = {
                action
                for action, cell in enumerate(thinking.setting.cells)
                if stone[cell] == EMPTY and kind[cell] == A_FIVE
            }
            assert fives == winning
            wins += len(winning)
            actions = list(state.legal_actions())
            state = state.play(rng.choice(actions[: max(8, len(actions) // 4)]))
    assert wins > 0
