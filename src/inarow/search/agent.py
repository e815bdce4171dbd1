"""The contract of a player: asked with a position and a limit, it answers with a decision.

    agent = load_agent("random(seed=1)")
    decision = agent.choose(state, Limit(seconds=2))
    state = state.play(decision.action)

A player is never asked at a chance node: there the dice decide, rolled by the code that runs the
game. A player that draws random numbers has an option `seed` and draws from its own generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from inarow.errors import AgentFailed, IllegalMove, NotSupported, one_line
from inarow.games.base import Game, Reason, State
from inarow.log import logger
from inarow.search.decision import Decision, Kind, OnInfo, Value
from inarow.search.limit import NO_LIMIT, Limit
from inarow.text import clean

if TYPE_CHECKING:
    from inarow.search.seam import Step
    from inarow.search.steps import SearchStep

log = logger(__name__)


@runtime_checkable
class Agent(Protocol):
    """Anything that can choose a move."""

    @property
    def name(self) -> str: ...

    def supports(self, game: Game) -> bool:
        """Whether this player can play the game."""

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        """Choose a legal action; `on_info` gets progress reports while the search runs."""


@runtime_checkable
class HasKernels(Protocol):
    """A player with compiled code, which is to be loaded before its clock runs."""

    def kernels(self, game: Game, state: State | None = None) -> Sequence[Step]:
        """The kernels that it needs for a game, or for its answer to one position."""


@runtime_checkable
class OnlyCompiled(Protocol):
    """A player without a readable search: it needs Numba."""

    def would_support(self, game: Game) -> bool:
        """Whether it can play a game where Numba is installed."""


@runtime_checkable
class Thorough(Protocol):
    """A player that judges only the best moves unless it is asked to judge all."""

    def thorough(self) -> Agent:
        """The same player, which judges every move."""


@runtime_checkable
class Watchable(Protocol):
    """A player whose search people can watch."""

    def watch(self, state: State, limit: Limit) -> Iterable[SearchStep]:
        """The steps of its search of a position; the limit has positions and simulations."""


@runtime_checkable
class Wrapper(Protocol):
    """A player that lets others think."""

    def thinkers(self, game: Game) -> tuple[Agent, ...]:
        """All players that may think for it in a game."""


@runtime_checkable
class Program(Protocol):
    """A player that is a program of its own."""

    def start(self, game: Game) -> None:
        """Start it for a game, unless it runs, before its clock does; raises PlayerFailed."""

    def close(self) -> None:
        """End it with its game; it starts anew when it is asked again."""


@runtime_checkable
class Seated(Protocol):
    """A player that is told where it will sit before it is made ready."""

    seat: int


@runtime_checkable
class HearsHistory(Protocol):
    """A player that is told how the game came to the position that it is asked about next."""

    def hear_history(self, start: State, actions: Sequence[int]) -> None:
        """Where the game began, and the actions since."""


class PlayerFailed(AgentFailed):
    """What a player may raise instead of answering: it loses the game for that reason."""

    def __init__(self, reason: Reason, why: str) -> None:
        super().__init__(why)
        self.reason = reason

    def of(self, agent: Agent) -> PlayerFailed:
        """The same, for people, who want to know which player it was."""
        return PlayerFailed(self.reason, f"{title_of(agent)}: {self}")


def title_of(agent: Agent) -> str:
    """What people read of a player: its title if it has one, else its name."""
    return clean(str(getattr(agent, "title", agent.name)))


def require_support(agent: Agent, game: Game) -> None:
    """Make sure that a player can play a game.

    Raises:
        NotSupported: it cannot.
        AgentFailed: it fails when it is asked.
    """
    try:
        supported = agent.supports(game)
    except Exception as error:
        log.info("%s failed", agent.name, exc_info=True)
        raise AgentFailed(f"{clean(agent.name)} failed: {one_line(error)}") from error
    if not supported:
        raise NotSupported(f"{agent.name} cannot play {game}")


def flaw_of(decision: object, state: State) -> str:
    """What is wrong with the answer of a player, in words; nothing if it can be relied on.

    >>> from inarow.registry import load_game
    >>> flaw_of(Decision(9), load_game("tic_tac_toe").initial_state())
    'played 9, which is illegal'
    """
    if not isinstance(decision, Decision):
        return "did not answer with a decision"
    legal, values = list(state.legal_actions()), [decision.value, *decision.values.values()]
    if not isinstance(decision.action, Integral) or decision.action not in legal:
        return f"played {decision.action!r}, which is illegal"
    if not all(action in legal for action in decision.values):
        return "judged an illegal move"
    if not all(value is None or _is_value(value) for value in values):
        return "must say what kind its values are, and give each as a number"
    if decision.line and decision.line[0] != decision.action:
        return "has a line that begins with another move"
    for action in decision.line:
        if action not in state.legal_actions():
            return f"has a line that is not legal: {decision.line}"
        state = state.play(action)
    numbers = isinstance(decision.nodes, Integral) and isinstance(decision.seconds, Real)
    return "" if numbers and isinstance(decision.path, str) else "must count its work in numbers"


def _is_value(value: object) -> bool:
    if not isinstance(value, Value):
        return False
    return isinstance(value.kind, Kind) and isinstance(value.score, Real)


def require_moves(state: State) -> list[int]:
    """The legal actions of a state in which a player may be asked to choose one."""
    actions = list(state.legal_actions())
    if not actions:
        raise IllegalMove("the game is over: there is no move to choose")
    return actions
