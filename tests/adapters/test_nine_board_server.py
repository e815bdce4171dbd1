"""The referee of the nine-board protocol: what each side hears, series, illegal moves."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest

from adapters.nine_board_table import Dice, Table, send
from inarow.adapters.nine_board_client import Session, play_session
from inarow.adapters.nine_board_protocol import Cause
from inarow.adapters.nine_board_server import (
    GameReport,
    LocalSeat,
    Seat,
    accept_seat,
    open_listener,
    play_series,
)
from inarow.agents.human import Human
from inarow.agents.random_player import RandomPlayer

SAMPLE = "553379178142984661586419739496324527225489269"
SHORT = "616965"  # the course's example: X wins in board 6
WON = ["win(triple).", "end."]
LOST = ["last_move(5).", "loss(triple).", "end."]
DRAW = "45744249475484146434"


def opening(moves: str) -> tuple[int, int]:
    return int(moves[0]) - 1, int(moves[1]) - 1


def dialogue(moves: str, ends: str) -> tuple[list[str], list[str]]:
    """What X and O must hear of one game that ends on the board; `ends` is X's and O's result."""
    heard: tuple[list[str], list[str]] = (["start(x)."], ["start(o)."])
    heard[1].append(f"second_move({moves[0]},{moves[1]}).")
    heard[0].append(f"third_move({moves[0]},{moves[1]},{moves[2]}).")
    for number, move in enumerate(moves[3:], start=3):
        last = number == len(moves) - 1
        heard[number % 2].append(f"{'last' if last else 'next'}_move({move}).")
    for side, end in enumerate(ends.split()):
        heard[side].append(end)
    return heard


@pytest.fixture
def table() -> Iterator[Table]:
    with ExitStack() as stack:
        yield Table(stack)


# Games that end on the board


@pytest.mark.req("S2.2", "S2.5")
def test_the_sample_of_the_protocol(table: Table) -> None:
    send(table.o, "66")
    send(table.x, "95")
    (report,) = table.play(opening=opening(SHORT))
    assert (report.winner, report.cause) == (0, Cause.TRIPLE)
    heard_x, heard_o = table.heard()
    assert heard_x == ["init.", "start(x).", "third_move(6,1,6).", "next_move(6).", *WON]
    assert heard_o == ["init.", "start(o).", "second_move(6,1).", "next_move(9).", *LOST]


@pytest.mark.req("S2.2", "S2.3", "S2.5")
def test_the_sample_game_of_a_strong_player(table: Table) -> None:
    send(table.o, SAMPLE[2::2])
    send(table.x, SAMPLE[3::2])
    (report,) = table.play(opening=opening(SAMPLE))
    assert "".join(str(move + 1) for move in report.moves) == SAMPLE
    winner = 1 if len(SAMPLE) % 2 else 0
    assert (report.winner, report.cause) == (winner, Cause.TRIPLE)
    ends = ("win(triple). loss(triple).", "loss(triple). win(triple).")[winner]
    heard_x, heard_o = dialogue(SAMPLE, ends)
    assert table.heard() == [["init.", *heard_x, "end."], ["init.", *heard_o, "end."]]


@pytest.mark.req("S2.3", "S2.5")
def test_a_draw(table: Table) -> None:
    send(table.o, DRAW[2::2])
    send(table.x, DRAW[3::2])
    (report,) = table.play(opening=opening(DRAW))
    assert (report.winner, report.cause) == (None, Cause.FULL_BOARD)
    heard_x, heard_o = dialogue(DRAW, "draw(full_board). draw(full_board).")
    assert table.heard() == [["init.", *heard_x, "end."], ["init.", *heard_o, "end."]]


@pytest.mark.req("S2.5")
def test_a_series_keeps_sides_and_connections(table: Table) -> None:
    seats: list[Seat] = [LocalSeat(RandomPlayer(seed=1)), LocalSeat(RandomPlayer(seed=2))]
    games = play_series(seats, games=3, opening=(5, 0), rng=Random(3))
    for game in games:
        cells = "".join(str(move + 1) for move in game.moves[2:])
        send(table.o, cells[0::2])
        send(table.x, cells[1::2])
    told: list[GameReport] = []
    reports = table.play(games=3, opening=(5, 0), rng=Random(3), on_game=told.append)
    assert reports == games == told
    assert reports[0].moves[:2] == (5, 0)
    assert len({report.moves[:2] for report in reports}) > 1
    heard_x, heard_o = table.heard()
    for heard, side in ((heard_x, "x"), (heard_o, "o")):
        assert heard[0] == "init."
        assert heard[-1] == "end."
        assert heard.count(f"start({side}).") == 3
        assert heard.count("init.") == heard.count("end.") == 1


@pytest.mark.req("S2.2")
def test_first_stones_are_random_and_repeatable() -> None:
    def first_stones(seed: int) -> list[tuple[int, ...]]:
        agents = [Human(ask=lambda state: -1) for _ in range(2)]  # gives up at once
        games = play_series(list(map(LocalSeat, agents)), games=150, rng=Random(seed))
        return [game.moves[:2] for game in games]

    assert first_stones(1) == first_stones(1) != first_stones(2)
    stones = first_stones(1)
    assert {stone[0] for stone in stones} == {stone[1] for stone in stones} == set(range(9))


# Illegal moves


@pytest.mark.req("S2.5")
@pytest.mark.parametrize("answer", ["0", "10", "-1", "abc", "5 5", "5.", "\x00", "7" * 600])
def test_strict_answers(table: Table, answer: str) -> None:
    table.o.sendall(answer.encode() + b"\n")
    (report,) = table.play(opening=(5, 0))
    assert (report.winner, report.cause) == (0, Cause.ILLEGAL_MOVE)
    assert "not a number from 1 to 9" in report.why
    assert table.heard() == [
        ["init.", "start(x).", "win(illegal_move).", "end."],
        ["init.", "start(o).", "second_move(6,1).", "loss(illegal_move).", "end."],
    ]


@pytest.mark.req("S2.5")
def test_a_taken_cell(table: Table) -> None:
    send(table.o, "6")
    send(table.x, "1")
    (report,) = table.play(opening=(5, 0))
    assert (report.winner, report.cause) == (1, Cause.ILLEGAL_MOVE)
    assert report.why == "cell 1 of board 6 is taken"
    assert report.state.ply == 2
    heard_x, heard_o = table.heard()
    assert heard_x[2:] == ["third_move(6,1,6).", "loss(illegal_move).", "end."]
    assert heard_o[2:] == ["second_move(6,1).", "win(illegal_move).", "end."]


def test_a_series_goes_on_after_an_illegal_move(table: Table) -> None:
    send(table.o, "066")
    send(table.x, "95")
    first, second = table.play(games=2, opening=(5, 0), rng=Dice(5, 0))
    assert (first.cause, second.cause) == (Cause.ILLEGAL_MOVE, Cause.TRIPLE)


def test_blank_lines_and_carriage_returns_do_not_count(table: Table) -> None:
    table.o.sendall(b"\n\r\n 6\r\n\n6\n")
    send(table.x, "95")
    (report,) = table.play(opening=(5, 0))
    assert report.cause is Cause.TRIPLE


# Real players on real sockets


@pytest.mark.req("S2.2", "S2.3", "S2.5")
def test_random_against_random_over_sockets(table: Table) -> None:
    sessions = [Session(RandomPlayer(seed=seed)) for seed in (1, 2)]
    finished: list[bool] = []

    def run(end: socket.socket, session: Session) -> None:
        finished.append(play_session(end, session))

    pairs = zip(table.ends, sessions, strict=True)
    threads = [threading.Thread(target=run, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    reports = table.play(games=20, rng=Random(1))
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()
    assert finished == [True, True]
    assert {report.cause for report in reports} <= {Cause.TRIPLE, Cause.FULL_BOARD}
    for session, side in zip(sessions, (0, 1), strict=True):
        assert session.ended
        wins = [over.name == "win" for over in session.results]
        assert wins == [report.winner == side for report in reports]


# Ports


def test_a_port_that_is_taken() -> None:
    with open_listener(0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(OSError, match="in use") as caught:
            open_listener(port)
    assert caught.value.filename == f"127.0.0.1:{port}"


def test_waiting_for_players_can_have_an_end() -> None:
    with open_listener(0) as listener, pytest.raises(TimeoutError):
        accept_seat(listener, 0.05)
