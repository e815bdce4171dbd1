"""The commands that play: new games, moves, taking back, clocks, looking around."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from inarow.interfaces.web.games.agreement import check_player
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.games.read import read_text, start_record
from inarow.interfaces.web.games.room import Room
from inarow.interfaces.web.games.show import position_view
from inarow.interfaces.web.games.show_game import node_position
from inarow.interfaces.web.protocol import commands as c
from inarow.interfaces.web.protocol.messages import Ack, Game, Position
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.session import PageSession
from inarow.interfaces.web.services import Services

Handle: TypeAlias = Callable[[Services, PageSession, Any], Awaitable[None]]


def show_game(services: Services, session: PageSession, re: int, room: Room) -> None:
    """Answer with a game that was just made, and watch it."""
    try:
        session.watch(room)
    except Refused:
        services.rooms.close_if_empty(room)
        raise
    session.push(Game(re=re, game=room.view()))


async def _new_game(services: Services, session: PageSession, command: c.NewGame) -> None:
    fields = c.NewGameBody.model_fields
    body = c.NewGameBody(**{name: getattr(command, name) for name in fields})
    show_game(services, session, command.re, await services.rooms.new(body))


async def _watch(services: Services, session: PageSession, command: c.Watch) -> None:
    async with services.rooms.visit(command.game) as room:
        session.watch(room)
        session.push(Game(re=command.re, game=room.view()))


async def _unwatch(services: Services, session: PageSession, command: c.Unwatch) -> None:
    room = session.rooms.pop(command.game, None)
    if room is not None:
        room.leave(session)
        services.rooms.close_if_empty(room)
    session.push(Ack(re=command.re))


async def _look(services: Services, session: PageSession, command: c.Look) -> None:
    async with services.rooms.visit(command.game) as room:
        view = node_position(room.game, command.node)
    session.push(Position(re=command.re, game=command.game, node=command.node, position=view))


async def _setup(services: Services, session: PageSession, command: c.Setup) -> None:
    record = start_record(command.game, command.position, command.moves)
    view = position_view(record.state, record.moves)
    session.push(Position(re=command.re, game=None, node=None, position=view))


async def _move(services: Services, session: PageSession, command: c.Move) -> None:
    async with services.rooms.visit(command.game) as room, room.change() as game:
        node = game.move(command.at, command.move)
    session.push(Ack(re=command.re, node=node))


async def _rematch(services: Services, session: PageSession, command: c.Rematch) -> None:
    async with services.rooms.visit(command.game) as room:
        again = await services.rooms.rematch(room, command.swap)
    show_game(services, session, command.re, again)


async def _open_text(services: Services, session: PageSession, command: c.OpenText) -> None:
    room = await services.rooms.adopt(read_text(command.text, command.game))
    show_game(services, session, command.re, room)


async def _promote(services: Services, session: PageSession, command: c.Promote) -> None:
    async with services.rooms.visit(command.game) as room, room.change() as game:
        game.promote(command.node)
    session.push(Game(re=command.re, game=room.view()))


async def _step(services: Services, session: PageSession, command: c.Step) -> None:
    async with services.rooms.visit(command.game) as room:
        room.step()
    session.push(Ack(re=command.re))


async def _change(services: Services, session: PageSession, command: Any) -> None:
    """A command that changes the game and is answered by `ack`."""
    async with services.rooms.visit(command.game) as room, room.change() as game:
        _CHANGES[type(command)](game, command)
    session.push(Ack(re=command.re, node=game.cursor))


def _reseat(game: PageGame, command: c.Reseat) -> None:
    check_player(command.player, game.record.game)
    game.reseat(command.seat, command.player)


_CHANGES: dict[type[Any], Callable[[PageGame, Any], object]] = {
    c.TakeBack: lambda game, _: game.take_back(),
    c.Goto: lambda game, command: game.goto(command.node),
    c.Keep: lambda game, _: game.keep(),
    c.Comment: lambda game, command: game.comment(command.node, command.text),
    c.Resign: lambda game, command: game.resign(command.seat),
    c.Pause: lambda game, command: game.pause(command.paused),
    c.Speed: lambda game, command: game.speed(command.delay),
    c.Reseat: _reseat,
}

GAME_COMMANDS: dict[type[Any], Handle] = {
    **dict.fromkeys(_CHANGES, _change),
    c.NewGame: _new_game,
    c.Watch: _watch,
    c.Unwatch: _unwatch,
    c.Look: _look,
    c.Setup: _setup,
    c.Move: _move,
    c.Rematch: _rematch,
    c.OpenText: _open_text,
    c.Promote: _promote,
    c.Step: _step,
}
