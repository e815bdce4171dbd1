"""How good a player is, found out in parts: by proven positions, or by games against another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from inarow.arena.compare import varied_openings
from inarow.arena.exam import Exam
from inarow.arena.openings import load_openings
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.live.match import play_match
from inarow.registry import load_agent
from inarow.search.agent import require_support
from inarow.search.limit import Limit
from inarow.seeds import derived_seed
from inarow.study.positions import LabelledPosition

_CHUNK = 10
"""Positions that are one part."""


class Measure(Protocol):
    """How good a player is, found out in parts."""

    parts: int

    @property
    def words(self) -> str:
        """What is measured."""

    def check(self, player: str) -> None:
        """Refuse a player that cannot be measured."""

    def part(self, player: str, number: int) -> tuple[float, int]:
        """The points of a part, and out of how many."""


@dataclass
class ByTruth:
    """The share of moves that keep the result, in positions whose every move is proven."""

    game: Game
    positions: Sequence[LabelledPosition]
    limit: Limit
    seed: int
    parts: int = field(init=False)

    def __post_init__(self) -> None:
        self.parts = -(-len(self.positions) // _CHUNK)

    @property
    def words(self) -> str:
        return f"moves that keep the result, %, in {len(self.positions):,} proven positions"

    def check(self, player: str) -> None:
        require_support(load_agent(player), self.game)

    def part(self, player: str, number: int) -> tuple[float, int]:
        asked = self.positions[_CHUNK * number : _CHUNK * (number + 1)]
        exam = Exam(player, self.game, asked, self.limit, _seed(self.seed, number))
        exam.run()
        return exam.score.whole.good.count, len(asked)


@dataclass
class ByGames:
    """The share of the points against one opponent: pairs of games, an opening with both sides."""

    game: Game
    opponent: str
    parts: int
    limit: Limit
    seed: int

    def __post_init__(self) -> None:
        starts = load_openings(varied_openings(self.game))
        self._openings = starts.make(self.game, self.seed)

    @property
    def words(self) -> str:
        return f"points, %, in {2 * self.parts:,} games against {self.opponent}"

    def check(self, player: str) -> None:
        for one in (player, self.opponent):
            require_support(load_agent(one), self.game)

    def part(self, player: str, number: int) -> tuple[float, int]:
        points = 0.0
        opening = self._openings[number % len(self._openings)]
        for seat in (0, 1):
            record = Record(self.game)
            record.push_moves(opening)
            seeds = [_seed(self.seed, number, seat, who) for who in range(3)]
            own, other = load_agent(player, seeds[0]), load_agent(self.opponent, seeds[1])
            agents = (own, other) if seat == 0 else (other, own)
            play_match(self.game, agents, limit=self.limit, seed=seeds[2], record=record)
            outcome = record.final_outcome()
            winner = None if outcome is None else outcome.winner
            points += 0.5 if winner is None else float(winner == seat)
        return points, 2


def _seed(seed: int, *labels: int) -> int:
    found = derived_seed(seed, str(labels))
    assert found is not None
    return found
