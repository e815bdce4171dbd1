"""Make puzzles: positions from played games in which exactly one move keeps the result.

    1  a game      a weak player against itself, with random moves in between, as people play
    2  a position  win or draw, with a single move that keeps it; no win at once, and at least two
                   wrong moves that do not lose at once, so that there is something to think about
    3  a rating    every level of the game tries it (`puzzle_rating.py`)

All values are exact: the solver's for Connect Four, else a search to the end of the game, which is
given up where it takes too many positions. On nine boards every move is settled by a proof, which
says who wins but not how soon. On large boards of Gomoku, where all that is out of reach, puzzles
are wins by force (`forced_puzzles.py`), and in all other games short wins (`ShortWins`). The same
seed makes the same puzzles, and fewer of them are the first of more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from threading import Event
from typing import Protocol, TypeAlias

from inarow.agents.ready import kernels_of, load_kernels
from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.games.dice import roll
from inarow.games.notation import format_moves
from inarow.search.decision import Result, Value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import Limit
from inarow.search.mcts.player import MctsPlayer
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.search.proof.player import NINE, ProofPlayer
from inarow.search.seam import Step
from inarow.seeds import derived_seed
from inarow.study.forced_puzzles import ForcedWins, won_within
from inarow.study.puzzle_rating import grade_of_rating, rate
from inarow.study.puzzles import Puzzle
from inarow.study.truth import EXACT_CELLS, ExactTruth, ProvenTruth

PUZZLE_PLIES = 14
"""Stones on a Connect Four board before the solver is quick enough to look for puzzles."""
PUZZLE_SOLVER_NODES = 5_000_000
"""Positions that the solver of Connect Four may take."""
PUZZLE_SIMULATIONS = 60
PUZZLE_PROOF_PLIES = 14
"""Stones on nine boards before most moves are settled quickly."""
PUZZLE_SHORT_PLIES, PUZZLE_SHORT_NODES = 5, 50_000
"""How far a win may be away where nothing but a short search knows of it, and what that takes."""
PUZZLE_GAMES = 200
"""Games in a row without a new puzzle after which the search for more is given up."""

OnTry: TypeAlias = Callable[[], None]
"""Called for every game that is played in search of puzzles."""

_RANDOM_SHARE = 0.25
_WRONG_MOVES = 2
_AT_ONCE = 2
_APART = 4
"""Plies between two puzzles of one game."""


def make_puzzles(
    game: Game, count: int, seed: int, on_try: OnTry | None = None, stop: Event | None = None
) -> Iterator[Puzzle]:
    """Up to `count` puzzles of a game, no two of them mirror images.

    It gives up after as many games in a row without a new one as `PUZZLE_GAMES` says, and when
    `stop` is set.

    Raises:
        NotSupported: nobody can solve positions of this game in a reasonable time, or nobody can
            win it.
    """
    rng = Random(seed)
    source = _source(game, seed, stop)
    seen: set[object] = set()
    made = idle = 0

    def stopped() -> bool:
        return stop is not None and stop.is_set()

    while made < count and idle < PUZZLE_GAMES and not stopped():
        idle += 1
        if on_try is not None:
            on_try()
        last = -_APART
        for actions, state in _game(game, source, rng):
            if stopped() or made == count:
                break
            near = state.ply - last < _APART
            if near or likeness(state) in seen or not source.is_quick(state):
                continue
            seen.add(likeness(state))
            values = source.values(state)
            if stopped() or not source.is_puzzle(values):  # perhaps in the middle of them
                continue
            puzzle = Puzzle(state, values, format_moves(game, actions))
            rating = rate(state, puzzle.solutions, stop)
            last, made, idle = state.ply, made + 1, 0
            yield replace(puzzle, rating=rating, level=grade_of_rating(game, rating))


def has_puzzles(game: Game) -> bool:
    """Whether somebody knows enough of a game to make puzzles of it: not where dice decide."""
    rules = game.rules
    return rules is not None and rules.dice is None and rules.k <= max(game.shape)


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


def _source(game: Game, seed: int, stop: Event | None) -> Source:
    rows, cols = game.shape
    if game.rules is not None and game.rules.k > max(rows, cols):
        raise NotSupported(f"no puzzles can be made for {game}: every game of it is drawn")
    if game.rules is not None and game.rules.dice is not None:
        raise NotSupported(f"no puzzles can be made for {game}: it has dice")
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
        self.truth = ProvenTruth(game, stop)
        self.load(game, self.truth.kernels)

    def is_quick(self, state: State) -> bool:
        if state.ply < PUZZLE_PROOF_PLIES or len(state.legal_actions()) < 1 + _WRONG_MOVES:
            return False
        if state.play(state.legal_actions()[0]).player == state.player:
            return False  # a board is chosen, in which the same player goes on
        return not winning_actions(state, state.player)

    def values(self, state: State) -> dict[int, Value]:
        found: dict[int, Value] = {}
        for action in state.legal_actions():
            value = self.truth.value_of(state, action)
            wins = [one for one in found.values() if one.result is Result.WIN]
            if value is None or (wins and value.result is Result.WIN):
                return {}  # not settled, or no puzzle: there are two solutions
            found[action] = value
        return found

    def is_puzzle(self, values: dict[int, Value]) -> bool:
        top = max((value.results[0] for value in values.values()), default=0)
        wrong = [value for value in values.values() if value.results[0] < top]
        plausible = [value for value in wrong if value.plies != _AT_ONCE]
        return top > 0 and len(values) - len(wrong) == 1 and len(plausible) >= _WRONG_MOVES


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
        return not winning_actions(state, state.player)

    def values(self, state: State) -> dict[int, Value]:
        found = self._search.choose(state, self._limit).values
        won = {a: v for a, v in found.items() if v.settled and v.result is Result.WIN}
        return {action: won_within(value.plies or 0) for action, value in won.items()}

    def is_puzzle(self, values: dict[int, Value]) -> bool:
        return len(values) == 1


def _game(game: Game, source: Source, rng: Random) -> Iterator[tuple[list[int], State]]:
    """The positions of one game, with the moves that lead to them."""
    state, actions = game.initial_state(), list[int]()
    while state.outcome is None:
        action = roll(state, rng) if state.chance() else source.move(state, rng)
        state = state.play(action)
        actions.append(action)
        if state.outcome is None:
            yield list(actions), state


def likeness(state: State) -> object:
    """The same for a position and its images in a mirror, and turned where stones do not fall."""
    board = state.board()
    images = [board]
    if not state.note:  # a note names a place, which would have to be mirrored as well
        images.append(tuple(row[::-1] for row in board))
    if state.game.rules is not None and state.game.rules.anywhere:
        images += [image[::-1] for image in images]
        images += [tuple(zip(*image, strict=True)) for image in images]
    return min(images, key=str), state.player, state.note
