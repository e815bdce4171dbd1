"""A person, or any function that names an action for a position.

An interface gives `Human` its way of asking. Without one, the question goes to the terminal as
plain text, which is enough for a script.
"""

from collections.abc import Callable
from dataclasses import dataclass

from inarow.errors import InarowError
from inarow.games.base import Game, State
from inarow.games.sides import player_name, task
from inarow.search.agent import require_moves
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
class Human:
    """A person at the keyboard, or a function from states to actions.

    >>> from inarow.registry import load_game
    >>> leftmost = Human(ask=lambda state: state.legal_actions()[0])
    >>> leftmost.choose(load_game("connect_four").initial_state(), Limit()).action
    0
    """

    ask: Callable[[State], int] = ask_on_terminal
    name: str = "human"

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        return Decision(self.ask(state))
