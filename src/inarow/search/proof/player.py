"""The prover: plays what it can prove, and says so; otherwise what seems nearest to a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from inarow.games.base import Game, State
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.options import check_options, option
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.decision import Decision, OnInfo, position_value, unless_lost
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.native.from_state import has_numba
from inarow.search.proof.pairing import fits_kernel
from inarow.search.proof.plain import NOT_WON, Numbers, ProofSearch
from inarow.search.proof.prove import Proof, Search, prove
from inarow.search.proof.trace import trace_proof
from inarow.search.seam import Step, search_by
from inarow.search.steps import SearchStep


def _prove_nine() -> None:
    _prove(NineBoard())


def _prove_lines() -> None:
    _prove(Mnk(3, 3, 3))


def _prove(game: Game) -> None:
    from inarow.search.proof.compiled import compiled_searches

    state = game.initial_state().play(0)
    search = compiled_searches(game, Limit(nodes=10))[0]
    search.search(state, 10)
    search.numbers(state)


NINE = Step("proofs on nine boards", _prove_nine)
LINES = Step("proofs of m,n,k games", _prove_lines)
STEPS = (NINE, LINES)
_MOST_CELLS = 500
"""On larger boards looking at the moves of one position takes seconds, and nothing is proven."""


@dataclass(frozen=True, slots=True, repr=False)
class ProofDecision(Decision):
    """A decision of the prover, with what is missing for proofs that a player can force a win.

    `missing` has the numbers for the player to move, then those for the other one.
    """

    missing: tuple[Numbers, Numbers] = (NOT_WON, NOT_WON)


@dataclass
class ProofPlayer(Asked):
    """Proves wins, draws and losses by proof-number search; what it cannot prove it does not judge.

    >>> from inarow.games.notation import play_moves
    >>> from inarow.registry import load_game
    >>> state = play_moves(load_game("mnk(3,4,3)").initial_state(), "b2")
    >>> ProofPlayer().choose(state, Limit(nodes=10_000)).value.words
    'loss'
    """

    seconds: float | None = option(1.0, low=0.001, help="time for a move; none: no limit")
    every: bool = option(False, help="once the position is settled, go on with single moves")
    compiled: bool = option(True, help="use the compiled search; false: the readable Python one")
    name: str = "prover"

    def __post_init__(self) -> None:
        check_options(self)

    def kernels(self, game: Game, state: State | None = None) -> tuple[Step, ...]:
        rules = game.rules
        if rules is None or not self.compiled or not has_numba():
            return ()
        if rules.sent and not rules.claims:
            return (NINE,)
        return (LINES,) if fits_kernel(rules) else ()

    def supports(self, game: Game) -> bool:
        return not obstacle(game)

    def thorough(self) -> ProofPlayer:
        return replace(self, every=True)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> ProofDecision:
        require_moves(state)
        if not limit.counted:
            limit = limit.within(seconds=self.seconds)
        limit.require_end()
        started = perf_counter()

        def compiled(limit: Limit) -> ProofDecision:
            from inarow.search.proof.compiled import PATH, compiled_searches

            return decide(limit, compiled_searches(state.game, limit), PATH)

        def readable(limit: Limit) -> ProofDecision:
            return decide(limit, [ProofSearch(0), ProofSearch(1)], "python")

        def decide(limit: Limit, searches: Sequence[Search], path: str) -> ProofDecision:
            proof = prove(state, limit, searches, self.every)
            return decision_of(proof, perf_counter() - started, path)

        found = search_by(self.kernels(state.game), state.game, limit, compiled, readable)
        assert isinstance(found, ProofDecision), "both searches answer with one"
        return found

    def watch(self, state: State, limit: Limit) -> Sequence[SearchStep]:
        """How the numbers of every position change, in the readable search."""
        return trace_proof(state, limit)


def obstacle(game: Game) -> str:
    """What stands in the way of proofs, in words; nothing if there is nothing.

    >>> from inarow.registry import load_game
    >>> [obstacle(load_game(spec)) for spec in ("gomoku", "random_drop", "mnk(100,100,5)")]
    ['', 'it has dice', 'the board is too large']
    """
    rules = game.rules
    if rules is None:
        return "it has no rules that a proof could rely on"
    if rules.dice is not None:
        return "it has dice"
    return "the board is too large" if rules.cells > _MOST_CELLS else ""


def decision_of(proof: Proof, seconds: float, path: str) -> ProofDecision:
    """The answer of a finished search: a move that keeps what is proven, or looks best."""
    nodes = proof.nodes
    line, values = proof.line(), proof.values()
    actions = proof.state.legal_actions()
    if line and proof.value is not None:
        values[line[0]] = proof.value

    def rank(action: int) -> tuple[float, float, float]:
        value = values.get(action)
        known = (0.5, 0.0) if value is None else (value.chance, value.results[0])
        return *known, proof.hope(action)  # what holds for sure comes before what only may

    action = line[0] if line else unless_lost(sorted(actions, key=rank, reverse=True), values)
    value = position_value(action, values, actions)
    line = line or (action,)
    return ProofDecision(action, value, values, line, nodes, seconds, path, proof.missing)
