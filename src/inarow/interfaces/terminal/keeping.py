"""Keeps the games that people play on a terminal in their library, move by move.

Play never depends on it: what cannot be kept is said once, and the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click

from inarow.agents.human import Human, Player
from inarow.errors import InarowError, one_line
from inarow.games.base import Outcome
from inarow.games.record import Record, RecordNode
from inarow.interfaces.render.endings import end_words
from inarow.library.kept import HUMAN, MAX_NAME, Agreement, Kept, new_kept
from inarow.library.library import Library
from inarow.library.rows import GameChanged
from inarow.search.agent import Agent, title_of
from inarow.text import clean

complain = partial(click.echo, err=True)
"""Tells on stderr what went wrong."""


class Keeping:
    """Keeps one game; called after every change."""

    def __init__(
        self,
        file: Path | None,
        record: Record,
        players: Sequence[Player],
        agents: Sequence[Agent],
        names: Sequence[str] | None = None,
        kept: Kept | None = None,
        tell: Callable[[str], None] = complain,
    ) -> None:
        people = [isinstance(agent, Human) for agent in agents]
        self._library: Library | None = None
        self._open, self._tell = ExitStack(), tell
        if file is None or not any(people):
            return
        seats = [
            HUMAN if person else player if isinstance(player, str) else title_of(agent)
            for person, player, agent in zip(people, players, agents, strict=True)
        ]
        usual = ["Player 1", "Player 2"] if all(people) else ["You", "You"]
        called = [
            usual[seat] if person else title_of(agent)
            for seat, (person, agent) in enumerate(zip(people, agents, strict=True))
        ]
        chosen = [clean(name, MAX_NAME) for name in names or called]
        settings = Agreement(str(record.game), seats, chosen, source="terminal")
        self._kept = kept or new_kept(record, settings)
        self._kept.settings.seats = seats
        self._seen = self._now() if kept else None
        try:
            self._library = self._open.enter_context(Library(file))
        except (InarowError, OSError) as error:
            self._give_up(error)

    def __call__(self) -> None:
        """Keep what has changed; a game without moves is none."""
        if self._library is None or self._now() == self._seen:
            return
        if not self._kept.record.root.children:
            return
        try:
            try:
                self._write(self._library)
            except GameChanged:  # somebody plays on elsewhere: this one is a game of its own now
                self._kept = new_kept(self._kept.record, self._kept.settings)
                self._write(self._library)
            self._seen = self._now()
        except (InarowError, OSError) as error:
            self._give_up(error)

    def close(self) -> None:
        """Let go of the file."""
        self._open.close()
        self._library = None

    def _write(self, library: Library) -> None:
        outcome, names = self._kept.outcome, self._kept.settings.names
        library.keep(self._kept, end_words(outcome, names) if outcome else "")

    def _now(self) -> tuple[RecordNode, Outcome | None]:
        """What a change changes: where the game stands, and how it ended."""
        return self._kept.record.current, self._kept.outcome

    def _give_up(self, error: Exception) -> None:
        self.close()
        self._tell(f"inarow: this game is not kept in your library: {one_line(error)}")
