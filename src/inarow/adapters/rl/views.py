"""What a player sees of a position, as an array of 0 and 1: an observation, and legal actions.

An observation is described in `search/planes.py`.

A mask has a 1 for every legal action. Nothing is legal to a player who is not to move.
"""

import numpy as np
from gymnasium.spaces import Box

from inarow.errors import BadOption
from inarow.games.base import Game, State
from inarow.registry import load_game
from inarow.search.limit import Limit, limit_of
from inarow.search.planes import Planes, observe, shape_of

__all__ = [
    "Planes",
    "check_count",
    "check_opponent",
    "check_seat",
    "legal_mask",
    "observation_space",
    "observe",
    "shape_of",
    "the_game",
]


def the_game(game: Game | str) -> Game:
    """A game, or the one that a spec names."""
    return load_game(game) if isinstance(game, str) else game


def observation_space(game: Game) -> Box[np.int8]:
    """All that an observation may be."""
    return Box(0, 1, shape_of(game), np.int8)


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
    player = hasattr(opponent, "choose") or callable(opponent)
    if not isinstance(opponent, str | None) and not player:
        raise BadOption(f"an opponent is a player, its name or None, not {opponent!r}")
    limit_of(limit)
    if threads is not None:
        check_count(threads, "thread")


def check_count(number: object, thing: str) -> None:
    """Refuse what is no whole number of things, and none at all."""
    if not isinstance(number, int | np.integer) or number < 1:
        raise BadOption(f"there must be at least 1 {thing}, not {number!r}")
