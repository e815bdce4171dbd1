"""The truth about every move of a position, where somebody can find it out.

    Connect Four, four in a row     the solver: who wins, and how soon
    other boards of up to 49 cells  a search to the end of the game: the same; and where that takes
                                    too long, a proof for each move, which says who wins
    nine boards                     a proof for each move
    Gomoku and large free boards    wins by force, for either side: moves that are proven to win or
                                    to lose; of all others nothing is known

Nothing here is an estimate. What would take too many positions is left out, so the same question
has the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Protocol

from inarow.agents.ready import kernels_of, load_kernels
from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.search.agent import Agent
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.search.native.from_state import can_count_lines
from inarow.search.proof.player import LINES, NINE, ProofPlayer
from inarow.search.proof.prove import prove
from inarow.search.seam import Step
from inarow.search.solver.player import PerfectPlayer

EXACT_CELLS = 49
"""Of a board without a solver: larger ones are rarely full enough to be searched to the end."""
EXACT_NODES = 300_000
"""Positions that a search may take for every move of a board without a solver."""
PROOF = Limit(nodes=40_000, memory=16)
"""What the proof of a move may take."""
FORCE_NODES = 20_000
"""Positions to prove that a move wins by force."""


class Truth(Protocol):
    """Who knows the truth about a game, once its kernels are loaded."""

    @property
    def kernels(self) -> Sequence[Step]:
        """What is to be loaded."""

    def values(self, state: State) -> dict[int, Value]:
        """The proven value of every move that is known; {} where that would take too long."""


def truth_of(game: Game, stop: Event | None = None, solver_nodes: int | None = None) -> Truth:
    """Who knows the truth about a game; raises NotSupported.

    The solver of Connect Four takes the positions that it needs, or so many at most.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state().play(4).play(1)
    >>> values = truth_of(state.game).values(state)
    >>> sorted({value.brief for value in values.values()})
    ['draw', 'win in 5']
    """
    rows, cols = game.shape
    if game.rules is not None and game.rules.dice is not None:
        raise NotSupported(f"{game} has dice: the result of a move is a matter of luck")
    if game.rules is not None and game.rules.k > max(rows, cols):
        raise NotSupported(f"every game of {game} is drawn: there is nothing to find out")
    truth = _choose(game, stop, solver_nodes)
    load_kernels(*truth.kernels)
    return truth


def _choose(game: Game, stop: Event | None, solver_nodes: int | None) -> Truth:
    rows, cols = game.shape
    if PerfectPlayer().supports(game):
        return ExactTruth(game, stop, solver_nodes)
    if rows * cols > EXACT_CELLS and GomokuPlayer().supports(game):
        return ForcedTruth(game, stop)
    if NINE in kernels_of(ProofPlayer(), game):
        return ProvenTruth(game, stop)
    exact = ExactTruth(game, stop)
    if LINES in kernels_of(ProofPlayer(), game):
        return _InTurn((exact, ProvenTruth(game, stop)))
    return exact


class ExactTruth:
    """The value of every move with its length, or of none where that would take long.

    Args:
        game: the rules.
        stop: ends a search.
        solver_nodes: the most that the solver of Connect Four may take; by default it takes what it
            needs.
    """

    def __init__(self, game: Game, stop: Event | None, solver_nodes: int | None = None) -> None:
        self._stop, self._solver_nodes = stop, solver_nodes
        self._perfect: Agent | None = PerfectPlayer(exact=True, tricky=False, seed=0)
        if not self._perfect.supports(game):
            self._perfect = None
        self._search = AlphaBetaPlayer(evaluator="none", seconds=None, deepening=False)
        rows, cols = game.shape
        quick = rows * cols <= EXACT_CELLS and can_count_lines(game) and self._search.supports(game)
        if self._perfect is None and not quick:
            raise NotSupported(f"{game} takes too long to solve")
        self.kernels = kernels_of(self._perfect or self._search, game)

    @property
    def has_solver(self) -> bool:
        """Whether the solver of Connect Four answers."""
        return self._perfect is not None

    def values(self, state: State) -> dict[int, Value]:
        if self._perfect is not None:
            limit = Limit(nodes=self._solver_nodes, stop=self._stop)
            values = self._perfect.choose(state, limit).values
        else:
            values = self._search.choose(state, Limit(nodes=EXACT_NODES, stop=self._stop)).values
        # Who runs out of positions answers all the same: with bounds, estimates, or too few values.
        known = len(values) == len(state.legal_actions())
        if not known or not all(value.settled for value in values.values()):
            return {}
        return _as_chances(values)


class ProvenTruth:
    """What every move is proven to be, or nothing if one of them is not settled."""

    def __init__(self, game: Game, stop: Event | None, proof: Limit = PROOF) -> None:
        self._limit = replace(proof, stop=stop)
        self.kernels = kernels_of(ProofPlayer(), game)

    def values(self, state: State) -> dict[int, Value]:
        found: dict[int, Value] = {}
        for action in state.legal_actions():
            value = self.value_of(state, action)
            if value is None:
                return {}
            found[action] = value
        return found

    def value_of(self, state: State, action: int) -> Value | None:
        """What is proven of a move, for the player who makes it."""
        from inarow.search.proof.compiled import compiled_searches

        after = state.play(action)
        if after.outcome is not None:
            if after.outcome.winner is None:
                return Value(Kind.PROVEN, 0.5, Result.DRAW, unit=Unit.CHANCE)
            won = after.outcome.winner == state.player
            return _ended(1, Result.WIN if won else Result.LOSS)
        if after.player != state.player and winning_actions(after, after.player):
            return _ended(2, Result.LOSS)
        searches = compiled_searches(after.game, self._limit)
        value = prove(after, self._limit, searches).value
        if value is None or value.kind is not Kind.PROVEN:
            return None
        return value if after.player == state.player else value.for_opponent(plies=1)


class ForcedTruth:
    """The moves that are proven to win or to lose by force; how soon is known at most.

    Where the player to move wins, every move that makes a three or more is tried as well.
    """

    def __init__(self, game: Game, stop: Event | None) -> None:
        self._limit = Limit(nodes=FORCE_NODES, stop=stop)
        self._judge = GomokuPlayer(seconds=None, variety=0, every=True, seed=0)
        self._prover = GomokuPlayer(seconds=None, variety=0, seed=0)
        self.kernels = kernels_of(self._judge, game)

    def values(self, state: State) -> dict[int, Value]:
        found = self._judge.choose(state, self._limit)
        known = {a: value for a, value in found.values.items() if value.kind is Kind.PROVEN}
        if any(value.result is Result.WIN for value in known.values()):
            known |= dict(winning_threats(self._prover, state, known, self._limit))
        return _as_chances(known)


@dataclass(frozen=True, slots=True)
class _InTurn:
    """Asks one after the other until somebody knows the truth."""

    asked: Sequence[Truth]

    @property
    def kernels(self) -> Sequence[Step]:
        return [step for one in self.asked for step in one.kernels]

    def values(self, state: State) -> dict[int, Value]:
        return next((found for one in self.asked if (found := one.values(state))), {})


def winning_threats(
    prover: Agent, state: State, known: Mapping[int, Value], limit: Limit
) -> Iterator[tuple[int, Value]]:
    """The moves beside known ones that make a three or more, and that an engine proves to win."""
    from inarow.search.gomoku.forced import forcing_moves

    for action in forcing_moves(state):
        if action not in known:
            value = prover.choose(state.play(action), limit).value
            if value is not None and value.settled and value.result is Result.LOSS:
                yield action, value.for_opponent(plies=1)


def _ended(plies: int, result: Result) -> Value:
    return Value(Kind.PROVEN, float(result is Result.WIN), result, plies, unit=Unit.CHANCE)


def _as_chances(values: Mapping[int, Value]) -> dict[int, Value]:
    """The values with the scores that puzzles of a file and reviews have."""
    return {action: value.as_chance() for action, value in values.items()}
