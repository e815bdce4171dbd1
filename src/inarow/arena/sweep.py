"""One option of a player, a list of its values, and how good the player is with each of them.

    mcts(exploration={0.5,1,2})     three players that differ in one thing

All of them do the same work: they are asked the same proven positions (`exam.py`), or play the same
pairs of games against one opponent, an opening with both sides. The work is cut into parts, and
every value does a part before any does the next, so that whatever ends a sweep, what is known of
the values can be compared. A part depends on nothing but its number, so a sweep can be kept in a
file and gone on with: the file says what is asked (`Plan`) and what is known (`Findings`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from math import inf
from pathlib import Path
from threading import Event
from typing import Any, TypeAlias, TypedDict

from inarow.arena.elo import wilson
from inarow.arena.exam import SCORE_SEED, chosen_positions
from inarow.arena.sweep_measure import ByGames, ByTruth, Measure
from inarow.errors import BadFile, BadOption
from inarow.games.base import Game
from inarow.games.record_file import write_whole
from inarow.options import Option
from inarow.registry import agent_entry, load_game
from inarow.search.limit import limit_of
from inarow.study.positions import SHIPPED

POSITIONS = 100
PAIRS = 20
MOST_VALUES = 50
_KIND = "inarow sweep"
_DICE = "seed"
"""An option whose values nobody compares."""
_VALUES = re.compile(r"(\w+)\s*=\s*\{([^{}]*)\}")

Parts: TypeAlias = dict[str, list[tuple[float, int]]]
"""Of each value the parts that are done: points, and out of how many."""


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


def sweepable(player: str) -> list[Option]:
    """The options of a registered player that can have several values.

    >>> [one.name for one in sweepable("prover")]
    ['seconds', 'every', 'compiled']
    """
    return [one for one in agent_entry(player).options() if one.name not in ("name", _DICE)]


def usual_values(option: Option) -> str:
    """Values to begin with: all of a few words, or a number and its neighbours within the range.

    >>> [usual_values(one) for one in sweepable("mcts") if one.name in ("exploration", "threads")]
    ['0.5, 1, 2', '1, 2']
    """
    if option.type == "bool":
        return "false, true"
    if option.choices:
        return ", ".join(option.choices)
    if isinstance(option.default, int | float):
        usual = option.default or (option.high or 1) / 2
        low = -inf if option.low is None else option.low
        high = inf if option.high is None else option.high
        around = [low if option.default == 0 else usual / 2, usual, usual * 2]
        whole = [int(one) if option.type == "int" else one for one in around]
        return ", ".join(dict.fromkeys(f"{one:g}" for one in whole if low <= one <= high))
    return ""


def has_truth(game: Game) -> bool:
    """Whether there are proven positions of a game; else a sweep needs an opponent."""
    return any(load_game(spec) == game for spec in SHIPPED)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of every value.

    Args:
        player: with one list of values in curly brackets.
        game: what is played.
        positions: so many proven ones are asked, unless there is an opponent.
        against: the opponent of games; "": there are none.
        games: so many are played against it, for each value.
        limit: work per move, as text; "": what the player takes.
        seed: of all random numbers.
    """

    player: str
    game: str = "connect_four"
    positions: int = POSITIONS
    against: str = ""
    games: int = 2 * PAIRS
    limit: str = ""
    seed: int = SCORE_SEED

    def measure(self, stop: Event | None = None) -> tuple[Game, Measure]:
        """The rules, and how a player is measured; a set `stop` ends its searches early."""
        limit = replace(limit_of(self.limit or None), stop=stop)
        if self.against:
            rules = load_game(self.game)
            return rules, ByGames(rules, self.against, self.games // 2, limit, self.seed)
        rules, asked = chosen_positions(self.game, self.positions)
        return rules, ByTruth(rules, asked, limit, self.seed)


class Findings:
    """A list of values, and what is known of each so far.

    Args:
        plan: what is asked.
        words: what is measured.
        parts: into which the work of a value is cut.
        done: those that are.
    """

    def __init__(self, plan: Plan, words: str, parts: int, done: Parts) -> None:
        self.option, self._players = read_values(plan.player)
        self.plan, self.words, self._parts = plan, words, parts
        self._done: Parts = {value: done.get(value, []) for value, _ in self._players}

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
        return self._parts * len(self._players)

    @property
    def done_parts(self) -> int:
        """How many are done."""
        return sum(map(len, self._done.values()))

    @property
    def whole(self) -> bool:
        """Whether all is done."""
        return self.done_parts == self.all_parts

    def as_dict(self) -> SweepData:
        """JSON-ready."""
        return {
            "player": self.plan.player,
            "option": self.option,
            "game": self.plan.game,
            "measure": self.words,
            "whole": self.whole,
            "values": [one.as_dict() for one in self.swept],
        }

    def _kept(self) -> dict[str, Any]:
        known = {"words": self.words, "parts": self._parts, "done": self._done}
        return {_KIND: asdict(self.plan), **known}


def read_findings(file: Path) -> Findings:
    """What the file of a sweep tells; it may be written by another program at this moment.

    Raises:
        BadFile: it is none.
    """
    try:
        kept = json.loads(file.read_text("utf-8"))
        done = {
            str(value): [(float(points), int(total)) for points, total in parts]
            for value, parts in kept["done"].items()
        }
        return Findings(Plan(**kept[_KIND]), str(kept["words"]), int(kept["parts"]), done)
    except (ValueError, KeyError, TypeError, AttributeError, BadOption):
        raise BadFile(f"{file} is no sweep: name another file") from None


class Sweep(Findings):
    """A sweep that can be run.

    Args:
        plan: what is asked of every value.
        file: where it is kept; what is there of the same sweep is not done again.
        stop: ends it from another thread; the part that is being done is forgotten.
    """

    def __init__(self, plan: Plan, file: Path | None = None, stop: Event | None = None) -> None:
        rules, self._measure = plan.measure(stop)
        plan = replace(plan, game=str(rules))
        super().__init__(plan, self._measure.words, self._measure.parts, {})
        self._file, self._stop = file, stop
        for _, player in self._players:
            self._measure.check(player)
        if file is not None and file.exists():
            kept = read_findings(file)
            if kept.plan != plan:
                raise BadFile(f"{file} is another sweep: name another file, or remove it")
            self._done |= kept._done

    def run(self, on_part: Callable[[Sweep], object] = lambda sweep: None) -> None:
        """Do what is left; what ends it leaves what is known."""
        self._keep()
        for number in range(self._measure.parts):
            for value, player in self._players:
                if len(self._done[value]) > number:
                    continue
                part = self._measure.part(player, number)
                if self._stop is not None and self._stop.is_set():
                    return  # before the end of its searches, so it is worth nothing
                self._done[value].append(part)
                self._keep()
                on_part(self)

    def _keep(self) -> None:
        if self._file is not None:
            write_whole(self._file, json.dumps(self._kept()).encode())
