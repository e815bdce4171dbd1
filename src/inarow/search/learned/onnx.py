"""Networks of other people in ONNX files, run by `onnxruntime` (`pip install "inarow[onnx]"`).

ONNX is what PyTorch, JAX, TensorFlow and scikit-learn write for others to read: a graph of known
operations and numbers. Nothing of a file is Python; `onnxruntime` computes the graph, on one core.
A file does not say which game it plays, so it plays every game whose planes fit its one input:

    [batch, rows * cols * planes]     in a row
    [batch, rows, cols, planes]       as our environments show them
    [batch, planes, rows, cols]       as convolutions of PyTorch read them

and whose moves, or the number 1, fit its first output (see `foreign.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from inarow.errors import BadFile, MissingPackage, NotSupported
from inarow.games.base import Game, State
from inarow.games.record_file import read_plain
from inarow.search.learned.foreign import MOST_SUM, Foreign
from inarow.search.native.jit import Array
from inarow.search.planes import observe, shape_of


class OnnxNetwork(Foreign):
    """A network of an ONNX file, for one game.

    Args:
        path: the file.
        stamp: when it was changed; it is read again then.
        game: must fit what it reads and answers.

    Raises:
        BadFile: the file is no such network.
        NotSupported: it is for another game.
    """

    def __init__(self, path: Path, stamp: int, game: Game) -> None:
        self.game, self._session = game, _session(path, stamp)
        (given,), told = self._session.get_inputs(), self._session.get_outputs()[0]
        planes = shape_of(game)
        first = (planes[2], *planes[:2])
        shape, width = tuple(given.shape[1:]), told.shape[-1]
        fits = shape in (planes, first, (int(np.prod(planes)),))
        if not fits or width not in (1, game.num_actions):
            raise NotSupported(
                f"{path} reads {list(shape)} and answers {width}; "
                f"{game} has {list(planes)} and {game.num_actions} moves"
            )
        self._name, self._shape, self._width = given.name, shape, width
        self._first = shape == first

    @property
    def values(self) -> bool:
        return bool(self._width == 1)

    def answer(self, states: Sequence[State]) -> Array:
        rows = np.array([observe(state, state.player) for state in states], np.float32)
        rows = rows.transpose(0, 3, 1, 2) if self._first else rows.reshape(-1, *self._shape)
        found = self._session.run(None, {self._name: rows})[0]
        return np.clip(np.nan_to_num(found.reshape(len(states), -1)), -MOST_SUM, MOST_SUM)


@lru_cache(maxsize=4)
def _session(path: Path, stamp: int) -> Any:
    """A file, ready to be asked."""
    try:
        import onnxruntime
    except ImportError:
        raise MissingPackage("an .onnx file needs", "onnxruntime") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(
            read_plain(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # it raises classes of its own, without a common one
        reason = str(error).splitlines()[0]
        raise BadFile(f"{path} is not an ONNX network, or damaged: {reason}") from error
    if len(session.get_inputs()) != 1 or session.get_inputs()[0].type != "tensor(float)":
        raise BadFile(f"{path} cannot be used: it must read one array of 32-bit numbers")
    return session
