"""Commands as people type them first: words instead of options, misspelt names, idle options."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.core import ParameterSource

from command_line import Done, inarow
from inarow.errors import NotSupported
from inarow.interfaces.cli.arguments import was_given
from inarow.interfaces.cli.options import Number, Whole
from inarow.interfaces.cli.play import play
from inarow.interfaces.web.games.agreement import check_player
from inarow.registry import load_game

PERFECT = ("--limit", "1min")


def fine(done: Done) -> str:
    assert (done.code, done.err) == (0, "")
    return done.out


def refused(done: Done) -> str:
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("inarow: ")
    assert done.err.count("\n") == 1
    return done.err


# Games and moves without options


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("solve", "4453"), ("solve", "--moves", "4453")),
        (("solve", "4", "4", "5", "3"), ("solve", "--moves", "4 4 5 3")),
        (
            ("solve", "connect_four(5,6)", "3344"),
            ("solve", "--game", "connect_four(5,6)", "--moves", "3344"),
        ),
        (("analyse", "4453"), ("analyse", "--moves", "4453")),
        (
            ("analyse", "tic_tac_toe", "b2"),
            ("analyse", "--game", "tic_tac_toe", "--moves", "b2"),
        ),
        (("analyse", "Tic-Tac-Toe"), ("analyse", "--game", "tic_tac_toe")),
        (
            ("analyse", "b2", "--game", "tic_tac_toe"),
            ("analyse", "--game", "tic_tac_toe", "--moves", "b2"),
        ),
        (
            ("review", "tic_tac_toe", "b2b1a1", *PERFECT),
            ("review", "--game", "tic_tac_toe", "--moves", "b2b1a1", *PERFECT),
        ),
        (
            ("watch", "mcts", "tic_tac_toe", "b2"),
            ("watch", "mcts", "--game", "tic_tac_toe", "--moves", "b2"),
        ),
        (("watch", "alphabeta", "b2a1c3"), ("watch", "alphabeta", "--moves", "b2a1c3")),
        (
            ("puzzle", "tic_tac_toe", "--make", "1", "--seed", "1"),
            ("puzzle", "--game", "tic_tac_toe", "--make", "1", "--seed", "1"),
        ),
    ],
)
def test_words_say_the_same_as_options(typed: tuple[str, ...], meant: tuple[str, ...]) -> None:
    one, other = (json.loads(fine(inarow(*args, "--json"))) for args in (typed, meant))
    if isinstance(one, dict):
        work = {"seconds": 0, "nodes": 0, "line": [], "actions": []}
        one, other = one | work, other | work
    assert one == other


@pytest.mark.parametrize(("words", "given"), [((), False), (("4453",), True)])
def test_no_words_are_not_given_whatever_the_library_says(
    words: tuple[str, ...], given: bool
) -> None:
    context = click.Context(play)
    context.params["words"] = words
    context.set_parameter_source("words", ParameterSource.COMMANDLINE)  # click 8.1 says so of ()
    assert was_given(context, "words") == given


def test_moves_may_be_named_when_a_game_is_played() -> None:
    machines = ("--first", "random", "--second", "random", "--seed", "1", "--json")
    words = json.loads(fine(inarow("play", "tic_tac_toe", "b2", "a1", *machines)))
    assert words["moves"][:2] == ["b2", "a1"]
    assert words["game"] == "mnk(rows=3,cols=3,k=3,overline=win)"
    assert json.loads(fine(inarow("play", "4453", *machines)))["moves"][:4] == list("4453")


def test_a_long_game_may_be_named_in_one_word() -> None:
    cells = [f"{column}{row}" for row in range(1, 16) for column in "abcdefghijklmno"]
    moves = "".join(cells)
    assert len(moves) > 255, "longer than the name of a file can be"
    done = inarow("review", moves, "--game", "mnk(15,15,15)", "--position", "nonsense")
    assert "a position is written" in refused(done)


def test_a_saved_game_is_still_a_file(tmp_path: Path) -> None:
    path = tmp_path / "444"
    path.write_text('[Game "tic_tac_toe"]\n[Result "*"]\n\n1. b2 b1 *\n', encoding="utf-8")
    assert "blunder: from draw to loss" in fine(inarow("review", str(path), *PERFECT))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("solve", "4453", "--moves", "44"), "the moves are given twice: 4453 and --moves 44"),
        (("analyse", "gomoku", "--game", "mnk"), "named twice: gomoku and --game mnk"),
        (("analyse", "connect4"), "there is no game 'connect4'; did you mean connect_four?"),
        (("analyse", "tic_tac_toe", "d9"), "d9"),
        (("review", "nowhere"), "there is no file and no game 'nowhere'"),
        (("review", "gomuko", "h8"), "did you mean gomoku?"),
        (("review", "x.txt", "--moves", "4"), "not both"),
        (("puzzle", "gomuko"), "did you mean gomoku?"),
        (("puzzle", "999"), "999 is no game; --number 999 begins with that puzzle of the set"),
        (("solve", "random_drop"), "random_drop cannot be solved, it has dice"),
        (("puzzle", "gomoku", "--game", "mnk"), "named twice: gomoku and --game mnk"),
        (("play", "gomuko"), "did you mean gomoku?"),
        (("play", "tic_tac_toe", "--load", "x"), "not both"),
    ],
)
def test_words_that_mean_nothing_are_told(args: tuple[str, ...], message: str) -> None:
    assert message in refused(inarow(*args))


def test_a_file_for_puzzle_asks_which_option_is_meant(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("tic_tac_toe\n", encoding="utf-8")
    error = refused(inarow("puzzle", str(path)))
    assert f"--file {path}" in error
    assert f"--mistakes {path}" in error


# Misspelt and missing words


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("pley",), "No such command 'pley'. (Did you mean one of: 'play', "),
        (("classic", "menue"), "Did you mean 'menu'? See inarow classic --help."),
        (("arena", "rum"), "(Did you mean one of: 'resume', 'run'?)"),
        (("xyzzy",), "No such command 'xyzzy'. See inarow --help."),
        (("play", "--secnd", "human"), "No such option '--secnd'. (Did you mean one of: "),
        (("play", "--seed", "-1"), "'--seed': -1 is not in the range 0 or more."),
        (("play", "--seed", "one"), "'--seed': 'one' is not a valid integer."),
        (("puzzle", "--level", "9"), "'--level': 9 is not in the range 1 to 5."),
        (("bench", "--seconds", "0"), "'--seconds': 0.0 is not in the range 0.01 to 3600."),
        (("bench", "--seconds", "x"), "'--seconds': 'x' is not a valid number."),
        (("nine-board-server", "-m", "0", "5"), "'--first-move': 0 is not in the range 1 to 9."),
        (("nine-board-server", "-m", "5"), "Option '-m' requires 2 arguments."),
        (("play", "--style", "nin"), "'--style': 'nin' is not one of 'modern', 'ascii', "),
        (("play", "--first"), "Option '--first' requires an argument."),
        (("watch",), "Missing argument 'SEARCH'"),
        (("watch", "dfs"), "there is no player 'dfs'"),
        (
            ("book", "build", "--out", "x"),
            "Missing option '--plies'. See inarow book build --help.",
        ),
        (("doctor", "who"), "unexpected extra argument (who). See inarow doctor --help."),
        (("games", "gomuko"), "there is no game 'gomuko'; did you mean gomoku?"),
        (("agents", "minmax"), "there is no player 'minmax'; did you mean minimax?"),
        (("classic", "gomoku"), "gomoku takes MODE BOARD_SIZE WIN_LENGTH"),
        (("classic", "gomoku", "1", "5", "3"), "a time limit in seconds, for example 1 5 3 2"),
        (("analyse", "--limit", "0s"), "a limit must be more than nothing, not 0s"),
        (("analyse", "--limit", "0 plies"), "a limit must be more than nothing, not 0plies"),
        (("analyse", "--limit", "0nodes"), "a limit must be more than nothing, not 0nodes"),
    ],
)
def test_what_is_wrong_and_what_would_be_right_is_said(args: tuple[str, ...], message: str) -> None:
    assert message in refused(inarow(*args))


@pytest.mark.parametrize(
    "command",
    [
        *("play", "analyse", "review", "puzzle", "watch", "solve", "serve", "bench"),
        *("games", "agents", "doctor", "warm-up", "nine-board-server", "engine nine-board"),
        *("book build", "book verify", "book info"),
        *("arena run", "arena resume", "arena show", "arena replay", "arena export"),
        *("arena plot", "arena calibrate"),
        *("classic gomoku", "classic lookahead", "classic menu", "classic versus"),
    ],
)
def test_help_has_examples_and_no_words_of_the_library(command: str) -> None:
    out = fine(inarow(*command.split(), "--help"))
    assert f"    inarow {command}" in out, "an example"
    for word in ("RANGE", "x>=", "<=x", "ARGUMENTS", "WORDS"):
        assert word not in out


@pytest.mark.parametrize(
    ("kind", "wrong", "words"),
    [
        (Whole(0), "-1", "0 or more"),
        (Whole(1, 9), "10", "1 to 9"),
        (Whole(max=9), "10", "9 or less"),
        (Number(0.5), "0.1", "0.5 or more"),
        (Number(0.5, 2), "2.5", "0.5 to 2"),
    ],
)
def test_bounds_are_told_in_our_words_in_help_and_errors(
    kind: Whole | Number, wrong: str, words: str
) -> None:
    """This rests on a method that click calls but does not promise."""
    option = click.Option(["--size"], type=kind, help="How large.")
    context = click.Context(click.Command("make", params=[option]))
    help_record = option.get_help_record(context)
    assert help_record is not None
    assert help_record[1] == f"How large.  [{words}]"
    with pytest.raises(click.BadParameter, match=f" is not in the range {words}\\.$"):
        option.type_cast_value(context, wrong)


@pytest.mark.parametrize("group", ["book", "classic", "engine", "arena"])
def test_a_group_alone_explains_itself(group: str) -> None:
    out = fine(inarow(group))
    assert out.startswith(f"Usage: inarow {group} ")
    assert "Examples:" in out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [(("help",), ("--help",)), (("help", "book", "info"), ("book", "info", "--help"))],
)
def test_help_is_a_command_too(typed: tuple[str, ...], meant: tuple[str, ...]) -> None:
    assert fine(inarow(*typed)) == fine(inarow(*meant))


def test_one_game_or_player_is_listed_alone() -> None:
    assert [game["name"] for game in json.loads(fine(inarow("games", "mnk", "--json")))] == ["mnk"]
    out = fine(inarow("agents", "Classic_MC"))
    assert out.startswith("classic-mc\n")
    assert "random" not in out.splitlines()


def test_the_whole_program_says_it_too() -> None:
    assert "Did you mean one of: 'play'" in refused(inarow("pley"))


# Options that would do nothing


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("puzzle", "--player", "X"), "--player is for --mistakes"),
        (("puzzle", "--limit", "1s"), "--limit is for --mistakes"),
        (("puzzle", "--mistakes", "x", "--level", "3"), "--level does nothing beside --mistakes"),
        (("puzzle", "--mistakes", "x", "--make", "3"), "--make does nothing beside --mistakes"),
        (("puzzle", "--mistakes", "x", "--out", "y"), "--out does nothing beside --mistakes"),
        (("puzzle", "gomoku", "--mistakes", "x"), "GAME does nothing beside --mistakes"),
        (("puzzle", "--file", "x", "--make", "3"), "--make does nothing beside --file"),
        (("puzzle", "--file", "x", "--game", "mnk"), "--game does nothing beside --file"),
        (("puzzle", "--json", "--number", "3"), "--number does nothing beside --json"),
        (("puzzle", "--out", "x", "--json"), "--json does nothing beside --out"),
        (("watch", "mcts", "--limit", "3plies"), "mcts looks at no fixed depth"),
        (("watch", "alphabeta", "--seed", "1"), "--seed does nothing: alphabeta draws no random"),
        (("play", "--json", "--style", "ascii"), "--style does nothing beside --json"),
        (("play", "--json", "--hints", "mcts"), "--hints does nothing beside --json"),
        (
            ("play", "--first", "random", "--second", "random", "--hints", "mcts"),
            "--hints is for people, and none plays here",
        ),
        (("bench", "--list", "--seconds", "2"), "--seconds does nothing beside --list"),
        (("nine-board-server", "--limit", "1s"), "--limit is for our players"),
        (
            ("nine-board-server", "-x", "--agent-o", "random", "-p", "9"),
            "--port does nothing here",
        ),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(args: tuple[str, ...], message: str) -> None:
    assert message in refused(inarow(*args))


def test_the_figures_can_be_listed_as_json() -> None:
    listed = json.loads(fine(inarow("bench", "--list", "--json")))
    assert {"name", "title", "unit"} == set(listed[0])


ADAPTS = "level(2,adapt=true)"


@pytest.mark.parametrize(
    "args",
    [
        ("arena", "run", "--game", "tic_tac_toe", "--player", ADAPTS, "--player", "random"),
        ("nine-board-server", "--agent-x", ADAPTS, "--agent-o", "random"),
        ("engine", "nine-board", "--agent", ADAPTS),
        ("play", "tic_tac_toe", "--first", "random", "--second", ADAPTS),
        ("play", "tic_tac_toe", "--first", ADAPTS, "--second", "random", "--json"),
        ("play", "tic_tac_toe", "--hints", ADAPTS),
        ("analyse", "tic_tac_toe", "--agent", ADAPTS),
    ],
)
def test_a_level_that_cannot_adapt_here_says_so(
    args: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    error = refused(inarow(*args))
    assert "a level adapts only to a person" in error
    assert "write level(2)" in error


def test_the_page_refuses_a_level_that_adapts() -> None:
    with pytest.raises(NotSupported, match="a level adapts only to a person"):
        check_player(ADAPTS, load_game("tic_tac_toe"))
