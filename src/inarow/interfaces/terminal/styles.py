"""How a game looks and speaks on a terminal.

`modern` is ours; the others draw the board as four older programs did. A style only turns positions
and turns into text, so a new one is a few functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inarow.arena.match import Turn
from inarow.errors import NotSupported
from inarow.games.base import SYMBOLS, Game, Outcome, Reason, State
from inarow.interfaces.render import modern, originals

__all__ = ["STYLES", "Style", "make_style"]

_ENDS = {
    Reason.FULL: "the board is full",
    Reason.SENT_TO_FULL: "the board to play in is full",
    Reason.ILLEGAL: "by an illegal move of the opponent",
    Reason.TIME: "on time",
    Reason.CRASH: "because the opponent failed",
    Reason.RESIGNED: "by resignation",
    Reason.ADJUDICATED: "by decision",
}


@dataclass(frozen=True)
class Style:
    """The drawing of a style, and the marks of the two players in its lines."""

    draw: Callable[[State], str]
    symbols: tuple[str, str] = (SYMBOLS[0], SYMBOLS[1])

    def player(self, seat: int, name: str) -> str:
        """A player in a sentence."""
        return f"{self.symbols[seat]} ({name})"

    def turn(self, turn: Turn, name: str) -> str:
        """The line that tells of a played move."""
        state = turn.state
        how = ""
        if state.chance():
            how = f"{state.note} " if state.note in ("random", "forced") else "random "
        what = "" if state.target(turn.action) else _without_stone(state, turn.action)
        return f"{self.player(state.player, name)}: {how}{what}{state.game.format(turn.action)}"

    def end(self, outcome: Outcome, names: tuple[str, str]) -> str:
        """The line that tells the result."""
        if outcome.reason is Reason.ABANDONED:
            return "The game was left unfinished."
        why = _ENDS.get(outcome.reason, "")
        if outcome.winner is None:
            return f"Draw: {why}." if why else "Draw."
        winner = self.player(outcome.winner, names[outcome.winner])
        return f"{winner} wins {why}.".replace(" .", ".")


def _without_stone(state: State, action: int) -> str:
    """A word for an action that places no stone: the dice, or the choice of a board."""
    return "board " if state.game.block else "lets the dice decide "


def _modern(colour: bool, unicode: bool) -> Style:
    symbols = ("● X", "○ O") if unicode else ("X", "O")

    def draw(state: State) -> str:
        return modern.render(state, colour=colour, unicode=unicode)

    return Style(draw, symbols)


STYLES = ("modern", "ascii", "lookahead", "menu", "gomoku", "nine")


def make_style(name: str, game: Game, colour: bool, unicode: bool) -> Style:
    """The style of a name, for one game; raises NotSupported where a drawing does not fit."""
    if name == "modern":
        return _modern(colour, unicode)
    if name == "ascii":
        return _modern(colour, False)
    if (name == "nine") != bool(game.block):
        raise NotSupported(f"the style {name} cannot draw {game.name}")
    if name == "menu":
        return Style(lambda state: originals.menu(state, colour=colour), ("O", "X"))
    return Style(getattr(originals, name))
