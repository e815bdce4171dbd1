"""The strongest player of nine boards: it looks ahead, and has what it likes best examined.

A proof ends all doubt, and on nine boards it is often near: from about the sixteenth ply on most
positions are settled within a fraction of a second. So a share of the work goes into proofs, and it
goes where it matters, into the move that a tree with learned values would play now:

    tree       looks ahead, likes 5     ....     likes 7     ....     likes 7     ....
    prover             what of 5? ... it loses           what of 7? ...     it wins: play it

A move that is proven to lose is not looked at again. Alpha-beta cannot be interrupted for
questions; there all proofs come first.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inarow.games.base import Game, State
from inarow.options import option
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.decision import (
    Decision,
    Kind,
    OnInfo,
    Result,
    Unit,
    Value,
    position_value,
)
from inarow.search.evaluators.threats import winning_actions
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.nine.player import NineSearch
from inarow.search.proof.player import ProofPlayer
from inarow.search.seam import Step

_SHORTEST = 0.001
_LOST = (0.0, 0.0)
"""The worst and the best result of a move that is proven to lose."""


@dataclass
class NinePlayer(NineSearch, Asked):
    """Proves what it can, and looks far ahead where it cannot.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("nine_board").initial_state(), "79757")
    >>> decision = NinePlayer().choose(state, Limit(nodes=1000))
    >>> state.game.format(decision.action), decision.value.words
    ('1', 'win in 1 ply')
    """

    proof: float = option(0.3, low=0.0, high=0.9, help="share of the time that goes into proofs")
    name: str = "nine"

    def kernels(self, game: Game, state: State | None = None) -> Sequence[Step]:
        return (*super().kernels(game), *(ProofPlayer().kernels(game) if self.proof else ()))

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        wins = winning_actions(state, state.player)
        if wins:
            value = Value(Kind.PROVEN, 1.0, Result.WIN, 1, unit=Unit.CHANCE)
            return Decision(wins[0], value, dict.fromkeys(wins, value), (wins[0],))
        if not limit.counted and (limit.depth is None or self.search == "tree"):
            limit = limit.within(seconds=self.seconds)
        limit.require_end()
        limit = replace(limit, nodes=limit.most_simulations, simulations=None)
        if not self.proof:
            return self.look_ahead(state, limit, on_info)
        if self.search == "tree":
            return self._examine(state, limit, on_info)
        return self._prove_first(state, limit, on_info)

    def _examine(self, state: State, limit: Limit, on_info: OnInfo | None) -> Decision:
        """Look ahead and prove in turns."""

        def compiled(limit: Limit) -> Decision:
            from inarow.agents.nine_examined import look_ahead

            return look_ahead(state, limit, self.proof, on_info)

        return self.search_by(state, limit, compiled)

    def _prove_first(self, state: State, limit: Limit, on_info: OnInfo | None) -> Decision:
        """Prove what can be proven in a share of the time, then look ahead."""
        proof = ProofPlayer().choose(state, limit.part(self.proof))
        if proof.value is not None and proof.value.kind is Kind.PROVEN:
            return proof
        lost = {a for a, value in proof.values.items() if value.results == _LOST}
        seen = self.look_ahead(state, _rest(limit, proof), on_info, frozenset(lost))
        values = dict(seen.values)
        for action, proven in proof.values.items():
            values[action] = proven.merged(values.get(action))
        whole = position_value(seen.action, values, state.legal_actions())
        nodes, seconds = proof.nodes + seen.nodes, proof.seconds + seen.seconds
        return Decision(seen.action, whole, values, seen.line, nodes, seconds, seen.path)


def _rest(limit: Limit, proof: Decision) -> Limit:
    """What the proofs have left."""
    seconds = limit.seconds and max(_SHORTEST, limit.seconds - proof.seconds)
    nodes = limit.nodes and max(1, limit.nodes - proof.nodes)
    return replace(limit, seconds=seconds, nodes=nodes)
