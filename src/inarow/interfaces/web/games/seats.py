"""Seats with owners: two people on two screens, and whoever else watches.

Who starts such a game owns one seat and gets an invitation to the other, a secret that goes into a
link. Whoever follows it first owns that seat, by a key that only their browser knows; from then on
the invitation is worth nothing. The key brings the seat back after a lost connection or a reload.

    creator                       server                          guest
      | new_game, mine: seat 0, key A |                              |
      | ----------------------------> | owner of seat 0: hash of A   |
      | sit, key A: invitation to 1   |                              |
      | <---------------------------- |       sit, key B, invitation |
      |                               | <--------------------------- |
      |        update: seat 1 taken   | owner of seat 1: hash of B   |

Keys are kept as hashes only, are compared in constant time, and are in no log and no view.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from hashlib import sha256

from inarow.errors import BadOption
from inarow.interfaces.web.games.agreement import MySeat
from inarow.interfaces.web.games.page_game import News, PageGame
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.library.kept import HUMAN, MAX_NAME, Agreement
from inarow.text import clean


def divide(settings: Agreement, mine: MySeat) -> None:
    """Give one seat to who starts the game, and make an invitation for the other person."""
    if settings.seats[mine.seat] != HUMAN:
        raise BadOption("a machine sits there: choose the seat of a person")
    if settings.judge:
        raise BadOption("moves are not judged at once where each plays on a screen of their own")
    settings.takeback = False
    settings.owners = [None, None]
    settings.owners[mine.seat] = fingerprint(mine.key)
    other = 1 - mine.seat
    settings.invitations = [None, None]
    if settings.seats[other] == HUMAN:
        settings.invitations[other] = secrets.token_urlsafe(32)


def fingerprint(key: str) -> str:
    """What is kept of a key."""
    return sha256(key.encode()).hexdigest()


def seats_of(settings: Agreement, key: str) -> list[int]:
    """The seats that a key owns."""
    mark = fingerprint(key)
    owners = settings.owners or ()
    return [seat for seat, owner in enumerate(owners) if hmac.compare_digest(owner or "", mark)]


def invited_to(settings: Agreement, invitation: str) -> int | None:
    """The free seat that an invitation gives away."""
    for seat, secret in enumerate(settings.invitations or ()):
        if secret is not None and hmac.compare_digest(secret, invitation):
            return seat
    return None


def take_seat(game: PageGame, key: str, invitation: str, name: str) -> None:
    """Sit down on a free seat; a seat that is taken stays with its owner."""
    seat = invited_to(game.settings, invitation)
    if seat is None or game.settings.owners is None or game.settings.invitations is None:
        raise Refused("not_allowed", "this seat is taken: you can watch")
    game.settings.owners[seat] = fingerprint(key)
    game.settings.invitations[seat] = None
    if called := clean(name, MAX_NAME):
        game.settings.names[seat] = called
    game.news = News("sit", [])


def taken(settings: Agreement) -> list[bool] | None:
    """Which seats of people have an owner; None where everybody plays on one screen."""
    if settings.owners is None:
        return None
    return [
        owner is not None or seat != HUMAN
        for owner, seat in zip(settings.owners, settings.seats, strict=True)
    ]


def check_move(game: PageGame, mine: Collection[int], at: int, text: str) -> None:
    """Refuse a move of anybody but the owner of the seat, or anywhere but where the game stands."""
    if game.settings.owners is None:
        return
    _check_player(mine)
    if at != game.cursor and game.played_at(at) == text:
        return  # it was sent again
    if at != game.cursor or game.outcome is not None:
        raise Refused("not_allowed", "the game is not changed in hindsight")
    if game.state.player not in mine:
        raise Refused("not_allowed", "it is not your turn")


def check_change(game: PageGame, mine: Collection[int], kind: str) -> None:
    """Refuse what nobody may do alone in a game that is played on several screens."""
    if game.settings.owners is None:
        return
    _check_player(mine)
    if kind not in ("comment", "resign", "rematch"):
        raise Refused("not_allowed", "this is not done in a game on several screens")


def _check_player(mine: Collection[int]) -> None:
    if not mine:
        raise Refused("not_allowed", "you are watching: only the players can do that")
