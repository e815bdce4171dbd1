"""The levels of each game: how strong each one plays, and what was measured of it.

A ladder is a list of strengths, from a player that a beginner beats to the strongest we have. The
parameters were chosen by measurement (benchmarks/level_dial.py plays a grid of them and says which
ones lie at equal distances), and `inarow arena calibrate` then measured the levels themselves. What
it found is kept in `data/ratings.json`. A rating counts only for the parameters that were measured:
change a number below and that level is shown as not measured until it is calibrated again.

Boards without a ladder of their own borrow one:

    connect_four of any size                    the ladder of the 6 x 7 board
    random_drop of any size                     the ladder of the 6 x 7 board
    m,n,k games, three in a row                 the ladder of tic-tac-toe
    m,n,k games, four in a row or more          the ladder of Gomoku
    nine boards with other options              the ladder of the usual ones
    games of other packages                     the ladder of Connect Four, without its solver
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from inarow import defaults
from inarow.games.base import Game, main_game
from inarow.log import logger
from inarow.spec import format_spec

log = logger(__name__)


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a level plays: the options of a careless player."""

    search: str
    budget: int
    overlook: float = 0.0

    @property
    def spec(self) -> str:
        """The player with this strength, as a spec."""
        options: dict[str, object] = {"search": self.search, "budget": self.budget}
        return format_spec("careless", options | {"overlook": self.overlook})


@dataclass(frozen=True, slots=True)
class MeasuredRating:
    """What `inarow arena calibrate` found: Elo above the random player, with a 95 % error bar."""

    elo: int
    error: int
    games: int

    def __str__(self) -> str:
        return f"{self.elo} Elo +-{self.error}"


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a game.

    Args:
        number: from 1, the weakest.
        strength: how strong it plays.
        measured_on: the game of its ladder.
        at_home: whether that is the very game it is asked to play.
        rating: what was measured there, if anything was.
    """

    number: int
    strength: Strength
    measured_on: str
    at_home: bool
    rating: MeasuredRating | None

    def __str__(self) -> str:
        """What people read of it.

        >>> str(Level(3, Strength("mcts", 200), "gomoku", True, MeasuredRating(640, 25, 200)))
        'level 3, 640 Elo +-25'
        """
        if self.rating is None:
            return f"level {self.number}, not measured yet"
        if self.at_home:
            return f"level {self.number}, {self.rating}"
        return f"level {self.number}, not measured here; {self.rating} in {self.measured_on}"


def _steps(search: str, *steps: tuple[int, float]) -> tuple[Strength, ...]:
    """Strengths of one search, by budget and overlook."""
    return tuple(Strength(search, budget, float(overlook)) for budget, overlook in steps)


LADDERS: dict[str, tuple[Strength, ...]] = {
    "connect_four(rows=6,cols=7,k=4)": (
        *_steps("mcts", (200, 0.55), (200, 0.43), (200, 0.3), (200, 0.14)),
        *_steps("mcts", (280, 0), (1000, 0), (3500, 0), (14_000, 0)),
        *_steps("perfect", (20_000, 0.06), (40_000, 0)),
    ),
    "random_drop(rows=6,cols=7,k=4)": (
        *_steps("mcts", (200, 0.7), (200, 0.5), (200, 0.28)),
        *_steps("mcts", (1700, 0), (5200, 0), (50_000, 0)),
    ),
    "mnk(rows=3,cols=3,k=3,overline=win)": _steps("mcts", (200, 0.7), (200, 0.47), (200, 0)),
    "gomoku(rows=15,cols=15,rule=freestyle,opening=free)": (
        *_steps("gomoku", (1, 0.8), (1, 0.66), (1, 0.51), (1, 0.33), (1, 0.14)),
        *_steps("gomoku", (60, 0.14), (150, 0), (900, 0), (5500, 0), (20_000, 0)),
    ),
    "nine_board(first_move=random,full_board=draw)": (
        *_steps("mcts", (200, 0.6), (200, 0.44), (200, 0.26)),
        *_steps("mcts", (235, 0), (520, 0), (1400, 0), (3000, 0)),
        *_steps("nine", (1000, 0), (4000, 0), (40_000, 0)),
    ),
}
"""The levels of each measured game, the weakest first."""

_CONNECT_FOUR, _RANDOM_DROP, _TIC_TAC_TOE, _GOMOKU, _NINE_BOARD = LADDERS


def levels_of(game: Game) -> tuple[Level, ...]:
    """All levels of a game, the weakest first.

    >>> from inarow.registry import load_game
    >>> len(levels_of(load_game("connect_four"))), levels_of(load_game("mnk(4,4,3)"))[0].at_home
    (10, False)
    """
    home = _home(game)
    return tuple(
        Level(number, strength, home, home == str(game), _ratings().get((home, strength.spec)))
        for number, strength in enumerate(LADDERS[home], 1)
    )


def level_of(game: Game, number: int) -> Level:
    """A level of a game; where there are fewer, the strongest one.

    >>> from inarow.registry import load_game
    >>> level_of(load_game("tic_tac_toe"), 10).number
    3
    """
    levels = levels_of(game)
    return levels[min(number, len(levels)) - 1]


def _home(game: Game) -> str:
    """The measured game whose ladder a game uses."""
    if str(game) in LADDERS:
        return str(game)
    rules = main_game(game).rules
    if rules is None or rules.falls:
        return _CONNECT_FOUR if rules is None or rules.dice is None else _RANDOM_DROP
    if rules.sent:
        return _NINE_BOARD
    return _TIC_TAC_TOE if rules.k <= 3 else _GOMOKU


@cache
def _ratings() -> dict[tuple[str, str], MeasuredRating]:
    """The ratings that come with the package, by board and player; none if they are damaged."""
    try:
        text = files("inarow").joinpath("data/ratings.json").read_text(encoding="utf-8")
        return {
            (home, level["player"]): MeasuredRating(level["elo"], level["error"], level["games"])
            for home, found in json.loads(text)["games"].items()
            for level in found["levels"]
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        log.warning("levels have no ratings: data/ratings.json of this package is damaged")
        return {}


def usual_level(game: Game) -> int:
    """The level of the opponent unless another is named: a newcomer should not lose every game.

    >>> from inarow.registry import load_game
    >>> usual_level(load_game("gomoku")), usual_level(load_game("tic_tac_toe"))
    (3, 2)
    """
    return min(defaults.LEVEL, (len(levels_of(game)) + 1) // 2)


def usual_opponent(game: Game) -> str:
    """The spec of that opponent."""
    return f"level({usual_level(game)})"
