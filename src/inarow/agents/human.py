"""A person, or any function that names an action for a position; and whatever stands for a player.

An interface gives `Human` its way of asking. Without one, the question goes to the terminal as
plain text, which is enough for a script.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from inarow.errors import BadOption, InarowError
from inarow.games.base import Game, State
from inarow.games.sides import player_name, task
from inarow.registry import load_agent
from inarow.search.agent import Agent, require_moves
from inarow.search.asked import Asked
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit


def ask_on_terminal(state: State) -> int:
    """Show the board and ask until the answer names a legal move."""
    print(state)
    while True:
        try:
            action = state.game.parse(input(f"{player_name(state, state.player)} {task(state)}: "))
            state.play(action)
        except InarowError as error:
            print(error)
        else:
            return action


@dataclass
class FunctionPlayer(Asked):
    """A function from positions to actions, as a player.

    >>> from inarow.registry import load_game
    >>> leftmost = FunctionPlayer(lambda state: state.legal_actions()[0], "leftmost")
    >>> leftmost.choose(load_game("connect_four").initial_state()).action
    0
    """

    ask: Callable[[State], int]
    name: str

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        return Decision(self.ask(state))


@dataclass
class Human(FunctionPlayer):
    """A person at the keyboard, or a function that asks one elsewhere.

    >>> from inarow.registry import load_game
    >>> leftmost = Human(ask=lambda state: state.legal_actions()[0])
    >>> leftmost.choose(load_game("connect_four").initial_state(), Limit()).action
    0
    """

    ask: Callable[[State], int] = ask_on_terminal
    name: str = "human"


Player: TypeAlias = Agent | Callable[[State], int] | str
"""What stands for a player: an object with `choose`, a function, or a name."""


def player_of(player: Player, seed: int | None = None) -> Agent:
    """The player that somebody gave, named or wrote as a function.

    >>> player_of("level(3)").name, player_of(max).name
    ('level', 'max')
    >>> player_of(42)
    Traceback (most recent call last):
    inarow.errors.BadOption: a player is named, or an object, or a function, not int
    """
    if isinstance(player, str):
        return load_agent(player, seed)
    name = str(getattr(player, "__name__", type(player).__name__))
    if not isinstance(player, type):  # a class has all that a player has, but is none
        if isinstance(player, Agent):
            return player
        if callable(player):
            return FunctionPlayer(player, name)
    raise BadOption(f"a player is named, or an object, or a function, not {name}")
