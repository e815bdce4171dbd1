"""Reading the database of an event, in an engine process: table, games, one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from inarow.agents.people import people_name
from inarow.arena.compare import Compare, comparison
from inarow.arena.job import PlayedGame
from inarow.arena.ledger import Ledger
from inarow.arena.ratings import Rating, rate
from inarow.arena.results import Tally
from inarow.arena.store import open_store
from inarow.arena.tournament import count_store, counted_game, counted_games
from inarow.games.base import Outcome
from inarow.games.record_reader import result_word
from inarow.games.record_text import format_record
from inarow.interfaces.render.event_plots import ratings_plot
from inarow.interfaces.render.event_table import short_name
from inarow.interfaces.render.plot import plot_svg
from inarow.interfaces.web.engines.jobs import Desk
from inarow.interfaces.web.protocol.arena_views import (
    ArenaComparison,
    ArenaGame,
    ArenaView,
    CrossCell,
    PlayerRow,
)

EVENT_GAMES = 2000


def read_event(running: bool, path: Path, desk: Desk) -> ArenaView:
    """The table of an event as it stands."""
    with open_store(path) as store:
        ledger = count_store(store)
        games = ledger.tally.total  # of one that has ended early there are more, which do not count
        done, total = (games, games) if ledger.complete else (store.finished, ledger.total)
        ratings = rate(ledger.tally)
        table = [_row(ledger, *ranked) for ranked in enumerate(ratings.players, 1)]
        plot = ratings_plot(ratings, [short_name(row.title) for row in table])
        return ArenaView(
            file=path.name,
            name=store.event.name,
            game=str(store.event.rules),
            limit=store.event.limit,
            done=done,
            total=total,
            running=running,
            complete=ledger.complete,
            comparison=_comparison(ledger),
            words=_words(ledger, done, total),
            table=table,
            ratings=plot_svg(plot) if games else "",
            cross=_cross(ledger.tally, [row.player for row in table]),
        )


def list_games(players: tuple[str, str], path: Path, desk: Desk) -> list[ArenaGame]:
    """The games of two players, in both seats."""
    with open_store(path) as store:
        return [_game(game) for game in islice(counted_games(store, players), EVENT_GAMES)]


def read_game(number: int, path: Path, desk: Desk) -> str:
    """One game as a record in text form."""
    with open_store(path) as store:
        return format_record(counted_game(store, number).record(store.event))


def _game(game: PlayedGame) -> ArenaGame:
    return ArenaGame(
        id=game.pairing.number,
        first=game.pairing.first,
        second=game.pairing.second,
        result=result_word(Outcome(game.winner, game.reason)),
        reason=str(game.reason),
        plies=game.plies,
        moves=game.moves,
    )


def _words(ledger: Ledger, done: int, total: int) -> str:
    text = f"{done} of {total} games"
    if ledger.taken_out:
        text += f"; taken out: {', '.join(map(people_name, ledger.taken_out))}"
    if ledger.event.left_out:
        text += f"; left out: {', '.join(one.name for one in ledger.event.left_out)}"
    told = ledger.verdict and not isinstance(ledger.event.stop_rule, Compare)
    return f"{text}; {ledger.verdict}" if told else text


def _comparison(ledger: Ledger) -> ArenaComparison | None:
    """What is known of two players that are compared."""
    if not isinstance(ledger.event.stop_rule, Compare):
        return None
    found = asdict(comparison(ledger))
    return ArenaComparison(**{key: found[key] for key in ArenaComparison.model_fields})


def _cross(tally: Tally, players: Sequence[str]) -> list[CrossCell]:
    """What each player scored against each other one, both seats together."""
    return [
        CrossCell(player=one, opponent=other, **asdict(score))
        for one in players
        for other in players
        if (score := tally.score(one, other)).games
    ]


def _row(ledger: Ledger, rank: int, rating: Rating) -> PlayerRow:
    tally, player = ledger.tally, rating.player
    entrant = next(one for one in ledger.event.players if one.name == player)
    return PlayerRow(
        rank=rank,
        player=player,
        title=people_name(player),
        spec="" if entrant.runs_program else entrant.spec,
        games=rating.games,
        points=rating.points,
        elo=round(rating.elo, 1) if rating.games else None,
        error=round(rating.error, 1) if rating.games else None,
        failures=tally.failures(player),
        **asdict(tally.score(player)),
    )
