"""Ask a player for its move in many positions, and find out how often it is right.

A player is named as in an event: a spec, a Python file, a command (`arena/entrants.py`). Ours and
those in Python files are made once and asked position after position; a program that speaks the
line protocol serves one game, so it starts anew for every position. Whatever a player does instead
of answering costs it that position; after three in a row it is asked no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from inarow.agents.human import player_of
from inarow.agents.ready import let_go, make_ready
from inarow.arena.entrants import Entrant, Players, read_entrant, try_out
from inarow.arena.score import Answer, Score
from inarow.errors import BadOption, NotSupported
from inarow.games.base import Game, Reason, State
from inarow.live.clock import CLOCK_TOLERANCE
from inarow.live.match import ask
from inarow.registry import load_game
from inarow.search.agent import Agent, HearsHistory, PlayerFailed, require_support, title_of
from inarow.search.limit import Limit, limit_of
from inarow.study.positions import SHIPPED, LabelledPosition, load_positions, shipped_positions

SCORE_SEED = 1
"""Of the random numbers of players, so that a score can be repeated."""
MOST_FAILURES = 3
"""Positions in a row without an answer after which a player is asked no more."""

OnAnswer: TypeAlias = Callable[[int, int], None]
"""Called with how many positions are done, and out of how many."""
Examinee: TypeAlias = str | Entrant | Agent | Callable[[State], int]
"""A player: its spec, a Python file, a command, an object, or a function of a position."""

Asked: TypeAlias = Sequence[LabelledPosition] | str | Path | int | None
"""Positions; or a file of them; or how many of those that come along, None for all."""


def score(
    player: Examinee,
    game: str | Game = "connect_four",
    *,
    positions: Asked = None,
    limit: Limit | str | None = None,
    seed: int = SCORE_SEED,
    on_answer: OnAnswer | None = None,
) -> Score:
    """As `inarow.score`, which says how far it is on the screen; here `on_answer` is told."""
    exam = Exam(player, *chosen_positions(game, positions), limit, seed)
    exam.run(on_answer)
    return exam.score


def chosen_positions(game: str | Game, positions: Asked) -> tuple[Game, Sequence[LabelledPosition]]:
    """The game and the positions that are asked for."""
    if isinstance(positions, str | Path):
        positions = load_positions(Path(positions))
    if isinstance(positions, int) and positions < 1:
        raise BadOption(f"a score needs at least one position, not {positions}")
    if positions is not None and not isinstance(positions, int):
        rules = {one.state.game for one in positions}
        if len(rules) != 1:
            raise BadOption("a score needs positions, all of one game")
        return rules.pop(), positions
    rule = load_game(game) if isinstance(game, str) else game
    shipped = shipped_positions(rule)
    if not shipped:
        raise NotSupported(
            f"no positions of {rule} come along, only of {', '.join(SHIPPED)}: "
            "inarow export positions makes others"
        )
    return rule, shipped[:positions]


class Exam:
    """One player and the positions that it is asked, with what it has answered so far.

    Args:
        player: who.
        game: the rules.
        positions: what it is asked.
        limit: of its thinking about a move.
        seed: of its random numbers.

    Raises:
        BadOption: it is no player.
        NotSupported: it cannot play this game, or cannot be started.
    """

    def __init__(
        self,
        player: Examinee,
        game: Game,
        positions: Sequence[LabelledPosition],
        limit: Limit | str | None = None,
        seed: int = SCORE_SEED,
    ) -> None:
        self._game, self._positions, self._seed = game, positions, seed
        self._limit = limit_of(limit)
        self._entrant: Entrant | None = None
        self._agent: Agent | None = None
        self._players = Players()
        self._answers: list[Answer] = []
        self._gave_up = ""
        if isinstance(player, str | Entrant):
            self._entrant = read_entrant(player) if isinstance(player, str) else player
            self.name = self._entrant.name
            try_out(self._entrant, game)
        else:
            self._agent = player_of(player)
            self.name = title_of(self._agent)
            require_support(self._agent, game)

    @property
    def score(self) -> Score:
        """What is known so far."""
        return Score(
            self.name, self._game, tuple(self._answers), len(self._positions), self._gave_up
        )

    def run(self, on_answer: OnAnswer | None = None) -> None:
        """Ask, until all positions are done or the player has failed too often."""
        failures, total = 0, len(self._positions)
        try:
            for position in self._positions:
                answer, why = self._ask(position)
                self._answers.append(answer)
                if on_answer is not None:
                    on_answer(len(self._answers), total)
                no_answer = answer.fault not in (None, Reason.ILLEGAL, Reason.TIME)
                failures = failures + 1 if no_answer else 0
                if failures == MOST_FAILURES:
                    self._gave_up = why
                    return
        finally:
            if self._agent is not None:
                let_go(self._agent)
            self._players.close()

    def _ask(self, position: LabelledPosition) -> tuple[Answer, str]:
        """What a player answers, and in words what is wrong with that."""
        started = perf_counter()
        try:
            agent = self._ready(position.state)
            if isinstance(agent, HearsHistory):
                agent.hear_history(self._game.initial_state(), position.actions)
            started = perf_counter()
            action = ask(agent, position.state, self._limit).action
        except PlayerFailed as failure:
            seconds = perf_counter() - started
            self._drop()
            return Answer(position, None, failure.reason, seconds), str(failure)
        seconds = perf_counter() - started
        if self._entrant is not None and self._entrant.command:
            self._drop()
        if self._limit.seconds is not None and seconds > self._limit.seconds + CLOCK_TOLERANCE:
            return Answer(position, None, Reason.TIME, seconds), "its time was up"
        if not isinstance(action, Integral) or action not in position.state.legal_actions():
            return Answer(position, None, Reason.ILLEGAL, seconds), "its move is illegal"
        return Answer(position, int(action), None, seconds), ""

    def _ready(self, state: State) -> Agent:
        """The player, ready to move."""
        if self._agent is None:
            assert self._entrant is not None
            self._agent = self._players.make(self._entrant, self._game, state.player, self._seed)
        elif self._entrant is None and not self._answers:
            make_ready(self._agent, self._game)
        return self._agent

    def _drop(self) -> None:
        """Let a named player start anew with the next position."""
        if self._entrant is not None:
            if self._agent is not None:
                let_go(self._agent)
            self._agent = None
            self._players.game_over([self._entrant])
