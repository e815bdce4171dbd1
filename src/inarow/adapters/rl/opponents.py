"""Players of ours in the opponent's seat of many games at once, in threads.

The positions are kept here as states beside those of the kernel, because that is what players are
asked about. Several players of the same kind share the games, each always answers in the same
ones, and in the same order: so the same seed leads to the same games on any number of cores.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from random import Random

from inarow.adapters.rl.views import check_opponent
from inarow.agents.human import Human, Player, player_of
from inarow.agents.level import refuse_adapting
from inarow.agents.ready import let_go, make_ready
from inarow.errors import NotSupported
from inarow.games.base import Game, Reason, State
from inarow.games.dice import roll
from inarow.live.match import ask
from inarow.registry import load_agent
from inarow.search.agent import Agent, PlayerFailed, require_support, title_of
from inarow.search.limit import Limit, limit_of
from inarow.seeds import derived_seed

MOST_PLAYERS = 16
"""Players that share the games: enough for the threads of most machines, few enough for memory."""


class Opponents:
    """Whoever is not the learner: players and dice.

    Args:
        game: what is played.
        opponent: the spec of a player; a player, or a function from positions to actions, which is
            then asked by one thread alone; None: the learner plays both seats, and only the dice
            are left.
        count: how many games there are.
        limit: how much the player may think about a move, as `2s` or a `Limit`.
        threads: how many players think at a time; None: as many as there are cores.
    """

    def __init__(
        self,
        game: Game,
        opponent: Player | None,
        count: int = 1,
        limit: Limit | str | None = None,
        threads: int | None = None,
    ) -> None:
        check_opponent(opponent, limit, threads)
        self._game, self._opponent = game, opponent
        self._limit = limit_of(limit)
        self._several = min(count, MOST_PLAYERS) if isinstance(opponent, str) else 1
        self._agents: list[Agent] = []
        self._threads = min(threads or cpu_count() or 1, self._several)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self.states: list[State] = [game.initial_state()] * count
        self.seed(None)
        for agent in self._agents[:1]:
            require_support(agent, game)
            if isinstance(agent, Human) and isinstance(opponent, str):
                raise NotSupported("people cannot be opponents: an environment asks no questions")
            refuse_adapting(agent)
            make_ready(agent, game)

    def seed(self, seed: int | None) -> None:
        """Dice and players begin anew; a player that is no spec goes on as it is."""
        self._dice = Random(seed)
        if isinstance(self._opponent, str):
            let_go(*self._agents)
            seeds = (derived_seed(seed, str(number)) for number in range(self._several))
            self._agents = [load_agent(self._opponent, one) for one in seeds]
        elif self._opponent is not None:
            self._agents = [player_of(self._opponent)]

    def begin(self, games: Iterable[int]) -> None:
        """Begin some games anew."""
        first = self._game.initial_state()
        for i in games:
            self.states[i] = first

    def play(self, games: Iterable[int], actions: Sequence[int]) -> None:
        """Play what the learner plays; a game that is lost by an illegal action stays as it is."""
        for i in games:
            if actions[i] in self.states[i].legal_actions():
                self.states[i] = self.states[i].play(actions[i])

    def replies(self, games: Iterable[int], seats: Sequence[int]) -> dict[int, int]:
        """One move in every game in which it is not the learner's turn, already played here.

        Raises:
            PlayerFailed: a player gave no answer, or an illegal one.
        """
        found: dict[int, int] = {}
        asked: list[list[int]] = [[] for _ in self._agents]
        for i in games:
            state = self.states[i]
            if state.outcome is not None:
                continue
            if state.chance():
                found[i] = roll(state, self._dice)
            elif asked and state.player != seats[i]:
                asked[i % len(asked)].append(i)
        run = map if self._pool is None else self._pool.map
        for answers in run(self._answer, self._agents, asked):
            found |= answers
        for i, action in found.items():
            self.states[i] = self.states[i].play(action)
        return found

    def close(self) -> None:
        """End the threads, and players that are programs of their own."""
        if self._pool is not None:
            self._pool.shutdown()
        let_go(*self._agents)

    def _answer(self, agent: Agent, games: Sequence[int]) -> dict[int, int]:
        """What one player plays in its games, one after the other."""
        return {i: self._decide(agent, self.states[i]) for i in games}

    def _decide(self, agent: Agent, state: State) -> int:
        decision = ask(agent, state, self._limit)
        if decision.action not in state.legal_actions():
            problem = f"played {decision.action!r}, which is illegal"
            raise PlayerFailed(Reason.ILLEGAL, f"{title_of(agent)} {problem}")
        return int(decision.action)
