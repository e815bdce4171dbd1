"""The full-screen app: searches of any position, step by step, one or two of them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from inarow.games.record import Record
from inarow.interfaces import app as package
from inarow.interfaces.app.app import InarowApp
from inarow.interfaces.app.keys import Key
from inarow.interfaces.terminal.series import Series
from screens import Seat, see, shown, until, use


def test_a_position_of_ones_own_is_watched_by_two_searches_side_by_side() -> None:
    async def scenario(pilot: Seat, app: InarowApp) -> None:
        record = Record("tic_tac_toe")
        record.push_moves("b2a1")
        app.play(Series(("human", "human")), record)
        await see(pilot, app, "1. b2 a1")
        await pilot.press("t")
        screen = await see(pilot, app, "mcts: step 0 of ", "The search begins here: ")
        assert "(○)" in screen
        await pilot.press("right")
        await see(pilot, app, "mcts: step 1 of ", "simulation 1: ", "is tried for the first time")
        await pilot.press("l", *"3sims", "enter")
        await see(pilot, app, "mcts: step 0 of 10")
        await pilot.press("end", "c", "down", "enter")
        await see(pilot, app, "mcts: step 0 of", "alphabeta: step 0 of")
        await pilot.press("l", "ctrl+u", "enter")
        await see(pilot, app, "mcts: step 0 of 74", "alphabeta: step 0 of")
        await pilot.press("end")
        await see(pilot, app, "answer: ", "value ", "root  visits 20")
        await pilot.press("home", "down", "left")
        await see(pilot, app, "mcts: step 9 of", "alphabeta: step 9 of")
        await pilot.press("plus", "plus", "plus", "p")
        await until(pilot, lambda: "step 9 of" not in shown(app))
        await pilot.press("p")
        await pilot.press("c", "end", "enter", "g", "ctrl+u", *"connect_four 9", "enter")
        await see(pilot, app, "Which position?", "there is no column 9")
        await pilot.press("backspace", *"4453", "enter")
        screen = await see(pilot, app, "mcts: step 0 of", "1  2  3  4  5  6  7")
        assert "alphabeta" not in screen
        await pilot.press("escape")
        await see(pilot, app, "1. b2 a1")
        await pilot.press("x")
        await see(pilot, app, "Resign this game?")
        await pilot.press("enter")
        await see(pilot, app, "Player 1 to move.")
        await pilot.press("x", "down", "enter")
        await see(pilot, app, "wins by resignation")

    use(scenario)


def test_no_line_of_keys_is_cut_at_80_columns() -> None:
    folder = Path(str(package.__file__)).parent
    modules = [import_module(f"{package.__name__}.{one.stem}") for one in folder.glob("*.py")]
    lines = [keys for module in modules if (keys := getattr(module, "_KEYS", None))]
    assert len(lines) > 5
    for keys in lines:
        assert all(isinstance(key, Key) for key in keys)
        assert len("  ".join(f"{key.key} {key.word}" for key in keys)) <= 78, keys
