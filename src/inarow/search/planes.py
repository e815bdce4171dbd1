"""What a player sees of a position, as an array of 0 and 1 that networks read.

It has the shape (rows, columns, planes), row 0 on top:

    plane 0     own stones                                        in all games
    plane 1     stones of the opponent                            in all games
    plane 2     the cells of the board that is to be played in,   on nine boards, and in ultimate
                or nothing where a board is to be chosen          tic-tac-toe
    plane 3     the cells of boards that the player has won       in ultimate tic-tac-toe
    plane 4     the cells of boards that the opponent has won     in ultimate tic-tac-toe
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from inarow.games.base import Game, State

Planes: TypeAlias = NDArray[np.int8]


def shape_of(game: Game) -> tuple[int, int, int]:
    """Rows, columns and planes of an observation.

    >>> from inarow.registry import load_game
    >>> shape_of(load_game("connect_four")), shape_of(load_game("ultimate_tic_tac_toe"))
    ((6, 7, 2), (9, 9, 5))
    """
    rules = game.rules
    planes = 2 if rules is None or not rules.sent else 5 if rules.claims else 3
    return (*game.shape, planes)


def observe(state: State, player: int) -> Planes:
    """What a player sees of a position.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state().play(4).play(8)
    >>> observe(state, player=0)[..., 0].tolist()
    [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    >>> observe(state, player=0)[..., 1].tolist()
    [[0, 0, 0], [0, 0, 0], [0, 0, 1]]
    """
    rules, shape = state.game.rules, shape_of(state.game)
    nobody = -1
    owners = np.array([[nobody if who is None else who for who in row] for row in state.board()])
    seen = np.zeros(shape, np.int8)
    seen[..., 0] = owners == player
    seen[..., 1] = owners == 1 - player
    if rules is None or not rules.sent:
        return seen
    if not state.note.startswith("-"):
        _small_board(seen[..., 2], int(state.note[0]) - 1, rules.block)[...] = 1
    if rules.claims:
        nine: Any = state
        for board, winner in enumerate(nine.owners):
            if winner is not None:
                _small_board(seen[..., 3 + (winner != player)], board, rules.block)[...] = 1
    return seen


def _small_board(plane: Planes, board: int, side: int) -> Planes:
    """The cells of a small board; boards are numbered row by row."""
    row, col = board // side * side, board % side * side
    return plane[row : row + side, col : col + side]
