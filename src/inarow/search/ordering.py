"""Which moves a player tries, and in which order.

Good moves first lets alpha-beta cut more. On most boards the centre is worth more than the edge,
because more lines run through it; on a large board only cells beside a stone matter.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from inarow.games.base import Game, State
from inarow.games.dice import dice_action
from inarow.games.grid import Geometry
from inarow.games.rules import Rules
from inarow.games.stones import read_stones
from inarow.search.evaluators.threats import has_line, winning_actions

Moves: TypeAlias = Callable[[State], Sequence[int]]
"""Which actions a search tries in a position, and in which order."""

ORDERS = ("left", "centre", "near")


def all_moves(state: State) -> Sequence[int]:
    """Every legal action in ascending order."""
    return state.legal_actions()


def plain_moves(state: State) -> Sequence[int]:
    """Every legal action but the one that calls for dice."""
    dice = dice_action(state)
    return [action for action in state.legal_actions() if action != dice]


@lru_cache(maxsize=64)
def _ranks(game: Game) -> tuple[int, ...]:
    """Per action its distance from the centre: in columns, or in cells on a board of cells."""
    rules = game.rules
    if rules is not None and rules.falls:
        columns = (action % rules.cols for action in range(game.num_actions))
        return tuple(abs(2 * col + 1 - rules.cols) for col in columns)
    if rules is not None and rules.anywhere:
        cells = (divmod(action, rules.cols) for action in range(game.num_actions))
        return tuple(
            max(abs(2 * row + 1 - rules.rows), abs(2 * col + 1 - rules.cols)) for row, col in cells
        )
    return (0,) * game.num_actions


def centre_first(state: State) -> Sequence[int]:
    """Plain moves from the centre outwards, the left one first among equals.

    >>> from inarow.registry import load_game
    >>> centre_first(load_game("connect_four").initial_state())
    [3, 2, 4, 1, 5, 0, 6]
    """
    ranks = _ranks(state.game)
    return sorted(plain_moves(state), key=ranks.__getitem__)


def near_moves(state: State) -> Sequence[int]:
    """Empty cells that touch a stone, along or across, row by row; every cell on an empty board.

    >>> from inarow.registry import load_game
    >>> state = load_game("gomoku").initial_state().play(0)
    >>> near_moves(state)
    [1, 15, 16]
    """
    rules = state.game.rules
    if rules is None or not rules.anywhere:
        return plain_moves(state)
    own, other, rule = read_stones(state, state.player)
    geometry, filled = rule.geometry, own | other
    near = filled
    for _, step in geometry.directions:
        near |= filled << step | filled >> step
    legal = state.legal_actions()
    bits = _cell_bits(geometry)
    return [action for action in legal if bits[action] & near] or legal


@lru_cache(maxsize=64)
def _cell_bits(geometry: Geometry) -> tuple[int, ...]:
    """The bits of the cells, row by row."""
    return tuple(bit for _, bit in sorted(geometry.bit_of.items()))


def winning_moves(state: State) -> Sequence[int]:
    """The moves with which the player to move wins at once."""
    return winning_actions(state, state.player)


def safe_moves(state: State) -> Sequence[int]:
    """A move that wins at once; else those that do not let the opponent do so; else all.

    To call for the dice is safe in this sense: the opponent does not choose next.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> safe_moves(play_moves(load_game("connect_four").initial_state(), "12131"))
    [0]
    """
    wins, rules = winning_moves(state), state.game.rules
    if wins:
        return wins
    legal = moves = state.legal_actions()
    if rules is not None and rules.anywhere and not rules.forbids:
        threats = winning_actions(state, 1 - state.player)
        if not threats:
            return legal  # a stone of one's own never helps the opponent to a line
        if rules.ends:  # a stone at the end of a line stops it as well
            moves = _on_lines_with(threats, legal, rules)
        else:
            moves = [action for action in threats if action in legal]
    return [action for action in moves if not _gives_away(state, action)] or legal


def _on_lines_with(cells: Sequence[int], legal: Sequence[int], rules: Rules) -> Sequence[int]:
    """The legal actions on a straight line with every one of some cells, at most k steps away."""
    geometry, near = rules.geometry, -1
    bits = _cell_bits(geometry)
    for cell in cells:
        around = bits[cell]
        for _, step in geometry.directions:
            for away in range(step, (rules.k + 1) * step, step):
                around |= bits[cell] << away | bits[cell] >> away
        near &= around
    return [action for action in legal if bits[action] & near]


def _gives_away(state: State, action: int) -> bool:
    """Whether the opponent has won after an action, or can win at once."""
    child, opponent = state.play(action), 1 - state.player
    if child.chance() or child.player != opponent:
        return False
    return has_line(child, opponent) or bool(winning_actions(child, opponent))


def moves_in_order(order: str) -> Moves:
    """The moves of a player by the name of their order."""
    return {"left": plain_moves, "centre": centre_first, "near": near_moves}[order]
