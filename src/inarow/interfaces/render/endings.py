"""Why a game ended, in words: `X wins on time`, `draw: the board is full`."""

from __future__ import annotations

from collections.abc import Sequence

from inarow.games.base import SYMBOLS, Outcome, Reason

END_WORDS = {
    Reason.FULL: "the board is full",
    Reason.SENT_TO_FULL: "the board to play in is full",
    Reason.MAJORITY: "with more boards",
    Reason.FORBIDDEN: "because every free cell is forbidden to the opponent",
    Reason.TURNS: "all turns are taken",
    Reason.ILLEGAL: "by an illegal move of the opponent",
    Reason.TIME: "on time",
    Reason.CRASH: "because the opponent failed",
    Reason.HANG: "because the opponent gave no answer",
    Reason.MEMORY: "because the opponent ran out of memory",
    Reason.OUTPUT: "because the opponent wrote too much",
    Reason.RESIGNED: "by resignation",
    Reason.ADJUDICATED: "by decision",
}
"""What follows `X wins` or `draw:`; a line needs no words."""


def end_words(outcome: Outcome, names: Sequence[str] = SYMBOLS) -> str:
    """How a game ended, told with the names of the players.

    >>> end_words(Outcome(1, Reason.RESIGNED), ("Ada", "Bob"))
    'Bob wins by resignation'
    """
    why = END_WORDS.get(outcome.reason)
    if outcome.reason is Reason.ABANDONED:
        return "left unfinished"
    if outcome.winner is None:
        return f"draw: {why}" if why else "draw"
    verb = "win" if names[outcome.winner] == "You" else "wins"
    return f"{names[outcome.winner]} {verb} {why or 'with a line'}"
