"""Levels: opponents of even steps, from one that a beginner beats to the strongest we have.

`level(3)` is level 3 of whatever game it is asked to play. What a level is made of, and how strong
it was measured to be, is in `levels.py`; how it errs is in `careless.py`.

`level(3,adapt=true)` begins at level 3 and follows its opponent: after every game that it loses it
plays one level higher, after every game that it wins one lower, so that both soon win about as
often.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from inarow import defaults
from inarow.agents.careless import CarelessPlayer
from inarow.agents.levels import level_of, levels_of
from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.options import check_options, option
from inarow.search.agent import Agent
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import Limit


@dataclass
class LevelPlayer:
    """Plays at a level whose strength was measured: 1 for beginners, 10 for experts.

    >>> from inarow.registry import load_game
    >>> LevelPlayer(3).title
    'level 3'
    >>> state = load_game("nine_board").initial_state().play(4).play(4)
    >>> LevelPlayer(3, seed=1).choose(state, Limit()).action in range(9)
    True
    """

    number: int = option(
        defaults.LEVEL, low=1, high=defaults.LEVELS, help="1 is the weakest; few games have all"
    )
    adapt: bool = option(False, help="one level up after a lost game, one down after a won one")
    seed: int | None = option(
        None, low=0, help="seed of the random numbers; none: a new one each time"
    )
    name: str = "level"
    told_results: ClassVar[tuple[str, ...]] = ("adapt",)
    """Options that need somebody who tells the player how its games end."""
    _players: dict[Game, CarelessPlayer] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def title(self) -> str:
        """What people read."""
        return f"level {self.number}"

    def about(self, game: Game) -> str:
        """How strong it is in a game, in words."""
        level, most = level_of(game, self.number), len(levels_of(game))
        if level.number == self.number:
            return str(level)
        return f"{self.title}: there are {most} levels here, so it plays as {level}"

    def thinker(self, game: Game) -> CarelessPlayer:
        """The player of this level in a game."""
        if game not in self._players:
            strength = level_of(game, self.number).strength
            self._players = {
                game: CarelessPlayer(strength.search, strength.budget, strength.overlook, self.seed)
            }
        return self._players[game]

    def follow(self, game: Game, winner: int | None, seat: int) -> None:
        """Hear how a game ended that was played from a seat; it may change the level.

        >>> from inarow.registry import load_game
        >>> player = LevelPlayer(3, adapt=True)
        >>> player.follow(load_game("connect_four"), winner=0, seat=1)
        >>> player.title
        'level 4'
        """
        if self.adapt and winner is not None:
            step = -1 if winner == seat else 1
            self.number = max(1, min(self.number + step, len(levels_of(game))))
            self._players = {}

    def thinkers(self, game: Game) -> tuple[Agent, ...]:
        return (self.thinker(game),)

    def supports(self, game: Game) -> bool:
        return self.thinker(game).supports(game)

    def choose(self, state: State, limit: Limit, on_info: OnInfo | None = None) -> Decision:
        return self.thinker(state.game).choose(state, limit, on_info)


def refuse_adapting(agent: Agent) -> None:
    """Refuse a level that adapts where nobody tells it how its games end.

    >>> refuse_adapting(LevelPlayer(3))  # a level that stays as it is
    """
    if isinstance(agent, LevelPlayer) and agent.adapt:
        raise NotSupported(
            f"a level adapts only to a person who plays several games in the terminal: "
            f"write level({agent.number})"
        )
