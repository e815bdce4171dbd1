"""`inarow play --style ...`: people play whole games in every style, with every kind of mistake."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass

import pytest

from command_line import MACHINES, Done, Terminal, inarow, offered
from inarow.interfaces.terminal.styles import STYLES
from inarow.registry import games

PEOPLE = ("--first", "human", "--second", "human")
HINTS = ("--hints", "alphabeta(depth=2)")  # a depth, so that every run says the same
MISTAKES = ["", "x", "0", "99", "-1", "4 4", "ä●", "9" * 50]
PROMPTS = {
    "modern": "to move: ",
    "ascii": "to move: ",
    "lookahead": "'s turn: at ",
    "menu": "Enter a move: ",
    "gomoku": r"choose move \(row col\): |Invalid move! Try again: ",
    "nine": r"next move for [XO] \? ",
    "versus": "choose a column: ",
}
ONE_ROW = "(rows=1,cols=8,k=4)"  # the smallest game with full columns and a winner
ONE_ROW_WIN = ["1", "8", "2", "7", "3", "6", "4"]


def typed(answers: list[str]) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def masked(text: str) -> str:
    """A text without the time that a hint took."""
    return re.sub(r"in \d+\.\d\d s\n", "in ... s\n", text)


@dataclass(frozen=True)
class Session:
    """Games of two people.

    Args:
        style: the style.
        game: the game.
        start: what is typed first and taken back later.
        illegal: an answer that is illegal after that.
        told: what `moves` says there.
        wins: answers that win from the beginning.
        end: the line that ends the won game.
        resigned: the line that ends a game in which the player to move resigns after `start`.
    """

    style: str
    game: str
    start: list[str]
    illegal: str
    told: str
    wins: list[str]
    end: str
    resigned: str

    def __str__(self) -> str:
        return f"{self.style}-{self.game.partition('(')[0]}"

    def command(self) -> tuple[str, ...]:
        return ("play", self.game, *PEOPLE, "--style", self.style, "--seed", "1", *HINTS)

    def answers(self) -> list[str]:
        """Every mistake and every command, a won game, a resigned one, and leaving a third."""
        take_back = ["undo", "redo", "u", *["undo"] * (len(self.start) - 1)]
        return [
            *[*MISTAKES, "help", "hint", "undo", "redo", "moves"],
            *[*self.start, self.illegal, "moves", "h", *take_back],
            *[*self.wins, "perhaps", "", "y"],
            *[*self.start, "resign", "yes"],
            *[*self.start, "Exit"],
        ]


def drops(style: str, game: str, end: str, resigned: str) -> Session:
    return Session(style, game + ONE_ROW, ["5"], "5", "5", ONE_ROW_WIN, end, resigned)


THREE_IN_A_ROW = ["a1", "a2", "b1", "b2", "c1"]
X_WINS, X_RESIGNED = "X (human) wins.", "X (human) wins by resignation."
SESSIONS = [
    drops("modern", "connect_four", X_WINS, X_RESIGNED),
    drops("modern", "random_drop", X_WINS, X_RESIGNED),
    Session("modern", "tic_tac_toe", ["b2"], "b2", "b2", THREE_IN_A_ROW, X_WINS, X_RESIGNED),
    Session(
        "modern",
        "nine_board(first_move=free)",
        ["5", "5"],
        "5",
        "55",
        ["4", "5", "4", "2", "4", "8"],
        X_WINS,
        X_RESIGNED,
    ),
    drops("ascii", "connect_four", X_WINS, X_RESIGNED),
    Session(
        "ascii", "mnk(4,3,3)", ["b2", "c4"], "c4", "b2c4", THREE_IN_A_ROW, X_WINS, "O (human) wins"
    ),
    drops(
        "lookahead",
        "connect_four",
        "Player X (Human) wins in 4 moves! Line: [1, 1] to [1, 4]",
        "Player X (Human) wins by resignation.",
    ),
    drops(
        "lookahead",
        "random_drop",
        "Player X (Human) wins in 4 moves! Line: [1, 1] to [1, 4]",
        "Player X (Human) wins by resignation.",
    ),
    drops("menu", "connect_four", "O Wins!", "O Wins! (resigned)"),
    Session(
        "gomoku",
        "tic_tac_toe",
        ["1 1"],
        "1 1",
        "b2",
        ["0 0", "1 0", "0 1", "1 1", "0 2"],
        "Game over! Player X wins!",
        "Game over! Player X wins! (resigned)",
    ),
    Session(
        "nine",
        "nine_board(first_move=free)",
        ["5", "5"],
        "5",
        "55",
        ["4", "5", "4", "2", "4", "8"],
        "Player X wins (triple)",
        "Player X wins (resigned)",
    ),
    drops("versus", "connect_four", "Game Over! human wins!", "Game Over! human wins! (resigned)"),
]


INVITATION = "Type a move, or help to see what else you can type.\n"
"""What a person at a terminal reads first."""


def test_every_style_has_a_session() -> None:
    assert {session.style for session in SESSIONS} == set(STYLES) == set(PROMPTS)


@pytest.mark.req("S3.5", "S3.6", "S3.7", "S0.21", "S4.10")
@pytest.mark.parametrize("session", SESSIONS, ids=str)
def test_people_play_make_mistakes_take_back_ask_and_leave(session: Session) -> None:
    asks = rf"{PROMPTS[session.style]}|Play again\? \(y/n\): "
    with closing(Terminal(*session.command())) as screen:
        for answer in session.answers():
            screen.wait_for(asks)
            screen.type(answer)
        assert screen.finish() == 0
        shown = screen.text.removeprefix(INVITATION)
    assert "Traceback" not in shown
    assert "Type a move (" in shown
    assert len(re.findall(r"Hint:\n[^*]*\n?\* ", shown)) == shown.count("Hint:") == 2
    assert re.findall("Moves so far: (.*)", shown) == ["none", session.told]
    assert shown.count("There is nothing to take back.\n") == 1
    assert shown.count("There is nothing to play again.\n") == 1
    assert shown.count("Taken back.\n") == 1 + len(session.start)
    assert shown.count("Played again.\n") == 1
    assert shown.count("Type y or n.\n") == 2
    assert f"{session.end}\nPlay again? (y/n): perhaps\n" in shown
    assert session.resigned in shown
    assert shown.splitlines()[-1].startswith("Goodbye. Continue with: ")
    assert offered(shown)[0] == "play"

    piped = inarow(*session.command(), typed=typed(session.answers()))
    assert piped.err == ""
    assert piped.code == 0
    assert masked(piped.out) == masked(shown)
    assert "\x1b" not in piped.out


# Against a machine

AGAINST_RANDOM = [
    ("modern", "connect_four", list("1234567"), r"O \(random\): [1-7]"),
    ("ascii", "tic_tac_toe", [f"{c}{r}" for c in "abc" for r in "123"], r"O \(random\): [abc]\d"),
    ("lookahead", "random_drop", ["?", *"1234567"], r"Player O \(random\)'s turn: at [1-7]"),
    ("menu", "connect_four", list("1234567"), "X's turn:"),
    (
        "gomoku",
        "mnk(4,4,3)",
        [f"{row} {col}" for row in range(4) for col in range(4)],
        r"Player O moves: \[[0-3], [0-3]\]",
    ),
    ("nine", "nine_board", list("123456789"), "X: board [1-9]|O: cell [1-9]"),
    ("versus", "connect_four", list("1234567"), "random plays column [1-7]"),
]


@pytest.mark.req("S3.12", "S3.15", "S3.16")
@pytest.mark.parametrize(
    ("style", "game", "moves", "report"), AGAINST_RANDOM, ids=[case[0] for case in AGAINST_RANDOM]
)
def test_a_person_plays_a_machine_to_the_end_in_every_style(
    style: str, game: str, moves: list[str], report: str
) -> None:
    players = ("--first", "human", "--second", "random", "--seed", "2")
    done = inarow("play", game, *players, "--style", style, typed=typed(moves * 20))
    assert done.err == ""
    assert done.code == 0
    played, _, after = done.out.partition("Play again? (y/n): ")
    assert after != ""  # the game came to its end
    assert len(re.findall(rf"^(?:{report}|[●○] (?:{report}))$", played, re.MULTILINE)) >= 2


@pytest.mark.parametrize("style", STYLES)
def test_a_style_draws_the_games_it_is_made_for_and_refuses_others(style: str) -> None:
    drawn = {
        "gomoku": {"mnk", "tic_tac_toe", "gomoku"},
        "nine": {"nine_board"},
        "lookahead": {"connect_four", "random_drop"},
        "menu": {"connect_four", "random_drop"},
        "versus": {"connect_four", "random_drop"},
    }.get(style, set(games()))
    for game in games():
        done = inarow("play", game, *MACHINES, "--seed", "1", "--style", style)
        if game in drawn:
            assert (done.code, done.err) == (0, ""), game
            assert "\x1b" not in done.out, game
            assert re.search("(?i)wins|draw|tie", done.out.splitlines()[-1]), game
        else:
            assert_refused(done, f"the style {style} cannot draw")


def assert_refused(done: Done, message: str) -> None:
    assert re.fullmatch(r"inarow: [^\n]+\n", done.err)
    assert message in done.err
    assert done.code == 2
    assert done.out == ""


# Moves that help and hints name


@pytest.mark.parametrize("session", {one.style: one for one in SESSIONS}.values(), ids=str)
def test_moves_that_help_and_hints_name_can_be_typed(session: Session) -> None:
    told = inarow(*session.command(), typed=typed(["help", "hint"])).out
    examples = re.search(r"Type a move \(((?:.|\n)*?)\),\n", told)
    assert examples is not None
    named = examples[1].removesuffix(", ...").split(", ")
    hinted = re.findall(r"^[* ] +(\S.*?)  +\S", told.partition("Hint:\n")[2], re.MULTILINE)
    assert named
    assert 1 <= len(hinted) <= 3
    answers = [answer for move in [*named, *hinted] for answer in (move, "undo")]
    done = inarow(*session.command(), typed=typed(answers))
    assert done.out.count("Taken back.\n") == len(named) + len(hinted)
    assert "There is nothing to take back" not in done.out
