"""The long tests beside `interfaces/test_classic_versus.py`."""

from __future__ import annotations

import re
from contextlib import closing

import pytest

from command_line import Terminal
from interfaces.test_classic_versus import AGAIN, VERSUS


@pytest.mark.req("S1.43")
def test_the_computer_plays_a_game_to_its_end() -> None:
    with closing(Terminal(*VERSUS)) as screen:
        for question, answer in [("2: ", "2"), ("name: ", "Ada"), (r"Y\? ", "R"), (r"N\? ", "Y")]:
            screen.wait_for(question)
            screen.type(answer)
        for move in "1234567" * 30:
            if screen.wait_for("choose a column: ", r"Game Over! [^\r]*\r\n") == 1:
                break
            screen.type(move)
        screen.wait_for(re.escape(AGAIN))
        screen.type("n")
        assert screen.finish() == 0
        assert re.search(r"\nGame Over! (AI wins|Ada wins|Draw)!\n", screen.text)
        assert "Traceback" not in screen.text
