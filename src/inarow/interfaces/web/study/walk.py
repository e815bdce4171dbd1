"""A walk through a proof over the socket: each defence that a person tries is refuted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from inarow.games.notation import parse_moves
from inarow.interfaces.web.engines.jobs import Desk, Place
from inarow.interfaces.web.games.agreement import read_limit
from inarow.interfaces.web.games.show import line_moves, position_view, valued_moves
from inarow.interfaces.web.protocol.command import Command, LimitText, Text
from inarow.interfaces.web.protocol.messages import WalkStep
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import View
from inarow.interfaces.web.study.commands import Where
from inarow.search.limit import Limit
from inarow.study.proof_walk import Claim, Guide, begin, prover_of

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession

PROOF_SECONDS = 20.0
"""For each proof."""
TELLING_SECONDS = 2.0
"""To find out how far away the end is after each defence."""


class Walk(Command):
    """Walk through a proof: `moves` were made since `where`, the last one to be refuted now.

    `draws` is what the first step said, `limit` is that of each proof. Answer: `walk_step`.
    """

    type: Literal["walk"]
    where: Where
    moves: Text = ""
    draws: bool = False
    limit: LimitText = ""

    async def do(self, page: PageSession) -> None:
        place, limit = await self.where.find(page), read_limit(self.limit, PROOF_SECONDS)
        moves = parse_moves(place.state().game, self.moves)
        place = replace(place, actions=(*place.actions, *moves))
        place.states()  # refuses what is not legal
        page.spawn("walk", self.re, self._step(page, place, len(moves), limit))

    async def _step(self, page: PageSession, place: Place, count: int, limit: Limit) -> View:
        job = partial(walk_on, self, place, count, limit)
        return await page.services.pool.submit(job, client=page).wait()


def walk_on(asked: Walk, place: Place, count: int, limit: Limit, desk: Desk) -> WalkStep:
    """Take the next step of a walk that has come that many moves far, in an engine process."""
    limit = replace(limit, stop=desk.stop)
    telling = replace(limit, seconds=min(limit.seconds or PROOF_SECONDS, TELLING_SECONDS))
    states = place.states()[-1 - count :]
    start, state = states[0], states[-1]
    if not count:
        guide, step = begin(start, limit, telling)
    else:
        claim = Claim(1 - states[-2].player, asked.draws)
        guide = Guide(claim, start, prover_of(start.game), limit, telling)
        step = guide.answer(states[-2], place.actions[-1])
    if desk.stop.is_set():
        raise Refused("stopped", "the walk was stopped")
    return WalkStep(
        re=asked.re,
        holder=guide.claim.holder,
        draws=guide.claim.draws,
        claim=guide.claim.words(position_view(start).sides),
        words=step.words(guide.claim),
        played=line_moves(state, step.played),
        position=position_view(step.state),
        moves=valued_moves(step.state, step.defences, step.best),
    )
