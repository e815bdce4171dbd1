"""Hints: the best moves with their values in words, from any player, and no turn is lost."""

from __future__ import annotations

import re
from contextlib import closing
from time import monotonic

import pytest

from command_line import Done, Terminal, inarow
from inarow.games.record import Record
from inarow.interfaces.app.app import InarowApp
from inarow.interfaces.terminal import game as terminal_game
from inarow.interfaces.terminal.series import Series
from inarow.search.limit import Limit
from screens import Seat, see, use

PEOPLE = ("--first", "human", "--second", "human")
PROMPT = r"to move: "
MUST_BLOCK = ("play", "connect_four", *PEOPLE, "--style", "ascii", "--moves", "17273")
HINT = re.compile(r"Hint:\n(?P<moves>(?:[* ] .*\n)+)(?:\n(?P<line>line: .*\n)?)?(?P<rest>.*)\n")


def typed(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def hints(out: str) -> list[re.Match[str]]:
    return list(HINT.finditer(out))


def judged(hint: re.Match[str]) -> list[tuple[str, str, str]]:
    """The moves of a hint with their words and reasons, best first."""
    found = []
    for number, line in enumerate(hint["moves"].splitlines()):
        match = re.fullmatch(r"([* ]) +(\S+(?: \S+)?)  (.{1,24}) ?(.*)", line)
        assert match is not None, line
        assert match[1] == ("*" if number == 0 else " ")
        found.append((match[2], match[3].strip(), match[4]))
    return found


def assert_fine(done: Done) -> None:
    assert done.err == ""
    assert done.code == 0


def test_a_coach_warns_before_a_slip_counts_and_gives_graded_hints() -> None:
    game = ("play", "tic_tac_toe", *PEOPLE, "--moves", "b2", "--style", "ascii")
    done = inarow(*game, "--coach", typed=typed("b3", "what", "h", "h", "hint", "y", "a3", "e"))
    assert_fine(done)
    _, _, rest = done.out.partition("Coach: b3 is a blunder: from draw to loss in 6.\n")
    assert "Try again? (y, n or hint): what\nType y, n or hint.\n" in rest
    hints = ("Look at the cells from a2 to b3.", "It is a quiet move", "It is a3.")
    places = [rest.index(hint) for hint in hints]
    assert places == sorted(places)
    assert "a3 is" not in rest, "a good move is played without a word"
    assert rest.rstrip().endswith("--coach")
    stubborn = inarow(*game, typed=typed("coach", "b3", "n", "a3", "c1", *("a1", "c3"), "n"))
    assert_fine(stubborn)
    assert "The coach looks at every move of yours before it is played." in stubborn.out
    refused = inarow("play", "--first", "random", "--second", "random", "--coach")
    assert "--coach is for people, and none plays here" in refused.err


# What a hint says


def test_a_hint_shows_the_winning_move_with_its_words() -> None:
    done = inarow("play", "tic_tac_toe", *PEOPLE, "--moves", "a1b1a2b2", typed=typed("h"))
    assert_fine(done)
    [hint] = hints(done.out)
    reason = "wins: completes the column from a1 to a3"
    assert judged(hint)[0] == ("a3", "win in 1 ply (proven)", reason)
    assert hint["line"] == "line: a3\n"
    assert " to move: " in hint["rest"], "no engine noise: the next question follows at once"


def test_a_hint_shows_what_blocks_and_what_loses() -> None:
    done = inarow(*MUST_BLOCK, "--hints", "alphabeta(depth=2)", typed=typed("hint"))
    assert_fine(done)
    [hint] = hints(done.out)
    best, *others = judged(hint)
    assert best[0] == "4"
    assert best[2].startswith("blocks the row from column 1, row 1 to column 4, row 1")
    assert re.fullmatch(r"estimate: [+-]\d+ points", best[1])
    assert len(others) == 2
    for _, words, reason in others:
        assert words == "loss in 2 plies (proven)"
        assert reason == "lets the opponent win at column 4, row 1"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("tic_tac_toe", "draw (proven)"),
        ("connect_four(rows=2,cols=3,k=2)", "win in 3 plies (proven)"),
    ],
)
def test_a_solved_game_is_told_as_proven(game: str, words: str) -> None:
    moves = ("--moves", "b2a1c1a3") if game == "tic_tac_toe" else ()
    done = inarow("play", game, *PEOPLE, *moves, typed=typed("h"))
    assert_fine(done)
    assert judged(hints(done.out)[0])[0][1] == words


def test_zero_has_no_minus_sign() -> None:
    game = ("play", "connect_four(rows=2,cols=2)", *PEOPLE, "--moves", "1")
    done = inarow(*game, "--hints", "alphabeta(depth=1)", typed=typed("h"))
    assert_fine(done)
    assert {words for _, words, _ in judged(hints(done.out)[0])} == {"estimate: +0 points"}


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("connect_four", "44"),
        ("random_drop", ""),
        ("gomoku", "h8i9"),
        ("nine_board(first_move=free)", ""),
        ("nine_board(first_move=free)", "55"),
    ],
)
def test_every_game_has_hints_and_none_costs_a_turn(game: str, moves: str) -> None:
    setup = ("play", game, *PEOPLE, "--moves", moves, "--limit", "30ms")
    done = inarow(*setup, typed=typed("h", "H", "hint", "HINT", "moves"))
    assert_fine(done)
    shown = hints(done.out)
    assert len(shown) == 4
    for hint in shown:
        assert 1 <= len(judged(hint)) <= 3
        assert all(words for _, words, _ in judged(hint))
    assert f"Moves so far: {moves or 'none'}\n" in done.out
    assert len(set(re.findall(r"^.* to move: ", done.out, re.MULTILINE))) == 1


def test_a_hint_is_what_analyse_says() -> None:
    agent = "alphabeta(depth=4)"
    hint = hints(inarow(*MUST_BLOCK, "--hints", agent, typed=typed("h")).out)[0]
    done = inarow("analyse", "--moves", "17273", "--agent", agent)
    assert_fine(done)
    assert hint["moves"] in done.out
    assert hint["line"] in done.out


# Who gives hints


@pytest.mark.parametrize(
    ("agent", "best"),
    [
        ("minimax", "4"),
        ("classic-minimax(depth=2)", "4"),
        ("mcts(simulations=300,seed=1)", "4"),
        ("normal(seed=1)", "4"),
        ("classic-alphabeta(depth=3)", "4"),
        ("random(seed=1)", None),
    ],
)
def test_any_player_can_be_asked(agent: str, best: str | None) -> None:
    done = inarow(*MUST_BLOCK, "--hints", agent, typed=typed("h"))
    assert_fine(done)
    [hint] = hints(done.out)
    moves = judged(hint)
    if best is None:
        assert {words for _, words, _ in moves} == {"not judged"}
    else:
        assert moves[0][0] == best
        assert moves[0][2].startswith("blocks the row from column 1, row 1 to column 4, row 1")


def test_a_player_that_cannot_play_the_game_says_so() -> None:
    done = inarow(*MUST_BLOCK, "--hints", "classic-gomoku", typed=typed("h", "4"))
    assert_fine(done)
    assert "classic-gomoku cannot give hints for connect_four.\n" in done.out
    assert hints(done.out) == []
    assert "X (human) to move: " in done.out


@pytest.mark.parametrize("agent", ["nobody", "alphabeta(deep=3)", "alphabeta(depth=0)", "mcts("])
def test_an_unknown_player_is_one_line_and_exit_code_2(agent: str) -> None:
    done = inarow(*MUST_BLOCK, "--hints", agent, typed=typed("h"))
    assert re.fullmatch(r"inarow: [^\n]+\n", done.err)
    assert done.code == 2
    assert done.out == ""


def test_a_person_as_adviser_does_not_break_the_end_of_the_input() -> None:
    done = inarow(*MUST_BLOCK, "--hints", "human", typed=typed("h"))
    assert "Traceback" not in done.err
    assert done.code in (0, 2)  # left, or refused from the start; 130 would mean Ctrl-C


@pytest.mark.req("X.5")
def test_a_seed_makes_hints_repeatable() -> None:
    game = (*MUST_BLOCK, "--hints", "mcts(simulations=30)", "--seed", "5")
    told = [[judged(hint) for hint in hints(inarow(*game, typed=typed("h")).out)] for _ in range(3)]
    assert told[0] == told[1] == told[2] != []


def test_the_adviser_does_not_change_the_opponent() -> None:
    game = ("play", "connect_four", "--second", "normal", "--seed", "3", "--style", "ascii")
    moves = re.compile(r"^O \(normal\): .*$", re.MULTILINE)
    asked = inarow(*game, "--hints", "mcts(simulations=30)", typed=typed("h", "4", "h", "3")).out
    alone = inarow(*game, typed=typed("4", "3")).out
    assert moves.findall(asked) == moves.findall(alone) != []


# On a terminal, and in the programs of others


def test_a_hint_comes_within_its_time_and_the_game_goes_on() -> None:
    with closing(Terminal("play", "gomoku", *PEOPLE, "--moves", "h8i9h9")) as screen:
        screen.wait_for(PROMPT)
        start = monotonic()
        screen.type("h", "Hint:", PROMPT)
        assert monotonic() - start < 10
        screen.type("h10", r"black \(human\) to move: ")
        screen.type("moves", "Moves so far: h8i9h9h10", PROMPT)
        screen.press("d")
        assert screen.finish() == 0


def test_ctrl_c_stops_a_hint_that_takes_long() -> None:
    game = ("play", "connect_four", *PEOPLE, "--hints", "minimax(depth=20)", "--limit", "60s")
    with closing(Terminal(*game)) as screen:
        screen.wait_for(PROMPT)
        screen.type("hint", "hint\r\n")
        screen.wait_until_it_thinks()
        screen.press("c")
        assert screen.finish() == 130
        assert screen.text.endswith("\ninarow: stopped\n")
        assert "Traceback" not in screen.text


@pytest.mark.parametrize(
    ("program", "before", "after"),
    [
        ("menu", ["1", "1"], ["4", "resign", "n"]),
        ("lookahead 67 hh", [], ["4", "resign"]),
        ("gomoku 0 3 3", [], ["1 1", "resign"]),
        ("versus", ["1", "Ada", "Bob", "R", "Y"], ["4", "resign", "n"]),
    ],
)
def test_the_original_programs_give_hints_too(
    program: str, before: list[str], after: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Limit(seconds=60, nodes=2000)  # and no clock: a busy machine would see fewer moves
    monkeypatch.setattr(terminal_game, "HINT_LIMIT", work)
    done = inarow("classic", *program.split(), typed=typed(*before, "h", *after))
    assert_fine(done)
    [hint] = hints(done.out)
    assert len(judged(hint)) == 3
    assert re.search(r"(?i)wins", done.out)


def test_reasons_speak_the_notation_of_their_style() -> None:
    moves = typed("0 0", "1 1", "0 1", "h")
    done = inarow("classic", "gomoku", "0", "3", "3", typed=moves)
    assert_fine(done)
    [hint] = hints(done.out)
    assert judged(hint)[0][0] == "0 2"
    assert "blocks the row from 0 0 to 0 2" in judged(hint)[0][2]
    assert not re.search(r"\b[a-c][1-3]\b", hint["moves"]), "no other notation"


def test_the_coach_of_the_app_is_the_same() -> None:
    series = Series(("human", "human"), coach=True)

    async def scenario(pilot: Seat, app: InarowApp) -> None:
        record = Record("tic_tac_toe")
        record.push_moves("b2")
        app.play(series, record)
        await see(pilot, app, "1. b2", "c coach")
        await pilot.press("up", "enter")
        await see(pilot, app, "Coach: b3 is a blunder: from draw to loss in 6.", "try again")
        for hint in ("Look at the cells from a2 to b3.", "It is a quiet move", "It is a3."):
            await pilot.press("down", "enter")
            await see(pilot, app, hint)
        await pilot.press("enter")
        assert "1. b2\n" in await see(pilot, app, "Player 2 to move.")
        await pilot.press("left", "enter")
        await see(pilot, app, "1. b2 a3", "Player 1 to move.")
        await pilot.press("c")
        await see(pilot, app, "The coach is gone.")

    use(scenario)
