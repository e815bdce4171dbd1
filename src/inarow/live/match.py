"""Asking players for moves, and a whole game between two of them.

Whatever a player does instead of answering is a `PlayerFailed` with the reason of its loss and one
line that says what went wrong: an exception (`crash`), too much memory (`memory`), or what a player
in a process of its own can do (`hang`, `output`, ...).
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from inarow.agents.human import Player, player_of
from inarow.agents.ready import let_go
from inarow.errors import BadOption, one_line
from inarow.games.base import Game, Reason, State
from inarow.games.record import Record
from inarow.live.clock import Clock
from inarow.live.game import Adjudicate, LiveGame, Mover, Side, Turn
from inarow.log import logger
from inarow.registry import game_of
from inarow.search.agent import Agent, HearsHistory, PlayerFailed, require_support
from inarow.search.decision import Decision
from inarow.search.limit import Limit, limit_of

log = logger(__name__)


def ask(agent: Agent, state: State, limit: Limit) -> Decision:
    """What a player decides; whether that is legal is for the game to say.

    Raises:
        PlayerFailed: it gave no answer.
    """
    try:
        decision = agent.choose(state, limit)
        _ = decision.action  # an answer that is no decision fails here
    except PlayerFailed as failure:
        raise failure.of(agent) from failure
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
    if isinstance(agent, HearsHistory):
        agent.hear_history(game.record.root.state, game.record.actions)
    game.start_clock()
    try:
        decision = ask(agent, game.state, limit)
    except PlayerFailed as failure:
        game.lose(failure.reason, str(failure))
        return None
    return game.answer(decision, clock.used)


def play_match(
    game: Game | str,
    *agents: Player | Sequence[Player],
    limit: Limit | str | tuple[Limit | str | None, Limit | str | None] | None = None,
    clocks: tuple[Clock, Clock] | None = None,
    seed: int | None = None,
    record: Record | None = None,
    on_turn: Callable[[Turn], None] | None = None,
    adjudicate: Adjudicate | None = None,
) -> Record:
    """Play one game to its end and return its record; the player who is named first moves first.

    Args:
        game: the rules, or their spec.
        agents: the two players, one by one or as a pair: objects, their specs, or functions that
            get a position and return an action.
        limit: how much each player may think about each move, as `2s` or a `Limit`; one for both,
            or one per seat.
        clocks: one clock per seat, if time counts.
        seed: of the dice of games with chance; players have seeds of their own.
        record: a game to go on with from its cursor; by default a new one.
        on_turn: is told of every move, dice included.
        adjudicate: may end the game after a move, for example because the result is proven.

    >>> record = play_match("tic_tac_toe", ("random(seed=1)", "random(seed=2)"))
    >>> record.outcome.reason
    <Reason.LINE: 'line'>
    """
    pair = agents[0] if len(agents) == 1 and isinstance(agents[0], Sequence) else agents
    if isinstance(pair, str) or len(pair) != 2:
        raise BadOption('a match has two players: write play_match(game, "level(3)", "mcts")')
    game, players = game_of(game), [player_of(cast(Player, agent)) for agent in pair]
    for agent in players:
        require_support(agent, game)
    limits = [limit_of(one) for one in (limit if isinstance(limit, tuple) else (limit, limit))]
    first, second = (Side(agent.name) for agent in players)
    sides = first, second
    if clocks is not None:
        sides[0].clock, sides[1].clock = clocks
    if record is None:
        record = Record(game, tags={"First": sides[0].name, "Second": sides[1].name})
    live = LiveGame(record, sides, Random(seed), adjudicate)
    try:
        while live.outcome is None:
            seat = live.state.player
            if live.mover is Mover.DICE:
                turn: Turn | None = live.roll()
            else:
                turn = let_move(players[seat], live, limits[seat])
            if on_turn and turn is not None:
                on_turn(turn)
    finally:
        let_go(*players)
    return record
