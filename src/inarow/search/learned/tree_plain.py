"""The tree search to read: what `kernel_tree.py` does with arrays, on any `State`.

The rule and its sources stand there; the tests let both grow the same tree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt

from inarow.games.base import State
from inarow.search.evaluators.threats import winning_actions
from inarow.search.learned.network import Network
from inarow.search.learned.plain import chance_of, sensible_moves, worth

Judge = Callable[[State, Sequence[int]], Mapping[int, float]]
"""Says what moves of a position are worth for the player to move, as log odds."""


@dataclass
class Branch:
    """A position in the tree, as the player sees it who moved into it.

    Args:
        state: the position.
        side: who moved into it.
        guess: the chance to win that the network saw before the first visit.
        prior: how much of the hope of all moves beside it is in this one.
    """

    state: State
    side: int
    guess: float = 0.5
    prior: float = 1.0
    total: float = 0.0
    visits: int = 0
    sure: int = 0
    children: dict[int, Branch] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The chance to win, by all that is known."""
        return (self.total + self.guess) / (self.visits + 1)


def grow(network: Network, state: State, simulations: int, courage: float) -> Branch:
    """A tree after so many simulations, or fewer if the result is certain."""

    def judge(state: State, moves: Sequence[int]) -> Mapping[int, float]:
        return {move: worth(network, state, move) for move in moves}

    root = Branch(state, 1 - state.player)
    for _ in range(simulations):
        if root.sure:
            break
        simulate(judge, root, courage)
    return root


def simulate(judge: Judge, root: Branch, courage: float) -> None:
    """Walk down to a new position, look at it, and tell all positions on the way."""
    path = [root]
    while path[-1].children:
        path.append(_pick(path[-1], courage))
    leaf = path[-1]
    player, value = leaf.state.player, _look_into(judge, leaf)
    if leaf.sure:
        _prove(path)
    for branch in path:
        branch.visits += 1
        branch.total += value if branch.side == player else 1 - value


def _pick(branch: Branch, courage: float) -> Branch:
    children = list(branch.children.values())
    if branch.state.chance():  # what the dice have done least often
        return min(children, key=lambda child: child.visits)
    open_ones = [child for child in children if child.sure >= 0] or children[:1]
    eager = courage * sqrt(branch.visits)
    return max(open_ones, key=lambda child: child.mean + eager * child.prior / (child.visits + 1))


def _look_into(judge: Judge, branch: Branch) -> float:
    """Give a position its children; the chance of the player to move."""
    state = branch.state
    player, outcome, rolled = state.player, state.outcome, bool(state.chance())
    sure = 0
    if outcome is not None:
        if outcome.winner is None:
            return 0.5
        sure = 1 if outcome.winner == player else -1
    elif not rolled and winning_actions(state, player):
        sure = 1
    elif not (moves := sensible_moves(state)):
        sure = -1
    if sure:
        branch.sure = sure if branch.side == player else -sure
        return float(sure > 0)
    sums = judge(state, moves)
    best = max(sums.values())
    weight = sum(exp(one - best) for one in sums.values())
    for move, one in sums.items():
        prior = exp(one - best) / weight
        branch.children[move] = Branch(state.play(move), player, chance_of(one), prior)
    if rolled:
        return sum(child.guess for child in branch.children.values()) / len(sums)
    return chance_of(best)


def _prove(path: list[Branch]) -> None:
    """Carry what is sure upwards, as far as it goes."""
    for above, branch in zip(path[-2::-1], path[:0:-1], strict=True):
        if above.state.chance():
            return
        if branch.sure < 0 and any(child.sure >= 0 for child in above.children.values()):
            return
        above.sure = branch.sure if above.side == branch.side else -branch.sure
