"""What a newcomer meets: the menus of `inarow` and `inarow play`, and free software."""

from __future__ import annotations

import re
import socket
import tomllib
from contextlib import closing
from importlib.metadata import metadata
from itertools import cycle, islice
from pathlib import Path

import pytest

from command_line import Terminal, inarow, offered
from inarow.agents.levels import levels_of
from inarow.registry import agents, games, load_agent, load_game

ROOT = Path(__file__).parents[2]
GAMES = list(games())
QUESTIONS = [r"Game \[1\]: ", r"Opponent \[\d+\]: ", r"Who begins \[1\]: "]
BOARD = r"Board \[\d+ x \d+, \d+ in a row\]: "
PROMPT = r"to move: "
STRONG = ("normal", "hard", "impossible")
AGAIN = r"Play again\? \(y/n\): "


def answer(screen: Terminal, *answers: str) -> None:
    """Answer the questions of the menu, one after another."""
    for question, text in zip(QUESTIONS, answers, strict=False):
        reach(screen, question)
        screen.type(text)


def reach(screen: Terminal, question: str) -> None:
    """Wait for a question of the menu; the usual board is taken on the way."""
    if screen.wait_for(question, BOARD) == 1:
        screen.type("", question)


def choices(shown: str, question: str) -> list[str]:
    """The names of the numbered lines above a question, in order."""
    block = re.split(rf"{question} \[\d+\]: ", shown)[0].rpartition("\n\n")[2]
    lines = re.findall(r"^ +(\d+)\. (\S+)", block, re.MULTILINE)
    assert [int(number) for number, _ in lines] == list(range(1, len(lines) + 1))
    return [name for _, name in lines]


def able(game: str) -> list[str]:
    """The players that can play a game and are chosen by their names."""
    named = (name for name in agents() if name != "level")
    return [name for name in named if load_agent(name).supports(load_game(game))]


# The menus


@pytest.mark.req("S3.10", "S3.12", "S3.34")
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_game_is_chosen_by_number_or_name(number: int) -> None:
    name = GAMES[number]
    command = () if number % 2 else ("play",)
    by_name = name.upper() if number % 2 else games()[name].title
    by_number = str(number + 1) if number % 3 else by_name
    with closing(Terminal(*command, "--plain")) as screen:
        answer(screen, by_number, "random", "me")
        screen.wait_for(rf"([XO]|black|white) \(human\) {PROMPT}")
        screen.type("moves", r"Moves so far: [^\r]*", PROMPT)
        screen.type("e")
        assert screen.finish() == 0
        assert "Traceback" not in screen.text
        titles = [entry.title.split()[0] for entry in games().values()]
        assert choices(screen.text, "Game") == [*titles, "My"]
        levels = ["Level"] * len(levels_of(load_game(name)))
        (level,) = re.findall(r"Opponent \[(\d+)\]: ", screen.text)
        assert 1 <= int(level) <= (len(levels) + 1) // 2, "it is not the strongest"
        strong = ["Normal:", "Hard:", "Impossible:"]
        others = ["Adapts", "Human:", "Classic:", "More"]
        assert choices(screen.text, "Opponent") == [*levels, *strong, *others]
        assert "Elo" not in screen.text.partition("Opponent [")[0], "no noise before a choice"
        assert choices(screen.text, "Who begins") == ["me", "opponent", "random"]


@pytest.mark.req("S3.12", "S3.15")
@pytest.mark.parametrize("command", [(), ("play",)], ids=["inarow", "play"])
def test_enter_three_times_is_connect_four_against_level_3(command: tuple[str, ...]) -> None:
    with closing(Terminal(*command, "--plain")) as screen:
        answer(screen, "", "", "")
        screen.wait_for(r"Level 3, \d+ Elo \+-\d+\.")
        screen.wait_for(r"X \(human\) to move: ")
        screen.type("4", r"O \(level 3\): [1-7]", r"X \(human\) to move: ")
        screen.type("undo", "Taken back", PROMPT)
        screen.type("moves", "Moves so far: none", PROMPT)
        screen.type("exit")
        assert screen.finish() == 0
        assert "1  2  3  4  5  6  7" in screen.text


@pytest.mark.parametrize("typed", ["2", "level 2", "LEVEL 2"])
def test_a_level_is_chosen_by_its_number(typed: str) -> None:
    with closing(Terminal("--plain")) as screen:
        answer(screen, "tic_tac_toe", typed, "opponent")
        screen.wait_for(r"X \(level 2\): [abc][123]")
        screen.wait_for(r"O \(human\) to move: ")
        screen.type("e", r"--first 'level\(2\)' --second human")
        assert screen.finish() == 0


def test_an_opponent_that_adapts_is_weaker_after_it_has_won() -> None:
    with closing(Terminal("--plain")) as screen:
        answer(screen, "tic_tac_toe", "adapts", "opponent")
        screen.wait_for(r"X \(level 2\): [abc][123]")
        screen.wait_for(PROMPT)
        screen.type("resign", AGAIN)
        screen.type("y", r"X \(level 1\): [abc][123]")
        screen.wait_for(PROMPT)
        screen.type("e", r"--first 'level\(2,adapt=true\)' --second human")
        assert screen.finish() == 0


@pytest.mark.parametrize(
    ("name", "typed", "spec"),
    [
        ("connect_four", "7 x 8", "connect_four(rows=7,cols=8,k=4)"),
        ("connect_four", "5X6x3", "connect_four(rows=5,cols=6,k=3)"),
        ("gomoku", "19 19", "gomoku(rows=19,cols=19,rule=freestyle,opening=free)"),
        ("mnk", "4,5,3", "mnk(rows=4,cols=5,k=3,overline=win)"),
        ("random_drop", "", "random_drop(rows=6,cols=7,k=4)"),
    ],
)
def test_the_board_may_be_chosen(name: str, typed: str, spec: str) -> None:
    with closing(Terminal("--plain")) as screen:
        screen.wait_for(QUESTIONS[0])
        screen.type(name, BOARD)
        screen.type(typed, QUESTIONS[1])
        screen.type("human", QUESTIONS[2])
        screen.type("", PROMPT)
        screen.type("2" if "connect" in spec or "drop" in spec else "b2", PROMPT)
        screen.type("e")
        assert screen.finish() == 0
        assert load_game(offered(screen.text)[1]) == load_game(spec)


def test_a_board_that_cannot_be_is_asked_again() -> None:
    with closing(Terminal("--plain")) as screen:
        screen.wait_for(QUESTIONS[0])
        screen.type("1", BOARD)
        screen.type("large", "Type two or three numbers", BOARD)
        screen.type("0 x 7", "rows must be 1 to 100, not 0", BOARD)
        screen.type("0x0", "rows must be 1 to 100, not 0", BOARD)
        screen.type("3 x 3", "4 in a row do not fit there", BOARD)
        screen.type("9" * 5000, "Type two or three numbers", BOARD)
        screen.type("e", "Goodbye")
        assert screen.finish() == 0


def test_a_game_of_one_size_is_not_asked_for_it() -> None:
    with closing(Terminal("--plain")) as screen:
        screen.wait_for(QUESTIONS[0])
        screen.type("nine_board")
        assert screen.wait_for(QUESTIONS[1], BOARD) == 0
        screen.type("e")
        assert screen.finish() == 0


@pytest.mark.parametrize(("word", "first"), [("more", "random"), ("classic", "classic-minimax")])
def test_all_other_players_are_one_step_further(word: str, first: str) -> None:
    original = word == "classic"
    with closing(Terminal("--plain")) as screen:
        answer(screen, "tic_tac_toe", word)
        screen.wait_for(r"Player \[\d+\]: ")
        screen.type("", r"Who begins \[1\]: ")
        screen.type("opponent", rf"X \({first}\): [abc][123]")
        screen.wait_for(PROMPT)
        screen.type("e")
        assert screen.finish() == 0
        shown = [name for name in able("tic_tac_toe") if name not in ("human", *STRONG)]
        group = [name for name in shown if (agents()[name].group == "originals") == original]
        assert choices(screen.text, "Player") == group


@pytest.mark.parametrize("game", [*GAMES, ""])
def test_no_line_of_the_menu_breaks_within_a_word(game: str) -> None:
    with closing(Terminal("--plain", COLUMNS="80")) as screen:
        screen.wait_for(QUESTIONS[0])
        screen.type(game)
        reach(screen, QUESTIONS[1])
        screen.type("more", r"Player \[\d+\]: ")
        screen.type("e")
        assert screen.finish() == 0
        lines = screen.text.splitlines()
        assert max(map(len, lines)) < 80
        assert " ".join(" ".join(lines).split()).count(games()[game or GAMES[0]].summary) == 1


@pytest.mark.parametrize("question", ["Opponent", "Player"])
def test_any_player_is_chosen_by_its_spec(question: str) -> None:
    with closing(Terminal("--plain")) as screen:
        answer(screen, "tic_tac_toe", *(["more"] if question == "Player" else []))
        again = rf"Type a number from 1 to \d+, a player's name, or e to leave\.\s+{question} \["
        reach(screen, rf"{question} \[\d+\]: ")
        screen.type("levl(2)", r"there is no player 'levl'; did you mean level\?", again)
        screen.type("nine", "nine cannot play", again)
        screen.type("99", again)
        screen.type("Minimax(depth=2)", r"Who begins \[1\]: ")
        screen.type("opponent", r"X \(minimax\): [abc][123]", PROMPT)
        screen.type("e")
        assert screen.finish() == 0
        assert "Minimax(depth=2)" in offered(screen.text)


def test_numbers_of_the_menu_stand_below_each_other() -> None:
    with closing(Terminal("--plain")) as screen:
        answer(screen, "connect_four", "e")
        assert screen.finish() == 0
        block = screen.text.partition("Opponent [")[0].rpartition("\n\n")[2]
        dots = {line.index(".") for line in block.splitlines() if line.strip()}
        assert len(dots) == 1
        assert " 10. " in block


def test_wrong_input_is_asked_again_at_every_question() -> None:
    wrong = ["0", "99", "-1", "1.5", "²", "chess", "1 2"]
    again = r"Type a number from 1 to \d+,( a player's name,)? or e to leave\.\r\n"
    with closing(Terminal("--plain")) as screen:
        for question, right in zip(QUESTIONS, ["tic_tac_toe", "HUMAN", "1"], strict=True):
            for text in wrong:
                reach(screen, question)
                screen.type(text, again)
            screen.wait_for(question)
            screen.type(right)
        screen.wait_for(r"X \(human\) to move: ")
        screen.type("b2", r"O \(human\) to move: ")
        screen.press("d")
        assert screen.finish() == 0
        assert "Traceback" not in screen.text


def test_a_very_long_number_is_asked_again_as_well() -> None:
    with closing(Terminal("--plain")) as screen:
        answer(screen, "9" * 5000)
        assert screen.wait_for("Type a number from 1 to", "Traceback") == 0
        screen.wait_for(QUESTIONS[0])
        screen.type("e", "Goodbye")
        assert screen.finish() == 0


@pytest.mark.parametrize("begins", ["2", "Opponent"])
def test_the_opponent_begins(begins: str) -> None:
    with closing(Terminal("play", "--plain")) as screen:
        answer(screen, "tic_tac_toe", "random", begins)
        screen.wait_for(r"X \(random\): [abc][123]")
        screen.wait_for(r"O \(human\) to move: ")
        screen.type("quit", "Goodbye")
        assert screen.finish() == 0


def test_chance_may_decide_who_begins() -> None:
    begins = set()
    for _ in range(20):
        with closing(Terminal("--plain")) as screen:
            answer(screen, "tic_tac_toe", "random", "random")
            begins.add(screen.wait_for(r"X \(human\) to move: ", r"X \(random\): [abc][123]"))
        if len(begins) == 2:
            break
    assert begins == {0, 1}  # wrong once in half a million times


def test_a_whole_game_then_another_then_leaving() -> None:
    cells = [f"{col}{row}" for col in "abc" for row in "123"]
    with closing(Terminal("--plain")) as screen:
        answer(screen, "tic_tac_toe", "random", "")
        for game in range(2):
            for cell in islice(cycle(cells), 50):
                if screen.wait_for(PROMPT, AGAIN) == 1:
                    break
                screen.type(cell)
            screen.type("y" if game == 0 else "n")
        assert screen.finish() == 0
        ends = re.findall(r"^(?:. [XO] \((?:human|random)\) wins|Draw.*)\.$", screen.text, re.M)
        assert len(ends) == 2
        assert "Traceback" not in screen.text


@pytest.mark.req("S3.6")
@pytest.mark.parametrize(
    ("answers", "word"), [([], "q"), ([""], "Exit"), (["", "random"], "EXIT"), (["2", ""], "e")]
)
def test_exit_words_leave_the_menu_of_play(answers: list[str], word: str) -> None:
    with closing(Terminal("play", "--plain")) as screen:
        answer(screen, *answers, word)
        assert screen.finish() == 0
        assert screen.text.endswith("Goodbye.\n")


def let_begin(game: str, opponent: str) -> None:
    """Choose an opponent that begins, wait for its move and leave."""
    with closing(Terminal("--plain")) as screen:
        answer(screen, game, opponent, "opponent")
        if opponent != "human":
            screen.wait_for(rf"[XO] \({opponent}\): ")
        screen.wait_for(r"[XO] \(human\) to move: ")
        screen.type("exit")
        assert screen.finish() == 0
        assert "failed" not in screen.text


def test_in_a_pipe_nothing_is_asked_but_moves() -> None:
    done = inarow("play", typed="4\n")
    assert done.err == ""
    assert done.code == 0
    assert "Who begins" not in done.out
    assert "X (human) to move: 4\n" in done.out
    assert re.search(r"O \(level 3\): [1-7]\n", done.out)


# Nine boards at one keyboard


@pytest.mark.req("S2.4")
def test_two_people_play_nine_boards_at_the_server_without_a_socket() -> None:
    moves = "".join(f"{move}\n" for move in ["0", "x", "5", "1", "5", "2", "5", "3"])
    done = inarow("nine-board-server", "-x", "-o", "-m", "5", "5", typed=moves)
    assert done.err == ""
    assert done.code == 0
    assert done.out.count("next move for O ? ") == 6  # three of them after a wrong answer
    assert done.out.count("Type the number of a free cell (play in board 5, free cells: ") == 3
    assert "Cell 5 is taken.\n" in done.out
    assert "\nplay in board 5, free cells: 1 2 3 4 6 7 8 9\nnext move for O ? " in done.out
    assert done.out.count("next move for X ? ") == 2
    assert " . . . | O O o | . . .\n . . . | . X . | . . .\n" in done.out
    assert "Player O wins (triple)\n" in done.out


@pytest.mark.req("S2.4", "S3.6")
def test_a_person_leaves_the_nine_board_server() -> None:
    with closing(Terminal("nine-board-server", "-x", "-o", "--seed", "1")) as screen:
        screen.wait_for(r"next move for O \? ")
        screen.type("9", r"next move for X \? ")
        screen.type("e", "The game was left unfinished")
        assert screen.finish() == 0


# Free software for a plain terminal


@pytest.mark.req("S3.31", "S3.33")
def test_there_are_a_licence_and_documents_for_installation_and_requirements() -> None:
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in ("LICENSE", "docs/installation.md", "docs/index.md", "docs/privacy.md"):
        assert f"({target})" in readme
    installation = (ROOT / "docs" / "installation.md").read_text(encoding="utf-8")
    for needed in ("What the machine needs", "Python | 3.11", *dependencies()):
        assert needed in installation


def dependencies() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT"
    return [re.split(r"[<>=!~ \[;]", line)[0] for line in project["dependencies"]]


@pytest.mark.req("S3.33")
def test_everything_it_needs_is_free_software() -> None:
    assert dependencies()
    for name in dependencies():
        about = metadata(name)
        licence = " ".join(
            str(value)
            for key in ("License-Expression", "License", "Classifier")
            for value in about.get_all(key, [])
        )
        assert re.search(r"\b(MIT|BSD|Apache)\b", licence), name


@pytest.mark.req("S3.33")
def test_a_game_needs_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a game opened a network connection")

    monkeypatch.setattr(socket, "socket", refuse)
    done = inarow("play", "tic_tac_toe", "--first", "random", "--second", "normal")
    assert done.err == ""
    assert done.code == 0


@pytest.mark.req("S3.33", "S3.34")
def test_tic_tac_toe_is_played_on_the_plainest_terminal() -> None:
    game = ("play", "tic_tac_toe", "--second", "human")
    with closing(Terminal(*game, TERM="dumb", LC_ALL="C", PYTHONUTF8="0")) as screen:
        for move in ["a1", "a2", "b1", "b2", "c1"]:
            screen.wait_for(PROMPT)
            screen.type(move)
        screen.wait_for(AGAIN)
        screen.type("n")
        assert screen.finish() == 0
        assert "X (human) wins." in screen.text
        assert "\x1b" not in screen.shown


@pytest.mark.req("S3.34")
def test_tic_tac_toe_is_three_in_a_row_on_three_by_three() -> None:
    done = inarow("play", "tic_tac_toe", "--first", "random", "--second", "random")
    assert done.code == 0
    assert str(load_game("tic_tac_toe")) == str(load_game("mnk(3,3,3)"))
