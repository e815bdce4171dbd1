"""Who sits at the referee's table in the nine-board protocol, and the clock that each sits beside.

A seat is whoever can be told messages and asked for moves: a connection (`RemoteSeat`), a player of
ours without a socket (`LocalSeat`), or a person (an interface brings that one). A seat that cannot
give a move raises `Forfeit` with the cause of its loss:

    cause         remote                              local
    illegal_move  text, or a number not from 1 to 9   the agent chose a cell that is taken
    timeout       no line within the clock + 1 s      -
    disconnect    the connection was closed           -
    crash         -                                   the agent raised an error

The clock of the course: a side begins with INITIAL - PERMOVE seconds, gets PERMOVE before each of
its moves, and pays for the time until its answer plus 1 ms. The referee looks at the clock after
the move, so that a move which ends the game counts even if it comes late.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol, Self

from inarow.adapters.nine_board_client import DEFAULT_LIMIT, LineChannel, Session
from inarow.adapters.nine_board_protocol import (
    Cause,
    Message,
    ProtocolError,
    Question,
    format_message,
    parse_answer,
)
from inarow.errors import IllegalMove, InarowError
from inarow.games.nine_board import NineBoardState
from inarow.search.agent import Agent
from inarow.search.limit import Limit

_LATENCY = 0.001
_MOVES_IN_RESERVE = 30


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for a game, seconds more for each move, and how much later the referee gives up."""

    initial: float = 30.0
    per_move: float = 2.0
    grace: float = 1.0


class CourseClock:
    """The clock of one side in one game; `left` is what it shows."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = control.initial - control.per_move

    @contextmanager
    def running(self) -> Iterator[None]:
        """Add the time for a move, and take off what the move uses."""
        self.left += self.control.per_move
        started = monotonic()
        yield
        self.left -= monotonic() - started + _LATENCY

    @property
    def patience(self) -> float:
        """Seconds after which the referee stops waiting for the move that is due."""
        return self.left + self.control.grace

    @property
    def share(self) -> float:
        """Seconds that a player may sensibly spend on the move that is due."""
        per_move = self.control.per_move
        fair = per_move + (self.left - per_move) / _MOVES_IN_RESERVE
        return max(min(fair, 0.9 * self.left), _LATENCY)


class Forfeit(Exception):
    """A seat gave no move: it loses for this cause; `why` says more."""

    def __init__(self, cause: Cause, why: str) -> None:
        super().__init__(why)
        self.cause = cause
        self.why = why


class Seat(Protocol):
    """A player as the referee sees it."""

    @property
    def gone(self) -> bool:
        """Whether no further game can be played with this seat."""

    def tell(self, message: Message) -> None:
        """Hear a message that wants no answer; never fails."""

    def ask(self, question: Question, state: NineBoardState, clock: CourseClock) -> int:
        """Answer a question; raises Forfeit. A seat that is on time runs the clock itself."""


class RemoteSeat:
    """A player at the other end of a connection. Use it in a `with` statement, or `close` it."""

    def __init__(self, connection: socket.socket) -> None:
        self.gone = False
        self._socket = connection
        self._channel = LineChannel(connection)
        self._owed = 0  # answers to questions that timed out: they still come, and count no more

    def tell(self, message: Message) -> None:
        try:
            self._channel.send(format_message(message))
        except OSError:
            self.gone = True

    def ask(self, question: Question, state: NineBoardState, clock: CourseClock) -> int:
        self.tell(question)
        with clock.running():
            line = self._read(clock.patience)
        try:
            return parse_answer(line)
        except ProtocolError as error:
            raise Forfeit(Cause.ILLEGAL_MOVE, str(error)) from None

    def _read(self, seconds: float) -> str:
        """The answer to the last question, after those that are still owed."""
        deadline = monotonic() + seconds
        self._owed += 1
        while True:
            try:
                line = self._channel.receive(deadline - monotonic())
            except TimeoutError:
                raise Forfeit(Cause.TIMEOUT, f"no answer within {seconds:.1f} s") from None
            if line is None:
                self.gone = True
                raise Forfeit(Cause.DISCONNECT, "the connection was closed")
            self._owed -= 1
            if not self._owed:
                return line

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalSeat:
    """A player of ours in the server's own process: it hears and answers the same messages."""

    gone = False

    def __init__(self, agent: Agent, limit: Limit = DEFAULT_LIMIT) -> None:
        self._limit = limit
        self._session = Session(agent, limit)

    def tell(self, message: Message) -> None:
        self._session.receive(message)

    def ask(self, question: Question, state: NineBoardState, clock: CourseClock) -> int:
        try:
            with clock.running():
                seconds = min(self._limit.seconds or clock.share, clock.share)
                self._session.limit = replace(self._limit, seconds=seconds)
                answer = self._session.receive(question)
        except IllegalMove as error:
            raise Forfeit(Cause.ILLEGAL_MOVE, str(error)) from None
        except InarowError as error:
            raise Forfeit(Cause.CRASH, str(error)) from error
        assert answer is not None
        return answer
