"""An event as one small text: what is played, by whom, how often, within which limits.

    name = "club evening"
    game = "connect_four"
    players = ["random", "quick=mcts(simulations=100)", "my_player.py:Careful"]
    rounds = 20
    limit = "1000sims"
    seed = 1

Everything else has a default. The text is TOML; a store keeps the same keys as JSON, so an event
can always be continued from its store alone. Whatever is wrong is reported with its key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from inarow.arena.entrants import Entrant
from inarow.arena.field import read_field, told_apart
from inarow.arena.openings import load_openings
from inarow.arena.schedule import Schedule, meetings
from inarow.arena.stop import StopRule, load_stop
from inarow.drawn import drawn
from inarow.errors import BadFile, BadOption, InarowError
from inarow.games.base import Game
from inarow.games.record_file import read_plain_text
from inarow.live.clock import Clock
from inarow.options import suggestion
from inarow.registry import load_game
from inarow.search.limit import Limit
from inarow.seeds import derived_seed
from inarow.spec import format_spec, split_spec
from inarow.text import clean

ARENA_ROUNDS = 10
ARENA_MOST_ROUNDS = 10_000_000
ARENA_LIMIT = "100000nodes"
"""Thinking per move: positions or simulations, so that no result depends on the clock."""
ARENA_OPENINGS = "all"
FAILURE_SHARE = 0.2
FAILURE_GAMES = 10

_T = TypeVar("_T")
_CLOCK = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:\+\s*(\d+(?:\.\d+)?)\s*)?\Z")
_TYPES: dict[object, tuple[type, str]] = {
    "str": (str, "a text"),
    "int": (int, "a whole number"),
    "float": (float, "a number"),
    "bool": (bool, "true or false"),
}
"""Types of keys as dataclasses name them, and in words for people."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A player that could not be loaded, so that the event goes on without it, and why."""

    name: str
    why: str


@dataclass(frozen=True)
class Event:
    """The description of an event; what is not given has a default.

    Args:
        game: the rules, as a spec.
        players: who takes part.
        name: what people call the event.
        form: round_robin, gauntlet or match.
        challengers: how many of the first players run a gauntlet.
        rounds: pairs of games of each meeting; the most if a stop rule ends it sooner.
        seed: of everything random.
        limit: thinking per move, as `Limit.parse` reads it; "" for the players' own.
        clock: seconds per game and per move, "30+2"; "" for none.
        openings: where games start, as a spec of `openings.py`.
        stop: when to stop before the last round, as a spec of `stop.py`.
        adjudicate: whether the solver ends games whose result is proven.
        failure_share: a player that fails in more than this share of its games is taken out,
        failure_games: but not before it has played this many.
        left_out: players that were named but cannot play.

    >>> from inarow.arena.entrants import read_entrant
    >>> event = Event("tic_tac_toe", (read_entrant("random"), read_entrant("minimax")), rounds=3)
    >>> event.schedule(("",)).games
    6
    """

    game: str
    players: tuple[Entrant, ...]
    name: str = "event"
    form: str = "round_robin"
    challengers: int = 1
    rounds: int = ARENA_ROUNDS
    seed: int = 0
    limit: str = ARENA_LIMIT
    clock: str = ""
    openings: str = ARENA_OPENINGS
    stop: str = ""
    adjudicate: bool = False
    failure_share: float = FAILURE_SHARE
    failure_games: int = FAILURE_GAMES
    left_out: tuple[LeftOut, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", clean(self.name))
        names = [entrant.name for entrant in self.players]
        _checked("game", lambda: self.rules)
        _checked("players", lambda: meetings(names, "round_robin"))
        _checked("form", lambda: meetings(names, self.form, self.challengers))
        _checked("limit", lambda: [self.limit_of(entrant) for entrant in self.players])
        _checked("clock", self.new_clock)
        _checked("openings", lambda: load_openings(self.openings))
        _checked("stop", lambda: self.stop_rule)
        for key, low, high in (
            ("rounds", 1, ARENA_MOST_ROUNDS),
            ("seed", 0, 2**63 - 1),
            ("failure_share", 0, 1),
            ("failure_games", 1, ARENA_MOST_ROUNDS),
        ):
            if not low <= getattr(self, key) <= high:
                raise _BadKey(key, f"must be {low} to {high:,}, not {getattr(self, key)}")

    def _repr_html_(self) -> str:
        return drawn("notebook.tables:event_html", self)

    @cached_property
    def rules(self) -> Game:
        """The game."""
        return load_game(self.game)

    @cached_property
    def stop_rule(self) -> StopRule | None:
        """When to stop before the last round."""
        if not self.stop:
            return None
        rule = load_stop(self.stop)
        rule.check(len(self.players))
        return rule

    def limit_of(self, entrant: Entrant) -> Limit:
        """How much a player may think about a move."""
        text = entrant.limit or self.limit
        return Limit.parse(text) if text else Limit()

    def new_clock(self) -> Clock | None:
        """A full clock for one player, if the event has clocks."""
        if not self.clock:
            return None
        match = _CLOCK.match(self.clock)
        if match is None:
            raise BadOption(f"a clock is written 30 or 30+2, in seconds, not {self.clock!r}")
        clock = Clock(float(match[1]), float(match[2] or 0))
        if not clock.bank + clock.increment:
            raise BadOption(f"a clock must be more than nothing, not {self.clock}")
        return clock

    def make_openings(self) -> list[str]:
        """The openings, which may take some solving."""
        return load_openings(self.openings).make(self.rules, derived_seed(self.seed, "openings"))

    def schedule(self, openings: list[str] | tuple[str, ...]) -> Schedule:
        """The games of the event."""
        names = [entrant.name for entrant in self.players]
        return Schedule(names, openings, self.rounds, self.seed, self.form, self.challengers)


def read_event(path: str | Path, changes: Mapping[str, object] | None = None) -> Event:
    """Read an event file; `changes` replace keys of the file.

    Raises:
        BadFile: the message names file and key.
        BadOption: one of the changes is wrong; the message names the key.
    """
    path = Path(path)
    text = read_plain_text(path)
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # also of a number with thousands of digits
        raise BadFile(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise BadFile(f"{path} is not TOML: it is nested too deeply") from None
    data.setdefault("name", path.stem)
    folder = path.parent.resolve()
    try:
        if isinstance(data.get("openings"), str):
            data["openings"] = _from_folder(data["openings"], folder)
        return event_of({**data, **(changes or {})}, str(folder))
    except InarowError as error:
        if isinstance(error, _BadKey) and error.key in (changes or {}):
            raise
        raise BadFile(f"{path}: {error}") from None


def event_of(data: Mapping[str, Any], folder: str = "") -> Event:
    """The event that keys and values describe, as a file would.

    Args:
        data: the keys of an event file.
        folder: where files and programs of players are looked for.

    >>> event_of({"game": "gomoku", "players": ["random", "quick=mcts(simulations=10)"]}).rounds
    10
    """
    players = data.get("players")
    if not isinstance(players, list):
        raise BadOption('players: a list is needed, for example ["random", "minimax"]')
    if "game" not in data:
        raise BadOption('game: is missing, for example game = "connect_four"')
    entrants = [one for at, player in enumerate(players, 1) for one in _field(player, at, folder)]
    left_out = _checked("left_out", lambda: _left_out(data.get("left_out", [])))
    return Event(
        **(_typed(Event, data) | {"players": tuple(told_apart(entrants)), "left_out": left_out})
    )


def _from_folder(openings: str, folder: Path) -> str:
    """Openings whose file, if it is one, is looked for beside the event file."""
    name, options = split_spec(openings)
    if name not in ("file", "pos"):
        return openings
    found = {key or "path": value for key, value in options}
    return format_spec(name, {**found, "path": folder / found.get("path", "openings.txt")})


def _field(player: object, at: int, folder: str) -> list[Entrant]:
    """The entrants that an item of the list of players stands for."""
    if isinstance(player, str):
        return _checked(f"players, number {at}", lambda: read_field(player, folder))
    if not isinstance(player, dict):
        raise BadOption(f"players, number {at}: a text or a table is needed, not {player!r}")
    known = [player.get(key) for key in ("name", "file", "command", "spec")]
    default = next((str(word) for word in known if word), "")
    data = {"folder": folder, "name": default.rpartition(":")[2]} | player
    return [_checked(f"players, number {at}", lambda: Entrant(**_typed(Entrant, data)))]


def _left_out(found: object) -> tuple[LeftOut, ...]:
    """Who was left out, as a store keeps it."""
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadOption("a list of tables is needed")
    return tuple(LeftOut(**{"name": "", "why": ""} | _typed(LeftOut, one)) for one in found)


class _BadKey(BadOption):
    """A key has a wrong value."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(f"{key}: {problem}")
        self.key = key.partition(",")[0]  # also of "players, number 2"


def _typed(kind: type, data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a table, whose keys and types must be those of a dataclass."""
    wanted = {field.name: field.type for field in fields(kind)}
    for key, value in data.items():
        if key not in wanted:
            raise BadOption(f"there is no key {key!r}; {suggestion(key, tuple(wanted))}")
        expected, words = _TYPES.get(wanted[key], (type(value), ""))
        if type(value) is not expected and (expected, type(value)) != (float, int):
            raise _BadKey(key, f"must be {words}, not {value!r}")
    return dict(data)


def _checked(key: str, read: Callable[[], _T]) -> _T:
    """Run a check; whatever it finds is reported with the key."""
    try:
        return read()
    except InarowError as error:
        raise _BadKey(key, str(error)) from None
