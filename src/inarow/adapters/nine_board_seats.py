"""Who sits at the referee's table in the nine-board protocol, and the clock that each sits beside.

A seat is whoever can be told messages and asked for moves: a connection (`RemoteSeat`), a player of
ours without a socket (`LocalSeat`), or a person (an interface brings that one). A seat that cannot
give a move raises `PlayerFailed` with the reason of its loss, which the protocol calls its cause:

    cause         reason     remote                              local
    illegal_move  ILLEGAL    text, or a number not from 1 to 9   it chose a cell that is taken
    timeout       TIME       no line within the clock + 1 s      -
    disconnect    ABANDONED  the connection was closed           -
    crash         CRASH      -                                   it raised an error

The clock of the course: a side begins with INITIAL - PERMOVE seconds, gets PERMOVE before each of
its moves, and pays for the time until its answer plus 1 ms. The referee looks at the clock after
the move, so that a move which ends the game counts even if it comes late.
"""

from __future__ import annotations

import socket
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol

from inarow.adapters.nine_board_client import DEFAULT_LIMIT, LineChannel, Session
from inarow.adapters.nine_board_protocol import Message, ProtocolError, parse_answer
from inarow.games.base import Reason, State
from inarow.live.clock import Clock
from inarow.search.agent import Agent, PlayerFailed
from inarow.search.limit import Limit

_LATENCY = 0.001
_MOVES_IN_RESERVE = 30


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for a game, seconds more for each move, and how much later the referee gives up."""

    initial: float = 30.0
    per_move: float = 2.0
    grace: float = 1.0


class CourseClock(Clock):
    """The clock of one side in one game."""

    def __init__(self, control: TimeControl) -> None:
        super().__init__(control.initial - control.per_move, control.per_move)
        self._grace = control.grace

    def spend(self, seconds: float) -> bool:
        """Pay for a move, and for its way through the network."""
        return super().spend(seconds + _LATENCY)

    @property
    def patience(self) -> float:
        """Seconds after which the referee stops waiting for the move that is due."""
        return self.left + self._grace

    @property
    def share(self) -> float:
        """Seconds that a player may sensibly spend on the move that is due."""
        fair = self.increment + self.bank / _MOVES_IN_RESERVE
        return max(min(fair, 0.9 * self.left), _LATENCY)


class Seat(Protocol):
    """A player as the referee sees it."""

    @property
    def gone(self) -> bool:
        """Whether no further game can be played with this seat."""

    def tell(self, message: Message) -> None:
        """Hear a message that wants no answer; never fails."""

    def ask(self, question: Message, state: State, clock: CourseClock) -> int:
        """Answer a question; raises PlayerFailed. A seat that is on time starts the clock."""


class RemoteSeat(AbstractContextManager["RemoteSeat"]):
    """A player at the other end of a connection. Use it in a `with` statement, or `close` it."""

    def __init__(self, connection: socket.socket) -> None:
        self.gone = False
        self._socket = connection
        self._channel = LineChannel(connection)
        self._owed = 0  # answers to questions that timed out: they still come, and count no more

    def tell(self, message: Message) -> None:
        try:
            self._channel.send(str(message))
        except OSError:
            self.gone = True

    def ask(self, question: Message, state: State, clock: CourseClock) -> int:
        self.tell(question)
        clock.start()
        line = self._read(clock.patience)
        try:
            return parse_answer(line)
        except ProtocolError as error:
            raise PlayerFailed(Reason.ILLEGAL, str(error)) from None

    def _read(self, seconds: float) -> str:
        """The answer to the last question, after those that are still owed."""
        deadline = monotonic() + seconds
        self._owed += 1
        while True:
            try:
                line = self._channel.receive(deadline - monotonic())
            except TimeoutError:
                raise PlayerFailed(Reason.TIME, f"no answer within {seconds:.1f} s") from None
            if line is None:
                self.gone = True
                raise PlayerFailed(Reason.ABANDONED, "the connection was closed")
            self._owed -= 1
            if not self._owed:
                return line

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

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

    def ask(self, question: Message, state: State, clock: CourseClock) -> int:
        seconds = min(self._limit.seconds or clock.share, clock.share)
        self._session.limit = replace(self._limit, seconds=seconds)
        clock.start()
        answer = self._session.receive(question)
        assert answer is not None
        return answer
