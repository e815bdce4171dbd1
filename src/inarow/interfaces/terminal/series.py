"""Games on a terminal until somebody has had enough: play, say goodbye, save, play again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from inarow.agents.human import Human
from inarow.agents.level import LevelPlayer
from inarow.games.base import Game, Outcome
from inarow.games.notation import format_position
from inarow.games.record import Record
from inarow.games.record_file import save_record
from inarow.interfaces.terminal.console import Console, Leave
from inarow.interfaces.terminal.game import TerminalGame
from inarow.interfaces.terminal.program import command_line
from inarow.interfaces.terminal.styles import Style, make_style
from inarow.search.agent import Agent, title_of
from inarow.search.limit import Limit
from inarow.seeds import derived_seed


def wants_another(console: Console) -> bool:
    """Ask whether to play again until the answer is y or n."""
    answers = ("y", "yes", "n", "no")
    return console.ask_until("Play again? (y/n): ", answers, "Type y or n.").startswith("y")


@dataclass
class Series:
    """The same players and style for one game after another.

    Args:
        agents: the players in the seats 0 and 1.
        style: the name of the style.
        limit: how much a machine may think about a move.
        adviser: the player that is asked for hints.
        seed: of the dice.
        save_path: where the latest game is saved, finished or not.
        names: what the players are called; by default the names of the agents.
        symbols: the marks of the players, where the style leaves a choice.
        again: whether people are asked for another game.
        seats: what `inarow play` needs to continue with the same players.
        options: what it needs to continue in the same way.
    """

    agents: tuple[Agent, Agent]
    style: str
    limit: Limit
    adviser: Agent
    seed: int | None = None
    save_path: Path | None = None
    names: tuple[str, str] | None = None
    symbols: tuple[str, str] | None = None
    again: bool = True
    seats: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    _saved: Record | None = field(default=None, init=False)

    def run(self, record: Record) -> bool:
        """Play a record to its end, then new games while people want to; False if they left."""
        console = Console()
        rng = Random(derived_seed(self.seed, "dice"))
        asks = self.again and any(isinstance(agent, Human) for agent in self.agents)
        style = self._style(record.game, console)
        number = 1
        try:
            while True:
                game = TerminalGame(
                    record, self.agents, style, console, self.limit, rng, self.adviser
                )
                outcome = game.run()
                self._save(record, console, number)
                if not asks or not wants_another(console):
                    return True
                self._follow(record.game, outcome)
                style = self._style(record.game, console)  # a level may have another name now
                record = Record(record.game, tags=record.tags)
                number += 1
        except (Leave, KeyboardInterrupt) as ending:
            interrupted = isinstance(ending, KeyboardInterrupt)
            saved: Path | None = None
            try:
                if record is not self._saved:
                    saved = self._save(record, console, number)
            finally:
                words = _leave_message(record, saved, self.seats, self.options)
                console.say(("\n" if interrupted else "") + words)
            if interrupted:
                raise
            return False

    def _style(self, game: Game, console: Console) -> Style:
        names = self.names or (title_of(self.agents[0]), title_of(self.agents[1]))
        style = make_style(self.style, game, names, console.colour, console.unicode)
        style.symbols = self.symbols or style.symbols
        return style

    def _follow(self, game: Game, outcome: Outcome) -> None:
        """Tell levels that adapt how the game ended."""
        for seat, agent in enumerate(self.agents):
            if isinstance(agent, LevelPlayer):
                agent.follow(game, outcome.winner, seat)

    def _save(self, record: Record, console: Console, number: int) -> Path | None:
        """Save the game, and say where; a game without moves goes nowhere.

        The second game goes to game-2.txt, or to the next number that is free: no file is lost.
        """
        path = self.save_path
        if path is None or (not record.main_line() and (number > 1 or path.exists())):
            return None
        if number > 1:
            numbered = (path.with_stem(f"{path.stem}-{free}") for free in count(number))
            path = next(one for one in numbered if not one.exists())
        try:
            save_record(record.played(), path)  # what was taken back is not part of the game
        except OSError:
            console.say(f"The game could not be saved; its moves are {record.moves or 'none'}.")
            raise
        self._saved = record  # at once: Ctrl-C after this must not save it again
        if number > 1:
            console.say(f"Saved as {path}.")
        return path


def _leave_message(
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
