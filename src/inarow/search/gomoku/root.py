"""The position that is searched: its moves, one search of them all, and the play that is expected.

What is done once for each move of one position, and not for millions, is plain Python around the
kernels; in threads of their own several of them search with one table.
"""

from __future__ import annotations

import numpy as np

from inarow.search.gomoku.board import Setting, played, take_back
from inarow.search.gomoku.forced import NO_LIMIT, Threats
from inarow.search.gomoku.kernel_answers import list_answers
from inarow.search.gomoku.kernel_board import EMPTY, put
from inarow.search.gomoku.kernel_forbidden import may_play
from inarow.search.gomoku.kernel_fours import win_by_fours
from inarow.search.gomoku.kernel_search import SURE, WIN, expected, search
from inarow.search.gomoku.names import A_FIVE, NO_MOVE, TWO_FOURS
from inarow.search.native.jit import Array

_AGAIN = 5_000
"""Positions that are looked at to find a winning line again."""


class Root:
    """The moves of a position, the best one first.

    Others, which promise nothing or lose at once, are added when all is lost without them.
    """

    def __init__(self, setting: Setting, table: Array) -> None:
        self.board = setting.board
        self._cells = setting.outward
        self.table = table
        self.complete = False
        """Whether all legal moves are among `moves`."""
        self.moves = self._promising()
        if not self.moves:
            self.add_others()
        self.bonus: dict[int, int] = {}
        self.scores: dict[int, int] = {}
        """What is known of each move that was searched, at the depth that was reached with it."""

    @property
    def score(self) -> int:
        """The score of the best move; 0 if it is not known."""
        return self.scores.get(self.moves[0], 0)

    def search(self, depth: int) -> int:
        """Search all moves, and bring the best one to the front. Gives its score.

        A win by force counts as it is; other scores have their bonus added.
        """
        alpha, best = -WIN, self.moves[0]
        for move in self.moves:
            low = alpha - self.bonus.get(move, 0)
            value = self._search_move(move, depth, low, whole=move == self.moves[0])
            if value is None:
                break
            self.scores[move] = value
            if abs(value) < SURE:
                value += self.bonus.get(move, 0)
            if value > alpha:
                alpha, best = value, move
            if value == WIN - 1:
                break
        self.put_first(best)
        return self.score

    def _search_move(self, move: int, depth: int, low: int, whole: bool) -> int | None:
        """The score of a move, or that it is no better than `low`; None if time is up."""
        b = self.board
        if b.kind[b.player, move] == A_FIVE:  # the game ends here: there is nothing to search
            return WIN - 1
        threes = int(b.threes)
        with played(b, move):
            value = 0
            if not whole:
                value = -search(b, self.table, depth - 1, -low - 1, -low, 1, threes)
            if (whole or value > low) and not b.stop:
                value = -search(b, self.table, depth - 1, -WIN, -low, 1, threes)
        return None if b.stop else value

    def search_every(self, moves: Array, scores: Array, depth: int) -> int:
        """Search each move with a window of its own; gives how many were done in time."""
        for i, move in enumerate(moves.tolist()):
            value = self._search_move(move, depth, -WIN, whole=True)
            if value is None:
                return i
            scores[i] = value
        return len(moves)

    def put_first(self, move: int) -> None:
        """A move is the best one."""
        if move in self.moves:
            self.moves.remove(move)
        self.moves.insert(0, move)

    def add_others(self) -> bool:
        """Add the moves that were not thought of; False if there are none."""
        if self.complete:
            return False
        self.complete = True
        known = set(self.moves)
        b = self.board
        others = [
            cell
            for cell in self._cells[b.stone[self._cells] == EMPTY].tolist()
            if cell not in known and may_play(b, b.player, cell)
        ]
        self.moves += others
        return bool(others)

    def _promising(self) -> list[int]:
        """The moves that promise something, the most promising first; all others lose if few."""
        b = self.board
        me, him = int(b.player), 1 - int(b.player)
        if b.count[me, A_FIVE] > 0:
            return [int(b.listed[me, -1, 0])]
        threatened = b.count[him, TWO_FOURS] > 0 and b.count[me, TWO_FOURS] == 0
        cells = self._cells
        if b.count[him, A_FIVE] > 0 or threatened:
            cells = b.moves[0, : max(0, list_answers(b, 0))].astype(np.int64)
        own, other = b.orders[b.word[cells, me]], b.orders[b.word[cells, him]]
        points = np.where(b.stone[cells] == EMPTY, 4 * own + 3 * other, -1)
        if cells is self._cells:
            points[points == 0] = -1
        order = np.argsort(-points, kind="stable")
        moves = cells[order[points[order] >= 0]].tolist()
        return [cell for cell in moves if may_play(b, me, cell)] if b.renju else moves

    def follow(self, move: int, threats: Threats, longest: int) -> list[int]:
        """The expected play after a move: what the counts, fours or the table say."""
        b, line = self.board, list[int]()
        winner = int(b.player) ^ (self.score < 0) if abs(self.score) >= SURE else None
        nodes, most = int(b.nodes), int(b.node_limit)
        b.node_limit = NO_LIMIT
        while move != NO_MOVE and len(line) < longest:
            ends = b.kind[b.player, move] == A_FIVE
            line.append(move)
            put(b, move, int(b.player))
            b.player = 1 - b.player
            if ends:
                break
            move = self._expected()
            if move == NO_MOVE and winner is not None:  # forgotten, or there is no answer
                wins = winner == b.player
                move = threats.winning_move(_AGAIN) if wins else threats.proven_move(winner)
        take_back(b, line)
        b.nodes, b.node_limit = nodes, most  # this was no search: it ends none either
        return line

    def _expected(self) -> int:
        b = self.board
        b.fours_left = b.fours
        if win_by_fours(b, 0) > 0:
            return int(b.moves[0, 0])
        if b.count[1 - b.player, A_FIVE] > 0:
            stops = list_answers(b, 0)
            return int(b.moves[0, 0]) if stops > 0 else NO_MOVE
        move = int(expected(b, self.table))
        fits = b.stone[move] == EMPTY and may_play(b, int(b.player), move)
        return move if fits else NO_MOVE
