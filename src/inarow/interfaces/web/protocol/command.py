"""What all commands of the page have in common; each kind of command is a class with its fields.

    games/commands.py    new games, moves, taking back, looking around
    study/commands.py    analyses, reasons, reviews; study/puzzles.py and study/trace.py: the rest
    arena/commands.py    events

A command has a number of its own, `re`, which its answer carries as well. `do` does it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import Field

from inarow.interfaces.web.protocol.views import View

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession

Number = Annotated[int, Field(ge=0, le=2**53)]
Spec = Annotated[str, Field(min_length=1, max_length=400)]
GameId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Tag = Annotated[str, Field(min_length=1, max_length=40)]
MoveText = Annotated[str, Field(min_length=1, max_length=12)]
Text = Annotated[str, Field(max_length=48_000)]
LimitText = Annotated[str, Field(max_length=60)]
Item = TypeVar("Item")
Pair = Annotated[list[Item], Field(min_length=2, max_length=2)]


class Command(View):
    """Something that a page asks for."""

    re: Number

    async def do(self, page: PageSession) -> View | None:
        """Do it; the answer, or None if it comes later."""
        raise NotImplementedError


class GameCommand(Command):
    """A command about one game."""

    game: GameId
