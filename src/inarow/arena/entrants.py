"""Who takes part in an event, and how each becomes a player of one game.

An entrant is named in one of three ways:

    spec      mcts(simulations=1000)      a built-in player or a plug-in
    file      my_player.py:Careful        a class or a function of a Python file
              my_player.py                its function `move`, or the only player in it
    command   python3 my_bot.py           any program that speaks the line protocol

Built-in players play in the worker's own process. All others are foreign code: they get a process
of their own with a limit of memory, see `live/outside`. Every game gets fresh players, so that it
does not depend on the games before; a Python file keeps its process, which reads it again and
stands still between games.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from inarow.agents.human import Human
from inarow.agents.level import refuse_adapting
from inarow.agents.ready import make_ready
from inarow.defaults import OUTSIDE_MEMORY_MB
from inarow.errors import BadOption, InarowError, NotSupported
from inarow.games.base import Game
from inarow.games.record_file import read_plain
from inarow.live.game import LONGEST_NAME
from inarow.live.outside.named import host_of_file, host_of_spec, split_command
from inarow.live.outside.player import OutsidePlayer
from inarow.processes.children import Limits
from inarow.processes.conversation import Conversation, ProgramFailed
from inarow.registry import agent_entry, load_agent, names_program
from inarow.search.agent import Agent, Program
from inarow.spec import has_short_form, spec_of, split_file, split_player
from inarow.text import clean

MOST_KEPT = 8
"""Processes of players that one worker keeps from game to game."""

_NAMED = re.compile(r"([^\s()=:]+)\s*=\s*(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant: a name and one of spec, file and command.

    Args:
        name: what tables call it.
        spec: a built-in player or a plug-in with its options.
        file: a Python file, `path.py`, or a name in it, `path.py:name`.
        command: a program with its arguments.
        limit: how much it may think, instead of the event's limit.
        memory: megabytes for a player in a process of its own.
        folder: where files and programs are looked for.
    """

    name: str
    spec: str = ""
    file: str = ""
    command: str = ""
    limit: str = ""
    memory: int = OUTSIDE_MEMORY_MB
    folder: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", clean(self.name, LONGEST_NAME))
        if not self.name:
            raise BadOption("a player needs a name")
        given = [word for word in (self.spec, self.file, self.command) if word]
        if len(given) != 1:
            raise BadOption(f"player {self.name!r} needs one of spec, file and command")
        if self.file and split_file(self.file) is None:
            raise BadOption(f"player {self.name!r}: a file is written path.py or path.py:name")
        if self.spec and split_player(self.spec)[0] in ("python", "program"):
            raise BadOption(f"player {self.name!r}: write file or command instead of spec")
        if self.memory < 16:
            raise BadOption(f"player {self.name!r}: memory is in megabytes, at least 16")
        if agent := self._of_kaggle:
            agent.file = str(Path(self.folder) / agent.file)
            object.__setattr__(self, "spec", spec_of(agent))

    @property
    def guarded(self) -> bool:
        """Whether it is foreign code, which needs a process of its own."""
        return not self.spec or not agent_entry(self.spec).place.startswith("inarow.")

    @property
    def runs_program(self) -> bool:
        """Whether something runs that is not ours: no page may ask for it."""
        return self.guarded or names_program(self.spec)

    @property
    def path(self) -> Path:
        """The Python file."""
        agent = self._of_kaggle
        return Path(agent.file) if agent else Path(self.folder) / self._parts[0]

    @property
    def _of_kaggle(self) -> Any:
        """The agent of Kaggle whose file a spec names, if it does."""
        name = self.spec.partition("(")[0].strip().lower()
        return load_agent(self.spec) if name == "kaggle" else None

    @property
    def part(self) -> str:
        """The name within the Python file, if one is given."""
        return self._parts[1] if self.file else ""

    @property
    def _parts(self) -> tuple[str, str]:
        """The path of a file and the name in it, if one is given."""
        parts = split_file(self.file)
        assert parts is not None
        return parts

    @property
    def arguments(self) -> list[str]:
        """The program and its arguments."""
        if self.command:
            return split_command(self.command)
        return host_of_spec(self.spec) if self.spec else host_of_file(self.path, self.part)

    @property
    def version(self) -> str:
        """What tells two versions of this player apart, as far as that can be known."""
        if self.file or self._of_kaggle:
            return f"sha256:{sha256(read_plain(self.path)).hexdigest()[:16]}"
        if self.command:
            return ""
        try:
            place = load_agent(self.spec).__class__.__module__.partition(".")[0]
            return f"{place} {version(place)}"
        except PackageNotFoundError:
            return ""

    @property
    def full_spec(self) -> str:
        """A spec with every option, those left out included; or the file or the command."""
        return spec_of(load_agent(self.spec)) if self.spec else self.file or self.command


def read_entrant(text: str, folder: str = "") -> Entrant:
    """The entrant that a text names, with or without a name of its own in front.

    >>> read_entrant("mcts(simulations=10)").name
    'mcts(simulations=10)'
    >>> read_entrant("quick=mcts(simulations=10)").name
    'quick'
    >>> read_entrant("bot=cmd:python3 bot.py").command
    'python3 bot.py'
    >>> read_entrant("students/ada.py").name
    'ada'
    """
    named = _NAMED.match(text)
    name, rest = (named[1], named[2].strip()) if named else ("", text.strip())
    if not rest:
        raise BadOption("a player has no name here: write for example random")
    if not has_short_form(rest):
        return Entrant(name or rest, spec=rest, folder=folder)
    kind, options = split_player(rest)
    found = dict(options)
    if kind == "program":
        command = found["command"]
        return Entrant(name or command, command=command, folder=folder)
    if kind == "python":
        usual = found.get("player") or Path(found["file"]).stem
        return Entrant(name or usual, file=rest, folder=folder)
    return Entrant(name or rest, spec=rest, folder=folder)


class Players:
    """Makes the players of one game after another in one process, and keeps what may be kept."""

    def __init__(self) -> None:
        self._open: dict[Entrant, Conversation] = {}
        self._kept: dict[Entrant, Conversation] = {}  # the one that was used last comes last

    def make(
        self,
        entrant: Entrant,
        game: Game,
        seat: int,
        seed: int | None,
        *,
        guarded: bool = False,
    ) -> Agent:
        """A fresh player, ready to move.

        Args:
            entrant: who.
            game: the rules.
            seat: 0 or 1.
            seed: of everything random that the player does.
            guarded: whether a built-in player gets a process of its own, too.

        Raises:
            PlayerFailed: it could not be started.
        """
        if not entrant.guarded and not guarded:
            agent = load_agent(entrant.spec, seed)
            make_ready(agent, game)
            return agent
        program = self._kept.pop(entrant, None)
        if program is not None:
            program.go_on()
        else:
            limits, folder = Limits(entrant.memory), entrant.folder or None
            program = Conversation(entrant.arguments, limits, folder, entrant.name)
        self._open[entrant] = program
        player = OutsidePlayer(entrant.name, program, seed)
        player.start(game, seat)
        return player

    def game_over(self, failed: Sequence[Entrant] = ()) -> None:
        """Keep programs for later games, but not those that failed nor those that serve one game.

        Until their next game they stand still: what they would do then is at the cost of others.
        """
        for entrant, program in self._open.items():
            if entrant.command or entrant in failed or not program.alive:
                program.close()
            else:
                program.stand_still()
                self._kept[entrant] = program
        self._open = {}
        while len(self._kept) > MOST_KEPT:
            self._kept.pop(next(iter(self._kept))).close()

    def close(self) -> None:
        """End everything."""
        for program in (*self._open.values(), *self._kept.values()):
            program.close()
        self._open, self._kept = {}, {}


class CannotStart(NotSupported):
    """A Python file cannot play, through no fault of the caller.

    Args:
        name: of the player.
        why: what is wrong with its code.
    """

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"player {name!r}: {why}")
        self.name, self.why = name, why


def try_out(entrant: Entrant, game: Game) -> None:
    """Make sure, before an event begins, that an entrant can play its game at all.

    Raises:
        NotSupported: with the reason; CannotStart if that lies in the code of a file, and not in
            the name that was asked for.
    """
    players = Players()
    try:
        if entrant.guarded:
            if entrant.file and not entrant.path.is_file():
                raise NotSupported(f"there is no file {entrant.path}")
            players.make(entrant, game, 0, 0)
            return
        agent = load_agent(entrant.spec)
        if isinstance(agent, Human):
            raise NotSupported("people cannot take part: an event asks no questions")
        refuse_adapting(agent)
        if not agent.supports(game):
            raise NotSupported(f"it cannot play {game}")
        if isinstance(agent, Program):
            agent.start(game)
            agent.close()
    except (InarowError, OSError) as error:
        failure = error.__cause__
        broken = isinstance(failure, ProgramFailed) and not (failure.refused and entrant.part)
        if entrant.file and broken:
            raise CannotStart(entrant.name, str(error)) from None
        raise NotSupported(f"player {entrant.name!r}: {error}") from None
    finally:
        players.close()
