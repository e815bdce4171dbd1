"""Where and how long: the position that a command names, and the limit that it may have."""

from __future__ import annotations

from inarow.errors import BadOption
from inarow.interfaces.web.engines.jobs import MAX_SECONDS, Place
from inarow.interfaces.web.games.read import start_record, start_text
from inarow.interfaces.web.protocol import commands as c
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.services import Services
from inarow.search.limit import Limit


async def find_place(services: Services, where: c.Where) -> Place:
    """The position that a command names."""
    if where.game is not None:
        async with services.rooms.visit(where.game) as room:
            return room.game.place(where.node)
    if where.rules is None:
        raise Refused("bad_message", "where: name a game or rules")
    record = start_record(where.rules, where.position, where.moves)
    return Place(str(record.game), start_text(record), tuple(record.actions))


def study_limit(text: str) -> Limit:
    """A limit that is no more than this server allows."""
    limit = Limit.parse(text) if text else Limit(seconds=MAX_SECONDS)
    if limit.seconds is not None and limit.seconds > MAX_SECONDS:
        raise BadOption(f"an engine may think at most {MAX_SECONDS:g} seconds here")
    return limit
