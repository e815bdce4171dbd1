"""One game on a terminal: any two players, people or not, with takeback and exit at every question.

The record is the truth: every move goes into it, `undo` moves its cursor, and whoever leaves gets
the moves so far as a text with which the game can be continued. Nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from inarow.agents.human import Human
from inarow.agents.ready import make_ready
from inarow.errors import AgentFailed, InarowError
from inarow.games.base import Outcome, Reason
from inarow.games.dice import roll
from inarow.games.notation import format_position
from inarow.games.record import Record
from inarow.interfaces.terminal.advice import advice_table
from inarow.interfaces.terminal.console import Console
from inarow.interfaces.terminal.program import command_line
from inarow.interfaces.terminal.styles import Style
from inarow.live.match import Turn, ask
from inarow.search.agent import Agent
from inarow.search.limit import Limit
from inarow.study.analysis import analyse

HINT_SECONDS = 1.0
HINT_MOVES = 3


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
    """

    def __init__(
        self,
        record: Record,
        agents: tuple[Agent, Agent],
        style: Style,
        console: Console,
        limit: Limit,
        rng: Random,
        adviser: Agent,
    ) -> None:
        self.record = record
        self.agents = agents
        self.style = style
        self.console = console
        self.limit = limit
        self.rng = rng
        self.adviser = adviser
        self.humans = [seat for seat, agent in enumerate(agents) if isinstance(agent, Human)]
        self.asks_again = False
        self.commands = {
            "u": self._undo,
            "undo": self._undo,
            "redo": self._redo,
            "h": self._hint,
            "hint": self._hint,
            "moves": self._show_moves,
            "resign": self._resign,
            "help": self._help,
        }

    def run(self) -> Outcome:
        """Play until the game is over.

        Raises:
            Leave: somebody left before the end.
        """
        self._say(self.style.opening())
        if self.style.draws_first() or self.record.actions:
            self._show_board()
        while self.record.outcome is None:
            if self._take_turn():
                self._show_board()
        self._say(self.style.end(self.record.outcome, self.record.state))
        return self.record.outcome

    def _take_turn(self) -> bool:
        """One turn of dice, machine or person; whether the board is to be shown again."""
        state = self.record.state
        seat = state.player
        if state.chance():
            return self._play(Turn(state, roll(state, self.rng)))
        thinks = seat not in self.humans
        if not self.asks_again:
            self._say(self.style.before(seat, thinks))
        if not thinks:
            return self._ask_human(seat)
        with self.console.busy(self.style.waiting(seat)):
            make_ready(self.agents[seat], state.game)
            turn, failure, why = ask(self.agents[seat], state, self.limit)
        if turn is None:
            self.record.result = failure
            self._say(why)
            return False
        return self._play(turn)

    def _play(self, turn: Turn, typed: bool = False) -> bool:
        """Play a move and tell of it; whether the board looks different now."""
        state = turn.state
        places_stone = state.target(turn.action) is not None
        self.record.push(turn.action)
        self._say(self.style.turn(turn, typed))
        return places_stone or (state.game.block > 0 and not state.chance())

    def _ask_human(self, seat: int) -> bool:
        """One answer of a person: a move or a command; whether the board is to be shown again."""
        state = self.record.state
        answer = self.console.ask(self.style.prompt(seat, self.asks_again))
        self.asks_again = False
        command = self.commands.get(answer.lower())
        if command is not None:
            return command()
        try:
            action = self.style.parse(state, answer)
            state.play(action)
        except InarowError as error:
            self._say(self.style.mistake(state, answer, error))
            self.asks_again = True
            return False
        return self._play(Turn(state, action), typed=True)

    def _say(self, text: str | None) -> None:
        if text is not None:
            self.console.say(text)

    def _show_board(self) -> None:
        self._say(self.style.draw(self.record.state))

    def _hint(self) -> bool:
        state = self.record.state
        if not self.adviser.supports(state.game):
            self._say(f"{self.adviser.name} cannot give hints for {state.game.name}.")
            return False
        limit = self.limit if self.limit != Limit() else Limit(seconds=HINT_SECONDS)
        try:
            with self.console.busy("Looking for a hint ..."):
                make_ready(self.adviser, state.game)
                advice = analyse(state, self.adviser, limit)
        except AgentFailed as error:
            self._say(str(error))
            return False
        self._say(f"Hint:\n{advice_table(advice, HINT_MOVES, self.style.format)}")
        return False

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
        state = self.record.state
        examples = ", ".join(self.style.format(action) for action in state.legal_actions()[:12])
        self.console.say(
            f"Type a move ({examples}{', ...' if len(state.legal_actions()) > 12 else ''}),\n"
            "hint (or h), undo (or u) to take back, redo, moves to see the moves so far,\n"
            "resign, or exit (or e) to leave."
        )
        return False


def leave_message(
    record: Record, saved: Path | None, seats: Sequence[str] = (), options: Sequence[str] = ()
) -> str:
    """What a person who leaves is told, so that the game can be continued.

    Args:
        record: the game.
        saved: its file, which also knows the players.
        seats: options that name the players.
        options: all other options.
    """
    if not record.actions or record.outcome is not None:
        return "Goodbye."
    if saved is not None:
        words = ["play", "--load", str(saved), "--save", str(saved), *options]
        return f"Goodbye. Continue with: {command_line(*words)}"
    words = ["play", str(record.game), "--moves", record.moves]
    start = format_position(record.root.state)
    if start != format_position(record.game.initial_state()):
        words += ["--position", start]
    return f"Goodbye. Continue with: {command_line(*words, *seats, *options)}"
