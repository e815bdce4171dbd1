"""Monte Carlo tree search step by step, for people who want to watch it think.

Each simulation is told as data: which children were compared on the way down and with which UCT
scores, which move was new, which random moves followed, who won, and what every node on the way
back counts now. The search is that of `plain.py`, which explains the four steps; this one only
observes it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from inarow.errors import IllegalMove, NotSupported
from inarow.games.base import SYMBOLS, Game, State
from inarow.search.events import names
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, grow


@dataclass(frozen=True, slots=True)
class Candidate:
    """A child that was compared: its points, its visits, and the score that they make."""

    move: int
    points: float
    visits: int
    score: float


@dataclass(frozen=True, slots=True)
class Choice:
    """One step down: where from, what was compared, and what was taken.

    Without candidates the move was one of the `untried` ones, taken at random, or the dice's.
    """

    path: tuple[int, ...]
    player: int
    candidates: tuple[Candidate, ...]
    untried: tuple[int, ...]
    move: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A node after back-propagation; the points are those of the `player` who moved into it."""

    path: tuple[int, ...]
    player: int
    visits: int
    points: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation: selection, expansion, rollout and back-propagation."""

    number: int
    selection: tuple[Choice, ...]
    expanded: int | None  # the new move; None where the game was already decided
    rollout: tuple[int, ...]
    winner: int | None
    counted: tuple[Counted, ...]  # from the leaf up to the root

    def words(self, game: Game, sides: Sequence[str] = SYMBOLS) -> list[str]:
        """The four steps, a line each; `sides` are what the players are called."""
        lines = [_selection_words(game, choice) for choice in self.selection if choice.candidates]
        if self.expanded is not None:
            untried = len(self.selection[-1].untried)
            lines.append(f"expansion: {game.format(self.expanded)}, one of {untried} untried moves")
        moves = " ".join(names(game, self.rollout))
        result = "a draw" if self.winner is None else f"{sides[self.winner]} wins"
        lines.append(f"rollout: {moves or 'none, the game is over here'} -> {result}")
        counts = (f"{_name(game, one.path)} {one.points:g}/{one.visits}" for one in self.counted)
        lines.append(f"back-propagation (points/visits): {', '.join(counts)}")
        return lines


def trace_mcts(
    state: State, settings: Settings, simulations: int, rng: Random
) -> Iterator[Simulation]:
    """Run a search and tell of every simulation.

    >>> from inarow.registry import load_game
    >>> game = load_game("tic_tac_toe")
    >>> first = next(trace_mcts(game.initial_state(), Settings(), 10, Random(1)))
    >>> print("\\n".join(first.words(game)))
    expansion: b3, one of 9 untried moves
    rollout: b1 a1 c3 b2 a2 c2 c1 a3 -> a draw
    back-propagation (points/visits): b3 0.5/1, root 0.5/1
    """
    if settings.keep_rollout or settings.decisive:
        raise NotSupported(
            "only the plain search can be watched: keep_rollout and decisive are not"
        )
    if not state.legal_actions():
        raise IllegalMove("the game is over: there is no move to search")
    root = Node(state)
    for number in range(1, simulations + 1):
        observer = _Recorder(number, settings)
        grow(root, settings, Limit(simulations=1), rng, observer=observer)
        if observer.simulation is None:  # the root is decided
            return
        yield observer.simulation


class _Recorder:
    """Writes down one simulation."""

    def __init__(self, number: int, settings: Settings) -> None:
        self.simulation: Simulation | None = None
        self._number = number
        self._settings = settings
        self._choices: list[Choice] = []
        self._expanded: int | None = None

    def chose(self, node: Node, action: int) -> None:
        untried = tuple(node.untried)
        candidates = []
        if not untried and not node.by_dice:
            for move, child in node.children.items():
                score = self._settings.score(child, node.visits)
                candidates.append(Candidate(move, child.wins, child.visits, score))
        above = self._choices[-1:]
        path = (*above[0].path, above[0].move) if above else ()
        self._choices.append(Choice(path, node.state.player, tuple(candidates), untried, action))
        self._expanded = None if action in node.children else action

    def counted(self, leaf: Node, rollout: Sequence[int], gained: tuple[float, float]) -> None:
        winner = None if not gained[0] else 0 if gained[0] > 0 else 1
        way, counted = tuple(self._choices), _counted(leaf)
        self.simulation = Simulation(
            self._number, way, self._expanded, tuple(rollout), winner, counted
        )


def _counted(leaf: Node) -> tuple[Counted, ...]:
    line: list[Node] = [leaf]
    while (parent := line[-1].parent) is not None:
        line.append(parent)
    actions = [node.action for node in reversed(line[:-1])]
    return tuple(
        Counted(tuple(actions[: len(line) - 1 - up]), node.mover, node.visits, node.wins)
        for up, node in enumerate(line)
    )


def _selection_words(game: Game, choice: Choice) -> str:
    scores = ", ".join(
        f"{game.format(one.move)} {one.points:g}/{one.visits} -> {one.score:.3f}"
        for one in sorted(choice.candidates, key=lambda one: -one.score)
    )
    return f"selection at {_name(game, choice.path)}: {game.format(choice.move)} (UCT {scores})"


def _name(game: Game, path: tuple[int, ...]) -> str:
    return " ".join(names(game, path)) or "root"
