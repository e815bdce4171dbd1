"""What the app asks of the library in passing: the game to go on with, and reviews to remember."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from inarow.errors import InarowError
from inarow.interfaces.cli.library.common import game_title
from inarow.library.find import Wanted
from inarow.library.kept import HUMAN, Kept
from inarow.library.library import Library
from inarow.library.rows import usual_file
from inarow.options import counted
from inarow.study.reviewed_move import ReviewedMove


def unfinished() -> Kept | None:
    """The game that was played last, if it is not over and can go on here; None without one.

    Nothing is said of a library that cannot be read: whoever opens it is told.
    """
    file = usual_file()
    if file is None or not file.exists():
        return None
    with suppress(InarowError, OSError), Library(file) as library:
        cards, _ = library.search(Wanted(), 1)
        if cards and not cards[0].outcome and HUMAN in cards[0].seats:
            kept = library.load(cards[0].id)
            return None if kept.settings.owners else kept
    return None


def in_a_line(kept: Kept) -> str:
    """A game by its rules, its players and how far it has come."""
    first, second = kept.settings.names
    moves = kept.record.state.ply
    return f"{game_title(kept.settings.game)}, {first} - {second}, after {counted(moves, 'move')}"


def remember_review(kept: Kept, moves: Sequence[ReviewedMove]) -> None:
    """Let the library count what a review found."""
    file = usual_file()
    if file is not None:
        with suppress(InarowError, OSError), Library(file) as library:
            losses = [(move.state.player, move.loss) for move in moves]
            library.note_review(kept.id, kept.record.state.ply, losses)
