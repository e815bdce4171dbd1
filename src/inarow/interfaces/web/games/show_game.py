"""Whole games as views: the tree, whose turn it is, and the clocks."""

from __future__ import annotations

from typing import Any

from inarow.games.notation import format_moves
from inarow.games.sides import side_names, task
from inarow.interfaces.web.games.page_game import News, PageGame
from inarow.interfaces.web.games.seats import taken
from inarow.interfaces.web.games.show import outcome_view, position_view
from inarow.interfaces.web.protocol.messages import Update
from inarow.interfaces.web.protocol.views import (
    ClockView,
    GameView,
    NodeView,
    PositionView,
    StatusView,
)
from inarow.library.kept import in_order


def game_view(game: PageGame) -> GameView:
    """A whole game."""
    kept = ("game", "limit", "takeback", "judge", "seed", "rematch_of")
    settings = {name: getattr(game.settings, name) for name in kept}
    nodes = [_node(game, game.numbers[node]) for node in in_order(game.record.root)]
    return GameView(id=game.id, **settings, **_now(game, nodes))


def update_of(game: PageGame, news: News) -> Update:
    """What changed in a game."""
    nodes = [_node(game, number) for number in news.nodes]
    return Update(game=game.id, why=news.why, **_now(game, nodes))


def _now(game: PageGame, nodes: list[NodeView]) -> dict[str, Any]:
    """What a whole game and an update have in common: the fields of `GameNow`."""
    return {
        "version": game.version,
        "nodes": nodes,
        "cursor": game.cursor,
        "position": node_position(game, game.cursor),
        "status": _status(game),
        "seats": game.settings.seats,
        "names": game.settings.names,
        "taken": taken(game.settings),
    }


def node_position(game: PageGame, number: int) -> PositionView:
    """The position of a node."""
    moves = format_moves(game.record.game, game.place(number).actions)
    return position_view(game.node(number).state, moves)


def _node(game: PageGame, number: int) -> NodeView:
    node = game.nodes[number]
    parent = node.parent
    if parent is None or node.action is None:
        return NodeView(id=number, ply=node.state.ply, comment=node.comment)
    return NodeView(
        id=number,
        parent=game.numbers[parent],
        action=node.action,
        text=game.record.game.format(node.action),
        player=parent.state.player,
        ply=node.state.ply,
        cell=parent.state.target(node.action),
        dice=bool(parent.state.chance()),
        comment=node.comment,
        seconds=game.seconds[number],
    )


def _status(game: PageGame) -> StatusView:
    outcome, names = game.outcome, game.settings.names
    moves_made = game.record.current.parent is not None
    return StatusView(
        waiting=game.waiting,
        outcome=outcome_view(outcome, names) if outcome else None,
        words=_words(game),
        can_take_back=moves_made and (game.free or game.choice),
        can_resign=outcome is None and bool(game.people),
        paused=game.paused,
        delay=game.delay,
        clocks=_clocks(game),
    )


def _clocks(game: PageGame) -> ClockView | None:
    """The clocks as they stand now."""
    if not game.settings.timed:
        return None
    return ClockView(
        left=[round(max(0.0, side.clock.left), 2) for side in game.sides],
        running=game.state.player if game.side.clock.running else None,
        increment=game.settings.increment,
    )


def _words(game: PageGame) -> str:
    """One sentence for the line below the board."""
    outcome = game.outcome
    if outcome is not None:
        return outcome_view(outcome, game.settings.names).words
    if game.judging is not None:
        return "the move is being judged"
    seat = game.state.player
    name, side = game.settings.names[seat], side_names(game.state)[seat]
    name = name if name == side else f"{name} ({side})"
    return {
        "human": f"{name} {task(game.state)}",
        "machine": f"{name} is thinking",
        "dice": f"the dice move for {name}",
        "choice": "keep this move or take it back",
        "paused": f"paused: {name} {task(game.state)}",
    }[game.waiting]
