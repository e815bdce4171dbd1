"""Traps: where perfect play cannot win, which move leaves the opponent most ways to go wrong.

A move is a candidate if it keeps the result (a lost one: if it lasts long enough), and of those
the best are they after which the largest share of replies is a mistake. Both are questions to the
solver, one for each move and one for each reply, and some take a thousand times as long as others.
Few of them matter:

    my moves      the opponent's seven replies             mistakes
      2           win  win  win  ?    ?    ?    ?          at most 4       never mind the rest
      5           win  loss draw ?    loss draw loss       5 or 6          the trickiest

So questions are asked in rounds, with a little patience first and more in each round, and a move
that can no longer be the trickiest is asked about no more. That changes nothing about which moves
are found. What an unfinished question has found out stays in the table, so to ask it again costs
next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from inarow.games.base import State
from inarow.search.limit import Limit
from inarow.search.solver.positions import Stones
from inarow.search.solver.result import Solution
from inarow.search.solver.solver import Solver

_FIRST_PATIENCE = 500
"""Positions that a question may take in the first round."""
_GROWTH = 4
"""How much more patience there is in each round."""


@dataclass(slots=True)
class _Move:
    """A move, and what is known of the replies to it."""

    after: Stones
    open: list[Stones]  # the positions after replies that are not judged yet
    replies: int
    keep: int = 0  # replies that keep what the opponent has
    mistakes: int = 0

    @property
    def least(self) -> float:
        """The share of mistakes that is sure."""
        return self.mistakes / max(1, self.replies)

    @property
    def most(self) -> float:
        """The share that is possible: one reply keeps what the opponent has, known or not."""
        replies = max(1, self.replies)
        return (replies - max(1, self.keep)) / replies


@dataclass
class Trapper:
    """Looks for the trickiest moves of a position that is drawn or lost.

    Args:
        solver: who answers.
        state: the position.
        whole: its score, which is known.
        least: the lowest score of a move that is worth a trick.
        columns: what is known of each column; it is narrowed as far as it was necessary.
        limit: only its stop flag counts.

    >>> solver = Solver(4, 5, memory_mb=8)
    >>> state = solver.game.initial_state().play(2).play(2)
    >>> whole, columns = solver.best(state)
    >>> Trapper(solver, state, whole, 0, columns, Limit()).find()
    [2]
    """

    solver: Solver
    state: State
    whole: Solution
    least: int
    columns: dict[int, Solution]
    limit: Limit
    _moves: dict[int, _Move] = field(init=False, default_factory=dict)

    def find(self) -> list[int]:
        """The trickiest moves; none if the stop flag was set before they were known."""
        for column, stones in self._after(self.solver.positions.of(self.state)).items():
            replies = list(self._after(stones).values())
            self._moves[column] = _Move(stones, replies, len(replies))
        self._drop()
        patience = _FIRST_PATIENCE
        while self._is_open():
            part = Limit(nodes=patience, stop=self.limit.stop)
            self._ask_columns(part)
            self._ask_replies(part)
            if self.limit.stopped:
                return []
            patience *= _GROWTH
        self._conclude()
        return list(self._moves)

    def _after(self, stones: Stones) -> dict[int, Stones]:
        return self.solver.positions.after(stones)

    def _keeps(self, column: int) -> bool:
        """Whether a move is known to be a candidate."""
        return self.columns[column].lowest >= self.least

    def _is_open(self) -> bool:
        """Whether an answer is missing that can matter."""
        missing = (move.open or not self._keeps(column) for column, move in self._moves.items())
        return len(self._moves) > 1 and any(missing)

    def _drop(self) -> None:
        """Forget moves that are no candidates, or not as tricky as another one surely is."""
        sure = (move.least for column, move in self._moves.items() if self._keeps(column))
        most = max(sure, default=0.0)
        self._moves = {
            column: move
            for column, move in self._moves.items()
            if self.columns[column].highest >= self.least and move.most >= most
        }

    def _ask_columns(self, part: Limit) -> None:
        """Ask which moves are candidates."""
        for column in list(self._moves):
            if len(self._moves) == 1:
                return
            if column in self._moves and not self._keeps(column):
                after = self._moves[column].after
                found = self.solver.solve(after, part, at_least=1 - self.least).turned
                self.columns[column] = self.columns[column].narrowed(found)
                self._drop()

    def _ask_replies(self, part: Limit) -> None:
        """Ask about the replies to candidates, to the one that may be trickiest first."""
        goal = int(self.whole.lowest < 0)  # of the opponent: a win, or at least a draw
        waiting = {column: list(self._moves[column].open) for column in self._moves}
        while True:
            asked = [c for c in self._moves if waiting[c] and self._keeps(c)]
            if not asked or len(self._moves) == 1 or self.limit.stopped:
                return
            move = self._moves[column := max(asked, key=lambda c: self._moves[c].most)]
            reply = waiting[column].pop(0)
            found = self.solver.solve(reply, part, at_least=1 - goal)
            if found.lowest < 1 - goal <= found.highest:
                continue  # not known yet
            move.open.remove(reply)
            if found.highest <= -goal:
                move.keep += 1
            else:
                move.mistakes += 1
            if move.mistakes == move.replies - 1:  # then the last one is none
                move.open, waiting[column], move.keep = [], [], 1
            self._drop()

    def _conclude(self) -> None:
        """A move that is left over need not have been asked about: one is as good as the whole."""
        others = (bounds for column, bounds in self.columns.items() if column not in self._moves)
        if len(self._moves) == 1 and all(bounds.highest < self.least for bounds in others):
            (column,) = self._moves
            same = replace(self.whole, nodes=0, seconds=0.0)
            self.columns[column] = self.columns[column].narrowed(same)
