"""The commands that play: new games, moves, taking back, clocks, looking around."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from inarow.interfaces.web.games.live_game import LiveGame, start_record
from inarow.interfaces.web.games.read_text import read_text
from inarow.interfaces.web.games.room import Room
from inarow.interfaces.web.games.rooms import check_player, usual_names
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
    async with services.rooms.visit(command.game) as room:
        await room.move(command.at, command.move)
        node = room.game.child(command.at, command.move)
    session.push(Ack(re=command.re, node=node))


async def _rematch(services: Services, session: PageSession, command: c.Rematch) -> None:
    async with services.rooms.visit(command.game) as room:
        again = await services.rooms.rematch(room, command.swap)
    show_game(services, session, command.re, again)


async def _open_text(services: Services, session: PageSession, command: c.OpenText) -> None:
    room = await services.rooms.adopt(read_text(command.text, command.game))
    show_game(services, session, command.re, room)


async def _promote(services: Services, session: PageSession, command: c.Promote) -> None:
    def promote(game: LiveGame) -> list[int]:
        game.promote(command.node)
        return []

    async with services.rooms.visit(command.game) as room:
        await room.change("promote", promote)
        session.push(Game(re=command.re, game=room.view()))


async def _step(services: Services, session: PageSession, command: c.Step) -> None:
    async with services.rooms.visit(command.game) as room:
        room.step()
    session.push(Ack(re=command.re))


def _simple(why: str, work: Callable[[LiveGame, Any], list[int] | None]) -> Handle:
    """A command that changes the game and is answered by `ack`."""

    async def handle(services: Services, session: PageSession, command: Any) -> None:
        async with services.rooms.visit(command.game) as room:
            await room.change(why, lambda game: work(game, command))
            session.push(Ack(re=command.re, node=room.game.cursor))

    return handle


def _take_back(game: LiveGame, _: c.TakeBack) -> list[int]:
    game.take_back()
    return []


def _goto(game: LiveGame, command: c.Goto) -> list[int]:
    game.goto(command.node)
    return []


def _keep(game: LiveGame, _: c.Keep) -> list[int]:
    if not game.choice:
        raise Refused("not_allowed", "there is no move to keep or take back")
    game.choice = False
    return []


def _comment(game: LiveGame, command: c.Comment) -> list[int]:
    game.node(command.node).comment = command.text
    return [command.node]


def _resign(game: LiveGame, command: c.Resign) -> list[int]:
    game.resign(command.seat)
    return []


def _pause(game: LiveGame, command: c.Pause) -> list[int] | None:
    if game.paused == command.paused:
        return None
    game.paused = command.paused
    return []


def _speed(game: LiveGame, command: c.Speed) -> list[int]:
    game.delay = command.delay
    return []


def _reseat(game: LiveGame, command: c.Reseat) -> list[int]:
    check_player(command.player, game.record.game)
    settings, seat = game.settings, command.seat
    before = usual_names(settings.seats)[seat]
    settings.seats[seat] = command.player
    if settings.names[seat] == before:
        settings.names[seat] = usual_names(settings.seats)[seat]
    return []


GAME_COMMANDS: dict[type[Any], Handle] = {
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
    c.TakeBack: _simple("take_back", _take_back),
    c.Goto: _simple("goto", _goto),
    c.Keep: _simple("keep", _keep),
    c.Comment: _simple("comment", _comment),
    c.Resign: _simple("resign", _resign),
    c.Pause: _simple("pause", _pause),
    c.Speed: _simple("speed", _speed),
    c.Reseat: _simple("reseat", _reseat),
}
