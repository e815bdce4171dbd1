"""The commands that ask an engine about a game: analysis, why, review; and stop."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from inarow.errors import BadOption
from inarow.games.notation import format_position
from inarow.games.sides import side_names
from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.engines.jobs import MAX_SECONDS, Place
from inarow.interfaces.web.engines.orders import Priority
from inarow.interfaces.web.engines.pool import GRACE_SECONDS
from inarow.interfaces.web.games.agreement import check_player, read_limit
from inarow.interfaces.web.games.page_game import parse_move
from inarow.interfaces.web.games.read import start_record
from inarow.interfaces.web.protocol.command import (
    Command,
    Errand,
    GameId,
    LimitText,
    MoveText,
    Number,
    Spec,
    Tag,
    Text,
)
from inarow.interfaces.web.protocol.messages import (
    EngineSays,
    MoveVerdict,
    Reasons,
    ReviewPart,
    Thought,
)
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import View
from inarow.interfaces.web.study.jobs import analyse_position, explain_move, review_game
from inarow.library.kept import HUMAN
from inarow.options import counted
from inarow.search.limit import Limit
from inarow.study.review import REVIEW_SECONDS
from inarow.study.reviewed import counted_grade
from inarow.study.reviewed_move import MARKED

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession

EXPLAIN_SECONDS = 20.0
WHOLE_REVIEW_SECONDS = 600.0
"""The moves of a long game share the work that usually takes this long."""
REVIEW_PATIENCE = 100
"""How many times as long a review may take on a busy machine; an engine that hangs takes longer."""


class Where(View):
    """A position: a node of a game, or a game with moves."""

    game: GameId | None = None
    node: Number | None = None
    rules: Spec | None = None
    moves: Text = ""
    position: Text | None = None

    async def find(self, page: PageSession) -> Place:
        """The position itself."""
        if self.game is not None:
            async with page.services.rooms.visit(self.game) as room:
                return room.game.place(self.node)
        if self.rules is None:
            raise Refused("bad_message", "where: name a game or rules")
        record = await aside(start_record, self.rules, self.position, self.moves)
        return Place(str(record.game), record.start, tuple(record.actions))


class Analyse(Command):
    """Let an engine think about a position. Answer: `analysis`, again and again."""

    type: Literal["analyse"]
    engine: Tag
    agent: Spec
    where: Where
    limit: LimitText = ""

    async def do(self, page: PageSession) -> None:
        place, limit = await self.where.find(page), read_limit(self.limit)
        if self.agent == HUMAN:
            raise BadOption("a person cannot be asked for an analysis: name a machine")
        check_player(self.agent, place.state().game, page.services.pool.programs)
        page.spawn(self.engine, self.re, self._think(page, place, limit))

    async def _think(self, page: PageSession, place: Place, limit: Limit) -> View:
        """Pass on what the engine says; what was known before comes first."""
        memory, key = page.services.memory, (place.rules, *self._key(place, limit))
        known = memory.find(key)
        if known is not None:
            said = self._says(known, running=not known.complete, cached=True)
            if known.complete:
                return said
            page.push(said)
        before = 0 if known is None else known.nodes

        def tell(thought: Thought) -> None:
            if thought.nodes >= before:  # less than what is shown already would only flicker
                page.push(self._says(thought, running=True))

        pool, seconds = page.services.pool, limit.seconds or MAX_SECONDS
        programs = pool.programs_of(self.agent)
        job = partial(analyse_position, place, self.agent, programs, limit, seconds)
        seconds += GRACE_SECONDS + pool.start_seconds(self.agent)
        order = pool.submit(job, seconds, client=page, on_report=tell)
        page.orders[self.engine] = order
        thought = await order.wait()
        if thought.complete or thought.nodes >= before:
            memory.keep(key, thought)
        better = known if known is not None and thought.nodes < before else thought
        return self._says(better, running=False)

    def _key(self, place: Place, limit: Limit) -> tuple[str, str]:
        return format_position(place.state()), f"{self.agent} {limit}"

    def _says(self, thought: Thought, *, running: bool, cached: bool = False) -> EngineSays:
        where = self.where.model_dump(include={"game", "node"})
        return self.answer(EngineSays, **where, running=running, cached=cached, **dict(thought))


class Stop(Errand):
    """Stop an engine, a review or a trace by its tag; its result stays. Answer: `ack`."""

    type: Literal["stop"]
    engine: Tag

    def run(self, page: PageSession) -> None:
        page.stop(self.engine)


class AskWhy(Command):
    """Ask what a move (or the position, without one) is about. Answer: `reasons`."""

    type: Literal["why"]
    where: Where
    move: MoveText | None = None

    async def do(self, page: PageSession) -> None:
        place = await self.where.find(page)
        state, action = place.state(), None
        if self.move is not None:
            action = parse_move(state.game, self.move)
            state.play(action)
        tag = "standing" if action is None else "why"  # the page asks for both at once
        page.spawn(tag, self.re, self._explain(page, place, action))

    async def _explain(self, page: PageSession, place: Place, action: int | None) -> View:
        job = partial(explain_move, place, action)
        order = page.services.pool.submit(job, EXPLAIN_SECONDS, Priority.QUICK, page)
        items = await order.wait()
        return self.answer(Reasons, items=items)


class Review(Command):
    """Judge every move of the line to a node. Answer: `review`, again and again."""

    type: Literal["review"]
    engine: Tag
    game: GameId
    node: Number | None = None
    limit: LimitText = ""

    async def do(self, page: PageSession) -> None:
        limit = read_limit(self.limit, REVIEW_SECONDS)
        async with page.services.rooms.visit(self.game) as room:
            game = room.game
            number = game.end_of_main_line if self.node is None else self.node
            place, nodes, whole = game.place(number), game.line(number), number == game.cursor
        page.spawn(self.engine, self.re, self._noted(page, place, nodes, limit, whole))

    async def _noted(
        self, page: PageSession, place: Place, nodes: tuple[int, ...], limit: Limit, whole: bool
    ) -> View:
        """A review; that of a game as it was played counts for the statistics of its players."""
        found = await self._judge(page, place, nodes, limit)
        if whole and found.total and found.done == found.total:
            losses = [(move.player, move.loss) for move in found.moves]
            await page.services.store.note_review(self.game, found.total, losses)
        return found

    async def _judge(
        self, page: PageSession, place: Place, nodes: tuple[int, ...], limit: Limit
    ) -> ReviewPart:
        *before, last = place.states()
        total = sum(not state.chance() for state in before)
        each = min(limit.seconds or MAX_SECONDS, WHOLE_REVIEW_SECONDS / max(1, total))

        def part(moves: list[MoveVerdict], running: bool) -> ReviewPart:
            done = {"done": len(moves), "total": total, "words": _summary(moves, side_names(last))}
            return self.answer(ReviewPart, running=running, moves=moves, **done)

        order = page.services.pool.submit(
            partial(review_game, place, nodes, replace(limit, seconds=each)),
            MAX_SECONDS + REVIEW_PATIENCE * total * each,
            client=page,
            on_report=lambda moves: page.push(part(moves, True)),
        )
        page.orders[self.engine] = order
        return part(await order.wait(), False)


def _summary(moves: list[MoveVerdict], names: tuple[str, str]) -> str:
    """Both players in one line: how many moves, and how many of them got which mark."""
    parts = []
    for seat, name in enumerate(names):
        own = [move.verdict for move in moves if move.player == seat]
        slips = [counted_grade(g, own.count(g)) for g in reversed(MARKED) if g in own]
        parts.append(f"{name}: {counted(len(own), 'move')}, {', '.join(slips) or 'no mistake'}")
    return "; ".join(parts)
