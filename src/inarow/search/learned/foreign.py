"""Networks of other people at play: they say what they think, and these players act on it.

A network that was trained elsewhere reads the planes of `search/planes.py` (those of our
environments), as the player to move sees them. What it answers depends on its last layer:

    one number a move   a *policy*: the legal move with the largest number is played
    one number          a *value*: the log odds that the player to move wins; the move is played
                        after which the opponent's are smallest, or a tree is grown with them

As all our players it completes a line that it can complete, and lets the opponent complete none.
`dense.py` and `onnx.py` read the files.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import perf_counter

from inarow.games.base import Game, State
from inarow.search.decision import Decision, Kind, Result, Unit, Value, position_value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.learned.plain import sensible_moves
from inarow.search.learned.tree_plain import Branch, simulate
from inarow.search.limit import Limit
from inarow.search.native.jit import Array

MOST_SUM = 30.0
"""Log odds are cut here."""


class Foreign(ABC):
    """A network of somebody else.

    Attributes:
        game: it can judge no other.
    """

    game: Game

    @property
    @abstractmethod
    def values(self) -> bool:
        """Whether it says what a position is worth, and not which move to play."""

    @abstractmethod
    def answer(self, states: Sequence[State]) -> Array:
        """[position, output] what it says about positions, each as the player to move sees it."""

    def sums(self, state: State, moves: Sequence[int]) -> dict[int, float]:
        """What each move is worth for the player to move, as log odds; it must know values."""
        after = [state.play(move) for move in moves]
        told = self.answer(after)[:, 0].tolist()
        return {
            move: 0.0 if then.outcome is not None else one if then.player == state.player else -one
            for move, then, one in zip(moves, after, told, strict=True)
        }

    def choose(self, state: State, limit: Limit, simulations: int, courage: float) -> Decision:
        """The move that seems best; a value looks ahead as far as limit and simulations allow."""
        wins = winning_actions(state, state.player)
        if wins:
            value = Value(Kind.PROVEN, 1.0, Result.WIN, 1, unit=Unit.CHANCE)
            return Decision(wins[0], value, {wins[0]: value}, (wins[0],), nodes=1)
        moves = sensible_moves(state) or list(state.legal_actions())
        if not self.values:
            found = self.answer([state])[0]
            best = max(moves, key=lambda move: float(found[move]))
            return Decision(best, line=(best,), nodes=1)
        return self._grow(state, moves, limit, simulations, courage)

    def _grow(
        self, state: State, moves: Sequence[int], limit: Limit, simulations: int, courage: float
    ) -> Decision:
        """The most visited move of a tree; the first simulation judges all moves once."""
        began, root = perf_counter(), Branch(state, 1 - state.player)
        most = limit.most_simulations if limit.most_simulations is not None else simulations
        for done in range(most):
            late = limit.seconds is not None and perf_counter() - began > limit.seconds
            if done and (root.sure or late or limit.stopped):
                break
            simulate(self.sums, root, courage)
        values = {move: _value(branch) for move, branch in root.children.items()}
        if not values:  # every move loses at once
            return Decision(moves[0], _LOST, dict.fromkeys(moves, _LOST), (moves[0],), nodes=1)
        best = max(
            root.children,
            key=lambda move: (
                root.children[move].sure,
                root.children[move].visits,
                values[move].score,
            ),
        )
        legal, seconds = state.legal_actions(), perf_counter() - began
        value = position_value(best, values, legal)
        return Decision(best, value, values, (best,), root.visits, seconds)


_LOST = Value(Kind.PROVEN, 0.0, Result.LOSS, 2, unit=Unit.CHANCE)


def _value(branch: Branch) -> Value:
    """What is known of a move."""
    if branch.sure:
        result = Result.WIN if branch.sure > 0 else Result.LOSS
        return Value(Kind.PROVEN, float(branch.sure > 0), result, None, unit=Unit.CHANCE)
    outcome = branch.state.outcome
    if outcome is not None and outcome.winner is None:
        return Value(Kind.PROVEN, 0.5, Result.DRAW, 1, unit=Unit.CHANCE)
    return Value(Kind.ESTIMATE, branch.mean, unit=Unit.CHANCE)
