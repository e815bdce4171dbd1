"""The full-screen app: a tournament is begun, seen, stopped, gone on with and found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow.arena.crews import Serial
from inarow.arena.event import event_of
from inarow.interfaces.app import events
from inarow.interfaces.app.app import InarowApp
from inarow.interfaces.app.background import Done, Job, Work
from screens import Seat, see, until, use


def test_players_are_chosen_and_the_table_fills_and_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(events, "Pool", Serial)

    async def scenario(pilot: Seat, app: InarowApp) -> None:
        await see(pilot, app, "Tournaments: ")
        await pilot.press("end", "up", "up", "enter")
        await see(pilot, app, "New tournament")
        await pilot.press("enter")
        await see(pilot, app, "Who takes part", "0 take part", "Rounds (r): 5")
        await pilot.press("down", "down", "down", "enter")
        await pilot.press("enter")
        await see(pilot, app, "an event needs")
        await pilot.press("space", "down", "space", "r", "r", "r")
        await see(pilot, app, "2 take part: 2 games    Rounds (r): 1")
        await pilot.press("p", *"random(seed=3)", "enter")
        await see(pilot, app, "3 take part: 6 games")
        await pilot.press("enter")
        await see(pilot, app, "6 games, all of them played", "Elo", "Mia", "wins-draws-losses")
        await pilot.press("s", "escape")
        await see(pilot, app, "sqlite: Mia, Ben, random(seed=3), 6 games")
        await pilot.press("down", "down", "enter")
        await see(pilot, app, "6 games, all of them played", "Elo")
        (path,) = tmp_path.glob("*.sqlite")
        path.rename("e.sqlite")
        await pilot.press("escape", "up", "enter", *"e.sqlite", "enter")
        await see(pilot, app, "6 games, all of them played")
        await until(pilot, lambda: not app.end_events())

    use(scenario)


def test_an_event_that_is_stopped_keeps_its_games_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "Pool", Serial)
    path, job = tmp_path / "club.sqlite", Job()
    begun, heard = list[Work](), list[Done]()

    def later(work: Work, done: Done) -> Job:
        begun.append(work)
        heard.append(done)
        return job

    players = ["random(seed=1)", "other=random(seed=2)"]
    event = event_of({"game": "tic_tac_toe", "players": players, "rounds": 3})
    running = events.RunningEvent(path, event)
    running.begin(later)
    assert running.running
    running.stop()
    begun[0](job.stop)
    assert not running.running
    assert "of 6 games kept in club.sqlite; s goes on, or: " in running.words
    assert f"inarow arena resume {path}" in running.words
    again = events.RunningEvent(path)
    again.begin(later)
    job.stop.clear()
    begun[1](job.stop)
    assert again.complete
    assert again.words == "6 games, all of them played; kept in club.sqlite"
    broken = events.RunningEvent(tmp_path / "nothing.sqlite")
    broken.begin(later)
    with pytest.raises(FileNotFoundError) as told:
        begun[2](job.stop)
    heard[2](told.value)
    assert "nothing.sqlite" in broken.words
    assert not broken.running
