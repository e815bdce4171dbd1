"""Wins by threats, from Python: who wins by fours, or by threes and fours, and how.

A search asks again and again, with a few more positions each time; the table keeps what is known,
so nothing is searched twice (`kernel_threes.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.gomoku import kernel_fours, kernel_threes
from inarow.search.gomoku.board import Setting
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.kernel_board import MAX_PLY
from inarow.search.gomoku.kernel_threes import NEVER
from inarow.search.gomoku.names import A_FIVE, NO_MOVE
from inarow.search.limit import Limit
from inarow.search.native.jit import Struct

_POSITIONS = 100_000
NO_LIMIT = 1 << 62
_SLOTS = 2**18
"""Positions that the table holds: 4 MB."""


class By(StrEnum):
    """What a win by force is made of."""

    FOURS = "fours"
    THREES = "threes"


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win that no answer stops.

    Args:
        line: the moves of both sides, against the longest defence that was found.
        plies: five stand after this number of plies at the latest; perhaps there is a shorter way.
        by: whether fours are enough.
    """

    line: tuple[int, ...]
    plies: int
    by: By


class Threats:
    """What is known of wins by threats from one position on."""

    def __init__(self, board: Struct) -> None:
        self._board = board
        self.table = np.zeros(2 * _SLOTS, np.int64)

    def win(self, attacker: int, positions: int, first: int = NO_MOVE) -> int | None:
        """The plies in which a player wins by threats; 0: not at all; None: not known yet.

        Args:
            attacker: who is to move.
            positions: how many may be looked at.
            first: a move of the other player that is played before.
        """
        b = self._board
        if first != NO_MOVE and b.kind[1 - attacker, first] == A_FIVE:
            return 0  # that move ends the game
        b.proofs_left = positions
        phi, delta, plies = kernel_threes.prove_after(b, self.table, attacker, first)
        if phi == 0:
            return int(plies)
        return 0 if delta == 0 else None

    def line(self, attacker: int) -> list[int]:
        """The cells of a win that was found; to find them again takes a moment beyond the limit."""
        b, line = self._board, np.zeros(MAX_PLY, np.int64)
        stop, most = int(b.stop), int(b.node_limit)
        b.stop, b.node_limit = 0, NO_LIMIT
        count = kernel_threes.follow_threats(b, self.table, attacker, line)
        b.stop, b.node_limit = stop, most
        return [int(cell) for cell in line[:count]]


def forced_win(
    state: State, player: int | None = None, limit: Limit | None = None
) -> ForcedWin | None:
    """The win by threats of a player, as if it were his turn; None if none is found.

    Args:
        state: a position of a game that the player `gomoku` supports.
        player: who attacks; by default the player to move. For the other one this is what happens
            if the threat is ignored.
        limit: positions (100,000 by default), seconds, stop flag.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("gomoku").initial_state(), "h8a1h9a3h10a5")
    >>> win = forced_win(state)
    >>> len(win.line), win.plies, str(win.by)
    (3, 3, 'fours')
    """
    limit = limit or Limit(nodes=_POSITIONS)
    setting = Setting(state, Ideas())
    b = setting.board
    b.node_limit = positions = limit.nodes or NEVER
    b.player = attacker = state.player if player is None else player

    def halt() -> None:
        b.stop = 1

    def search() -> ForcedWin | None:
        b.fours_left = positions
        threats, by = Threats(b), By.FOURS
        plies: int | None = kernel_fours.win_by_fours(b, 0)
        if plies == 0:
            plies, by = threats.win(attacker, positions), By.THREES
        if not plies:
            return None
        line = setting.actions(threats.line(attacker))
        return ForcedWin(line, max(plies, len(line)), by)

    (found,) = SearchClock(limit).watch([search], halt)
    return found
