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

from inarow.adapters.nine_board_protocol import (
    Cause,
    End,
    GameOver,
    Init,
    LastMove,
    Message,
    NextMove,
    Question,
    SecondMove,
    Start,
    ThirdMove,
)
from inarow.adapters.nine_board_seats import CourseClock, Forfeit, RemoteSeat, Seat, TimeControl
from inarow.errors import IllegalMove
from inarow.games.nine_board import NineBoard, NineBoardState
from inarow.search.decision import Result

_RULES = NineBoard()
_HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class GameReport:
    """How a game ended: `winner` is 0, 1 or None; `moves` are the board and then the cells."""

    winner: int | None
    cause: Cause
    state: NineBoardState
    moves: tuple[int, ...]
    why: str = field(default="", compare=False)


def open_listener(port: int) -> socket.socket:
    """A socket that waits for players on this machine only; port 0 takes any that is free.

    An OSError names the address as its file name.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((_HOST, port))
        listener.listen()
    except OSError as error:
        listener.close()
        problem = error.strerror or str(error)
        raise OSError(error.errno or 0, problem, f"{_HOST}:{port}") from error
    return listener


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
        on_game: Hears of every game as soon as it is over.
    """
    rng, control = rng or Random(), control or TimeControl()
    reports: list[GameReport] = []
    _tell_all(seats, Init())
    try:
        while len(reports) < games and not (reports and any(seat.gone for seat in seats)):
            first = opening if opening and not reports else (_roll(rng), _roll(rng))
            report = _play_game(seats, first, control)
            reports.append(report)
            if on_game is not None:
                on_game(report)
    finally:
        _tell_all(seats, End())
    return reports


def _play_game(seats: Sequence[Seat], opening: tuple[int, int], control: TimeControl) -> GameReport:
    for side, seat in enumerate(seats):
        seat.tell(Start(side))
    clocks = CourseClock(control), CourseClock(control)
    moves = list(opening)
    state = _RULES.initial_state().play(opening[0]).play(opening[1])
    mover, lost = state.player, None
    while state.outcome is None and lost is None:
        mover = state.player
        state, lost = _make_move(seats[mover], state, moves, clocks[mover])
    if lost is not None:
        report = GameReport(1 - mover, lost.cause, state, tuple(moves), lost.why)
    else:
        winner = mover if state.returns()[mover] else None
        cause = Cause.FULL_BOARD if winner is None else Cause.TRIPLE
        report = GameReport(winner, cause, state, tuple(moves))
        seats[1 - mover].tell(LastMove(moves[-1]))
    _announce(seats, report)
    return report


def _make_move(
    seat: Seat, state: NineBoardState, moves: list[int], clock: CourseClock
) -> tuple[NineBoardState, Forfeit | None]:
    """The position after the seat's move, and why the seat loses if it does."""
    try:
        action = seat.ask(_question(moves), state, clock)
        state = state.play(action)
    except Forfeit as forfeit:
        return state, forfeit
    except IllegalMove as error:
        return state, Forfeit(Cause.ILLEGAL_MOVE, str(error))
    moves.append(action)
    if clock.left < 0 and state.outcome is None:
        return state, Forfeit(Cause.TIMEOUT, f"the answer came {-clock.left:.3f} s too late")
    return state, None


def _announce(seats: Sequence[Seat], report: GameReport) -> None:
    for player, seat in enumerate(seats):
        result = Result.WIN if report.winner == player else Result.LOSS
        seat.tell(GameOver(Result.DRAW if report.winner is None else result, report.cause))


def _question(moves: list[int]) -> Question:
    if len(moves) == 2:
        return SecondMove(*moves)
    return ThirdMove(*moves) if len(moves) == 3 else NextMove(moves[-1])


def _tell_all(seats: Sequence[Seat], message: Message) -> None:
    for seat in seats:
        seat.tell(message)


def _roll(rng: Random) -> int:
    return int(rng.random() * 9)
