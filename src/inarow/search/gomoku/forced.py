"""Wins by threats, from Python: who wins by fours, or by threes and fours, and how.

A search asks again and again, with a few more positions each time; the table keeps what is known,
so nothing is searched twice (`kernel_threes.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from inarow.games.base import State
from inarow.search.clock import SearchClock
from inarow.search.gomoku import kernel_fours
from inarow.search.gomoku.board import Setting, take_back
from inarow.search.gomoku.ideas import Ideas
from inarow.search.gomoku.kernel_answers import list_answers
from inarow.search.gomoku.kernel_board import EMPTY, MAX_PLY, put, take
from inarow.search.gomoku.kernel_forbidden import may_play
from inarow.search.gomoku.kernel_threes import MASK, NEVER, list_threats, look_up, prove
from inarow.search.gomoku.names import A_FIVE, A_THREE, NO_MOVE, TWO_FOURS
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

    def __init__(self, board: Struct, slots: int = _SLOTS) -> None:
        self._board = board
        self.table = np.zeros(2 * slots, np.int64)

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
        mover = int(b.player)
        if first != NO_MOVE:
            put(b, first, 1 - attacker)
        b.player = attacker
        data = prove(b, self.table, attacker, 0, NEVER, NEVER)
        b.player = mover
        if first != NO_MOVE:
            take(b, first, 1 - attacker)
        if data >> 24 & MASK == 0:
            return int(data >> 48)
        return 0 if data & MASK == 0 else None

    def winning_move(self, positions: int) -> int:
        """The first move of a win of the player to move; NO_MOVE if none is found."""
        b = self._board
        b.proofs_left = b.fours_left = positions
        if kernel_fours.win_by_fours(b, 0) > 0:
            return int(b.moves[0, 0])
        prove(b, self.table, int(b.player), 0, NEVER, NEVER)
        return self.proven_move(int(b.player))

    def line(self, attacker: int) -> list[int]:
        """The cells of a win that was found; to find them again takes a moment beyond the limit.

        It is the shortest way found, against the longest defence.
        """
        b, line = self._board, list[int]()
        stop, most, mover = int(b.stop), int(b.node_limit), int(b.player)
        b.stop, b.node_limit, b.player = 0, NO_LIMIT, attacker
        while len(line) < MAX_PLY:
            me = int(b.player)
            move = self.proven_move(attacker)
            if move == NO_MOVE and me == attacker:  # forgotten, or by fours
                move = self.winning_move(_POSITIONS)
            if move == NO_MOVE:
                break
            ends = b.kind[me, move] == A_FIVE
            line.append(move)
            put(b, move, me)
            b.player = 1 - me
            if ends:
                break
        take_back(b, line)
        b.stop, b.node_limit, b.player = stop, most, mover
        return line

    def proven_move(self, attacker: int) -> int:
        """The move of a proven win, of either player; NO_MOVE if the table has forgotten it."""
        b, me = self._board, int(self._board.player)
        attacks = me == attacker
        count = int(list_threats(b, 0) if attacks else list_answers(b, 0))
        if count < 0:
            threat = A_FIVE if count == -2 else TWO_FOURS
            return self._vain_move(int(b.listed[1 - me, threat - A_THREE, 0]))
        if count == 1 and not attacks:
            return int(b.moves[0, 0])
        best, best_plies = NO_MOVE, -MAX_PLY
        for cell in b.moves[0, :count].tolist():
            position = b.hash ^ b.hashes[me, cell]
            data = int(look_up(b, self.table, position, 1 - me, attacker))
            won = data != 0 and (data & MASK if attacks else data >> 24 & MASK) == 0
            plies = -(data >> 48) if attacks else data >> 48
            if won and plies > best_plies:
                best, best_plies = cell, plies
        return best

    def _vain_move(self, cell: int) -> int:
        """What is played though it is of no use: a cell, or any other if renju forbids it."""
        b = self._board
        cells = (cell, *np.flatnonzero(b.stone == EMPTY).tolist())
        return next((each for each in cells if may_play(b, int(b.player), each)), NO_MOVE)


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
    b.player = attacker = (state.player if player is None else player) ^ setting.black

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


def forcing_moves(state: State) -> list[int]:
    """The moves of the player to move that make a three or more, what forces most first."""
    setting = Setting(state, Ideas())
    kinds = setting.board.kind[int(setting.board.player)]
    made = {action: int(kinds[setting.cells[action]]) for action in state.legal_actions()}
    threats = [action for action, kind in made.items() if kind >= A_THREE]
    return sorted(threats, key=lambda action: -made[action])


def moves_that_hold(
    state: State, looks: Sequence[int], many: int
) -> tuple[tuple[int, ...], int | None]:
    """The moves after which the opponent has no win by threats, and what is not known of them.

    Args:
        state: a position of a game that the player `gomoku` supports.
        looks: positions to look at after each move; each look is for moves that still hold.
        many: if more than these still hold, nothing is looked at again.

    Returns:
        The moves, and None if all threats were tried after each; else the positions looked at.
    """
    setting = Setting(state, Ideas())
    setting.board.node_limit = NO_LIMIT
    threats, attacker = Threats(setting.board), (1 - state.player) ^ setting.black
    holds, unsure, positions = list(state.legal_actions()), False, 0
    for positions in looks:
        found = {a: threats.win(attacker, positions, int(setting.cells[a])) for a in holds}
        holds = [action for action, plies in found.items() if not plies]
        unsure = any(found[action] is None for action in holds)
        if not unsure or len(holds) > many:
            break
    return tuple(holds), positions if unsure else None
