"""All that can be chosen in the page: games and players with their options."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import version
from typing import TypeVar

from inarow import defaults, registry
from inarow.agents.level import LevelPlayer
from inarow.agents.levels import Level, MeasuredRating, level_of, levels_of
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
    Group,
    LevelView,
    OptionView,
    RatingView,
)
from inarow.options import Option
from inarow.registry import Entry
from inarow.search.agent import Agent

log = logging.getLogger(__name__)

Built = TypeVar("Built")

ENGINES = {
    "judge": "judge",
    "perfect": "perfect",
    "alphabeta": "alphabeta(seconds=none)",
    "mcts": "mcts(simulations=none)",
    "minimax": "minimax",
    "expectiminimax": "expectiminimax",
}
"""Good players to ask for an analysis, the best first; most of them go on until stopped."""
SOLVERS = ("perfect", "alphabeta", "judge")
COMPARED = ("mcts", "minimax")
"""What people want to see side by side: the first of the solvers, random games, plain minimax."""
SILENT = (HUMAN, "random", "randobot")
"""Players that have nothing to say about a position."""
OPPONENTS = ("level", "normal", "hard", "impossible")
"""Players that are meant as opponents for people."""
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
        able = [view.name for agent, view in agents if _plays(agent, view, game, broken)]
        more = {"agents": able, "engines": _engines(able), "compared": _compared(able)}
        entries.append(shown.model_copy(update=more))
    return Catalogue(
        version=version("inarow"),
        games=entries,
        agents=[view for _, view in agents if view.name != HUMAN],
        broken=broken,
        first=_first(entries[0]),
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
        summary=entry.summary,
        options=[_option(opt) for opt in entry.options()],
        agents=[],
        engines=[],
        compared=[],
        levels=[_level(level) for level in levels_of(game)],
        spec=start.game,
        chance=start.dice or hasattr(game, "dice"),
    )
    return game, view


def _built_agent(entry: Entry, games: Iterable[tuple[Game, GameEntry]]) -> tuple[Agent, AgentView]:
    agent: Agent = entry.build([])
    refused = REFUSED.get(type(agent), ())
    view = AgentView(
        name=entry.name,
        summary=entry.summary,
        options=[_option(opt) for opt in entry.options() if opt.name not in refused],
        rating=_measured(agent, games),
        group=_group(entry.name),
    )
    return agent, view


def _plays(agent: Agent, view: AgentView, game: Game, broken: list[str]) -> bool:
    """Whether a player plays a game; one that cannot even say so does not."""
    try:
        return agent.supports(game)
    except (Exception, SystemExit) as error:
        log.exception("%s cannot say whether it plays %s", view.name, game)
        words = f"{view.name}: {one_line(error)}"
        if words not in broken:
            broken.append(words)
        return False


def _group(name: str) -> Group:
    if name in OPPONENTS:
        return "opponents"
    return "originals" if name.startswith("classic") or name == "randobot" else "others"


def _engines(able: list[str]) -> list[str]:
    """The players to ask for an analysis, the most useful first."""
    liked = [spec for name, spec in ENGINES.items() if name in able]
    return liked + [name for name in able if name not in ENGINES and name not in SILENT]


def _compared(able: list[str]) -> list[str]:
    solver = next((name for name in SOLVERS if name in able), None)
    names = [name for name in (solver, *COMPARED) if name in able]
    return [ENGINES[name] for name in names if name is not None]


def _first(entry: GameEntry) -> FirstGame:
    """What somebody finds on the board who comes for the first time: a game against a machine."""
    levels = [level.player for level in entry.levels if level.number == defaults.LEVEL]
    others = [name for name in ("normal", "mcts", "random") if name in entry.agents]
    return FirstGame(game=entry.name, seats=(HUMAN, [*levels, *others, HUMAN][0]))


def _option(opt: Option) -> OptionView:
    default = opt.default if isinstance(opt.default, int | float | str) else None
    return OptionView(
        name=opt.name,
        type=opt.type,
        default=default,
        low=opt.low,
        high=opt.high,
        choices=list(opt.choices),
        optional=opt.optional,
        help=opt.help,
        range=opt.range,
    )


def _level(level: Level) -> LevelView:
    player = f"level({level.number})"
    return LevelView(
        number=level.number, player=player, words=str(level), rating=_rating(level.rating)
    )


def _measured(agent: Agent, games: Iterable[tuple[Game, GameEntry]]) -> dict[str, RatingView]:
    """What was measured of a player with its default options, by game."""
    if not isinstance(agent, LevelPlayer):
        return {}
    found = {view.name: _rating(level_of(game, agent.number).rating) for game, view in games}
    return {game: rating for game, rating in found.items() if rating is not None}


def _rating(rating: MeasuredRating | None) -> RatingView | None:
    if rating is None:
        return None
    return RatingView(elo=float(rating.elo), error=float(rating.error), games=rating.games)
