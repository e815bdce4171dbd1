"""Reading the database of an event, in an engine process: table, games, one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice

from inarow.arena.job import PlayedGame
from inarow.arena.ledger import Ledger
from inarow.arena.ratings import Rating, rate
from inarow.arena.results import Tally
from inarow.arena.store import open_store
from inarow.arena.tournament import count_store, counted_game, counted_games
from inarow.games.base import Outcome
from inarow.games.record_reader import result_word
from inarow.games.record_text import format_record
from inarow.interfaces.web.engines.jobs import Desk, ShortJob
from inarow.interfaces.web.protocol.study_views import ArenaGame, ArenaView, CrossCell, PlayerRow

EVENT_GAMES = 2000


@dataclass(frozen=True, slots=True)
class ReadEvent(ShortJob):
    """The table of an event as it stands."""

    path: str
    file: str
    running: bool

    def run(self, desk: Desk) -> ArenaView:
        with open_store(self.path) as store:
            ledger = count_store(store)
            done = store.finished
            ratings = rate(ledger.tally).players
            return ArenaView(
                file=self.file,
                name=store.event.name,
                game=str(store.event.rules),
                done=done,
                total=ledger.total,
                running=self.running,
                words=_words(ledger, done),
                table=[_row(ledger.tally, *ranked) for ranked in enumerate(ratings, 1)],
                cross=_cross(ledger.tally, [rating.player for rating in ratings]),
            )


@dataclass(frozen=True, slots=True)
class ListGames(ShortJob):
    """The games of two players, whoever moved first."""

    path: str
    player: str
    opponent: str

    def run(self, desk: Desk) -> list[ArenaGame]:
        with open_store(self.path) as store:
            games = counted_games(store, (self.player, self.opponent))
            return [_game(game) for game in islice(games, EVENT_GAMES)]


@dataclass(frozen=True, slots=True)
class ReadGame(ShortJob):
    """One game as a record in text form."""

    path: str
    number: int

    def run(self, desk: Desk) -> str:
        with open_store(self.path) as store:
            return format_record(counted_game(store, self.number).record(store.event))


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


def _words(ledger: Ledger, done: int) -> str:
    text = f"{done} of {ledger.total} games"
    if ledger.taken_out:
        text += f"; taken out: {', '.join(ledger.taken_out)}"
    return f"{text}; {ledger.verdict}" if ledger.verdict else text


def _cross(tally: Tally, players: Sequence[str]) -> list[CrossCell]:
    """What everybody scored against everybody, both seats together."""
    return [
        CrossCell(player=one, opponent=other, **asdict(score))
        for one in players
        for other in players
        if (score := tally.score(one, other)).games
    ]


def _row(tally: Tally, rank: int, rating: Rating) -> PlayerRow:
    return PlayerRow(
        rank=rank,
        player=rating.player,
        games=rating.games,
        points=rating.points,
        elo=round(rating.elo, 1) if rating.games else None,
        error=round(rating.error, 1) if rating.games else None,
        failures=tally.failures(rating.player),
        **asdict(tally.score(rating.player)),
    )
