"""The voice of the original program 000: `Player X (Monte Carlo)'s turn: at 4`, then the board."""

from __future__ import annotations

from inarow.errors import IllegalMove, InarowError
from inarow.games.base import SYMBOLS, Game, Outcome, Reason, State
from inarow.interfaces.render import originals
from inarow.interfaces.terminal.styles.base import Style
from inarow.live.game import Turn

_NAMES = {
    "human": "Human",
    "minimax": "Minimax",
    "classic-minimax": "Minimax",
    "expectiminimax": "Expectiminimax",
    "classic-expectiminimax": "Expectiminimax",
    "mcts": "Monte Carlo",
    "classic-mc": "Monte Carlo",
}


class LookaheadStyle(Style):
    """A header, then for each move its turn line with the board below."""

    def __init__(self, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> None:
        shown = (_NAMES.get(names[0], names[0]), _NAMES.get(names[1], names[1]))
        super().__init__(game, shown, colour, unicode)

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.falls and not game.rules.pops

    def opening(self) -> str | None:
        return f"{originals.lookahead_header(*self.names)}\n"

    def draw(self, state: State) -> str | None:
        return f"{originals.lookahead(state)}\n"

    def draws_first(self) -> bool:
        return False

    def prompt(self, seat: int, again: bool) -> str:
        return originals.lookahead_turn(SYMBOLS[seat], self.names[seat], "")

    def mistake(self, state: State, text: str, error: InarowError) -> str | None:
        if not text.lstrip("-").isdecimal():
            return "Not a number! Type the number of a column."
        full = isinstance(error, IllegalMove)
        return f"Column {text} is full!" if full else f"There is no column {text}!"

    def turn(self, turn: Turn, typed: bool) -> str | None:
        state = turn.state
        if typed or state.target(turn.action) is None:
            return None
        tag = state.note if state.chance() else ""
        column = state.game.format(turn.action)
        return originals.lookahead_turn(
            SYMBOLS[state.player], self.names[state.player], column, tag
        )

    def end(self, outcome: Outcome, state: State) -> str:
        if outcome.winner is None or outcome.reason is not Reason.LINE:
            return "It is a tie!" if outcome.winner is None else super().end(outcome, state)
        moves = sum(row.count(outcome.winner) for row in state.board())
        return f"{self.player(outcome.winner)} wins in {moves} moves!"

    def player(self, seat: int) -> str:
        return f"Player {SYMBOLS[seat]} ({self.names[seat]})"
