"""Names and characters of the levels, so that people meet somebody and not a number.

How strong each of them is in a game is measured, see `levels.py`; the characters promise nothing.
"""

from typing import NamedTuple

from inarow import defaults


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
