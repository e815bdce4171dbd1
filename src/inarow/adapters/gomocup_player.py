"""`pbrain`: any Gomocup engine as a player, in the terminal, in events and in Python.

    inarow play gomoku --second 'pbrain(command="./pbrain-rapfi")'

The engine is a process of its own with a limit of memory. It is started before its clock runs and
ended with its game. Whatever it does, it can only lose its game:

    what it does                                     reason
    a cell that is taken or not on the board         illegal
    a move that comes too late                       time
    no move at all                                   hang
    it ends, or refuses the size of the board        crash
    more memory than it may use                      memory
    a flood of lines                                 output

`MESSAGE`, `DEBUG` and whatever else is no answer is skipped, `SUGGEST` is taken at its word. All
lines both ways are in the log (`inarow --verbose`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import TypeVar
from weakref import finalize

from inarow import defaults
from inarow.adapters.gomocup_protocol import (
    NO_LIMIT_MS,
    GomocupError,
    board_lines,
    cell_action,
    format_cell,
    read_numbers,
    rule_number,
)
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import Game, Reason, State
from inarow.live.outside.named import split_command
from inarow.live.outside.player import HANG_GRACE, START_SECONDS
from inarow.options import check_options, option
from inarow.processes.children import Limits
from inarow.processes.conversation import Conversation, ProgramFailed
from inarow.search.agent import PlayerFailed, require_moves
from inarow.search.asked import Asked
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit

_PAUSE = 0.03
"""Seconds between a move and the next command: the current Rapfi drops what comes sooner."""
_POLL = 0.02
_STOP_AGAIN = 1.0
"""Seconds after which an engine is told again to stop: it may have missed the first time."""
_SPARE = 2
"""The system refuses this many times the memory that the engine is told: tables are not all."""
_BREAK = "\r\n"
_NO_ENGINE = 'is it a Gomocup engine? Its file stands in pbrain(command="./pbrain-rapfi")'

Answer = TypeVar("Answer")


@dataclass
class Pbrain(Asked):
    """A Gomocup engine: a program that plays Gomoku, exactly five or five and more.

    >>> from inarow.registry import load_game
    >>> player = Pbrain("./pbrain-rapfi")
    >>> player.supports(load_game("gomoku")), player.supports(load_game("tic_tac_toe"))
    (True, False)
    """

    command: str = option("", help="the engine and its arguments")
    seconds: float = option(
        defaults.PBRAIN_SECONDS, low=0.01, help="seconds per move where the limit says none"
    )
    memory: int = option(defaults.PBRAIN_MEMORY_MB, low=16, help="megabytes that it may use")
    grace: float = option(
        defaults.PBRAIN_GRACE, low=0, high=600, help="seconds that a move may be late"
    )
    name: str = "pbrain"
    _program: Conversation | None = field(default=None, init=False, repr=False, compare=False)
    _game: Game | None = field(default=None, init=False, repr=False, compare=False)
    _knows: State | None = field(default=None, init=False, repr=False, compare=False)
    _answered: float = field(default=0.0, init=False, repr=False, compare=False)
    _complaint: str = field(default="", init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_options(self)
        if not self._words():
            raise BadOption(
                'pbrain: command names a Gomocup engine, as in pbrain(command="./pbrain-rapfi")'
            )

    @property
    def title(self) -> str:
        """What people read: the engine's file."""
        return Path(self._words()[0]).stem

    def supports(self, game: Game) -> bool:
        return rule_number(game.rules) is not None

    def start(self, game: Game) -> None:
        if self._program is not None and self._program.alive and self._game == game:
            return
        self.close()
        self._game = game
        limits = Limits(_SPARE * self.memory)
        try:
            self._program = Conversation(self._words(), limits, name=self.title, encoding="latin-1")
        except OSError as error:  # where no launcher starts it, as on Windows
            why = f"it cannot be started: {error.strerror}; {_NO_ENGINE}"
            raise PlayerFailed(Reason.CRASH, why) from error
        finalize(self, self._program.close)  # a player that is forgotten leaves nothing behind
        self._begin()

    def close(self) -> None:
        if self._program is not None:
            self._program.close("END")
        self._program = self._game = self._knows = None

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        self.start(state.game)
        seconds = self.seconds if limit.seconds is None else limit.seconds
        commands = [*_settings(replace(limit, seconds=seconds)), *self._position(state)]
        started = monotonic()
        with self._stopped_by(limit):
            x, y = self._ask(commands, self._move, seconds + self.grace + HANG_GRACE)
        used = monotonic() - started
        if used > seconds + self.grace:
            late = f"it answered {used - seconds:.2f} s after its time was up"
            raise self._failed(Reason.TIME, late)
        try:
            action = cell_action(x, y, *state.game.shape)
        except GomocupError as error:
            raise self._failed(Reason.ILLEGAL, f"it played {error}") from None
        try:
            self._knows = state.play(action)
        except IllegalMove as error:
            raise self._failed(Reason.ILLEGAL, f"it played {x},{y}: {error}") from None
        return Decision(action, seconds=used, path="its own process")

    def _words(self) -> list[str]:
        return split_command(self.command, self.name)

    def _begin(self) -> None:
        """A new game, on an empty board."""
        assert self._game is not None
        rows, cols = self._game.shape
        self._ask([f"START {cols}" if rows == cols else f"RECTSTART {cols},{rows}"], _ready)
        self._knows = self._game.initial_state()

    def _position(self, state: State) -> Iterator[str]:
        """The commands that tell of a position, and ask for a move."""
        knows = self._knows
        if knows is None or (knows.ply and not _follows(state, knows)):
            self._begin()
        elif knows.ply:
            assert state.last is not None
            yield f"TURN {format_cell(state.last, state.game.shape[1])}"
            return
        yield "INFO game_type 1"
        yield f"INFO rule {rule_number(state.game.rules)}"
        yield f"INFO max_memory {self.memory << 20}"
        yield f"INFO folder {tempfile.gettempdir()}"
        if not state.ply:
            yield "BEGIN"
            return
        yield "BOARD"
        yield from board_lines(state)
        yield "DONE"

    def _ask(
        self,
        commands: list[str],
        accept: Callable[[str], Answer | None],
        patience: float = START_SECONDS,
    ) -> Answer:
        """What the engine answers; raises PlayerFailed, and then the engine has ended."""
        assert self._program is not None
        self._complaint = ""
        sleep(max(0.0, self._answered + _PAUSE - monotonic()))
        try:
            return self._program.ask(_BREAK.join(commands) + "\r", accept, patience)
        except ProgramFailed as failure:
            words = f"; it said: {self._complaint}" if self._complaint else ""
            if self._knows is None and not failure.refused:  # it has never answered
                words = f"; {_NO_ENGINE}"
            raise self._failed(Reason(failure.how), f"{failure}{words}") from None
        except BaseException:  # Ctrl-C: its answer would come at a wrong moment
            self._program.close()
            raise
        finally:
            self._answered = monotonic()

    def _move(self, line: str) -> tuple[int, ...] | None:
        """The move that a line holds, or None if there is none."""
        word, _, rest = line.partition(" ")
        if word.upper() in ("ERROR", "UNKNOWN"):
            self._complaint = line
        elif word.upper() == "SUGGEST" and self._program is not None:
            self._program.tell(f"PLAY {rest}\r")
        return read_numbers(line, 2)

    @contextmanager
    def _stopped_by(self, limit: Limit) -> Iterator[None]:
        """Tell the engine when the search is stopped; those that know the word answer at once."""
        done, program = Event(), self._program

        def watch() -> None:
            pause = _POLL
            while not done.wait(pause):
                if limit.stopped and program is not None:
                    program.tell("YXSTOP\r")
                    pause = _STOP_AGAIN

        if limit.stop is not None:
            Thread(target=watch, daemon=True).start()
        try:
            yield
        finally:
            done.set()

    def _failed(self, reason: Reason, why: str) -> PlayerFailed:
        """The engine has failed, and is ended."""
        if self._program is not None:
            self._program.close()
        return PlayerFailed(reason, why)


def _settings(limit: Limit) -> Iterator[str]:
    """What a move may cost."""
    assert limit.seconds is not None
    yield f"INFO timeout_turn {max(1, round(limit.seconds * 1000))}"
    yield "INFO timeout_match 0"
    yield f"INFO time_left {NO_LIMIT_MS}"
    if limit.nodes is not None:
        yield f"INFO max_node {limit.nodes}"
    if limit.depth is not None:
        yield f"INFO max_depth {limit.depth}"


def _ready(line: str) -> bool | None:
    """Whether a line says that a game can begin."""
    word = line.partition(" ")[0].upper()
    if word in ("ERROR", "UNKNOWN"):
        raise ProgramFailed("crash", f"it cannot play on this board: {line}", refused=True)
    return True if word == "OK" else None


def _follows(state: State, before: State) -> bool:
    """Whether a position comes from another one by its last move."""
    if state.last is None or state.last not in before.legal_actions():
        return False
    return before.play(state.last).key() == state.key()
