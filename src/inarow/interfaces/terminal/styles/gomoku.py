"""The voice of the original program 004: rows and columns from 0, a framed board for each turn."""

from __future__ import annotations

import re

from inarow.errors import BadNotation, InarowError
from inarow.games.base import SYMBOLS, Game, Outcome, Reason, State
from inarow.interfaces.render import originals
from inarow.interfaces.terminal.styles.base import Style
from inarow.live.game import Turn

_NUMBER = re.compile(r"[0-9]{1,9}\Z")


class GomokuStyle(Style):
    """`Player X: choose move (row col): 0 0`, echoed as `Player X moves: [0, 0]`."""

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.anywhere

    def opening(self) -> str | None:
        return "Gomoku Interactive!" if "human" in self.names else None

    def draw(self, state: State) -> str | None:
        return f"\n{originals.gomoku(state)}\n"

    def before(self, seat: int, thinks: bool) -> str | None:
        is_computer = thinks and self.names[seat] not in ("random", "randobot")
        return "Computer is thinking . . ." if is_computer else None

    def prompt(self, seat: int, again: bool) -> str:
        if again:
            return "Invalid move! Try again: "
        return f"Player {SYMBOLS[seat]}: choose move (row col): "

    def parse(self, state: State, text: str) -> int:
        rows, cols = state.game.shape
        words = text.replace(",", " ").split()
        if len(words) != 2 or not all(_NUMBER.match(word) for word in words):
            raise BadNotation("type a row and a column, both counted from 0")
        row, col = int(words[0]), int(words[1])
        if row >= rows or col >= cols:
            raise BadNotation(f"there is no cell {row} {col}")
        return row * cols + col

    def format(self, action: int) -> str:
        row, col = divmod(action, self.game.shape[1])
        return f"{row} {col}"

    def mistake(self, state: State, text: str, error: InarowError) -> str | None:
        return None

    def turn(self, turn: Turn, typed: bool) -> str | None:
        cell = turn.state.target(turn.action)
        return (
            f"Player {SYMBOLS[turn.state.player]} moves: [{cell[0]}, {cell[1]}]" if cell else None
        )

    def end(self, outcome: Outcome, state: State) -> str:
        if outcome.winner is None:
            return "Game over! DRAW."
        why = "" if outcome.reason is Reason.LINE else f" ({outcome.reason})"
        return f"Game over! Player {SYMBOLS[outcome.winner]} wins!{why}"
