"""Asking a player for a move, and waiting for the answer.

Whatever a player does instead of answering is a `PlayerFailed` with the reason of its loss and one
line that says what went wrong: an exception (`crash`), too much memory (`memory`), or what a player
in a process of its own can do (`hang`, `output`, ...).
"""

from __future__ import annotations

import logging

from inarow.errors import one_line
from inarow.games.base import Reason, State
from inarow.live.game import LiveGame, Turn
from inarow.search.agent import Agent, PlayerFailed
from inarow.search.decision import Decision
from inarow.search.limit import Limit

log = logging.getLogger(__name__)


def ask(agent: Agent, state: State, limit: Limit) -> Decision:
    """What a player decides; whether that is legal is for the game to say.

    Raises:
        PlayerFailed: it gave no answer.
    """
    try:
        decision = agent.choose(state, limit)
        _ = decision.action  # an answer that is no decision fails here
    except PlayerFailed as failure:
        raise PlayerFailed(failure.reason, f"{agent.name}: {failure}") from failure
    except MemoryError as error:
        log.exception("%s ran out of memory", agent.name)
        raise PlayerFailed(Reason.MEMORY, f"{agent.name} ran out of memory") from error
    except (Exception, SystemExit) as error:
        log.exception("%s failed", agent.name)
        raise PlayerFailed(Reason.CRASH, f"{agent.name} failed: {one_line(error)}") from error
    return decision


def let_move(agent: Agent, game: LiveGame, limit: Limit) -> Turn | None:
    """Let a player make the move that is due, on its clock; None if it failed and has lost."""
    clock = game.side.clock
    limit = clock.limit(limit)
    clock.start()
    try:
        decision = ask(agent, game.state, limit)
    except PlayerFailed as failure:
        game.lose(failure.reason, str(failure))
        return None
    return game.answer(decision, clock.used)
