"""The results of an event as text: standings with ratings, the cross table, and what else is known.

     #  player    Elo  +-    LOS  games  points     %  first  second  draws  ms/move  crash
     1  quick     +87  31   99 %     40    28.5  71.3   75.0    67.5   12.5     0.31
     2  bad       -87  31            40    11.5  28.7   ...                             2

Elo with its 95 % error bar; LOS: how probable it is that a player is better than the next one.
Columns of faults (time, crash, ...) appear only if there were any. A table that is too wide for the
screen goes on below, with as many columns as fit; there a player is known by its number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Annotated, Any, TypedDict, cast

from inarow.arena.elo import signed
from inarow.arena.ledger import Ledger
from inarow.arena.ratings import Ratings, rate
from inarow.arena.results import FAULTS, Points, Tally

_NAME = 28
"""Letters of a name that a table shows."""
WIDTH = 80
"""Letters of a line where nobody knows how wide the screen is."""


class PointsData(TypedDict):
    """Wins, draws and losses; points per game are null without games."""

    wins: int
    draws: int
    losses: int
    games: int
    points: float
    share: float | None


class SeatsData(PointsData):
    """A score in both seats together, and in each."""

    as_first: PointsData
    as_second: PointsData


class AgainstData(SeatsData):
    """The score against one opponent; how many pairs brought 0, 1/2, 1, 3/2 and 2 points."""

    pairs: list[int]


class PlayerData(SeatsData):
    """A row of the cross table; faults are losses by one's own fault, gifts those of others."""

    player: str
    faults: dict[str, int]
    gifts: int
    moves: int
    seconds: float
    seconds_per_move: float | None
    against: dict[str, AgainstData]


class LengthData(TypedDict):
    """How many games had this length."""

    plies: int
    games: int


class TableData(TypedDict):
    """The cross table, and why and when games ended."""

    games: int
    reasons: dict[str, int]
    lengths: list[LengthData]
    players: list[PlayerData]


class TakenOutData(TypedDict):
    """A player that failed too often: after which game it was taken out, and why."""

    after_game: int
    failures: dict[str, int]


class LeftOutData(TypedDict):
    """A player that could not be loaded, and why."""

    name: str
    why: str


class EventData(TypedDict):
    """All that is known of an event; numbers that are not known are null."""

    name: str
    game: str
    seed: int
    complete: bool
    games: int
    games_at_most: int
    verdict: str | None
    changed: bool
    taken_out: dict[str, TakenOutData]
    left_out: list[LeftOutData]
    ratings: Annotated[dict[str, Any], Ratings]
    table: TableData


def event_text(ledger: Ledger, width: int = WIDTH) -> str:
    """All that is known of an event, for people, in lines that are not wider than the screen."""
    tally, ratings = ledger.tally, rate(ledger.tally)
    tables = standing_rows(tally, ratings), cross_rows(tally, ratings)
    shown = [fitted(table, width) for table in tables]
    parts = [event_head(ledger), *shown, event_notes(ledger, ratings)]
    return "\n\n".join(part for part in parts if part)


def standings(ledger: Ledger, width: int = WIDTH) -> str:
    """The standings alone, for a table that is drawn again and again."""
    return fitted(standing_rows(ledger.tally, rate(ledger.tally)), width)


def event_data(ledger: Ledger) -> EventData:
    """All that is known of an event, for programs; numbers that are not known are null."""
    ratings = rate(ledger.tally)
    data: EventData = {
        "name": ledger.event.name,
        "game": ledger.event.game,
        "seed": ledger.event.seed,
        "complete": ledger.complete,
        "games": ledger.tally.total,
        "games_at_most": ledger.total,
        "verdict": ledger.verdict or None,
        "changed": ledger.changed,
        "taken_out": {
            name: {"after_game": number, "failures": ledger.tally.failures(name)}
            for name, number in ledger.taken_out.items()
        },
        "left_out": [{"name": one.name, "why": one.why} for one in ledger.event.left_out],
        "ratings": asdict(ratings),
        "table": table_data(ledger.tally, [rating.player for rating in ratings.players]),
    }
    return cast(EventData, _finite(data))


def table_data(tally: Tally, players: Sequence[str]) -> TableData:
    """The cross table, for programs: players in this order, against all whom they met."""
    return {
        "games": tally.total,
        "reasons": dict(tally.reasons.most_common()),
        "lengths": [{"plies": plies, "games": n} for plies, n in sorted(tally.lengths.items())],
        "players": [_player_data(tally, player, players) for player in players],
    }


def _player_data(tally: Tally, player: str, others: Sequence[str]) -> PlayerData:
    seconds, moves = tally.seconds.get(player, 0.0), tally.moves[player]
    against: dict[str, AgainstData] = {
        other: {
            **_scores(tally, player, other),
            "pairs": tally.pair_counts(player, other) or [0] * 5,
        }
        for other in others
        if tally.score(player, other).games
    }
    return {
        "player": player,
        **_scores(tally, player),
        "faults": {str(reason): tally.faults[player, reason] for reason in FAULTS},
        "gifts": tally.gifts[player],
        "moves": moves,
        "seconds": seconds,
        "seconds_per_move": seconds / moves if moves else None,
        "against": against,
    }


def _scores(tally: Tally, player: str, other: str = "") -> SeatsData:
    """The score of a player in both seats together, and in each."""
    both, first, second = (_points_data(tally.score(player, other, seat)) for seat in (None, 0, 1))
    return {**both, "as_first": first, "as_second": second}


def _points_data(score: Points) -> PointsData:
    return {
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "games": score.games,
        "points": score.points,
        "share": score.share,
    }


def event_head(ledger: Ledger) -> str:
    """What the event is and how far it is."""
    done = f"{ledger.tally.total:,} games"
    if not ledger.complete:
        done += f" of {ledger.total:,}"
    return f"{ledger.event.name}: {ledger.event.game}, {done}"


def standing_rows(tally: Tally, ratings: Ratings) -> list[list[str]]:
    """The standings as a table of texts, its head first, then the best player."""
    head = ["#", "player", "Elo", "+-", "LOS", "games", "points", "%", "first", "second", "draws"]
    occurred = [fault for fault in FAULTS if any(tally.faults[n, fault] for n in tally.players)]
    lines = [[*head, "ms/move", *occurred]]
    for at, rating in enumerate(ratings.players):
        name = rating.player
        better = [f"{100 * los:.0f} %" for los in ratings.superiority[at][at + 1 : at + 2]] or [""]
        elo = [figure(rating.elo, signed), figure(rating.error)]
        score = [f"{rating.games}", f"{rating.points:.1f}", *_shares(tally, name)]
        time = f"{1000 * tally.seconds.get(name, 0.0) / (tally.moves[name] or 1):.3g}"
        faults = [str(tally.faults[name, fault] or "") for fault in occurred]
        lines.append([str(at + 1), short_name(name), *elo, *better, *score, time, *faults])
    return lines


def _shares(tally: Tally, player: str) -> list[str]:
    total, first, second = (tally.score(player, seat=seat) for seat in (None, 0, 1))
    draws = total.draws / total.games if total.games else None
    shares = (total.share, first.share, second.share, draws)
    return ["" if share is None else f"{100 * share:.1f}" for share in shares]


def cross_rows(tally: Tally, ratings: Ratings) -> list[list[str]]:
    """Wins, draws and losses of each player (row) against each other (column)."""
    names = [rating.player for rating in ratings.players]
    lines = [["#", "wins-draws-losses", *(str(at + 1) for at in range(len(names)))]]
    for at, name in enumerate(names):
        scores = [tally.score(name, other) for other in names]
        words = [f"{s.wins}-{s.draws}-{s.losses}" if s.games else "." for s in scores]
        lines.append([str(at + 1), short_name(name), *words])
    return lines


def event_notes(ledger: Ledger, ratings: Ratings) -> str:
    """What else is to be said, a line each."""
    notes = []
    if ratings.first_score is not None:
        edge = ratings.first_move
        notes.append(
            f"moving first is worth {figure(edge.value, signed)} +- {figure(edge.error)} "
            f"Elo ({100 * ratings.first_score:.1f} % of points); "
            f"{100 * (ratings.draw_rate or 0.0):.1f} % of games are drawn"
        )
    if len(ratings.groups) > 1:
        notes.append("some players never met, not even through others: do not compare them")
    for name, number in ledger.taken_out.items():
        faults = ", ".join(
            f"{count} x {word}" for word, count in ledger.tally.failures(name).items()
        )
        notes.append(f"{name} was taken out after game {number}: it failed too often ({faults})")
    notes += [f"{one.name} was left out: {one.why}" for one in ledger.event.left_out]
    if ledger.changed:
        notes.append("another program has changed these results while the event ran: mistrust them")
    rule = ledger.event.stop_rule
    if ledger.verdict:
        notes.append(f"stopped: {ledger.verdict}")
    elif rule is not None:
        notes.append(rule.look(ledger.tally)[1])
    return "\n".join(notes)


def fitted(lines: Sequence[Sequence[str]], width: int = WIDTH) -> str:
    """A table that is not wider than the screen: further columns go below, beside the first one.

    >>> rows = [["#", "player", "wins", "draws"], ["1", "ada", "10", "3"]]
    >>> print(fitted(rows, 17))
    #  player  wins
    1  ada       10
    <BLANKLINE>
    #  draws
    1      3
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    blocks, used = [[0, 1]], widths[0] + 2 + widths[1]
    for at in range(2, len(widths)):
        if used + 2 + widths[at] > width and len(blocks[-1]) > 1:
            blocks.append([0])
            used = widths[0]
        blocks[-1].append(at)
        used += 2 + widths[at]
    return "\n\n".join(
        aligned([[line[at] for at in block] for line in lines], names=at == 0)
        for at, block in enumerate(blocks)
    )


def aligned(lines: Sequence[Sequence[str]], *, names: bool = True) -> str:
    """Columns side by side, names (the second column) to the left and numbers to the right."""
    columns = [
        [f"{word:{'<' if at == 1 and names else '>'}{max(map(len, column))}}" for word in column]
        for at, column in enumerate(zip(*lines, strict=True))
    ]
    return "\n".join("  ".join(line).rstrip() for line in zip(*columns, strict=True))


def short_name(name: str) -> str:
    """A name that fits into a table."""
    name = "".join(letter if letter.isprintable() else "?" for letter in name)
    return name if len(name) <= _NAME else f"{name[: _NAME - 3]}..."


def figure(value: float, write: Callable[[float], str] = "{:.0f}".format) -> str:
    """A number for a table; a question mark if it is not known."""
    return write(value) if math.isfinite(value) else "?"


def _finite(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
