"""Events on many workers: the same games whoever plays them, whatever dies."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_events import OPENINGS, books, essence, played, player_file, small_event
from helpers import quick
from inarow.arena.crews import Pool, Serial
from inarow.arena.event import Event
from inarow.arena.job import PlayedGame
from inarow.arena.results import tally
from inarow.arena.store import create_store, open_store
from inarow.arena.tournament import EventRun, count_store, run_event
from inarow.errors import WorkersLost
from inarow.games.base import Reason
from inarow.search.decision import Result
from inarow.search.solver.solver import Solver

EVENT = small_event(players=["a=random", "b=random", "c=random"], rounds=20)
SMALL = small_event(rounds=5)


@pytest.fixture(scope="module")
def unbroken() -> list[PlayedGame]:
    return played(EVENT)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_changes_nothing(
    unbroken: list[PlayedGame], workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if workers == 1:  # that one begins as for everybody: as a new Python
        monkeypatch.setattr("inarow.processes.pool.get_context", get_context)
    with create_store(None, EVENT, OPENINGS) as store:
        ledger = run_event(store, Pool(workers))
        assert essence(store.games()) == essence(unbroken)
        assert ledger == count_store(store)
    assert ledger.tally == tally((game.result for game in unbroken), ["a", "b", "c"])
    assert ledger.finished
    assert ledger.missing == 0


def test_a_seed_gives_other_games(unbroken: list[PlayedGame]) -> None:
    other = played(small_event(players=["a=random", "b=random"], rounds=20, seed=2))
    assert [game.moves for game in other] != [game.moves for game in unbroken[: len(other)]]


@cache
def small_games() -> list[PlayedGame]:
    return played(SMALL)


@settings(quick, max_examples=15)
@given(keep=st.sets(st.integers(0, 9)))
def test_whatever_is_missing_is_played_and_nothing_else(keep: set[int]) -> None:
    games = small_games()
    kept = [game for game in games if game.pairing.number in keep]
    with create_store(None, SMALL, OPENINGS) as store:
        store.add(kept)
        heard: list[int] = []
        ledger = run_event(store, Serial(), lambda progress: heard.append(progress.played))
        assert essence(store.games()) == essence(games)
        assert ledger == count_store(store)
    assert max(heard) == len(games) - len(kept)


def test_an_event_that_is_killed_leaves_no_folder_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While no worker has died there is none that could be left."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    seen: list[list[Path]] = []
    with create_store(None, SMALL, OPENINGS) as store:
        run_event(store, Serial(), lambda _: seen.append(list(tmp_path.iterdir())))
    assert seen
    assert not any(seen)


def test_ctrl_c_keeps_everything(tmp_path: Path, thorough: bool) -> None:
    def press(progress: EventRun) -> None:
        if progress.played >= 10:
            os.kill(os.getpid(), signal.SIGINT)

    rounds = 2000 if thorough else 100
    event, path = small_event(rounds=rounds), tmp_path / "event.sqlite"
    crew = Pool(2)
    crew.batch_seconds = 0.01  # so that there is a middle of the event
    with create_store(path, event, OPENINGS) as store:
        with pytest.raises(KeyboardInterrupt):
            run_event(store, crew, press)
        assert 10 <= store.finished < 2 * rounds
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with open_store(path, write=True) as store:
        run_event(store, Serial())
        assert essence(store.games()) == essence(played(event))


def test_workers_that_are_killed_lose_no_game(
    unbroken: list[PlayedGame], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    crew, rng, killed, most = Pool(2), Random(1), 0, 3 if thorough else 1
    crew.batch_seconds = 0.02  # the games of a killed worker are played again one by one

    def kill(progress: EventRun) -> None:
        nonlocal killed
        if killed < most and progress.played >= 20 * killed:
            assert isinstance(crew.executor, ProcessPoolExecutor)
            victim = rng.choice(list(crew.executor._processes))
            os.kill(victim, signal.SIGKILL)
            killed += 1

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with create_store(None, EVENT, OPENINGS) as store:
        run_event(store, crew, kill)
        assert [(g.moves, g.winner) for g in store.games()] == [
            (g.moves, g.winner) for g in unbroken
        ]
    assert killed == most
    assert list(tmp_path.iterdir()) == []


class BrokenCrew(Serial):
    """Workers that die as soon as they have something to do."""

    renewed = 0

    class _Broken(Executor):
        def submit(self, *args: Any, **kwargs: Any) -> Any:
            return Serial().executor.submit(_die)

    def __init__(self) -> None:
        self.executor = self._Broken()

    def has_lost_workers(self, error: Exception) -> bool:
        return isinstance(error, ChildProcessError)

    def renew(self) -> None:
        self.renewed += 1
        self.executor = self._Broken()


def _die() -> None:
    raise ChildProcessError


def test_workers_that_only_die_end_the_event() -> None:
    crew = BrokenCrew()
    with create_store(None, EVENT, OPENINGS) as store, pytest.raises(WorkersLost):
        run_event(store, crew)
    assert crew.renewed == 5


def test_a_mistake_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.arena.job.play_match", lambda *_, **__: 1 / 0)
    with create_store(None, EVENT, OPENINGS) as store, pytest.raises(ZeroDivisionError):
        run_event(store, Serial())


def failing(tmp_path: Path) -> Event:
    """An event in which one player fails in all its games."""
    bad = {"name": "bad", "file": player_file(tmp_path, "raise ValueError")}
    changes = {"failure_games": 4, "rounds": 10}
    return small_event(players=["a=random", bad, "c=random"], **changes)


def test_a_player_that_fails_too_often_is_taken_out(tmp_path: Path) -> None:
    event = failing(tmp_path)
    ledgers = []
    for crew in (Serial(), Pool(2)):
        with create_store(None, event, OPENINGS) as store:
            ledgers.append(run_event(store, crew))
            assert ledgers[-1] == count_store(store)
    one, other = ledgers
    assert books(one) == books(other)
    assert one.tally.failures("bad") == {"crash": 4}
    assert not one.tally.failures("a") | one.tally.failures("c")
    assert one.taken_out == {"bad": 5}
    assert [one.tally.score(name).games for name in ("bad", "a", "c")] == [4, 22, 22]
    assert one.finished


def test_no_game_is_left_when_one_player_is_left(tmp_path: Path) -> None:
    bad = {"name": "bad", "file": player_file(tmp_path, "raise ValueError")}
    event = small_event(players=["a=random", bad], failure_games=2, rounds=500)
    with create_store(None, event, OPENINGS) as store:
        ledger = run_event(store, Serial())
        assert store.finished == 2
    assert (ledger.finished, ledger.tally.total) == (True, 2)


def test_a_sequential_test_stops_at_the_same_game_with_any_crew() -> None:
    event = small_event(
        players=["a=minimax(depth=2,compiled=false)", "b=random"],
        rounds=500,
        stop="sprt(elo0=0,elo1=100)",
    )
    ledgers, stored = [], []
    for crew in (Serial(), Pool(2)):
        with create_store(None, event, OPENINGS) as store:
            ledgers.append(run_event(store, crew))
            stored.append(store.finished)
            assert count_store(store) == ledgers[-1]
    one, other = ledgers
    assert books(one) == books(other)
    assert "a is better than b: H1" in one.verdict
    assert one.tally.total == one.position == stored[0] <= stored[1]
    assert one.position < 300


def test_an_event_stops_when_ratings_are_known_well_enough() -> None:
    event = small_event(rounds=500, stop="error(elo=60,games=40)")
    with create_store(None, event, OPENINGS) as store:
        ledger = run_event(store, Serial())
    assert "ratings are known to" in ledger.verdict
    assert 40 <= ledger.position < 1000


def test_no_verdict_while_games_are_missing() -> None:
    event = small_event(rounds=500, stop="error(elo=60,games=40)")
    with create_store(None, event, OPENINGS) as store:
        run_event(store, Serial())
        games = list(store.games())
    with create_store(None, event, OPENINGS) as store:
        store.add(games[3:])
        ledger = count_store(store)
    assert (ledger.verdict, ledger.missing) == ("", 3)


def test_games_do_not_run_far_ahead_of_the_slowest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inarow.arena.tournament.LOOKAHEAD_GAMES", 5)
    with create_store(None, EVENT, OPENINGS) as store:
        run_event(store, Serial())
        assert store.finished == 120


def test_proven_results_end_games() -> None:
    event = small_event(
        game="connect_four(rows=5,cols=5)", players=["a=random", "b=random"], adjudicate=True
    )
    games = played(event, ["3"])
    assert {game.reason for game in games} == {Reason.ADJUDICATED}
    for game in games:
        proven = Solver(5, 5).solve(game.moves, weak=True).result
        to_move = game.plies % 2
        winner = {Result.WIN: to_move, Result.LOSS: 1 - to_move, Result.DRAW: None}
        assert winner[proven or Result.DRAW] == game.winner
