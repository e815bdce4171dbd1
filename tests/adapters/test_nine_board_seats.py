"""The referee of the nine-board protocol: clocks, closed connections and players of our own."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from adapters.nine_board_table import Dice, Table, read_all, scripted, send
from inarow.adapters.nine_board_protocol import Cause
from inarow.adapters.nine_board_server import CourseClock, LocalSeat, Seat, TimeControl, play_series
from inarow.agents.human import Human
from inarow.agents.random_player import RandomPlayer
from inarow.games.base import State
from inarow.search.limit import NO_LIMIT, Limit

HURRY = TimeControl(initial=0.3, per_move=0.0, grace=0.2)


@pytest.fixture
def table() -> Iterator[Table]:
    with ExitStack() as stack:
        yield Table(stack)


# Clocks


@pytest.mark.req("S2.5")
def test_the_clock_of_the_course() -> None:
    clock = CourseClock(TimeControl())
    assert clock.bank == 28
    assert clock.left == 30
    assert clock.patience == 31
    assert 2 < clock.share < 3
    clock.start()
    clock.press()
    assert 29 < clock.bank <= 30 - 0.001


def test_the_share_of_a_move_never_empties_the_clock() -> None:
    for control in (TimeControl(1, 2), TimeControl(1, 0), TimeControl(30, 2), TimeControl(5, 5)):
        clock = CourseClock(control)
        for _ in range(41):
            clock.spend(clock.share)
            assert clock.bank > 0


@pytest.mark.req("S2.5")
def test_no_answer_loses_on_time(table: Table) -> None:
    started = time.monotonic()
    (report,) = table.play(opening=(5, 0), control=HURRY)
    assert 0.5 <= time.monotonic() - started < 30
    assert (report.winner, report.cause) == (0, Cause.TIMEOUT)
    assert table.heard() == [
        ["init.", "start(x).", "win(timeout).", "end."],
        ["init.", "start(o).", "second_move(6,1).", "loss(timeout).", "end."],
    ]


def test_dripping_bytes_do_not_stop_the_clock(table: Table) -> None:
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.02):
            try:
                table.o.sendall(b"\n" if time.monotonic() % 0.2 < 0.1 else b" ")
            except OSError:
                return

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        started = time.monotonic()
        (report,) = table.play(opening=(5, 0), control=HURRY)
    finally:
        stop.set()
        thread.join(10)
    assert report.cause is Cause.TIMEOUT
    assert time.monotonic() - started < 30


def _later(seconds: float, end: socket.socket, answers: str) -> threading.Timer:
    timer = threading.Timer(seconds, send, (end, answers))
    timer.start()
    return timer


LATE = TimeControl(initial=0.05, per_move=0.0, grace=20.0)


def test_a_late_move_loses(table: Table) -> None:
    timer = _later(0.4, table.o, "6")
    (report,) = table.play(opening=(5, 0), control=LATE)
    timer.join(10)
    assert (report.winner, report.cause) == (0, Cause.TIMEOUT)
    assert "too late" in report.why
    assert report.moves == (5, 0, 5)


def test_a_late_move_that_wins_counts(table: Table) -> None:
    send(table.o, "66")
    send(table.x, "9")
    timer = _later(0.8, table.x, "5")
    (report,) = table.play(opening=(5, 0), control=replace(LATE, initial=0.6))
    timer.join(10)
    assert (report.winner, report.cause) == (0, Cause.TRIPLE)


def test_a_late_illegal_move_is_illegal(table: Table) -> None:
    timer = _later(0.4, table.o, "0")
    (report,) = table.play(opening=(5, 0), control=LATE)
    timer.join(10)
    assert (report.winner, report.cause) == (0, Cause.ILLEGAL_MOVE)


def test_an_answer_to_an_old_question_does_not_count(table: Table) -> None:
    """The first game is lost on time; its answer comes in the second game, before that game's."""

    def answer_late() -> None:
        heard = ""
        while "loss(timeout)." not in heard:
            heard += table.o.recv(4096).decode()
        send(table.o, "1" + "66")

    thread = threading.Thread(target=answer_late)
    thread.start()
    send(table.x, "95")
    control = TimeControl(initial=1.0, per_move=0.0, grace=0.0)
    first, second = table.play(games=2, opening=(5, 0), control=control, rng=Dice(5, 0))
    thread.join(10)
    assert (first.winner, first.cause) == (0, Cause.TIMEOUT)
    assert (second.winner, second.cause) == (0, Cause.TRIPLE)
    assert second.moves == (5, 0, 5, 8, 5, 4)


# Connections that close


@pytest.mark.req("S2.5")
def test_a_closed_connection_loses(table: Table) -> None:
    send(table.o, "6")
    table.o.shutdown(socket.SHUT_WR)
    send(table.x, "9")
    (report,) = table.play(games=5, opening=(5, 0))
    assert (report.winner, report.cause) == (0, Cause.DISCONNECT)
    assert report.why == "the connection was closed"
    heard_x, heard_o = table.heard()
    assert heard_x == ["init.", "start(x).", "third_move(6,1,6).", "win(disconnect).", "end."]
    assert heard_o[-3:] == ["next_move(9).", "loss(disconnect).", "end."]


def test_a_player_who_left_before_the_game(table: Table) -> None:
    table.o.close()
    send(table.x, "9")
    (report,) = table.play(games=3)
    assert (report.winner, report.cause) == (0, Cause.DISCONNECT)
    assert read_all(table.x).split() == ["init.", "start(x).", "win(disconnect).", "end."]


def test_a_line_cut_off_by_the_end_is_no_answer(table: Table) -> None:
    table.o.sendall(b"6")
    table.o.shutdown(socket.SHUT_WR)
    (report,) = table.play(opening=(5, 0))
    assert report.cause is Cause.DISCONNECT


# Players of ours


@pytest.mark.req("S2.5")
def test_local_and_remote_players_meet(table: Table) -> None:
    send(table.o, "66")
    seats: list[Seat] = [LocalSeat(scripted("95")), table.seats[1]]
    (report,) = play_series(seats, opening=(5, 0))
    assert (report.winner, report.cause) == (0, Cause.TRIPLE)


def test_a_local_player_that_errs() -> None:
    def fail(state: State) -> int:
        raise RuntimeError("no idea")

    for agent, cause, why in (
        (Human(ask=fail), Cause.CRASH, "human failed: RuntimeError: no idea"),
        (scripted("1"), Cause.ILLEGAL_MOVE, "scripted played 0: cell 1 of board 1 is taken"),
        (Human(ask=lambda state: 9), Cause.ILLEGAL_MOVE, "human played 9: there is no action 9"),
    ):
        seats = [LocalSeat(RandomPlayer()), LocalSeat(agent)]
        (report,) = play_series(seats, opening=(0, 0))
        assert (report.winner, report.cause) == (0, cause)
        assert report.why.startswith(why)


def test_a_local_player_is_told_how_long_it_may_think() -> None:
    limits: list[Limit] = []

    class Curious(RandomPlayer):
        def choose(self, state: State, limit: Limit = NO_LIMIT, on_info: Any = None) -> Any:
            limits.append(limit)
            return super().choose(state, limit)

    seats = [LocalSeat(Curious(seed=1), Limit(nodes=7)), LocalSeat(Curious(seed=2))]
    play_series(seats, control=TimeControl(3, 1))
    assert all(limit.seconds is not None and limit.seconds <= 2 for limit in limits)
    assert {limit.nodes for limit in limits} == {7, None}


def test_a_slow_local_player_loses_on_time() -> None:
    def dawdle(state: State) -> int:
        time.sleep(0.1)
        return state.legal_actions()[0]

    seats = [LocalSeat(RandomPlayer()), LocalSeat(Human(ask=dawdle))]
    (report,) = play_series(seats, control=TimeControl(0.05, 0.0))
    assert (report.winner, report.cause) == (0, Cause.TIMEOUT)


def test_everybody_hears_the_end_when_the_referee_is_stopped(table: Table) -> None:
    def interrupt(state: State) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_series([table.seats[0], LocalSeat(Human(ask=interrupt))], opening=(5, 0))
    table.seats[0].close()
    assert read_all(table.x).split() == ["init.", "start(x).", "end."]
