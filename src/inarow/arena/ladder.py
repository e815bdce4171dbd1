"""How strong a player is, quickly: some games against levels whose strength is known.

The ladder is fixed: the random player, and above it the levels of the game that need little time.
Only the rungs around a player tell much about it, so it meets the four that are nearest to what is
known so far, in pairs of games from the same opening with seats exchanged. Its rating is the one
number that makes the points it got the likeliest (the model of `elo.py`, with the opponents'
ratings taken as true), with a weak belief that it is somewhere on the ladder. Where the levels of a
game were not measured, the points are all that can be said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from inarow.agents.levels import Level, levels_of
from inarow.arena.elo import CONFIDENCE_SIGMAS, ELO_PER_NAT, Estimate, score_of
from inarow.arena.openings import random_openings
from inarow.errors import InarowError
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.live.match import play_match
from inarow.registry import load_agent
from inarow.search.agent import Agent
from inarow.seeds import derived_seed

RUNGS, PAIRS = 4, 3
"""Opponents of a player, and pairs of games against each."""
_MOST_BUDGET = 5000
"""Positions or simulations a move of an opponent: stronger ones would take too long."""
_PLIES, _OPENINGS = 4, 20
_BELIEF = 600.0
"""How wide the ladder is, in Elo: a player that wins every game has a rating nevertheless."""
_STEPS = 60


@dataclass(frozen=True, slots=True)
class Climb:
    """What came out: points of so many games, and the rating if the ladder was measured here."""

    points: float
    games: int
    rating: Estimate | None


@dataclass(frozen=True)
class Ladder:
    """The opponents of a game, and where games against them begin.

    >>> from inarow.registry import load_game
    >>> [round(elo) for name, elo in Ladder(load_game("connect_four")).rungs][:3]
    [0, 540, 654]

    Args:
        game: what is played.
        seed: of the openings and of the opponents.
    """

    game: Game
    seed: int = 1

    @cached_property
    def measured(self) -> bool:
        """Whether the strength of the rungs is known."""
        return all(level.at_home and level.rating is not None for level in self._levels)

    @cached_property
    def rungs(self) -> Sequence[tuple[str, float]]:
        """Opponents and their ratings, the weakest first; guesses where nothing was measured."""
        found = [("random", 0.0)]
        for level in self._levels:
            elo = level.rating.elo if level.rating is not None else 200 * level.number
            found.append((f"level({level.number})", float(elo)))
        return found

    @cached_property
    def _levels(self) -> list[Level]:
        return [one for one in levels_of(self.game) if one.strength.budget <= _MOST_BUDGET]

    @cached_property
    def _openings(self) -> list[str]:
        try:
            return random_openings(self.game, _OPENINGS, _PLIES, self.seed) or [""]
        except InarowError:  # so small a board that it has none
            return [""]

    def climb(self, player: Agent, about: float = 600.0) -> Climb:
        """Let a player meet the rungs that are nearest to what is known about it."""
        near = sorted(self.rungs, key=lambda rung: abs(rung[1] - about))[:RUNGS]
        results: list[tuple[float, float]] = []
        for number, (name, elo) in enumerate(near):
            for pair in range(PAIRS):
                opening = self._openings[(number * PAIRS + pair) % len(self._openings)]
                for seat in (0, 1):
                    seed = derived_seed(self.seed, f"{name} {pair} {seat}")
                    results.append((elo, self._play(player, name, seat, opening, seed)))
        points = sum(score for _, score in results)
        return Climb(points, len(results), rating_of(results) if self.measured else None)

    def _play(self, player: Agent, opponent: str, seat: int, opening: str, seed: int) -> float:
        """One game: what the player gets."""
        record = Record(self.game)
        record.push_moves(opening)
        other = load_agent(opponent, seed=seed)
        agents = (player, other) if seat == 0 else (other, player)
        play_match(self.game, agents, record=record, seed=seed)
        assert record.outcome is not None
        winner = record.outcome.winner
        return 0.5 if winner is None else float(winner == seat)


def rating_of(results: Sequence[tuple[float, float]]) -> Estimate:
    """The rating of a player from its games: the opponent's rating and the points of each.

    >>> even = rating_of([(500.0, 0.5)] * 100)
    >>> round(even.value), round(even.error)
    (500, 68)
    """
    middle = sum(elo for elo, _ in results) / len(results)
    low, high = middle - 4 * _BELIEF, middle + 4 * _BELIEF
    for _ in range(_STEPS):  # the slope of the likelihood falls: halve the interval
        elo = (low + high) / 2
        slope = sum(points - score_of(elo - other) for other, points in results) / ELO_PER_NAT
        if slope > (elo - middle) / _BELIEF**2:
            low = elo
        else:
            high = elo
    shares = [score_of(elo - other) for other, _ in results]
    known = sum(share * (1 - share) for share in shares) / ELO_PER_NAT**2 + 1 / _BELIEF**2
    return Estimate(elo, CONFIDENCE_SIGMAS / sqrt(known))
