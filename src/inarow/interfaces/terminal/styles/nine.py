"""The voice of the nine-board course's server: the whole array of boards, `next move for O ?`."""

from __future__ import annotations

from inarow.games.base import SYMBOLS, Game, Outcome, Reason, State
from inarow.interfaces.render import originals
from inarow.interfaces.terminal.styles.base import Style
from inarow.live.game import Turn

_WORDS = {
    Reason.LINE: "triple",
    Reason.SENT_TO_FULL: "full_board",
    Reason.FULL: "full_board",
    Reason.ILLEGAL: "illegal_move",
    Reason.TIME: "timeout",
}


class NineStyle(Style):
    """The last stone in lower case, so that everybody sees which board comes next."""

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.sent and not game.rules.claims

    def draw(self, state: State) -> str | None:
        return f"{originals.nine(state, lower_last=True)}\n"

    def prompt(self, seat: int, again: bool) -> str:
        return f"next move for {SYMBOLS[seat]} ? "

    def turn(self, turn: Turn, typed: bool) -> str | None:
        if typed:
            return None
        what = "cell" if turn.state.target(turn.action) else "board"
        return f"{SYMBOLS[turn.state.player]}: {what} {turn.state.game.format(turn.action)}"

    def end(self, outcome: Outcome, state: State) -> str:
        word = _WORDS.get(outcome.reason, str(outcome.reason))
        if outcome.winner is None:
            return f"draw ({word})"
        return f"Player {SYMBOLS[outcome.winner]} wins ({word})"
