"""Events between players of known strength: games by dice, to test what statistics say of them.

The chances are those of `arena/bradley_terry.py`. Openings may favour one side: each opening adds
its own advantage to the first player, the same in both games of a pair, as a real one does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random

from inarow.arena.elo import ELO_PER_NAT, match_estimate
from inarow.arena.results import GameResult
from inarow.arena.schedule import meetings


@dataclass(frozen=True)
class World:
    """What is true: strengths and advantages in Elo of win-loss odds, and how often equals draw.

    `openings` are the advantages of the first player, opening by opening, beside `first_move`.
    """

    strengths: Mapping[str, float]
    first_move: float = 0.0
    draw_rate: float = 0.0
    openings: Sequence[float] = (0.0,)


def chances(difference: float, draw_rate: float) -> tuple[float, float]:
    """The chances to win and to draw of a player who is so much stronger.

    >>> [round(chance, 3) for chance in chances(0, draw_rate=0.2)]
    [0.4, 0.2]
    """
    half, v = difference / ELO_PER_NAT / 2, 2 * draw_rate / (1 - draw_rate)
    total = exp(half) + exp(-half) + v
    return exp(half) / total, v / total


def simulate(
    world: World, rounds: int, seed: int, form: str = "round_robin"
) -> Iterator[GameResult]:
    """The results of an event, in pairs of games, from the openings of the world in turn.

    >>> world = World({"ada": 100, "bob": 0}, first_move=50, draw_rate=0.1)
    >>> sum(result.score for result in simulate(world, rounds=100, seed=1))
    100.5
    """
    rng, pair = Random(seed), 0
    met = [
        (one, other, rng.randrange(10**6)) for one, other in meetings(list(world.strengths), form)
    ]
    for round_number in range(rounds):
        for one, other, start in met:
            opening = world.openings[(start + round_number) % len(world.openings)]
            gap = world.strengths[one] - world.strengths[other]
            for first, second, edge in ((one, other, gap), (other, one, -gap)):
                win, draw = chances(edge + world.first_move + opening, world.draw_rate)
                luck = rng.random()
                score = 1.0 if luck < win else 0.5 if luck < win + draw else 0.0
                yield GameResult(first, second, score, pair=pair)
            pair += 1


def pair_chances(world: World, one: str, other: str) -> list[float]:
    """How probable it is that a player makes 0, 1/2, 1, 3/2 or 2 points in a pair of games.

    >>> world = World({"ada": 0, "bob": 0}, openings=[900, -900])  # whoever has the opening wins
    >>> [round(chance, 2) for chance in pair_chances(world, "ada", "bob")]
    [0.01, 0.0, 0.99, 0.0, 0.01]
    """
    found = [0.0] * 5
    gap = world.strengths[one] - world.strengths[other]
    for opening in world.openings:
        advantage = world.first_move + opening
        seats = (chances(edge + advantage, world.draw_rate) for edge in (gap, -gap))
        ahead, behind = ((1 - win - draw, draw, win) for win, draw in seats)
        for i, first in enumerate(ahead):
            for j, second in enumerate(behind):
                found[i + 2 - j] += first * second / len(world.openings)
    return found


def pairs_where(claim: float, model: str, world: World) -> list[float]:
    """The same of a player who is better by exactly so much Elo, `logistic` or `normalised`.

    The strengths of the world are not used, all the rest is.
    """
    low, high = -2000.0, 2000.0
    for _ in range(60):
        middle = (low + high) / 2
        found = pair_chances(
            replace(world, strengths={"one": middle, "other": 0.0}), "one", "other"
        )
        said = match_estimate(found)
        value = said.elo.value if model == "logistic" else said.normalised.value
        low, high = (middle, high) if value < claim else (low, middle)
    return found
