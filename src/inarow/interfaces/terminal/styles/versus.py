"""The voice of the original program 001: players with names and the colours red and yellow."""

from __future__ import annotations

from inarow.games.base import Game, Outcome, Reason, State
from inarow.interfaces.render.modern import RED, YELLOW, paint
from inarow.interfaces.terminal.styles.base import Style
from inarow.live.game import Turn


class VersusStyle(Style):
    """R and Y on the board, the report of the computer's column, `Game Over! Ada wins!`."""

    symbols = ("R", "Y")

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.falls and not game.rules.pops

    def draw(self, state: State) -> str | None:
        won = state.outcome.cells if state.outcome else ()
        rows = [
            "|"
            + "".join(self._cell(owner, (row, col) in won) for col, owner in enumerate(line))
            + "|"
            for row, line in enumerate(state.board())
        ]
        labels = " " + "".join(f"{name:^3}" for name in state.game.labels()[1])
        return "\n".join(["", *rows, labels.rstrip(), ""])

    def _cell(self, owner: int | None, won: bool) -> str:
        if owner is None:
            return " . "
        mark = self.symbols[owner]
        text = f"[{mark}]" if won else f" {mark} "
        return paint(text, RED if mark == "R" else YELLOW) if self.colour else text

    def prompt(self, seat: int, again: bool) -> str:
        return f"{self.names[seat]} ({self.symbols[seat]}), choose a column: "

    def turn(self, turn: Turn, typed: bool) -> str | None:
        if typed:
            return None
        name = self.names[turn.state.player]
        return f"{name} plays column {turn.state.game.format(turn.action)}"

    def end(self, outcome: Outcome, state: State) -> str:
        if outcome.winner is None:
            return "Game Over! Draw!"
        why = "" if outcome.reason is Reason.LINE else f" ({outcome.reason})"
        return f"Game Over! {self.names[outcome.winner]} wins!{why}"
