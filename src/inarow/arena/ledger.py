"""The books of an event: results counted in the order of the schedule.

Games finish in any order, but they are entered here by their numbers only. So whatever depends on
earlier games (who was taken out, when enough was known) is the same with one worker or with a
hundred, in one go or resumed. Games that were under way at such a point are kept in the store, but
neither counted nor shown.
"""

from dataclasses import dataclass, field

from inarow.arena.event import Event
from inarow.arena.results import GameResult, Seats, Tally
from inarow.arena.schedule import Schedule
from inarow.drawn import drawn
from inarow.errors import Advises

_ADVICE = {
    **dict.fromkeys(("ratings", "standings", "table", "text"), "write print(ledger)"),
    **dict.fromkeys(("best", "winner", "winners"), "write print(ledger): the best player is first"),
    **dict.fromkeys(("games", "results", "scores"), "write ledger.tally"),
}


@dataclass
class Ledger(Advises):
    """What is known of an event after its first `position` games.

    Args:
        event: the event.
        schedule: its games.
        tally: the results that count, for tables and ratings.
        position: the number of the next game to be entered.
        taken_out: players that failed too often, with the number of the game after which they left.
        verdict: why the event was stopped, or "" while it goes on.
        missing: games that should count but were not played yet.
        changed: whether another program has written into the store while the event ran.
    """

    event: Event
    schedule: Schedule
    tally: Tally = field(default_factory=Tally)
    position: int = 0
    taken_out: dict[str, int] = field(default_factory=dict)
    verdict: str = ""
    missing: int = 0
    changed: bool = False

    _advice = _ADVICE

    def __post_init__(self) -> None:
        self.tally.players += [entrant.name for entrant in self.event.players]

    def __repr__(self) -> str:
        names = ", ".join(entrant.name for entrant in self.event.players)
        return f"<Ledger of {names}: {self.tally.total} of {self.total} games>"

    def __str__(self) -> str:
        """The table with its notes, as `inarow arena show` prints it."""
        return drawn("render.event_table:event_text", self)

    def _repr_html_(self) -> str:
        return drawn("notebook.tables:ledger_html", self)

    @property
    def total(self) -> int:
        """How many games there are at most."""
        return self.schedule.games

    @property
    def finished(self) -> bool:
        """Whether no further game counts (some before may be missing)."""
        active = len(self.event.players) - len(self.taken_out)
        return bool(self.verdict) or self.position >= self.total or active < 2

    @property
    def complete(self) -> bool:
        """Whether every game that counts was played."""
        return self.finished and not self.missing

    @property
    def next_is_void(self) -> bool:
        """Whether the next game would not count."""
        return self.is_void(self.schedule[self.position].seats)

    def is_void(self, seats: Seats) -> bool:
        """Whether a game of these two would not count any more."""
        return bool(self.verdict) or not self.taken_out.keys().isdisjoint(seats)

    def has_counted(self, number: int, seats: Seats) -> bool:
        """Whether a game was played before its players were taken out or the event was stopped."""
        last = min(self.taken_out.get(name, self.total) for name in seats)
        return number < self.position and number <= last

    def enter(self, result: GameResult | None) -> None:
        """Enter the next game of the schedule; None if it was not played."""
        if result is None:
            self.missing += not self.next_is_void
        elif not self.is_void(result.seats):
            self.tally.add(result)
            if result.culprit is not None:
                self._look_at(result.culprit)
        self.position += 1
        games_of_round = 2 * len(self.schedule.meetings)
        rule = self.event.stop_rule
        due = self.position % games_of_round == 0 and not self.missing  # or luck would decide
        if rule is not None and not self.verdict and due:
            enough, words = rule.look(self.tally)
            self.verdict = words if enough else ""

    def _look_at(self, culprit: str) -> None:
        """Take a player out that fails too often."""
        event, failed = self.event, sum(self.tally.failures(culprit).values())
        played = self.tally.score(culprit).games
        if played >= event.failure_games and failed > event.failure_share * played:
            self.taken_out[culprit] = self.position
