r"""Monte Carlo tree search (MCTS) with the UCT rule, on the positions of any game.

The search needs no knowledge but the rules. It plays thousands of games, remembers in a tree how
often each move was tried and what it earned, and lets those numbers guide the next game. One such
game is a *simulation*, and it has four steps:

    1 selection        2 expansion        3 rollout             4 back-propagation

         6/12               6/12               6/12                    6/13
        /    \             /    \             /    \                  /    \
     [2/3]   4/9         2/3    4/9         2/3    4/9              3/4    4/9
      / \                / \                / \                     / \
    0/1 [1/1]          0/1 1/1            0/1 1/1                 0/1 1/2
                            |                  |                       |
                          [0/0]               0/0                     1/1
                                               :
                                          a random game: X wins

    points/visits of each node for the player who moved into it; X moved into 2/3, 4/9 and 0/0

1. *Selection.* From the root go to the child with the best UCT score, again and again, until a node
   has a move that was never tried. The score adds to the mean of a child a bonus that grows while
   the child is neglected, so that good moves are tried often and no move is forgotten.
2. *Expansion.* One of the untried moves, taken at random, becomes a new child.
3. *Rollout.* From there both sides play at random to the end.
4. *Back-propagation.* Every node on the way back to the root counts one visit more and gets the
   points of the player who moved *into* it: a parent chooses among children that all speak for the
   player who chooses.

At a chance node nobody chooses: the outcome is rolled by its probability, in the tree as well.

Numbers that always hold (without `decisive` and `keep_rollout`): the root has as many visits as
there were simulations, its children together as many, and a node below the root one more than its
children together, for the simulation that made it. A position that ends the game is simply scored
again when it is reached again.

Two additions come from a program for nine-board tic-tac-toe. `decisive`: a new child that wins at
once replaces its brothers, and its parent is marked with the winner, so that simulations stop
there; since untried moves come first, no winning reply is ever overlooked for long. `keep_rollout`:
the moves of the rollout become nodes too, so that the tree grows by a whole game.

A third addition proves results. `solve`: every node keeps the least and the most that the player
who moved into it can still reach (-1 loss, 0 draw, 1 win). The end of a game fixes both, and the
best bounds of the children are, with the sign changed, bounds of their parent. A child that cannot
be better than one of its brothers is not visited again, and a root whose bounds meet is solved.
`wins` names the moves that win at once, so that this is seen one ply earlier; `replies` names the
moves to choose from in random games, so that they can be less silly. (Without `solve` the bounds
meet only where a game is over, or decided in the sense above.)

Sources: R. Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search" (2006);
L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo Planning" (2006), which adds the UCT rule;
T. Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010), for the bounds;
S. Gelly and D. Silver, "Achieving Master Level Play in 9 x 9 Computer Go" (2008), on MoGo.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import TypeAlias
from weakref import ref

from inarow.errors import BadOption, IllegalMove
from inarow.games.base import State
from inarow.games.dice import roll
from inarow.search.limit import Limit
from inarow.search.mcts.rollout import Check, OutOfTime, rollout
from inarow.search.ordering import Moves

_GAINS = ((1.0, -1.0), (-1.0, 1.0))
"""What each player gains when player 0 or player 1 wins."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search; every field is a decision that known programs have taken differently."""

    exploration: float = sqrt(2)  # weight of the bonus for neglected children
    final: str = "visits"  # what is played: most "visits", or best "ratio" of points to visits
    draw_points: float = 0.5
    loss_points: float = 0.0  # a win is always 1 point
    rollout_depth: int | None = None  # plies after which a random game is called a draw
    max_wins: int | None = None  # stop when the points of the root are so far from zero
    decisive: bool = False
    keep_rollout: bool = False
    solve: bool = False
    wins: Moves | None = None
    replies: Moves | None = None

    @property
    def counts_chances(self) -> bool:
        """Whether mean points are the share of points to expect: a draw one half, a loss none."""
        return self.draw_points == 0.5 and self.loss_points == 0.0


class Node:
    """A position in the tree with its statistics.

    `mover` is who moved here (at the root: who is not to move), and `wins` are the points of that
    player. `low` and `high` bound what that player can reach: they are equal when the game is over,
    in a decisive search one ply earlier, and in a solving one wherever the result is proven.
    """

    __slots__ = (
        "__weakref__",
        "_parent",
        "_state",
        "_untried",
        "action",
        "children",
        "high",
        "low",
        "mover",
        "visits",
        "wins",
    )

    def __init__(self, state: State, action: int | None = None, parent: Node | None = None) -> None:
        self._state: State | None = state
        self.action = action
        self._parent = None if parent is None else ref(parent)
        self.mover = 1 - state.player if parent is None else parent.state.player
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.wins = 0.0
        gained = state.returns()[self.mover]
        if gained:
            self.low = self.high = 1 if gained > 0 else -1
        else:
            self.low, self.high = -1, 1
        self._untried: list[int] | None = None

    @classmethod
    def grafted(cls, parent: Node, action: int) -> Node:
        """A node whose numbers come from elsewhere; its position is played when it is asked for."""
        node = cls.__new__(cls)
        node._state, node.action, node._parent = None, action, ref(parent)
        node.mover = parent.state.player
        node.children, node._untried = {}, None
        parent.children[action] = node
        return node

    @property
    def state(self) -> State:
        """The position."""
        if self._state is None:
            parent, action = self.parent, self.action
            assert parent is not None, "a grafted node needs its parent: keep the root"
            assert action is not None
            self._state = parent.state.play(action)
        return self._state

    def decide_for(self, player: int) -> None:
        """Note that a player wins here for certain."""
        self.low = self.high = 1 if self.mover == player else -1

    @property
    def winner(self) -> int | None:
        """Who has won, or is proven to win."""
        if self.low != self.high or self.low == 0:
            return None
        return self.mover if self.low > 0 else 1 - self.mover

    @property
    def untried(self) -> list[int]:
        """Moves without a child; listed when first asked for, since most nodes stay leaves."""
        if self._untried is None:
            actions = self.state.legal_actions()
            self._untried = [action for action in actions if action not in self.children]
        return self._untried

    @property
    def parent(self) -> Node | None:
        """None at the root. Parents hold their children and not the reverse: keep the root."""
        return None if self._parent is None else self._parent()

    @property
    def mean(self) -> float:
        """Points per visit for the player who moved here; worse than anything if never visited."""
        return self.wins / self.visits if self.visits else -inf

    def __repr__(self) -> str:
        return f"<Node action={self.action} mover={self.mover} {self.wins:g}/{self.visits}>"


OnTree: TypeAlias = Callable[[Node], None]
"""Hears of the root after every simulation."""


def uct(wins: float, visits: int, parent_visits: int, exploration: float) -> float:
    """The upper confidence bound of a child: its mean, and a bonus while it is neglected.

    >>> round(uct(wins=3, visits=5, parent_visits=20, exploration=sqrt(2)), 4)
    1.6947
    """
    if not visits:
        return inf
    return wins / visits + exploration * sqrt(log(parent_visits) / visits)


def search_tree(
    state: State, settings: Settings, limit: Limit, rng: Random, on_tree: OnTree | None = None
) -> Node:
    """Grow a tree from a position and return its root.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> root = search_tree(state, Settings(), Limit(simulations=200), Random(1))
    >>> root.visits, sum(child.visits for child in root.children.values())
    (200, 200)
    >>> max(root.children.values(), key=lambda child: child.visits).action  # the centre
    4
    """
    if not state.legal_actions():
        raise IllegalMove("the game is over: there is no move to search")
    root = Node(state)
    grow(root, settings, limit, rng, on_tree)
    return root


def grow(
    root: Node, settings: Settings, limit: Limit, rng: Random, on_tree: OnTree | None = None
) -> None:
    """Run simulations from a node until the limit is reached or the node is decided.

    A simulation that the clock interrupts is dropped as if it had never begun. A limit on nodes
    bounds the simulations, since each of them makes at most one node (apart from `keep_rollout`).
    """
    bounds = [bound for bound in (limit.simulations, limit.nodes) if bound is not None]
    if not bounds and limit.seconds is None and limit.stop is None:
        raise BadOption("a search needs a limit: simulations, seconds, or somebody to stop it")
    simulations = min(bounds, default=inf)
    deadline = inf if limit.seconds is None else perf_counter() + limit.seconds
    enough = inf if settings.max_wins is None else settings.max_wins

    def check() -> None:
        if perf_counter() >= deadline or limit.stopped:
            raise OutOfTime

    def decided() -> bool:
        proves = settings.decisive or settings.solve
        return abs(root.wins) >= enough or (proves and root.low == root.high)

    done = 0
    try:
        while done < simulations and not decided():
            check()
            simulate(root, settings, rng, check)
            done += 1
            if on_tree is not None:
                on_tree(root)
    except OutOfTime:
        pass


def simulate(root: Node, settings: Settings, rng: Random, check: Check) -> None:
    """One simulation: the four steps."""
    leaf = select_and_expand(root, settings, rng)
    if leaf.low != leaf.high and settings.keep_rollout:
        leaf = rollout_in_tree(leaf, settings, rng, check)
    if leaf.winner is not None:
        gained = _GAINS[leaf.winner]
    elif settings.keep_rollout or leaf.low == leaf.high:
        gained = (0.0, 0.0)  # a draw, or cut off and called one
    else:
        gained = rollout(leaf.state, rng, settings.rollout_depth, check, settings.replies)
    if settings.solve and leaf.low == leaf.high:
        back_up_bounds(leaf)
    backpropagate(leaf, gained, settings)


def select_and_expand(node: Node, settings: Settings, rng: Random) -> Node:
    """Steps 1 and 2: go down to a node with an untried move and make its child.

    Returns:
        The new child, or the node at which the game is already decided.
    """
    while (action := next_action(node, settings, rng)) is not None:
        child = node.children.get(action)
        if child is None:
            return expand(node, action, settings)
        node = child
    return node


def next_action(node: Node, settings: Settings, rng: Random) -> int | None:
    """Where a simulation goes from here; None where it ends."""
    if node.low == node.high:
        return None
    if node.state.chance():
        return roll(node.state, rng)
    untried = node.untried
    if untried:
        return untried[int(rng.random() * len(untried))]
    best, best_score = None, -inf
    floor = max((child.low for child in node.children.values()), default=-1)
    for action, child in node.children.items():
        if settings.solve and child.high <= floor:
            continue
        score = uct(child.wins, child.visits, node.visits, settings.exploration)
        if score > best_score:
            best, best_score = action, score
    return best


def expand(node: Node, action: int, settings: Settings) -> Node:
    """Make the child of an untried move; in a decisive search see whether it ends the matter."""
    child = Node(node.state.play(action), action, node)
    node.untried.remove(action)
    node.children[action] = child
    by_dice = bool(node.state.chance())
    if settings.decisive and child.low > 0 and not by_dice:
        node.decide_for(child.mover)
        node.children = {action: child}
        node.untried.clear()
    elif child.low != child.high and not child.state.legal_actions():
        child.low = child.high = 0
    elif settings.solve and child.low != child.high and _wins_next(child, settings):
        child.decide_for(child.state.player)
    return child


def _wins_next(node: Node, settings: Settings) -> bool:
    """Whether the player to move can win at once, as far as the settings let us know."""
    if settings.wins is None or node.state.chance():
        return False
    return bool(settings.wins(node.state))


def rollout_in_tree(node: Node, settings: Settings, rng: Random, check: Check) -> Node:
    """Step 3 with `keep_rollout`: the random moves become nodes; returns the last one."""
    plies = 0
    while plies != settings.rollout_depth and node.low != node.high:
        check()
        action = next_action(node, settings, rng)
        assert action is not None
        node = expand(node, action, settings)
        plies += 1
    return node


def back_up_bounds(leaf: Node) -> None:
    """Let what is proven at a leaf bound the nodes above it, as far as that changes anything.

    The bounds of a node speak for the player who moved into it, those of its children for the one
    who chooses among them. A move that was not tried may still be anything; dice prove nothing.
    """
    node = leaf.parent
    while node is not None and not node.state.chance():
        children = node.children.values()
        low = max(child.low for child in children)
        high = 1 if node.untried else max(child.high for child in children)
        if node.mover != node.state.player:
            low, high = -high, -low
        if low <= node.low and high >= node.high:
            return
        node.low, node.high = max(low, node.low), min(high, node.high)
        node = node.parent


def backpropagate(leaf: Node, gained: tuple[float, float], settings: Settings) -> None:
    """Step 4: one visit and the mover's points for every node from the leaf up to the root."""
    points = [
        1.0 if gain > 0 else settings.loss_points if gain < 0 else settings.draw_points
        for gain in gained
    ]
    node: Node | None = leaf
    while node is not None:
        node.visits += 1
        node.wins += points[node.mover]
        node = node.parent
