"""Load what a player needs before its clock runs.

The first search of a process loads its kernels, which takes most of a second, and the very first
one on a machine compiles them. A player that has two seconds for a move should not lose them to
that, so interfaces make players ready first. Whether that means waiting: `search/seam.py`.
"""

from contextlib import suppress

from inarow.games.base import Game, State
from inarow.search.agent import Agent, HasKernels, PlayerFailed, Program, Seated, Wrapper
from inarow.search.seam import Step, prepare


def make_ready(agent: Agent, game: Game, state: State | None = None, *, wait: bool = True) -> None:
    """Let a player, and all who think for it, load or compile what they need.

    Args:
        agent: the player.
        game: the game that it plays.
        state: if it is asked about one position only, load no more than that takes.
        wait: whether to wait for a compiler. Otherwise kernels are compiled in the background, and
            the player answers by its readable search until they are ready: `search/seam.py`.

    >>> from inarow.registry import load_agent, load_game
    >>> make_ready(load_agent("random"), load_game("connect_four"))  # needs nothing
    """
    start_program(agent, game, None if state is None else state.player)
    if not wait:
        begin_compiling(agent, game)
    needed = kernels_of(agent, game, state)
    load_kernels(*(step for step in needed if wait or not step.has_twin))


def start_program(agent: Agent, game: Game, seat: int | None = None) -> None:
    """Start a player that is a program of its own, unless it runs; raises PlayerFailed."""
    if seat is not None and isinstance(agent, Seated):
        agent.seat = seat
    if isinstance(agent, Program):
        try:
            agent.start(game)
        except PlayerFailed as failure:
            raise failure.of(agent) from failure


def load_kernels(*steps: Step) -> None:
    """Load kernels, or compile them and wait, if there is a compiler."""
    with suppress(ImportError):  # the player will say it in its own words
        prepare(*steps)


def let_go(*agents: Agent) -> None:
    """End the programs of players whose game is over."""
    for agent in agents:
        if isinstance(agent, Program):
            agent.close()


def begin_compiling(agent: Agent, game: Game) -> None:
    """Let a process in the background compile what a player will need, unless it is ready."""
    for step in kernels_of(agent, game):
        step.begin()


def kernels_of(agent: Agent, game: Game, state: State | None = None) -> list[Step]:
    """The kernels that a player and all who think for it need for a game, or for one position."""
    found = list(agent.kernels(game, state)) if isinstance(agent, HasKernels) else []
    for thinker in agent.thinkers(game) if isinstance(agent, Wrapper) else ():
        found += kernels_of(thinker, game, state)
    return found
