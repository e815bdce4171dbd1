"""Alpha-beta by compiled kernels: takes the place of `AlphaBeta` in `search_alphabeta`.

The root stays in Python: which moves are judged, in which order, with which words. Only the value
of a root move, the part that takes the time, is asked of `kernel.py`. With several
threads the others search the same root moves in another order and share the table, so that the
first thread finds much of its work done (known as lazy SMP).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from math import inf
from typing import TYPE_CHECKING

from inarow.errors import NotSupported
from inarow.games.base import State
from inarow.games.dice import dice_action
from inarow.games.rules import Placement, Rules
from inarow.options import fill_record
from inarow.search.clock import SearchClock, Spending, start_deep
from inarow.search.decision import Decision
from inarow.search.evaluators import EVALUATORS, evaluator
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import Plan
from inarow.search.native.from_state import COUNTED_LINES, can_count_lines
from inarow.search.ordering import moves_in_order

if TYPE_CHECKING:
    import numpy as np

    from inarow.search.native.jit import Struct

ALPHABETA_MEMORY_MB = 64

_SCORES = ("fixed", "distance", "clear")
_SLOT_BYTES = 16
_LEAST = 1 << 10
_GROWTH = 64
"""Slots per position that the depth before has visited."""
_ALL_NODES = 2**62
_PLACEMENTS = (Placement.FALLS, Placement.ANYWHERE, Placement.SENT)
"""In the order of the numbers of `counters.py`."""
_DIRECTIONS = ((1, 0), (0, 1), (1, -1), (1, 1))
"""Rows and columns per step: down, right, down left, down right."""


class CompiledAlphaBeta:
    """The values of root moves, by kernels.

    Args:
        state: the root.
        plan: how to search.
        limit: ends the search.
        score: of decided games: "fixed", by "distance", or the same but "clear" of evaluations.
        most: evaluations are kept within this.
        maximizer: the player for whom high scores are good.
        threads: how many search at the same time.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> search = CompiledAlphaBeta(state, Plan(evaluator="none"), Limit())
    >>> search.value(state.play(4), 8)
    0.0
    """

    def __init__(
        self,
        state: State,
        plan: Plan,
        limit: Limit,
        score: str = "distance",
        most: float = inf,
        maximizer: int = 0,
        threads: int = 1,
    ) -> None:
        import numpy as np

        from inarow.search.minimax import kernel as alphabeta

        self._kernels = alphabeta
        self._root = state
        self._plan = plan
        self._limit = limit
        self._threads = threads
        self._score = score
        self._most = most
        self.moves = moves_in_order(plan.order)
        self.maximizer = maximizer
        self._clock = SearchClock(limit)
        self._board = board_of(state, self._configure)
        self._helpers = [self._board.copy() for _ in range(threads - 1)]
        self._table = np.zeros(2, np.int64)

    def _configure(self, board: Struct) -> None:
        """Put the plan into the record that the kernel reads."""
        plan, game = self._plan, self._root.game
        rules = game.rules
        assert rules is not None, "only games with rules are compiled"
        judge = evaluator(plan.evaluator)
        fill_record(board, plan, Plan)
        fill_record(board, judge, type(judge))
        board.evaluator = EVALUATORS.index(judge.name)
        board.most = self._most
        board.score = _SCORES.index(self._score)
        board.maximizer = self.maximizer
        board.node_limit = max(1, (self._limit.nodes or _ALL_NODES) // self._threads)
        if self._score != "distance":
            board.bound_tests = 0  # the tests know no other scores
        if rules.dice is not None and plan.foresight:
            board.foresight = 2  # who may call for the dice is not lost to two threats
        if not rules.anywhere:
            board.order = 0
        order = self._ranked()
        board.ranked[: len(order)] = order
        if judge.name == "open_lines":
            longest = min(int(board.k), max(game.shape))
            board.weights[1 : longest + 1] = [float(board.growth) ** n for n in range(longest)]

    def _ranked(self) -> list[int]:
        """All actions but the dice, in the order in which they are tried."""
        game = self._root.game
        empty = game.initial_state()
        while empty.chance():  # a random first stone: any will do to see the order
            empty = empty.play(empty.chance()[0][0])
        actions = game.num_actions - (dice_action(self._root) is not None)
        tried = [] if self._plan.order == "near" else list(self.moves(empty))
        return tried + sorted(set(range(actions)).difference(tried))

    @property
    def clock(self) -> Spending:
        """It counts for itself what it spends."""
        return self

    @property
    def nodes(self) -> int:
        """The positions visited so far, by all threads."""
        return int(self._board.nodes) + sum(int(helper.nodes) for helper in self._helpers)

    @property
    def exhausted(self) -> bool:
        """Whether the limit has ended the search."""
        return bool(self._board.stop)

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return self._clock.seconds

    @property
    def reached_horizon(self) -> bool:
        """Whether some line was not searched to the end of the game."""
        return bool(self._board.horizon)

    @reached_horizon.setter
    def reached_horizon(self, reached: bool) -> None:
        self._board.horizon = reached

    def decide(self, work: Callable[[], Decision]) -> Decision:
        """Run a search that asks this one for values, until it is done or the limit ends it."""
        (decision,) = self._clock.watch([work], self.halt)
        return replace(decision, path=COUNTED_LINES)

    def halt(self) -> None:
        """End the search as soon as possible; may be called from any thread."""
        self._board.stop = 1
        for helper in self._helpers:
            helper.stop = 1

    def value(self, child: State, left: int, alpha: float = -inf, beta: float = inf) -> float:
        """The score of a child of the root for the maximizer, `left` plies ahead."""
        left += child.ply - self._root.ply
        return self._value(self._board, _last(child), left, alpha, beta)

    def value_with_dice(self, child: State, left: int) -> float:
        """The same, or the mean over both stones if the child has called for the dice."""
        if not child.chance():
            return self.value(child, left)
        return float(self._kernels.mean_over_drops(self._board, self._table, left, 2))

    def _value(self, board: Struct, action: int, left: int, alpha: float, beta: float) -> float:
        return float(
            self._kernels.value_after(board, self._table, action, left, float(alpha), float(beta))
        )

    def line(self, state: State, action: int, depth: int) -> tuple[int, ...]:
        """The expected play after an action: the best replies that the table remembers."""
        import numpy as np

        line = np.zeros(depth + 1, np.int64)
        length = self._kernels.follow(self._board, self._table, action, line, 0, depth)
        return tuple(int(action) for action in line[:length])

    def make_room(self, plies: int) -> None:
        """Give a search of this many plies a table of fitting size; what an old one held is lost.

        Memory that is touched for the first time takes time, so small searches get small tables.
        """
        import numpy as np

        if not self._plan.table:
            return
        most = (self._limit.memory or ALPHABETA_MEMORY_MB) * 2**20 // _SLOT_BYTES
        likely = int(self._board.actions) ** min(plies, 20)
        if self.nodes:
            likely = min(likely, _GROWTH * self.nodes)
        slots = 1 << max(_LEAST, min(most, likely)).bit_length() - 1
        if 2 * slots > len(self._table):
            self._table = np.zeros(2 * slots, np.int64)
            for board in (self._board, *self._helpers):
                board.keys = slots

    @contextmanager
    def helped(self, moves: Sequence[int], plies: int) -> Iterator[None]:
        """While the root moves are judged, let the other threads search them, too."""
        self.make_room(plies)
        if not self._helpers or not self._plan.table:
            yield
            return
        threads = []
        for number, helper in enumerate(self._helpers, 1):
            helper.stop = self._board.stop
            shift = number * len(moves) // (len(self._helpers) + 1)
            order = [*moves[shift:], *moves[:shift]]
            threads.append(start_deep(partial(self._help, helper, order, plies)))
        try:
            yield
        finally:
            for helper in self._helpers:
                helper.stop = 1
            for thread in threads:
                thread.join()

    def _help(self, helper: Struct, moves: Sequence[int], plies: int) -> None:
        for action in moves:
            if helper.stop:
                return
            self._value(helper, action, plies, -inf, inf)


def _last(state: State) -> int:
    assert state.last is not None
    return state.last


# From a state to the board that counts its lines (`native/counters.py`)


def board_of(state: State, configure: Callable[[Struct], None]) -> Struct:
    """The board of a position; `configure` makes the settings, before any stone is placed."""
    import numpy as np

    from inarow.search.minimax.kernel import set_up
    from inarow.search.native.counters import SENT

    rules = state.game.rules
    if rules is None or not can_count_lines(state.game):
        raise NotSupported(f"there are no kernels for {state.game.name}")
    board = _empty_board(rules).copy()
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


@lru_cache(maxsize=8)
def _empty_board(rules: Rules) -> Struct:
    """The record of a board without stones; who plays on it needs a copy."""
    import numpy as np

    from inarow.search.native import counters

    board = np.zeros(1, counters.BOARD).view(np.recarray)[0]
    rows, cols = rules.rows, rules.cols
    board.rows, board.cols, board.total = rows, cols, rows * cols
    board.left = rows * cols
    board.placement = _PLACEMENTS.index(rules.placement)
    board.k, board.exact, board.choose = rules.k, rules.exact, rules.chooses
    board.actions = rules.num_actions - (rules.dice is not None)  # dice are for others
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
