"""All that can be chosen in the page: games and players with their options."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from importlib.metadata import version
from typing import Any

from inarow import defaults, registry
from inarow.errors import InarowError
from inarow.interfaces.web.live_game import HUMAN
from inarow.interfaces.web.views import AgentView, Catalogue, GameEntry, OptionView, RatingView
from inarow.options import Option
from inarow.registry import Entry

__all__ = ["catalogue"]

ENGINES = ("judge", "alphabeta(seconds=none)", "mcts(simulations=none)", "perfect")
"""Good players to ask for an analysis: they go on until they are stopped."""
FEATURES = ("why", "review", "judge", "puzzles", "trace", "arena")


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Every registered game and player; a plug-in that is broken is named, and hides nothing."""
    broken: list[str] = []
    ratings = _ratings()
    agents = [
        AgentView(
            name=entry.name,
            summary=summary,
            options=options,
            rating=ratings.get(entry.name, {}),
            level=entry.name in ratings or "name" in entry.preset,
        )
        for entry, summary, options in _readable(registry.agents(), broken)
    ]
    playable = {agent.name: registry.load_agent(agent.name) for agent in agents}
    games = []
    for entry, summary, options in _readable(registry.games(), broken):
        game = registry.load_game(entry.name)
        games.append(
            GameEntry(
                name=entry.name,
                summary=summary,
                options=options,
                agents=[name for name, agent in playable.items() if agent.supports(game)],
                spec=str(game),
                chance=bool(game.initial_state().chance()) or hasattr(game, "dice"),
            )
        )
    return Catalogue(
        version=version("inarow"),
        games=games,
        agents=[agent for agent in agents if agent.name != HUMAN],
        broken=broken,
        engines=list(ENGINES),
        max_cells=defaults.WEB_MAX_CELLS,
        max_seconds=defaults.WEB_MAX_SECONDS,
        features=list(FEATURES),
    )


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


def _ratings() -> dict[str, dict[str, RatingView]]:
    """Measured strengths by player and game, if the package has any."""
    try:
        text = resources.files("inarow").joinpath("data/ratings.json").read_text(encoding="utf-8")
    except OSError:
        return {}
    found: dict[str, dict[str, RatingView]] = {}
    data: dict[str, Any] = json.loads(text)
    for game, players in data.get("games", {}).items():
        for player, rating in players.items():
            found.setdefault(player, {})[game] = RatingView(
                elo=float(rating["elo"]), error=float(rating["error"]), games=int(rating["games"])
            )
    return found
