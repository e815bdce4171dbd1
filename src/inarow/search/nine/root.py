"""The position that is searched on nine boards: its moves, and what is said about them."""

from collections.abc import Iterable, Mapping, Sequence

from inarow.games.base import State
from inarow.search.decision import Decision, Info, Kind, Result, Unit, Value, position_value
from inarow.search.evaluators.nine_patterns import Values, fitted_values, valued_record
from inarow.search.native.jit import Struct
from inarow.search.native.nine import ANY, can_win, set_state
from inarow.search.native.position import NINE_WINS
from inarow.search.nine import kernel

PATH = "kernel, nine boards by their fillings"
LATE = 3
"""How many moves of a position alpha-beta looks at in full."""


def make_record(values: Values) -> Struct:
    """A record of nine empty boards, with what was learned of them."""
    b = valued_record(kernel.ENGINE_FIELDS, values)
    b.late, b.forced = LATE, 1
    return b


class Root:
    """A position and its moves, each 9 * board + cell.

    Args:
        state: a position in which the game goes on.
        lost: actions that are known to lose and need not be looked at.
    """

    def __init__(self, state: State, lost: frozenset[int] = frozenset()) -> None:
        self.state = state
        self.board = make_record(fitted_values())
        set_state(self.board, state)
        self._chooses = self.board.board == ANY
        self._safe = [int(m) for m in self.board.moves[0, : kernel.list_safe(self.board, 0)]]
        self.moves = [move for move in self._safe if self.action_of(move) not in lost]
        if self.win is not None:
            self.moves = []

    @property
    def win(self) -> int | None:
        """A move that completes a line; None if there is none."""
        b = self.board
        if not can_win(b):
            return None
        for board in range(9) if self._chooses else [int(b.board)]:
            own, other = (int(b.stones[p, board]) for p in (b.player, 1 - b.player))
            cells = int(NINE_WINS[own]) & ~(own | other)
            if cells:
                return 9 * board + (cells & -cells).bit_length() - 1
        return None

    def action_of(self, move: int) -> int:
        """What is played for a move: its board, if one is to be chosen, or its cell."""
        return move // 9 if self._chooses else move % 9

    def actions_of(self, moves: Iterable[int]) -> tuple[int, ...]:
        """Moves as the game plays them: where a board is chosen, that is an action of its own."""
        state, actions = self.state, list[int]()
        for move in moves:
            for action in (move // 9, move % 9) if state.note == "-" else (move % 9,):
                actions.append(action)
                state = state.play(action)
        return tuple(actions)

    def info(
        self, found: Mapping[int, Value], line: Sequence[int], depth: int, seconds: float
    ) -> Info:
        """What is known: `found` are the values of moves, `line` the moves that are expected."""
        win = self.win
        if win is None:
            values = self._of_actions(found)
        else:
            values, line = {self.action_of(win): won(1)}, [win]
        legal = self.state.legal_actions()
        actions = self.actions_of(line) or (legal[0],)
        value = position_value(actions[0], values, legal)
        return Info(actions[0], value, actions, depth, int(self.board.nodes), seconds, values)

    def _of_actions(self, found: Mapping[int, Value]) -> dict[int, Value]:
        """The values of actions: choosing a board is worth the best of its cells."""
        values = dict[int, Value]()
        for action in {self.action_of(move) for move in found}:
            moves = [move for move in self._safe if self.action_of(move) == action]
            known = [found[move] for move in moves if move in found]
            if len(known) == len(moves) or any(value.results == _WON for value in known):
                values[action] = max(known, key=lambda value: value.rank)
        safe = {self.action_of(move) for move in self._safe}
        return values | {a: lost(2) for a in self.state.legal_actions() if a not in safe}


_WON = (1.0, 1.0)


def decision_of(info: Info) -> Decision:
    """The last word of a search."""
    return Decision(info.action, info.value, info.values, info.line, info.nodes, info.seconds, PATH)


def won(plies: int | None, at_most: bool = False) -> Value:
    """A proven win."""
    return Value(Kind.PROVEN, 1.0, Result.WIN, plies, at_most=at_most, unit=Unit.CHANCE)


def lost(plies: int | None = None) -> Value:
    """A proven loss."""
    return Value(Kind.PROVEN, 0.0, Result.LOSS, plies, unit=Unit.CHANCE)
