"""What a menu offers: games, boards of a size that a person likes, and opponents.

The opponents are levels first, under the names that people know from the page; then one that adapts
to its opponent's results, and a person at the same keyboard. All other players come behind these.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from inarow import registry
from inarow.agents.levels import levels_of, usual_level
from inarow.agents.people import person_of
from inarow.errors import BadOption
from inarow.games.base import Game
from inarow.interfaces.cli.listing import able_players

_SIZE = re.compile(r"(\d{1,9})\s*[x* ,]\s*(\d{1,9})(?:\s*[x* ,]\s*(\d{1,9}))?", re.IGNORECASE)
STRONG = {
    "normal": "Normal: tries 250 games in its head before each move",
    "hard": "Hard: 750 games",
    "impossible": "Impossible: 1500 games",
}
ADAPTS = "Adapts to me: one level up when I win, one down when I lose"


class Opponent(NamedTuple):
    """Somebody to play against: the spec, the name, and what is known of the strength."""

    spec: str
    name: str
    about: str


def opponents_of(game: Game) -> list[Opponent]:
    """The usual opponents in a game: levels, one that adapts, and a person.

    >>> from inarow.registry import load_game
    >>> nora = opponents_of(load_game("connect_four"))[2]
    >>> nora.spec, nora.name, nora.about.startswith("level 3, ")
    ('level(3)', 'Nora', True)
    """
    levels = [
        Opponent(f"level({level.number})", person_of(level.number).name, str(level))
        for level in levels_of(game)
    ]
    adapts = f"level({usual_level(game)},adapt=true)"
    return [
        *levels,
        Opponent(adapts, "Adapts", "one level up when I win, else one down"),
        Opponent("human", "Human", "two people at this keyboard"),
    ]


def other_players(game: Game) -> list[Opponent]:
    """All other players of a game: searches, and those of the original programs."""
    return [
        Opponent(name, name, entry.summary)
        for name, entry in able_players(game).items()
        if name not in ("level", "human")
    ]


def has_sizes(name: str) -> bool:
    """Whether a game is played on boards of several sizes."""
    options = {opt.name for opt in registry.games()[name].options()}
    return {"rows", "cols"} <= options and registry.load_game(name).rules is not None


def sized_game(name: str, size: str) -> Game:
    """A game on a board of a size: rows x columns, and perhaps how many in a row.

    >>> str(sized_game("connect_four", "7 x 8")), str(sized_game("mnk", "5x6, 4"))
    ('connect_four(rows=7,cols=8,k=4)', 'mnk(rows=5,cols=6,k=4,overline=win)')

    Raises:
        BadOption: that is no size, or not one of this game.
    """
    usual = registry.load_game(name)
    if not size.strip():
        return usual
    numbers = _SIZE.fullmatch(size.strip())
    if numbers is None:
        raise BadOption("Type two or three numbers, for example 7 x 8, or Enter.")
    length = usual.rules.k if usual.rules is not None else 0
    high, wide, line = int(numbers[1]), int(numbers[2]), int(numbers[3] or str(length))
    if min(high, wide) > 0 and line > max(high, wide):
        raise BadOption(f"{line} in a row do not fit there: add a third number, or Enter.")
    options = {opt.name for opt in registry.games()[name].options()}
    k = f",k={line}" if "k" in options or numbers[3] else ""
    try:
        return registry.load_game(f"{name}(rows={high},cols={wide}{k})")
    except BadOption as error:
        raise BadOption(f"{error}.") from None
