"""What machines do for a game: choose a move, and judge the move of a person.

A random player needs no time and moves here and now. Any other works in an engine process, with the
limit of the game, or the usual one, or what is left on its clock.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from inarow.agents.random_player import RandomPlayer
from inarow.errors import InarowError, one_line
from inarow.games.base import Reason
from inarow.interfaces.web.engines.jobs import MAX_SECONDS, ChooseMove, Chosen
from inarow.interfaces.web.engines.pool import GRACE_SECONDS, EnginePool
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.study_views import JudgedMove
from inarow.interfaces.web.study.learn_jobs import JudgeMove
from inarow.registry import load_agent
from inarow.search.agent import Agent, PlayerFailed
from inarow.search.limit import Limit

MOVE_SECONDS = 5.0
"""Time of a machine's move if the game sets no limit."""
JUDGE_SECONDS = 0.5
"""Time to judge a move as soon as it is made."""


async def choose_move(game: PageGame, pool: EnginePool) -> Chosen:
    """The move of the machine whose turn it is.

    Raises:
        PlayerFailed: the machine itself is to blame.
        Refused: the server has no engine for it.
    """
    side, seed = game.side, game.seed("player")
    quick = _quick_player(side.name, seed)
    if quick is not None:
        return Chosen(quick.choose(game.state, Limit()).action, 0.0, "")
    text = game.settings.limit
    limit = side.clock.limit(Limit.parse(text) if text else Limit(seconds=MOVE_SECONDS))
    seconds = (limit.seconds or MAX_SECONDS) + GRACE_SECONDS
    order = pool.submit(ChooseMove(game.place(), side.name, seed, limit, seconds))
    try:
        chosen: Chosen = await pool.run(order)
    except Refused as refusal:
        if refusal.code in ("busy", "stopped"):
            raise
        raise PlayerFailed(Reason.CRASH, refusal.words) from None
    return chosen


async def judge_move(game: PageGame, number: int, pool: EnginePool) -> JudgedMove | None:
    """How good the move to a node was; None if nobody can say, and the game simply goes on."""
    line = game.line(number)
    limit = Limit(seconds=JUDGE_SECONDS)
    seconds = JUDGE_SECONDS + GRACE_SECONDS
    verdict: JudgedMove | None = None
    with suppress(Refused):
        job = JudgeMove(game.place(number), (line[-2], line[-1]), limit, seconds)
        verdict = await pool.run(pool.submit(job))
    return verdict


def _quick_player(spec: str, seed: int) -> RandomPlayer | None:
    """The player itself if it needs no time to think.

    Raises:
        PlayerFailed: there is no such player, any more; or its own code fails.
    """
    try:
        agent = _built(spec)
    except InarowError as error:
        raise PlayerFailed(Reason.CRASH, str(error)) from None
    except (Exception, SystemExit) as error:
        raise PlayerFailed(Reason.CRASH, f"{spec}: {one_line(error)}") from error
    if type(agent) is not RandomPlayer:
        return None
    return RandomPlayer(seed=seed if agent.seed is None else agent.seed + seed)


@lru_cache(maxsize=64)
def _built(spec: str) -> Agent:
    return load_agent(spec)
