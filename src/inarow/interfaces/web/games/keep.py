"""Games to rows and back: how a live game is kept in the store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.games.show import outcome_view
from inarow.library.kept import to_kept
from inarow.library.rows import NodeRow, Saved


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
    state, kept = saved.state, to_kept(saved)
    game = PageGame(saved.id, kept.settings, kept.record, kept.nodes, kept.seconds)
    game.promoted = list(state["promoted"])
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
