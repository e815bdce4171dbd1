"""The books of an event: results counted in the order of the schedule.

Games finish in any order, but they are entered here by their numbers only. So whatever depends on
earlier games (who was taken out, when enough was known) is the same with one worker or with a
hundred, in one go or resumed. Games that were played beyond such a point are kept but not counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from inarow.arena.event import Event
from inarow.arena.results import Result, Tally
from inarow.arena.schedule import Schedule
from inarow.games.base import Reason

__all__ = ["FAILURES", "Ledger"]

FAILURES = (
    Reason.ILLEGAL,
    Reason.TIME,
    Reason.CRASH,
    Reason.HANG,
    Reason.MEMORY,
    Reason.OUTPUT,
)
"""Reasons of losses that are a player's own fault."""


@dataclass
class Ledger:
    """What is known of an event after its first `position` games.

    Args:
        event: the event.
        schedule: its games.
        tally: the results, for tables and ratings.
        position: the number of the next game to be entered.
        played: games of each player.
        failures: how often each player lost by its own fault, by reason.
        taken_out: players that failed too often, with the number of the game after which they left.
        verdict: why the event was stopped, or "" while it goes on.
        missing: games that should count but were not played yet.
    """

    event: Event
    schedule: Schedule
    tally: Tally = field(default_factory=Tally)
    position: int = 0
    played: Counter[str] = field(default_factory=Counter)
    failures: dict[str, Counter[str]] = field(default_factory=dict)
    taken_out: dict[str, int] = field(default_factory=dict)
    verdict: str = ""
    missing: int = 0

    def __post_init__(self) -> None:
        names = [entrant.name for entrant in self.event.players]
        self.tally.players += names
        self.failures = {name: Counter() for name in names}

    @property
    def total(self) -> int:
        """How many games there are at most."""
        games = self.schedule.games
        assert games is not None  # since an event has a number of rounds
        return games

    @property
    def finished(self) -> bool:
        """Whether no further game counts (some before may be missing)."""
        active = len(self.event.players) - len(self.taken_out)
        return bool(self.verdict) or self.position >= self.total or active < 2

    def is_void(self, first: str, second: str) -> bool:
        """Whether a game of these two would not count any more."""
        return bool(self.verdict) or first in self.taken_out or second in self.taken_out

    def enter(self, result: Result | None) -> None:
        """Enter the next game of the schedule; None if it was not played."""
        number, self.position = self.position, self.position + 1
        if result is None:
            pairing = self.schedule[number]
            self.missing += not self.is_void(pairing.first, pairing.second)
        elif not self.is_void(result.first, result.second):
            self.tally.add(result)
            self.played.update((result.first, result.second))
            if result.reason in FAILURES:
                self._note_failure(result, number)
        games_of_round = 2 * len(self.schedule.meetings)
        rule = self.event.stop_rule
        if rule is not None and not self.verdict and self.position % games_of_round == 0:
            standing = rule.look(self.tally)
            self.verdict = standing.words if standing.enough else ""

    def _note_failure(self, result: Result, number: int) -> None:
        culprit = result.second if result.score == 1 else result.first
        self.failures[culprit][result.reason] += 1
        failed, played = self.failures[culprit].total(), self.played[culprit]
        event = self.event
        if played >= event.failure_games and failed > event.failure_share * played:
            self.taken_out[culprit] = number
