"""Players that whoever owns the machine names: a Python file, or a command.

    inarow play --second my_player.py                  its function `move`, or its only player
    inarow play --second my_player.py:Careful          a class or a function in it
    inarow play --second "cmd:python3 my_bot.py"       any program that speaks the line protocol

The short forms stand for `python(...)` and `program(...)`, see `spec.py`. Both are foreign code: a
process of its own with a limit of memory, started before its clock runs and ended with its game.
Whatever it does, it can only lose its game. No page and no saved game can name one
(`registry.names_program`).
"""

import os
import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from weakref import finalize

from inarow import defaults
from inarow.errors import BadOption
from inarow.games.base import Game, Reason, State
from inarow.live.outside.player import Line, OutsidePlayer
from inarow.options import check_options, option
from inarow.processes.children import Limits
from inarow.processes.conversation import Conversation
from inarow.search.agent import PlayerFailed, require_moves
from inarow.search.asked import Asked
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit

_HOST = (sys.executable, "-m", "inarow.live.outside.host")


def host_of_spec(spec: str) -> list[str]:
    """The program that plays for a registered player."""
    return [*_HOST, "spec", spec]


def host_of_file(path: Path, player: str = "") -> list[str]:
    """The program that plays for a name in a Python file."""
    return [*_HOST, "file", str(path.resolve()), player]


def split_command(command: str, player: str = "program") -> list[str]:
    """A program and its arguments; raises BadOption, which says whose command is wrong.

    >>> split_command("python3 'my bot.py'")
    ['python3', 'my bot.py']
    """
    try:
        return shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise BadOption(f"{player}: {command!r} is not a command: {error}") from None


@dataclass
class ProcessPlayer(Asked, ABC):
    """A player in a process of its own, which is started for a game and ended with it."""

    seat: int = field(default=0, init=False, repr=False, compare=False)
    """Where it will sit, as far as it has been told."""
    _asked: OutsidePlayer | None = field(default=None, init=False, repr=False, compare=False)
    _line: Line | None = field(default=None, init=False, repr=False, compare=False)
    _started: tuple[Game, int] | None = field(default=None, init=False, repr=False, compare=False)

    @abstractmethod
    def _launch(self) -> OutsidePlayer:
        """Start the process; raises PlayerFailed."""

    def start(self, game: Game) -> None:
        running = self._asked is not None and self._asked.program.alive
        if running and self._started == (game, self.seat):
            return
        self.close()
        self._asked = self._launch()
        finalize(self, self._asked.program.close)  # a forgotten player leaves nothing behind
        self._asked.start(game, self.seat)
        self._started = game, self.seat

    def hear_history(self, start: State, actions: Sequence[int]) -> None:
        self._line = start, actions

    def close(self) -> None:
        if self._asked is not None:
            self._asked.program.close()
        self._asked = self._started = None

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        line, self._line = self._line, None
        self.start(state.game)
        assert self._asked is not None
        if line is not None:
            self._asked.hear_history(*line)
        try:
            return self._asked.choose(state, limit)
        except BaseException:  # Ctrl-C as well: its answer would come at a wrong moment
            self._asked.program.close()
            raise


@dataclass
class PythonPlayer(ProcessPlayer):
    """A Python file of yours: a function `move(state)`, or a class with `choose`.

    >>> PythonPlayer("students/ada.py").name, PythonPlayer("ada.py", "Careful").name
    ('ada', 'Careful')
    """

    file: str = option("", help="the Python file")
    player: str = option("", help="a class or a function in it; none: move, or its only player")
    memory: int = option(defaults.OUTSIDE_MEMORY_MB, low=16, help="megabytes that it may use")
    seed: int | None = option(None, low=0, help="told to a class that takes a seed")

    def __post_init__(self) -> None:
        check_options(self)
        if not self.file:
            raise BadOption("python: file names a Python file, as in my_player.py")

    @property
    def name(self) -> str:
        """What people read: the player in the file, or the file."""
        return self.player or Path(self.file).stem

    def supports(self, game: Game) -> bool:
        return True  # it says so itself when a game starts

    def _launch(self) -> OutsidePlayer:
        path = Path(self.file)
        if not path.is_file():
            raise PlayerFailed(Reason.CRASH, f"there is no file {self.file}")
        program = host_of_file(path, self.player)
        return OutsidePlayer(
            self.name, Conversation(program, Limits(self.memory), name=self.name), self.seed
        )


@dataclass
class ProgramPlayer(ProcessPlayer):
    """A command of yours: any program that speaks the line protocol.

    >>> ProgramPlayer("python3 bots/ada.py --fast").name
    'python3 bots/ada.py --fast'
    """

    command: str = option("", help="the program and its arguments")
    memory: int = option(defaults.OUTSIDE_MEMORY_MB, low=16, help="megabytes that it may use")
    seed: int | None = option(None, low=0, help="told to the program")

    def __post_init__(self) -> None:
        check_options(self)
        if not split_command(self.command):
            raise BadOption("program: command names a program, as in cmd:python3 my_bot.py")

    @property
    def name(self) -> str:
        """What people read: the command."""
        return self.command

    def supports(self, game: Game) -> bool:
        return True  # it says so itself when a game starts

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        self.seat = state.player
        return super().choose(state, limit, on_info)

    def _launch(self) -> OutsidePlayer:
        program, limits = split_command(self.command), Limits(self.memory)
        try:
            return OutsidePlayer(self.name, Conversation(program, limits), self.seed)
        except OSError as error:  # where no launcher starts it, as on Windows
            why = f"it cannot be started: {error.strerror}"
            raise PlayerFailed(Reason.CRASH, why) from error
