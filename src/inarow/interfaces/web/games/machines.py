"""What machines do for a game: choose a move, and judge the move of a person.

A random player needs no time and moves here and now. Any other works in an engine process, with the
limit of the game, or the usual one, or what is left on its clock.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from contextlib import suppress
from functools import lru_cache, partial

from inarow.agents.level import LevelPlayer
from inarow.agents.random_player import RandomPlayer
from inarow.agents.ready import kernels_of
from inarow.errors import InarowError, one_line
from inarow.games.base import Reason, State
from inarow.interfaces.web.engines import jobs
from inarow.interfaces.web.engines.jobs import MAX_SECONDS, page_agent
from inarow.interfaces.web.engines.orders import Priority
from inarow.interfaces.web.engines.pool import GRACE_SECONDS, EnginePool
from inarow.interfaces.web.games.agreement import read_limit
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.protocol.messages import MoveVerdict
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.study.jobs import judge_last_move
from inarow.search.agent import Agent, PlayerFailed
from inarow.search.limit import Limit
from inarow.study.coach import COACH_SECONDS

MOVE_SECONDS = 5.0
"""Time of a machine's move if the game sets no limit."""
QUICK_SECONDS = 0.25
"""Players that may think no longer than this, and levels, never wait for players that think."""
JUDGE_PATIENCE = 10.0
"""Seconds that a busy machine may take for it; then the game goes on without a verdict."""


async def choose_move(game: PageGame, pool: EnginePool, client: Hashable) -> tuple[int, float]:
    """The move of the machine whose turn it is, and how long it thought.

    Raises:
        PlayerFailed: the machine itself is to blame.
        Refused: the server has no engine for it.
    """
    side, seed = game.side, game.seed("player")
    agent = _player(side.name, pool.programs)
    if type(agent) is RandomPlayer:
        now = RandomPlayer(seed=seed if agent.seed is None else agent.seed + seed)
        return now.choose(game.state, Limit()).action, 0.0
    limit = side.clock.limit(read_limit(game.settings.limit, MOVE_SECONDS))
    seconds = limit.seconds or MAX_SECONDS
    priority = Priority.MOVE
    if isinstance(agent, LevelPlayer) or seconds <= QUICK_SECONDS:
        priority = Priority.QUICK
    waits = game.settings.repeatable or _has_to_wait(agent, game.state)
    programs = pool.programs_of(side.name)
    seconds += GRACE_SECONDS + pool.start_seconds(side.name)
    job = partial(jobs.choose_move, game.place(), side.name, programs, seed, limit, waits)
    try:
        found = await pool.submit(job, seconds, priority, client, waits=waits).wait()
    except Refused as refusal:
        if refusal.code in ("busy", "stopped"):
            raise
        raise PlayerFailed(Reason.CRASH, refusal.words) from None
    if isinstance(found, jobs.Lost):
        raise PlayerFailed(*found)
    return found


async def judge_move(
    game: PageGame, number: int, pool: EnginePool, client: Hashable
) -> MoveVerdict | None:
    """How good the move to a node was; None if it cannot be judged, and the game simply goes on."""
    if pool.warming is not None:
        return None
    *_, before, after = game.line(number)
    limit = Limit(seconds=COACH_SECONDS)
    job = partial(judge_last_move, game.place(number), (before, after), limit)
    verdict: MoveVerdict | None = None
    with suppress(Refused):
        verdict = await pool.submit(job, JUDGE_PATIENCE, Priority.MOVE, client).wait()
    return verdict


def _has_to_wait(agent: Agent, state: State) -> bool:
    """Whether nothing can stand in for kernels that are still to be compiled."""
    return any(not step.has_twin for step in kernels_of(agent, state.game, state))


def _player(spec: str, programs: Mapping[str, str]) -> Agent:
    """A player; raises PlayerFailed if there is no such player any more, or its own code fails."""
    try:
        return page_agent(spec, programs) if spec in programs else _built(spec)
    except InarowError as error:
        raise PlayerFailed(Reason.CRASH, str(error)) from None
    except (Exception, SystemExit) as error:
        raise PlayerFailed(Reason.CRASH, f"{spec}: {one_line(error)}") from error


_built = lru_cache(maxsize=64)(page_agent)
