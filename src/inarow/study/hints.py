"""Hints that give a little more away each time: where to look, what kind of move, the move.

    1  where    Look at columns 1 to 3.
    2  kind     It makes two threats at once.
    3  move     It is 3.

The kind is what the first reason for the move says, without its cells: to find those is the task.
"""

from __future__ import annotations

from inarow.games.base import State
from inarow.study.cells import cell_words
from inarow.study.reasons import explain
from inarow.study.why import Why

HINTS = 3
"""How many hints there are for a move."""

_KINDS = {
    "wins": "completes a line",
    "forced": "begins a chain of threats that wins by force",
    "double": "makes two threats at once",
    "blocks": "stops the opponent from completing a line",
    "threat": "threatens to complete a line",
    "waits": "makes a threat that waits for later",
    "builds": "builds own lines",
    "spoils": "spoils lines of the opponent",
    "sends": "is good because of where it sends the opponent",
    "replies": "is good because of where it sends the opponent",
    "zugzwang": "is about who must play below a waiting threat in the end",
}
_QUIET = "is a quiet move: it makes no threat, but the others give something away"


def hint_at(state: State, action: int, number: int) -> str:
    """A hint at a move, from 0 on; after the last one always the last.

    >>> from inarow.registry import load_game
    >>> from inarow.games.notation import play_moves
    >>> state = play_moves(load_game("connect_four").initial_state(), "4455")
    >>> for number in range(3):
    ...     print(hint_at(state, 2, number))
    Look at columns 1 to 3.
    It makes two threats at once.
    It is 3.
    """
    if number <= 0:
        return f"Look at {where(state, action)}."
    if number == 1:
        return f"It {kind(state, action)}."
    return f"It is {state.game.format(action)}."


def where(state: State, action: int) -> str:
    """The part of the board to which a move belongs, about a third of it each way."""
    cell, game = state.target(action), state.game
    rules = game.rules
    if cell is None or rules is None:
        return "the moves that place no stone" if cell is None else "the whole board"
    rows, cols = game.shape
    (top, bottom), (left, right) = _part(cell[0], rows), _part(cell[1], cols)
    if rules.falls:
        return f"columns {left + 1} to {right + 1}"
    if rules.sent:
        column = cell[1] % game.block
        return f"cells {', '.join(str(column + 1 + game.block * row) for row in range(game.block))}"
    return f"the cells from {cell_words(game, (bottom, left))} to {cell_words(game, (top, right))}"


def _part(place: int, length: int) -> tuple[int, int]:
    """A third of a row or at least two places that hold this one, and do not say which it is."""
    size = min(length, max(2, -(-length // 3)))
    first = min(place // size * size, length - size)
    return first, first + size - 1


def kind(state: State, action: int) -> str:
    """What kind of move it is, by the first thing that speaks for it."""
    found = [why for why in explain(state, action) if why.player == state.player]
    told = next((why for why in found if why.kind != "forced"), found[0] if found else None)
    return _QUIET if told is None else _without_cells(told)


def _without_cells(why: Why) -> str:
    named = why.kind in ("builds", "spoils") and why.words.startswith(("makes ", "blocks "))
    return why.words if named else _KINDS.get(why.kind, _QUIET)
