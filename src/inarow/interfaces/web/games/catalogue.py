"""All that can be chosen in the page: games and players with their options."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import version
from typing import TypeVar

from inarow import defaults, registry
from inarow.agents.level import LevelPlayer
from inarow.agents.levels import MeasuredRating, level_of, levels_of
from inarow.errors import InarowError, one_line
from inarow.games.base import Game
from inarow.interfaces.web.engines.jobs import MAX_SECONDS
from inarow.interfaces.web.games.agreement import HUMAN
from inarow.interfaces.web.games.read import MAX_CELLS
from inarow.interfaces.web.games.show import position_view
from inarow.interfaces.web.protocol.views import (
    AgentView,
    Catalogue,
    FirstGame,
    GameEntry,
    LevelView,
    OptionView,
    RatingView,
)
from inarow.registry import Entry
from inarow.search.agent import Agent

log = logging.getLogger(__name__)

Built = TypeVar("Built")

REFUSED: dict[type, tuple[str, ...]] = {LevelPlayer: ("adapt",)}
"""Options that a server refuses: here nobody tells a level how its games end."""
FEATURES = ("why", "review", "judge", "puzzles", "trace", "arena")


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Every registered game and player; a plug-in that is broken is named, and hides nothing."""
    broken: list[str] = []
    games = _working(registry.games(), _built_game, broken)
    agents = _working(registry.agents(), lambda entry: _built_agent(entry, games), broken)
    entries = []
    for game, shown in games:
        able = [entry for entry, agent, _ in agents if _plays(entry, agent, game, broken)]
        engines = sorted((entry for entry in able if _engine(entry)), key=lambda entry: entry.use)
        more = {
            "agents": [entry.name for entry in able],
            "engines": [_engine(entry) for entry in engines],
            "compared": [_engine(entry) for entry in _compared(engines)],
        }
        entries.append(shown.model_copy(update=more))
    return Catalogue(
        version=version("inarow"),
        games=entries,
        agents=[view for _, _, view in agents if view.name != HUMAN],
        broken=broken,
        first=_first(entries[0], [view for _, _, view in agents]),
        max_cells=MAX_CELLS,
        max_seconds=MAX_SECONDS,
        features=list(FEATURES),
    )


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


def _built_game(entry: Entry) -> tuple[Game, GameEntry]:
    """A game and how it is shown, except for who plays it."""
    game: Game = entry.build([])
    start = position_view(game.initial_state())
    view = GameEntry(
        name=entry.name,
        title=entry.title or entry.name.replace("_", " ").capitalize(),
        summary=entry.summary,
        options=_options(entry),
        agents=[],
        engines=[],
        compared=[],
        levels=[
            LevelView(
                number=level.number,
                player=f"level({level.number})",
                words=str(level),
                rating=_rating(level.rating),
            )
            for level in levels_of(game)
        ],
        spec=start.game,
        chance=start.dice or hasattr(game, "dice"),
    )
    return game, view


def _built_agent(
    entry: Entry, games: Iterable[tuple[Game, GameEntry]]
) -> tuple[Entry, Agent, AgentView]:
    agent: Agent = entry.build([])
    view = AgentView(
        name=entry.name,
        summary=entry.summary,
        options=_options(entry, REFUSED.get(type(agent), ())),
        rating=_measured(agent, games),
        group=entry.group,
    )
    return entry, agent, view


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


def _engine(entry: Entry) -> str | None:
    """The spec with which a player is asked for an analysis, if it can be asked."""
    return entry.name if entry.engine == "" else entry.engine


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
    return FirstGame(game=entry.name, seats=(HUMAN, [*levels, *able, *entry.engines, HUMAN][0]))


def _options(entry: Entry, refused: tuple[str, ...] = ()) -> list[OptionView]:
    return [OptionView.model_validate(o) for o in entry.options() if o.name not in refused]


def _measured(agent: Agent, games: Iterable[tuple[Game, GameEntry]]) -> dict[str, RatingView]:
    """What was measured of a player with its default options, by game."""
    if not isinstance(agent, LevelPlayer):
        return {}
    found = {view.name: _rating(level_of(game, agent.number).rating) for game, view in games}
    return {game: rating for game, rating in found.items() if rating is not None}


def _rating(rating: MeasuredRating | None) -> RatingView | None:
    return None if rating is None else RatingView.model_validate(rating)
