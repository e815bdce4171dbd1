"""The results of an event as text: standings with ratings, the cross table, and what else is known.

     #  player    Elo  +-    LOS  games  points     %  first  second  draws  ms/move  crash
     1  quick     +87  31   99 %     40    28.5  71.3   75.0    67.5   12.5     0.31
     2  bad       -87  31            40    11.5  28.7   ...                             2

Elo with its 95 % error bar; LOS: how probable it is that a player is better than the next one.
Columns of faults (time, crash, ...) appear only if there were any.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, cast

from inarow.arena.elo import signed
from inarow.arena.ledger import Ledger
from inarow.arena.ratings import Ratings, rate
from inarow.arena.table import CrossTable, Row, cross_table

_NAME = 28
"""Letters of a name that a table shows."""


def event_text(ledger: Ledger) -> str:
    """All that is known of an event, for people."""
    ratings = rate(ledger.tally)
    table = _table(ledger, ratings)
    parts = [_head(ledger), _standings(table, ratings), _cross(table), _notes(ledger, ratings)]
    return "\n\n".join(part for part in parts if part)


def standings(ledger: Ledger) -> str:
    """The standings alone, for a table that is drawn again and again."""
    ratings = rate(ledger.tally)
    return _standings(_table(ledger, ratings), ratings)


def event_data(ledger: Ledger) -> dict[str, Any]:
    """All that is known of an event, for programs; numbers that are not known are null."""
    ratings = rate(ledger.tally)
    data = {
        "name": ledger.event.name,
        "game": ledger.event.game,
        "seed": ledger.event.seed,
        "complete": ledger.complete,
        "games": ledger.tally.total,
        "games_at_most": ledger.total,
        "verdict": ledger.verdict or None,
        "taken_out": {
            name: {"after_game": number, "failures": ledger.failures(name)}
            for name, number in ledger.taken_out.items()
        },
        "ratings": asdict(ratings),
        "table": _table(ledger, ratings).as_dict(),
    }
    return cast(dict[str, Any], _finite(data))


def _table(ledger: Ledger, ratings: Ratings) -> CrossTable:
    return cross_table(ledger.tally, [rating.player for rating in ratings.players])


def _head(ledger: Ledger) -> str:
    done = f"{ledger.tally.total:,} games"
    if not ledger.complete:
        done += f" of {ledger.total:,}"
    return f"{ledger.event.name}: {ledger.event.game}, {done}"


def _standings(table: CrossTable, ratings: Ratings) -> str:
    head = ["#", "player", "Elo", "+-", "LOS", "games", "points", "%", "first", "second", "draws"]
    lines = [[*head, "ms/move", *table.faults]]
    for at, (row, rating) in enumerate(zip(table.rows, ratings.players, strict=True)):
        better = [f"{100 * los:.0f} %" for los in ratings.superiority[at][at + 1 : at + 2]] or [""]
        elo = [_number(rating.elo, signed), _number(rating.error)]
        score = [f"{row.total.games}", f"{row.total.points:.1f}", *_shares(row)]
        time = _number(1000 * (row.seconds_per_move or 0.0), "{:.3g}".format)
        faults = [str(row.faults[fault] or "") for fault in table.faults]
        lines.append([str(at + 1), _short(row.player), *elo, *better, *score, time, *faults])
    return _aligned(lines)


def _shares(row: Row) -> list[str]:
    draws = row.total.draws / row.total.games if row.total.games else None
    shares = (row.total.share, row.first.share, row.second.share, draws)
    return ["" if share is None else f"{100 * share:.1f}" for share in shares]


def _cross(table: CrossTable) -> str:
    """Wins, draws and losses of each player (row) against each other (column)."""
    lines = [["#", "wins-draws-losses", *(str(at + 1) for at in range(len(table.rows)))]]
    for at, (row, cells) in enumerate(zip(table.rows, table.cells, strict=True)):
        scores = [None if cell is None else cell.total for cell in cells]
        words = ["." if s is None else f"{s.wins}-{s.draws}-{s.losses}" for s in scores]
        lines.append([str(at + 1), _short(row.player), *words])
    return _aligned(lines)


def _notes(ledger: Ledger, ratings: Ratings) -> str:
    notes = []
    if ratings.first_score is not None:
        edge = ratings.first_move
        notes.append(
            f"moving first is worth {_number(edge.value, signed)} +- {_number(edge.error)} "
            f"Elo ({100 * ratings.first_score:.1f} % of points); "
            f"{100 * (ratings.draw_rate or 0.0):.1f} % of games are drawn"
        )
    if len(ratings.groups) > 1:
        notes.append("some players never met, not even through others: do not compare them")
    for name, number in ledger.taken_out.items():
        faults = ", ".join(f"{count} x {word}" for word, count in ledger.failures(name).items())
        notes.append(f"{name} was taken out after game {number}: it failed too often ({faults})")
    rule = ledger.event.stop_rule
    if ledger.verdict:
        notes.append(f"stopped: {ledger.verdict}")
    elif rule is not None:
        notes.append(rule.look(ledger.tally)[1])
    return "\n".join(notes)


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    """Columns side by side, names to the left and numbers to the right."""
    columns = [
        [f"{word:{'<' if at == 1 else '>'}{max(map(len, column))}}" for word in column]
        for at, column in enumerate(zip(*lines, strict=True))
    ]
    return "\n".join("  ".join(line).rstrip() for line in zip(*columns, strict=True))


def _short(name: str) -> str:
    name = "".join(letter if letter.isprintable() else "?" for letter in name)
    return name if len(name) <= _NAME else f"{name[: _NAME - 3]}..."


def _number(value: float, write: Callable[[float], str] = "{:.0f}".format) -> str:
    return write(value) if math.isfinite(value) else "?"


def _finite(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
