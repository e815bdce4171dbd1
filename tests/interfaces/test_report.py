"""`inarow arena report`: one file to hand out, with what each player can learn from the event."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena_events import player_file
from command_line import assert_one_line_error, inarow
from inarow.arena.event import event_of
from inarow.arena.feedback import overlooked
from inarow.arena.job import play_game
from inarow.arena.result_keeping import result_keeping
from inarow.errors import NotSupported
from inarow.games.notation import play_moves
from inarow.registry import load_game

HOSTILE = "<script>"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of an event with a player that fails and one with an evil name."""
    folder = tmp_path_factory.mktemp("report")
    bad = player_file(folder, "return 99 if state.ply > 4 else state.legal_actions()[0]")
    (folder / "typo.py").write_text("def move(state)\n", "utf-8")
    players = ["random", f"{HOSTILE}=random", f"bad={bad}", f"{folder / 'typo.py'}"]
    words = [word for player in players for word in ("--player", player)]
    store = str(folder / "e.sqlite")
    event = ("--game", "tic_tac_toe", "--rounds", "2", "--workers", "0", "--out", store)
    assert inarow("arena", "run", *words, *event).code == 3
    done = inarow("arena", "report", store)
    assert (done.code, done.out) == (0, f"{folder / 'e.html'}\n")
    return folder / "e.html"


def test_a_report_says_what_happened_and_needs_nothing_else(report: Path) -> None:
    text = report.read_text("utf-8")
    assert HOSTILE not in text
    assert text.count("<h2>") + text.count('class="player"') >= 6
    assert re.search(
        r"lost \d games by an illegal move, the first one at ply \d of game \d: ", text
    )
    assert "typo was left out: SyntaxError" in text
    kept = re.findall(
        r"(\d+) of \d+ moves judged by proof: kept the result in (\d+) of (\d+)", text
    )
    assert len(kept) == 3
    assert all(int(asked) >= int(all_) >= int(good) for asked, good, all_ in kept)
    assert re.search(r"the worst: \S+ at ply \d of game \d turned a (win|draw) into a ", text)
    assert text.count("<svg") >= 4  # the pictures
    assert "data:image/svg+xml;base64," in text  # the films
    links = re.findall(r'(?:href|src)="([^"]*)"', text)
    assert all(link.startswith(("#", "data:")) for link in links)
    for anchor in {link[1:] for link in links if link.startswith("#")}:
        assert f'id="{anchor}"' in text


def test_a_report_replaces_only_a_report(report: Path, tmp_path: Path) -> None:
    store = str(report.with_suffix(".sqlite"))
    assert inarow("arena", "report", store).code == 0
    notes = tmp_path / "notes.html"
    notes.write_text("my notes", "utf-8")
    refused = inarow("arena", "report", store, "--out", str(notes))
    assert_one_line_error(refused, 2, "exists and is no report of an event")
    assert notes.read_text("utf-8") == "my notes"


def test_a_sample_of_moves_is_judged_and_luck_is_not() -> None:
    event = event_of({"game": "tic_tac_toe", "players": ["a=random", "b=random"], "rounds": 4})
    games = [play_game(event, pairing) for pairing in event.schedule(["b2", "a1"])]
    few = result_keeping(event.rules, ["b", "a"], games, most=5)
    assert [(one.player, one.asked) for one in few] == [("b", 5), ("a", 5)]
    everything = result_keeping(event.rules, ["a", "b"], games, most=1000)
    assert [one.asked == one.moves for one in everything] == [True, True]
    assert sum(one.unproven for one in everything) == 0
    with pytest.raises(NotSupported, match="dice"):
        result_keeping(load_game("random_drop"), ["a"], [])


@pytest.mark.parametrize(
    ("game", "moves", "played", "slip"),
    [
        ("connect_four", "11223", "1", (False, "4")),
        ("connect_four", "11223", "4", None),
        ("tic_tac_toe", "a1b1a2b2", "c3", (True, "a3")),
        ("tic_tac_toe", "a1b2a2", "c3", (False, "a3")),
    ],
)
def test_what_is_overlooked_is_certain(
    game: str, moves: str, played: str, slip: tuple[bool, str] | None
) -> None:
    rules = load_game(game)
    state = play_moves(rules.initial_state(), moves)
    found = overlooked(state, rules.parse(played))
    assert (found and (found[0], rules.format(found[1]))) == slip
