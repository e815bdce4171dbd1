"""A reason: what it says, whom it helps, and what to mark on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from inarow.games.base import SYMBOLS, Cell, State


class WhyData(TypedDict):
    """One reason for or against a move: whom it helps, and the cells that it is about.

    Cells are row and column, from 0 at the top left.
    """

    kind: str
    player: str
    words: str
    cells: list[list[int]]
    lines: list[list[list[int]]]
    moves: list[str]


@dataclass(frozen=True, slots=True)
class Why:
    """One reason: its kind, whom it helps, what it is about, and a sentence."""

    kind: str
    player: int
    words: str
    cells: tuple[Cell, ...] = ()
    lines: tuple[tuple[Cell, ...], ...] = ()
    moves: tuple[int, ...] = ()  # of a forced sequence, or the moves that answer

    def as_dict(self, state: State) -> WhyData:
        """The reason as JSON-ready data."""
        return {
            "kind": self.kind,
            "player": SYMBOLS[self.player],
            "words": self.words,
            "cells": [list(cell) for cell in self.cells],
            "lines": [[list(cell) for cell in line] for line in self.lines],
            "moves": [state.game.format(action) for action in self.moves],
        }
