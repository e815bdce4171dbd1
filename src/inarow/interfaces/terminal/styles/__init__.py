"""The styles by name: ours, and those of the original programs."""

from __future__ import annotations

from inarow.errors import NotSupported
from inarow.games.base import Game
from inarow.interfaces.terminal.styles.base import Style
from inarow.interfaces.terminal.styles.gomoku import GomokuStyle
from inarow.interfaces.terminal.styles.lookahead import LookaheadStyle
from inarow.interfaces.terminal.styles.menu import MenuStyle
from inarow.interfaces.terminal.styles.modern import AsciiStyle, ModernStyle
from inarow.interfaces.terminal.styles.nine import NineStyle
from inarow.interfaces.terminal.styles.versus import VersusStyle

__all__ = ["OWN_STYLES", "STYLES", "Style", "make_style"]

STYLES: dict[str, type[Style]] = {
    "modern": ModernStyle,
    "ascii": AsciiStyle,
    "lookahead": LookaheadStyle,
    "menu": MenuStyle,
    "gomoku": GomokuStyle,
    "nine": NineStyle,
    "versus": VersusStyle,
}
OWN_STYLES = ("modern", "ascii")
"""Those that follow no original program and may say more."""


def make_style(name: str, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> Style:
    """A style for one game; raises NotSupported where it cannot draw the game."""
    style = STYLES[name](game, names, colour, unicode)
    if not style.supports(game):
        raise NotSupported(f"the style {name} cannot draw {game.name}")
    return style
