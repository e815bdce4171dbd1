"""An event that is killed again and again: nothing is lost, and nothing is played twice."""

from __future__ import annotations

from pathlib import Path

from arena_events import books, essence, played
from command_line import Running, inarow
from inarow.arena.results import tally
from inarow.arena.store import open_store
from inarow.arena.tournament import count_store
from interfaces.test_arena_stopped import PLAYERS


def test_three_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    path = tmp_path / "e.sqlite"
    event = (*PLAYERS, "--rounds", "1000", "--seed", "5")
    run = ["arena", "run", *event, "--out", str(path), "--workers", "2"]
    seen: dict[int, str] = {}
    for kill in range(3):
        running = Running(*run)
        for _ in range(1 + kill):
            assert "games" in running.err.readline()
        running.process.kill()
        running.finish()
        with open_store(path) as store:
            kept = {game.pairing.number: game.moves for game in store.games()}
        assert len(kept) < 2000
        assert seen.items() <= kept.items()  # nothing that was there is gone
        seen = kept
        run = ["arena", "resume", str(path), "--workers", "2"]
    done = inarow(*run)
    assert done.code == 0, done.err
    with open_store(path) as store:
        unbroken = played(store.event, store.openings)
        assert essence(store.games()) == essence(unbroken)
        assert books(count_store(store))[0] == tally((g.result for g in unbroken), ["a", "b"])
