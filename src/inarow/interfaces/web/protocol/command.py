"""What all commands of the page have in common; each kind of command is a class with its fields.

    games/commands.py    new games, moves, taking back, looking around
    study/commands.py    analyses, reasons, reviews; beside it puzzles, traces, walks
    arena/commands.py    events

A command has a number of its own, `re`, which its answer carries as well. `do` does it, and
`answer` makes a message with all that command and message have in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field

from inarow.interfaces.web.protocol.messages import Ack
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
Message = TypeVar("Message", bound=View)
Pair = Annotated[list[Item], Field(min_length=2, max_length=2)]


class Command(View):
    """Something that a page asks for."""

    re: Number

    async def do(self, page: PageSession) -> View | None:
        """Do it; the answer, or None if it comes later."""
        raise NotImplementedError

    def answer(self, kind: type[Message], **more: Any) -> Message:
        """A message with the fields of this command that it has as well, and more."""
        shared = kind.model_fields.keys() & type(self).model_fields.keys() - {"type"}
        return kind(**{name: getattr(self, name) for name in shared} | more)


class Errand(Command):
    """A command that is done at once. Answer: `ack`."""

    async def do(self, page: PageSession) -> View:
        self.run(page)
        return self.answer(Ack)

    def run(self, page: PageSession) -> None:
        """Do it."""
        raise NotImplementedError


class GameCommand(Command):
    """A command about one game."""

    game: GameId
