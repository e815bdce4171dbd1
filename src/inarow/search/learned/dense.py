"""Other people's networks: dense layers in a file of arrays, and nothing that could be run.

A network that was trained elsewhere (PyTorch, JAX, scikit-learn, ...) plays here once its numbers
are in an `.npz` file:

    format       "inarow layers 1"
    game         the game that it plays, as "connect_four"
    activation   "relu" or "tanh", after every layer but the last
    weights_0    [inputs, outputs] of the first layer
    bias_0       [outputs]
    weights_1, bias_1, ...

It reads the planes in a row, and is played with as `foreign.py` tells.
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
from inarow.search.learned.foreign import MOST_SUM, Foreign
from inarow.search.native.jit import Array
from inarow.search.planes import observe, shape_of

FORMAT = "inarow layers 1"
_MOST_LAYERS = 64


@dataclass(frozen=True)
class Layers(Foreign):
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
        return len(self.biases[-1]) == 1

    def answer(self, states: Sequence[State]) -> Array:
        rows = np.array([observe(state, state.player).ravel() for state in states], np.float32)
        for number, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            rows = rows @ weights + bias
            if number < len(self.weights) - 1:
                rows = np.maximum(rows, 0) if self.bends == "relu" else np.tanh(rows)
        return np.clip(np.nan_to_num(rows), -MOST_SUM, MOST_SUM)


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
