"""The voice of the original program 003: O moves first, the screen is cleared for each board."""

from __future__ import annotations

from inarow.errors import IllegalMove, InarowError
from inarow.games.base import Game, Outcome, Reason, State
from inarow.interfaces.render import originals
from inarow.interfaces.terminal.console import Console
from inarow.interfaces.terminal.styles.base import Style
from inarow.live.game import Turn

CLEAR_SCREEN = "\x1b[2J\x1b[H"


class MenuStyle(Style):
    """`O's turn:` below the board, `X Wins!` at the end."""

    symbols = ("O", "X")

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.falls and not game.rules.pops

    def draw(self, state: State) -> str | None:
        clear = CLEAR_SCREEN if Console().moves_cursor else ""
        return f"{clear}{originals.menu(state, colour=self.colour)}"

    def before(self, seat: int, thinks: bool) -> str | None:
        return f"{self.symbols[seat]}'s turn:\n"

    def prompt(self, seat: int, again: bool) -> str:
        return "Enter a move: "

    def mistake(self, state: State, text: str, error: InarowError) -> str | None:
        return "Row is full!" if isinstance(error, IllegalMove) else "Not a valid command!"

    def turn(self, turn: Turn, typed: bool) -> str | None:
        return None

    def end(self, outcome: Outcome, state: State) -> str:
        if outcome.winner is None:
            return "Tie!"
        wins = f"{self.symbols[outcome.winner]} Wins!"
        return wins if outcome.reason is Reason.LINE else f"{wins} ({outcome.reason})"
