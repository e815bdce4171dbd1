"""The referee of the nine-board protocol: two seats, a clock for each, a series of games.

A seat can be told messages and asked for moves: a connection (`RemoteSeat`), a player of ours
without a socket (`LocalSeat`), or a person (which an interface provides). The referee asks one seat
at a time, so no threads are needed, and every wait for an answer ends.

    what a player does                           result for it      last_move to the other
    completes three in a row                     win(triple)        yes
    sends the other to a full board              draw(full_board)   yes
    takes a taken cell, answers no digit 1..9    loss(illegal_move) no
    answers too late, or never                   loss(timeout)      no
    closes the connection                        loss(disconnect)   no
    raises an error (a player of ours)           loss(crash)        no

The clock of the course: a side begins with INITIAL - PERMOVE seconds, gets PERMOVE before each of
its moves, and pays for the time until its answer plus 1 ms. The referee looks at the clock after
the move, so that a move which ends the game counts even if it comes late; it waits 1 s longer than
the clock for an answer.

Sides stay the same through a series, as in the course; connections stay open, clocks start anew. A
series ends early when a player has closed its connection.
"""

import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic
from typing import Protocol

from inarow.adapters.nine_board_client import DEFAULT_LIMIT, LineChannel, Session, named_address
from inarow.adapters.nine_board_protocol import (
    Cause,
    Message,
    ProtocolError,
    game_over,
    parse_answer,
)
from inarow.errors import IllegalMove
from inarow.games.base import Reason, State
from inarow.games.nine_board import NineBoard
from inarow.games.record import Record
from inarow.live.clock import Clock
from inarow.live.game import LiveGame, Mover, Side
from inarow.search.agent import Agent, PlayerFailed
from inarow.search.decision import Result
from inarow.search.limit import Limit

_LATENCY = 0.001
_MOVES_IN_RESERVE = 30
_RULES = NineBoard()
_HOST = "127.0.0.1"
_CAUSES = {
    Reason.LINE: Cause.TRIPLE,
    Reason.FULL: Cause.FULL_BOARD,
    Reason.SENT_TO_FULL: Cause.FULL_BOARD,
    Reason.ILLEGAL: Cause.ILLEGAL_MOVE,
    Reason.TIME: Cause.TIMEOUT,
    Reason.ABANDONED: Cause.DISCONNECT,
}
"""What the protocol calls the reason of an end; whatever else a player does is a crash."""


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
        """Take a message that wants no answer; never fails."""

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
    """A player of ours in the server's own process: it receives and answers the same messages."""

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


@dataclass(frozen=True, slots=True)
class GameReport:
    """How a game ended: `winner` is 0, 1 or None; `moves` are the board and then the cells."""

    winner: int | None
    cause: Cause
    state: State
    moves: tuple[int, ...]
    why: str = field(default="", compare=False)


def open_listener(port: int) -> socket.socket:
    """A socket that waits for players on this machine only; port 0 takes any that is free."""
    with named_address(_HOST, port):
        return socket.create_server((_HOST, port))


def accept_seat(listener: socket.socket, seconds: float | None = None) -> RemoteSeat:
    """Wait for the next player to connect; raises TimeoutError if that takes too long."""
    listener.settimeout(seconds)
    return RemoteSeat(listener.accept()[0])


def play_series(
    seats: Sequence[Seat],
    *,
    games: int = 1,
    opening: tuple[int, int] | None = None,
    control: TimeControl | None = None,
    rng: Random | None = None,
    on_game: Callable[[GameReport], None] | None = None,
) -> list[GameReport]:
    """Referee a series; it ends early if a player is gone. The seats are not closed.

    Args:
        seats: The players of X and O.
        games: How many games to play.
        opening: Board and cell of the first stone of the first game; later ones are random.
        control: The time for each side in each game.
        rng: The dice for the first stones.
        on_game: called with every game as soon as it is over.
    """
    rng, control = rng or Random(), control or TimeControl()
    reports: list[GameReport] = []
    _tell_all(seats, Message("init"))
    try:
        while len(reports) < games and not (reports and any(seat.gone for seat in seats)):
            report = _play_game(seats, None if reports else opening, control, rng)
            reports.append(report)
            if on_game is not None:
                on_game(report)
    finally:
        _tell_all(seats, Message("end"))
    return reports


def _play_game(
    seats: Sequence[Seat], opening: tuple[int, int] | None, control: TimeControl, dice: Random
) -> GameReport:
    clocks = CourseClock(control), CourseClock(control)
    sides = Side("X", clock=clocks[0]), Side("O", clock=clocks[1])
    game = LiveGame(Record(_RULES), sides, dice)
    for side, seat in enumerate(seats):
        seat.tell(Message("start", (side,)))
    for action in opening or ():
        game.play(action)
    mover = 0
    while game.outcome is None:
        mover = game.state.player
        if game.mover is Mover.DICE:
            game.roll()
        else:
            _take_turn(seats[mover], game, clocks[mover])
    outcome, moves = game.outcome, game.record.actions
    if game.state.outcome is not None:  # the last stone ended it
        seats[1 - mover].tell(Message("last_move", (moves[-1],)))
    cause = _CAUSES.get(outcome.reason, Cause.CRASH)
    why = game.record.current.comment
    report = GameReport(outcome.winner, cause, game.state, tuple(moves), why)
    _announce(seats, report)
    return report


def _take_turn(seat: Seat, game: LiveGame, clock: CourseClock) -> None:
    """Let a seat move; it loses if it gives no legal move in time."""
    state = game.state
    try:
        game.play(seat.ask(_question(game.record.actions), state, clock))
    except PlayerFailed as failure:
        game.lose(failure.reason, str(failure))
    except IllegalMove as error:
        game.lose(Reason.ILLEGAL, str(error))
    else:
        if clock.bank < 0 and game.outcome is None:
            why = f"the answer came {-clock.bank:.3f} s too late"
            game.lose(Reason.TIME, why, seat=state.player)


def _announce(seats: Sequence[Seat], report: GameReport) -> None:
    for player, seat in enumerate(seats):
        result = Result.WIN if report.winner == player else Result.LOSS
        seat.tell(game_over(Result.DRAW if report.winner is None else result, report.cause))


def _question(moves: list[int]) -> Message:
    name = {2: "second_move", 3: "third_move"}.get(len(moves))
    return Message(name, tuple(moves)) if name else Message("next_move", (moves[-1],))


def _tell_all(seats: Sequence[Seat], message: Message) -> None:
    for seat in seats:
        seat.tell(message)
