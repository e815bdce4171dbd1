"""Our own style: discs and box lines, or plain ASCII."""

from __future__ import annotations

from inarow.games.base import Game, State
from inarow.interfaces.render import modern
from inarow.interfaces.terminal.styles.base import Style
from inarow.live.game import Turn


class ModernStyle(Style):
    """Red ● against yellow ○; winning cells are green and in brackets."""

    def __init__(self, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> None:
        super().__init__(game, names, colour, unicode)
        if self.unicode:
            self.symbols = ("● X", "○ O")

    def draw(self, state: State) -> str | None:
        return f"\n{modern.render(state, colour=self.colour, unicode=self.unicode)}\n"

    def waiting(self, seat: int) -> str | None:
        return f"{self.player(seat)} is thinking ..."

    def turn(self, turn: Turn, typed: bool) -> str | None:
        state = turn.state
        places_stone = state.target(turn.action) is not None
        if typed and places_stone:
            return None
        how = ""
        if state.chance():
            how = f"{state.note} " if state.note in ("random", "forced") else "random "
        if not places_stone:
            how += "board " if state.game.block else "lets the dice decide: "
        return f"{self.player(state.player)}: {how}{state.game.format(turn.action)}"


class AsciiStyle(ModernStyle):
    """The same in plain ASCII."""

    def __init__(self, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> None:
        super().__init__(game, names, colour, unicode=False)
