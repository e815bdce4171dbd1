"""Answers as HTML for notebooks: a board with its values beside a table, and bars.

Nothing here needs a script or a style sheet: a picture is an image of its own, a bar a coloured
piece of a cell, and everything else is a plain table that looks as others do in the notebook. Every
text is escaped, since names of players come from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING

from inarow.games.sides import side_names
from inarow.interfaces.render import svg
from inarow.interfaces.render.film import strip
from inarow.interfaces.render.picture import as_image
from inarow.interfaces.render.values import analysed, tone
from inarow.search.decision import Decision, Kind, Value
from inarow.study.advice import work_words
from inarow.study.analysis import Analysis
from inarow.study.reviewed import Review

if TYPE_CHECKING:  # these need NumPy, which a picture of a board does not
    from inarow.arena.event import Event
    from inarow.arena.ledger import Ledger
    from inarow.arena.ratings import Rating, Ratings
    from inarow.arena.score import Score

MOVES_SHOWN = 20
"""Rows of a table of moves; the board shows more."""
_COLOURS = {"good": "#2f9e73", "bad": "#cf5b52", "even": "#8a94a3"}
_BAR = 110  # pixels of a full bar
_SIDE_BY_SIDE = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: Iterable[str] = ()) -> str:
    """A table; the columns named in `words` stand to the left, as words do."""
    left = set(words)

    def cells(tag: str, row: Sequence[str]) -> str:
        found = (
            f'<{tag} style="padding:.15em .6em;text-align:{"left" if name in left else "right"}">'
            f"{_safe(cell)}</{tag}>"
            for name, cell in zip(head, row, strict=True)
        )
        return f"<tr>{''.join(found)}</tr>"

    body = "".join(cells("td", row) for row in rows)
    return f"<table><thead>{cells('th', head)}</thead><tbody>{body}</tbody></table>"


def analysis_html(analysis: Analysis) -> str:
    """The board with its values, and beside it every move with its reason."""
    state, decision = analysis.state, analysis.decision
    rows = [
        (
            f"{'★ ' if judged.action == decision.action else ''}{judged.move}",
            *_value_cells(judged.value),
            judged.reason,
        )
        for judged in analysis.moves[:MOVES_SHOWN]
    ]
    more = len(analysis.moves) - len(rows)
    name = state.game.format
    line = " ".join(name(action) for action in decision.line)
    notes = [why.words for why in analysis.threats]
    notes += [f"and {more} more moves"] * bool(more) + [f"line: {line}"] * bool(line)
    notes.append(f"{analysis.agent}: {work_words(decision.nodes, decision.seconds, decision.path)}")
    head = ("move", "value", "kind", "chance", "why")
    shown = table(head, rows, words=("value", "kind", "chance", "why"))
    board = as_image(analysed(analysis), f"{svg.status(state)}: {state!r}")
    beside = f'<div style="flex:1 1 24em">{shown}{_paragraphs(notes)}</div>'
    return f'<div style="{_SIDE_BY_SIDE}">{board}{beside}</div>'


def decision_html(decision: Decision) -> str:
    """A decision knows no game: its moves are the numbers of actions."""
    values = dict(decision.values)
    if decision.value is not None:
        values.setdefault(decision.action, decision.value)
    ordered = sorted(values, key=lambda a: (a == decision.action, values[a].rank), reverse=True)
    rows = [
        (f"{'★ ' if action == decision.action else ''}{action}", *_value_cells(values[action]))
        for action in ordered[:MOVES_SHOWN]
    ]
    head = ("action", "value", "kind", "chance")
    words = [f"action {decision.action}"] * (not rows)
    words += [f"and {len(ordered) - len(rows)} more actions"] * (len(ordered) > len(rows))
    words += [f"line: {' '.join(map(str, decision.line))}"] * bool(decision.line)
    words.append(work_words(decision.nodes, decision.seconds, decision.path))
    return (table(head, rows, words=head[1:]) if rows else "") + _paragraphs(words)


def review_html(review: Review) -> str:
    """The game as a strip, and what each move gained or gave away."""
    moves = [(move.after.chance, move.state.player) for move in review.moves]
    bars = [_bar(1 - chance if player else chance) for chance, player in moves]
    rows = [(*row[:3], bar, row[3]) for row, bar in zip(review.rows(), bars, strict=True)]
    first = side_names(review.record.end_of_main_line())[0]
    head = ("#", "player", "move", f"chance of {first}", "judgement")
    shown = table(head, rows, words=head[1:])
    game = as_image(strip(review.record), repr(review.record))
    return f"{game}{shown}{_paragraphs(review.totals())}"


def score_html(score: Score) -> str:
    """How often a player is right, with a bar for each part."""
    head, *rows = score.rows()
    bars = [_bar(part.good.value or 0.0) for part in score.parts]
    barred = [(*row[:2], bar, *row[2:]) for row, bar in zip(rows, bars, strict=True)]
    shown = table((*head[:2], "share", *head[2:]), barred, words=("", "share", *head[2:]))
    return f"<p><strong>{escape(score.title)}</strong></p>{shown}{_paragraphs(score.notes())}"


def ratings_html(ratings: Ratings) -> str:
    """Ratings with their error bars."""
    from inarow.arena.elo import signed
    from inarow.interfaces.render.event_table import figure

    bars = _error_bars(ratings.players)
    rows = [
        (
            str(place),
            rating.player,
            figure(rating.elo, signed),
            figure(rating.error),
            bar,
            str(rating.games),
            f"{rating.points:.1f}",
        )
        for place, (rating, bar) in enumerate(zip(ratings.players, bars, strict=True), start=1)
    ]
    head = ("#", "player", "Elo", "+-", "95 %", "games", "points")
    return table(head, rows, words=("player", "95 %"))


def ledger_html(ledger: Ledger) -> str:
    """The results of an event: standings with bars, who beat whom, and notes."""
    from inarow.arena.ratings import rate
    from inarow.interfaces.render import event_table

    ratings = rate(ledger.tally)
    head, *rows = event_table.standing_rows(ledger.tally, ratings)
    bars = _error_bars(ratings.players)
    rated = [[*row[:4], bar, *row[4:]] for row, bar in zip(rows, bars, strict=True)]
    standings = table([*head[:4], "95 %", *head[4:]], rated, words=("player", "95 %"))
    names, *scores = event_table.cross_rows(ledger.tally, ratings)
    cross = table(names, scores, words=names[1:2])
    notes = event_table.event_notes(ledger, ratings).splitlines()
    title = f"<strong>{escape(event_table.event_head(ledger))}</strong>"
    return f"<p>{title}</p>{standings}{cross}{_paragraphs(notes)}"


def event_html(event: Event) -> str:
    """What an event is: who plays what, how often, within which limits."""
    players = ", ".join(entrant.name for entrant in event.players)
    others = [field.name for field in fields(event) if field.name != "players"]
    rows = [("players", players), *((name, str(getattr(event, name))) for name in others)]
    told = [(name, value) for name, value in rows if value]
    return table(("key", "value"), told, words=("key", "value"))


def _value_cells(value: Value | None) -> tuple[str, str, str]:
    if value is None:
        return "not judged", "", ""
    words = value.words.removeprefix("estimate: ") if value.kind is Kind.ESTIMATE else value.words
    return words, str(value.kind), _bar(value.chance)


def _bar(share: float) -> Markup:
    """A bar that fills a share of its cell."""
    inner = f"width:{100 * share:.0f}%;height:100%;background:{_COLOURS[tone(share)]}"
    outer = f"width:{_BAR}px;height:.8em;background:#8883"
    return Markup(
        f'<div title="{100 * share:.0f} %" style="{outer}"><div style="{inner}"></div></div>'
    )


def _error_bars(players: Sequence[Rating]) -> list[Markup]:
    """For each rating its error bar on the scale of all, with a mark at the rating itself."""
    from math import isfinite

    known = [one for one in players if isfinite(one.elo) and isfinite(one.error)]
    low = min((one.elo - one.error for one in known), default=0.0)
    span = max((one.elo + one.error for one in known), default=1.0) - low or 1.0

    def bar(one: Rating) -> Markup:
        if one not in known:
            return Markup("")
        left, middle = ((at - low) / span for at in (one.elo - one.error, one.elo))
        wide = 2 * one.error / span
        place = "position:absolute;top:0;height:100%"
        return Markup(
            f'<div style="position:relative;width:{2 * _BAR}px;height:.9em;background:#8883">'
            f'<div style="{place};left:{100 * left:.1f}%;width:{100 * wide:.1f}%;'
            f'background:#4c7fd0aa"></div>'
            f'<div style="{place};left:{100 * middle:.1f}%;width:3px;background:#1d4f9e"></div>'
            f"</div>"
        )

    return [bar(one) for one in players]


def _paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def _safe(text: str) -> str:
    return text if isinstance(text, Markup) else escape(text)
