"""One game on a terminal: any two players, people or not, with takeback and exit at every question.

`live.game` runs the game; here it is drawn, people are asked, and what they type is understood.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import sleep

from inarow.agents.human import Human
from inarow.agents.ready import begin_compiling, let_go, make_ready, start_program
from inarow.errors import AgentFailed, InarowError, NotAvailable, NotSupported
from inarow.games.base import Cell, Outcome, State, in_opening
from inarow.games.record import Record
from inarow.games.record_file import save_record
from inarow.interfaces.terminal.compiling import tell_progress
from inarow.interfaces.terminal.console import Console, command_line, paragraph
from inarow.interfaces.terminal.styles import Style
from inarow.live.game import LiveGame, Mover, Side, Turn
from inarow.live.match import let_move
from inarow.search.agent import Agent
from inarow.search.limit import Limit
from inarow.study.advice import advice_table
from inarow.study.analysis import analyse
from inarow.study.answers import why_move, why_position
from inarow.study.coach import Coach, switched

HINT_LIMIT = Limit(seconds=1.0)
HINT_MOVES = 3
_EXAMPLES = 12
"""With more moves than this one is shown in the help, not all."""
_AGAIN = "Try again? (y, n or hint): "
_ANSWERS, _ANSWER = ("y", "yes", "n", "no", "h", "hint"), "Type y, n or hint."


@dataclass
class TerminalGame:
    """Plays a record to its end with two players on a console.

    Args:
        record: the game, played on from its cursor.
        agents: the players in the seats 0 and 1.
        style: how the game looks and speaks.
        console: where questions are asked.
        limit: how much a machine may think about a move.
        rng: the dice.
        adviser: the player that is asked for a hint.
        wait: whether a move waits for kernels to be compiled, see `search/seam.py`.
        pace: seconds to wait between moves.
        coach: looks at every move of a person before it is played, if there is one.
        changed: called after every move, and whatever else changes the game.
    """

    record: Record
    agents: tuple[Agent, Agent]
    style: Style
    console: Console
    limit: Limit
    rng: Random
    adviser: Agent
    wait: bool = True
    pace: float = 0.0
    coach: Coach | None = None
    changed: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        first, second = (Side(agent.name, isinstance(agent, Human)) for agent in self.agents)
        self.game = LiveGame(self.record, (first, second), self.rng)
        self.asks_again = self.numbered = False
        self.saved: Path | None = None
        self.commands = {
            "u": self._undo,
            "undo": self._undo,
            "redo": self._redo,
            "h": self._hint,
            "hint": self._hint,
            "coach": self._switch_coach,
            "moves": self._show_moves,
            "numbers": self._number_stones,
            "resign": self._resign,
            "help": self._help,
        }

    def run(self) -> Outcome:
        """Play until the game is over.

        Raises:
            Leave: a person left before the end.
        """
        if not self.wait:
            for agent in self.agents:
                begin_compiling(agent, self.record.game)
        try:
            for seat, agent in enumerate(self.agents):
                start_program(agent, self.record.game, seat)  # failing is said before anyone moves
            self._say(self.style.opening(self.game.state))
            if self.style.draws_first or self.game.record.actions:
                self._show_board()
            while self.game.outcome is None:
                asked = self.game.mover is Mover.PERSON
                is_shown = self._take_turn()
                self.changed()
                if is_shown:
                    if self.style.draws_each or not (asked and self.game.mover is Mover.PLAYER):
                        self._show_board()
                    sleep(self.pace)
        finally:
            let_go(*self.agents)
        self._say(self.style.end(self.game.outcome, self.game.state))
        if self.coach is not None:
            self.console.say(self.coach.words)
        return self.game.outcome

    def _take_turn(self) -> bool:
        """One turn of dice, machine or person; whether the board is to be shown again."""
        state, mover = self.game.state, self.game.mover
        seat = state.player
        if mover is Mover.DICE:
            return self._tell(self.game.roll())
        if not self.asks_again:
            self._say(self.style.before(state, thinks=mover is Mover.PLAYER))
        if mover is Mover.PERSON:
            return self._ask_human()
        with self.console.busy(self.style.waiting(state)):
            make_ready(self.agents[seat], state.game, state, wait=self.wait)
            tell_progress()
            turn = let_move(self.agents[seat], self.game, self.limit)
        if turn is None:
            self._say(self.game.record.current.comment)
            return False
        return self._tell(turn)

    def _tell(self, turn: Turn, typed: bool = False) -> bool:
        """Tell of a move that was played; whether the board looks different now."""
        state = turn.state
        self._say(self.style.turn(turn, typed))
        if self.game.state.board() != state.board():
            return True
        return state.game.block > 0 and not state.chance()

    def _ask_human(self) -> bool:
        """One answer of a person: a move or a command; whether the board is to be shown again."""
        state = self.game.state
        answer = self.console.ask(self.style.prompt(state, self.asks_again))
        self.asks_again = False
        command = self.commands.get(answer.lower())
        if command is not None:
            return command()
        word, _, name = answer.partition(" ")
        if word.lower() == "save":
            return self._save(name.strip())
        try:
            if word.lower() == "why":
                return self._why(state, name.strip())
            action = self.style.parse(state, answer)
            state.play(action)  # an illegal move is no slip
            if self.coach is not None and self._takes_back(self.coach, state, action):
                return False
            turn = self.game.play(action)
        except InarowError as error:
            self._say(self.style.mistake(state, answer, error))
            self.asks_again = True
            return False
        return self._tell(turn, typed=True)

    def _takes_back(self, coach: Coach, state: State, action: int) -> bool:
        """Tell of a slip before it counts; whether the person wants to try again."""
        with self.console.busy("Looking at your move ..."):
            move = coach.look(state, action)
        if not coach.is_slip(move):
            coach.count(move)
            return False
        self.console.say(self.style.reword(coach.warning(move, self.style.format(action))))
        hints = 0
        while (answer := self.console.ask_until(_AGAIN, _ANSWERS, _ANSWER)).startswith("h"):
            self.console.say(self.style.reword(coach.hint(move, hints)))
            hints += 1
        again = answer.startswith("y")
        coach.count(move, taken_back=again)
        return again

    def _switch_coach(self) -> bool:
        self.coach = None if self.coach else Coach()
        self.console.say(switched(self.coach))
        return False

    def _say(self, text: str | None) -> None:
        if text is not None:
            self.console.say(text)

    def _show_board(self) -> None:
        if self.style.numbers is not None:
            self.style.numbers = move_numbers(self.record) if self.numbered else {}
        self._say(self.style.draw(self.game.state))

    def _hint(self) -> bool:
        state = self.game.state
        if not self.adviser.supports(state.game):
            self._say(f"{self.adviser.name} cannot give hints for {state.game.name}.")
            return False
        limit = self.limit if self.limit != Limit() else HINT_LIMIT
        try:
            with self.console.busy("Looking for a hint ..."):
                make_ready(self.adviser, state.game, state)
                advice = analyse(state, self.adviser, limit)
        except AgentFailed as error:
            self._say(str(error))
            return False
        table = advice_table(advice, HINT_MOVES, self.style.format, self.style.reword)
        self._say(f"Hint:\n{table}")
        return False

    def _why(self, state: State, name: str) -> bool:
        """What a move is about, or the position."""
        action = self.style.parse(state, name) if name else None
        with self.console.busy("Looking ..."):
            found = why_position(state) if action is None else why_move(state, action)
        for why in found:
            self.console.say(f"- {self.style.reword(why.words)}")
        if in_opening(state) and action is None:  # no stone is anybody's yet
            self.console.say(paragraph(state.explanation))
        return False

    def _undo(self) -> bool:
        taken_back = self.game.take_back()
        self.console.say("Taken back." if taken_back else "There is nothing to take back.")
        return taken_back

    def _redo(self) -> bool:
        played = self.game.redo()
        self.console.say("Played again." if played else "There is nothing to play again.")
        return played

    def _show_moves(self) -> bool:
        self.console.say(f"Moves so far: {self.game.record.moves or 'none'}")
        return False

    def _number_stones(self) -> bool:
        """Show stones as the numbers of their moves, or as stones again."""
        if self.style.numbers is None:
            self.console.say("Boards of this style have no numbers.")
            return False
        self.numbered = not self.numbered
        return True

    def _save(self, name: str) -> bool:
        """Write the game so far to a file, which must be new or the one of the last time."""
        if not name:
            self.console.say("Type save and the name of a file, for example save game.txt.")
            return False
        try:
            self.saved = write_new_file(self.record, name, self.saved)
        except InarowError as error:
            self.console.say(f"{error}.")
        else:
            again = command_line("play", "--load", str(self.saved))
            self.console.say(f"Saved. Continue at any time with: {again}")
        return False

    def _resign(self) -> bool:
        self.game.resign(self.game.state.player)
        return False

    def _help(self) -> bool:
        state = self.game.state
        legal = state.legal_actions()
        examples = ", ".join(self.style.format(action) for action in legal[:_EXAMPLES])
        moves = f"({examples})"
        if len(legal) > _EXAMPLES:
            moves = f"such as {self.style.format(legal[len(legal) // 2])}"
        if in_opening(state):
            self.console.say(paragraph(f"{state.explanation} Now you have {state.task}."))
        self.console.say(
            f"Type a move {moves},\n"
            f"hint (or h), why and a move to know what speaks for and against it,\n"
            "why alone for what the position is about,\n"
            "coach to be warned of mistakes before they count,\n"
            "undo (or u) to take back, redo, moves to see the moves so far,\n"
            "numbers to see them on the board, save and a file name, resign,\n"
            "or exit (or e) to leave."
        )
        return False


def write_new_file(record: Record, name: str, before: Path | None = None) -> Path:
    """Write a game to a file, which must be new or the one that it was written to before.

    Raises:
        NotAvailable: the file exists, or cannot be written.
    """
    path = Path(name)
    if path.exists() and path != before:
        raise NotAvailable(f"There is {path} already: name another file")
    try:
        save_record(record.played(), path)
    except (OSError, NotSupported) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise NotAvailable(f"It cannot be saved as {path}: {why}") from None
    return path


def move_numbers(record: Record) -> dict[Cell, int]:
    """Which move placed the stone of each cell, up to where the game goes on.

    >>> from inarow.registry import load_game
    >>> record = Record(load_game("tic_tac_toe"))
    >>> _ = record.push_moves("b2a2")
    >>> move_numbers(record)
    {(1, 1): 1, (1, 0): 2}
    """
    placed: list[Cell] = []
    node = record.current
    while node.parent is not None and node.action is not None:
        cell = node.parent.state.target(node.action)
        if cell is not None:
            placed.insert(0, cell)
        node = node.parent
    return {cell: number for number, cell in enumerate(placed, node.state.ply + 1)}
