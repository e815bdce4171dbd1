"""What machines do for a game: choose a move, and judge the move of a person.

A random player needs no time and moves here and now. Any other works in an engine process, with the
limit of the game, or the usual one, or what is left on its clock.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from inarow.agents.random_player import RandomPlayer
from inarow.errors import AgentFailed, InarowError, one_line
from inarow.interfaces.web.engines.jobs import MAX_SECONDS, ChooseMove, Chosen
from inarow.interfaces.web.engines.pool import GRACE_SECONDS, EnginePool
from inarow.interfaces.web.games.live_game import LiveGame
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.study_views import JudgedMove
from inarow.interfaces.web.study.learn_jobs import JudgeMove
from inarow.live.clock import Clock
from inarow.registry import load_agent
from inarow.search.agent import Agent
from inarow.search.limit import Limit
from inarow.seeds import derived_seed

MOVE_SECONDS = 5.0
"""Time of a machine's move if the game sets no limit."""
JUDGE_SECONDS = 0.5
"""Time to judge a move as soon as it is made."""


async def choose_move(game: LiveGame, pool: EnginePool) -> Chosen:
    """The move of the machine whose turn it is.

    Raises:
        AgentFailed: the machine itself is to blame.
        Refused: the server has no engine for it.
    """
    seed = seed_of(game, "player")
    quick = _quick_player(game.to_move, seed)
    if quick is not None:
        return Chosen(quick.choose(game.state, Limit()).action, 0.0, "")
    text = game.settings.limit
    limit = Limit.parse(text) if text else Limit(seconds=MOVE_SECONDS)
    if game.left is not None:
        limit = Clock(bank=max(0.0, game.left[game.state.player])).limit(limit)
    seconds = (limit.seconds or MAX_SECONDS) + GRACE_SECONDS
    order = pool.submit(ChooseMove(game.place(), game.to_move, seed, limit, seconds))
    try:
        chosen: Chosen = await pool.run(order)
    except Refused as refusal:
        if refusal.code in ("busy", "stopped"):
            raise
        raise AgentFailed(refusal.words) from None
    return chosen


async def judge_move(game: LiveGame, number: int, pool: EnginePool) -> JudgedMove | None:
    """How good the move to a node was; None if nobody can say, and the game simply goes on."""
    line = game.line(number)
    limit = Limit(seconds=JUDGE_SECONDS)
    seconds = JUDGE_SECONDS + GRACE_SECONDS
    verdict: JudgedMove | None = None
    with suppress(Refused):
        job = JudgeMove(game.place(number), (line[-2], line[-1]), limit, seconds)
        verdict = await pool.run(pool.submit(job))
    return verdict


def seed_of(game: LiveGame, label: str) -> int:
    """A seed of its own for each position, so that a game can be repeated from its seed."""
    number = derived_seed(game.settings.seed, f"{label}/{len(game.nodes)}")
    assert number is not None
    return number


def _quick_player(spec: str, seed: int) -> RandomPlayer | None:
    """The player itself if it needs no time to think.

    Raises:
        AgentFailed: there is no such player, any more; or its own code fails.
    """
    try:
        agent = _built(spec)
    except InarowError as error:
        raise AgentFailed(str(error)) from None
    except (Exception, SystemExit) as error:
        raise AgentFailed(f"{spec}: {one_line(error)}") from error
    if type(agent) is not RandomPlayer:
        return None
    return RandomPlayer(seed=seed if agent.seed is None else agent.seed + seed)


@lru_cache(maxsize=64)
def _built(spec: str) -> Agent:
    return load_agent(spec)
