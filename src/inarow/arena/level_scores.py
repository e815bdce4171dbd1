"""What the levels played in the positions that come with this package, one by one.

So a player can be compared with them on the very positions that it was asked, however many.
`data/level_scores.json` is made by benchmarks/level_scores.py. Its answers count only for the set
and for the parameters of a level that were measured; else that level is not shown.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from inarow.agents.levels import levels_of
from inarow.games.base import Game
from inarow.log import logger
from inarow.study.positions import LabelledPosition, digest_of, shipped_positions

log = logger(__name__)

DATA = "data/level_scores.json"


def level_answers(game: Game, positions: Sequence[LabelledPosition]) -> dict[int, list[bool]]:
    """For each level whether it kept the result in each position; {} if it was not asked them.

    Args:
        game: the rules.
        positions: the first ones of the shipped set; no other ones were measured.
    """
    found = _measured().get(str(game))
    if found is None or not positions:
        return {}
    moves, digest = _moves_and_digest(game)
    if found["digest"] != digest:
        return {}
    if moves[: len(positions)] != tuple(one.actions for one in positions):
        return {}
    numbers = {level.strength.spec: level.number for level in levels_of(game)}
    return {
        numbers[player]: [letter == "1" for letter in answers[: len(positions)]]
        for player, answers in found["levels"].items()
        if player in numbers
    }


@cache
def _moves_and_digest(game: Game) -> tuple[tuple[tuple[int, ...], ...], str]:
    positions = shipped_positions(game)
    return tuple(one.actions for one in positions), digest_of(positions)


@cache
def _measured() -> dict[str, Any]:
    """What comes with the package, by game; nothing if it is damaged."""
    try:
        text = files("inarow").joinpath(DATA).read_text(encoding="utf-8")
        games: dict[str, Any] = json.loads(text)["games"]
        for found in games.values():
            _ = found["digest"], found["levels"].items()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        log.warning("no player can be compared with levels: %s of this package is damaged", DATA)
        return {}
    return games
