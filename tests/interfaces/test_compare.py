"""`inarow arena compare`: two players, one sentence, and an exit code that a script can go by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import assert_one_line_error, inarow
from inarow.arena.compare import Compare, Finding, comparison_of
from inarow.arena.results import GameResult, tally
from inarow.arena.store import open_store
from schemas import check

SMALL = ("--game", "tic_tac_toe", "--workers", "0", "--elo", "300")
"""Decided after few games."""


def test_the_stronger_player_is_named_whoever_comes_first(tmp_path: Path) -> None:
    done = inarow("arena", "compare", "minimax(depth=3)", "random", *SMALL)
    assert done.code == 0, done.err
    assert done.out.startswith("minimax(depth=3) is stronger: ")
    assert " of the points over " in done.out
    store = tmp_path / "c.sqlite"
    turned = ("random", "minimax(depth=3)", *SMALL, "--json", "--out", str(store))
    other = inarow("arena", "compare", *turned)
    found = json.loads(other.out)
    check("arena_compare", other.out)
    assert (other.code, found["finding"]) == (4, "second")
    assert found["share"] + found["error"] < 0.5
    assert found["sentence"].startswith("minimax(depth=3) is stronger: ")
    shown = inarow("arena", "show", str(store)).out
    assert f"stopped: {found['sentence']}" in shown
    with open_store(store) as kept:
        assert {game.pairing.opening for game in kept.games()} > {kept.game(0).pairing.opening}
    again = inarow("arena", "compare", *turned)
    assert_one_line_error(again, 2, "exists already: go on with")


def test_equal_players_and_too_few_games_are_no_answer() -> None:
    same = inarow("arena", "compare", "random", "random", *SMALL, "--games", "400")
    assert (same.code, same.err.count("Traceback")) == (5, 0)
    assert same.out.startswith(
        "no difference larger than 300 Elo (85 to 15 %) was found: first has"
    )
    few = inarow("arena", "compare", "random", "level(1)", *SMALL, "--games", "4", "--json")
    found = json.loads(few.out)
    assert (few.code, found["finding"], found["games"]) == (6, "open", 4)
    assert found["sentence"].startswith("not decided yet: random has ")


def test_a_player_that_fails_is_not_called_weaker(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def move(state):\n    return 99\n", "utf-8")
    done = inarow("arena", "compare", "random", str(tmp_path / "bad.py"), *SMALL)
    assert (done.code, done.out) == (
        3,
        "no answer: bad failed too often (10 x illegal) and was taken out.\n",
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("random", "nobody"), "there is no player 'nobody'"),
        (("random", "human"), "people cannot take part"),
        (("random", "minimax", "--elo", "1"), "elo"),
        (("random", "minimax", "--game", "nothing"), "there is no game 'nothing'"),
    ],
)
def test_mistakes_are_one_line(words: tuple[str, ...], message: str) -> None:
    assert_one_line_error(inarow("arena", "compare", *words), 2, message)


def test_one_look_decides_between_three_answers() -> None:
    def of(scores: list[float]) -> Finding:
        seats = [("a", "b") if at % 2 == 0 else ("b", "a") for at in range(len(scores))]
        games = [
            GameResult(*who, score, pair=at // 2)
            for at, (who, score) in enumerate(zip(seats, scores, strict=True))
        ]
        return Compare(elo=100).found(tally(games, ["a", "b"])).finding

    assert of([]) is Finding.OPEN
    assert of([1.0, 0.0] * 40) is Finding.FIRST
    assert of([0.0, 1.0] * 40) is Finding.SECOND
    assert of([1.0, 1.0, 0.0, 0.0] * 100 + [1, 0, 0, 1]) is Finding.SAME
    assert of([1.0, 0.0]) is Finding.OPEN


def test_defaults_suit_the_board() -> None:
    event = comparison_of(["random", "minimax"], "mnk(2,2,2)")
    assert (event.openings, event.rounds, event.form) == ("start", 500, "match")
