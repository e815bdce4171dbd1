"""Measure the levels: play their ladder, rate it, and keep what was found in a ratings file.

The ladder of a game has the random player at its foot, which is 0 Elo by definition, and then the
levels from weak to strong. Everyone meets the next two above. Where the random player would hardly
ever win against the first level, still weaker players stand between them, so that every step is one
that games can measure.

All levels have budgets of simulations or positions and everything random has a seed, so the same
command plays the same games on every machine. The games are an event like any other, kept in a
store: interrupted, it is resumed.
"""

import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypedDict

from inarow.agents.levels import LADDERS, Strength
from inarow.arena.entrants import Entrant
from inarow.arena.event import Event
from inarow.arena.ratings import rate
from inarow.arena.results import Tally
from inarow.arena.store import Store, create_store, open_store
from inarow.errors import BadFile, NotSupported
from inarow.games.record_file import read_plain, write_whole
from inarow.registry import load_game

CALIBRATION_ROUNDS = 40

FOOT = "random"
"""The player whose rating is 0."""

_OPENINGS = {
    "connect_four": "balanced(plies=8,count=50)",
    "nine_board": "random(plies=3,count=50)",
    "random_drop": "random(plies=4,count=50)",
}
_SMALL_BOARD_OPENINGS = "all(plies=1)"
_LARGE_BOARD_OPENINGS = "random(plies=4,count=50)"
_SMALL_CELLS = 16
_BELOW_LEVEL_1 = {
    "connect_four(rows=6,cols=7,k=4)": (Strength("mcts", 200, 0.8),),
    "random_drop(rows=6,cols=7,k=4)": (Strength("mcts", 200, 0.85),),
    "gomoku(rows=15,cols=15,rule=freestyle,opening=free)": (
        Strength("gomoku", 1, 0.99),
        Strength("gomoku", 1, 0.96),
        Strength("gomoku", 1, 0.9),
    ),
    "nine_board(first_move=random,full_board=draw)": (Strength("mcts", 200, 0.8),),
}
"""Players between the random one and level 1, where that gap is too wide to be measured."""


def ladder_event(
    game: str, rounds: int = CALIBRATION_ROUNDS, seed: int = 0, openings: str | None = None
) -> Event:
    """The event that measures the levels of a game.

    Args:
        game: as a spec.
        rounds: pairs of games of each meeting.
        seed: of everything random.
        openings: as a spec; None: those that suit the game.

    >>> event = ladder_event("tic_tac_toe", rounds=2)
    >>> [entrant.name for entrant in event.players]
    ['random', 'level 1', 'level 2', 'level 3']
    >>> event.schedule(["b2"]).games
    20
    """
    rules = load_game(game)
    home = str(rules)
    if home not in LADDERS:
        raise NotSupported(f"{home} has no levels of its own to measure; {', '.join(LADDERS)} have")
    below = [Entrant(f"step {rung.overlook}", rung.spec) for rung in _BELOW_LEVEL_1.get(home, ())]
    levels = [Entrant(f"level {at}", level.spec) for at, level in enumerate(LADDERS[home], 1)]
    players = (Entrant(FOOT, FOOT), *below, *levels)
    rows, cols = rules.shape
    usual = _SMALL_BOARD_OPENINGS if rows * cols <= _SMALL_CELLS else _LARGE_BOARD_OPENINGS
    name, openings = f"levels of {rules.name}", openings or _OPENINGS.get(rules.name, usual)
    return Event(
        home, players, name, form="ladder", rounds=rounds, seed=seed, limit="", openings=openings
    )


def calibration_store(path: Path, event: Event) -> Store:
    """The store of a calibration: a new one, or the one that an earlier run has begun.

    Raises:
        BadFile: the file holds another event, for example of other levels.
    """
    if not path.exists():
        return create_store(path, event, event.make_openings())
    store = open_store(path, write=True)
    if store.event != event:
        store.close()
        raise BadFile(
            f"{path} holds games of other levels, rounds or seeds; remove it or name another folder"
        )
    return store


class MeasuredLevelData(TypedDict):
    """A level: its Elo above the random player and above the level below, with 95 % errors."""

    level: int
    player: str
    elo: int
    error: int
    step: int
    step_error: int
    games: int


class LadderData(TypedDict):
    """What was measured for the levels of a game, and how."""

    version: str
    games: int
    rounds: int
    seed: int
    openings: str
    first_move: int
    draw_rate: float
    levels: list[MeasuredLevelData]


def measured(event: Event, tally: Tally) -> LadderData:
    """What the games of a ladder say about the levels, as the ratings file keeps it.

    A level's `elo` is its distance from the random player and `step` that from the level below,
    each with its own 95 % error bar. The first adds up the errors of all steps under it.
    """
    ratings = rate(tally, anchor=FOOT)
    found = {rating.player: rating for rating in ratings.players}
    below, levels = FOOT, list[MeasuredLevelData]()
    for number, entrant in enumerate(event.players[-len(LADDERS[event.game]) :], 1):
        rating = found[entrant.name]
        step = next(r for r in rate(tally, anchor=below).players if r.player == entrant.name)
        level: MeasuredLevelData = {
            "level": number,
            "player": entrant.spec,
            "elo": round(rating.elo),
            "error": round(rating.error),
            "step": round(step.elo),
            "step_error": round(step.error),
            "games": rating.games,
        }
        levels.append(level)
        below = entrant.name
    return {
        "version": version("inarow"),
        "games": tally.total,
        "rounds": event.rounds,
        "seed": event.seed,
        "openings": event.openings,
        "first_move": round(ratings.first_move.value),
        "draw_rate": round(ratings.draw_rate or 0.0, 3),
        "levels": levels,
    }


def write_ratings(path: Path, game: str, found: Mapping[str, Any]) -> None:
    """Put what was measured for a game into a ratings file; other games in it stay as they are."""
    ratings = read_ratings(path) if path.is_file() and path.stat().st_size else {}
    ratings[game] = found
    ours = [home for home in LADDERS if home in ratings]
    games = {home: ratings[home] for home in dict.fromkeys([*ours, *ratings])}
    write_whole(path, json.dumps({"games": games}, indent=1).encode() + b"\n")


def read_ratings(path: Path) -> dict[str, Any]:
    """What a ratings file holds for each game.

    Raises:
        BadFile: it is another kind of file.
    """
    try:
        games: dict[str, Any] = json.loads(read_plain(path))["games"]
        if all(isinstance(found["levels"], list) for found in games.values()):
            return games
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise BadFile(f"{path} is not a ratings file")
