"""Which games can be learned, and what a network looks at in each of them."""

from __future__ import annotations

from collections.abc import Sequence

from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.rules import Rules
from inarow.search.learned.blocks import column_blocks
from inarow.search.learned.boards import board_codes, cells_of_boards, shape_of_boards
from inarow.search.learned.shape import Cells, Shape
from inarow.search.learned.walks import (
    MOST_ROWS,
    cell_codes,
    cells_of_walks,
    column_codes,
    random_walks,
    shape_of_walks,
)
from inarow.search.learned.windows import (
    MOST_CELLS,
    cells_of_windows,
    line_windows,
    reach_codes,
    shape_of_windows,
)
from inarow.search.native.from_state import can_compile, fits_word

_USUAL_WALKS = (70, 20)
"""Of a network without blocks, and of one that has them."""
_DROPS = ("", "forced", "random")
"""What a note says about the stones that the dice are about to drop, by their number."""


def why_not(game: Game) -> str:
    """Why nothing can be learned for a game; nothing if it can."""
    rules = game.rules
    if rules is None or not can_compile(game):
        return "its rules are not among those that kernels know"
    if rules.falls and not is_wide(rules) and rules.rows > MOST_ROWS:
        return f"its columns are higher than {MOST_ROWS} cells and it is too narrow"
    if rules.cells > MOST_CELLS:
        return f"it has more than {MOST_CELLS:,} cells"
    return ""


def can_learn(game: Game) -> bool:
    """Whether there are networks for a game."""
    return not why_not(game)


def require_learning(game: Game) -> Rules:
    """The rules of a game for which there are networks."""
    rules, reason = game.rules, why_not(game)
    if rules is None or reason:
        raise NotSupported(f"nothing can be learned for {game}: {reason}")
    return rules


def is_wide(rules: Rules) -> bool:
    """Whether a board is so large that kernels keep a byte for each cell."""
    return not rules.sent and not fits_word(rules)


def random_tuples(
    rules: Rules, count: int | None, length: int, seed: int, blocks: int = 0
) -> list[Cells]:
    """The cells that a new network looks at together.

    Nine boards have their tuples by nature, one a board: the list is empty. On large boards there
    is one of each kind, whatever the count. On small ones there are random walks and, where stones
    fall, blocks of columns with at most so many numbers each.
    """
    if rules.sent:
        return []
    if is_wide(rules):
        return line_windows(rules, length)
    found = column_blocks(rules, blocks) if rules.falls else []
    return found + random_walks(rules, count or _USUAL_WALKS[bool(found)], length, seed)


def make_shape(rules: Rules, tuples: Sequence[Cells]) -> Shape:
    """The tables of a network for a game."""
    if rules.sent:
        return shape_of_boards(rules)
    return (shape_of_windows if is_wide(rules) else shape_of_walks)(rules, tuples)


def cells_of(game: Game, tuples: Sequence[Cells]) -> list[Cells]:
    """The cells of every tuple, mirror images included, in the order in which they are summed."""
    rules = require_learning(game)
    if rules.sent:
        return cells_of_boards(rules)
    return (cells_of_windows if is_wide(rules) else cells_of_walks)(rules, tuples)


def codes_of(state: State) -> list[int]:
    """The code of every unit of a position, read off the board."""
    rules = require_learning(state.game)
    if rules.sent:
        return board_codes(state)
    if not rules.falls:
        return cell_codes(state)
    codes = reach_codes(state) if is_wide(rules) else column_codes(state)
    return codes if rules.dice is None else [*codes, _DROPS.index(state.note)]
