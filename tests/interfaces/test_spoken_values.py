"""Values as people read them: each says what it is, and a percentage only where it is a chance."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from command_line import Done, inarow

NOTE = "A percentage is an estimate of the points to expect: a win is 100 %, a draw 50 %."
PEOPLE = ("--first", "human", "--second", "human")
QUICK = ("--limit", "200nodes, 200sims", "--seed", "1")


def fine(done: Done) -> str:
    assert (done.code, done.err) == (0, "")
    return done.out


# Estimates


@pytest.mark.parametrize(
    ("game", "moves", "agent"),
    [
        ("gomoku", "h8i9", "judge"),
        ("nine_board", "553", "judge"),
        ("random_drop", "4", "judge"),
        ("connect_four", "44", "mcts(simulations=500)"),
        ("connect_four", "44", "normal"),
    ],
)
def test_a_chance_is_told_in_percent_and_explained(game: str, moves: str, agent: str) -> None:
    args = ("--game", game, "--moves", moves, "--agent", agent, *QUICK)
    out = fine(inarow("analyse", *args))
    assert re.search(r"^\* .*  estimate: (about \d+|over 99|under 1) %", out, re.MULTILINE)
    assert out.count(NOTE) == 1
    for action in json.loads(fine(inarow("analyse", *args, "--json")))["actions"]:
        value = action["value"]
        if value is not None and value["kind"] == "estimate":
            assert value["unit"] == "chance"
            assert 0 <= value["score"] <= 1
            assert value["words"].endswith(" %")


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("connect_four", "alphabeta(depth=2)"),
        ("connect_four", "minimax(depth=2)"),
        ("connect_four", "classic-mc(simulations=200)"),
        ("gomoku", "classic-gomoku"),
    ],
)
def test_points_of_a_heuristic_are_no_percentage(game: str, agent: str) -> None:
    moves = "44" if game == "connect_four" else "h8i9"
    args = ("--game", game, "--moves", moves, "--agent", agent, "--seed", "1")
    out = fine(inarow("analyse", *args))
    assert re.search(r"^\* .*  estimate: [+-][\d.e+]+ points", out, re.MULTILINE)
    assert "%" not in out
    value = json.loads(fine(inarow("analyse", *args, "--json")))["value"]
    assert value["unit"] == "points"


def test_a_hint_in_percent_is_explained() -> None:
    done = inarow("play", "gomoku", *PEOPLE, "--limit", "200ms", typed="h8\nhint\ne\n")
    assert re.search(r"estimate: about \d+ %", fine(done))
    assert done.out.count(NOTE) == 1


def test_a_review_in_percent_is_explained() -> None:
    out = fine(inarow("review", "--game", "gomoku", "--moves", "h8i9", *QUICK))
    assert re.search(r"about \d+ %", out)
    assert out.endswith(f"{NOTE}\n")
    move = json.loads(fine(inarow("review", "--moves", "4", *QUICK, "--json")))["review"][0]
    assert (move["before"]["unit"], move["after"]["unit"]) == ("chance", "chance")


def test_a_review_without_an_estimate_needs_no_explanation() -> None:
    args = ("--game", "tic_tac_toe", "--moves", "b2b3a3", "--limit", "1min")
    assert "%" not in fine(inarow("review", *args))


def test_a_puzzle_in_percent_says_of_what(tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    text = '[Game "gomoku"]\n[Result "*"]\n\n1. h8 i9 h9 a2 o15 a4 *\n'
    game.write_text(text, encoding="utf-8")
    out = fine(inarow("puzzle", "--mistakes", str(game), *QUICK, typed="hint\no15\nshow\ne\n"))
    assert re.search(r"leads to: about \d+ % of the points, by estimate\.", out)


# The solver


def test_a_score_in_stones_says_so() -> None:
    value = json.loads(fine(inarow("analyse", "--moves", "445566", "--json")))["value"]
    assert (value["kind"], value["unit"], value["score"]) == ("proven", "stones", 18)
    args = ("--moves", "44", "--agent", "perfect(book=false)", "--limit", "50nodes")
    out = fine(inarow("analyse", *args))
    assert "* 1  not known yet" in out or re.search(r"^\* \d  not known yet", out, re.MULTILINE)
    assert "stones" not in out.split("\n\n")[1].replace("of 4 stones", "")


# The opening book


@pytest.mark.parametrize("moves", ["", "4453", "1234567"])
def test_what_the_book_knows_comes_from_the_book(moves: str) -> None:
    found = json.loads(fine(inarow("analyse", "--moves", moves, "--json")))
    assert (found["path"], found["nodes"]) == ("opening book", 0)
    assert all(action["value"]["kind"] == "proven" for action in found["actions"])
    assert len(moves) + len(found["line"]) == 8, "the line goes on as far as the book"
    out = fine(inarow("analyse", "--moves", moves))
    assert re.search(r"^judge: from the opening book in 0\.\d\d s\n\Z", out, re.MULTILINE)
    solved = json.loads(fine(inarow("solve", "--moves", moves, "--json")))
    assert (solved["path"], solved["nodes"]) == ("opening book", 0)


def test_a_hint_from_the_book_is_exact() -> None:
    out = fine(inarow("play", *PEOPLE, typed="hint\ne\n"))
    assert "* 4  win in 41 plies (proven)" in out


def test_what_the_book_does_not_know_is_searched() -> None:
    found = json.loads(fine(inarow("solve", "--moves", "32164625", "--json")))
    assert found["path"] == "kernel, solver"
    assert found["nodes"] > 0
    out = fine(inarow("solve", "--moves", "44444", "--no-book", "--limit", "100nodes"))
    assert "book" not in out
