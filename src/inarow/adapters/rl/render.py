"""Boards as Gymnasium and PettingZoo draw them: as text, on the screen, or as pixels.

    ansi        `render()` gives the board in plain characters
    human       every reset and step prints it
    rgb_array   `render()` gives an array of pixels: 32 x 32 for each cell, which wrappers such as
                RecordVideo make films of

In pixels the stones of the first player are discs and those of the second one rings: they differ
in more than their colours.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from inarow.errors import BadOption
from inarow.games.base import State

Pixels: TypeAlias = NDArray[np.uint8]
RENDER_MODES = ("ansi", "human", "rgb_array")
FRAMES_PER_SECOND = 2
"""What films of games are shown with unless somebody says something else."""
CELL = 32
"""The side of a cell in pixels."""

_BACKGROUND, _FREE = (38, 70, 120), (232, 236, 242)
_STONES = ((208, 52, 44), (240, 190, 40))
_RADIUS, _HOLE = 0.8, 0.4
"""Of a stone, and of the hole in one of the second player; 1 is half the side of a cell."""


def check_render_mode(mode: str | None) -> None:
    """Refuse what cannot be drawn."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"there is no render mode {mode!r}: there is {', '.join(RENDER_MODES)}")


def rendered(state: State, mode: str | None) -> str | Pixels | None:
    """What `render` gives; on the screen the board is there already."""
    if mode == "ansi":
        return str(state)
    return pixels(state) if mode == "rgb_array" else None


def show(state: State, mode: str | None) -> None:
    """Print the board if people are to see every step."""
    if mode == "human":
        print(state, end="\n\n", flush=True)


def pixels(state: State) -> Pixels:
    """A position as an image: rows, columns, and red, green and blue.

    >>> from inarow.registry import load_game
    >>> image = pixels(load_game("tic_tac_toe").initial_state().play(4))
    >>> image.shape, image[48, 48].tolist()
    ((96, 96, 3), [208, 52, 44])
    """
    cells = [[_cell(owner) for owner in row] for row in state.board()]
    return np.concatenate([np.concatenate(row, axis=1) for row in cells])


def _cell(owner: int | None) -> Pixels:
    middle = (np.arange(CELL) - (CELL - 1) / 2) / (CELL / 2)
    away = np.hypot(middle[:, None], middle[None, :])
    image = np.full((CELL, CELL, 3), _BACKGROUND, np.uint8)
    image[away < _RADIUS] = _FREE if owner is None else _STONES[owner]
    if owner == 1:
        image[away < _HOLE] = _BACKGROUND
    return image
