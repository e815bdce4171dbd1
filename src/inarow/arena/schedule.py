"""Who plays whom, when, from which opening and with which seed: a schedule without any playing.

A schedule is a pure function of players, form, openings, rounds and seed. Every game has a number,
and `schedule[number]` is that game, no matter what was played before, on how many machines, or in
which order. So an event can be interrupted anywhere and resumed, and yields the same games.

    round 0    a - b   game 0     games come in pairs: same opening, seats swapped
               b - a   game 1
               a - c   game 2
               c - a   game 3
               b - c   ...
    round 1    a - b              more rounds only add numbers at the end

Each meeting goes through the list of openings in its order and from a start of its own, so that one
lucky opening does not decide a whole round. Openings and seeds depend on the names and the round,
not on the number: when a player joins, the games of the others stay the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from inarow.errors import BadOption
from inarow.options import suggestion
from inarow.seeds import derived_seed

FORMS = ("round_robin", "gauntlet", "match", "ladder")
"""All meet all; the first meets all others; two players; neighbours meet."""

_LADDER_REACH = 2


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played.

    Args:
        number: counts games from 0; the key of the game within its event.
        pair: counts pairs; the two games of a pair are those with the numbers 2 * pair and
            2 * pair + 1.
        round: counts rounds; in each of them all meet all, or as the form says.
        first: name of the player who moves first.
        second: name of the other player.
        opening: moves to begin with, as a move string of the game.
        seed: for the two players of this game, e.g. `derived_seed(seed, "first")`.
        dice: seed of the dice, the same in both games of a pair: luck is swapped like the seats.
    """

    number: int
    pair: int
    round: int
    first: str
    second: str
    opening: str
    seed: int
    dice: int

    @property
    def seats(self) -> tuple[str, str]:
        """The names of both players, the first one first."""
        return self.first, self.second


def meetings(
    players: Sequence[str], form: str = "round_robin", challengers: int = 1
) -> list[tuple[str, str]]:
    """Who meets whom in each round.

    Args:
        players: their names, all different.
        form: `round_robin`: all meet all; `gauntlet`: each of the first `challengers`
            players meets all the others, who do not meet each other; `match`: two players;
            `ladder`: each meets the next two, for players listed from weak to strong.
        challengers: how many players run the gauntlet.

    >>> meetings(["a", "b", "c"])
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> meetings(["a", "b", "c"], "gauntlet")
    [('a', 'b'), ('a', 'c')]
    """
    if form not in FORMS:
        raise BadOption(f"there is no form of event {form!r}; {suggestion(form, FORMS)}")
    if len(set(players)) < len(players):
        twice = next(name for name in players if list(players).count(name) > 1)
        raise BadOption(f"two players are called {twice!r}; give each a name of its own")
    if len(players) < 2:
        raise BadOption(f"an event needs at least two players, not {len(players)}")
    if form == "match" and len(players) > 2:
        raise BadOption(f"a match is played by two players, not {len(players)}")
    if form == "ladder":
        near = range(1, _LADDER_REACH + 1)
        return [pair for far in near for pair in zip(players, players[far:], strict=False)]
    if form != "gauntlet":
        return list(combinations(players, 2))
    if not 1 <= challengers < len(players):
        raise BadOption(f"a gauntlet has 1 to {len(players) - 1} challengers, not {challengers}")
    return [(one, other) for one in players[:challengers] for other in players[challengers:]]


@dataclass(frozen=True)
class Schedule:
    """The games of an event, made when they are asked for.

    Args:
        players: their names, all different.
        openings: move strings; a meeting takes the next one in each round, and has had all of them
            before one comes again.
        rounds: how often all meetings are played, as a pair of games each.
        seed: of everything random in the event.
        form: one of `FORMS`.
        challengers: how many players run a gauntlet.

    >>> schedule = Schedule(["ada", "bob"], openings=["44", "43"], rounds=2, seed=1)
    >>> [(game.first, game.second, game.opening) for game in schedule]
    [('ada', 'bob', '44'), ('bob', 'ada', '44'), ('ada', 'bob', '43'), ('bob', 'ada', '43')]
    >>> schedule[3] == list(schedule)[3]
    True
    """

    players: Sequence[str]
    openings: Sequence[str] = ("",)
    rounds: int = 1
    seed: int = 0
    form: str = "round_robin"
    challengers: int = 1

    def __post_init__(self) -> None:
        assert self.meetings  # or an error that says what is wrong with the players
        if not self.openings:
            raise BadOption("an event needs at least one opening; the empty one is a start as well")
        if self.rounds < 1:
            raise BadOption(f"an event needs at least one round, not {self.rounds}")

    @cached_property
    def meetings(self) -> list[tuple[str, str]]:
        """Who meets whom in each round."""
        return meetings(self.players, self.form, self.challengers)

    @cached_property
    def _starts(self) -> list[int]:
        """Where in the list of openings each meeting begins."""
        return [derived_seed(self.seed, f"openings, {meeting}") for meeting in self.meetings]

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return 2 * len(self.meetings) * self.rounds

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range(self.games))

    def __getitem__(self, number: int) -> Pairing:
        if not 0 <= number < self.games:
            raise IndexError(f"there is no game {number} in this schedule")
        pair, swapped = divmod(number, 2)
        round_number, at = divmod(pair, len(self.meetings))
        meeting = self.meetings[at]
        first, second = meeting[::-1] if swapped else meeting
        opening = self.openings[(self._starts[at] + round_number) % len(self.openings)]
        seed = derived_seed(self.seed, f"round {round_number}, {(first, second)}")
        dice = derived_seed(self.seed, f"round {round_number}, dice, {meeting}")
        return Pairing(number, pair, round_number, first, second, opening, seed, dice)
