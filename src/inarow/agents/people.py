"""Names and characters of the levels, so that people meet somebody and not a number.

How strong each of them is in a game is measured, see `levels.py`; the characters promise nothing.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from inarow import defaults
from inarow.errors import BadOption
from inarow.registry import agents
from inarow.spec import split_spec

_LEVEL = re.compile(r"level (\d+)\Z")
"""How a level calls itself in a terminal."""


class Person(NamedTuple):
    """Somebody to play against."""

    name: str
    character: str


PEOPLE = (
    Person("Mia", "Plays for fun, forgets the score, laughs when you win."),
    Person("Ben", "Learned it last week and wants to show it."),
    Person("Nora", "Friendly and attentive, but easily distracted."),
    Person("Omar", "Keeps an eye on everything that is near."),
    Person("Lena", "Likes order and dislikes surprises."),
    Person("Kenji", "Takes his time and smiles when he has seen something."),
    Person("Ines", "Patient: waits for your mistake."),
    Person("Viktor", "Looks far ahead and talks little."),
    Person("Amara", "Gives away almost nothing."),
    Person("Ada", "Has read all the books, or written them."),
)
"""From the weakest level to the strongest."""


def person_of(number: int) -> Person:
    """Who plays at a level.

    >>> person_of(3).name
    'Nora'
    """
    return PEOPLE[min(number, defaults.LEVELS) - 1]


@lru_cache(maxsize=1024)
def people_name(player: str) -> str:
    """What people call a player whom programs call by a spec; other names stay as they are.

    >>> people_name("level(number=4)"), people_name("level 4"), people_name("Grace")
    ('Omar (level 4)', 'Omar (level 4)', 'Grace')
    >>> people_name("mcts(simulations=200,threads=2)")
    'mcts (simulations 200, threads 2)'
    """
    level = _LEVEL.match(player)
    try:
        name, options = split_spec(f"level({level[1]})" if level else player)
    except BadOption:
        return player
    settings = {key or "number": value for key, value in options}
    if name == "level":
        number = settings.pop("number", str(defaults.LEVEL))
        if number not in map(str, range(1, defaults.LEVELS + 1)):
            return player
        name, settings = person_of(int(number)).name, {"level": number} | settings
    elif name not in agents() or "number" in settings:
        return player
    words = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in settings.items())
    return f"{name} ({words})" if words else name
