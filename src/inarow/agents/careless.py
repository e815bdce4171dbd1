"""A player that errs as people do: it searches well enough, and then overlooks a move.

A search ranks the moves. Then the player goes through them from the best to the worst, as a person
who looks for a move, and overlooks each one with a fixed probability; the first one that it sees is
played. With `overlook=0.5`:

    rank         1      2      3      4    ...
    is played   50 %   25 %   12 %    6 %          usually good, sometimes second best, rarely bad

What is obvious, to complete a line or to block one, is overlooked only with the square of that
probability: 25 % here. So even a weak player takes wins and blocks *sometimes*, its mistakes are
plausible moves, it never gives up, and no two games are alike. Moves that the search finds equal
are taken in random order. `search=perfect` is for the Connect Four board that has an opening book;
elsewhere it takes too long, and Monte Carlo searches instead.

The idea of weakening a full search by choosing a lower-ranked move now and then is common among
chess programs; to overlook moves one after the other is our way of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from inarow import defaults
from inarow.games.base import Game, State
from inarow.options import check_options, option
from inarow.search.agent import Agent, require_moves
from inarow.search.decision import Decision, OnInfo, Result, position_value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.limit import Limit
from inarow.search.mcts.player import MctsPlayer
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.search.solver.book import shipped_book
from inarow.search.solver.player import PerfectPlayer
from inarow.seeds import derived_seed

SEARCHES = ("mcts", "alphabeta", "perfect")
_SMALL_BOARD = 36
"""On more cells than these alpha-beta looks only at cells beside a stone."""


@dataclass
class CarelessPlayer:
    """Searches for good moves and overlooks some of them, as people do.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> player = CarelessPlayer(budget=100, overlook=0.5, seed=1)
    >>> len({player.choose(state, Limit()).action for _ in range(20)}) > 3
    True
    """

    search: str = option("mcts", choices=SEARCHES, help="what ranks the moves")
    budget: int = option(
        defaults.CARELESS_BUDGET, low=1, help="simulations, or positions for alphabeta, per move"
    )
    overlook: float = option(
        defaults.CARELESS_OVERLOOK, low=0, high=1, help="probability that a move is not seen"
    )
    seed: int | None = option(
        None, low=0, help="seed of the random numbers; none: a new one each time"
    )
    name: str = "careless"
    _rng: Random = field(init=False, repr=False, compare=False)
    _thinkers: dict[Game, Agent] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_options(self)
        self._rng = Random(self.seed)
        self._thinkers = {}

    def thinker(self, game: Game) -> Agent:
        """The player whose search ranks the moves of a game."""
        if game not in self._thinkers:
            self._thinkers = {game: self._make_thinker(game)}
        return self._thinkers[game]

    def thinkers(self, game: Game) -> tuple[Agent, ...]:
        return (self.thinker(game),)

    def supports(self, game: Game) -> bool:
        return self.thinker(game).supports(game)

    def choose(self, state: State, limit: Limit, on_info: OnInfo | None = None) -> Decision:
        require_moves(state)
        if self.search == "alphabeta":
            limit = replace(limit, nodes=min(self.budget, limit.nodes or self.budget))
        thinker = self.thinker(state.game)
        decision = thinker.choose(state, limit, on_info)
        if isinstance(thinker, PerfectPlayer) and not thinker.exact:
            return decision  # it overlooks nothing, and has looked at the best moves only
        obvious = winning_actions(state, state.player) or winning_actions(state, 1 - state.player)
        action = self._first_seen(self._ranked(state, decision, obvious), obvious)
        if action == decision.action:
            return decision
        value = position_value(action, decision.values, state.legal_actions())
        return replace(decision, action=action, value=value, line=(action,))

    def _make_thinker(self, game: Game) -> Agent:
        seed = derived_seed(self.seed, "search")
        if self.search == "alphabeta":
            rules = game.rules
            large = rules is not None and rules.anywhere and rules.cells > _SMALL_BOARD
            return AlphaBetaPlayer(order="near" if large else "centre", seconds=None)
        if self.search == "perfect":
            perfect = PerfectPlayer(exact=self.overlook > 0, seed=seed)
            if perfect.supports(game) and shipped_book(*game.shape) is not None:
                return perfect
        return MctsPlayer(
            simulations=self.budget,
            exploration=defaults.MCTS_EXPLORATION,
            solve=True,
            sharp=True,
            seed=seed,
        )

    def _ranked(self, state: State, decision: Decision, obvious: Sequence[int]) -> list[int]:
        """All moves from good to bad: the chosen one and its equals, then by value.

        Among equals, as all moves of a lost game are, the obvious ones come first.
        """
        mixed = list(state.legal_actions())
        self._rng.shuffle(mixed)  # and the sort leaves equals as they are

        def badness(action: int) -> tuple[int, float]:
            value = decision.values.get(action)
            if value is None:  # not even looked at
                return (1, 0.0)
            return (2 if value.result is Result.LOSS else 0, -value.score)

        chosen = badness(decision.action)
        return sorted(
            mixed, key=lambda move: (badness(move) != chosen, badness(move), move not in obvious)
        )

    def _first_seen(self, ranked: Sequence[int], obvious: Sequence[int]) -> int:
        """Go through the moves and play the first one that is not overlooked."""
        for action in ranked:
            chance = self.overlook**2 if action in obvious else self.overlook
            if self._rng.random() >= chance:
                return action
        return ranked[int(self._rng.random() * len(ranked))]
