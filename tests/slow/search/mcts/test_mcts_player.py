"""The long tests beside `search/mcts/test_mcts_player.py`."""

from __future__ import annotations

from time import perf_counter

import pytest

from inarow.games.connect_four import ConnectFour
from inarow.games.nine_board import NineBoard
from inarow.live.match import play_match
from inarow.registry import load_agent
from inarow.search.limit import Limit
from search.mcts.test_children import LATE
from search.mcts.test_mcts_player import player


@pytest.mark.req("S2.9")
def test_classic_nine_mcts_answers_in_two_and_a_half_seconds() -> None:
    state = NineBoard().initial_state().play(0).play(4)
    agent = player("classic-nine-mcts")
    for _ in range(3):
        started = perf_counter()
        decision = agent.choose(state, Limit())
        assert perf_counter() - started < 2.5 + LATE
        assert decision.nodes > 1000
    agent.close()


@pytest.mark.req("S3.18")
@pytest.mark.parametrize(("name", "games"), [("normal", 60), ("hard", 30), ("impossible", 20)])
def test_every_strength_beats_randobot(name: str, games: int) -> None:
    won = 0
    for number in range(games):
        seats = [load_agent(name, seed=number), load_agent("randobot", seed=number)]
        mine = number % 2
        record = play_match(ConnectFour(), (seats[mine], seats[1 - mine]))
        assert record.outcome is not None
        won += record.outcome.winner == mine
    assert won >= 0.95 * games
