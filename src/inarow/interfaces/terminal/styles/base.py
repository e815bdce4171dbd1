"""A style: how a game looks and speaks on a terminal.

The game loop asks a style for every line that it prints. The base class speaks plainly; a style
overrides what it says in its own way. A method that returns None prints nothing.
"""

from __future__ import annotations

from inarow.errors import InarowError
from inarow.games.base import SYMBOLS, Game, Outcome, Reason, State
from inarow.interfaces.render.endings import END_WORDS
from inarow.live.game import Turn


class Style:
    """The plain voice; `names` are the names of the players in the seats 0 and 1."""

    symbols: tuple[str, str] = (SYMBOLS[0], SYMBOLS[1])
    draws_first = True  # whether the board is shown before the first move

    def __init__(self, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> None:
        self.game = game
        self.names = names
        self.colour = colour
        self.unicode = unicode

    def supports(self, game: Game) -> bool:
        """Whether this style can draw the game."""
        return True

    def opening(self) -> str | None:
        """What stands above the first board."""
        return None

    def draw(self, state: State) -> str | None:
        """The board, before the first move and after each stone, with its blank lines."""
        raise NotImplementedError

    def before(self, seat: int, thinks: bool) -> str | None:
        """What is said before a turn; `thinks` if a machine has to choose."""
        return None

    def waiting(self, seat: int) -> str | None:
        """What a person sees for as long as a machine thinks, if it thinks long."""
        return None

    def prompt(self, seat: int, again: bool) -> str:
        """The question to a person; `again` after a wrong answer."""
        return f"{self.player(seat)} to move: "

    def parse(self, state: State, text: str) -> int:
        """The action that a person typed; raises BadNotation."""
        return state.game.parse(text)

    def format(self, action: int) -> str:
        """A move as a person types it."""
        return self.game.format(action)

    def mistake(self, state: State, text: str, error: InarowError) -> str | None:
        """What is said to a wrong answer."""
        message = str(error)
        return f"{message[:1].upper()}{message[1:]}. Type help for help."

    def turn(self, turn: Turn, typed: bool) -> str | None:
        """What is said of a played move; `typed` if a person just typed it."""
        raise NotImplementedError

    def end(self, outcome: Outcome, state: State) -> str:
        """The result."""
        if outcome.reason is Reason.ABANDONED:
            return "The game was left unfinished."
        why = END_WORDS.get(outcome.reason)
        if outcome.winner is None:
            return f"Draw: {why}." if why else "Draw."
        return f"{self.player(outcome.winner)} wins{f' {why}' if why else ''}."

    def player(self, seat: int) -> str:
        """A player in a sentence."""
        return f"{self.symbols[seat]} ({self.names[seat]})"
