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

At a chance node no player chooses: the outcome is rolled by its probability, in the tree as well.

Numbers that always hold (without `decisive` and `keep_rollout`): the root has as many visits as
there were simulations, its children together as many, and a node below the root one more than its
children together, for the simulation that made it. A position that ends the game is simply scored
again when it is reached again.

Two additions come from a program for nine-board tic-tac-toe. `decisive`: a new child that wins at
once replaces its siblings, and its parent is marked with the winner, so that simulations stop
there; since untried moves come first, no winning reply is ever overlooked for long. `keep_rollout`:
the moves of the rollout become nodes too, so that the tree grows by a whole game.

A third addition proves results. `solve`: every node keeps the least and the most that the player
who moved into it can still reach (-1 loss, 0 draw, 1 win). The end of a game fixes both, and the
best bounds of the children are, with the sign changed, bounds of their parent. A child that cannot
be better than one of its siblings is not visited again, and a root whose bounds meet is solved.
A win is seen one ply before it happens. (Without `solve` the bounds meet only where a game is over,
or decided in the sense above.) A fourth one, `sharp`, makes the random games less silly: they take
wins, and moves that do not lose at once.

Sources: R. Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search" (2006);
L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo Planning" (2006), which adds the UCT rule;
T. Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010), for the bounds;
S. Gelly and D. Silver, "Achieving Master Level Play in 9 x 9 Computer Go" (2008), on MoGo.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random
from typing import Protocol, TypeAlias

from inarow import defaults
from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.games.dice import roll
from inarow.options import option
from inarow.search.clock import SearchClock
from inarow.search.evaluators.threats import reads_threats
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.ordering import Moves, safe_moves, winning_moves

_MOST_SEARCHES = 256
_GAINS = ((1.0, -1.0), (-1.0, 1.0))
"""What each player gains when player 0 or player 1 wins."""


class OutOfTime(Exception):
    """Raised inside a simulation that must be given up because the search is over."""


Check: TypeAlias = Callable[[], None]
"""Called at every ply of a long calculation; raises `OutOfTime` to end it."""


@dataclass
class Settings:
    """How to search; every option is a decision that known programs have taken differently."""

    exploration: float = option(
        defaults.EXPLORATION, low=0, high=100, help="larger: tries neglected moves more often"
    )
    final: str = option(
        "visits",
        choices=("visits", "ratio"),
        help="play the most visited move or the one with the best ratio of points to visits",
    )
    draw_points: float = option(defaults.MCTS_DRAW_POINTS, low=-1, high=1, help="points for a draw")
    loss_points: float = option(
        defaults.MCTS_LOSS_POINTS, low=-1, high=0, help="points for a loss; a win is 1"
    )
    rollout_depth: int | None = option(
        None, low=1, help="plies after which a random game is a draw; none: played to the end"
    )
    max_wins: int | None = option(
        None, low=1, help="stop once the points of the search are this far from zero"
    )
    decisive: bool = option(
        False, help="take immediate wins, never give one away, search no further there"
    )
    keep_rollout: bool = option(False, help="the random moves stay in the tree")
    per_child: bool = option(
        False, help="one search for each move instead of one for all; needs final=ratio"
    )
    processes: int = option(
        1,
        low=1,
        high=_MOST_SEARCHES,
        help="how many searches of per_child run side by side, at most one per core",
    )
    solve: bool = option(False, help="prove results, and search no further where one is proven")
    sharp: bool = option(
        False, help="random games take wins, and moves that do not lose at once, where they can"
    )

    def score(self, child: Node, parent_visits: int) -> float:
        """How much a child deserves the next simulation; `select` in `kernel_tree.py` agrees."""
        return uct(child.wins, child.visits, parent_visits, self.exploration)

    def wins(self, state: State) -> Sequence[int]:
        """The moves that win at once."""
        return winning_moves(state)

    def replies(self, state: State) -> Moves | None:
        """The moves to choose from in random games; None: all.

        Where threats can only be found by trying every move, random games are not worth that.
        """
        return safe_moves if self.sharp and reads_threats(state.game) else None


class Observer(Protocol):
    """Is told of every step of a simulation, for people who want to watch (`trace.py`)."""

    def chose(self, node: Node, action: int) -> None:
        """A simulation goes on from a node by this action; nothing has changed yet."""

    def counted(self, leaf: Node, rollout: Sequence[int], gained: tuple[float, float]) -> None:
        """A simulation has ended with these random moves, and every node above has counted it."""


OnTree: TypeAlias = Callable[[Node], None]
"""Called with the root after every simulation."""


def uct(wins: float, visits: int, parent_visits: int, exploration: float) -> float:
    """The upper confidence bound of a child: its mean, and a bonus while it is neglected.

    >>> round(uct(wins=3, visits=5, parent_visits=20, exploration=sqrt(2)), 4)
    1.6947
    """
    if not visits:
        return inf
    return wins / visits + exploration * sqrt(log(parent_visits) / visits)


def search_tree(
    state: State,
    settings: Settings,
    limit: Limit,
    rng: Random,
    on_tree: OnTree | None = None,
    started: float | None = None,
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
    grow(root, settings, limit, rng, on_tree, started=started)
    return root


def grow(
    root: Node,
    settings: Settings,
    limit: Limit,
    rng: Random,
    on_tree: OnTree | None = None,
    observer: Observer | None = None,
    started: float | None = None,
) -> None:
    """Run simulations from a node until the limit is reached or the node is decided.

    A simulation that the clock interrupts is dropped as if it had never begun.
    """
    limit.require_end()
    clock = SearchClock(limit, started)
    simulations = inf if limit.most_simulations is None else limit.most_simulations
    enough = inf if settings.max_wins is None else settings.max_wins

    def check() -> None:
        if clock.over:
            raise OutOfTime

    def decided() -> bool:
        proves = settings.decisive or settings.solve
        return abs(root.wins) >= enough or (proves and root.low == root.high)

    done = 0
    try:
        while done < simulations and not decided():
            check()
            simulate(root, settings, rng, check, observer)
            done += 1
            if on_tree is not None:
                on_tree(root)
    except OutOfTime:
        pass


def simulate(
    root: Node, settings: Settings, rng: Random, check: Check, observer: Observer | None = None
) -> None:
    """One simulation: the four steps."""
    leaf = select_and_expand(root, settings, rng, observer)
    played: list[int] | None = None if observer is None else []
    if leaf.low != leaf.high and settings.keep_rollout:
        leaf = rollout_in_tree(leaf, settings, rng, check)
    if leaf.winner is not None:
        gained = _GAINS[leaf.winner]
    elif settings.keep_rollout or leaf.low == leaf.high:
        gained = (0.0, 0.0)  # a draw, or cut off and called one
    else:
        replies = settings.replies(leaf.state)
        gained = rollout(leaf.state, rng, settings.rollout_depth, check, replies, played)
    if settings.solve and leaf.low == leaf.high:
        back_up_bounds(leaf)
    backpropagate(leaf, gained, settings)
    if observer is not None:
        observer.counted(leaf, played or (), gained)


def select_and_expand(
    node: Node, settings: Settings, rng: Random, observer: Observer | None = None
) -> Node:
    """Steps 1 and 2: go down to a node with an untried move and make its child.

    Returns:
        The new child, or the node at which the game is already decided.
    """
    while (action := next_action(node, settings, rng)) is not None:
        if observer is not None:
            observer.chose(node, action)
        child = node.children.get(action)
        if child is None:
            return expand(node, action, settings)
        node = child
    return node


def next_action(node: Node, settings: Settings, rng: Random) -> int | None:
    """Where a simulation goes from here; None where it ends."""
    if node.low == node.high:
        return None
    if node.by_dice:
        return roll(node.state, rng)
    untried = node.untried
    if untried:
        return untried[int(rng.random() * len(untried))]
    best, best_score = None, -inf
    floor = max((child.low for child in node.children.values()), default=-1)
    for action, child in node.children.items():
        if settings.solve and child.high <= floor:
            continue
        score = settings.score(child, node.visits)
        if score > best_score:
            best, best_score = action, score
    return best


def expand(node: Node, action: int, settings: Settings) -> Node:
    """Make the child of an untried move; in a decisive search see whether it ends the matter."""
    child = Node(node.state.play(action), action, node)
    node.untried.remove(action)
    node.children[action] = child
    if settings.decisive and child.low > 0 and not node.by_dice:
        node.decide_for(child.mover)
        node.children = {action: child}
        node.untried.clear()
    elif child.low != child.high and not child.state.legal_actions():
        child.low = child.high = 0
    elif settings.solve and _wins_next(child, settings):
        child.decide_for(child.state.player)
    return child


def _wins_next(node: Node, settings: Settings) -> bool:
    """Whether nothing is decided yet and the player to move can win at once."""
    return node.low != node.high and not node.by_dice and bool(settings.wins(node.state))


def rollout(
    state: State,
    rng: Random,
    depth: int | None = None,
    check: Check | None = None,
    moves: Moves | None = None,
    played: list[int] | None = None,
) -> tuple[float, float]:
    """Step 3: play random moves to the end and return what each player has gained.

    One random game says little, but the mean of many is an estimate of the position that needs no
    knowledge of the game at all: this is the "Monte Carlo" in Monte Carlo tree search.

    Args:
        state: where the random game begins.
        rng: the generator that picks the moves and rolls the dice.
        depth: the plies after which an unfinished game is called a draw; None plays to the end.
        check: asked at every ply, so that a game on a huge board can be given up in the middle.
        moves: the actions to choose from where no dice decide, none when the game is over; by
            default all of them.
        played: a list to which the moves are added.

    A state may have a faster way to do the same, `random_returns(rng)`; it is used if there is one.

    >>> from inarow.registry import load_game
    >>> game = load_game("connect_four")
    >>> rollout(game.initial_state(), Random(1))
    (1.0, -1.0)
    >>> rollout(game.initial_state(), Random(1), depth=3)
    (0.0, 0.0)
    """
    fast = getattr(state, "random_returns", None)
    if fast is not None and depth is None and moves is None and played is None:
        gained: tuple[float, float] = fast(rng)
        return gained
    plies = 0
    while plies != depth:
        if check is not None:
            check()
        by_dice = bool(state.chance())
        actions = state.legal_actions() if moves is None or by_dice else moves(state)
        if not actions:
            break
        action = roll(state, rng) if by_dice else actions[int(rng.random() * len(actions))]
        if played is not None:
            played.append(action)
        state = state.play(action)
        plies += 1
    return state.returns()


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
    while node is not None and not node.by_dice:
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
