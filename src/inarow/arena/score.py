"""What was found out about a player: how often its moves are right, where the truth is proven.

Two figures, known from the sets of Kaggle's ConnectX: a *good* move keeps the result (win, draw or
loss under best play of both sides), a *perfect* one also wins as soon, or loses as late, as
possible. Each share has a 95 % interval (Wilson's). An illegal move, a late one and none at all are
wrong, and counted apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NotRequired, TypedDict

from inarow.arena.elo import wilson
from inarow.arena.level_scores import level_answers
from inarow.drawn import drawn
from inarow.errors import Advises
from inarow.games.base import Game, Reason
from inarow.options import counted
from inarow.study.positions import LabelledPosition

PHASES = ("opening", "middle", "ending")
SLIPS = ("win to draw", "win to loss", "draw to loss", "win to open", "open to loss")
"""What a move may give away. In Gomoku a position is open where nobody is proven to win."""


class ShareData(TypedDict):
    """So many of so many; the truth is from low to high in 95 of 100 cases."""

    count: int
    of: int
    share: float | None
    low: float
    high: float


class PartData(TypedDict):
    """A part of the positions: moves that keep the result, and best moves where that is known."""

    name: str
    plies: NotRequired[list[int]]
    good: ShareData
    perfect: ShareData | None


class LevelData(TypedDict):
    """How often a level keeps the result in the same positions."""

    level: int
    good: ShareData


class ScoreData(TypedDict):
    """How often a player is right, on proven positions."""

    player: str
    game: str
    positions: int
    wanted: int
    good: ShareData
    perfect: ShareData | None
    kinds: list[PartData]
    phases: list[PartData]
    slips: dict[str, int]
    illegal: int
    late: int
    failed: int
    seconds: float
    levels: list[LevelData]
    like: str
    gave_up: str


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the interval that holds the truth in 95 of 100 cases.

    >>> str(Share(90, 100)), Share(0, 0).value
    ('90.0 % (82.6 to 94.5)', None)
    """

    count: int
    total: int

    @property
    def value(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.count / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, in 95 of 100 cases."""
        return wilson(self.count, self.total)

    def __str__(self) -> str:
        if self.value is None:
            return "-"
        low, high = (100 * bound for bound in self.interval)
        return f"{100 * self.value:.1f} % ({low:.1f} to {high:.1f})"

    def as_dict(self) -> ShareData:
        """JSON-ready."""
        low, high = self.interval
        return {
            "count": self.count,
            "of": self.total,
            "share": self.value,
            "low": low,
            "high": high,
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player did in a position: a move, or the reason why there is none that counts."""

    position: LabelledPosition
    action: int | None
    fault: Reason | None = None
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        """Whether the move keeps the result."""
        return self.action is not None and self.position.keeps(self.action)

    @property
    def perfect(self) -> bool:
        """Whether no move is better; of a position that knows."""
        return self.action is not None and self.position.is_best(self.action)

    @property
    def slip(self) -> str:
        """What the move gives away, one of `SLIPS`; nothing if it keeps the result."""
        if self.action is None or self.good:
            return ""
        after = self.position.values.get(self.action)
        return f"{self.position.result or 'open'} to {'open' if after is None else after.result}"


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the answers under a name."""

    name: str
    good: Share
    perfect: Share | None
    plies: tuple[int, int] | None = None

    @classmethod
    def of(cls, name: str, answers: Sequence[Answer], plies: tuple[int, int] | None = None) -> Part:
        """`perfect` is None where the length of most games is not known."""
        measured = [one for one in answers if one.position.measured]
        perfect = Share(sum(one.perfect for one in measured), len(measured))
        good = Share(sum(one.good for one in answers), len(answers))
        return cls(name, good, perfect if 2 * len(measured) > len(answers) else None, plies)

    @property
    def title(self) -> str:
        """What people read."""
        if self.plies is None:
            return self.name
        first, last = self.plies
        return f"{self.name}, ply {first}" + (f" to {last}" if first < last else "")

    def as_dict(self) -> PartData:
        """JSON-ready."""
        data: PartData = {
            "name": self.name,
            "good": self.good.as_dict(),
            "perfect": None if self.perfect is None else self.perfect.as_dict(),
        }
        if self.plies is not None:
            data["plies"] = list(self.plies)
        return data


_ADVICE = {
    **dict.fromkeys(("accuracy", "share", "value"), "write score.good.value"),
    **dict.fromkeys(("best", "best_moves"), "write score.perfect.value"),
    "level": "write score.like",
}


@dataclass(frozen=True, slots=True)
class Score(Advises):
    """How often a player is right.

    Args:
        player: what it is called.
        game: the rules.
        answers: what it did, position by position.
        wanted: how many positions it was to be asked.
        gave_up: why it was not asked them all, if it failed too often.
    """

    player: str
    game: Game
    answers: Sequence[Answer]
    wanted: int
    gave_up: str = ""

    _advice = _ADVICE

    def __repr__(self) -> str:
        return f"<Score of {self.player} in {self.game}: {self.whole.good} keep the result>"

    @property
    def whole(self) -> Part:
        """All answers: `good` and `perfect`."""
        return Part.of("all", self.answers)

    @property
    def good(self) -> Share:
        """How many moves keep the result."""
        return self.whole.good

    @property
    def perfect(self) -> Share | None:
        """How many moves are the best ones; None where the length of most games is not known."""
        return self.whole.perfect

    @property
    def kinds(self) -> list[Part]:
        """By how the positions were found."""
        names = dict.fromkeys(one.position.kind for one in self.answers)
        return [
            Part.of(name, [one for one in self.answers if one.position.kind == name])
            for name in names
        ]

    @property
    def phases(self) -> list[Part]:
        """By ply: three spans of equal length, from the earliest position to the latest."""
        plies = [one.position.state.ply for one in self.answers]
        first, last = min(plies, default=0), max(plies, default=0)
        bounds = [first + at * (last + 1 - first) // len(PHASES) for at in range(len(PHASES) + 1)]
        parts = []
        for name, (low, high) in zip(PHASES, pairwise(bounds), strict=True):
            inside = [one for one in self.answers if low <= one.position.state.ply < high]
            if inside:
                parts.append(Part.of(name, inside, (low, high - 1)))
        return parts

    @property
    def parts(self) -> list[Part]:
        """All answers, then by kind unless there is only one, then by ply."""
        kinds = self.kinds
        return [self.whole, *(kinds if len(kinds) > 1 else []), *self.phases]

    @property
    def slips(self) -> dict[str, int]:
        """How often each kind of result was given away."""
        return {slip: sum(one.slip == slip for one in self.answers) for slip in SLIPS}

    @property
    def illegal(self) -> int:
        """Moves that the rules forbid."""
        return self._faults(Reason.ILLEGAL)

    @property
    def late(self) -> int:
        """Moves after the time was up."""
        return self._faults(Reason.TIME)

    @property
    def failed(self) -> int:
        """Positions without any answer."""
        return sum(one.fault is not None for one in self.answers) - self.illegal - self.late

    @property
    def seconds(self) -> float:
        """What all answers took."""
        return sum(one.seconds for one in self.answers)

    @property
    def levels(self) -> list[tuple[int, Share]]:
        """How often each level keeps the result in the same positions; [] if nobody asked them."""
        known = level_answers(self.game, [one.position for one in self.answers])
        return [(number, Share(sum(right), len(right))) for number, right in known.items()]

    @property
    def like(self) -> str:
        """Which level plays like it, in words; nothing if that is not known.

        A level plays alike if its share lies within the interval of the player.
        """
        levels, good = self.levels, self.whole.good
        (low, high), share = good.interval, good.value or 0.0
        shares = {number: found.value or 0.0 for number, found in levels}
        alike = [number for number, found in shares.items() if low <= found <= high]
        if len(alike) > 1:
            return f"plays like levels {min(alike)} to {max(alike)}"
        if alike:
            return f"plays like level {alike[0]}"
        below = [number for number, found in shares.items() if found < share]
        above = [number for number, found in shares.items() if found > share]
        words = [f"is stronger than level {max(below)}"] if below else []
        words += [f"is weaker than level {min(above)}"] if above else []
        return " and ".join(words)

    def as_dict(self) -> ScoreData:
        """The score as JSON-ready data."""
        whole = self.whole.as_dict()
        return {
            "player": self.player,
            "game": str(self.game),
            "positions": len(self.answers),
            "wanted": self.wanted,
            "good": whole["good"],
            "perfect": whole["perfect"],
            "kinds": [part.as_dict() for part in self.kinds],
            "phases": [part.as_dict() for part in self.phases],
            "slips": self.slips,
            "illegal": self.illegal,
            "late": self.late,
            "failed": self.failed,
            "seconds": round(self.seconds, 3),
            "levels": [{"level": n, "good": share.as_dict()} for n, share in self.levels],
            "like": self.like,
            "gave_up": self.gave_up,
        }

    @property
    def title(self) -> str:
        """Who was asked what, and how long that took."""
        asked = counted(len(self.answers), "position")
        return f"{self.player}, {self.game}: {asked} in {self.seconds:.1f} s"

    def rows(self) -> list[tuple[str, str, str, str]]:
        """A table for people, its head first: one row for each of the `parts`."""
        rows = [("", "positions", "keeps the result", "best move")]
        for part in self.parts:
            best = "not known" if part.perfect is None else str(part.perfect)
            rows.append((part.title, f"{part.good.total:,}", str(part.good), best))
        return rows

    def notes(self) -> list[str]:
        """What people read below the table."""
        given = ", ".join(f"{slip} {count}" for slip, count in self.slips.items() if count)
        faults = f"illegal {self.illegal}, late {self.late}, no answer {self.failed}"
        notes = [f"given away: {given or 'nothing'}", f"not counted as moves: {faults}"]
        if self.gave_up:
            asked = f"{len(self.answers):,} of {self.wanted:,} positions"
            notes.append(f"asked no more after {asked}: {self.gave_up}")
        return [*notes, *([f"It {self.like}."] if self.like else [])]

    def __str__(self) -> str:
        """What people read."""
        rows = self.rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            f"{name:<{widths[0]}}  {number:>{widths[1]}}  {good:<{widths[2]}}  {best}".rstrip()
            for name, number, good, best in rows
        ]
        return "\n".join([self.title, "", *lines, "", *self.notes()])

    def _repr_html_(self) -> str:
        return drawn("notebook.tables:score_html", self)

    def _faults(self, reason: Reason) -> int:
        return sum(one.fault is reason for one in self.answers)
