"""Reading the database of an event, in an engine process: table, games, one game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import merge
from itertools import islice

from inarow.arena.game_record import game_record
from inarow.arena.job import PlayedGame
from inarow.arena.ledger import Ledger
from inarow.arena.ratings import rate
from inarow.arena.results import DRAW, LOSS, WIN
from inarow.arena.store import open_store
from inarow.arena.tournament import count_store, counted_game
from inarow.games.base import Outcome
from inarow.games.record_text import format_record, result_word
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
            cross = _cross(ledger)
            return ArenaView(
                file=self.file,
                name=store.event.name,
                game=str(store.event.rules),
                done=done,
                total=ledger.total,
                running=self.running,
                words=_words(ledger, done),
                table=_table(ledger, cross),
                cross=cross,
            )


@dataclass(frozen=True, slots=True)
class ListGames(ShortJob):
    """The games of two players, whoever moved first."""

    path: str
    player: str
    opponent: str

    def run(self, desk: Desk) -> list[ArenaGame]:
        with open_store(self.path) as store:
            seats = {(self.player, self.opponent), (self.opponent, self.player)}
            cells = [store.cell(first, second) for first, second in seats]
            ledger = count_store(store)
            played = merge(*cells, key=lambda game: game.pairing.number)
            games = (game for game in played if ledger.has_counted(game.pairing))
            return [_game(game) for game in islice(games, EVENT_GAMES)]


@dataclass(frozen=True, slots=True)
class ReadGame(ShortJob):
    """One game as a record in text form."""

    path: str
    number: int

    def run(self, desk: Desk) -> str:
        with open_store(self.path) as store:
            return format_record(game_record(store.event, counted_game(store, self.number)))


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


def _cross(ledger: Ledger) -> list[CrossCell]:
    """What everybody scored against everybody, both seats together."""
    sums: dict[tuple[str, str], Counter[int]] = {}
    for (first, second), counts in ledger.tally.games.items():
        for result, count in enumerate(counts):
            sums.setdefault((first, second), Counter())[result] += count
            sums.setdefault((second, first), Counter())[WIN - result] += count
    return [
        CrossCell(
            player=player,
            opponent=opponent,
            wins=counts[WIN],
            draws=counts[DRAW],
            losses=counts[LOSS],
        )
        for (player, opponent), counts in sums.items()
    ]


def _table(ledger: Ledger, cross: list[CrossCell]) -> list[PlayerRow]:
    """Everybody by rating; before the first game there is none."""
    ratings = {rating.player: rating for rating in rate(ledger.tally).players}
    rows = []
    for rank, (player, rating) in enumerate(ratings.items(), 1):
        cells = [cell for cell in cross if cell.player == player]
        wins, draws = sum(cell.wins for cell in cells), sum(cell.draws for cell in cells)
        rows.append(
            PlayerRow(
                rank=rank,
                player=player,
                games=rating.games,
                wins=wins,
                draws=draws,
                losses=sum(cell.losses for cell in cells),
                points=wins + draws / 2,
                elo=round(rating.elo, 1) if rating.games else None,
                error=round(rating.error, 1) if rating.games else None,
                failures=ledger.failures(player),
            )
        )
    return rows
