"""Other people's networks: dense layers in a file of arrays, and nothing that could be run.

A network that was trained elsewhere (PyTorch, JAX, scikit-learn, ...) plays here once its numbers
are in an `.npz` file:

    format       "inarow layers 1"
    game         the game that it plays, as "connect_four"
    activation   "relu" or "tanh", after every layer but the last
    weights_0    [inputs, outputs] of the first layer
    bias_0       [outputs]
    weights_1, bias_1, ...

It reads the planes of `search/planes.py` (those of our environments), as the player to move sees
them, in a row. What it answers depends on the last layer:

    one number a move   a *policy*: the legal move with the largest number is played
    one number          a *value*: the log odds that the player to move wins; the move is played
                        after which the opponent's are smallest

As all our players it completes a line that it can complete, and lets the opponent complete none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from inarow.errors import BadFile, InarowError
from inarow.games.base import Game, State
from inarow.registry import load_game
from inarow.search.arrays import array_names, read_arrays
from inarow.search.decision import Decision, Kind, Result, Unit, Value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.learned.plain import chance_of, sensible_moves
from inarow.search.native.jit import Array
from inarow.search.planes import observe, shape_of

FORMAT = "inarow layers 1"
_MOST_LAYERS = 64
_MOST_SUM = 30.0


@dataclass(frozen=True)
class Layers:
    """A network of dense layers.

    Args:
        game: it can judge no other.
        weights: [inputs, outputs] of each layer.
        biases: [outputs] of each layer.
        bends: whether "relu" or "tanh" follows every layer but the last.
    """

    game: Game
    weights: Sequence[Array]
    biases: Sequence[Array]
    bends: str

    @property
    def values(self) -> bool:
        """Whether it says what a position is worth, and not which move to play."""
        return len(self.biases[-1]) == 1

    def answer(self, states: Sequence[State]) -> Array:
        """[position, output] what it says about positions, each as the player to move sees it."""
        rows = np.array([observe(state, state.player).ravel() for state in states], np.float32)
        for number, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            rows = rows @ weights + bias
            if number < len(self.weights) - 1:
                rows = np.maximum(rows, 0) if self.bends == "relu" else np.tanh(rows)
        return np.clip(np.nan_to_num(rows), -_MOST_SUM, _MOST_SUM)

    def look(self, state: State) -> Decision:
        """The move that it would play."""
        wins = winning_actions(state, state.player)
        if wins:
            value = Value(Kind.PROVEN, 1.0, Result.WIN, 1, unit=Unit.CHANCE)
            return Decision(wins[0], value, {wins[0]: value}, (wins[0],), nodes=1)
        moves = sensible_moves(state) or list(state.legal_actions())
        if not self.values:
            found = self.answer([state])[0]
            best = max(moves, key=lambda move: float(found[move]))
            return Decision(best, line=(best,), nodes=1)
        after = [state.play(move) for move in moves]
        sums = self.answer(after)[:, 0].tolist()
        values = {
            move: _value(state, then, total)
            for move, then, total in zip(moves, after, sums, strict=True)
        }
        best = max(values, key=lambda move: values[move].score)
        return Decision(best, values[best], values, (best,), nodes=len(moves))


def _value(state: State, after: State, total: float) -> Value:
    """What a move is worth whose position has these log odds for the player to move there."""
    if after.outcome is not None:  # no line: a draw
        return Value(Kind.PROVEN, 0.5, Result.DRAW, 1, unit=Unit.CHANCE)
    chance = chance_of(total if after.player == state.player else -total)
    return Value(Kind.ESTIMATE, chance, unit=Unit.CHANCE)


def load_layers(path: Path) -> Layers:
    """Read a network of dense layers.

    Raises:
        BadFile: the file is none, or its layers do not fit each other or the game.
    """
    count = sum(name.startswith("weights_") for name in array_names(path))
    if not 0 < count <= _MOST_LAYERS:
        raise BadFile(f"{path} has {count} layers, not 1 to {_MOST_LAYERS}")
    names = [f"{kind}_{at}" for at in range(count) for kind in ("weights", "bias")]
    head = ("format", "game", "activation")
    _, game_name, bends, *arrays = read_arrays(path, (*head, *names), "a network of layers")
    try:
        game = load_game(str(game_name))
    except InarowError as error:
        raise BadFile(f"{path} is damaged: {error}") from None
    flaw = _flaw(arrays, game, str(bends))
    if flaw:
        raise BadFile(f"{path} cannot be used: {flaw}")
    numbers = [array.astype(np.float32) for array in arrays]
    return Layers(game, numbers[::2], numbers[1::2], str(bends))


def _flaw(arrays: Sequence[Array], game: Game, bends: str) -> str:
    """What is wrong with the arrays of a file; nothing if they can be used."""
    if bends not in ("relu", "tanh"):
        return f"its activation is {bends!r}, not relu or tanh"
    width = int(np.prod(shape_of(game)))
    for number, (weights, bias) in enumerate(zip(arrays[::2], arrays[1::2], strict=True)):
        if weights.dtype.kind != "f" or bias.dtype.kind != "f":
            return f"layer {number} is not made of numbers"
        if weights.ndim != 2 or bias.shape != weights.shape[1:] or not bias.size:
            return f"layer {number} has weights {weights.shape} and a bias {bias.shape}"
        if len(weights) != width:
            return f"layer {number} reads {len(weights)} numbers, and gets {width}"
        if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
            return f"a number of layer {number} is none"
        width = len(bias)
    if width not in (1, game.num_actions):
        return f"it answers with {width} numbers, not with 1 or {game.num_actions}"
    return ""
