"""Monte Carlo tree search step by step, for people who want to watch it think.

Each simulation is told in its four steps: which children were compared on the way down and with
which UCT scores, which move was new, which random moves followed and who won, and what every node
on the way back counts now. The search is that of `plain.py`, which explains the four steps; this
one only observes it.
"""

from collections.abc import Iterator, Sequence
from math import isinf
from random import Random

from inarow.errors import IllegalMove, NotSupported
from inarow.games.base import State
from inarow.games.sides import side_names
from inarow.options import counted
from inarow.search.limit import Limit
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, grow
from inarow.search.mcts.result import decision_of
from inarow.search.steps import NodeLook, Path, SearchStep, names, place_name


def trace_mcts(state: State, settings: Settings, limit: Limit, rng: Random) -> Iterator[SearchStep]:
    """Run a search and tell of every simulation.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> steps = trace_mcts(state, Settings(), Limit(simulations=1), Random(1))
    >>> for step in steps:
    ...     print(step.words)
    expansion: b3 is tried for the first time
    rollout: 8 random moves, a draw
    back-propagation: every node on the way back counts the result
    answer: b3, visited 1 time
    """
    if settings.keep_rollout or settings.per_child:
        raise NotSupported("only one tree can be watched: neither keep_rollout nor per_child")
    if not state.legal_actions():
        raise IllegalMove("the game is over: there is no move to search")
    root, number = Node(state), 0
    for number in range(1, (limit.most_simulations or 1) + 1):
        if limit.stopped:
            break
        observer = _Recorder(state, settings, f"simulation {number}")
        grow(root, settings, Limit(simulations=1), rng, observer=observer)
        if not observer.steps:  # the root is decided
            break
        yield from observer.steps
    yield _answer(root, settings)


def _answer(root: Node, settings: Settings) -> SearchStep:
    decision = decision_of(root, settings)
    visits, move = root.children[decision.action].visits, root.state.game.format(decision.action)
    value = decision.value
    proven = f", {value.words}" if value is not None and value.settled else ""
    words = f"answer: {move}, visited {counted(visits, 'time')}{proven}"
    return SearchStep("answer", words, (decision.action,))


class _Recorder:
    """Writes down one simulation."""

    def __init__(self, state: State, settings: Settings, heading: str) -> None:
        self.steps: list[SearchStep] = []
        self._game, self._sides = state.game, side_names(state)
        self._settings = settings
        self._heading = heading
        self._path: Path = ()

    def chose(self, node: Node, action: int) -> None:
        path = (*self._path, action)
        move = self._game.format(action)
        if node.by_dice:
            new = [NodeLook(path, {"visits": 0})] if action not in node.children else []
            self._tell("dice", f"dice: {move} is thrown", path, new)
        elif action not in node.children:
            words = f"expansion: {move} is tried for the first time"
            self._tell("expansion", words, path, [NodeLook(path, {"visits": 0})])
        else:
            words, more = f"selection: {move} has the highest score", self._scores(node)
            self._tell("selection", words, path, self._compared(node), more)
        self._path = path

    def counted(self, leaf: Node, rollout: Sequence[int], gained: tuple[float, float]) -> None:
        winner = None if not gained[0] else 0 if gained[0] > 0 else 1
        result = "a draw" if winner is None else f"{self._sides[winner]} wins"
        words = f"rollout: {counted(len(rollout), 'random move')}, {result}"
        if not rollout:
            words = f"rollout: none, the result is known here: {result}"
        moves = tuple(rollout)
        more = " ".join(names(self._game, moves))
        self._tell("rollout", words, self._path, more=more, rollout=moves)
        looks = list(self._way_back(leaf))
        points = (
            f"{place_name(self._game, one.path)} {one.numbers['points']:g}/{one.numbers['visits']}"
            for one in looks
        )
        words = "back-propagation: every node on the way back counts the result"
        self._tell("backup", words, self._path, looks, f"points/visits: {', '.join(points)}")

    def _tell(
        self,
        phase: str,
        words: str,
        path: Path,
        changed: Sequence[NodeLook] = (),
        more: str = "",
        rollout: Path = (),
    ) -> None:
        heading = "" if self.steps else self._heading
        self.steps.append(SearchStep(phase, words, path, changed, more, rollout, (), heading))

    def _compared(self, node: Node) -> list[NodeLook]:
        looks = []
        for move, child in node.children.items():
            score = self._settings.score(child, node.visits)
            uct = None if isinf(score) else round(score, 3)
            numbers = {"visits": child.visits, "points": child.wins, "uct": uct}
            looks.append(NodeLook((*self._path, move), numbers))
        return looks

    def _scores(self, node: Node) -> str:
        found = {m: self._settings.score(child, node.visits) for m, child in node.children.items()}
        ranked = sorted(node.children.items(), key=lambda one: -found[one[0]])
        scores = (
            f"{self._game.format(move)} {child.wins:g}/{child.visits} -> {found[move]:.3f}"
            for move, child in ranked
        )
        return f"UCT {', '.join(scores)}"

    def _way_back(self, leaf: Node) -> Iterator[NodeLook]:
        """What the nodes count now, from the leaf up to the root."""
        node: Node | None = leaf
        path = self._path
        while node is not None:
            mean = round(node.wins / max(1, node.visits), 3)
            numbers = {"visits": node.visits, "points": node.wins, "mean": mean}
            if node.low == node.high:
                numbers["proven"] = node.low
            yield NodeLook(path, numbers)
            node, path = node.parent, path[:-1]
