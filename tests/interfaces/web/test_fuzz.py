"""Hundreds of made-up messages against warm engines: each is answered, nothing fails."""

from __future__ import annotations

from interfaces.web.fuzz import fuzz
from web_server import Server


def test_messages_of_all_kinds_are_answered_and_nothing_fails(server: Server) -> None:
    heard = fuzz(server, 400, seed=1)
    assert {"game", "ack", "update", "position", "puzzle"} <= set(heard)
    assert {"bad_message", "illegal", "not_allowed", "bad_text", "stopped"} <= set(heard)
