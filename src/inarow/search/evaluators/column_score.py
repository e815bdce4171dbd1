"""Which columns to try first: the column score of the program 001, a student's Connect Four with
alpha-beta search.

Alpha-beta cuts off most when good moves come first. So before searching, each column gets a score
for the cell on which its stone would land. From that cell look in seven directions, all but up,
where nothing can lie; in each follow the run of equal stones that begins at the neighbour cell:

    \\ . /       The n-th stone of a run adds  m * n * a^n
    - L -
    / | \\       a = 10 makes long runs count more than many short ones;
                m = 2 for a run of the player to move, 1 for the opponent's

An own run of 1, 2 or 3 stones thus scores 20, 420 or 6420, an opponent's run 10, 210 or 3210. The
score does not say who is better: a column is worth trying if it makes a line or spoils one, so it
is never negative. Equal scores keep the base order, from the centre outwards.

Read as in the original's text: n counts from 1, an empty cell ends a run, and each direction counts
on its own. With `joined` the left and the right run, if they belong to the same player, are counted
as one, as if the new stone linked them. (The stored program counts from 0 and joins any two.)
"""

from collections.abc import Sequence
from functools import lru_cache

from inarow import defaults
from inarow.errors import NotSupported
from inarow.games.base import State
from inarow.games.grid import Geometry
from inarow.games.stones import read_stones

_DIRECTIONS = ((0, -1), (0, 1), (1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1))
"""Steps in rows and columns of the drawing: left, right, down, then the four diagonals."""


def base_order(cols: int) -> tuple[int, ...]:
    """All columns from the centre outwards, left first.

    >>> base_order(7), base_order(4)
    ((3, 2, 4, 1, 5, 0, 6), (1, 2, 0, 3))
    """
    return tuple(sorted(range(cols), key=lambda col: (abs(2 * col - cols + 1), col)))


def column_scores(
    state: State, amplifier: int = defaults.COLUMN_AMPLIFIER, joined: bool = False
) -> list[int]:
    """The score of every column for the player to move; a full column scores 0.

    >>> from inarow.registry import load_game
    >>> column_scores(load_game("connect_four").initial_state().play(3))
    [0, 0, 10, 10, 10, 0, 0]

    Args:
        state: a position of a game of falling stones.
        amplifier: the base `a` of the formula.
        joined: count the left and the right run of the same player as one.

    Raises:
        NotSupported: stones do not fall in this game.
    """
    game = state.game
    if game.rules is None or not game.rules.falls or game.rules.pops:
        raise NotSupported(f"{game.name} has no columns to score")
    own, other, rule = read_stones(state, state.player)
    filled = own | other
    rays = _rays(rule.geometry, rule.k)
    worth = _run_values(amplifier, 2 * max(game.shape))
    scores = []
    for col in range(game.shape[1]):
        bottom, top = (rule.geometry.bit_of[row, col] for row in (game.shape[0] - 1, 0))
        free = (top << 1) - bottom & ~filled
        landing = free & -free  # the lowest free cell of the column
        scores.append(_score(rays[landing], own, other, worth, joined) if landing else 0)
    return scores


def sorted_columns(
    state: State, amplifier: int = defaults.COLUMN_AMPLIFIER, joined: bool = False
) -> list[int]:
    """The columns that may be played, highest score first, equal scores in base order.

    >>> from inarow.registry import load_game
    >>> sorted_columns(load_game("connect_four").initial_state().play(0))
    [1, 0, 3, 2, 4, 5, 6]
    """
    scores = column_scores(state, amplifier, joined)
    open_columns = set(state.legal_actions())
    order = [col for col in base_order(len(scores)) if col in open_columns]
    return sorted(order, key=lambda col: -scores[col])


def _score(
    rays: Sequence[Sequence[int]], own: int, other: int, worth: Sequence[int], joined: bool
) -> int:
    """The sum over all directions from one landing cell."""
    filled = own | other
    runs = [_run(ray, own, other) if ray and ray[0] & filled else (0, 0) for ray in rays]
    score = sum(factor * worth[length] for factor, length in runs)
    if joined:
        (factor, left), (right_factor, right) = runs[:2]
        if factor == right_factor:
            score += factor * (worth[left + right] - worth[left] - worth[right])
    return score


def _run(ray: Sequence[int], own: int, other: int) -> tuple[int, int]:
    """The factor and the length of the run that begins with the stone on the ray's first cell."""
    factor, stones = (
        (defaults.COLUMN_OWN, own) if ray[0] & own else (defaults.COLUMN_OPPONENT, other)
    )
    length = 0
    for bit in ray:
        if not bit & stones:
            break
        length += 1
    return factor, length


@lru_cache(maxsize=64)
def _run_values(amplifier: int, longest: int) -> tuple[int, ...]:
    """The values 1 * a + 2 * a^2 + ... + n * a^n of runs of 0, 1, 2, ... stones."""
    values = [0]
    for n in range(1, longest + 1):
        values.append(values[-1] + n * amplifier**n)
    return tuple(values)


@lru_cache(maxsize=64)
def _rays(geometry: Geometry, longest: int) -> dict[int, tuple[tuple[int, ...], ...]]:
    """For each cell the bits that lie in each direction, nearest first, at most `longest`."""
    bit_of = geometry.bit_of
    rays: dict[int, tuple[tuple[int, ...], ...]] = {}
    for bit, (row, col) in geometry.cell_of.items():
        found = []
        for down, right in _DIRECTIONS:
            ray: list[int] = []
            cell = (row + down, col + right)
            while cell in bit_of and len(ray) < longest:
                ray.append(bit_of[cell])
                cell = (cell[0] + down, cell[1] + right)
            found.append(tuple(ray))
        rays[bit] = tuple(found)
    return rays
