"""One game between two players, from the first move to the last."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from inarow.errors import NotSupported
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.live.ask import let_move
from inarow.live.clock import Clock
from inarow.live.game import Adjudicate, LiveGame, Mover, Side, Turn
from inarow.search.agent import Agent
from inarow.search.limit import Limit


def play_match(
    game: Game,
    agents: tuple[Agent, Agent],
    *,
    limit: Limit | tuple[Limit, Limit] | None = None,
    clocks: tuple[Clock, Clock] | None = None,
    seed: int | None = None,
    record: Record | None = None,
    on_turn: Callable[[Turn], None] | None = None,
    adjudicate: Adjudicate | None = None,
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
        adjudicate: may end the game after a move, for example because the result is proven.

    >>> from inarow.registry import load_agent, load_game
    >>> players = load_agent("random(seed=1)"), load_agent("random(seed=2)")
    >>> record = play_match(load_game("tic_tac_toe"), players)
    >>> record.outcome.reason
    <Reason.LINE: 'line'>
    """
    for agent in agents:
        if not agent.supports(game):
            raise NotSupported(f"{agent.name} cannot play {game}")
    limit = limit or Limit()
    limits = limit if isinstance(limit, tuple) else (limit, limit)
    sides = Side(agents[0].name), Side(agents[1].name)
    if clocks is not None:
        sides[0].clock, sides[1].clock = clocks
    if record is None:
        record = Record(game, tags={"First": agents[0].name, "Second": agents[1].name})
    live = LiveGame(record, sides, Random(seed), adjudicate)
    while live.outcome is None:
        seat = live.state.player
        if live.mover is Mover.DICE:
            turn: Turn | None = live.roll()
        else:
            turn = let_move(agents[seat], live, limits[seat])
        if on_turn and turn is not None:
            on_turn(turn)
    return record
