"""The styles by name: ours, and those of the original programs."""

from inarow.errors import NotSupported
from inarow.games.base import Game
from inarow.interfaces.terminal.styles import originals
from inarow.interfaces.terminal.styles.base import AsciiStyle, ModernStyle, Style

__all__ = ["OWN_STYLES", "STYLES", "Style", "make_style"]

STYLES: dict[str, type[Style]] = {
    "modern": ModernStyle,
    "ascii": AsciiStyle,
    "lookahead": originals.LookaheadStyle,
    "menu": originals.MenuStyle,
    "gomoku": originals.GomokuStyle,
    "nine": originals.NineStyle,
    "versus": originals.VersusStyle,
}
OWN_STYLES = ("modern", "ascii")
"""Those that follow no original program and may say more."""


def make_style(name: str, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> Style:
    """A style for one game; raises NotSupported where it cannot draw the game."""
    style = STYLES[name](game, names, colour, unicode)
    if not style.supports(game):
        raise NotSupported(f"the style {name} cannot draw {game.name}")
    return style
