"""Games on a terminal, one after another: seat the players, play, save, play again, say goodbye."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

import click

from inarow.agents.human import Human, Player, player_of
from inarow.agents.level import LevelPlayer, refuse_adapting
from inarow.agents.levels import usual_opponent
from inarow.errors import BadOption, InarowError, MissingPackage, NotSupported, UnknownName
from inarow.games.base import Game, Outcome
from inarow.games.notation import format_position
from inarow.games.record import Record
from inarow.games.record_file import save_record
from inarow.interfaces.terminal.console import GOODBYE, Console, Leave, command_line
from inarow.interfaces.terminal.game import TerminalGame
from inarow.interfaces.terminal.keeping import Keeping, complain
from inarow.interfaces.terminal.styles import OWN_STYLES, Style, make_style
from inarow.library.kept import Kept
from inarow.library.rows import usual_file
from inarow.registry import agent_entry, games, load_agent, load_game
from inarow.search.agent import Agent, OnlyCompiled, require_support, title_of
from inarow.search.limit import limit_of
from inarow.seeds import derived_seed
from inarow.study.coach import Coach

FIRST, HINTS = "human", "judge"
"""Who begins and who gives hints, unless others are named."""


def seat_players(
    record: Record, players: tuple[Player, Player], seed: int | None
) -> tuple[Agent, Agent]:
    """The two players of a record, checked, with their specs in the record's tags.

    Those that are named are seeded; an object goes on as it is, and is tagged by its name.
    """
    agents = _seated(players[0], seed, "first"), _seated(players[1], seed, "second")
    for tag, player, agent in zip(("First", "Second"), players, agents, strict=True):
        try:
            require_support(agent, record.game)
        except NotSupported:
            if isinstance(agent, OnlyCompiled) and agent.would_support(record.game):
                raise MissingPackage(f"{agent.name} needs", "numba") from None
            raise
        if not has_person(agents):
            refuse_adapting(agent)
        if not (isinstance(agent, Human) and is_person(record.tags.get(tag))):
            record.tag(tag, player if isinstance(player, str) else title_of(agent))
    return agents


def _seated(player: Player, seed: int | None, seat: str) -> Agent:
    return player_of(player, derived_seed(seed, seat))


def has_person(agents: tuple[Agent, Agent]) -> bool:
    """Whether a person sits at the board."""
    return any(isinstance(agent, Human) for agent in agents)


def is_person(name: str | None) -> bool:
    """Whether a name is that of no player of ours, and so a person's, for example Ada Lovelace."""
    try:
        return name is not None and not agent_entry(name)
    except (BadOption, UnknownName):
        return True


def wants_another(console: Console) -> bool:
    """Ask whether to play again until the answer is y or n."""
    answers = ("y", "yes", "n", "no")
    return console.ask_until("Play again? (y/n): ", answers, "Type y or n.").startswith("y")


@dataclass
class Series:
    """The same players and style for one game after another.

    Args:
        players: those in the seats 0 and 1: specs, or objects.
        style: the name of the style.
        limit: how much a machine may think about a move, as text.
        hints: the player that is asked for hints.
        seed: of players and dice.
        save_path: where the latest game is saved, finished or not.
        names: what the players are called; by default the names of the agents.
        symbols: the marks of the players, where the style leaves a choice.
        again: whether people are asked for another game.
        coach: whether people are warned of their mistakes before they count.
        pace: seconds between the moves of two machines; None: what the style needs on a terminal.
        kept: the game of the library that is played on.
        library: the file of the library; by default the usual one.
    """

    players: tuple[Player, Player]
    style: str = "modern"
    limit: str | None = None
    hints: str = HINTS
    seed: int | None = None
    save_path: Path | None = None
    names: tuple[str, str] | None = None
    symbols: tuple[str, str] | None = None
    again: bool = True
    coach: bool = False
    pace: float | None = None
    kept: Kept | None = None
    library: Path | None = None
    agents: tuple[Agent, Agent] = field(init=False)
    number: int = field(default=1, init=False)
    _saved: tuple[Record, Path] | None = field(default=None, init=False)

    def run(self, record: Record) -> bool:
        """Play a record to its end, then new games while people want to; False if they left."""
        console, rng = Console(), Random(derived_seed(self.seed, "dice"))
        self.seat(record)
        limit = limit_of(self.limit)
        adviser = self.adviser()
        asks = self.again and has_person(self.agents)
        self._tell_strengths(record.game)
        if console.moves_cursor and asks and self.style in OWN_STYLES:
            console.say("Type a move, or help to see what else you can type.")
        try:
            while True:
                style = self._style(record.game, console)  # a level may have another name now
                players = record, self.agents, style, console, limit, rng, adviser
                pace = self._pace(style, console)
                with closing(self.keeping(record)) as keep:
                    game = TerminalGame(*players, wait=self.waits, pace=pace, changed=keep)
                    game.coach = Coach() if self.coach else None
                    outcome = game.run()
                self._save(record, console)
                if not asks or not wants_another(console):
                    return True
                self.follow(record.game, outcome)
                record = Record(record.game, tags=record.tags)
                self.number += 1
        except (Leave, KeyboardInterrupt) as ending:
            self._leave(ending, record, console)
            return False

    def seat(self, record: Record) -> None:
        """Let the players take their seats at a game."""
        self.agents = seat_players(record, self.players, self.seed)

    def _leave(self, ending: Leave | KeyboardInterrupt, record: Record, console: Console) -> None:
        """Save a game that is left, and say farewell; an interruption takes it along as a note."""
        saved: Path | None = None
        try:
            saved = self._save(record, console)
        except KeyboardInterrupt as again:  # a second one must not take the farewell away
            ending = again
        except (OSError, InarowError):
            console.say(self.farewell(record, saved))
            raise
        farewell = self.farewell(record, saved)
        if isinstance(ending, Leave):
            console.say(farewell)
            return
        if farewell != GOODBYE:
            ending.add_note(farewell)
        raise ending

    def keeping(self, record: Record, tell: Callable[[str], None] = complain) -> Keeping:
        """Keeps a game in the library of whoever plays; `tell` hears why it cannot."""
        kept, self.kept = self.kept, None
        file = self.library or usual_file()
        return Keeping(file, record, self.players, self.agents, self.names, kept, tell)

    def _pace(self, style: Style, console: Console) -> float:
        if self.pace is not None:
            return self.pace
        return style.pace if console.moves_cursor and not has_person(self.agents) else 0.0

    @property
    def waits(self) -> bool:
        """Whether the first move may wait for a compiler, or must, to be repeatable."""
        seeds = (self.seed, *(getattr(agent, "seed", None) for agent in self.agents))
        repeatable = any(seed is not None for seed in seeds)
        return repeatable or not has_person(self.agents) or self.style not in OWN_STYLES

    def adviser(self) -> Agent:
        """Who gives hints."""
        adviser = load_agent(self.hints, derived_seed(self.seed, "hints"))
        if isinstance(adviser, Human):
            raise NotSupported("a human cannot give hints: name a machine with --hints")
        refuse_adapting(adviser)
        return adviser

    def _tell_strengths(self, game: Game) -> None:
        """Say how strong the levels are, in our own styles; the older programs had none."""
        for agent in self.agents:
            if isinstance(agent, LevelPlayer) and self.style in OWN_STYLES:
                about = agent.about(game)
                click.echo(f"{about[:1].upper()}{about[1:]}.")

    def _style(self, game: Game, console: Console) -> Style:
        names = self.names or (title_of(self.agents[0]), title_of(self.agents[1]))
        style = make_style(self.style, game, names, console.colour, console.unicode)
        style.symbols = self.symbols or style.symbols
        return style

    def follow(self, game: Game, outcome: Outcome) -> None:
        """Tell levels that adapt how the game ended."""
        for seat, agent in enumerate(self.agents):
            if isinstance(agent, LevelPlayer):
                agent.follow(game, outcome.winner, seat)

    def _save(self, record: Record, console: Console) -> Path | None:
        """Save the game, and say where."""
        before = self._saved
        try:
            path = self.save(record)
        except OSError:
            console.say(f"The game could not be saved; its moves are {record.moves or 'none'}.")
            raise
        if self.number > 1 and self._saved is not before:
            console.say(f"Saved as {path}.")
        return path

    def save(self, record: Record) -> Path | None:
        """Save the game where it is wanted; where it is, None if nowhere.

        A game without moves is not saved. The second game goes to game-2.txt, or to the next number
        that is free: no file is lost.
        """
        path = self.save_path
        if path is None or (not record.main_line() and (self.number > 1 or path.exists())):
            return None
        if self._saved is not None and self._saved[0] is record:
            return self._saved[1]
        if self.number > 1:
            numbered = (path.with_stem(f"{path.stem}-{free}") for free in count(self.number))
            path = next(one for one in numbered if not one.exists())
        save_record(record.played(), path)  # what was taken back is not part of the game
        self._saved = record, path  # at once: Ctrl-C after this must not save it again
        return path

    def farewell(self, record: Record, saved: Path | None) -> str:
        """What a person who leaves is told, so that the game can be continued."""
        if not record.actions or record.outcome is not None:
            return GOODBYE
        if saved is not None:  # the file knows the players
            words, options = ["play", "--load", str(saved), "--save", str(saved)], {}
        else:
            first, second = self.players
            if not (isinstance(first, str) and isinstance(second, str)):  # no command names them
                return f"{GOODBYE} The moves so far: {record.moves}"
            words = ["play", _short_name(record.game), record.moves]
            start = format_position(record.root.state)
            if start != format_position(record.game.initial_state()):
                words += ["--position", start]
            usual = FIRST, usual_opponent(record.game)
            seats = zip((first, second), usual, strict=True)
            options = dict(zip(("first", "second"), seats, strict=True))
        options |= {"style": (self.style, "modern"), "hints": (self.hints, HINTS)}
        for name, (value, default) in options.items():
            words += [f"--{name}", value] if value != default else []
        words += ["--limit", self.limit] if self.limit is not None else []
        words += ["--names", *self.names] if self.names else []
        swapped = self.symbols == ("Y", "R")
        words += ["--colours", "YR"] if swapped else []
        words += ["--coach"] if self.coach else []
        return f"{GOODBYE} Continue with: {command_line(*words)}"


def _short_name(game: Game) -> str:
    """How a person would name a game: without options, if it is one of the usual ones."""
    return next((name for name in games() if load_game(name) == game), str(game))
