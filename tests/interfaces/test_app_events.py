"""The full-screen app: tournaments and sweeps are begun, seen, stopped, gone on with and found."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow.arena.crews import Serial
from inarow.arena.event import event_of
from inarow.arena.sweep import Plan, Sweep, read_findings
from inarow.interfaces.app import events
from inarow.interfaces.app.app import InarowApp
from inarow.interfaces.app.background import Done, Job, Work
from inarow.interfaces.app.sweeps import RunningSweep
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
        await pilot.press("escape", "escape", "up", "enter", "enter")
        await see(pilot, app, "Measured by (n, a): 100 proven positions")
        await pilot.press("down", "n", "n", "n")
        await see(pilot, app, "20 games against level(")
        await pilot.press("down", "down", "enter", "home", "enter")
        await see(pilot, app, "Which option of minimax has several values?", "1 to 42")
        await pilot.press("enter")
        await see(pilot, app, "Values of depth (1 to 42), with commas between them:")
        await pilot.press(*["backspace"] * 9, *"1, none", "enter")
        await see(pilot, app, "depth must be a whole number, not 'none'")
        await pilot.press(*["backspace"] * 4, *"2", "enter")
        await see(pilot, app, "all of it is done", "depth 1", "depth 2", " to ", "| 100 %")
        await pilot.press("p", *["backspace"] * 30, *"plot.svg", "enter")
        await see(pilot, app, "Saved as plot.svg.")
        await pilot.press("escape")
        await see(pilot, app, "sweep_minimax_depth.json: minimax(depth={1, 2}), 100 %")
        await pilot.press("down", "down", "enter")
        await see(pilot, app, "all of it is done; kept in sweep_minimax_depth.json")

    use(scenario)
    drawn = (tmp_path / "plot.svg").read_text("utf-8")
    assert ">depth on mnk(rows=3,cols=3,k=3,overline=win); bars: 95 % intervals<" in drawn


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


def test_a_sweep_that_is_stopped_keeps_what_is_known_and_goes_on(tmp_path: Path) -> None:
    path, begun, job = tmp_path / "sweep.json", list[Work](), Job()

    def later(work: Work, done: Done) -> Job:
        begun.append(work)
        return job

    plan = Plan("minimax(depth={1,2})", "tic_tac_toe", positions=20)
    first = RunningSweep(path, plan)
    first.begin(later)
    assert first.farewell.endswith(f"inarow sweep --file {path}")
    first.stop()
    begun[0](job.stop)
    assert not first.running
    assert first.words.startswith("0 of 4 parts are kept in sweep.json; s goes on, or: ")
    assert "depth 1  not known yet" in first.text
    job.stop.clear()
    again = RunningSweep(path)
    again.begin(later)
    begun[1](job.stop)
    assert again.complete
    whole = Sweep(plan)
    whole.run()
    assert read_findings(path).as_dict() == whole.as_dict(), "as if it had never been stopped"
