"""Which of two players is stronger? Play until there is an answer, and say it in one sentence.

Two sequential tests (`stop.py`) run over the same games, one for each player: "it is better by this
much" against "it is not better at all". Together they know three answers (M. Sobel and A. Wald: A
sequential decision procedure for choosing one of three hypotheses, 1949):

    the test of the first says better        the first is stronger
    the test of the second says better       the second is stronger
    both say not better                      no difference larger than that was found
    else                                     play on

Each test should call equal players different in 2.5 of 100 comparisons, both together in 5; how
often they do is measured in benchmarks/ratings.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import sqrt
from typing import Any, TypedDict

from inarow.arena.elo import CONFIDENCE_SIGMAS, mean_and_variance, score_of, wilson
from inarow.arena.event import Event, event_of
from inarow.arena.ledger import Ledger
from inarow.arena.openings import load_openings
from inarow.arena.results import Tally
from inarow.arena.stop import Sprt, Verdict
from inarow.errors import BadOption
from inarow.games.base import Game
from inarow.options import check_options, counted, option
from inarow.registry import load_game
from inarow.spec import format_spec

COMPARE_ELO = 50.0
COMPARE_GAMES = 1000
_VARIED = ("random(plies=4,count=100)", "all(plies=2)", "all(plies=1)")
"""Starts that differ, the first of them that a board is large enough for."""


class Finding(StrEnum):
    """What a comparison has found."""

    FIRST = "first"
    SECOND = "second"
    SAME = "same"
    OPEN = "open"
    FAILED = "failed"


class ComparisonData(TypedDict):
    """Two players, what was found, and the share of the points of the first with its error bar."""

    first: str
    second: str
    game: str
    finding: str
    sentence: str
    games: int
    share: float | None
    error: float | None
    elo: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is known of two players.

    Args:
        first: one of them.
        second: the other one.
        finding: who is stronger, as far as that is decided.
        games: how many they played.
        share: of the points that the first has made; None before the first game.
        error: half the width of its 95 % interval.
        elo: the difference that the test looks for.
        why: why one of them was taken out, if so.
    """

    first: str
    second: str
    finding: Finding
    games: int
    share: float | None
    error: float
    elo: float
    why: str = ""

    @property
    def sentence(self) -> str:
        """The answer.

        >>> Comparison("ada", "bob", Finding.SECOND, 340, 0.38, 0.04, 50).sentence
        'bob is stronger: 62 % +- 4 of the points over 340 games'
        >>> Comparison("ada", "bob", Finding.SAME, 420, 0.51, 0.03, 50).sentence
        'no difference larger than 50 Elo (57 to 43 %) was found: ada has 51 % +- 3 over 420 games'
        """
        over = f"over {counted(self.games, 'game')}"
        if self.finding is Finding.FAILED:
            return f"no answer: {self.why}"
        if self.share is None:
            return "not decided yet: no game is finished"
        if self.finding is Finding.FIRST:
            return f"{self.first} is stronger: {self._points(self.share)} of the points {over}"
        if self.finding is Finding.SECOND:
            return f"{self.second} is stronger: {self._points(1 - self.share)} of the points {over}"
        has = f"{self.first} has {self._points(self.share)} {over}"
        if self.finding is Finding.OPEN:
            return f"not decided yet: {has}"
        most = round(100 * score_of(self.elo))
        size = f"{self.elo:g} Elo ({most} to {100 - most} %)"
        return f"no difference larger than {size} was found: {has}"

    def _points(self, share: float) -> str:
        return f"{100 * share:.0f} % +- {max(1, 100 * self.error):.0f}"

    def as_dict(self, game: str) -> ComparisonData:
        """JSON-ready."""
        return {
            "first": self.first,
            "second": self.second,
            "game": game,
            "finding": str(self.finding),
            "sentence": self.sentence,
            "games": self.games,
            "share": self.share,
            "error": None if self.share is None else self.error,
            "elo": self.elo,
        }


@dataclass(frozen=True)
class Compare:
    """Two players: until it is clear which is stronger, or that they are nearly equal.

    >>> from inarow.arena.results import GameResult, tally
    >>> pairs = [(GameResult("ada", "bob", 1, pair=at), GameResult("bob", "ada", 0, pair=at))
    ...          for at in range(30)]
    >>> games = [game for pair in pairs for game in pair]
    >>> Compare().look(tally(games))
    (True, 'ada is stronger: 100 % +- 6 of the points over 60 games')
    """

    elo: float = option(COMPARE_ELO, low=5, high=500, help="differences smaller than this are none")
    name = "compare"

    def __post_init__(self) -> None:
        check_options(self)

    def check(self, players: int) -> None:
        if players != 2:
            raise BadOption(f"two players are compared, not {players}")

    def look(self, tally: Tally) -> tuple[bool, str]:
        found = self.found(tally)
        return found.finding is not Finding.OPEN, found.sentence

    def found(self, tally: Tally) -> Comparison:
        """What these results say."""
        first, second = tally.players
        counts = self._test.state_of(tally, first, second).counts
        score = tally.score(first)
        error = _half_width(tally.pair_counts(first, second) or [], score.points, score.games)
        finding = self.finding(counts)
        return Comparison(first, second, finding, score.games, score.share, error, self.elo)

    def finding(self, counts: Sequence[int]) -> Finding:
        """The answer after pairs in which the first made 0, 1/2, 1, 3/2 and 2 points.

        >>> str(Compare(elo=100).finding([20, 40, 80, 40, 20]))
        'same'
        """
        verdicts = [self._test.state(each).verdict for each in (counts, counts[::-1])]
        if Verdict.H1 in verdicts:
            return Finding.FIRST if verdicts[0] is Verdict.H1 else Finding.SECOND
        return Finding.OPEN if Verdict.OPEN in verdicts else Finding.SAME

    @property
    def _test(self) -> Sprt:
        return Sprt(0, self.elo, alpha=0.025, beta=0.05)


def comparison(ledger: Ledger) -> Comparison:
    """What the books of a comparison say; a player that was taken out was not compared."""
    rule = ledger.event.stop_rule
    assert isinstance(rule, Compare)
    found = rule.found(ledger.tally)
    if not ledger.taken_out:
        return found
    name = next(iter(ledger.taken_out))
    faults = ", ".join(f"{n} x {word}" for word, n in ledger.tally.failures(name).items())
    why = f"{name} failed too often ({faults}) and was taken out"
    values = found.first, found.second, Finding.FAILED, found.games, found.share
    return Comparison(*values, found.error, found.elo, why)


def comparison_of(
    players: Sequence[str],
    game: str = "connect_four",
    *,
    elo: float = COMPARE_ELO,
    games: int = COMPARE_GAMES,
    folder: str = "",
    **others: Any,
) -> Event:
    """The event that compares two players, with starts that suit the board.

    Args:
        players: two, named as in an event.
        game: the rules.
        elo: the smallest difference that matters.
        games: how many at most.
        folder: where files of players are looked for.
        others: further keys of an event, such as `limit` and `seed`.
    """
    data = {
        "name": "comparison",
        "form": "match",
        "openings": varied_openings(load_game(game)),
        "rounds": max(1, games // 2),
        "stop": format_spec("compare", {"elo": elo}),
        **others,
    }
    return event_of({**data, "game": game, "players": list(players)}, folder)


@cache
def varied_openings(game: Game) -> str:
    """Starts that differ enough for players that always answer alike.

    >>> varied_openings(load_game("connect_four")), varied_openings(load_game("tic_tac_toe"))
    ('random(plies=4,count=100)', 'all(plies=2)')
    """
    for spec in _VARIED:
        try:
            if len(load_openings(spec).make(game, 0)) > 1:
                return spec
        except BadOption:
            continue
    return "start"


def _half_width(pairs: Sequence[int], points: float, games: int) -> float:
    """Of the 95 % interval of a share: by pairs, unless all of them ended alike."""
    variance = mean_and_variance(pairs)[1] if sum(pairs) else 0.0
    if variance:
        return CONFIDENCE_SIGMAS * sqrt(variance / sum(pairs))
    low, high = wilson(points, games)
    share = points / games if games else 0.5
    return max(share - low, high - share)
