"""Exports of events: all games in each form, and what other programs read."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from arena_events import played, small_event
from command_line import inarow
from inarow.arena.openings import load_openings
from inarow.arena.store import create_store, open_store
from inarow.games.record_file import load_record, load_records
from inarow.games.record_text import format_record, parse_record
from inarow.registry import load_game

OPENINGS = ("a1", "b2")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exports") / "event.sqlite"
    with create_store(path, small_event(), OPENINGS) as store:
        store.add(played(small_event(), OPENINGS))
    return path


def test_exports_hold_every_game(store: Path, tmp_path: Path) -> None:
    with open_store(store) as found:
        games = list(found.games())
    text = inarow("arena", "export", str(store)).out
    records = [parse_record("[Game" + part) for part in text.split("[Game")[1:]]
    assert [record.moves.replace(" ", "") for record in records] == [game.moves for game in games]
    assert format_record(records[0]) in text
    target = tmp_path / "x.csv"
    assert inarow("arena", "export", str(store), "--out", str(target)).code == 0
    rows = list(csv.DictReader(StringIO(target.read_text("utf-8"))))
    assert [row["moves"] for row in rows] == [game.moves for game in games]
    assert rows[0]["first"] == "a"
    one = tmp_path / "one.txt"
    assert inarow("arena", "export", str(store), "--game", "1", "--out", str(one)).code == 0
    assert load_record(one).outcome is not None
    assert inarow("arena", "export", str(store), "--out", str(target)).code == 0
    target.write_text("my thesis", encoding="utf-8")
    refused = inarow("arena", "export", str(store), "--out", str(target))
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert target.read_text("utf-8") == "my thesis"
    data = json.loads(inarow("arena", "export", str(store), "--format", "json").out)
    assert [row["moves"] for row in data["games"]] == [game.moves for game in games]
    assert data["players"][0]["spec"] == "random(seed=None)"


def test_games_and_openings_for_other_programs(store: Path, tmp_path: Path) -> None:
    with open_store(store) as found:
        games = list(found.games())
    target = tmp_path / "x.sgf"
    assert inarow("arena", "export", str(store), "--out", str(target)).code == 0
    assert [record.moves for record in load_records(target)] == [game.moves for game in games]
    lines = inarow("arena", "export", str(store), "--format", "pos").out.split()
    pos = tmp_path / "pos.txt"
    pos.write_text("\n".join(lines), encoding="utf-8")
    openings = list(dict.fromkeys(game.pairing.opening for game in games))
    assert load_openings(f"pos(path={pos})").make(load_game("tic_tac_toe"), 1) == openings
    refused = inarow("arena", "export", str(store), "--format", "pos", "--out", str(pos))
    assert refused.code == 2
