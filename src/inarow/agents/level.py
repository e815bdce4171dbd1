"""Levels: opponents of even steps, from one that a beginner beats to the strongest we have.

`level(3)` is level 3 of whatever game it is asked to play; `levels.py` says what a level is made
of, and how strong it was measured to be. `level(3,adapt=true)` begins at level 3 and follows its
opponent: after every game that it loses it plays one level higher, after every game that it wins
one lower, so that both soon win about as often.

A level errs as people do: it searches well enough, and then overlooks a move. A search ranks the
moves. Then the player goes through them from the best to the worst, as a person looking for a move
does, and overlooks each one with a fixed probability; the first one that it sees is played. With
`overlook=0.5`:

    rank         1      2      3      4    ...
    is played   50 %   25 %   12 %    6 %          usually good, sometimes second best, rarely bad

What is obvious, to complete a line or to block one, is overlooked only with the square of that
probability: 25 % here. So even a weak player takes wins and blocks *sometimes*, its mistakes are
plausible moves, it never gives up, and no two games are alike. Moves that the search finds equal
are taken in random order.

`search=perfect` is for the Connect Four board that has an opening book; elsewhere it takes too
long, and Monte Carlo searches instead. `search=gomoku` is the Gomoku engine; with a budget of 1 it
only looks at the shapes on the board. Five in a row are seen from afar: there a player never
misses its own five, and stops a four far more often than it answers a three. Where the engine does
not know the rules, alpha-beta searches instead. `search=nine` is the strongest player of nine
boards; on other boards Monte Carlo searches instead.

The idea of weakening a full search by choosing a lower-ranked move now and then is common among
chess programs; to overlook moves one after the other is our way of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar

from inarow import defaults
from inarow.agents.levels import level_of, levels_of
from inarow.agents.nine import NinePlayer
from inarow.errors import NotSupported
from inarow.games.base import Game, State
from inarow.options import check_options, option
from inarow.search.agent import Agent, require_moves
from inarow.search.asked import Asked
from inarow.search.decision import Decision, Kind, OnInfo, Result, position_value
from inarow.search.evaluators.threats import winning_actions
from inarow.search.gomoku.player import GomokuPlayer
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.mcts.player import MctsPlayer
from inarow.search.minimax.player import AlphaBetaPlayer
from inarow.search.solver.book import shipped_book
from inarow.search.solver.player import PerfectPlayer
from inarow.seeds import derived_seed

SEARCHES = ("mcts", "alphabeta", "perfect", "gomoku", "nine")
_SMALL_BOARD = 36
"""On more cells than these alpha-beta looks only at cells beside a stone."""
_POSITIONS_PER_MB = 10_000
"""A table of 64 MB would take longer to fetch than a short search to run."""
_BLOCK_POWER = 6
"""In Gomoku a four of the opponent is overlooked with this power of the probability."""
_PER_POSITION, _MOST_SIMULATIONS = 6, 50_000
"""Simulations for a position of `nine`, and the most, where Monte Carlo plays in its place."""
_ALPHABETA_BUDGETS = (300, 2000)
"""The least and the most positions of alpha-beta where it plays in place of the Gomoku engine."""


@dataclass
class CarelessPlayer(Asked):
    """Searches for good moves and overlooks some of them, as people do.

    >>> from inarow.registry import load_game
    >>> state = load_game("tic_tac_toe").initial_state()
    >>> player = CarelessPlayer(budget=100, overlook=0.5, seed=1)
    >>> len({player.choose(state, Limit()).action for _ in range(20)}) > 3
    True
    """

    search: str = option("mcts", choices=SEARCHES, help="what ranks the moves")
    budget: int = option(
        defaults.CARELESS_BUDGET,
        low=1,
        help="simulations or positions per move; 1 with gomoku: no search",
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

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        require_moves(state)
        thinker = self.thinker(state.game)
        decision = thinker.choose(state, self._within_budget(limit, thinker), on_info)
        if isinstance(thinker, PerfectPlayer) and not thinker.exact:
            return decision  # it overlooks nothing, and has looked at the best moves only
        if isinstance(thinker, GomokuPlayer) and not decision.values:
            return decision  # the first stone: in the middle
        wins = winning_actions(state, state.player)
        obvious = wins or winning_actions(state, 1 - state.player)
        missed = self._missed(bool(wins))
        action = self._first_seen(self._ranked(state, decision, obvious), obvious, missed)
        if action == decision.action:
            return decision
        value = position_value(action, decision.values, state.legal_actions())
        return replace(decision, action=action, value=value, line=(action,))

    def _make_thinker(self, game: Game) -> Agent:
        seed = derived_seed(self.seed, "search")
        if self.search == "gomoku":
            engine = GomokuPlayer(seed=seed)
            if self.budget == 1:
                engine.depth = 0
            if engine.supports(game):
                return engine
        if self.search in ("alphabeta", "gomoku"):
            rules = game.rules
            large = rules is not None and rules.anywhere and rules.cells > _SMALL_BOARD
            searcher = AlphaBetaPlayer(order="near" if large else "centre", seconds=None)
            if searcher.supports(game):  # it cannot begin a game with an opening
                return searcher
        if self.search == "nine" and NinePlayer().supports(game):
            return NinePlayer()
        if self.search == "perfect":
            perfect = PerfectPlayer(exact=self.overlook > 0, seed=seed)
            if perfect.supports(game) and shipped_book(*game.shape) is not None:
                return perfect
        simulations = self.budget
        if self.search == "nine":
            simulations = min(_PER_POSITION * self.budget, _MOST_SIMULATIONS)
        return MctsPlayer(
            simulations=simulations,
            exploration=defaults.MCTS_EXPLORATION,
            solve=True,
            sharp=True,
            seed=seed,
        )

    def _within_budget(self, limit: Limit, thinker: Agent) -> Limit:
        if isinstance(thinker, GomokuPlayer | NinePlayer):
            return limit.within(nodes=self.budget, memory=1 + self.budget // _POSITIONS_PER_MB)
        if not isinstance(thinker, AlphaBetaPlayer):
            return limit
        least, most = _ALPHABETA_BUDGETS if self.search == "gomoku" else (self.budget,) * 2
        return limit.within(nodes=max(least, min(self.budget, most)))

    def _ranked(self, state: State, decision: Decision, obvious: Sequence[int]) -> list[int]:
        """All moves from good to bad: the chosen one and its equals, then by value.

        Among equals, as all moves of a lost game are, the obvious ones come first. A move that the
        Gomoku engine calls no better than the best one is not its equal: it may be much worse.
        """
        mixed = list(state.legal_actions())
        self._rng.shuffle(mixed)  # and the sort leaves equals as they are

        def badness(action: int) -> tuple[int, float]:
            value = decision.values.get(action)
            if value is None:  # not even looked at
                return (1, 0.0)
            return (2 if value.result is Result.LOSS else 0, -value.score)

        def is_equal(action: int) -> bool:
            if badness(action) != badness(decision.action):
                return False
            value = decision.values.get(action)
            bound = value is not None and value.kind is Kind.BOUND and self.search == "gomoku"
            return action == decision.action or not bound

        return sorted(
            mixed, key=lambda move: (not is_equal(move), badness(move), move not in obvious)
        )

    def _missed(self, wins: bool) -> float:
        """The probability that a win, or the only defence, is overlooked."""
        if self.search == "gomoku":  # five stones are seen from afar
            return 0.0 if wins else self.overlook**_BLOCK_POWER
        return self.overlook**2

    def _first_seen(self, ranked: Sequence[int], obvious: Sequence[int], missed: float) -> int:
        """Go through the moves and play the first one that is not overlooked."""
        for action in ranked:
            if self._rng.random() >= (missed if action in obvious else self.overlook):
                return action
        return ranked[int(self._rng.random() * len(ranked))]


@dataclass
class LevelPlayer(Asked):
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
    """Options that only work where the player is told how its games end."""
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
        """Take note of how a game ended that was played from a seat; this may change the level.

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

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        return self.thinker(state.game).choose(state, limit, on_info)


def refuse_adapting(agent: Agent) -> None:
    """Refuse a level that adapts where it is not told how its games end.

    >>> refuse_adapting(LevelPlayer(3))  # a level that stays as it is
    """
    if isinstance(agent, LevelPlayer) and agent.adapt:
        raise NotSupported(
            f"a level adapts only to a person who plays several games in the terminal: "
            f"write level({agent.number})"
        )
