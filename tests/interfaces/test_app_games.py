"""The full-screen app: a game is kept, found again, played on, saved, opened and reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from inarow.games.record import Record
from inarow.games.record_file import load_record
from inarow.interfaces.app.app import InarowApp
from inarow.interfaces.app.puzzle_screen import PuzzleScreen
from inarow.interfaces.terminal.series import Series
from screens import Seat, see, shown, until, use


def test_a_game_is_left_found_again_finished_saved_and_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INAROW_GAMES", str(tmp_path / "games.db"))
    monkeypatch.chdir(tmp_path)
    file = Path("mine.txt")

    async def scenario(pilot: Seat, app: InarowApp) -> None:
        await see(pilot, app, "New game")
        assert "Go on" not in shown(app)
        await pilot.press("enter", "down", "down", "down", "enter", "end", "up", "enter")
        await see(pilot, app, "Player 1 to move.")
        for move in ("b2", "b3"):
            await pilot.press("m", *move, "enter")
        await see(pilot, app, "1. b2 b3")
        await pilot.press("escape")
        await see(pilot, app, "Go on: Tic-tac-toe, Player 1 - Player 2, after 2 moves")
        await pilot.press("down", "down", "enter")
        await see(pilot, app, "1 game", "Player 2, 2 moves, not over")
        await pilot.press("slash", *"nobody")
        await see(pilot, app, "0 games")
        await pilot.press("ctrl+u", *"tic")
        await see(pilot, app, "tic\n 1 game")
        await pilot.press(*"-tac-toe", "enter")
        await see(pilot, app, "tic-tac-toe\n 1 game")
        await pilot.press("d")
        await see(pilot, app, "0 games")
        await pilot.press("z")
        await see(pilot, app, "1 game")
        await pilot.press("enter")
        await see(pilot, app, "1. b2 b3", "Player 1 to move.")
        for move in ("a3", "c1", "c3", "a2", "a1"):
            await pilot.press("m", *move, "enter")
        await see(pilot, app, "Player 1 wins with a line.", "[●]", "v: review it")
        await pilot.press("s")
        await see(pilot, app, "Save the game so far")
        await pilot.press("ctrl+u", *str(file), "enter")
        await until(pilot, file.exists)
        await pilot.press("v")
        await see(pilot, app, "2 O b3??  blunder: from draw to loss in 6; better ")
        await pilot.press("right", "m")
        await see(pilot, app, "Move 2 of 7", "b3: blunder: from draw to loss in 6", "Better: ")
        await pilot.press("home")
        await see(pilot, app, "X (human): 3 best")
        await pilot.press("escape")
        await see(pilot, app, "tic-tac-toe\n 1 game")
        await pilot.press("f", "f", "f", "f")
        await see(pilot, app, "0 games unfinished")
        await pilot.press("escape")
        await see(pilot, app, "New game")
        await pilot.press("home", "down", "down", "enter")
        await see(pilot, app, "Which file?")
        await pilot.press(*str(file), "enter")
        await see(pilot, app, "Move 0 of 7")

    use(scenario)
    assert load_record(file).moves == "b2b3a3c1c3a2a1"


def test_letters_typed_ahead_of_the_search_delete_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INAROW_GAMES", str(tmp_path / "games.db"))

    async def scenario(pilot: Seat, app: InarowApp) -> None:
        record = Record("tic_tac_toe")
        record.push_moves("b2")
        app.play(Series(("human", "human")), record)
        await pilot.press("m", *"b3", "enter")
        await see(pilot, app, "1. b2 b3")
        await pilot.press("escape")
        await see(pilot, app, "Go on: ")
        await pilot.press("down", "down", "enter")
        await see(pilot, app, "1 game")
        for key, letter in (("slash", "/"), ("d", "d")):  # faster than the app can follow
            app.post_message(events.Key(key, letter))
        await see(pilot, app, "0 games")
        await pilot.press("ctrl+u")
        await see(pilot, app, "1 game")

    use(scenario)


def test_puzzles_are_tried_hinted_taken_back_and_left() -> None:
    async def scenario(pilot: Seat, app: InarowApp) -> None:
        await see(pilot, app, "New game")
        await pilot.press("down", "down", "down", "enter")
        await see(pilot, app, "Puzzles of which game?", "Connect Four")
        await pilot.press("enter")
        await see(pilot, app, "to move", "Solved at the first try: 0 of 0")
        screen = app.screen
        assert isinstance(screen, PuzzleScreen)
        puzzle = screen.puzzle
        wrong = next(a for a in puzzle.state.legal_actions() if a not in puzzle.solutions)
        await pilot.press(puzzle.state.game.format(wrong))
        await see(pilot, app, "Wrong: ", "Solved at the first try: 0 of 1", "Puzzle rating")
        await pilot.press("u", "h")
        await see(pilot, app, puzzle.hint(0)[:12])
        await pilot.press(puzzle.state.game.format(puzzle.solutions[0]))
        await see(pilot, app, "Right, ", "0 of 1")
        await pilot.press("n")
        await until(pilot, lambda: screen.puzzle is not puzzle)
        await pilot.press("s")
        await see(pilot, app, "The solution is ", "0 of 2")

    use(scenario)
