"""Settle a board that takes hours or days: a tree of questions above, the solver below.

One question at a time is asked: does the player to move reach this score? (First 1, a win, then 0.)
Proof-number search looks for the position whose answer tells most, and a solver is given so many
positions to answer it. What takes more is left open, and the positions after it are asked about
instead, so hard parts of the tree are divided more finely than easy ones:

                  start: at least 1?
                 /        |         \\
         after 4         after 5  ...        questions about questions: this file
        /   |   \\          |
      44    45   46       no                 leaves: 20 million positions of the solver each,
     no   open   no                          on all threads, or one for each worker of a cluster
         /  |  \\
       454 455 456

Every answer goes into a `Ledger` at once. Whoever ends the program, or pulls the plug, loses the
leaves that are being searched, each a 32nd of all work at most once they are longer than seconds.
Transpositions and mirror images are one position.

Sources: Allis, van der Meulen, van den Herik, *Proof-number search* (1994); the idea of a second
search at its leaves is that of PN² (Breuker 1998) with an alpha-beta solver in place of the second.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from math import inf
from threading import local
from typing import Protocol, TypeAlias

from inarow.errors import IllegalMove, WorkersLost
from inarow.search.limit import Limit
from inarow.search.solver.ledger import Ledger
from inarow.search.solver.positions import Position, Stones, StonesReader
from inarow.search.solver.result import FAR, Solution, whole_of
from inarow.search.solver.solver import Solver

LEAF_NODES = 20_000_000
"""Positions that the solver is given for one question."""
_NEVER = inf
"""More work than any: it is proven that this cannot be."""
_BUSY = 10**6
"""As much work as a question seems to be that is being answered: others are looked for."""

_SHARE = 32
"""A leaf is given this part of all work so far, if that is more: the tree stays small."""
_MOST_TRIES = 3
"""Workers that may die over a question, for example because they have too little memory."""
_ASIDE = 8
"""How much less is expected of a move for each half column that it is from the middle."""

Equipment: TypeAlias = tuple[int, int, int, int]
"""Of a solver: rows, columns, megabytes, threads."""


class Workers(Protocol):
    """Who searches the leaves."""

    executor: Executor

    def capacity(self) -> int:
        """How many questions should be under way."""

    def has_lost_workers(self, error: Exception) -> bool:
        """Whether an error only means that a worker died: its question is asked again."""


_here = local()
"""The solver of each thread, with all that its table remembers."""


def ask(equipment: Equipment, stones: Stones, at_least: int, nodes: int) -> Solution:
    """Let the solver of this process and thread look into a question."""
    if getattr(_here, "equipment", None) != equipment:
        _here.solver, _here.equipment = Solver(*equipment), equipment
    solver: Solver = _here.solver
    return solver.solve(stones, Limit(nodes=nodes), at_least=at_least)


@dataclass(slots=True, eq=False)
class _Question:
    """Whether the player to move reaches a score, and how much work each answer seems to take."""

    stones: Stones
    moves: tuple[int, ...]  # columns from 1 that lead here
    at_least: int
    yes: float = 1
    no: float = 1
    after: list[_Question] = field(default_factory=list)  # his opponent's, after each move
    before: list[_Question] = field(default_factory=list)
    lost: int = 0  # workers that died over it

    @property
    def answered(self) -> bool:
        return not self.yes or not self.no


class Settling:
    """The search for the score of one position.

    Args:
        start: the position.
        moves: columns from 1 that lead to it.
        ledger: what is known, and is kept.
        workers: who searches.
        equipment: the solver of each of them.
        leaf_nodes: positions that a solver is given for one question.
        on_news: called after each answer.

    Raises:
        IllegalMove: the game is over.
    """

    def __init__(
        self,
        start: Position,
        moves: tuple[int, ...],
        ledger: Ledger,
        workers: Workers,
        equipment: Equipment,
        leaf_nodes: int = LEAF_NODES,
        on_news: Callable[[Settling], None] | None = None,
    ) -> None:
        self.ledger = ledger
        self._moves, self._workers, self._equipment = moves, workers, equipment
        self._leaf_nodes, self._on_news = leaf_nodes, on_news
        self._reader = StonesReader(ledger.game)
        self._start = self._reader.of(start)
        if not self._reader.after(self._start):
            raise IllegalMove("the game is over")
        self._cells = ledger.game.rows * ledger.game.cols
        self._known: dict[Stones, _Question] = {}
        self.at_least = 1

    @property
    def solution(self) -> Solution:
        """What is proven of the position so far, by moves that are known.

        The ledger may know more of it, as part of a larger search, but not what to play.
        """
        return whole_of(self.columns)

    @property
    def columns(self) -> dict[int, Solution]:
        """What is proven of each column (from 0)."""
        after = self._reader.after(self._start)
        return {column: self._solution(stones).turned for column, stones in after.items()}

    def run(self, weak: bool) -> Solution:
        """Ask until the result is known, or without `weak` the score."""
        for at_least in (1, 0):
            if self.solution.result is None:
                self._answer(at_least)
        while not weak and not self.solution.solved:
            found = self.solution
            self._answer((found.lowest + found.highest + 1) // 2)
        return self.solution

    def _solution(self, stones: Stones) -> Solution:
        lowest, highest = self.ledger.bounds(stones)
        left = self._cells - (stones[0] | stones[1]).bit_count()
        return Solution(lowest, highest, left).plausible

    def _answer(self, at_least: int) -> None:
        """Find out whether the position has at least this score."""
        self.at_least = at_least
        self._known.clear()
        top = _Question(self._start, self._moves, at_least)
        self._divide(top)  # not as one question, which would not tell the move to play
        asked: dict[Future[Solution], _Question] = {}
        while not top.answered:
            while len(asked) < self._workers.capacity() and (leaf := self._most_telling(top)):
                nodes = max(self._leaf_nodes, self.ledger.nodes // _SHARE)
                call = self._workers.executor.submit(
                    ask, self._equipment, leaf.stones, leaf.at_least, nodes
                )
                asked[call] = leaf
                self._rate(leaf, _BUSY, _BUSY)
            for call in wait(asked, return_when=FIRST_COMPLETED).done:
                self._take(call, asked.pop(call))
        for call in asked:
            call.cancel()

    def _take(self, call: Future[Solution], leaf: _Question) -> None:
        try:
            found = call.result()
        except Exception as error:
            if not self._workers.has_lost_workers(error):
                raise
            leaf.lost += 1
            if leaf.lost == _MOST_TRIES:
                raise WorkersLost(f"one question has ended {_MOST_TRIES} workers") from error
            self._rate(leaf, 1, 1)
            return
        bounds = found.lowest, found.highest
        self.ledger.enter(leaf.moves, leaf.stones, leaf.at_least, bounds, found.nodes)
        self._judge(leaf)
        if self._on_news is not None:
            self._on_news(self)

    def _question(
        self, stones: Stones, moves: tuple[int, ...], at_least: int, no: int
    ) -> _Question:
        """The question about a position; the same one if moves are transposed or mirrored."""
        name = self.ledger.name(stones)
        if name not in self._known:
            question = self._known[name] = _Question(stones, moves, at_least, no=no)
            if (score := self._final(stones)) is not None:
                self.ledger.learn(stones, score, score)
            self._judge(question)
        return self._known[name]

    def _final(self, stones: Stones) -> int | None:
        """The score of a game that is over."""
        left = self._cells - (stones[0] | stones[1]).bit_count()
        if self._reader.is_lost(stones):
            return -((left + 2) // 2)
        return None if left else 0

    def _judge(self, question: _Question) -> None:
        """Rate a question by what the ledger says; divide it if the solver has left it open."""
        lowest, highest = self.ledger.bounds(question.stones)
        if lowest >= question.at_least:
            self._rate(question, 0, _NEVER)
        elif highest < question.at_least:
            self._rate(question, _NEVER, 0)
        elif self.ledger.was_tried(question.stones, question.at_least):
            self._divide(question)

    def _divide(self, question: _Question) -> None:
        middle = self.ledger.game.cols - 1
        after = self._reader.after(question.stones)
        for column in after:
            moves = (*question.moves, column + 1)
            no = 1 + _ASIDE * abs(2 * column - middle)
            child = self._question(after[column], moves, 1 - question.at_least, no)
            if question not in child.before:
                question.after.append(child)
                child.before.append(question)
        self._rate(question, *_effort(question))

    def _rate(self, question: _Question, yes: float, no: float) -> None:
        """Say how much work answers seem to take, and all questions above accordingly."""
        changed = [(question, yes, no)]
        while changed:
            question, yes, no = changed.pop()
            if (question.yes, question.no) == (yes, no):
                continue
            question.yes, question.no = yes, no
            if not yes:
                self.ledger.learn(question.stones, question.at_least, FAR)
            elif not no:
                self.ledger.learn(question.stones, -FAR, question.at_least - 1)
            changed.extend((above, *_effort(above)) for above in question.before)

    def _most_telling(self, top: _Question) -> _Question | None:
        """The leaf whose answer says most about the top; None if that is being looked into."""
        question = top
        while question.after:
            question = min(question.after, key=lambda child: child.no)
        return None if question.yes == _BUSY or question.answered else question


def _effort(question: _Question) -> tuple[float, float]:
    """How much work yes and no are: one move must be refuted by him, or all must hold for him.

    What is not proven stays below `_NEVER`: these are whole numbers, which Python adds exactly.
    """
    return min(child.no for child in question.after), sum(child.yes for child in question.after)
