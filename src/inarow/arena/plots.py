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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inarow.arena.elo import signed
from inarow.arena.ratings import Ratings, rate
from inarow.arena.results import GameResult
from inarow.arena.table import CrossTable, cross_table
from inarow.errors import BadFile, BadOption, MissingPackage
from inarow.options import suggestion

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SUFFIXES = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
"""The kinds of files, and how each begins."""
PICTURES = ("ratings", "scores", "lengths", "times")

_INK = "#26303d"
_FILL = "#4878a8"
_DOTS_PER_INCH = 150
_SHORTEST = 1e-6
"""Seconds that stand for a move in no time at all, which a logarithmic axis cannot show."""


def draw(picture: str, results: Iterable[GameResult], path: str | Path) -> None:
    """Draw one of `PICTURES` from the results of an event."""
    if picture == "ratings":
        plot_ratings(rate(results), path)
    elif picture == "times":
        plot_times(times_per_move(results), path)
    elif picture == "scores":
        plot_scores(cross_table(results), path)
    elif picture == "lengths":
        plot_lengths(cross_table(results).lengths, path)
    else:
        raise BadOption(f"there is no picture {picture!r}; {suggestion(picture, PICTURES)}")


def check_picture(path: Path) -> None:
    """Refuse a file that was not drawn here, or at least not by matplotlib."""
    content = path.read_bytes()
    if not content.startswith(tuple(SUFFIXES.values())) or b"Matplotlib" not in content:
        raise BadFile(f"{path} is not a picture of an event")


def times_per_move(results: Iterable[GameResult]) -> dict[str, list[float]]:
    """Seconds per move of each player, one number per game in which it moved.

    >>> times_per_move([GameResult("ada", "bob", 1, moves=(4, 2), seconds=(2.0, 0.5))])
    {'ada': [0.5], 'bob': [0.25]}
    """
    found: dict[str, list[float]] = {}
    for result in results:
        for seat, player in enumerate((result.first, result.second)):
            if result.moves[seat]:
                found.setdefault(player, []).append(result.seconds[seat] / result.moves[seat])
    return found


def plot_ratings(ratings: Ratings, path: str | Path) -> None:
    """Ratings with their 95 % error bars, the best player on top."""
    players = ratings.players[::-1]
    rows, names = range(len(players)), [rating.player for rating in players]
    values, errors = ([getattr(each, key) for each in players] for key in ("elo", "error"))
    told = "Elo of each player with its error bar."
    with _picture(path, "Ratings", told, len(players)) as axes:
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


def plot_scores(table: CrossTable, path: str | Path) -> None:
    """The score matrix: percent of the points that the row made against the column."""
    names = [row.player for row in table.rows]
    shares = [
        [float("nan") if cell is None else 100 * (cell.total.share or 0.0) for cell in row]
        for row in table.cells
    ]
    told = "Share of the points that each player made against each other one."
    with _picture(path, "Scores", told, 2 * len(names), 1.2 * len(names)) as axes:
        # The range is wider than the values, so that dark text can be read on every shade.
        axes.imshow(shares or [[float("nan")]], cmap="PuOr", vmin=-60, vmax=160, aspect="auto")
        for i, row in enumerate(table.cells):
            for j, cell in enumerate(row):
                if cell is not None:
                    text = f"{shares[i][j]:.0f} %\n{cell.total.points:g} / {cell.total.games}"
                    axes.text(j, i, text, ha="center", va="center", color=_INK)
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("points of the row against the column")


def plot_lengths(lengths: Mapping[int, int], path: str | Path) -> None:
    """How many games ended after how many plies."""
    with _picture(path, "Game length", "Number of games for each length in plies.", 8) as axes:
        axes.bar(list(lengths), list(lengths.values()), color=_FILL, edgecolor=_INK)
        axes.set_xlabel(f"plies; {sum(lengths.values())} games")
        axes.set_ylabel("games")
        axes.locator_params(integer=True)


def plot_times(times: Mapping[str, Sequence[float]], path: str | Path) -> None:
    """Seconds per move of each player: median, quartiles, and 5 % to 95 % of the games."""
    names = list(times)[::-1]
    shown = [[max(seconds, _SHORTEST) for seconds in times[name]] for name in names]
    looks: dict[str, Any] = {"sym": "", "widths": 0.5, "medianprops": {"color": _INK}}
    told = "Seconds per move of each player."
    with _picture(path, "Time per move", told, len(names)) as axes:
        if names:
            axes.boxplot(shown, orientation="horizontal", whis=(5, 95), **looks)
        axes.set_yticks(range(1, len(names) + 1), names)
        axes.set_xscale("log")
        axes.grid(axis="x", alpha=0.3)
        axes.set_xlabel("seconds per move, mean of each game; box: half of the games, line: median")


@contextmanager
def _picture(
    path: str | Path, title: str, told: str, rows: float, columns: float = 0
) -> Iterator[Axes]:
    """A picture with room for these rows and columns, written when everything was drawn."""
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise BadOption(f"a picture is a {', '.join(SUFFIXES)} file, not {path.name!r}")
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingPackage("pictures need", "matplotlib") from None
    kind, written = path.suffix[1:], BytesIO()
    # No pyplot: figures of our own leave windows and other people's settings alone.
    with rc_context({"svg.hashsalt": "inarow", "svg.fonttype": "none"}):
        figure = Figure(figsize=(max(8.0, columns), 2 + 0.5 * rows), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title)
        yield axes
        metadata = _metadata(kind, title, told)
        figure.savefig(written, format=kind, dpi=_DOTS_PER_INCH, metadata=metadata)
    path.write_bytes(written.getvalue())


def _metadata(kind: str, title: str, told: str) -> dict[str, Any]:
    """A title and a description, and no date: the same numbers make the same file."""
    if kind == "svg":
        return {"Title": title, "Description": told, "Date": None}
    if kind == "pdf":
        return {"Title": title, "Subject": told, "CreationDate": None}
    return {"Title": title, "Description": told}
