"""What an event gives to other programs: SGF, and openings for c-gomoku-cli."""

from pathlib import Path

from arena_events import played, small_event
from command_line import inarow_here
from inarow.arena.openings import load_openings
from inarow.arena.store import create_store
from inarow.games.record_file import load_records
from inarow.registry import load_game


def test_games_and_openings_for_other_programs(tmp_path: Path) -> None:
    event, path = small_event(), tmp_path / "event.sqlite"
    with create_store(path, event, ("a1", "b2")) as store:
        store.add(games := played(event, ("a1", "b2")))
    target = tmp_path / "x.sgf"
    assert inarow_here("arena", "export", str(path), "--out", str(target)).code == 0
    assert [record.moves for record in load_records(target)] == [game.moves for game in games]
    lines = inarow_here("arena", "export", str(path), "--format", "pos").out.split()
    pos = tmp_path / "pos.txt"
    pos.write_text("\n".join(lines), encoding="utf-8")
    openings = list(dict.fromkeys(game.pairing.opening for game in games))
    assert load_openings(f"pos(path={pos})").make(load_game("tic_tac_toe"), 1) == openings
    refused = inarow_here("arena", "export", str(path), "--format", "pos", "--out", str(pos))
    assert refused.code == 2
