"""Make puzzles: positions from played games in which exactly one move keeps the result.

    1  a game      a weak player against itself, with random moves in between, as people play
    2  a position  win or draw, with a single move that keeps it; no win at once, and at least two
                   wrong moves that do not lose at once, so that there is something to think about
    3  a level     how far is the end, and how deep must a search look to play it? A win within 5,
                   9 or 15 plies counts 1, 2 or 3, a draw 3, anything longer 4; a search of depth
                   2, 4, 6 or 8 that plays the move counts 1 to 4, and 5 if none of them does. The
                   larger number is the level.

All values are exact: the solver's for Connect Four, else a search to the end of the game, which is
given up where it takes too many positions. On nine boards every move is settled by a proof, which
says who wins but not how soon: the searches alone make the level. On large boards of Gomoku, where
all that is out of reach, puzzles are wins by force (`forced_puzzles.py`). The same seed makes the
same puzzles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
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
from inarow.seeds import derived_seed
from inarow.study.forced_puzzles import ForcedWins
from inarow.study.puzzles import Puzzle
from inarow.study.truth import EXACT_CELLS, ExactTruth, ProvenTruth, Truth

PUZZLE_PLIES = 14
"""Stones on a Connect Four board before the solver is quick enough to look for puzzles."""
PUZZLE_SOLVER_NODES = 5_000_000
"""Positions that the solver of Connect Four may take."""
PUZZLE_LEVEL_NODES = 3_000_000
"""The most for each of the searches that measure how difficult a puzzle is."""
PUZZLE_SIMULATIONS = 60
PUZZLE_PROOF_PLIES = 14
"""Stones on nine boards before most moves are settled quickly."""
PUZZLE_GAMES = 200
"""Games in a row without a new puzzle after which the search for more is given up."""

OnTry: TypeAlias = Callable[[], None]
"""Called for every game that is played in search of puzzles."""

_RANDOM_SHARE = 0.25
_WRONG_MOVES = 2
_AT_ONCE = 2
_RUNGS = (2, 4, 6, 8)
_DISTANCES = (5, 9, 15)
_DRAW_LEVEL = 3
_PATIENCE = 20
"""Games without a new puzzle after which a level may have one more than its share."""


def make_puzzles(
    game: Game, count: int, seed: int, on_try: OnTry | None = None, stop: Event | None = None
) -> Iterator[Puzzle]:
    """Up to `count` puzzles of a game, no two of them mirror images, the levels equally often.

    A level may have more than its share where the others are rarely met. It gives up after as many
    games in a row without a new one as `PUZZLE_GAMES` says, and when `stop` is set.

    Raises:
        NotSupported: nobody can solve positions of this game in a reasonable time, or nobody can
            win it.
    """
    rng = Random(seed)
    source = _source(game, seed, stop)
    seen: set[object] = set()
    levels: Counter[int] = Counter()
    share = -(-count // (len(_RUNGS) + 1))
    made = idle = 0

    def stopped() -> bool:
        return stop is not None and stop.is_set()

    while made < count and idle < PUZZLE_GAMES and not stopped():
        idle += 1
        if on_try is not None:
            on_try()
        for actions, state in _game(game, source, rng):
            if stopped():
                break
            if likeness(state) in seen or not source.is_quick(state):
                continue
            values = source.values(state)
            if stopped():  # perhaps in the middle of them
                break
            if not source.is_puzzle(values):
                seen.add(likeness(state))
                continue
            level = source.level(state, values)
            if levels[level] < share + idle // _PATIENCE:
                seen.add(likeness(state))
                levels[level] += 1
                made, idle = made + 1, 0
                yield Puzzle(state, values, format_moves(game, actions), level)
                break  # one puzzle of a game is enough


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


def difficulty_of(state: State, values: dict[int, Value], stop: Event | None = None) -> int:
    """How difficult a puzzle is, from 1 to 5, by its length and by the searches that find it.

    A depth that would take too long does not count.
    """
    solution = max(values, key=lambda action: values[action].results[0])
    level = len(_RUNGS) + 1
    for depth in reversed(_RUNGS):
        player = AlphaBetaPlayer(depth=depth, seconds=None, deepening=False)
        found = player.choose(state, Limit(nodes=PUZZLE_LEVEL_NODES, stop=stop))
        if found.nodes >= PUZZLE_LEVEL_NODES:
            continue
        if found.action != solution:
            break
        level = _RUNGS.index(depth) + 1
    value = values[solution]
    if value.result is Result.DRAW:
        return max(level, _DRAW_LEVEL)
    return max(level, 1 + sum((value.plies or 0) > bound for bound in _DISTANCES))


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

    def level(self, state: State, values: dict[int, Value]) -> int:
        """How difficult it is, from 1 to 5."""


def _source(game: Game, seed: int, stop: Event | None) -> Source:
    rows, cols = game.shape
    if game.rules is not None and game.rules.k > max(rows, cols):
        raise NotSupported(f"no puzzles can be made for {game}: every game of it is drawn")
    if rows * cols > EXACT_CELLS and GomokuPlayer().supports(game):
        return ForcedWins(seed, stop)
    if NINE in kernels_of(ProofPlayer(), game):
        return _Proven(game, seed, stop)
    return _Exact(game, seed, stop)


class WeakPlay:
    """Games of a weak player against itself; the level is that of the searches."""

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

    def level(self, state: State, values: dict[int, Value]) -> int:
        return difficulty_of(state, values, self.stop)

    def load(self, game: Game, truth: Truth) -> None:
        """Load what the players and the truth need."""
        steps = [step for player in self.players for step in kernels_of(player, game)]
        load_kernels(*steps, *truth.kernels)


class _Exact(WeakPlay):
    """The value of every move, or of none where that would take long."""

    def __init__(self, game: Game, seed: int, stop: Event | None) -> None:
        super().__init__(seed, stop)
        try:
            self.truth = ExactTruth(game, stop, PUZZLE_SOLVER_NODES)
        except NotSupported:
            raise NotSupported(
                f"no puzzles can be made for {game}: it takes too long to solve"
            ) from None
        self.load(game, self.truth)

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
        self.load(game, self.truth)

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
