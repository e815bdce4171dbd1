"""What a player sees of a position, as an array of 0 and 1: an observation, and legal actions.

An observation has the shape (rows, columns, planes), row 0 on top:

    plane 0     own stones                                        in all games
    plane 1     stones of the opponent                            in all games
    plane 2     the cells of the board that is to be played in,   on nine boards, and in ultimate
                or nothing where a board is to be chosen          tic-tac-toe
    plane 3     the cells of boards that the player has won       in ultimate tic-tac-toe
    plane 4     the cells of boards that the opponent has won     in ultimate tic-tac-toe

A mask has a 1 for every legal action. Nothing is legal to a player who is not to move.
"""

from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from inarow.errors import BadOption
from inarow.games.base import Game, State
from inarow.registry import load_game
from inarow.search.limit import Limit, limit_of

Planes: TypeAlias = NDArray[np.int8]


def the_game(game: Game | str) -> Game:
    """A game, or the one that a spec names."""
    return load_game(game) if isinstance(game, str) else game


def shape_of(game: Game) -> tuple[int, int, int]:
    """Rows, columns and planes of an observation.

    >>> shape_of(load_game("connect_four")), shape_of(load_game("ultimate_tic_tac_toe"))
    ((6, 7, 2), (9, 9, 5))
    """
    rules = game.rules
    planes = 2 if rules is None or not rules.sent else 5 if rules.claims else 3
    return (*game.shape, planes)


def observation_space(game: Game) -> Box[np.int8]:
    """All that an observation may be."""
    return Box(0, 1, shape_of(game), np.int8)


def observe(state: State, player: int) -> Planes:
    """What a player sees of a position.

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


def legal_mask(game: Game, state: State) -> Planes:
    """1 for every legal action of a game, 0 for the others.

    (A position of a game with an opening is later one of the game without, which has fewer.)

    >>> game = load_game("tic_tac_toe")
    >>> legal_mask(game, game.initial_state().play(4)).tolist()
    [1, 1, 1, 1, 0, 1, 1, 1, 1]
    """
    mask = np.zeros(game.num_actions, np.int8)
    mask[list(state.legal_actions())] = 1
    return mask


def check_seat(seat: int | None, opponent: object) -> None:
    """Refuse a seat that is none, and one for a learner who plays both sides."""
    if seat not in (0, 1, None):
        raise BadOption(f"a seat is 0, 1 or None for one that is drawn, not {seat!r}")
    if seat is not None and opponent is None:
        raise BadOption("without an opponent the learner plays both seats: leave out seat")


def check_opponent(opponent: object, limit: Limit | str | None, threads: int | None) -> None:
    """Refuse what is neither a player nor the spec of one, or cannot say how it thinks."""
    if not isinstance(opponent, str | None) and not hasattr(opponent, "choose"):
        raise BadOption(f"an opponent is a player, its name or None, not {opponent!r}")
    limit_of(limit)
    if threads is not None:
        check_count(threads, "thread")


def check_count(number: object, thing: str) -> None:
    """Refuse what is no whole number of things, and none at all."""
    if not isinstance(number, int | np.integer) or number < 1:
        raise BadOption(f"there must be at least 1 {thing}, not {number!r}")


def check_render_mode(mode: str | None) -> None:
    """Refuse what cannot be drawn."""
    if mode not in (None, "ansi"):
        raise BadOption(f"there is no render mode {mode!r}: ansi gives the board as text")
