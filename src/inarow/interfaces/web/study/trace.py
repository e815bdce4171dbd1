"""A search step by step, as the viewer of the page draws it.

What is recorded (`study/watch.py`) gets numbers for its nodes, and each node its place in the
finished tree from the first step on, so that nothing moves while it grows.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from inarow.errors import NotSupported
from inarow.games.notation import format_moves
from inarow.interfaces.render.tree_layout import arrange
from inarow.interfaces.web.engines.jobs import STUDY_SECONDS, Desk, Place
from inarow.interfaces.web.games.agreement import read_limit
from inarow.interfaces.web.games.show import line_moves, position_view
from inarow.interfaces.web.protocol.command import Command, LimitText, Number, Spec, Tag
from inarow.interfaces.web.protocol.messages import TraceNode, TracePart, TraceStep
from inarow.interfaces.web.protocol.views import View
from inarow.interfaces.web.study.commands import Where
from inarow.registry import names_program
from inarow.search.steps import NodeLook, Path, SearchStep
from inarow.study.watch import SEED, Watched, watch

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession


class Trace(Command):
    """Ask for the steps of a search, on any position. Answer: `trace`."""

    type: Literal["trace"]
    engine: Tag
    search: Spec
    where: Where
    limit: LimitText = ""
    seed: Number = SEED

    async def do(self, page: PageSession) -> None:
        if names_program(self.search):
            raise NotSupported("a page cannot name a program or a file of this machine")
        read_limit(self.limit)
        place = await self.where.find(page)
        page.spawn(self.engine, self.re, self._watch(page, place))

    async def _watch(self, page: PageSession, place: Place) -> View:
        order = page.services.pool.submit(partial(record_search, self, place), client=page)
        page.orders[self.engine] = order
        return await order.wait()


def record_search(asked: Trace, place: Place, desk: Desk) -> TracePart:
    """Record a search, in an engine process."""
    state = place.state()
    limit = read_limit(asked.limit, STUDY_SECONDS)
    watched = watch(asked.search, state, replace(limit, stop=desk.stop), asked.seed)
    tree = _Tree(watched)
    return asked.answer(
        TracePart,
        position=position_view(state, format_moves(state.game, place.actions)),
        steps=[tree.step(step) for step in watched.steps],
        places=tree.places(),
        truncated=bool(watched.cut),
        words=watched.words,
    )


@dataclass
class _Tree:
    """Numbers for nodes: the root is 0, the others are numbered as they turn up."""

    watched: Watched
    numbers: dict[Path, int] = field(default_factory=lambda: {(): 0})

    def number(self, path: Path) -> int:
        return self.numbers.setdefault(path, len(self.numbers))

    def step(self, step: SearchStep) -> TraceStep:
        path = [self.number(step.path[:length]) for length in range(len(step.path) + 1)]
        cols = self.watched.state.game.shape[1]
        return TraceStep(
            phase=step.phase,
            words=step.words,
            path=path,
            changed=[self.node(look) for look in step.changed],
            rollout=line_moves(self.watched.position(step.path), step.rollout),
            cells=[divmod(cell, cols) for cell in step.cells],
        )

    def node(self, look: NodeLook) -> TraceNode:
        path, numbers = look.path, dict(look.numbers)
        if not path:
            return TraceNode(id=0, parent=None, text="", player=None, numbers=numbers)
        above = self.watched.position(path[:-1])
        parent, own = self.number(path[:-1]), self.number(path)
        text = above.game.format(path[-1])
        return TraceNode(id=own, parent=parent, text=text, player=above.player, numbers=numbers)

    def places(self) -> list[tuple[float, int]]:
        """For each node how far to the right it stands, in columns from the left, and its row."""
        children: dict[Path, list[Path]] = {}
        for path in sorted(self.numbers, key=lambda path: (len(path), path)):
            children.setdefault(path[:-1], []).append(path)
        children[()].remove(())
        start: Path = ()
        root, edges = arrange(start, lambda path: children.get(path, []), lambda _: 0.0, 1.0)
        left = min(edge for edge, _ in edges)
        found = {p.node: (round(p.middle - left, 3), p.row) for p in root.walk()}
        return [found[path] for path in self.numbers]
