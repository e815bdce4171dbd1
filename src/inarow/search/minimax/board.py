"""From a state to the board that counts its lines (`native/counters.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.rules import Placement
from inarow.search.native.from_state import can_count_lines

if TYPE_CHECKING:
    import numpy as np

    from inarow.search.native.jit import Struct

_PLACEMENTS = (Placement.FALLS, Placement.ANYWHERE, Placement.SENT)
"""In the order of the numbers of `counters.py`."""
_DIRECTIONS = ((1, 0), (0, 1), (1, -1), (1, 1))
"""Rows and columns per step: down, right, down left, down right."""


def board_of(state: State, configure: Callable[[Struct], None]) -> Struct:
    """The board of a position; `configure` makes the settings, before any stone is placed."""
    import numpy as np

    from inarow.search.minimax.kernel import set_up
    from inarow.search.native.counters import SENT

    board = _empty_board(state.game)
    configure(board)
    owners = np.array([[-1 if o is None else o for o in row] for row in state.board()])
    cells = np.flatnonzero(owners.ravel() >= 0)
    board.player = state.player
    if board.placement == SENT:
        board.board = -1 if state.note == "-" else int(state.note) - 1
    set_up(board, cells, owners.ravel()[cells])
    outcome = state.outcome
    board.won = outcome is not None and outcome.winner is not None
    return board


def _empty_board(game: Game) -> Struct:
    import numpy as np

    from inarow.search.native import counters

    board = np.zeros(1, counters.BOARD).view(np.recarray)[0]
    rows, cols = game.shape
    board.rows, board.cols, board.total = rows, cols, rows * cols
    board.left = rows * cols
    rules = game.rules
    if rules is None or not can_count_lines(game):
        raise NotSupported(f"there are no kernels for {game.name}")
    board.placement = _PLACEMENTS.index(rules.placement)
    board.k, board.exact, board.choose = rules.k, rules.exact, rules.chooses
    board.actions = game.num_actions - (rules.dice is not None)  # dice are for others
    block = rules.block or max(rows, cols)
    for number, (down, right) in enumerate(_DIRECTIONS):
        board.steps[number] = down * cols + right
        before, behind = _room(rows, cols, block, down, right)
        board.before[number, : rows * cols] = before
        board.behind[number, : rows * cols] = behind
    random = np.random.default_rng(20_061_116)
    words = random.integers(-(2**63), 2**63, (2, rows * cols), np.int64)
    board.key[:, : rows * cols] = words
    board.nine_key[:] = random.integers(-(2**63), 2**63, 10, np.int64)
    columns = sorted(range(cols), key=lambda col: (abs(2 * col - cols + 1), col))
    board.central[:cols] = columns
    side = np.arange(cols) % block
    width = min(block, cols)
    board.inner[: rows * cols] = np.tile(np.minimum(side, width - 1 - side), rows)
    return board


def _room(rows: int, cols: int, block: int, down: int, right: int) -> tuple[np.ndarray, np.ndarray]:
    """How many cells lie before and behind each cell in a direction, within its block."""
    import numpy as np

    row, col = np.divmod(np.arange(rows * cols), cols)
    up_room, left_room = row % block, col % block
    down_room = np.minimum(block, rows) - 1 - up_room
    right_room = np.minimum(block, cols) - 1 - left_room
    far = np.full(rows * cols, rows + cols)
    behind = np.minimum(
        down_room if down else far, right_room if right > 0 else left_room if right else far
    )
    before = np.minimum(
        up_room if down else far, left_room if right > 0 else right_room if right else far
    )
    return before, behind
