"""The referee of the nine-board protocol: two seats, a clock for each, a series of games.

The referee asks one seat at a time, so no threads are needed, and every wait for an answer ends.

    what a player does                           result for him     last_move to the other
    completes three in a row                     win(triple)        yes
    sends the other to a full board              draw(full_board)   yes
    takes a taken cell, answers no digit 1..9    loss(illegal_move) no
    answers too late, or never                   loss(timeout)      no
    closes the connection                        loss(disconnect)   no
    raises an error (a player of ours)           loss(crash)        no

Sides stay the same through a series, as in the course; connections stay open, clocks start anew. A
series ends early when a player has closed its connection.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from inarow.adapters.nine_board_client import named_address
from inarow.adapters.nine_board_protocol import Cause, Message, game_over
from inarow.adapters.nine_board_seats import CourseClock, RemoteSeat, Seat, TimeControl
from inarow.errors import IllegalMove
from inarow.games.base import Reason, State
from inarow.games.nine_board import NineBoard
from inarow.games.record import Record
from inarow.live.game import LiveGame, Mover, Side
from inarow.search.agent import PlayerFailed
from inarow.search.decision import Result

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
