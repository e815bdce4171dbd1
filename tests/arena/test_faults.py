"""Disks that are full, disks that fail and too little memory: no finished game is ever lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena_events import OPENINGS, essence, played, small_event
from faults import Kept, Scenario, fail_bytes, fail_calls, fail_memory, quick_folder
from inarow.arena.calibrate import read_ratings, write_ratings
from inarow.arena.store import create_store, is_store, open_store

EVENT = small_event(rounds=2)
GAMES = played(EVENT)
posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


@pytest.fixture
def event(folder: Path) -> Scenario:
    """Play an event from its beginning, one game at a time."""
    path = folder / "e.sqlite"

    def prepare() -> None:
        for file in folder.iterdir():
            file.unlink()

    def act(kept: Kept) -> None:
        with create_store(path, EVENT, OPENINGS) as store:
            for game in GAMES:
                store.add([game])
                kept(game.pairing.number)

    def check(kept: list[int]) -> None:
        """The next start goes on, or begins, and ends like an unbroken run."""
        there = is_store(path)
        assert there or not kept
        with (
            open_store(path, write=True) if there else create_store(path, EVENT, OPENINGS) as store
        ):
            found = {game.pairing.number: game for game in store.games()}
            assert found.keys() >= set(kept)
            assert all(found[number] == GAMES[number] for number in found)
            store.add([game for game in GAMES if game.pairing.number not in found])
            assert not store.changed
        with open_store(path) as store:
            assert essence(store.games()) == essence(GAMES)
        assert sorted(file.name for file in folder.iterdir()) == ["e.sqlite"]

    return Scenario(prepare, act, check)


@pytest.fixture
def resumed(event: Scenario, folder: Path) -> Scenario:
    """Go on with an event."""

    def prepare() -> None:
        event.prepare()
        with create_store(folder / "e.sqlite", EVENT, OPENINGS) as store:
            store.add(GAMES[:1])

    def act(kept: Kept) -> None:
        with open_store(folder / "e.sqlite", write=True) as store:
            for game in GAMES[1:]:
                store.add([game])
                kept(game.pairing.number)

    return Scenario(prepare, act, lambda kept: event.check([0, *kept]))


def test_every_operation_of_a_new_event_may_fail(event: Scenario, thorough: bool) -> None:
    assert fail_calls(event, thorough) > (60 if thorough else 20)


def test_every_operation_of_a_resumed_event_may_fail(resumed: Scenario, thorough: bool) -> None:
    assert fail_calls(resumed, thorough) > (40 if thorough else 13)


@posix
def test_the_disk_may_be_full_after_any_number_of_bytes(event: Scenario, resumed: Scenario) -> None:
    assert fail_bytes(event, range(0, 60_000, 1500)) > 20
    assert fail_bytes(resumed, range(0, 60_000, 3000)) > 8


@posix
def test_any_allocation_may_fail(event: Scenario, resumed: Scenario, thorough: bool) -> None:
    pytest.importorskip("_testcapi")
    step, least = (61, 30) if thorough else (122, 15)
    assert fail_memory(event, range(1, 4000, step)) > least
    assert fail_memory(resumed, range(1, 4000, step + 36)) > least / 3


# Ratings


FOUND: dict[str, Any] = {"levels": [{"level": 1, "elo": 100}]}


@pytest.fixture
def ratings(folder: Path) -> Scenario:
    """Put a game into a ratings file that has another one."""
    path = folder / "ratings.json"

    def prepare() -> None:
        path.write_text(json.dumps({"games": {"tic_tac_toe": FOUND}}), "utf-8")

    def act(kept: Kept) -> None:
        write_ratings(path, "gomoku", FOUND)
        kept("gomoku")

    def check(kept: list[str]) -> None:
        assert list(folder.iterdir()) == [path]
        assert read_ratings(path).keys() >= {"tic_tac_toe", *kept}

    return Scenario(prepare, act, check)


@posix
def test_ratings_are_written_whole_or_not_at_all(ratings: Scenario) -> None:
    pytest.importorskip("_testcapi")
    assert fail_calls(ratings) >= 12
    assert fail_bytes(ratings, range(0, 200, 10)) > 8
    assert fail_memory(ratings, range(1, 400, 5)) > 20
