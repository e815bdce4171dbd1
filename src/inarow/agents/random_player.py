"""The random player: every legal move is equally likely. It does not know what winning is."""

from dataclasses import dataclass, field
from random import Random

from inarow.games.base import Game, State
from inarow.options import check_options, option
from inarow.search.agent import require_moves
from inarow.search.asked import Asked
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit


@dataclass
class RandomPlayer(Asked):
    """Plays a uniformly random legal move.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> first = RandomPlayer(seed=1).choose(state, Limit()).action
    >>> first == RandomPlayer(seed=1).choose(state, Limit()).action
    True
    """

    seed: int | None = option(
        None, low=0, help="seed of the random numbers; none: a new one each time"
    )
    name: str = "random"
    _rng: Random = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_options(self)
        self._rng = Random(self.seed)

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        actions = require_moves(state)
        return Decision(actions[int(self._rng.random() * len(actions))])
