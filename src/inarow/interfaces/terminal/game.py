"""One game on a terminal: any two players, people or not, with takeback and exit at every question.

The record is the truth: every move goes into it, `undo` moves its cursor, and whoever leaves gets
the moves so far as a text with which the game can be continued. Nothing is lost.
"""

from __future__ import annotations

from random import Random

from inarow.agents.base import Agent
from inarow.agents.human import Human
from inarow.arena.match import Turn, ask, roll
from inarow.errors import InarowError
from inarow.games.base import Outcome, Reason
from inarow.games.record import Record
from inarow.interfaces.terminal.console import Console
from inarow.interfaces.terminal.styles import Style
from inarow.search.limit import Limit

__all__ = ["TerminalGame", "leave_message"]


class TerminalGame:
    """Plays a record to its end with two players on a console."""

    def __init__(
        self,
        record: Record,
        agents: tuple[Agent, Agent],
        style: Style,
        console: Console,
        limit: Limit,
        rng: Random,
    ) -> None:
        self.record = record
        self.agents = agents
        self.style = style
        self.console = console
        self.limit = limit
        self.rng = rng
        self.humans = [seat for seat, agent in enumerate(agents) if isinstance(agent, Human)]
        self.commands = {
            "u": self._undo,
            "undo": self._undo,
            "redo": self._redo,
            "moves": self._show_moves,
            "resign": self._resign,
            "help": self._help,
        }

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players in both seats."""
        return self.agents[0].name, self.agents[1].name

    def run(self) -> Outcome:
        """Play until the game is over.

        Raises:
            Leave: somebody left before the end.
        """
        self._show_board()
        while self.record.outcome is None:
            if self._take_turn():
                self._show_board()
        self.console.say(self.style.end(self.record.outcome, self.names))
        return self.record.outcome

    def _take_turn(self) -> bool:
        """One turn of dice, machine or person; whether the board is to be shown again."""
        state = self.record.state
        seat = state.player
        if state.chance():
            return self._play(Turn(state, roll(state, self.rng)))
        if seat in self.humans:
            return self._ask_human(seat)
        turn, failure, why = ask(self.agents[seat], state, self.limit)
        if turn is None:
            self.record.result = failure
            self.console.say(why)
            return False
        return self._play(turn)

    def _play(self, turn: Turn) -> bool:
        self.record.push(turn.action)
        self.console.say(self.style.turn(turn, self.names[turn.state.player]))
        return True

    def _ask_human(self, seat: int) -> bool:
        """One answer of a person: a move or a command; whether the board is to be shown again."""
        state, game = self.record.state, self.record.game
        answer = self.console.ask(f"{self.style.player(seat, self.names[seat])} to move: ")
        command = self.commands.get(answer.lower())
        if command is not None:
            return command()
        try:
            action = game.parse(answer)
            self.record.push(action)
        except InarowError as error:
            self.console.say(f"{_sentence(str(error))} Type help for help.")
            return False
        if state.target(action) is None:
            self.console.say(self.style.turn(Turn(state, action), self.names[seat]))
        return True

    def _show_board(self) -> None:
        self.console.say(f"\n{self.style.draw(self.record.state)}\n")

    def _undo(self) -> bool:
        taken_back = self.record.undo_to(*self.humans)
        self.console.say("Taken back." if taken_back else "There is nothing to take back.")
        return taken_back

    def _redo(self) -> bool:
        played = self.record.redo() is not None
        while played and self._waits_for_machine() and self.record.redo() is not None:
            pass
        self.console.say("Played again." if played else "There is nothing to play again.")
        return played

    def _waits_for_machine(self) -> bool:
        state = self.record.state
        return bool(state.chance()) or state.player not in self.humans

    def _show_moves(self) -> bool:
        self.console.say(f"Moves so far: {self.record.moves or 'none'}")
        return False

    def _resign(self) -> bool:
        self.record.result = Outcome(1 - self.record.state.player, Reason.RESIGNED)
        return False

    def _help(self) -> bool:
        game, state = self.record.game, self.record.state
        examples = ", ".join(game.format(action) for action in state.legal_actions()[:12])
        self.console.say(
            f"Type a move ({examples}{', ...' if len(state.legal_actions()) > 12 else ''}),\n"
            "undo (or u) to take back, redo, moves to see the moves so far,\n"
            "resign, or exit (or e) to leave."
        )
        return False


def _sentence(text: str) -> str:
    """A message as a sentence, with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def leave_message(record: Record) -> str:
    """What a person who leaves is told, so that the game can be continued."""
    if not record.actions:
        return "Goodbye."
    game, moves = _quoted(str(record.game)), _quoted(record.moves)
    return f"Goodbye. Continue with: inarow play {game} --moves {moves}"


def _quoted(text: str) -> str:
    return f'"{text}"' if set(text) & set(" (?") else text
