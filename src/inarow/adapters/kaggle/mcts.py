"""A submission for Kaggle: Monte Carlo tree search, which needs no knowledge but the rules.

It plays thousands of random games, keeps in a tree how often each move was tried and what it
earned, and lets that guide the next game. Two things make the games less silly than pure chance: a
win is taken, and moves that lose at once are left out wherever there are others.
"""

from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from inarow.adapters.kaggle.board import Board, board_of, seconds_of

EXPLORATION = 0.8
"""Larger: neglected moves are tried more often."""


class Node:
    """A position of the tree, and what the player who moved into it has earned there.

    `result` is what that player gets for certain: 1, 0 or -1; None while it is open.
    """

    __slots__ = ("children", "filled", "move", "own", "points", "result", "untried", "visits")

    def __init__(self, board: Board, own: int, filled: int, move: int) -> None:
        self.own, self.filled, self.move = own, filled, move
        self.children: list[Node] = []
        self.visits, self.points = 0, 0.0
        self.untried, self.result = choices(board, own, filled)


def choices(board: Board, own: int, filled: int) -> tuple[list[int], int | None]:
    """The moves worth a try, and what the player before gets for certain, if that is seen."""
    landing, free = board.landing(filled), board.all ^ filled
    if not landing:
        return [], 0
    if board.winning(own, free) & landing:
        return [], -1
    moves = board.sensible(landing, board.winning(own ^ filled, free))
    return board.bits(moves), None if moves else 1


class Search:
    """The tree below one position."""

    def __init__(self, board: Board, own: int, filled: int, deadline: float) -> None:
        self.board, self.deadline = board, deadline
        self.random = Random(own + filled)  # the same position, the same games
        self.root = Node(board, own, filled, 0)

    def grow(self) -> None:
        """One simulation: down the tree, one new node, a random game, and back up."""
        path = [self.root]
        while path[-1].result is None and not path[-1].untried:
            path.append(self._select(path[-1]))
        node = path[-1]
        if node.result is None:
            move = node.untried.pop(int(self.random.random() * len(node.untried)))
            child = Node(self.board, node.own ^ node.filled, node.filled | move, move)
            node.children.append(child)
            path.append(child)
        points = self._play_out(path[-1])
        for node in reversed(path):
            node.visits += 1
            node.points += points
            points = -points
            if node.result is None:
                self._settle(node)

    def _select(self, node: Node) -> Node:
        """The open child with the best mean and the bonus of a neglected one."""
        wide = EXPLORATION * sqrt(log(node.visits + 1))
        return max(
            (child for child in node.children if child.result is None),
            key=lambda child: child.points / child.visits + wide / sqrt(child.visits),
        )

    def _settle(self, node: Node) -> None:
        """What is certain about the children is certain about their parent."""
        if any(child.result == 1 for child in node.children):
            node.result = -1
        elif not node.untried and all(child.result is not None for child in node.children):
            node.result = -max(child.result or 0 for child in node.children)

    def _play_out(self, node: Node) -> float:
        """What the player who moved into a node earns in a random game."""
        if node.result is not None:
            return node.result
        board, draw = self.board, self.random.random
        own, filled, sign = node.own, node.filled, 1
        wins = board.winning(own, board.all ^ filled)
        danger = board.winning(own ^ filled, board.all ^ filled)
        while (landing := board.landing(filled)) and perf_counter() < self.deadline:
            if wins & landing:
                return -sign
            moves = board.sensible(landing, danger)
            if not moves:
                return sign
            cells = board.bits(moves)
            move = cells[int(draw() * len(cells))]
            filled |= move
            wins, danger = danger & ~move, board.winning(own | move, board.all ^ filled)
            own, sign = (own | move) ^ filled, -sign
        return 0

    def best(self) -> int:
        """The most visited move, unless one is known to win; one known to lose comes last."""
        child = max(
            self.root.children,
            key=lambda child: (child.result == 1, child.result != -1, child.visits),
        )
        return child.move


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, counted from 0, as Kaggle asks for it."""
    deadline = perf_counter() + seconds_of(configuration)
    board = board_of(configuration)
    own, filled = board.read(observation)
    landing, free = board.landing(filled), board.all ^ filled
    now = board.winning(own, free) & landing or board.winning(own ^ filled, free) & landing
    if now or not board.sensible(landing, board.winning(own ^ filled, free)):
        return board.column((now or landing) & -(now or landing))
    search = Search(board, own, filled, deadline)
    search.grow()  # there must be one move to choose, however late it is
    while search.root.result is None and perf_counter() < deadline:
        search.grow()
    return board.column(search.best())
