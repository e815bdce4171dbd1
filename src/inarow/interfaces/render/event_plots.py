"""Pictures of an event: results in, a plot out (`plot.py` writes it).

ratings    a mark and an error bar per player, best on top
progress   how the ratings moved while games were played
scores     the score matrix: points of the row against the column, as numbers on shades
lengths    how many games ended after how many plies
times      seconds per move, one box per player, on a logarithmic axis
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, log10
from statistics import quantiles

from inarow.arena.elo import signed
from inarow.arena.ratings import Ratings, rate
from inarow.arena.results import GameResult, Tally, tally
from inarow.errors import BadOption
from inarow.interfaces.render.event_table import short_name
from inarow.interfaces.render.plot import FILL, GRID, INK, LETTER, Box, Dot, Line, Mark, Plot, Words
from inarow.interfaces.render.plot import ticks as round_numbers
from inarow.options import suggestion

_WIDE, _ROW, _TOP, _FOOT = 420.0, 26.0, 34.0, 46.0
_STEPS = 24
"""Points of a curve."""
_MOST_CURVES = 8
_DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (2, 2), (10, 3, 2, 3))
_SHORTEST = 1e-6
"""Seconds that stand for a move in no time at all, which a logarithmic axis cannot show."""
_CELL = 46.0
_LOW, _MIDDLE, _HIGH = (246, 205, 160), (255, 255, 255), (170, 205, 240)
"""Shades of a share of 0, one half and 1; dark text can be read on each."""


def event_plot(picture: str, results: Iterable[GameResult]) -> Plot:
    """One of `PICTURES` from the results of an event.

    >>> games = [GameResult("ada", "bob", 1.0), GameResult("bob", "ada", 0.5)]
    >>> event_plot("ratings", games).title
    'Ratings'
    """
    if picture not in PICTURES:
        raise BadOption(f"there is no picture {picture!r}; {suggestion(picture, tuple(PICTURES))}")
    title, told, paint = PICTURES[picture]
    width, height, marks = paint(list(results))
    return Plot(title, told, width, height, (Words(12, 22, title, size=15), *marks))


_Painted = tuple[float, float, list[Mark]]


def ratings_plot(ratings: Ratings, names: Sequence[str]) -> Plot:
    """Ratings that are known already, under the names that people use."""
    title, told, _ = PICTURES["ratings"]
    width, height, marks = _rated(ratings, names)
    return Plot(title, told, width, height, tuple(marks))


def _ratings(results: Sequence[GameResult]) -> _Painted:
    """Ratings with their 95 % error bars, the best player on top."""
    ratings = rate(results)
    return _rated(ratings, [short_name(rating.player) for rating in ratings.players])


def _rated(ratings: Ratings, names: Sequence[str]) -> _Painted:
    players = ratings.players
    ends = [each.elo + side * each.error for each in players for side in (-1, 1)] or [-50, 50]
    left, x, marks = _across(names, min(ends), max(ends), "Elo")
    for row, each in enumerate(players):
        y = _TOP + (row + 0.5) * _ROW
        low, high = x(each.elo - each.error), x(each.elo + each.error)
        marks += [
            Line(((low, y), (high, y)), FILL, 3),
            *(Line(((end, y - 5), (end, y + 5)), FILL, 2) for end in (low, high)),
            Dot(x(each.elo), y),
            Words(left + _WIDE + 14, y + 5, f"{signed(each.elo)} ± {each.error:.0f}"),
        ]
    marks.append(_caption(left, len(names), f"Elo with 95 % error bars; {ratings.games:,} games"))
    return left + _WIDE + 120, _TOP + len(names) * _ROW + _FOOT, marks


def _progress(results: Sequence[GameResult]) -> _Painted:
    """The ratings after so many games, for the best players."""
    best = [rating.player for rating in rate(results).players[:_MOST_CURVES]]
    stops = sorted({ceil(len(results) * at / _STEPS) for at in range(1, _STEPS + 1)} - {0})
    curves: dict[str, list[float]] = {name: [] for name in best}
    counted, done = Tally(), 0
    for stop in stops:
        for result in results[done:stop]:
            counted.add(result)
        done = stop
        elo = {rating.player: rating.elo for rating in rate(counted).players}
        for name in best:
            curves[name].append(elo.get(name, 0.0))
    values = [value for curve in curves.values() for value in curve] or [-50.0, 50.0]
    low, high = _rounded(min(values), max(values))
    left, tall = 60.0, 260.0

    def place(games: float, elo: float) -> tuple[float, float]:
        return left + _WIDE * games / max(1, done), _TOP + tall * (high - elo) / (high - low)

    marks: list[Mark] = []
    for elo_tick in round_numbers(low, high):
        y = place(0, elo_tick)[1]
        marks.append(Line(((left, y), (left + _WIDE, y)), GRID, 1))
        marks.append(Words(left - 8, y + 5, f"{elo_tick:+.0f}" if elo_tick else "0", "end"))
    labels = _spread([(place(done, curve[-1])[1] if curve else _TOP) for curve in curves.values()])
    for at, (name, curve) in enumerate(curves.items()):
        points = tuple(place(stop, elo) for stop, elo in zip(stops, curve, strict=True))
        colour = (INK, FILL)[at % 2]
        if len(points) > 1:
            marks.append(Line(points, colour, 2, _DASHES[at // 2 % len(_DASHES)]))
        marks.append(Words(left + _WIDE + 8, labels[at] + 5, short_name(name)))
    more = f", the best {_MOST_CURVES}" if len(best) == _MOST_CURVES else ""
    words = f"Elo after so many games, up to {len(results):,}{more}"
    marks.append(Words(left, _TOP + tall + 30, words))
    names = max((len(short_name(name)) for name in best), default=0)
    return left + _WIDE + 20 + names * LETTER, _TOP + tall + _FOOT, marks


def _scores(results: Sequence[GameResult]) -> _Painted:
    """The score matrix: percent of the points that the row made against the column."""
    table = tally(results)
    names = [rating.player for rating in rate(table).players]
    left = _label_width([f"{at} {short_name(name)}" for at, name in enumerate(names, 1)])
    marks: list[Mark] = []
    for row, one in enumerate(names):
        y = _TOP + 20 + row * 0.6 * _CELL
        marks.append(Words(12, y + 18, f"{row + 1} {short_name(one)}"))
        marks.append(Words(left + (row + 0.5) * _CELL, _TOP + 12, str(row + 1), "middle"))
        for column, other in enumerate(names):
            score = table.score(one, other)
            if score.share is None:
                continue
            x = left + column * _CELL
            marks.append(Box(x + 1, y + 1, _CELL - 2, 0.6 * _CELL - 2, shade(score.share)))
            marks.append(Words(x + _CELL / 2, y + 18, f"{100 * score.share:.0f}", "middle"))
    height = _TOP + 20 + len(names) * 0.6 * _CELL
    marks.append(Words(12, height + 24, "percent of the points of the row against the column"))
    return max(left + len(names) * _CELL + 12, 360), height + _FOOT, marks


def shade(share: float) -> str:
    """The colour of a share from 0 to 1, light enough for dark text.

    >>> shade(0.5)
    '#ffffff'
    """
    end, part = (_HIGH, 2 * share - 1) if share > 0.5 else (_LOW, 1 - 2 * share)
    mixed = (round(m + (e - m) * part) for m, e in zip(_MIDDLE, end, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _lengths(results: Sequence[GameResult]) -> _Painted:
    """How many games ended after how many plies."""
    lengths = tally(results).lengths
    shortest, longest = min(lengths, default=0), max(lengths, default=1)
    most, left, tall = max(lengths.values(), default=1), 60.0, 200.0
    step = _WIDE / (longest - shortest + 1)
    marks: list[Mark] = []
    for games in round_numbers(0, most, 5):
        y = _TOP + tall * (1 - games / most)
        marks.append(Line(((left, y), (left + _WIDE, y)), GRID, 1))
        marks.append(Words(left - 8, y + 5, f"{games:g}", "end"))
    for plies, games in sorted(lengths.items()):
        high, x = tall * games / most, left + (plies - shortest) * step
        marks.append(Box(x + step * 0.1, _TOP + tall - high, step * 0.8, high))
    for plies_tick in round_numbers(shortest, longest):
        x = left + (plies_tick - shortest + 0.5) * step
        marks.append(Words(x, _TOP + tall + 18, f"{plies_tick:g}", "middle"))
    marks.append(Words(left, _TOP + tall + 40, f"plies; {lengths.total():,} games"))
    return left + _WIDE + 30, _TOP + tall + _FOOT + 10, marks


def _times(results: Sequence[GameResult]) -> _Painted:
    """Seconds per move of each player: median, quartiles, and 5 % to 95 % of the games."""
    times: dict[str, list[float]] = {}
    for result in results:
        for player, moves, seconds in zip(result.seats, result.moves, result.seconds, strict=True):
            if moves:
                times.setdefault(player, []).append(log10(max(seconds / moves, _SHORTEST)))
    every = [value for own in times.values() for value in own] or [-1.0, 0.0]
    left, x, marks = _across([short_name(n) for n in times], min(every), max(every), "log")
    for row, own in enumerate(times.values()):
        y = _TOP + (row + 0.5) * _ROW
        cuts = quantiles(own * 2 if len(own) == 1 else own, n=20, method="inclusive")
        low, first, median, third, high = (x(cuts[at]) for at in (0, 4, 9, 14, 18))
        marks += [
            Line(((low, y), (high, y)), INK, 1.5),
            Box(first, y - 7, max(third - first, 1), 14),
            Line(((median, y - 9), (median, y + 9)), INK, 2.5),
        ]
    marks.append(
        _caption(left, len(times), "seconds per move; box: half of the games, bar: median")
    )
    return left + _WIDE + 40, _TOP + len(times) * _ROW + _FOOT, marks


def _across(
    names: Sequence[str], low: float, high: float, scale: str
) -> tuple[float, Callable[[float], float], list[Mark]]:
    """A row for each name and an axis below: where it begins, how it goes on, and its marks."""
    left = _label_width(names)
    foot = _TOP + len(names) * _ROW
    if scale == "log":
        low, high = floor(low), max(ceil(high), floor(low) + 1)
    else:
        low, high = _rounded(low, high)

    def x(value: float) -> float:
        return left + _WIDE * (value - low) / (high - low)

    marks: list[Mark] = []
    for tick in range(int(low), int(high) + 1) if scale == "log" else round_numbers(low, high):
        marks.append(Line(((x(tick), _TOP), (x(tick), foot)), GRID, 1))
        text = f"{10.0**tick:g}" if scale == "log" else f"{tick:+.0f}" if tick else "0"
        marks.append(Words(x(tick), foot + 16, text, "middle"))
    for row, name in enumerate(names):
        marks.append(Words(left - 14, _TOP + (row + 0.5) * _ROW + 5, name, "end"))
    return left, x, marks


def _rounded(low: float, high: float) -> tuple[float, float]:
    low = 50.0 * floor(low / 50)
    return low, max(low + 50, 50.0 * ceil(high / 50))


def _caption(left: float, rows: int, text: str) -> Words:
    return Words(left, _TOP + rows * _ROW + 38, text)


def _label_width(names: Sequence[str]) -> float:
    return 40 + LETTER * max(map(len, names), default=0)


def _spread(places: Sequence[float]) -> list[float]:
    """Heights of labels that would stand on each other, moved apart."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    found, last = [0.0] * len(places), -99.0
    for at in order:
        last = found[at] = max(places[at], last + 15)
    return found


PICTURES: dict[str, tuple[str, str, Callable[[Sequence[GameResult]], _Painted]]] = {
    "ratings": ("Ratings", "Elo of each player with its error bar.", _ratings),
    "progress": ("Ratings over games", "Elo of each player after so many games.", _progress),
    "scores": ("Scores", "Share of the points of each player against each other one.", _scores),
    "lengths": ("Game length", "Number of games for each length in plies.", _lengths),
    "times": ("Time per move", "Seconds per move of each player.", _times),
}
"""The pictures: titles, what the files say about themselves, and who draws them."""
