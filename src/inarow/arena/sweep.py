"""One option of a player, a list of its values, and how good the player is with each of them.

    mcts(exploration={0.5,1,2})     three players that differ in one thing

All of them do the same work: they are asked the same proven positions (`exam.py`), or play the same
pairs of games against one opponent, an opening with both sides. The work is cut into parts, and
every value does a part before any does the next, so that whatever ends a sweep, what is known of
the values can be compared. A part depends on nothing but its number, so a sweep can be kept in a
file and gone on with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypedDict

from inarow.arena.compare import varied_openings
from inarow.arena.elo import wilson
from inarow.arena.exam import Exam
from inarow.arena.openings import load_openings
from inarow.errors import BadFile, BadOption
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.live.match import play_match
from inarow.registry import load_agent
from inarow.search.agent import require_support
from inarow.search.limit import Limit
from inarow.seeds import derived_seed
from inarow.study.positions import LabelledPosition

POSITIONS = 100
PAIRS = 20
MOST_VALUES = 50
_CHUNK = 10
"""Positions that are one part."""
_VALUES = re.compile(r"(\w+)\s*=\s*\{([^{}]*)\}")


class SpotData(TypedDict):
    """A value of the option: its points out of so many, and the 95 % interval of their share."""

    value: str
    player: str
    points: float
    of: int
    share: float | None
    low: float
    high: float


class SweepData(TypedDict):
    """What a sweep has found; `whole` says whether all of it was done."""

    player: str
    option: str
    game: str
    measure: str
    whole: bool
    values: list[SpotData]


@dataclass(frozen=True, slots=True)
class Swept:
    """One value of the option, and what is known of it."""

    value: str
    player: str
    points: float = 0.0
    total: int = 0

    @property
    def share(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.points / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, in 95 of 100 cases."""
        return wilson(self.points, self.total)

    def as_dict(self) -> SpotData:
        """JSON-ready."""
        low, high = self.interval
        return {
            "value": self.value,
            "player": self.player,
            "points": self.points,
            "of": self.total,
            "share": self.share,
            "low": low,
            "high": high,
        }


def read_values(spec: str) -> tuple[str, list[tuple[str, str]]]:
    """The option that a spec has in curly brackets, its values, and the player for each of them.

    >>> option, players = read_values("mcts(simulations=9,exploration={0.5,1})")
    >>> option, players[0]
    ('exploration', ('0.5', 'mcts(simulations=9,exploration=0.5)'))
    """
    found = _VALUES.findall(spec)
    if len(found) != 1 or spec.count("{") != 1:
        raise BadOption(f"{spec!r} needs one list of values: mcts(exploration={{0.5,1,2}})")
    option, inside = found[0]
    values = list(dict.fromkeys(value.strip() for value in inside.split(",") if value.strip()))
    if not 2 <= len(values) <= MOST_VALUES:
        raise BadOption(f"{option} needs 2 to {MOST_VALUES} values, not {len(values)}")
    return option, [(value, _VALUES.sub(f"{option}={value}", spec)) for value in values]


class Measure(Protocol):
    """How good a player is, found out in parts."""

    parts: int

    @property
    def words(self) -> str:
        """What is measured."""

    def check(self, player: str) -> None:
        """Refuse a player that cannot be measured."""

    def part(self, player: str, number: int) -> tuple[float, int]:
        """The points of a part, and out of how many."""


@dataclass
class ByTruth:
    """The share of moves that keep the result, in positions whose every move is proven."""

    game: Game
    positions: Sequence[LabelledPosition]
    limit: Limit
    seed: int
    parts: int = field(init=False)

    def __post_init__(self) -> None:
        self.parts = -(-len(self.positions) // _CHUNK)

    @property
    def words(self) -> str:
        return f"moves that keep the result, %, in {len(self.positions):,} proven positions"

    def check(self, player: str) -> None:
        require_support(load_agent(player), self.game)

    def part(self, player: str, number: int) -> tuple[float, int]:
        asked = self.positions[_CHUNK * number : _CHUNK * (number + 1)]
        exam = Exam(player, self.game, asked, self.limit, _seed(self.seed, number))
        exam.run()
        return exam.score.whole.good.count, len(asked)


@dataclass
class ByGames:
    """The share of the points against one opponent: pairs of games, an opening with both sides."""

    game: Game
    opponent: str
    parts: int
    limit: Limit
    seed: int

    def __post_init__(self) -> None:
        starts = load_openings(varied_openings(self.game))
        self._openings = starts.make(self.game, self.seed)

    @property
    def words(self) -> str:
        return f"points, %, in {2 * self.parts:,} games against {self.opponent}"

    def check(self, player: str) -> None:
        for one in (player, self.opponent):
            require_support(load_agent(one), self.game)

    def part(self, player: str, number: int) -> tuple[float, int]:
        points = 0.0
        opening = self._openings[number % len(self._openings)]
        for seat in (0, 1):
            record = Record(self.game)
            record.push_moves(opening)
            seeds = [_seed(self.seed, number, seat, who) for who in range(3)]
            own, other = load_agent(player, seeds[0]), load_agent(self.opponent, seeds[1])
            agents = (own, other) if seat == 0 else (other, own)
            play_match(self.game, agents, limit=self.limit, seed=seeds[2], record=record)
            outcome = record.final_outcome()
            winner = None if outcome is None else outcome.winner
            points += 0.5 if winner is None else float(winner == seat)
        return points, 2


class Sweep:
    """A list of values, and what is known of each so far.

    Args:
        spec: a player with one list of values in curly brackets.
        measure: what is asked of every value.
        file: where it is kept; what is there of the same sweep is not done again.
    """

    def __init__(self, spec: str, game: Game, measure: Measure, file: Path | None = None) -> None:
        self.option, self._players = read_values(spec)
        self.spec, self.game, self.measure = spec, game, measure
        self._file = file
        self._done: dict[str, list[tuple[float, int]]] = {value: [] for value, _ in self._players}
        for _, player in self._players:
            measure.check(player)
        if file is not None and file.exists():
            self._restore(file)

    @property
    def swept(self) -> list[Swept]:
        """The values in their order, with what is known of each."""
        found = []
        for value, player in self._players:
            points, totals = zip(*self._done[value], strict=True) if self._done[value] else ((), ())
            found.append(Swept(value, player, sum(points), sum(totals)))
        return found

    @property
    def all_parts(self) -> int:
        """How many there are."""
        return self.measure.parts * len(self._players)

    @property
    def done_parts(self) -> int:
        """How many are done."""
        return sum(map(len, self._done.values()))

    @property
    def whole(self) -> bool:
        """Whether all is done."""
        return self.done_parts == self.all_parts

    def run(self, on_part: Callable[[Sweep], object] = lambda sweep: None) -> None:
        """Do what is left; what ends it leaves what is known."""
        for number in range(self.measure.parts):
            for value, player in self._players:
                if len(self._done[value]) > number:
                    continue
                self._done[value].append(self.measure.part(player, number))
                if self._file is not None:
                    self._file.write_text(json.dumps(self._kept()), encoding="utf-8")
                on_part(self)

    def as_dict(self) -> SweepData:
        """JSON-ready."""
        return {
            "player": self.spec,
            "option": self.option,
            "game": str(self.game),
            "measure": self.measure.words,
            "whole": self.whole,
            "values": [one.as_dict() for one in self.swept],
        }

    def _settings(self) -> list[str]:
        measure = self.measure
        asked = [str(getattr(measure, name)) for name in ("limit", "seed", "parts")]
        return [self.spec, str(self.game), measure.words, *asked]

    def _kept(self) -> dict[str, Any]:
        return {"inarow sweep": self._settings(), "done": self._done}

    def _restore(self, file: Path) -> None:
        try:
            kept = json.loads(file.read_text("utf-8"))
            settings, done = kept["inarow sweep"], kept["done"]
        except (OSError, ValueError, KeyError, TypeError):
            raise BadFile(f"{file} is no sweep: name another file") from None
        if settings != self._settings():
            raise BadFile(f"{file} is another sweep: name another file, or remove it")
        self._done = {value: [(p, t) for p, t in done[value]] for value, _ in self._players}


def _seed(seed: int, *labels: int) -> int:
    found = derived_seed(seed, str(labels))
    assert found is not None
    return found
