"""An event as one HTML file to hand out: no script, no other file, nothing from the network.

    leaderboard, cross table, pictures     for all
    a section for each player              what went wrong and where, results, games
    games to look at                       as films that play by themselves

Every text is escaped, since names and messages of players come from anywhere. It prints: players
begin on pages of their own, and nothing depends on colour.
"""

from collections.abc import Iterable, Sequence
from html import escape

from inarow.agents.people import people_name
from inarow.arena.feedback import Feedback, feedback
from inarow.arena.job import PlayedGame
from inarow.arena.ledger import Ledger
from inarow.arena.ratings import Ratings, rate
from inarow.arena.result_keeping import JUDGED_MOVES, result_keeping
from inarow.arena.results import Points, Tally
from inarow.errors import NotSupported
from inarow.interfaces.render.event_plots import PICTURES, event_plot, shade
from inarow.interfaces.render.event_table import event_head, event_notes, standing_rows
from inarow.interfaces.render.film import film
from inarow.interfaces.render.picture import as_image
from inarow.interfaces.render.plot import plot_svg

MARK = '<meta name="generator" content="inarow arena report">'
"""How a file of ours is told from others."""
MOST_FILMS = 60
_FILM_CELL = 30
_STYLE = """
:root{color-scheme:light}
body{font:16px/1.5 system-ui,sans-serif;color:#1c2430;background:#fff;margin:0 auto;padding:1rem;
max-width:60rem}
h1,h2,h3{line-height:1.2}
a{color:#1d5a96}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.2rem .5rem;border:1px solid #c8ced6;text-align:right}
th[scope=row],td.words{text-align:left}
.scroll{overflow-x:auto}
.cross{font-size:.85rem}
img,svg{max-width:100%;height:auto}
details{margin:.5rem 0}
summary{cursor:pointer}
.moves{overflow-wrap:anywhere}
@media print{body{max-width:none;padding:0}.player{break-before:page}
tr,svg{break-inside:avoid}.scroll{overflow:visible}.films{display:none}}
"""


def event_report(ledger: Ledger, games: Sequence[PlayedGame], judged: int = JUDGED_MOVES) -> str:
    """The report of an event, from its books and all its games that count.

    Args:
        ledger: its books.
        games: its games.
        judged: how many moves of each player are judged by proof; 0: none.
    """
    ratings = rate(ledger.tally)
    names = [rating.player for rating in ratings.players]
    told = feedback(ledger.event.rules, names, games)
    proofs, proof_words = _proofs(ledger, names, games, judged)
    title = escape(f"{ledger.event.name}: report")
    body = [
        f"<header><h1>{escape(ledger.event.name)}</h1><p>{escape(event_head(ledger))}</p></header>",
        "<main>",
        _overview(ledger, ratings),
        proof_words,
        _pictures(games),
        *(
            _player(ledger, rank, one, proofs.get(one.player, ""), games)
            for rank, one in enumerate(told, 1)
        ),
        _films(ledger, told, games),
        "</main>",
    ]
    head = f'<meta charset="utf-8">{MARK}<title>{title}</title>'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return (
        f'<!doctype html>\n<html lang="en">\n<head>{head}{view}<style>{_STYLE}</style></head>\n'
        f"<body>\n{chr(10).join(part for part in body if part)}\n</body>\n</html>\n"
    )


def _overview(ledger: Ledger, ratings: Ratings) -> str:
    head, *rows = standing_rows(ledger.tally, ratings)
    links = [f'<a href="#player-{at}">{_called(row[1])}</a>' for at, row in enumerate(rows, 1)]
    lines = [
        f'<tr><td>{escape(row[0])}</td><th scope="row">{link}</th>{_cells(row[2:])}</tr>'
        for row, link in zip(rows, links, strict=True)
    ]
    notes = "".join(f"<li>{escape(note)}</li>" for note in event_notes(ledger, ratings).split("\n"))
    names = [rating.player for rating in ratings.players]
    return (
        "<section><h2>Results</h2>"
        + _table("Leaderboard", head, lines)
        + (f"<ul>{notes}</ul>" if notes != "<li></li>" else "")
        + _table("Wins-draws-losses of the row against the column", *_cross(ledger.tally, names))
        + "<p>Elo with its 95 % error bar: 100 more means 64 % of the points. LOS: how probable it "
        "is that a player is really better than the next one.</p></section>"
    )


def _cross(tally: Tally, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The cross table by numbers, as its head and its rows."""
    rows = []
    for at, name in enumerate(names, 1):
        cells = (_score_cell(tally.score(name, other)) for other in names)
        link = f'<a href="#player-{at}">{at} {_called(name)}</a>'
        rows.append(f'<tr class="cross"><th scope="row">{link}</th>{"".join(cells)}</tr>')
    return ["player", *(str(at) for at in range(1, len(names) + 1))], rows


def _score_cell(score: Points) -> str:
    if score.share is None:
        return "<td></td>"
    style = f'style="background:{shade(score.share)}"'
    return f"<td {style}>{score.wins}-{score.draws}-{score.losses}</td>"


def _proofs(
    ledger: Ledger, names: Sequence[str], games: Sequence[PlayedGame], judged: int
) -> tuple[dict[str, str], str]:
    """What is proven of the moves: a sentence for each player, and the section for all."""
    if not judged:
        return {}, ""
    title = "<h2>Moves, by proof</h2>"
    try:
        found = result_keeping(ledger.event.rules, names, games, judged)
    except NotSupported as error:
        return {}, f"<section>{title}<p>No move is judged: {escape(str(error))}.</p></section>"
    lines = [
        f'<tr><th scope="row">{_called(one.player)}</th>'
        f"{_cells(map(str, (one.asked, one.unproven, one.choices, one.kept, one.share)))}</tr>"
        for one in sorted(found, key=lambda one: -(one.share.value or 0))
    ]
    head = ["player", "moves judged", "too hard", "with a choice", "kept", "share, 95 % interval"]
    section = (
        f"<section>{title}{_table('Moves that kept the result', head, lines)}"
        f"<p>At most {judged} moves of each player, evenly spread over its games, were judged by "
        "a solver or a prover, not by an estimate. A choice is a position in which some move gives "
        "the result away: turns a win into a draw or a loss, or a draw into a loss. What could not "
        "be proven with a fixed amount of work counts as too hard and nowhere else.</p></section>"
    )
    return {one.player: one.sentence for one in found}, section


def _called(player: str) -> str:
    """What people call a player, with the name that programs use if that is another one."""
    name = people_name(player)
    if name == player:
        return escape(name)
    return f'<span title="{escape(player)}">{escape(name)}</span>'


def _pictures(games: Sequence[PlayedGame]) -> str:
    results = [game.result for game in games]
    drawn = (plot_svg(event_plot(name, results)) for name in PICTURES if name != "scores")
    return (
        f"<section><h2>Pictures</h2>{''.join(f'<p>{picture}</p>' for picture in drawn)}</section>"
    )


def _player(
    ledger: Ledger, rank: int, told: Feedback, proof: str, games: Sequence[PlayedGame]
) -> str:
    """The page of one player: what is said to it, its results, its games."""
    longest = max((game.plies for game in games), default=1)
    own = [game for game in games if told.player in game.pairing.seats]
    score = ledger.tally.score(told.player)
    sentences = filter(None, (proof, *told.sentences(longest)))
    said = "".join(f"<li>{escape(one)}</li>" for one in sentences)
    name = people_name(told.player)
    looks = [
        f'{words}: <a href="#game-{number}">game {number}</a>'
        for words, number in (
            ("quickest win", told.quickest_win),
            ("quickest loss", told.quickest_loss),
        )
        if number is not None
    ]
    seats = [
        f"{words} {ledger.tally.score(told.player, seat=seat).points:g} of "
        f"{ledger.tally.score(told.player, seat=seat).games}"
        for seat, words in enumerate(("moving first", "moving second"))
    ]
    listed = "".join(_game_row(told.player, game) for game in own)
    table = _table(
        f"Games of {name}",
        ["game", "opponent", "seat", "result", "ended by", "moves"],
        [listed],
    )
    return (
        f'<section class="player" id="player-{rank}"><h2>{rank}. {_called(told.player)}</h2>'
        f"<p>{score.points:g} points of {score.games} games: {score.wins} won, "
        f"{score.draws} drawn, {score.losses} lost; {', '.join(seats)}.</p><ul>{said}</ul>"
        + (f"<p>Games to look at: {'; '.join(looks)}.</p>" if looks else "")
        + _folded(f"All games of {escape(name)}", table)
        + "</section>"
    )


def _game_row(player: str, game: PlayedGame) -> str:
    seat = game.pairing.seats.index(player)
    other = game.pairing.seats[1 - seat]
    won = {seat: "won", None: "drawn"}.get(game.winner, "lost")
    words = (
        str(game.pairing.number),
        people_name(other),
        ("first", "second")[seat],
        won,
        str(game.reason),
    )
    moves = f'<td class="words moves">{escape(game.moves)}</td>'
    return f"<tr>{_cells(words)}{moves}</tr>"


def _films(ledger: Ledger, told: Iterable[Feedback], games: Sequence[PlayedGame]) -> str:
    """The games that sections point at, each once."""
    wanted = [one for each in told for one in (each.quickest_loss, each.quickest_win)]
    numbers = {number for number in wanted if number is not None}
    parts = list[str]()
    for game in games:
        if game.pairing.number not in numbers:
            continue
        number, seats = game.pairing.number, game.pairing.seats
        title = f"Game {number}: {' - '.join(map(people_name, seats))}"
        shown = f'<p class="moves">{escape(game.moves)}</p>'
        if len(parts) < MOST_FILMS:
            shown += as_image(film(game.record(ledger.event), _FILM_CELL), title)
        parts.append(f'<h3 id="game-{number}">{escape(title)}</h3>{_folded("replay", shown)}')
    return (
        f'<section class="films"><h2>Games to look at</h2>{"".join(parts)}</section>'
        if parts
        else ""
    )


def _folded(words: str, content: str) -> str:
    return f"<details><summary>{words}</summary>{content}</details>"


def _table(caption: str, head: Sequence[str], rows: Iterable[str]) -> str:
    heads = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    region = f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}">'
    return (
        f"{region}<table><caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cells(words: Iterable[str]) -> str:
    return "".join(f"<td>{escape(word)}</td>" for word in words)
