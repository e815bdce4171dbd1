"""How well the person at this terminal solves puzzles, kept from one evening to the next.

One small file beside the games of this user: for each game a `Standing` as JSON. A file that cannot
be read is no reason not to play: one begins anew, and the file is left alone until a puzzle counts.
"""

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from inarow.games.base import Game
from inarow.games.record_file import write_whole
from inarow.log import logger
from inarow.study.puzzle_rating import Standing, newcomer

log = logger(__name__)


def standing_file() -> Path:
    """Where the standings are kept."""
    return user_data_path("inarow", appauthor=False) / "puzzles.json"


def load_standing(game: Game) -> Standing:
    """How somebody stands at a game; a newcomer where nothing is kept."""
    with suppress(TypeError, KeyError, AttributeError):
        return Standing(**_standings()[str(game)])
    return newcomer(game)


def keep_standing(game: Game, standing: Standing) -> None:
    """Keep it; where nothing can be written, it holds until the end of the program."""
    path = standing_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(_standings() | {str(game): asdict(standing)}, indent=1)
        write_whole(path, text.encode())
    except OSError as error:
        log.warning("the puzzle rating is not kept: %s", error)


def _standings() -> dict[str, Any]:
    try:
        found = json.loads(standing_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
