"""Games to rows and back: how a live game is kept in the store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inarow.games.base import Outcome, Reason
from inarow.games.notation import parse_position
from inarow.games.record import Record
from inarow.interfaces.web.games.agreement import Agreement
from inarow.interfaces.web.games.file import NodeRow, Saved
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.games.show import outcome_view
from inarow.registry import load_game


def to_saved(game: PageGame, numbers: Iterable[int]) -> Saved:
    """A game as it is kept, with those of its nodes that are new or changed."""
    result = game.record.result
    state = {
        "settings": vars(game.settings).copy(),
        "cursor": game.cursor,
        "result": None if result is None else [result.winner, str(result.reason)],
        "promoted": game.promoted,
        "left": [side.clock.left for side in game.sides] if game.settings.timed else None,
        "paused": game.paused,
        "delay": game.delay,
        "choice": game.choice,
        "version": game.version,
    }
    rows = [_row(game, number) for number in numbers]
    return Saved(game.id, game.changed, _summary(game), state, rows)


def from_saved(saved: Saved) -> PageGame:
    """The game as it was when it was kept."""
    state = saved.state
    settings = Agreement(**state["settings"])
    rules = load_game(settings.game)
    start = None if settings.start is None else parse_position(rules, settings.start)
    game = PageGame(saved.id, settings, Record(rules, start))
    for row in saved.nodes:
        if row.parent is not None and row.action is not None:
            game.record.current = game.nodes[row.parent]
            game.restore(row.action, row.seconds)
        game.nodes[row.id].comment = row.comment
    for number in state["promoted"]:
        game.promote(number)
    game.enter(game.nodes[state["cursor"]])
    if state["result"] is not None:
        winner, reason = state["result"]
        game.record.result = Outcome(winner, Reason(reason))
    for side, left in zip(game.sides, state["left"] or (), strict=False):
        side.clock.bank = left - side.clock.increment
    game.paused, game.delay, game.choice = state["paused"], state["delay"], state["choice"]
    game.version, game.changed = state["version"], saved.changed
    return game


def _row(game: PageGame, number: int) -> NodeRow:
    node = game.nodes[number]
    parent = None if node.parent is None else game.numbers[node.parent]
    return NodeRow(number, parent, node.action, game.seconds[number], node.comment)


def _summary(game: PageGame) -> dict[str, Any]:
    """One line of the list of games."""
    outcome, names = game.outcome, game.settings.names
    return {
        "game": game.settings.game,
        "names": names,
        "ply": game.state.ply,
        "words": "" if outcome is None else outcome_view(outcome, names).words,
        "over": outcome is not None,
    }
