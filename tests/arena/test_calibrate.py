"""Calibration: the right ladder, resumable, and a ratings file that says what was measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Done, inarow
from inarow.agents import levels
from inarow.agents.levels import LADDERS
from inarow.arena.calibrate import calibration_store, ladder_event, measured, write_ratings
from inarow.arena.crews import Serial
from inarow.arena.results import GameResult, tally
from inarow.arena.schedule import meetings
from inarow.arena.store import open_store
from inarow.arena.tournament import run_event
from inarow.errors import BadFile, NotSupported
from inarow.registry import load_game

GAME = str(load_game("tic_tac_toe"))


def calibrate(folder: Path, *options: str) -> Done:
    files = ("--folder", str(folder / "games"), "--out", str(folder / "ratings.json"))
    small = ("--game", "tic_tac_toe", "--rounds", "2", "--workers", "0")
    return inarow("arena", "calibrate", *files, *small, *options)


def test_everybody_meets_the_next_two() -> None:
    assert meetings(["a", "b", "c", "d"], "ladder") == [
        ("a", "b"),
        ("b", "c"),
        ("c", "d"),
        ("a", "c"),
        ("b", "d"),
    ]
    assert meetings(["a", "b"], "ladder") == [("a", "b")]


@pytest.mark.parametrize("game", LADDERS)
def test_a_ladder_leads_from_the_random_player_to_the_top(game: str) -> None:
    event = ladder_event(game)
    names = [entrant.name for entrant in event.players]
    assert names[0] == "random"
    count = len(LADDERS[game])
    assert names[-count:] == [f"level {number}" for number in range(1, count + 1)]
    specs = [entrant.spec for entrant in event.players[-count:]]
    assert specs == [strength.spec for strength in LADDERS[game]]
    assert event.limit == ""  # or it would cut the budgets of the levels


def test_a_board_that_borrows_its_levels_is_not_measured() -> None:
    with pytest.raises(NotSupported, match="has no levels of its own to measure"):
        ladder_event("connect_four(rows=5,cols=5)")


def ladder_results(steps: int) -> list[GameResult]:
    """Games in which each of four players beats the one below in three of four games."""
    names = ["random", "level 1", "level 2", "level 3"]
    found = []
    for at in range(len(names) - 1):
        low, high = names[at], names[at + 1]
        for number in range(steps):
            found.append(GameResult(high, low, 1))
            found.append(GameResult(low, high, number % 2))
    return found


def test_elo_is_counted_from_the_random_player_and_steps_from_the_level_below() -> None:
    event = ladder_event(GAME)
    found = measured(event, tally(ladder_results(400)))
    assert found["games"] == 2400
    elos = [level["elo"] for level in found["levels"]]
    steps = [level["step"] for level in found["levels"]]
    for step in steps:
        assert step == pytest.approx(191, abs=25)  # 75 %
    assert elos == pytest.approx([sum(steps[: at + 1]) for at in range(3)], abs=2)
    errors = [level["error"] for level in found["levels"]]
    assert errors == sorted(errors)  # they add up
    assert all(level["step_error"] < 25 for level in found["levels"])
    assert [level["player"] for level in found["levels"]] == [s.spec for s in LADDERS[GAME]]


def test_a_calibration_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    event = ladder_event(GAME, rounds=2, seed=3)
    whole, broken = tmp_path / "whole.sqlite", tmp_path / "broken.sqlite"
    with calibration_store(whole, event) as store:
        expected = measured(event, run_event(store, Serial()).tally)

    def stop_early(progress: object) -> None:
        raise KeyboardInterrupt

    with calibration_store(broken, event) as store, pytest.raises(KeyboardInterrupt):
        run_event(store, Serial(), stop_early)
    with open_store(broken) as store:
        assert 0 < store.finished < 20
    with calibration_store(broken, event) as store:
        assert measured(event, run_event(store, Serial()).tally) == expected


def test_games_of_other_rounds_are_not_mixed_in(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    calibration_store(path, ladder_event(GAME, rounds=2)).close()
    with pytest.raises(BadFile, match="holds games of other levels, rounds or seeds"):
        calibration_store(path, ladder_event(GAME, rounds=3))


def test_a_ratings_file_keeps_the_other_games(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    other, unknown = str(load_game("gomoku")), "a game of a newer version"
    path.write_text(json.dumps({"games": {unknown: {"levels": [0]}}}), encoding="utf-8")
    write_ratings(path, other, {"levels": [1]})
    write_ratings(path, GAME, {"levels": [2]})
    write_ratings(path, other, {"levels": [3]})
    games = json.loads(path.read_text(encoding="utf-8"))["games"]
    assert list(games) == [GAME, other, unknown], "in the order of the ladders"
    assert games == {GAME: {"levels": [2]}, other: {"levels": [3]}, unknown: {"levels": [0]}}
    assert [file.name for file in tmp_path.iterdir()] == ["ratings.json"]


DAMAGED = ["[]", "{}", "no json", '{"games": []}', '{"games": {"a": 1}}', "[" * 100_000]


@pytest.mark.parametrize("text", [*DAMAGED, '{"games": {"a": "levels"}}'])
def test_a_file_that_holds_no_ratings_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ratings.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile, match="is not a ratings file"):
        write_ratings(path, GAME, {})
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("text", [*DAMAGED, "", '{"games": {"a": {"levels": [{}]}}}'])
def test_levels_play_without_ratings_where_the_shipped_file_is_damaged(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "ratings.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr("inarow.agents.levels.files", lambda _: tmp_path)
    levels._ratings.cache_clear()
    try:
        assert {level.rating for level in levels.levels_of(load_game("tic_tac_toe"))} == {None}
    finally:
        levels._ratings.cache_clear()
    assert [record.getMessage() for record in caplog.records] == [
        "levels have no ratings: data/ratings.json of this package is damaged"
    ]


def test_an_empty_file_holds_nothing_to_lose(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    path.touch()
    write_ratings(path, GAME, {"levels": [1]})
    assert json.loads(path.read_text(encoding="utf-8")) == {"games": {GAME: {"levels": [1]}}}


# The command


def test_a_file_of_another_kind_is_refused_before_the_first_game(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    path.write_text('{"event": {}, "games": []}', encoding="utf-8")
    done = calibrate(tmp_path)
    assert done.code == 2
    assert "exists and is no ratings file: name another file" in done.err
    assert [file.name for file in tmp_path.iterdir()] == ["ratings.json"]
    assert path.read_text(encoding="utf-8") == '{"event": {}, "games": []}'


def test_the_command_measures_and_writes_and_repeats_itself(tmp_path: Path) -> None:
    done = calibrate(tmp_path)
    assert done.code == 0
    assert "level    Elo   +-   step   +-  games  player" in done.out
    assert f"Written to {tmp_path / 'ratings.json'}." in done.out
    text = (tmp_path / "ratings.json").read_text(encoding="utf-8")
    found = json.loads(text)["games"][GAME]
    assert found["games"] == 20
    again = calibrate(tmp_path, "--json")  # nothing is left to play
    assert json.loads(again.out) == {GAME: found}
    assert (tmp_path / "ratings.json").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--game", "chess"), "there is no game 'chess'"),
        (("--game", "connect_four(5,5)"), "has no levels of its own"),
        (("--rounds", "0"), "--rounds"),
    ],
)
def test_wrong_input_is_one_line(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    done = calibrate(tmp_path, *options)
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1
