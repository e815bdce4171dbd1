"""The voices of the original programs, in the order of their numbers; 002 is the nine-board course.

Each says what its program said, word for word; what the program never had to say (a game that ends
on time, a game on another board) is told in its manner.
"""

import re

from inarow.errors import BadNotation, IllegalMove, InarowError
from inarow.games.base import SYMBOLS, Cell, Game, Outcome, Reason, State
from inarow.interfaces.render import originals
from inarow.interfaces.render.endings import END_WORDS
from inarow.interfaces.terminal.console import Console
from inarow.interfaces.terminal.styles.base import Style
from inarow.live.game import Turn

_CLEAR_SCREEN = "\x1b[2J\x1b[H"
_CELL = re.compile(r"\b[a-z]{1,2}[0-9]{1,3}\b")
_NUMBER = re.compile(r"[0-9]{1,9}\Z")
_COLUMN = "Type the number of a column"
_DICE = ", ? for a random one (then the next move is random too)"
_TITLES = {
    "human": "Human",
    "minimax": "Minimax",
    "classic-minimax": "Minimax",
    "expectiminimax": "Expectiminimax",
    "classic-expectiminimax": "Expectiminimax",
    "mcts": "Monte Carlo",
    "classic-mc": "Monte Carlo",
}
_NINE_ENDS = {
    Reason.LINE: "triple",
    Reason.SENT_TO_FULL: "full_board",
    Reason.FULL: "full_board",
    Reason.ILLEGAL: "illegal_move",
    Reason.TIME: "timeout",
}


class _FallingStyle(Style):
    """For Connect Four of any size, with or without dice."""

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.falls and not game.rules.pops


class LookaheadStyle(_FallingStyle):
    """Program 000: a header, then for each move its turn line with the board below."""

    tie = "It is a tie!"

    def __init__(self, game: Game, names: tuple[str, str], colour: bool, unicode: bool) -> None:
        titles = _TITLES.get(names[0], names[0]), _TITLES.get(names[1], names[1])
        super().__init__(game, titles, colour, unicode)
        self.draws_first = "Human" in titles  # the program's own players need no board

    def opening(self, state: State) -> str | None:
        header = f"Player X: {self.names[0]}, Player O: {self.names[1]}\n"
        if "Human" not in self.names:
            return header
        dice = self.game.rules is not None and self.game.rules.dice is not None
        return f"{header}\n{_COLUMN}{_DICE if dice else ''}, or help.\n"

    def draw(self, state: State) -> str | None:
        return f"{originals.lookahead(state)}\n"

    def prompt(self, state: State, again: bool) -> str:
        return self.turn_line(state, "")

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
        return self.turn_line(state, state.game.format(turn.action), tag)

    def turn_line(self, state: State, column: str, tag: str = "") -> str:
        """The line above the board; the tag is `random` for dice, `forced` by the opponent."""
        player = self.player(state, state.player)
        return f"{player}'s turn: {f'({tag}) ' if tag else ''}at {column}"

    def end(self, outcome: Outcome, state: State) -> str:
        if outcome.winner is None or outcome.reason is not Reason.LINE:
            return super().end(outcome, state)
        moves = sum(row.count(outcome.winner) for row in state.board())
        ends = ((line.cells[0], line.cells[-1]) for line in outcome.lines)
        lines = " and ".join(f"{_one_based(start)} to {_one_based(end)}" for start, end in ends)
        return f"{self.player(state, outcome.winner)} wins in {moves} moves! Line: {lines}"

    def why(self, outcome: Outcome) -> str:
        return f" {END_WORDS.get(outcome.reason, outcome.reason)}"

    def player(self, state: State, seat: int) -> str:
        return f"Player {SYMBOLS[seat]} ({self.names[seat]})"


def _one_based(cell: Cell) -> list[int]:
    return [cell[0] + 1, cell[1] + 1]


class VersusStyle(_FallingStyle):
    """Program 001: players with names, R and Y on the board, `Game Over! Ada wins!`."""

    symbols = ("R", "Y")
    question = "{name} ({symbol}), choose a column: "
    played = "{name} plays column {move}"
    wins = "Game Over! {name} wins!{why}"
    tie = "Game Over! Draw!"

    def draw(self, state: State) -> str | None:
        return f"\n{originals.versus(state, self.symbols, colour=self.colour)}\n"


class NineStyle(Style):
    """The server of program 002: the last stone in lower case shows which board comes next."""

    question = "next move for {symbol} ? "
    wins = "Player {symbol} wins ({why})"
    tie = "draw ({why})"

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.sent and not game.rules.claims

    def draw(self, state: State) -> str | None:
        drawn = f"{originals.nine(state, lower_last=True)}\n"
        asks = "human" in self.names and state.outcome is None and not state.chance()
        return f"{drawn}\n{originals.nine_goal(state)}" if asks else drawn

    def turn(self, turn: Turn, typed: bool) -> str | None:
        if typed:
            return None
        what = "cell" if turn.state.target(turn.action) else "board"
        return f"{SYMBOLS[turn.state.player]}: {what} {turn.state.game.format(turn.action)}"

    def why(self, outcome: Outcome) -> str:
        return _NINE_ENDS.get(outcome.reason, str(outcome.reason))


class MenuStyle(_FallingStyle):
    """Program 003: O moves first, each board on a clear screen, `O's turn:`, `X Wins!`."""

    symbols = ("O", "X")
    pace = 0.7
    question = "Enter a move: "
    played = None
    wins = "{symbol} Wins!{why}"
    tie = "Tie!"

    def draw(self, state: State) -> str | None:
        clear = _CLEAR_SCREEN if Console().moves_cursor else ""
        return f"{clear}{originals.menu(state, colour=self.colour)}"

    def before(self, state: State, thinks: bool) -> str | None:
        return f"{self.symbols[state.player]}'s turn:\n"

    def mistake(self, state: State, text: str, error: InarowError) -> str | None:
        return "Row is full!" if isinstance(error, IllegalMove) else "Not a valid command!"


class GomokuStyle(Style):
    """Program 004: rows and columns from 0, `Player X: choose move (row col): 0 0`."""

    question = "Player {symbol}: choose move (row col): "
    wins = "Game over! Player {symbol} wins!{why}"
    tie = "Game over! DRAW."

    def supports(self, game: Game) -> bool:
        return game.rules is not None and game.rules.anywhere

    def opening(self, state: State) -> str | None:
        return "Gomoku Interactive!" if "human" in self.names else None

    def draw(self, state: State) -> str | None:
        return f"\n{originals.gomoku(state)}\n"

    def before(self, state: State, thinks: bool) -> str | None:
        is_computer = thinks and self.names[state.player] not in ("random", "randobot")
        return "Computer is thinking . . ." if is_computer else None

    def prompt(self, state: State, again: bool) -> str:
        return "Invalid move! Try again: " if again else super().prompt(state, again)

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

    def reword(self, text: str) -> str:
        """Cells such as b2, which only here have another name."""
        return _CELL.sub(lambda cell: self.format(self.game.parse(cell[0])), text)

    def mistake(self, state: State, text: str, error: InarowError) -> str | None:
        return None

    def turn(self, turn: Turn, typed: bool) -> str | None:
        cell = turn.state.target(turn.action)
        return cell and f"Player {SYMBOLS[turn.state.player]} moves: [{cell[0]}, {cell[1]}]"
