"""What the file of a network tells of its making, read without the network itself."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from inarow.errors import BadFile
from inarow.search.arrays import read_arrays
from inarow.search.learned.plan import Checkpoint


def read_curve(path: Path) -> tuple[str, Sequence[Checkpoint]]:
    """The game that was learned, and what was found out on the way; it may be nothing yet.

    Raises:
        BadFile: the file is no network, or damaged.
    """
    game, story = read_arrays(path, ("game", "story"), "a network")
    try:
        points = json.loads(str(story)).get("curve", [])
        return str(game), [Checkpoint(**point) for point in points]
    except (AttributeError, TypeError, ValueError, RecursionError):
        raise BadFile(f"{path} is damaged: its story is none") from None
