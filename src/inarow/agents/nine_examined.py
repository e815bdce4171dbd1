"""A tree of nine boards and a prover that take turns: what `nine.py` plays by, once it is compiled.

The prover looks into the favourite of the tree, with one table for all moves: what it has learned
of one helps with the next, and a favourite that comes back is not looked into from the beginning.
"""

from dataclasses import replace

from inarow.games.base import State
from inarow.search.decision import Decision, Kind, OnInfo
from inarow.search.limit import Limit
from inarow.search.nine.kernel_tree import DRAWN, LOST, OPEN, WON
from inarow.search.nine.root import Root
from inarow.search.nine.tree import Tree
from inarow.search.proof import plain
from inarow.search.proof.compiled import compiled_searches
from inarow.search.proof.player import decision_of
from inarow.search.proof.prove import Proof

_EARLIEST = 8
"""Plies before which nothing is proven in minutes, so that nothing is tried."""
_TO_CONCLUDE = 1000
"""Positions that are looked at to see what follows from what is proven of single moves."""


class _Prover:
    """Looks into the moves of one position."""

    def __init__(self, root: Root, memory: int | None) -> None:
        self._root = root
        self._searches = compiled_searches(root.state.game, Limit(memory=memory))

    def examine(self, move: int, positions: int) -> int:
        """Look into a move for some positions; gives what is proven of it, as the tree says it."""
        after = self._root.state
        for action in self._root.actions_of([move]):
            after = after.play(action)
        search, other = self._searches  # one search answers for both players
        search.search(after, positions)
        numbers = {asked.attacker: asked.numbers(after) for asked in (search, other)}
        mine, his = numbers[self._root.state.player], numbers[1 - self._root.state.player]
        if plain.WON in (mine, his):
            return WON if mine == plain.WON else LOST
        return DRAWN if mine == his == plain.NOT_WON else OPEN

    def conclude(self, seen: Decision) -> Decision:
        """The proof of a position, if its moves have settled it; else what was seen."""
        state = self._root.state
        self._searches[0].search(state, _TO_CONCLUDE)
        proof = Proof(state, self._searches)
        if not proof.settled:
            return seen
        return replace(decision_of(proof, seen.seconds, seen.path), nodes=seen.nodes)


def look_ahead(state: State, limit: Limit, share: float, on_info: OnInfo | None) -> Decision:
    """The best move by a tree; a share of the work goes into proofs."""
    root = Root(state)
    if state.ply < _EARLIEST:
        return Tree(root, limit).decide(on_info)
    prover = _Prover(root, limit.memory)
    seen = Tree(root, limit).decide(on_info, prover.examine, share)
    proven = seen.value is not None and seen.value.kind is Kind.PROVEN
    return prover.conclude(seen) if proven else seen
