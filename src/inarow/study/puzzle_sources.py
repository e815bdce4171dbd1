"""Where puzzles come from: who plays the games, and who knows the truth about their positions.

    Connect Four, small boards    the value of every move: by the solver, or a search to the end
    nine boards                   what every move is proven to be, and how soon the right one wins
    random drop                   near the end, the exact share of points to expect of every move
    Gomoku on large boards        wins by force (`forced_puzzles.py`)
    all others                    wins within a few plies

All but the second last are games of a weak player against itself, with random moves in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from threading import Event
from typing import Protocol

from inarow.agents.ready import kernels_of, load_kernels
from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.dice import dice_action
from inarow.search.decision import Result, Value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from inarow.search.mcts.player import MctsPlayer
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.search.proof.player import NINE, ProofPlayer
from inarow.search.seam import Step
from inarow.seeds import derived_seed
from inarow.study.expected import Expectation
from inarow.study.forced_puzzles import ForcedWins, won_within
from inarow.study.truth import EXACT_CELLS, ExactTruth, ProvenTruth

PUZZLE_PLIES = 14
"""Stones on a Connect Four board before the solver is quick enough to look for puzzles."""
PUZZLE_SOLVER_NODES = 5_000_000
"""Positions that the solver of Connect Four may take."""
PUZZLE_SIMULATIONS = 60
PUZZLE_PROOF_PLIES = 14
"""Stones on nine boards before most moves are settled quickly."""
PUZZLE_PROOF = Limit(nodes=10_000, memory=4)
"""What the proof of a move may take: most take far less, or far more."""
PUZZLE_LENGTH_NODES = 300_000
"""Positions to find out how soon a proven move wins."""
PUZZLE_SHORT_PLIES, PUZZLE_SHORT_NODES = 5, 50_000
"""How far a win may be away where nothing but a short search knows of it, and what that takes."""
PUZZLE_DICE_CELLS, PUZZLE_DICE_POSITIONS = 12, 10_000
"""Empty cells from which on all throws of the dice can be counted, and what that may take."""
PUZZLE_MARGIN = 0.1
"""Points that the best move can expect above all others, where dice decide."""

_RANDOM_SHARE = 0.25
_WRONG_MOVES = 2
_AT_ONCE = 2


class Source(Protocol):
    """Where puzzles of a game come from: who plays the games, and what is known of positions."""

    def move(self, state: State, rng: Random) -> int:
        """A move of a game that is played in search of puzzles."""

    def is_quick(self, state: State) -> bool:
        """Whether it is worth looking at a position."""

    def values(self, state: State) -> dict[int, Value]:
        """The values of the moves that are known."""

    def is_puzzle(self, values: dict[int, Value]) -> bool:
        """Whether they make a puzzle."""


def has_puzzles(game: Game) -> bool:
    """Whether somebody knows enough of a game to make puzzles of it."""
    rules = game.rules
    if rules is None or rules.k > max(game.shape):
        return False
    return rules.dice is None or rules.cells <= EXACT_CELLS


def source_of(game: Game, seed: int, stop: Event | None) -> Source:
    """Who makes puzzles of a game; raises NotSupported."""
    rows, cols = game.shape
    if game.rules is not None and game.rules.k > max(rows, cols):
        raise NotSupported(f"no puzzles can be made for {game}: every game of it is drawn")
    if dice_action(game.initial_state()) is not None:
        if not has_puzzles(game):
            raise NotSupported(f"no puzzles can be made for {game}: the dice have too much to say")
        return _Lucky(game, seed, stop)
    if rows * cols > EXACT_CELLS and GomokuPlayer().supports(game):
        return ForcedWins(seed, stop)
    if NINE in kernels_of(ProofPlayer(), game):
        return _Proven(game, seed, stop)
    try:
        return _Exact(game, seed, stop)
    except NotSupported:
        if game.rules is None or game.rules.anywhere:  # there are too many moves to search
            raise NotSupported(
                f"no puzzles can be made for {game}: it takes too long to solve"
            ) from None
    return ShortWins(game, seed, stop)


class WeakPlay:
    """Games of a weak player against itself."""

    def __init__(self, seed: int, stop: Event | None = None) -> None:
        self.stop = stop
        self.players = [
            MctsPlayer(simulations=PUZZLE_SIMULATIONS, seed=derived_seed(seed, seat))
            for seat in ("first", "second")
        ]

    def move(self, state: State, rng: Random) -> int:
        if rng.random() < _RANDOM_SHARE:
            return rng.choice(list(state.legal_actions()))
        return self.players[state.player].choose(state, Limit()).action

    def load(self, game: Game, kernels: Sequence[Step]) -> None:
        """Load what the players need, and who knows the truth."""
        steps = [step for player in self.players for step in kernels_of(player, game)]
        load_kernels(*steps, *kernels)


def is_puzzle(values: dict[int, Value]) -> bool:
    """Whether exactly one move keeps the win or the draw, and it takes a thought to find it."""
    if not values or not all(value.settled for value in values.values()):
        return False
    top = max(value.results[0] for value in values.values())
    keep = [value for value in values.values() if value.results[0] == top]
    wrong = [value for value in values.values() if value.results[0] < top]
    at_once = keep[0].result is Result.WIN and keep[0].plies == 1
    plausible = [value for value in wrong if value.plies is None or value.plies > _AT_ONCE]
    return top > 0 and len(keep) == 1 and not at_once and len(plausible) >= _WRONG_MOVES


def _goes_on(state: State) -> bool:
    """Whether a board is chosen here, in which the same player then places a stone."""
    return state.play(state.legal_actions()[0]).player == state.player


class _Exact(WeakPlay):
    """The value of every move, or of none where that would take long."""

    def __init__(self, game: Game, seed: int, stop: Event | None) -> None:
        super().__init__(seed, stop)
        self.truth = ExactTruth(game, stop, PUZZLE_SOLVER_NODES)
        self.load(game, self.truth.kernels)

    def is_quick(self, state: State) -> bool:
        if state.chance() or len(state.legal_actions()) < 1 + _WRONG_MOVES:
            return False
        return not self.truth.has_solver or state.ply >= PUZZLE_PLIES

    def values(self, state: State) -> dict[int, Value]:
        return self.truth.values(state)

    def is_puzzle(self, values: dict[int, Value]) -> bool:
        return is_puzzle(values)


class _Proven(WeakPlay):
    """What every move is proven to be, or nothing if one of them is not settled."""

    def __init__(self, game: Game, seed: int, stop: Event | None) -> None:
        super().__init__(seed, stop)
        self.truth = ProvenTruth(game, stop, PUZZLE_PROOF)
        self._short = AlphaBetaPlayer(evaluator="none", seconds=None)
        self.load(game, (*self.truth.kernels, *kernels_of(self._short, game)))

    def is_quick(self, state: State) -> bool:
        if state.ply < PUZZLE_PROOF_PLIES or winning_actions(state, state.player):
            return False
        if _goes_on(state):
            return False
        after = [state.play(action) for action in state.legal_actions()]
        lasting = [child for child in after if not winning_actions(child, child.player)]
        return len(lasting) >= 1 + _WRONG_MOVES

    def values(self, state: State) -> dict[int, Value]:
        found: dict[int, Value] = {}
        for action in state.legal_actions():
            value = self.truth.value_of(state, action)
            wins = [one for one in found.values() if one.result is Result.WIN]
            if value is None or (wins and value.result is Result.WIN):
                return {}  # not settled, or no puzzle: there are two solutions
            found[action] = value
        if self.is_puzzle(found):
            # A proof does not say how soon; one ply more each time, the shortest win comes first.
            limit = Limit(nodes=PUZZLE_LENGTH_NODES, stop=self.stop)
            for action, value in self._short.choose(state, limit).values.items():
                if value.settled and value.result is Result.WIN:
                    found[action] = value.as_chance()
        return found

    def is_puzzle(self, values: dict[int, Value]) -> bool:
        top = max((value.results[0] for value in values.values()), default=0)
        wrong = [value for value in values.values() if value.results[0] < top]
        plausible = [value for value in wrong if value.plies != _AT_ONCE]
        return top > 0 and len(values) - len(wrong) == 1 and len(plausible) >= _WRONG_MOVES


class _Lucky(WeakPlay):
    """What every move can expect where dice decide, counted to the end of the game.

    Both sides drop stones anywhere as long as nobody can win at once, so that games last that long.
    The dice are the right move in every other puzzle at most, or nobody would look at the columns.
    """

    def __init__(self, game: Game, seed: int, stop: Event | None) -> None:
        super().__init__(seed, stop)
        self._columns_ahead = 0
        self._expectation = Expectation(PUZZLE_DICE_POSITIONS, stop)
        self.load(game, ())

    def move(self, state: State, rng: Random) -> int:
        columns = [action for action in state.legal_actions() if action != dice_action(state)]
        after = {action: state.play(action) for action in columns}
        quiet = [
            action
            for action, child in after.items()
            if child.outcome is None and not winning_actions(child, child.player)
        ]
        return rng.choice(quiet) if quiet else super().move(state, rng)

    def is_quick(self, state: State) -> bool:
        rows, cols = state.game.shape
        if state.chance() or rows * cols - state.ply > PUZZLE_DICE_CELLS:
            return False
        enough = len(state.legal_actions()) >= 1 + _WRONG_MOVES
        return enough and not winning_actions(state, state.player)

    def values(self, state: State) -> dict[int, Value]:
        return self._expectation.values(state)

    def is_puzzle(self, values: dict[int, Value]) -> bool:
        best, *others = sorted((value.chance for value in values.values()), reverse=True) or [0.0]
        if len(others) < _WRONG_MOVES or best - others[0] < PUZZLE_MARGIN:
            return False
        throws = max(values) == max(values, key=lambda action: values[action].chance)
        if throws and not self._columns_ahead:
            return False
        self._columns_ahead += -1 if throws else 1
        return True


class ShortWins(WeakPlay):
    """Wins within a few plies, whatever the opponent does; of all other moves nothing is said.

    For Pop Out, ultimate tic-tac-toe and large boards, of which nothing else is known.
    """

    def __init__(self, game: Game, seed: int, stop: Event | None) -> None:
        super().__init__(seed, stop)
        self._limit = Limit(nodes=PUZZLE_SHORT_NODES, stop=stop)
        self._search = AlphaBetaPlayer(
            evaluator="none", seconds=None, deepening=False, depth=PUZZLE_SHORT_PLIES
        )
        self.load(game, kernels_of(self._search, game))

    def is_quick(self, state: State) -> bool:
        if state.chance() or len(state.legal_actions()) < 1 + _WRONG_MOVES:
            return False
        return not (_goes_on(state) or winning_actions(state, state.player))

    def values(self, state: State) -> dict[int, Value]:
        found = self._search.choose(state, self._limit).values
        won = {a: v for a, v in found.items() if v.settled and v.result is Result.WIN}
        return {action: won_within(value.plies or 0) for action, value in won.items()}

    def is_puzzle(self, values: dict[int, Value]) -> bool:
        return len(values) == 1
