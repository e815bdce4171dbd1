"""All that can be chosen in the page: games and players with their options."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version

from inarow import defaults, registry
from inarow.agents.level_player import LevelPlayer
from inarow.agents.levels import Level, MeasuredRating, level_of, levels_of
from inarow.errors import InarowError
from inarow.interfaces.web.live_game import HUMAN
from inarow.interfaces.web.views import (
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

__all__ = ["catalogue"]

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
FEATURES = ("why", "review", "judge", "puzzles", "trace", "arena")


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Every registered game and player; a plug-in that is broken is named, and hides nothing."""
    broken: list[str] = []
    agents = [
        AgentView(
            name=entry.name,
            summary=summary,
            options=options,
            rating=_measured(entry.name),
            group=_group(entry.name),
        )
        for entry, summary, options in _readable(registry.agents(), broken)
    ]
    playable = {agent.name: registry.load_agent(agent.name) for agent in agents}
    games = []
    for entry, summary, options in _readable(registry.games(), broken):
        game = registry.load_game(entry.name)
        able = [name for name, agent in playable.items() if agent.supports(game)]
        games.append(
            GameEntry(
                name=entry.name,
                summary=summary,
                options=options,
                agents=able,
                engines=_engines(able),
                compared=_compared(able),
                levels=[_level(level) for level in levels_of(game)],
                spec=str(game),
                chance=bool(game.initial_state().chance()) or hasattr(game, "dice"),
            )
        )
    return Catalogue(
        version=version("inarow"),
        games=games,
        agents=[agent for agent in agents if agent.name != HUMAN],
        broken=broken,
        first=_first(games[0]),
        max_cells=defaults.WEB_MAX_CELLS,
        max_seconds=defaults.WEB_MAX_SECONDS,
        features=list(FEATURES),
    )


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


def _readable(
    entries: dict[str, Entry], broken: list[str]
) -> list[tuple[Entry, str, list[OptionView]]]:
    found = []
    for entry in entries.values():
        try:
            entry.build([])
            found.append((entry, entry.summary, [_option(opt) for opt in entry.options()]))
        except (InarowError, TypeError) as error:
            broken.append(f"{entry.name}: {error}")
    return found


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


def _measured(name: str) -> dict[str, RatingView]:
    """What was measured of a player with its default options, by game."""
    agent = registry.load_agent(name)
    if not isinstance(agent, LevelPlayer):
        return {}
    games = {game: registry.load_game(game) for game in registry.games()}
    found = {game: _rating(level_of(rules, agent.number).rating) for game, rules in games.items()}
    return {game: rating for game, rating in found.items() if rating is not None}


def _rating(rating: MeasuredRating | None) -> RatingView | None:
    if rating is None:
        return None
    return RatingView(elo=float(rating.elo), error=float(rating.error), games=rating.games)
