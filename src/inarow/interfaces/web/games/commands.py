"""The commands that play: new games, moves, taking back, clocks, looking around."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.games.agreement import NewGameBody, Secret, check_player
from inarow.interfaces.web.games.page_game import MAX_COMMENT
from inarow.interfaces.web.games.read import read_text, start_record
from inarow.interfaces.web.games.seats import check_change, check_move, seats_of, take_seat
from inarow.interfaces.web.games.show import position_view
from inarow.interfaces.web.games.show_game import node_position
from inarow.interfaces.web.protocol.command import (
    Command,
    Errand,
    GameCommand,
    MoveText,
    Number,
    Spec,
    Text,
)
from inarow.interfaces.web.protocol.messages import Ack, Followed, GameMessage, Position, Seated
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import Seat, View
from inarow.library.kept import MAX_NAME

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession


class NewGame(NewGameBody, Command):
    """Start a game and watch it. Answer: `game`."""

    type: Literal["new_game"]

    async def do(self, page: PageSession) -> View:
        return await page.show(self.re, await page.services.rooms.new(self))


class Watch(GameCommand):
    """Watch a game from now on, also after a lost connection. Answer: `game`."""

    type: Literal["watch"]

    async def do(self, page: PageSession) -> View:
        async with page.services.rooms.visit(self.game) as room:
            return await page.show(self.re, room)


class Unwatch(GameCommand, Errand):
    """Watch a game no longer. Answer: `ack`."""

    type: Literal["unwatch"]

    def run(self, page: PageSession) -> None:
        page.unwatch(self.game)


class Look(GameCommand):
    """Ask for the position of a node; the game itself does not move. Answer: `position`."""

    type: Literal["look"]
    node: Number

    async def do(self, page: PageSession) -> View:
        async with page.services.rooms.visit(self.game) as room:
            view = node_position(room.game, self.node)
        return self.answer(Position, position=view)


class Setup(Command):
    """Ask for any position without making a game. Answer: `position`."""

    type: Literal["setup"]
    game: Spec
    moves: Text = ""
    position: Text | None = None

    async def do(self, page: PageSession) -> View:
        record = await aside(start_record, self.game, self.position, self.moves)
        view = position_view(record.state, record.moves)
        return Position(re=self.re, game=None, node=None, position=view)


class OpenText(Command):
    """Open a pasted move string, record, JSON, SGF or PSQ as a game. Answer: `game`."""

    type: Literal["open_text"]
    text: Text
    game: Spec | None = None

    async def do(self, page: PageSession) -> View:
        record = await aside(read_text, self.text, self.game)
        return await page.show(self.re, await page.services.rooms.adopt(record))


class Rematch(GameCommand):
    """A new game with the same settings, seats swapped or not. Answer: `game`."""

    type: Literal["rematch"]
    swap: bool = True

    async def do(self, page: PageSession) -> View:
        rooms = page.services.rooms
        async with rooms.visit(self.game) as room:
            check_change(room.game, page.seats.get(self.game, ()), self.type)
            again = await rooms.rematch(room.game, self.swap)
            if again.game.settings.owners is not None:
                room.tell(Followed(game=self.game, next=again.game.id))
            return await page.show(self.re, again)


class Sit(GameCommand):
    """Show the key to my seat in a game on several screens, or take a free one. Answer: `seated`.

    `key` is a secret of this client alone. With an `invitation` the free seat that it is for
    becomes mine, and `name` its player's.
    """

    type: Literal["sit"]
    key: Secret
    invitation: Secret | None = None
    name: Annotated[str, Field(max_length=MAX_NAME)] = ""

    async def do(self, page: PageSession) -> View:
        async with page.services.rooms.visit(self.game) as room:
            mine = seats_of(room.game.settings, self.key)
            if not mine and self.invitation is not None:
                async with room.change() as game:
                    take_seat(game, self.key, self.invitation, self.name)
                mine = seats_of(room.game.settings, self.key)
            page.seats[self.game] = mine
            free = room.game.settings.invitations or () if mine else ()
        return self.answer(Seated, seats=mine, invitation=next(filter(None, free), None))


class Step(GameCommand):
    """One move of a paused game. Answer: `ack`."""

    type: Literal["step"]

    async def do(self, page: PageSession) -> View:
        async with page.services.rooms.visit(self.game) as room:
            check_change(room.game, page.seats.get(self.game, ()), self.type)
            room.step()
        return self.answer(Ack)


class Change(GameCommand):
    """A command that changes a game. Answer: `ack`, with the node where the game goes on.

    It is the method of `PageGame` of the same name, with the fields of the command as arguments.
    """

    type: str

    async def do(self, page: PageSession) -> View:
        arguments = self.model_dump(exclude={"type", "re", "game"})
        async with page.services.rooms.visit(self.game) as room, room.change() as game:
            check_change(game, page.seats.get(self.game, ()), self.type)
            getattr(game, self.type)(**arguments)
        return self.answer(Ack, node=game.cursor)


class Move(GameCommand):
    """Play a move at a node; sent again it changes nothing. Answer: `ack`, with its node."""

    type: Literal["move"]
    at: Number
    move: MoveText

    async def do(self, page: PageSession) -> View:
        async with page.services.rooms.visit(self.game) as room, room.change() as game:
            check_move(game, page.seats.get(self.game, ()), self.at, self.move)
            node = game.move(self.at, self.move)
        return self.answer(Ack, node=node)


class TakeBack(Change):
    """Go back to my last decision."""

    type: Literal["take_back"]


class Keep(Change):
    """Keep the move that was judged, and go on."""

    type: Literal["keep"]


class Goto(Change):
    """Go on with the game from another node."""

    type: Literal["goto"]
    node: Number


class Promote(Change):
    """Make the line to a node the main line; all who watch get the whole game."""

    type: Literal["promote"]
    node: Number

    async def do(self, page: PageSession) -> View:
        await super().do(page)
        async with page.services.rooms.visit(self.game) as room:
            return GameMessage(re=self.re, game=await room.view())


class Comment(Change):
    """Write a comment at a node."""

    type: Literal["comment"]
    node: Number
    text: Annotated[str, Field(max_length=MAX_COMMENT)]


class Resign(Change):
    """Give up for a seat; null: the seat to move, or mine in a game on several screens."""

    type: Literal["resign"]
    seat: Seat | None = None

    async def do(self, page: PageSession) -> View:
        mine = page.seats.get(self.game, ())
        if not mine or self.seat in mine:
            return await super().do(page)
        if self.seat is not None:
            raise Refused("not_allowed", "this seat is not yours")
        return await self.model_copy(update={"seat": mine[0]}).do(page)


class Reseat(Change):
    """Change a seat in the middle of a game."""

    type: Literal["reseat"]
    seat: Seat
    player: Spec

    async def do(self, page: PageSession) -> View:
        async with page.services.rooms.visit(self.game) as room:
            check_player(self.player, room.game.record.game, page.services.pool.programs)
        return await super().do(page)


class Pause(Change):
    """Hold the machines, or let them go on."""

    type: Literal["pause"]
    paused: bool


class Speed(Change):
    """Seconds between two moves of machines."""

    type: Literal["speed"]
    delay: Annotated[float, Field(ge=0, le=60)]
