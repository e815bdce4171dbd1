"""All that can be chosen in the page: games and players with their options."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import version
from typing import TypeAlias, TypeVar
from urllib.parse import quote

from inarow import defaults, registry
from inarow.agents.level import LevelPlayer
from inarow.agents.levels import level_of, levels_of
from inarow.agents.people import person_of
from inarow.errors import InarowError, one_line
from inarow.games.base import Game
from inarow.interfaces.web.engines.jobs import MAX_SECONDS
from inarow.interfaces.web.games.read import MAX_CELLS, load_rules
from inarow.interfaces.web.games.show import position_view
from inarow.interfaces.web.protocol.views import (
    AgentView,
    Catalogue,
    FirstGame,
    GameEntry,
    LevelView,
    OptionView,
    Players,
    PositionView,
)
from inarow.library.kept import HUMAN
from inarow.log import logger
from inarow.plugins import BROKEN
from inarow.registry import Entry, load_agent
from inarow.search.agent import Agent
from inarow.search.learned.player import LearnedPlayer
from inarow.study.puzzle_sources import has_puzzles

log = logger(__name__)

Built = TypeVar("Built")
Programs: TypeAlias = tuple[tuple[str, str], ...]
_Players: TypeAlias = list[tuple[Entry, Agent]]

FEATURES = ["why", "review", "judge", "puzzles", "trace", "arena"]


@lru_cache(maxsize=1)
def catalogue(programs: Programs = ()) -> Catalogue:
    """Every registered game and player; a plug-in that is broken is named, and hides nothing.

    `programs` are players that this server has under names of its own, with their specs, which
    are not told.
    """
    broken: list[str] = []
    games = _working(registry.games(), _shown_game, broken)
    players = _all_players(programs, broken)
    entries = [_game_entry(*found, players, broken) for found in games]
    named = {entry.name: game for entry, game, _ in games}
    agents = [_agent_view(entry, agent, named) for entry, agent in players if entry.name != HUMAN]
    broken += BROKEN.values()
    return Catalogue(
        version=version("inarow"),
        games=entries,
        agents=agents,
        broken=broken,
        first=_first(entries[0], agents),
        max_cells=MAX_CELLS,
        max_seconds=MAX_SECONDS,
        features=FEATURES,
    )


def players_of(spec: str, programs: Programs = ()) -> Players:
    """Who plays a game with its options, and whom to ask about it."""
    broken: list[str] = []  # the catalogue names them
    return _able(load_rules(spec), _all_players(programs, broken), broken)


def _all_players(programs: Programs, broken: list[str]) -> _Players:
    players: _Players = _working(registry.agents(), lambda e: (e, e.build([])), broken)
    return players + [(_named(name), load_agent(spec)) for name, spec in programs]


def _working(
    entries: dict[str, Entry], build: Callable[[Entry], Built], broken: list[str]
) -> list[Built]:
    """What can be built; the others are named with what they say."""
    found = []
    for entry in entries.values():
        try:
            found.append(build(entry))
        except InarowError as error:
            broken.append(f"{entry.name}: {error}")
        except (Exception, SystemExit) as error:
            log.exception("%s cannot be built", entry.name)
            broken.append(f"{entry.name}: {one_line(error)}")
    return found


def _named(name: str) -> Entry:
    """A player of this server alone, without options."""
    text = "A player of this server."
    return Entry(name, "", text=text, group="opponents")


def _shown_game(entry: Entry) -> tuple[Entry, Game, PositionView]:
    game: Game = entry.build([])
    return entry, game, position_view(game.initial_state())


def _game_entry(
    entry: Entry, game: Game, start: PositionView, players: _Players, broken: list[str]
) -> GameEntry:
    return GameEntry(
        name=entry.name,
        title=entry.title or entry.name,
        summary=entry.summary,
        options=_options(entry),
        spec=start.game,
        sides=start.sides,
        chance=start.dice or hasattr(game, "dice"),
        puzzles=has_puzzles(game),
        **dict(_able(game, players, broken)),
    )


def _able(game: Game, players: _Players, broken: list[str]) -> Players:
    able = [player for player, agent in players if _plays(player, agent, game, broken)]
    engines = sorted((player for player in able if _engine(player)), key=lambda one: one.use)
    return Players(
        agents=[player.name for player in able],
        engines=[_engine(player) for player in engines],
        compared=[_engine(player) for player in _compared(engines)],
        levels=[
            LevelView(
                number=level.number,
                player=f"level({level.number})",
                name=person_of(level.number).name,
                character=person_of(level.number).character,
                words=str(level),
                rating=level.rating,
                at_home=level.at_home,
            )
            for level in levels_of(game)
        ],
    )


def _agent_view(entry: Entry, agent: Agent, games: dict[str, Game]) -> AgentView:
    ratings = {}
    if isinstance(agent, LevelPlayer):
        ratings = {name: level_of(game, agent.number).rating for name, game in games.items()}
    return AgentView(
        name=entry.name,
        summary=entry.summary,
        options=_options(entry, getattr(agent, "told_results", ())) if entry.place else [],
        rating={game: rating for game, rating in ratings.items() if rating is not None},
        group=entry.group,
        curve=f"/api/players/{quote(entry.name)}/curve" if trained_file(agent) else None,
    )


def trained_file(agent: Agent | None) -> str | None:
    """The file of a player whose training can be looked at, while it goes on and afterwards."""
    file = agent.file if isinstance(agent, LearnedPlayer) else None
    return file if file and file.endswith(".npz") else None


def _plays(entry: Entry, agent: Agent, game: Game, broken: list[str]) -> bool:
    """Whether a player plays a game; one that cannot even say so does not."""
    try:
        return agent.supports(game)
    except (Exception, SystemExit) as error:
        log.exception("%s cannot say whether it plays %s", entry.name, game)
        words = f"{entry.name}: {one_line(error)}"
        if words not in broken:
            broken.append(words)
        return False


def _engine(entry: Entry) -> str:
    """The spec with which a player is asked for an analysis; empty if it cannot be asked."""
    return entry.name if entry.engine == "" else entry.engine or ""


def _compared(engines: list[Entry]) -> list[Entry]:
    """Engines worth seeing side by side: one that proves or else the best, and other ideas."""
    best = {entry.column: entry for entry in reversed(engines) if entry.column is not None}
    for entry in engines[:1]:
        best.setdefault(1, entry)
    return [best[column] for column in sorted(best)]


def _first(entry: GameEntry, agents: list[AgentView]) -> FirstGame:
    """What a first-time visitor finds on the board: a game against a machine."""
    levels = [level.player for level in entry.levels if level.number == defaults.LEVEL]
    opponents = [view.name for view in agents if view.group == "opponents"]
    able = [name for name in opponents if name in entry.agents]
    return FirstGame(game=entry.name, seats=[HUMAN, [*levels, *able, *entry.engines, HUMAN][0]])


def _options(entry: Entry, refused: tuple[str, ...] = ()) -> list[OptionView]:
    return [OptionView.model_validate(o) for o in entry.options() if o.name not in refused]
