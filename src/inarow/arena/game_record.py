"""A stored game as a record: for replays, and for programs that read records."""

from __future__ import annotations

from inarow.arena.event import Event
from inarow.arena.job import PlayedGame
from inarow.games.base import Outcome
from inarow.games.notation import parse_moves
from inarow.games.record import Record


def game_record(event: Event, game: PlayedGame) -> Record:
    """The record of a game, with what the players thought as comments.

    >>> from inarow.arena.event import event_of
    >>> from inarow.arena.job import play_game
    >>> event = event_of({"game": "tic_tac_toe", "players": ["a=random", "b=random"]})
    >>> record = game_record(event, play_game(event, event.schedule(["b2"])[0]))
    >>> record.tags["First"], record.tags["Opening"]
    ('a', 'b2')
    """
    pairing = game.pairing
    tags = {
        "Event": event.name,
        "Number": str(pairing.number),
        "Round": str(pairing.round + 1),
        "First": pairing.first,
        "Second": pairing.second,
        "Opening": pairing.opening,
    }
    record = Record(event.rules, tags=tags)
    actions = parse_moves(event.rules, game.moves)
    opening = len(actions) - len(game.seats)
    for at, action in enumerate(actions):
        record.push(action)
        if at >= opening:
            record.current.comment = _thought(game, at - opening)
    if record.state.outcome is None:
        record.result = Outcome(game.winner, game.reason)
    if game.comment:
        before = record.current.comment
        record.current.comment = f"{before}; {game.comment}" if before else game.comment
    return record


def _thought(game: PlayedGame, at: int) -> str:
    """What a player said of a move: `estimate: about 25 %, 1,000 nodes, 3.2 ms`."""
    if game.seats[at] is None:
        return "dice"
    words = [game.values[at]] if game.values[at] else []
    if game.nodes[at]:
        words.append(f"{game.nodes[at]:,} nodes")
    return ", ".join([*words, f"{1000 * game.seconds[at]:.3g} ms"])
