"""The command `inarow analyse`, run as people run it: a table for them, JSON for programs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from command_line import Done, Terminal, inarow
from inarow.games.notation import play_moves
from inarow.registry import load_game

QUICK = ("--agent", "alphabeta(depth=3)")


def analysed(*args: str) -> dict[str, Any]:
    done = inarow("analyse", *args, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1, "one line"

    def refuse(constant: str) -> float:
        raise AssertionError(f"JSON has no {constant}")

    data: dict[str, Any] = json.loads(done.out, parse_constant=refuse)
    return data


# The table


def test_a_table_with_the_board_the_values_the_line_and_the_work() -> None:
    done = inarow("analyse", "--moves", "445566", "--agent", "alphabeta(depth=3,deepening=false)")
    assert (done.code, done.err) == (0, "")
    board, table, rest = done.out.split("\n\n")
    assert "1  2  3  4  5  6  7" in board
    lines = table.splitlines()
    assert len(lines) == 7
    assert lines[0].split()[:8] == ["*", "3", "win", "in", "1", "ply", "(proven)", "wins:"]
    assert lines[1].split()[:7] == ["7", "win", "in", "1", "ply", "(proven)", "wins:"]
    assert [line[0] for line in lines] == ["*"] + [" "] * 6
    assert "win in 3 plies (proven)" in table
    assert rest.startswith(
        "line: 3\nOpen lines with 2 stones or more: X 3, O 3 (counted).\nalphabeta: "
    )
    work = r"alphabeta: [\d,]+ positions in \d+\.\d\d s\n"
    assert re.search(work + r"searched by: kernel, stones counted line by line\n\Z", rest)


def test_a_block_and_a_blunder_are_named() -> None:
    done = inarow("analyse", "--moves", "41414", *QUICK)
    lines = done.out.split("\n\n")[1].splitlines()
    assert lines[0].startswith("* 4 ")
    assert "blocks the line in column 4" in lines[0]
    assert all(line.endswith("lets the opponent win at column 4, row 4") for line in lines[1:])


def test_a_player_that_does_not_judge_says_so() -> None:
    done = inarow("analyse", "--agent", "random", "--seed", "1")
    assert done.out.count("not judged") == 7
    assert "searched by" not in done.out


def test_on_a_large_board_the_best_are_listed_and_the_others_counted() -> None:
    question = ("analyse", "gomoku", "h8i9h7i7h6", "--limit", "3000nodes")
    threats, table = inarow(*question).out.split("\n\n")[1:3]
    assert threats.endswith("Only h9 or h5 hold.")
    *holds, rest = table.splitlines()
    assert {line[2:4] for line in holds} == {"h9", "h5"}
    assert rest == "  and 218 more that lose (proven)"
    table = inarow(*question, "--all").out.split("\n\n")[2]
    assert len({line.index("proven") for line in table.splitlines()[2:]}) == 1  # straight columns
    assert len(table.splitlines()) == 220


@pytest.mark.parametrize(
    ("agent", "kernel"),
    [
        ("alphabeta(depth=2)", "kernel, stones counted line by line"),
        ("minimax(depth=2)", "kernel, stones counted line by line"),
        ("mcts", "kernel, placed stones in one word"),
    ],
)
def test_the_code_that_searched_is_named(agent: str, kernel: str) -> None:
    readable = f"{agent.removesuffix(')')}{',' if '(' in agent else '('}compiled=false)"
    for spec, path in ((agent, kernel), (readable, "python")):
        args = ("--game", "tic_tac_toe", "--moves", "b2", "--agent", spec, "--limit", "50nodes")
        assert inarow("analyse", *args).out.endswith(f"\nsearched by: {path}\n")
        assert analysed(*args)["path"] == path


def test_lines_do_not_end_in_blanks() -> None:
    for agent in ("random", "alphabeta(depth=1)", "minimax(depth=1)"):
        done = inarow("analyse", "--agent", agent)
        assert all(line == line.rstrip() for line in done.out.splitlines())


def test_plain_characters_where_others_cannot_be_shown() -> None:
    done = inarow("analyse", "--moves", "44", *QUICK, PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert done.out.isascii()


def test_colours_on_a_terminal() -> None:
    terminal = Terminal("analyse", "--moves", "44", *QUICK)
    assert terminal.finish() == 0
    assert "\x1b[31m" in terminal.shown
    assert "line: " in terminal.text


# JSON


@pytest.mark.parametrize(
    ("game", "moves", "agent"),
    [
        ("connect_four", "4453", "alphabeta(depth=3)"),
        ("connect_four(rows=4,cols=5,k=3)", "33", "classic-alphabeta(depth=4)"),
        ("gomoku", "h8i9", "classic-gomoku"),
        ("gomoku", "h8", "mcts(simulations=20)"),
        ("nine_board", "553", "alphabeta(depth=2)"),
        ("random_drop", "44", "expectiminimax(depth=2)"),
        ("tic_tac_toe", "b2", "minimax(depth=2)"),
        ("tic_tac_toe", "", "random"),
    ],
)
def test_json_has_the_agreed_fields(game: str, moves: str, agent: str) -> None:
    data = analysed("--game", game, "--moves", moves, "--agent", agent, "--seed", "1")
    state = play_moves(load_game(game).initial_state(), moves)
    assert set(data) >= {
        "game",
        "moves",
        "to_move",
        "best",
        "value",
        "actions",
        "line",
        "nodes",
        "seconds",
    }
    assert data["game"] == str(state.game)
    assert data["moves"] == moves
    assert data["to_move"] == "XO"[state.player]
    assert {action["move"] for action in data["actions"]} == {
        state.game.format(action) for action in state.legal_actions()
    }
    assert data["best"] == data["actions"][0]["move"]
    for action in data["actions"]:
        if action["value"] is not None:
            assert set(action["value"]) >= {"kind", "result", "plies", "score"}
            assert action["value"]["kind"] in ("proven", "bound", "estimate")
    for move in data["line"]:
        state = state.play(state.game.parse(move))
    assert data["nodes"] >= 0
    assert data["seconds"] >= 0


def test_a_position_may_be_given_instead_of_moves() -> None:
    data = analysed("--game", "tic_tac_toe", "--position", "X../.O./..X O", *QUICK)
    assert data["to_move"] == "O"
    assert len(data["actions"]) == 6
    more = analysed("--game", "tic_tac_toe", "--position", "X../.O./... X", "--moves", "c1", *QUICK)
    assert more["position"] == data["position"]
    assert {a["move"]: a["value"]["words"] for a in more["actions"]} == {
        a["move"]: a["value"]["words"] for a in data["actions"]
    }


def test_the_limit_reaches_the_player() -> None:
    less, more = (
        analysed("--agent", "alphabeta", "--limit", limit)["nodes"] for limit in ("1ply", "3plies")
    )
    assert less == 7 < more
    assert analysed("--agent", "mcts", "--limit", "25sims", "--seed", "1")["nodes"] == 25


def test_the_seed_makes_it_repeatable() -> None:
    args = ("--agent", "mcts(simulations=50)", "--seed", "5")
    one, other = (analysed(*args) for _ in range(2))
    assert one | {"seconds": 0} == other | {"seconds": 0}


@pytest.mark.parametrize(
    "agent", ["alphabeta(depth=3,exact=false,deepening=false,foresight=false)"]
)
def test_numbers_are_numbers(agent: str) -> None:
    data = analysed("--moves", "445566", "--agent", agent)
    assert data["value"]["words"] == "win in 1 ply"


# Mistakes


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--moves", "9"), "there is no column 9"),
        (("--moves", "4x"), "is not a column"),
        (("--moves", "4444444"), "column 4 is full"),
        (("--moves", "1212121"), "the game is over"),
        (("--moves", "12121212"), "the game is over"),
        (("--game", "chess"), "there is no game 'chess'"),
        (("--game", "connect_four(rows=0)"), "rows must be"),
        (
            (
                "--game",
                "connect_four(",
            ),
            "is not of the form",
        ),
        (("--game", "nine_board"), "the dice decide"),
        (("--game", "random_drop", "--moves", "4?"), "the dice decide"),
        (("--agent", "nobody"), "there is no player 'nobody'"),
        (("--agent", "minimax(depth=0)"), "depth must be"),
        (("--agent", "minimax(deep=3)"), "did you mean depth?"),
        (("--game", "gomoku", "--agent", "classic-alphabeta"), "cannot play"),
        (("--limit", "0s"), "more than nothing"),
        (("--limit", "soon"), "is not a limit"),
        (("--position", "X"), "a position is written"),
        (("--game", "tic_tac_toe", "--position", "X../..O O"), "rows"),
        (("--game", "tic_tac_toe", "--position", "XXX/OO./... O"), "the game is over"),
        (("--seed", "-1"), "--seed"),
        (("--unknown",), "No such option '--unknown'"),
        (("extra",), "extra"),
    ],
)
@pytest.mark.parametrize("json_flag", [(), ("--json",)], ids=["table", "json"])
def test_a_mistake_is_one_line_on_stderr(
    args: tuple[str, ...], message: str, json_flag: tuple[str, ...]
) -> None:
    check_mistake(inarow("analyse", *args, *json_flag), message)


def test_a_mistake_ends_the_program_too() -> None:
    check_mistake(inarow("analyse", "--moves", "9"), "there is no column 9")
    check_mistake(inarow("analyse", "--game", "chess", "--json"), "there is no game 'chess'")


def check_mistake(done: Done, message: str) -> None:
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("inarow: ")
    assert done.err.count("\n") == 1
    assert message in done.err


def test_help_shows_examples() -> None:
    done = inarow("analyse", "--help")
    assert done.code == 0
    for word in ("--game", "--moves", "--agent", "--limit", "--json", "Examples", "inarow analyse"):
        assert word in done.out
