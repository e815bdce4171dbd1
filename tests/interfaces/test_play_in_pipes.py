"""Games in a pipe: transcripts that read like a terminal, wrong answers, leaving, JSON."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import MACHINES, PEOPLE, assert_fine, inarow, offered
from inarow.agents.levels import levels_of
from inarow.games.record import Record
from inarow.games.record_file import save_record
from inarow.games.record_json import parse_record_json
from inarow.registry import games, load_game


@pytest.mark.parametrize("game", list(games()))
def test_two_machines_play_every_game_to_its_end(game: str) -> None:
    done = inarow("play", game, *MACHINES, "--seed", "1")
    assert_fine(done)
    assert re.search(r"wins|Draw", done.out.splitlines()[-1])
    assert "\x1b" not in done.out


@pytest.mark.req("X.5")
def test_a_seed_makes_the_whole_output_repeatable() -> None:
    one, same, other = (
        inarow("play", "nine_board", *MACHINES, "--seed", seed).out for seed in ("1", "1", "2")
    )
    assert one == same != other


@pytest.mark.req("S3.3")
def test_a_transcript_reads_like_a_terminal() -> None:
    done = inarow("play", "connect_four", *PEOPLE, "--style", "ascii", typed="4\n4\nmoves\nexit\n")
    assert_fine(done)
    assert "X (human) to move: 4\n" in done.out
    assert "| .  .  . (O) .  .  . |\n| .  .  .  X  .  .  . |\n+" in done.out
    assert "O (human) to move: 4\n" in done.out
    assert "Moves so far: 44\n" in done.out


def test_a_large_board_is_drawn_once_a_turn_and_numbers_its_stones() -> None:
    against = ("--first", "human", "--second", "random", "--seed", "1", "--style", "ascii")
    done = inarow("play", "gomoku", *against, typed="h8\nnumbers\nnumbers\nexit\n")
    assert_fine(done)
    first, answered, numbered, stones = done.out.split("    a  b  c  d")[1:]
    assert "X" not in first.partition("\nX black (human)")[0]
    assert ("X" in answered, "(O)" in answered) == (True, True)  # both moves on one board
    assert (" 1 " in numbered, "(2)" in numbered) == (True, True)
    assert stones.partition("\nX black")[0] == answered.partition("\nX black")[0]
    other = ("--first", "human", "--second", "human", "--style", "gomoku")
    refused = inarow("play", "gomoku", *other, typed="numbers\nexit\n")
    assert "Boards of this style have no numbers." in refused.out


@pytest.mark.req("S3.8")
def test_the_winner_is_announced_and_its_cells_are_bracketed() -> None:
    done = inarow(
        "play", "connect_four", *PEOPLE, "--style", "ascii", "--moves", "112233", typed="4\n"
    )
    assert_fine(done)
    assert "|[X][X][X][X] .  .  . |" in done.out
    assert "X (human) wins." in done.out


@pytest.mark.req("S2.3")
def test_being_sent_to_a_full_board_is_told_as_the_reason_of_the_draw() -> None:
    moves = "637442736465547286691331989677681156261"
    game = "nine_board(first_move=free)"
    done = inarow("play", game, *PEOPLE, "--moves", moves, typed="6\n")
    assert_fine(done)
    assert "\nDraw: the board to play in is full.\n" in done.out


@pytest.mark.req("S3.5", "S0.21")
def test_a_wrong_answer_costs_no_turn() -> None:
    typed = "0\n8\na\n\n1\n-1\n4 4\n4\nmoves\n"
    done = inarow("play", "connect_four", *PEOPLE, "--moves", "111111", typed=typed)
    assert_fine(done)
    assert "Moves so far: 1111114\n" in done.out
    assert done.out.count("Type help for help") == 7
    assert "Column 1 is full." in done.out


@pytest.mark.req("S3.5")
@pytest.mark.parametrize("encoding", [None, "ascii", "utf-8"])
def test_bytes_that_are_no_text_cost_no_turn(encoding: str | None) -> None:
    typed = b"\xff\xfe\n4\nmoves\n"
    done = inarow("play", "connect_four", *PEOPLE, typed=typed, PYTHONIOENCODING=encoding)
    assert_fine(done)
    assert "Moves so far: 4\n" in done.out


@pytest.mark.parametrize(
    ("game", "answer"), [("connect_four", "9" * 5000), ("tic_tac_toe", "a" + "9" * 5000)]
)
def test_a_very_long_number_costs_no_turn(game: str, answer: str) -> None:
    done = inarow("play", game, *PEOPLE, typed=f"{answer}\nmoves\n")
    assert_fine(done)
    assert "Moves so far: none" in done.out


def test_a_hint_costs_no_turn() -> None:
    game = ("play", "tic_tac_toe", *PEOPLE, "--moves", "a1b2a2", "--limit", "500nodes")
    done = inarow(*game, typed="hint\nmoves\n")
    assert_fine(done)
    assert re.search(r"Hint:\n\* *a3 ", done.out)  # the only move that does not lose at once
    assert "Moves so far: a1b2a2\n" in done.out


def test_an_output_without_discs_gets_plain_letters() -> None:
    done = inarow("play", "connect_four", *PEOPLE, typed="4\n", PYTHONIOENCODING="ascii")
    assert_fine(done)
    assert done.out.isascii()
    assert "(X)" in done.out


@pytest.mark.req("S3.8")
def test_a_pipe_gets_no_colours_with_or_without_no_color() -> None:
    game = ("play", "connect_four", *MACHINES, "--seed", "1")
    assert inarow(*game).out == inarow(*game, NO_COLOR="1").out
    assert "\x1b" not in inarow(*game).out


@pytest.mark.req("S3.6")
@pytest.mark.parametrize("word", ["e", "E", "exit", "Exit", "EXIT", "quit", "q", None])
def test_exit_words_and_the_end_of_the_input_leave_with_0(word: str | None) -> None:
    done = inarow("play", "connect_four", *PEOPLE, typed=f"4\n{word}\n4\n" if word else "4\n")
    assert_fine(done)
    assert done.out.count(" to move: ") == 2
    assert "Goodbye" in done.out.splitlines()[-1]


def last_board(out: str, game: str) -> list[str]:
    """The last board of a transcript in the ascii style."""
    rows = [line for line in out.splitlines() if re.fullmatch(r" *\d*\|.*\|", line)]
    return rows[-load_game(game).shape[0] :]


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("connect_four", "4\n4\n"),
        ("connect_four(rows=4,cols=12,k=4)", "10\n4\n"),
        ("tic_tac_toe", "b2\na1\n"),
        ("random_drop", "?\n4\n"),
        ("nine_board", "5\n"),
    ],
)
def test_whoever_leaves_is_told_a_command_that_continues_the_game(game: str, typed: str) -> None:
    done = inarow("play", game, *PEOPLE, "--style", "ascii", "--seed", "4", typed=typed)
    assert_fine(done)
    again = inarow(*offered(done.out), *PEOPLE, "--style", "ascii")
    assert_fine(again)
    assert last_board(again.out, game) == last_board(done.out, game)


def test_the_command_that_continues_a_set_up_game_leads_to_the_same_board(tmp_path: Path) -> None:
    game = load_game("tic_tac_toe")
    save_record(Record(game, game.initial_state().play(4)), tmp_path / "game.txt")
    load = ("--load", str(tmp_path / "game.txt"))
    done = inarow("play", *load, *PEOPLE, "--style", "ascii", typed="a1\n")
    assert_fine(done)
    again = inarow(*offered(done.out), *PEOPLE, "--style", "ascii")
    assert last_board(again.out, str(game)) == last_board(done.out, str(game))


# JSON


@pytest.mark.parametrize("game", ["connect_four", "random_drop", "tic_tac_toe", "nine_board"])
def test_json_is_the_record_and_nothing_else(game: str) -> None:
    done = inarow("play", game, *MACHINES, "--seed", "3", "--json")
    assert_fine(done)
    assert done.out.count("\n") == 1
    record = parse_record_json(done.out)
    assert str(record.game) == str(load_game(game))
    assert record.tags == {"First": "random", "Second": "random"}
    assert record.outcome is not None


def test_json_plays_the_same_game_as_without() -> None:
    game = ("play", "random_drop", *MACHINES, "--seed", "5")
    record = parse_record_json(inarow(*game, "--json").out)
    told = re.findall(r"\(random\): .*?([\d?]+)$", inarow(*game).out, re.MULTILINE)
    assert told == [record.game.format(action) for action in record.main_line()]


@pytest.mark.parametrize("game", list(games()))
def test_the_usual_opponent_of_every_game_is_a_level_for_newcomers(game: str) -> None:
    done = inarow("play", game, typed="resign\ne\n")
    assert_fine(done)
    (level,) = re.findall(r"^Level (\d+)[,:]", done.out, re.MULTILINE)
    assert 1 <= int(level) <= (len(levels_of(load_game(game))) + 1) // 2
