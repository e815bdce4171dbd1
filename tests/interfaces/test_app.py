"""The full-screen app: playing any game by keyboard and mouse, while machines think elsewhere."""

from __future__ import annotations

import os
import re
import signal
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest

from command_line import Terminal, inarow, plain
from inarow.games.base import Game, State
from inarow.games.record import Record
from inarow.games.record_file import load_record
from inarow.interfaces.app.app import InarowApp
from inarow.interfaces.app.background import Done, Job, Work
from inarow.interfaces.app.game_screen import GameScreen
from inarow.interfaces.app.table import Table, TimeControl
from inarow.interfaces.terminal.series import Series
from inarow.registry import games, load_game
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit
from screens import Seat, see, shown, until, use

PEOPLE = Series(("human", "human"))


@dataclass
class Ponderer:
    """Thinks until it is told to stop, and then plays the first move."""

    name: str = "ponderer"
    thinks: Event = field(default_factory=Event)

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        self.thinks.set()
        assert limit.stop is not None
        limit.stop.wait()
        return Decision(state.legal_actions()[0])


def at_the_board(app: InarowApp) -> GameScreen:
    assert isinstance(app.screen, GameScreen)
    return app.screen


def test_enter_three_times_is_a_game_against_somebody_who_suits() -> None:
    async def scenario(pilot: Seat, app: InarowApp) -> None:
        await see(pilot, app, "New game")
        await pilot.press("enter")
        screen = await see(pilot, app, "Connect Four", "Nora     level 3, ", "Elo +-")
        assert "Nora: Friendly and attentive" in screen
        await pilot.press("b", "t", "enter")
        await see(pilot, app, "Who begins (b): opponent", "Time (t): 1 minute")
        await pilot.press("b", "b", "t", "t", "t", "enter")
        await see(pilot, app, "> ● You", "○ Nora", "It is your move.", "1  2  3  4  5  6  7")
        await pilot.press("4")
        await see(pilot, app, "1. 4 ", "It is your move.", "Nora: ")
        await pilot.press("u")
        await until(pilot, lambda: at_the_board(app).table.record.moves == "")
        await pilot.press("right", "enter")
        await see(pilot, app, "1. 5 ", "It is your move.")
        await pilot.press("escape")
        await see(pilot, app, "New game")

    use(scenario)


def test_every_game_is_played_by_cursor_and_enter_on_80_by_24() -> None:
    async def scenario(pilot: Seat, app: InarowApp) -> None:
        for name in [*games(), "gomoku(opening=swap2)", "connect_four(12,30,4)"]:
            app.play(PEOPLE, Record(load_game(name)))
            await see(pilot, app, "Player 1")
            table = at_the_board(app).table
            await pilot.press("enter", "left", "enter", "up", "enter")
            assert len(table.record.actions) >= 2, name
            lines = shown(app).splitlines()
            assert len(lines) == 24
            assert lines[-1].endswith("? help"), "the keys are in sight"
            if table.record.game.shape[1] < 20:
                assert any(sign in line for line in lines for sign in "●○"), name
            await pilot.press("escape")

    use(scenario)


def test_any_move_is_typed_and_a_wrong_one_is_explained() -> None:
    async def scenario(pilot: Seat, app: InarowApp) -> None:
        app.play(PEOPLE, Record("gomoku"))
        await see(pilot, app, "Player 1")
        await pilot.press("m", *"z99", "enter")
        await see(pilot, app, "z99")
        await pilot.press("backspace", "backspace", "backspace", *"h8", "enter")
        await see(pilot, app, "1. h8")
        await pilot.press("5")
        await see(pilot, app, "5 cannot be played")
        await pilot.click("#board", offset=(5, 1))
        await see(pilot, app, "1. h8 a15")
        await pilot.press("number_sign")
        await see(pilot, app, "(2)")
        await pilot.press("escape")
        app.play(PEOPLE, Record("connect_four(12,12,4)"))
        await see(pilot, app, "10 11 12")
        await pilot.press("1")
        await see(pilot, app, "Move: 1_")
        await pilot.press("2", "7", "1", "enter")
        await see(pilot, app, "1. 12 7  2. 1")

    use(scenario)


def test_keys_work_while_a_machine_thinks_and_one_that_fails_loses_its_game() -> None:
    machine, broken = Ponderer(), Ponderer()
    broken.choose = lambda *_: 1 / 0  # type: ignore[method-assign,assignment]

    async def scenario(pilot: Seat, app: InarowApp) -> None:
        app.play(Series(("human", machine)), Record("tic_tac_toe"))
        await see(pilot, app, "It is your move.")
        await pilot.press("enter")
        await see(pilot, app, "ponderer is thinking")
        await until(pilot, machine.thinks.is_set)
        await pilot.press("u")
        await see(pilot, app, "It is your move.")
        await pilot.press("up", "enter")
        await see(pilot, app, "ponderer is thinking")
        await pilot.press("escape")
        await see(pilot, app, "1. b3 a3", "It is your move.")
        await pilot.press("escape")
        app.play(Series(("human", broken)), Record("tic_tac_toe"))
        await see(pilot, app, "It is your move.")
        await pilot.press("enter")
        await see(pilot, app, "You win because the opponent", "division by zero")
        await pilot.press("n")
        await see(pilot, app, "It is your move.")

    use(scenario)


def test_what_is_thought_of_a_move_taken_back_is_not_heard() -> None:
    begun: list[tuple[Work, Done, Job]] = []

    def later(work: Work, done: Done) -> Job:
        begun.append((work, done, Job()))
        return begun[-1][2]

    told: list[str] = []
    series = Series(("human", "random(seed=1)"))
    table = Table(series, Record("tic_tac_toe"), later, lambda: None, told.append)
    table.begin()
    table.play(4)
    assert table.status == "random is thinking ..."
    assert table.take_back()
    (_, _, job) = begun[-1]
    assert job.dropped
    assert job.stop.is_set()
    assert table.status == "It is your move."
    table.play(0)
    work, done, job = begun[-1]
    done(work(job.stop))
    assert len(table.record.actions) == 2
    table.resign()
    assert table.status == "Random wins by resignation."
    assert not told


def test_time_runs_out() -> None:
    series, told = Series(("human", "human")), list[str]()
    time = TimeControl(0.0, 0.001)
    table = Table(series, Record("tic_tac_toe"), lambda *_: Job(), lambda: None, told.append, time)
    table.begin()
    while table.live.outcome is None:
        table.tick()
    assert table.status == "Player 2 wins on time."


def last_words(screen: Terminal) -> str:
    """What is told after the screen was given back."""
    _, left, told = screen.shown.rpartition("\x1b[?1049l")
    assert left, "the other screen is left"
    return plain(told)


@pytest.mark.parametrize(
    ("key", "code", "words"), [("c", 130, "inarow: stopped"), ("q", 0, "Goodbye.")]
)
def test_where_nothing_can_be_continued_one_line_says_how_it_ended(
    key: str, code: int, words: str
) -> None:
    with closing(Terminal(INAROW_PLAIN="")) as screen:
        screen.wait_for("New game")
        screen.press(key)
        assert screen.finish() == code
    assert last_words(screen) == f"{words}\n"


@pytest.mark.parametrize("stop", ["ctrl-c", "SIGHUP"])
def test_on_a_real_terminal_nothing_is_lost_and_the_screen_is_given_back(
    tmp_path: Path, stop: str
) -> None:
    games_file, saved = str(tmp_path / "games.db"), tmp_path / "game.txt"
    words = [] if stop == "SIGHUP" else ["play", "tic_tac_toe", "--save", str(saved)]
    with closing(Terminal(*words, INAROW_GAMES=games_file, INAROW_PLAIN="")) as screen:
        if not words:
            screen.wait_for("New game")
            for key, shows in (("\r", "Nora"), ("\x1b[B" * 3, "Ben: "), ("\r", "Ben")):
                screen.child.send(key)
                screen.wait_for(shows)
            screen.child.send("\r")
        screen.wait_for("your move")
        screen.child.send("\r")
        screen.wait_for(r"1\. b2 [abc]")
        if stop == "SIGHUP":
            os.kill(screen.process.pid, signal.SIGHUP)
        else:
            screen.press("c")
        code = screen.finish()
    assert code == (129 if stop == "SIGHUP" else 130)
    assert "Traceback" not in screen.text
    assert re.fullmatch(r"Goodbye\. Continue with: inarow play [^\n]+\n", last_words(screen))
    if words:
        assert f"Continue with: inarow play --load {saved}" in " ".join(screen.text.split())
        assert load_record(saved).moves.startswith("b2")
    else:
        assert "Goodbye. Continue with: inarow play mnk b2" in screen.text
    kept = inarow("library", "list", INAROW_GAMES=games_file)
    assert "Tic-tac-toe: You - " in kept.out
    assert "2 moves, not over" in kept.out
