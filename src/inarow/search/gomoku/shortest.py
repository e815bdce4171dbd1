"""The shortest win, from Python: in how few plies, and by which play (`kernel_shortest.py`)."""

from __future__ import annotations

from inarow.search.gomoku.board import played, take_back
from inarow.search.gomoku.kernel_board import EMPTY, put
from inarow.search.gomoku.kernel_shortest import wins_within
from inarow.search.native.jit import Struct

_QUICKEST = 3
"""Plies of the quickest win that is looked for: five at once are never overlooked."""


def shortest_win(b: Struct, plies: int, positions: int) -> tuple[int, list[int]] | None:
    """The plies of the shortest win, and its play if it is a new one; None: too much to ask.

    Args:
        b: the position.
        plies: in which a win is known.
        positions: how many may be looked at.
    """
    b.proofs_left = positions
    for fewer in range(_QUICKEST, plies, 2):
        if wins_within(b, fewer, 0):
            first = int(b.moves[0, 0])
            return fewer, _follow(b, fewer) or [first]
        if b.proofs_left <= 0 or b.stop:
            return None
    return plies, []


def _follow(b: Struct, plies: int) -> list[int]:
    """The play of a win in exactly this number of plies."""
    line: list[int] = []
    while wins_within(b, plies - len(line), 0):
        _play(b, line, int(b.moves[0, 0]))
        if len(line) == plies:
            break
        _play(b, line, _longest(b, plies - len(line)))
    take_back(b, line)
    return line


def _play(b: Struct, line: list[int], move: int) -> None:
    line.append(move)
    put(b, move, int(b.player))
    b.player = 1 - b.player


def _longest(b: Struct, plies: int) -> int:
    """An answer after which the attacker does not win sooner than he has to."""
    for cell in range(int(b.first), int(b.last)):
        if b.stone[cell] == EMPTY:
            found = cell
            with played(b, cell):
                sooner = wins_within(b, plies - 3, 0)
            if not sooner:
                break
    return found
