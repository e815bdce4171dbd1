"""What the tests of events share: small events, and what of their games must never differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from inarow.arena.crews import Serial
from inarow.arena.event import Event, event_of
from inarow.arena.job import PlayedGame
from inarow.arena.ledger import Ledger
from inarow.arena.store import create_store
from inarow.arena.tournament import run_event

OPENINGS = ("", "b2")


def small_event(**changes: Any) -> Event:
    """Two random players of tic-tac-toe."""
    event = {"game": "tic_tac_toe", "players": ["a=random", "b=random"], "rounds": 3, "seed": 1}
    return event_of(event | changes)


def essence(games: Iterable[PlayedGame]) -> list[tuple[Any, ...]]:
    """All of the games but how long they took."""
    return [(g.pairing, g.moves, g.winner, g.reason, g.seats, g.nodes, g.values) for g in games]


def books(ledger: Ledger) -> tuple[Any, ...]:
    """All that a ledger knows but how long players thought."""
    return (ledger.tally, ledger.position, ledger.taken_out, ledger.verdict, ledger.missing)


def played(event: Event, openings: Sequence[str] = OPENINGS) -> list[PlayedGame]:
    """The games of an event, played one after the other in this process."""
    with create_store(None, event, openings) as store:
        run_event(store, Serial())
        return list(store.games())


def player_file(folder: Path, body: str) -> str:
    """A Python file with a function `move(state)` of that body; how an event names it."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    (folder / "bad.py").write_text(f"import os, sys, time\ndef move(state):\n{lines}\n", "utf-8")
    return f"{folder / 'bad.py'}:move"
