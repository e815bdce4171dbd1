"""A style: how a game looks and speaks on a terminal; and our own, with discs or in plain ASCII.

The game loop asks a style for every line that it prints. Most lines are templates, in which
`{player}`, `{symbol}`, `{name}`, `{move}` and `{why}` are filled in. None prints nothing.
"""

from collections.abc import Mapping

from inarow.errors import InarowError
from inarow.games.base import SYMBOLS, Cell, Game, Outcome, Reason, State, in_opening
from inarow.games.sides import has_colours, player_name, side_names, task
from inarow.interfaces.render import modern
from inarow.interfaces.render.endings import END_WORDS
from inarow.interfaces.terminal.console import paragraph
from inarow.live.game import Turn
from inarow.text import clean


class Style:
    """The plain voice; `names` are the names of the players in the seats 0 and 1."""

    symbols: tuple[str, str] = (SYMBOLS[0], SYMBOLS[1])
    draws_first = True  # whether the board is shown before the first move
    draws_each = True  # whether it is shown after a person's move if a machine answers at once
    numbers: Mapping[Cell, int] | None = None  # of the moves, if the style can show them
    pace = 0.0  # seconds between the moves of two machines, so that a person can follow
    question = "{player} to move: "
    played: str | None = "{player}: {move}"
    wins = "{player} wins{why}."
    tie = "Draw{why}."

    def __init__(self, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> None:
        self.game = game
        self.names = clean(names[0]), clean(names[1])
        self.colour = colour
        self.unicode = unicode

    def supports(self, game: Game) -> bool:
        """Whether this style can draw the game."""
        return True

    def opening(self, state: State) -> str | None:
        """What stands above the first board."""
        return None

    def draw(self, state: State) -> str | None:
        """The board, before the first move and after each stone, with its blank lines."""
        raise NotImplementedError

    def before(self, state: State, thinks: bool) -> str | None:
        """What is said before a turn; `thinks` if a machine has to choose."""
        return None

    def waiting(self, state: State) -> str:
        """What a person sees while a machine thinks, if it thinks for long."""
        return f"{self.player(state, state.player)} is thinking ..."

    def prompt(self, state: State, again: bool) -> str:
        """The question to a person; `again` after a wrong answer."""
        return self.fill(self.question, state, state.player)

    def parse(self, state: State, text: str) -> int:
        """The action that a person typed; raises BadNotation."""
        return state.game.parse(text)

    def format(self, action: int) -> str:
        """A move as a person types it."""
        return self.game.format(action)

    def reword(self, text: str) -> str:
        """A sentence in which cells are named as in this style."""
        return text

    def mistake(self, state: State, text: str, error: InarowError) -> str | None:
        """The reply to a wrong answer."""
        message = str(error)
        return f"{message[:1].upper()}{message[1:]}. Type help for help."

    def turn(self, turn: Turn, typed: bool) -> str | None:
        """What is said about a move that was played; `typed` if a person just typed it."""
        if typed or self.played is None:
            return None
        state = turn.state
        return self.fill(self.played, state, state.player, move=self.format(turn.action))

    def end(self, outcome: Outcome, state: State) -> str:
        """The result."""
        if outcome.winner is None:
            return self.tie.format(why=self.why(outcome))
        return self.fill(self.wins, state, outcome.winner, why=self.why(outcome))

    def why(self, outcome: Outcome) -> str:
        """Why a game ended, behind its result; a line says so itself."""
        return "" if outcome.reason is Reason.LINE else f" ({outcome.reason})"

    def player(self, state: State, seat: int) -> str:
        """A player in a sentence."""
        return f"{self.symbols[seat]} ({self.names[seat]})"

    def fill(self, template: str, state: State, seat: int, **more: str) -> str:
        """A template with what it says of a player."""
        player, symbol, name = self.player(state, seat), self.symbols[seat], self.names[seat]
        return template.format(player=player, symbol=symbol, name=name, **more)


class ModernStyle(Style):
    """● against ○, red and yellow where they are X and O; winning cells are green, in brackets."""

    def __init__(self, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> None:
        super().__init__(game, names, colour, unicode)
        self.numbers = {}
        self.draws_each = not has_colours(game)  # two large boards do not fit on a screen

    def opening(self, state: State) -> str | None:
        return paragraph(state.explanation) if in_opening(state) else None

    def draw(self, state: State) -> str | None:
        looks = {"colour": self.colour, "unicode": self.unicode}
        return f"\n{modern.render(state, **looks, numbers=self.numbers)}\n"

    def prompt(self, state: State, again: bool) -> str:
        return f"{self.player(state, state.player)} {task(state)}: "

    def turn(self, turn: Turn, typed: bool) -> str | None:
        state = turn.state
        places_stone = state.target(turn.action) is not None
        if typed and places_stone:
            return None
        how = ""
        if state.chance():
            how = f"{state.note} " if state.note in ("random", "forced") else "random "
        if not places_stone:
            rules = state.game.rules
            dice = rules is not None and rules.dice is not None
            how += "board " if state.game.block else "lets the dice decide: " if dice else ""
        player, move = self.player(state, state.player), state.game.format(turn.action)
        if in_opening(state) and state.chooses:
            return f"{player} chooses {move}."
        return f"{player}: {how}{move}"

    def end(self, outcome: Outcome, state: State) -> str:
        if outcome.reason is Reason.ABANDONED:
            return "The game was left unfinished."
        return super().end(outcome, state)

    def why(self, outcome: Outcome) -> str:
        why = END_WORDS.get(outcome.reason)
        if why is None:
            return ""
        return f" {why}" if outcome.winner is not None else f": {why}"

    def player(self, state: State, seat: int) -> str:
        """A player by sign and side: `● black (you)`; by turn while colours are not chosen."""
        side, sign = player_name(state, seat), ""
        if side in side_names(state):
            sign = modern.stone_of(state, seat, unicode=self.unicode)
        return f"{side if sign in ('', side) else f'{sign} {side}'} ({self.names[seat]})"


class AsciiStyle(ModernStyle):
    """The same in plain ASCII."""

    def __init__(self, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> None:
        super().__init__(game, names, colour, unicode=False)
