"""Events between players of known strength: games by dice, to test what statistics say of them.

The chances are those of `bradley_terry.py`. Openings may favour one side: each opening adds its own
advantage to the first player, the same in both games of a pair, as a real one does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from inarow.arena.elo import ELO_PER_NAT
from inarow.arena.results import Result
from inarow.arena.schedule import Schedule

__all__ = ["World", "chances", "simulate"]


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


def simulate(world: World, rounds: int, seed: int, form: str = "round_robin") -> Iterator[Result]:
    """The results of an event, in pairs of games, from the openings of the world in turn.

    >>> world = World({"ada": 100, "bob": 0}, first_move=50, draw_rate=0.1)
    >>> sum(result.score for result in simulate(world, rounds=100, seed=1))
    109.0
    """
    rng = Random(seed)
    openings = [str(number) for number in range(len(world.openings))]
    for game in Schedule(list(world.strengths), openings, rounds, seed, form):
        edge = world.strengths[game.first] - world.strengths[game.second] + world.first_move
        win, draw = chances(edge + world.openings[int(game.opening)], world.draw_rate)
        luck = rng.random()
        score = 1.0 if luck < win else 0.5 if luck < win + draw else 0.0
        yield Result(game.first, game.second, score, pair=game.pair)
