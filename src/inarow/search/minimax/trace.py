"""Alpha-beta step by step: every position with its window, every cut-off, every value going up.

The search itself is the one of `alphabeta.py`; this one only listens. What it says, in the
order in which it happens:

    enter    a position is looked at with a window (alpha, beta)
    leaf     nothing is tried there: the game is over, or the search looks no further
    cut      one move was good enough: the moves that are left cannot matter
    return   the value that goes up
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from inarow.games.base import SYMBOLS, Game, State
from inarow.search.clock import SearchClock
from inarow.search.evaluators.base import Evaluate
from inarow.search.events import names
from inarow.search.limit import Limit
from inarow.search.minimax.alphabeta import INFINITY, AlphaBeta

WATCH_POSITIONS = 5000
"""Positions of an alpha-beta search that are told at most."""
WATCH_CELLS = 100


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One thing that happened.

    Args:
        kind: enter, leaf, cut or return.
        path: the moves from the root to the position.
        player: who is to move there.
        maximizing: whether that player wants high values.
        alpha: what the maximizer is sure of elsewhere (at a cut: by now).
        beta: what the minimizer is sure of elsewhere (at a cut: by now).
        value: of a leaf, or what is returned.
        by: at a cut, the move that was good enough.
        skipped: at a cut, the moves that were not tried.
        over: at a leaf, whether the game is over there.
    """

    kind: str
    path: tuple[int, ...]
    player: int
    maximizing: bool
    alpha: float
    beta: float
    value: float | None = None
    by: int | None = None
    skipped: tuple[int, ...] = ()
    over: bool = False

    def words(self, game: Game, sides: Sequence[str] = SYMBOLS) -> str:
        """The step in a line, indented by its depth; `sides` are what the players are called."""
        where = " ".join(names(game, self.path)) or "root"
        role = "max" if self.maximizing else "min"
        text = f"{where}: {sides[self.player]} ({role}), window ({self.alpha:g}, {self.beta:g})"
        if self.kind == "leaf":
            why = "the game is over" if self.over else "looked no further"
            text = f"{where}: {why}, value {self.value:g}"
        elif self.kind == "cut" and self.by is not None:
            sure = "beta" if self.maximizing else "alpha"
            rest = " ".join(names(game, self.skipped)) or "nothing"
            text = f"{where}: {game.format(self.by)} reaches {sure}; cut off: {rest}"
        elif self.kind == "return":
            text = f"{where}: returns {self.value:g}"
        return "  " * len(self.path) + text


@dataclass
class TracingAlphaBeta(AlphaBeta):
    """An alpha-beta search that writes down what it does."""

    steps: list[SearchStep] = field(default_factory=list)
    _path: list[int] = field(default_factory=list)
    _root: bool = True

    def value(
        self, state: State, plies_left: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> float:
        is_root, self._root = self._root, False
        if not is_root and state.last is not None:
            self._path.append(state.last)
        self.cuts = [] if self.cuts is None else self.cuts
        enter = SearchStep(
            "enter", tuple(self._path), state.player, state.player == self.maximizer, alpha, beta
        )
        self.steps.append(enter)
        entered, cuts = len(self.steps), len(self.cuts)
        value = super().value(state, plies_left, alpha, beta)
        last = replace(enter, kind="return", value=value)
        if len(self.steps) == entered:
            last = replace(last, kind="leaf", over=state.outcome is not None)
        elif len(self.cuts) > cuts and self.cuts[-1].state is state:
            cut, moves = self.cuts[-1], list(self.moves(state))
            rest = tuple(moves[moves.index(cut.action) + 1 :])
            step = replace(enter, kind="cut", alpha=cut.alpha, beta=cut.beta)
            self.steps.append(replace(step, by=cut.action, skipped=rest))
        self.steps.append(last)
        if not is_root:
            self._path.pop()
        return value


def trace_alphabeta(
    state: State, depth: int, positions: int = WATCH_POSITIONS, evaluate: Evaluate | None = None
) -> list[SearchStep]:
    """Every step of a search of a small position, for the player to move.

    Args:
        state: the root.
        depth: plies to look ahead.
        positions: the most that are looked at; beyond them nothing is searched further.
        evaluate: what a position is worth where the search stops; by default 0.

    >>> from inarow.registry import load_game
    >>> game = load_game("connect_four(rows=2,cols=2,k=2)")
    >>> steps = trace_alphabeta(game.initial_state(), 4)
    >>> print("\\n".join(step.words(game) for step in steps[:6]))
    root: X (max), window (-inf, inf)
      1: O (min), window (-inf, inf)
        1 1: X (max), window (-inf, inf)
          1 1 2: O (min), window (-inf, inf)
          1 1 2: the game is over, value 2
        1 1: returns 2
    """
    search = TracingAlphaBeta(maximizer=state.player, clock=SearchClock(Limit(nodes=positions)))
    if evaluate is not None:
        search.evaluate = evaluate
    search.value(state, depth)
    return search.steps
