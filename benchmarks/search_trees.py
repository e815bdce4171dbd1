"""From searches to trees that can be drawn: three small adapters for `tree_svg.py`.

`value_tree` shows what minimax and expectiminimax see, `alphabeta_tree` what alpha-beta visits and
cuts, and `mcts_tree` the visits and points of a Monte Carlo tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.tree_svg import Mark, Shape, TreeNode

from inarow.games.base import SYMBOLS, State
from inarow.search.mcts.node import Node
from inarow.search.minimax.alphabeta import INFINITY, AlphaBeta
from inarow.search.ordering import Moves, all_moves


def value_tree(
    state: State,
    depth: int,
    judge: Callable[[State, int], float],
    words: Callable[[float], str] = "{:g}".format,
    moves: Moves = all_moves,
    levels: int = 100,
) -> TreeNode:
    """Every line of play for a number of stones, each position with its value.

    Args:
        state: where to begin.
        depth: how many stones to look ahead.
        judge: the value of a position, given how many stones are left to look ahead: minimax,
            expectiminimax or another.
        words: how a value is written.
        moves: the moves of a position, if not all of them are to be drawn.
        levels: how many rows of children to draw; values look as far ahead as before.

    >>> from inarow.registry import load_game
    >>> from benchmarks.tree_svg import outline
    >>> from inarow.search.minimax.plain import minimax
    >>> state = load_game("connect_four(rows=1,cols=2,k=2)").initial_state()
    >>> print(outline(value_tree(state, 2, lambda s, left: minimax(s, left, lambda s, p: 0))))
    0
      1: 0 (best)
        2: 0 (best)
      2: 0
        1: 0
    """

    def draw(state: State, left: int, levels: int, move: str, on_line: bool) -> TreeNode:
        value = judge(state, left)
        children: list[TreeNode] = []
        undecided = on_line and not state.chance()
        for action in moves(state) if left > 0 and levels > 0 else ():
            child = state.play(action)
            after = left - (child.ply - state.ply)
            chosen = undecided and judge(child, after) == value
            undecided = undecided and not chosen  # the first of equals is chosen
            name = state.game.format(action)
            children.append(draw(child, after, levels - 1, name, chosen))
        mark = _mark(on_line and move != "")
        return TreeNode(words(value), "", tuple(children), mark, move, _shape(state), state)

    return draw(state, depth, levels, "", True)


@dataclass
class Visit:
    """One position that an alpha-beta search looked at: its window, and the value it returned."""

    state: State
    alpha: float
    beta: float
    value: float = 0.0
    children: list[Visit] = field(default_factory=list)


@dataclass
class RememberingAlphaBeta(AlphaBeta):
    """An alpha-beta search that remembers everything it visits; for small trees.

    >>> from inarow.registry import load_game
    >>> search = RememberingAlphaBeta()
    >>> search.value(load_game("connect_four(rows=2,cols=2,k=2)").initial_state(), 4)
    2
    >>> len(search.visits[0].children), search.clock.nodes
    (2, 10)
    """

    visits: list[Visit] = field(default_factory=list)
    _path: list[Visit] = field(default_factory=list)

    def value(
        self, state: State, plies_left: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> float:
        visit = Visit(state, alpha, beta)
        (self._path[-1].children if self._path else self.visits).append(visit)
        self._path.append(visit)
        visit.value = super().value(state, plies_left, alpha, beta)
        self._path.pop()
        return visit.value


def alphabeta_tree(
    visit: Visit,
    boards: bool = True,
    words: Callable[[float], str] = "{:g}".format,
    best: bool = True,
) -> TreeNode:
    """What an alpha-beta search visited, with its windows; moves it never tried are named "cut".

    A value outside its window is only a bound, and says so: at most (≤) or at least (≥) that much.

    >>> from inarow.registry import load_game
    >>> from benchmarks.tree_svg import outline
    >>> search = RememberingAlphaBeta()
    >>> value = search.value(load_game("connect_four(rows=2,cols=2,k=2)").initial_state(), 4)
    >>> print(outline(alphabeta_tree(search.visits[0], boards=False)).splitlines()[-1].strip())
    2: cut
    """
    state, children = visit.state, visit.children
    chosen = next((child for child in children if best and child.value == visit.value), None)
    drawn = [alphabeta_tree(child, boards, words, child is chosen) for child in children]
    label, mark = words(visit.value), _mark(state.last is not None and best)
    if children:
        tried = [child.state.last for child in children]
        after: Shape = "box" if state.player else "round"
        drawn += (
            TreeNode("cut", mark="cut", move=state.game.format(action), shape=after)
            for action in state.legal_actions()
            if action not in tried
        )
        bound = "≤ " if visit.value <= visit.alpha else "≥ " if visit.value >= visit.beta else ""
        label = bound + label
    move = "" if state.last is None else state.game.format(state.last)
    window = f"{_bound(visit.alpha)} to {_bound(visit.beta)}"
    board = state if boards else None
    return TreeNode(label, window, tuple(drawn), mark, move, _shape(state), board)


def mcts_tree(
    node: Node,
    levels: int = 2,
    most: int = 3,
    boards: bool = False,
    change: Callable[[Node, TreeNode], TreeNode] = lambda node, drawn: drawn,
    best: bool = True,
) -> TreeNode:
    """The first levels of a Monte Carlo tree: points/visits, the most visited children first.

    Args:
        node: where to begin, usually the root.
        levels: how many rows of children to draw.
        most: how many children of a node to draw; the others become one node "n more".
        boards: whether to draw the positions.
        change: is asked for each node and may draw it in another way.
        best: whether this node lies on the most visited path.

    >>> from random import Random
    >>> from inarow.registry import load_game
    >>> from inarow.search.limit import Limit
    >>> from inarow.search.mcts.plain import Settings, search_tree
    >>> start = load_game("tic_tac_toe").initial_state()
    >>> root = search_tree(start, Settings(), Limit(simulations=100), Random(1))
    >>> tree = mcts_tree(root, levels=1, most=2)
    >>> [child.label for child in tree.children]
    ['17.5/20', '10.5/14', '7 more']
    """
    ranked = sorted(node.children.values(), key=lambda child: (-child.visits, child.action))
    children: list[TreeNode] = []
    if levels > 0:
        for child in ranked[:most]:
            leads = best and child is ranked[0] and child.visits > 0
            children.append(mcts_tree(child, levels - 1, most, boards, change, leads))
        left_out = ranked[most:]
        if left_out:
            visits = sum(child.visits for child in left_out)
            text = f"{visits} visit{'' if visits == 1 else 's'}"
            children.append(TreeNode(f"{len(left_out)} more", text, mark="rest"))
    state, label = node.state, f"{node.wins:g}/{node.visits}"
    detail = f"{node.mean:.2f}" if node.visits else ""
    is_root = node.parent is None
    mark = _mark(best and not is_root)
    move = "" if is_root else f"{SYMBOLS[node.mover]} {state.game.format(node.action)}"
    board = state if boards else None
    return change(node, TreeNode(label, detail, tuple(children), mark, move, _shape(state), board))


def _shape(state: State) -> Shape:
    if state.chance():
        return "circle"
    return "box" if state.player == 0 else "round"


def _mark(best: bool) -> Mark:
    return "best" if best else ""


def _bound(number: float) -> str:
    if abs(number) == INFINITY:
        return "∞" if number > 0 else "-∞"
    return f"{number:g}"
