"""Pictures of an event: numbers in, a PNG, SVG or PDF file out.

    ratings   a mark and an error bar per player, best on top
    scores    the score matrix: points of the row against the column, as numbers on shades
    lengths   how many games ended after how many plies
    times     seconds per move, one box per player, on a logarithmic axis

Nothing depends on colour alone: every shade has its number, players are named and not coloured, and
the files carry a title and a sentence that says what they show. Same numbers, same file.

matplotlib draws them. It is large, so it is an extra (`plots`) and imported only here and only when
something is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inarow.arena.elo import signed
from inarow.arena.ratings import rate
from inarow.arena.results import GameResult, tally
from inarow.errors import BadFile, BadOption, MissingPackage
from inarow.options import suggestion

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
"""The kinds of files, and how each begins."""
PICTURES = {
    "ratings": ("Ratings", "Elo of each player with its error bar."),
    "scores": ("Scores", "Share of the points that each player made against each other one."),
    "lengths": ("Game length", "Number of games for each length in plies."),
    "times": ("Time per move", "Seconds per move of each player."),
}
"""The pictures, with their titles and what the files say about themselves."""

_INK = "#26303d"
_FILL = "#4878a8"
_DOTS_PER_INCH = 150
_SHORTEST = 1e-6
"""Seconds that stand for a move in no time at all, which a logarithmic axis cannot show."""


def draw(picture: str, results: Iterable[GameResult], path: str | Path) -> None:
    """Draw one of `PICTURES` from the results of an event."""
    path = Path(path)
    if picture not in PICTURES:
        raise BadOption(f"there is no picture {picture!r}; {suggestion(picture, tuple(PICTURES))}")
    if path.suffix not in SUFFIXES:
        raise BadOption(f"a picture is a {', '.join(SUFFIXES)} file, not {path.name!r}")
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingPackage("pictures need", "matplotlib") from None
    kind, (title, told), written = path.suffix[1:], PICTURES[picture], BytesIO()
    paint = {"ratings": _ratings, "scores": _scores, "lengths": _lengths, "times": _times}[picture]
    # No pyplot: figures of our own leave windows and other people's settings alone.
    with rc_context({"svg.hashsalt": "inarow", "svg.fonttype": "none"}):
        figure = Figure(layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title)
        rows, columns = paint(axes, results)
        figure.set_size_inches(max(8.0, columns), 2 + 0.5 * rows)
        # A title and a description, and no date: the same numbers make the same file.
        about: dict[str, Any] = {
            "Title": title,
            "Subject" if kind == "pdf" else "Description": told,
        }
        about |= {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind, {})
        figure.savefig(written, format=kind, dpi=_DOTS_PER_INCH, metadata=about)
    path.write_bytes(written.getvalue())


def check_picture(path: Path) -> None:
    """Refuse a file that was not drawn here, or at least not by matplotlib."""
    content = path.read_bytes()
    if not content.startswith(tuple(SUFFIXES.values())) or b"Matplotlib" not in content:
        raise BadFile(f"{path} is not a picture of an event")


# Each painter says how many rows and columns there must be room for.


def _ratings(axes: Axes, results: Iterable[GameResult]) -> tuple[float, float]:
    """Ratings with their 95 % error bars, the best player on top."""
    ratings = rate(results)
    players = ratings.players[::-1]
    rows, names = range(len(players)), [rating.player for rating in players]
    values, errors = ([getattr(each, key) for each in players] for key in ("elo", "error"))
    looks: dict[str, Any] = {"fmt": "o", "elinewidth": 3, "capsize": 5}
    axes.errorbar(values, rows, xerr=errors, color=_INK, ecolor=_FILL, **looks)
    for row, rating in zip(rows, players, strict=True):
        text = f"{signed(rating.elo)} \N{PLUS-MINUS SIGN} {rating.error:.0f}"
        axes.annotate(text, (rating.elo, row), (0, 8), textcoords="offset points", ha="center")
    axes.set_yticks(rows, names)
    axes.set_ylim(-0.6, max(len(players) - 0.4, 0.4))
    axes.grid(axis="x", alpha=0.3)
    zero = "mean" if ratings.anchor is None else ratings.anchor
    axes.set_xlabel(f"Elo with 95 % error bars, against {zero}; {ratings.games} games")
    return len(players), 0


def _scores(axes: Axes, results: Iterable[GameResult]) -> tuple[float, float]:
    """The score matrix: percent of the points that the row made against the column."""
    table = tally(results)
    names = sorted(table.players, key=lambda name: -(table.score(name).share or 0.0))
    scores = [[table.score(one, other) for other in names] for one in names]
    shares = [[nan if s.share is None else 100 * s.share for s in row] for row in scores]
    # The range is wider than the values, so that dark text can be read on every shade.
    axes.imshow(shares or [[nan]], cmap="PuOr", vmin=-60, vmax=160, aspect="auto")
    for i, row in enumerate(scores):
        for j, score in enumerate(row):
            if score.games:
                text = f"{shares[i][j]:.0f} %\n{score.points:g} / {score.games}"
                axes.text(j, i, text, ha="center", va="center", color=_INK)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("points of the row against the column")
    return 2 * len(names), 1.2 * len(names)


def _lengths(axes: Axes, results: Iterable[GameResult]) -> tuple[float, float]:
    """How many games ended after how many plies."""
    lengths = tally(results).lengths
    axes.bar(list(lengths), list(lengths.values()), color=_FILL, edgecolor=_INK)
    axes.set_xlabel(f"plies; {lengths.total()} games")
    axes.set_ylabel("games")
    axes.locator_params(integer=True)
    return 8, 0


def _times(axes: Axes, results: Iterable[GameResult]) -> tuple[float, float]:
    """Seconds per move of each player: median, quartiles, and 5 % to 95 % of the games."""
    times: dict[str, list[float]] = {}
    for result in results:
        for player, moves, seconds in zip(result.seats, result.moves, result.seconds, strict=True):
            if moves:
                times.setdefault(player, []).append(max(seconds / moves, _SHORTEST))
    names = list(times)[::-1]
    looks: dict[str, Any] = {"sym": "", "widths": 0.5, "medianprops": {"color": _INK}}
    if names:
        shown = [times[name] for name in names]
        axes.boxplot(shown, orientation="horizontal", whis=(5, 95), **looks)
    axes.set_yticks(range(1, len(names) + 1), names)
    axes.set_xscale("log")
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("seconds per move, mean of each game; box: half of the games, line: median")
    return len(names), 0
