"""One game between two players: seats, dice, clocks, and what happens when a player fails.

The match asks the player to move, checks the answer and plays it. Whatever a player does wrong
ends the game at once and is the reason of its loss: an illegal move (`illegal`), an exception
(`crash`), an exceeded clock (`time`), or what a player in a process of its own can do (`hang`,
`memory`, `output`). A player can therefore never stop more than its own game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import TypeAlias

from inarow.errors import AgentFailed, IllegalMove, NotSupported, one_line
from inarow.games.base import Game, Outcome, Reason, State
from inarow.games.dice import roll
from inarow.games.record import Record
from inarow.search.agent import Agent
from inarow.search.decision import Decision
from inarow.search.limit import Limit

log = logging.getLogger(__name__)

CLOCK_TOLERANCE = 0.1
"""Seconds that a move may be late before it loses on time (the machine may have been busy)."""


Adjudicator: TypeAlias = Callable[[State], Outcome | None]
"""Looks at a position after a move; an outcome ends the game there."""


class PlayerFailed(AgentFailed):
    """What a player may raise instead of answering: it loses for that reason."""

    def __init__(self, reason: Reason, why: str) -> None:
        super().__init__(why)
        self.reason = reason


@dataclass
class Clock:
    """The time of one player: a bank in seconds, to which each move adds an increment.

    `Clock(bank=30, increment=2)` is 30 seconds for the game and 2 more for each move;
    `Clock(increment=2)` is at most 2 seconds for the first move, and what was saved for later ones.
    """

    bank: float = 0.0
    increment: float = 0.0

    def limit(self, limit: Limit) -> Limit:
        """The limit of the next move: the given one, and no more than what the clock holds."""
        left = max(self.bank + self.increment, 1e-3)
        return replace(limit, seconds=left if limit.seconds is None else min(left, limit.seconds))

    def spend(self, seconds: float) -> bool:
        """Take the time of a move off the clock; False if there was not enough."""
        self.bank += self.increment - seconds
        return self.bank >= -CLOCK_TOLERANCE


@dataclass(frozen=True, slots=True)
class Turn:
    """One played action: by whom, how long it took, and what the player said (None for dice)."""

    state: State
    action: int
    seconds: float = 0.0
    decision: Decision | None = None


def ask(
    agent: Agent, state: State, limit: Limit, clock: Clock | None = None
) -> tuple[Turn | None, Outcome | None, str]:
    """Ask a player for a move.

    Returns:
        The turn, or None with the outcome of a lost game and one line that says what went wrong.
    """
    lost = 1 - state.player
    started = perf_counter()
    try:
        decision = agent.choose(state, clock.limit(limit) if clock else limit)
        seconds = perf_counter() - started
        action = decision.action
    except PlayerFailed as error:
        return None, Outcome(lost, error.reason), f"{agent.name}: {error}"
    except MemoryError:
        log.exception("%s ran out of memory", agent.name)
        return None, Outcome(lost, Reason.MEMORY), f"{agent.name} ran out of memory"
    except (Exception, SystemExit) as error:
        log.exception("%s failed", agent.name)
        return None, Outcome(lost, Reason.CRASH), f"{agent.name} failed: {one_line(error)}"
    if clock and not clock.spend(seconds):
        return None, Outcome(lost, Reason.TIME), f"{agent.name} took {seconds:.2f} s: time is up"
    try:
        if not isinstance(action, int):
            raise IllegalMove("that is not an action")
        state.play(action)
    except IllegalMove as error:
        shown = " ".join(repr(action).split())
        return None, Outcome(lost, Reason.ILLEGAL), f"{agent.name} played {shown}: {error}"
    return Turn(state, action, seconds, decision), None, ""


def play_match(
    game: Game,
    agents: tuple[Agent, Agent],
    *,
    limit: Limit | tuple[Limit, Limit] | None = None,
    clocks: tuple[Clock, Clock] | None = None,
    seed: int | None = None,
    record: Record | None = None,
    on_turn: Callable[[Turn], None] | None = None,
    judge: Adjudicator | None = None,
) -> Record:
    """Play one game to its end and return its record; `agents[0]` moves first.

    Args:
        game: the rules.
        agents: the players in the seats 0 and 1.
        limit: how much each player may think about each move; one for both, or one per seat.
        clocks: one clock per seat, if time counts.
        seed: of the dice of games with chance; players have seeds of their own.
        record: a game to go on with from its cursor; by default a new one.
        on_turn: is told of every move, dice included.
        judge: may end the game after a move, for example because the result is proven.

    >>> from inarow.registry import load_agent, load_game
    >>> players = load_agent("random(seed=1)"), load_agent("random(seed=2)")
    >>> record = play_match(load_game("tic_tac_toe"), players)
    >>> record.outcome.reason
    <Reason.LINE: 'line'>
    """
    for agent in agents:
        if not agent.supports(game):
            raise NotSupported(f"{agent.name} cannot play {game}")
    rng, limit = Random(seed), limit or Limit()
    limits = limit if isinstance(limit, tuple) else (limit, limit)
    if record is None:
        record = Record(game, tags={"First": agents[0].name, "Second": agents[1].name})
    while record.outcome is None:
        state, seat = record.state, record.state.player
        if state.chance():
            turn: Turn | None = Turn(state, roll(state, rng))
        else:
            turn, failure, why = ask(
                agents[seat], state, limits[seat], clocks[seat] if clocks else None
            )
            if turn is None:
                record.result, record.current.comment = failure, why
                break
        assert turn is not None
        record.push(turn.action)
        if on_turn:
            on_turn(turn)
        if judge and record.state.outcome is None:
            record.result = judge(record.state)
    return record
