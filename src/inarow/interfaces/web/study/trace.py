"""A search step by step, as the viewer of the page draws it.

Both traces become one list of steps. Each step says what happened in one sentence, where in the
tree (`path`, from the root), and which nodes look different afterwards (`changed`). Each node has
its place in the finished tree from the first step on, so that nothing moves while it grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import isinf
from random import Random
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from inarow import defaults
from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.games.notation import format_moves
from inarow.games.sides import side_names
from inarow.interfaces.render.tree_layout import arrange
from inarow.interfaces.web.engines.jobs import Desk, Place
from inarow.interfaces.web.games.show import line_moves, position_view
from inarow.interfaces.web.protocol.command import Command, Number, Tag
from inarow.interfaces.web.protocol.messages import TraceNode, TracePart, TraceStep
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import View
from inarow.interfaces.web.study.commands import Where
from inarow.search.evaluators import evaluator
from inarow.search.mcts.plain import Settings
from inarow.search.mcts.trace import Simulation, trace_mcts
from inarow.search.minimax.trace import WATCH_CELLS, WATCH_POSITIONS, SearchStep, trace_alphabeta

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession

TRACE_STEPS = 4000

_Path = tuple[int, ...]
_Numbers = dict[str, float | int | str | None]


class Trace(Command):
    """Ask for the steps of a search. Answer: `trace`."""

    type: Literal["trace"]
    engine: Tag
    search: Literal["mcts", "alphabeta"]
    where: Where
    steps: Annotated[int, Field(ge=1, le=2_000)] = 50
    depth: Annotated[int, Field(ge=1, le=12)] = 3
    seed: Number = 1

    async def do(self, page: PageSession) -> None:
        place = await self.where.find(page)
        page.spawn(self.engine, self.re, self._watch(page, place))

    async def _watch(self, page: PageSession, place: Place) -> View:
        order = page.services.pool.submit(partial(record_search, self, place), client=page)
        page.orders[self.engine] = order
        return await order.wait()


def record_search(asked: Trace, place: Place, desk: Desk) -> TracePart:
    """Record a search of a small position, in an engine process."""
    state = place.state()
    rows, cols = state.game.shape
    if rows * cols > WATCH_CELLS:
        raise Refused("too_large", f"boards up to {WATCH_CELLS} cells can be watched")
    if not state.legal_actions():
        raise IllegalMove("the game is over: there is no move to search")
    tree = _Tree(state)
    found: list[TraceStep] = []
    truncated = False
    for step in _steps(asked, tree):
        truncated = len(found) >= TRACE_STEPS or desk.stop.is_set()
        if truncated:
            break
        found.append(step)
    return asked.answer(
        TracePart,
        position=position_view(state, format_moves(state.game, place.actions)),
        steps=found,
        places=tree.places(),
        truncated=truncated,
        words=f"{len(found)} steps" + (", cut short" if truncated else ""),
    )


def _steps(asked: Trace, tree: _Tree) -> Iterator[TraceStep]:
    state = tree.state
    if asked.search == "mcts":
        settings = Settings(exploration=defaults.MCTS_EXPLORATION)
        for one in trace_mcts(state, settings, asked.steps, Random(asked.seed)):
            yield from _simulation(tree, one)
        return
    judge = evaluator("open_lines")
    evaluate = judge if judge.supports(state.game) else None
    for step in trace_alphabeta(state, asked.depth, WATCH_POSITIONS, evaluate):
        yield _alphabeta(tree, step)


@dataclass
class _Tree:
    """Numbers for nodes: the root is 0, the others are numbered as they turn up."""

    state: State
    numbers: dict[_Path, int] = field(default_factory=lambda: {(): 0})

    def number(self, path: _Path) -> int:
        return self.numbers.setdefault(path, len(self.numbers))

    def line(self, path: _Path) -> list[int]:
        return [self.number(path[:length]) for length in range(len(path) + 1)]

    def at(self, path: _Path) -> State:
        state = self.state
        for action in path:
            state = state.play(action)
        return state

    def node(self, path: _Path, numbers: _Numbers) -> TraceNode:
        text = self.state.game.format(path[-1]) if path else ""
        player = self.at(path[:-1]).player if path else None
        parent = self.number(path[:-1]) if path else None
        own = self.number(path)
        return TraceNode(id=own, parent=parent, text=text, player=player, numbers=numbers)

    def places(self) -> list[tuple[float, int]]:
        """For each node how far to the right it stands, in columns from the left, and its row."""
        children: dict[_Path, list[_Path]] = {}
        for path in sorted(self.numbers, key=lambda path: (len(path), path)):
            children.setdefault(path[:-1], []).append(path)
        children[()].remove(())
        start: _Path = ()
        root, edges = arrange(start, lambda path: children.get(path, []), lambda _: 0.0, 1.0)
        left = min(edge for edge, _ in edges)
        found = {p.node: (round(p.middle - left, 3), p.row) for p in root.walk()}
        return [found[path] for path in self.numbers]


def _simulation(tree: _Tree, one: Simulation) -> Iterator[TraceStep]:
    """Selection, expansion, rollout and back-propagation of one simulation."""
    game = tree.state.game
    for choice in one.selection:
        if not choice.candidates:
            continue
        changed = []
        for rival in choice.candidates:
            uct = None if isinf(rival.score) else round(rival.score, 3)
            numbers: _Numbers = {"visits": rival.visits, "points": rival.points, "uct": uct}
            changed.append(tree.node((*choice.path, rival.move), numbers))
        words = f"selection: {game.format(choice.move)} has the highest score"
        path = tree.line((*choice.path, choice.move))
        yield TraceStep(phase="selection", words=words, path=path, changed=changed)
    leaf = max((counted.path for counted in one.counted), key=len, default=())
    path = tree.line(leaf)
    if one.expanded is not None:
        words = f"expansion: {game.format(one.expanded)} is tried for the first time"
        changed = [tree.node(leaf, {"visits": 0})]
        yield TraceStep(phase="expansion", words=words, path=path, changed=changed)
    result = "a draw" if one.winner is None else f"{side_names(tree.state)[one.winner]} wins"
    words = f"rollout: {len(one.rollout)} random moves, {result}"
    if not one.rollout:
        words = f"rollout: none, the game is over here: {result}"
    rollout = line_moves(tree.at(leaf), one.rollout)
    yield TraceStep(phase="rollout", words=words, path=path, rollout=rollout)
    changed = []
    for counted in one.counted:
        mean = round(counted.points / max(1, counted.visits), 3)
        numbers = {"visits": counted.visits, "points": counted.points, "mean": mean}
        changed.append(tree.node(counted.path, numbers))
    words = "back-propagation: every node on the way back counts the result"
    yield TraceStep(phase="backup", words=words, path=path, changed=changed)


def _alphabeta(tree: _Tree, step: SearchStep) -> TraceStep:
    numbers: _Numbers = {
        "alpha": None if isinf(step.alpha) else step.alpha,
        "beta": None if isinf(step.beta) else step.beta,
        "value": step.value,
        "role": "max" if step.maximizing else "min",
    }
    if step.skipped:
        numbers["cut"] = " ".join(tree.state.game.format(action) for action in step.skipped)
    words, path = step.words(tree.state.game, side_names(tree.state)).strip(), tree.line(step.path)
    return TraceStep(
        phase=step.kind, words=words, path=path, changed=[tree.node(step.path, numbers)]
    )
