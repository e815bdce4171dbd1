"""Where stones are black and white, everybody is called so; openings say what they ask for."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from command_line import PEOPLE, Terminal, assert_fine, assert_one_line_error, inarow, plain
from inarow.games.base import SYMBOLS
from inarow.games.notation import play_moves
from inarow.games.sides import black_player, player_name, side_names, task
from inarow.interfaces.render import modern
from inarow.registry import load_game

SWAPPED = "h8 i9 k8 black"
"""An opening after which the second player has black."""
WON = "h8a1h9a3h10a5h11a7"
"""One move before black wins at h12."""


def play(*args: str, typed: str, game: str = "gomoku") -> str:
    done = inarow("play", game, *PEOPLE, *args, typed=typed)
    assert_fine(done)
    return done.out


def test_play() -> None:
    said = play("--moves", WON, typed="h12\n")
    assert "● black (human) to move: " in said
    assert "● black (human) wins." in said
    said = play("--moves", WON, "--style", "ascii", typed="h12\n")
    assert "X black (human) wins." in said


def test_large_boards_of_other_games_and_small_ones() -> None:
    assert "● black (human) to move: " in play(typed="q\n", game="mnk(9,9,5)")
    assert "● X (human) to move: " in play(typed="q\n", game="mnk(5,5,4)")
    assert "● X (human) to move: " in play(typed="q\n", game="connect_four(12,12)")


def test_original_programs_keep_their_letters() -> None:
    assert "Player X: choose move (row col): " in play("--style", "gomoku", typed="q\n")


def test_stones_have_the_colour_of_their_owner_after_a_swap() -> None:
    state = play_moves(load_game("gomoku(opening=swap)").initial_state(), SWAPPED)
    assert (black_player(state), side_names(state)) == (1, ("white", "black"))
    row = modern.render(state, colour=False).splitlines()[8]
    assert row.startswith(" 8 ")
    assert row.count("●") == 2
    said = play("--moves", SWAPPED, typed="q\n", game="gomoku(opening=swap)")
    assert "○ white (human) to move: " in said


def test_stones_of_black_and_white_are_neither_red_nor_yellow() -> None:
    state = play_moves(load_game("gomoku").initial_state(), WON)
    assert modern.render(state, colour=True) == modern.render(state, colour=False)
    won = modern.render(state.play(state.game.parse("h12")), colour=True)
    assert won.count(f"\x1b[{modern.GREEN}m") == 5


def test_analyse() -> None:
    done = inarow("analyse", "gomoku", "h8i9h7i7h6", "--limit", "2000nodes")
    assert_fine(done)
    assert "If white ignores it, black wins in 3 by fours: " in done.out
    data = json.loads(inarow("analyse", "gomoku", "h8", "--limit", "100nodes", "--json").out)
    assert data["to_move"] == SYMBOLS[1], "data keeps the letters of the notation"


def test_who_chooses_a_colour_is_told_what_both_are_worth() -> None:
    typed = "hint\nh8\ni9\nk8\nhint\nwhy\nwhy black\nhelp\nq\n"
    shown = play("--limit", "300nodes", typed=typed, game="gomoku(opening=swap2)")
    first, second = shown.split("Hint:\n")[1:]
    assert first.partition("\n\n")[0].endswith("not judged")  # one stone, and not three
    assert first.partition("\n\n")[0].count("\n") == 0
    values = re.findall(r"^[* ] +(black|white) +estimate: about (\d+) %", second, re.MULTILINE)
    assert {colour for colour, _ in values} == {"black", "white"}
    assert abs(sum(int(value) for _, value in values) - 100) <= 1
    assert "why\nOpening swap2: the first player places" in second.replace(": why", "\nwhy")
    assert "changes no line" not in second
    assert "Type a move (black, white, more)," in second


def test_review_and_its_mistakes(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("--moves", WON, "--save", str(file), typed="o15\nq\n")  # and not h12, which wins
    reviewed = inarow("review", str(file), "--limit", "200nodes")
    assert_fine(reviewed)
    assert reviewed.out.startswith("   1  black   h8 ")
    assert "\nblack (human): " in reviewed.out
    assert "\nwhite (human): " in reviewed.out
    mine = ("puzzle", "--mistakes", str(file), "--limit", "200nodes", "--json", "--player")
    found = json.loads(inarow(*mine, "black").out)
    missed = [puzzle["goal"] for puzzle in found if puzzle["played"] == "o15"]
    assert missed == ["black to move wins"]
    assert {puzzle["to_move"] for puzzle in found} == {"X"}
    assert found == json.loads(inarow(*mine, "X").out)


def test_a_game_without_colours_has_no_black(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("--moves", "b2b1", "--save", str(file), typed="q\n", game="tic_tac_toe")
    done = inarow("puzzle", "--mistakes", str(file), "--player", "black")
    assert_one_line_error(done, 2, "--player is X or O in this game, not black")


def test_puzzles() -> None:
    asked = inarow("puzzle", "gomoku", "--number", "1", typed="help\nshow\nq\n").out
    assert re.search(r"The solution is \w+: win in .*\. Wins by force in \d+ by \w+: ", asked)
    assert "\nWhite to move wins.\n" in asked
    assert "\nWhite to move wins: find the move for that" in asked


def test_replay(tmp_path: Path) -> None:
    file = str(tmp_path / "games.sqlite")
    event = ("--game", "mnk(9,9,3)", "--player", "random", "--player", "other=random")
    inarow("arena", "run", *event, "--rounds", "1", "--workers", "1", "--out", file, forked=True)
    shown = inarow("arena", "replay", file, "1").out
    assert shown.startswith("game 1: ")
    assert " (black) - " in shown.splitlines()[0]
    assert "\n1. black " in shown


def test_watch() -> None:
    watched = inarow("watch", "mcts", "mnk(9,9,3)", "--limit", "2sims").out
    assert "black wins" in watched or "white wins" in watched


# Openings

STAGES = {
    ("swap", ""): ("first player", "to place a black stone, the first of three"),
    ("swap", "h8"): ("first player", "to place a white stone, the second of three"),
    ("swap", "h8i9"): ("first player", "to place a black stone, the third of three"),
    ("swap", "h8i9k8"): ("second player", "to choose black or white"),
    ("swap", "h8i9k8white"): ("white", "to move"),
    ("swap2", "h8i9k8"): ("second player", "to choose black, white or more"),
    ("swap2", "h8i9k8more"): ("second player", "to place a white stone, the first of two"),
    ("swap2", "h8i9k8morea1"): ("second player", "to place a black stone, the second of two"),
    ("swap2", "h8i9k8morea1b1"): ("first player", "to choose black or white"),
    ("pro", ""): ("black", "to place a stone in the centre"),
    ("pro", "h8"): ("white", "to move"),
    ("pro", "h8h9"): ("black", "to move, outside the central 5 x 5"),
    ("pro", "h8h9h12"): ("white", "to move"),
}


@pytest.mark.parametrize(("opening", "moves"), STAGES)
def test_each_stage_of_an_opening_says_who_has_to_do_what(opening: str, moves: str) -> None:
    state = load_game(f"gomoku(opening={opening})").initial_state()
    state = play_moves(state, moves)
    assert (player_name(state, state.player), task(state)) == STAGES[opening, moves]


def test_an_opening_is_explained_at_its_beginning_and_by_help() -> None:
    said = play(typed="h8\ni9\nk8\nhelp\nmore\nq\n", game="gomoku(opening=swap2)")
    explained = "The second player looks at them and chooses a colour"
    words = " ".join(said.split())
    assert words.startswith("Opening swap2: the first player places three stones")
    assert words.count(explained) == 2
    assert "Now you have to choose black, white or more." in words
    assert "second player (human) chooses more." in said
    assert "Opening" not in play(typed="help\nq\n")


def test_an_opening_on_a_terminal_of_80_columns() -> None:
    game = ("play", "gomoku(opening=swap2)", *PEOPLE)
    with closing(Terminal(*game, COLUMNS="80")) as screen:
        screen.wait_for("first of three: ")
        screen.type("h8", "second of three: ")
        screen.type("i9", "third of three: ")
        screen.type("k8", "to choose black, white or more: ")
        screen.type("white", "white .human. to move: ")
        screen.type("exit")
        assert screen.finish() == 0
    shown = plain(screen.shown).partition("Goodbye")[0]
    assert max(map(len, shown.splitlines())) < 80
