"""Every registered player on every game it plays: the promises of the contract.

A new player is tested by being registered. Boards are small and limits tiny, because a promise does
not depend on strength. The person at the keyboard is tested elsewhere.
"""

from __future__ import annotations

import threading
from functools import cache
from random import Random
from time import process_time

import pytest

from cases import named
from helpers import random_game
from inarow.agents.random_player import RandomPlayer
from inarow.errors import IllegalMove, InarowError
from inarow.games.base import ON_BOARD, Game, State
from inarow.live.match import play_match
from inarow.registry import agents, games, load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.decision import Decision, Info, Kind, Value
from inarow.search.limit import Limit
from inarow.spec import format_spec

SMALL = {
    "connect_four": ["connect_four(rows=4,cols=5,k=3)", "connect_four(rows=3,cols=11,k=4)"],
    "random_drop": ["random_drop(rows=3,cols=4,k=3)"],
    "mnk": ["mnk(rows=4,cols=4,k=3,overline=exact)", "mnk(rows=2,cols=5,k=3)"],
    "gomoku": [
        "gomoku(rows=6,cols=6)",
        "gomoku(rows=6,cols=6,rule=renju)",
        "gomoku(rows=6,cols=6,rule=caro)",
    ],
    "nine_board": ["nine_board", "nine_board(first_move=free,full_board=free)"],
}
"""Small boards of the games that have sizes; other games are taken as they are."""

WORK = Limit(depth=2, nodes=300, simulations=40, memory=1)
"""Little work, the same on every machine."""

SLACK = 2.0
"""Seconds that a busy machine may add to a time limit."""


CALM = {"processes": 1, "seconds": 60}
"""Options that tie a player to the machine, set so that neither helpers nor clocks matter here."""


def load_calm(player: str, seed: int) -> Agent:
    """A player whose choices depend on its seed and on the limit only."""
    known = {opt.name for opt in agents()[player].options()}
    spec = format_spec(player, {key: value for key, value in CALM.items() if key in known})
    return load_agent(spec, seed)


@cache
def agent_of(player: str) -> Agent:
    """One player for many tests, so that nothing is compiled or loaded twice."""
    return load_calm(player, seed=1)


def boards() -> list[str]:
    """The games to play: small boards, and the usual ones for players that need those."""
    return [spec for name in games() for spec in [*SMALL.get(name, []), name]]


@cache
def seats() -> list[tuple[str, str]]:
    """Each player with each game; of a game's boards the small ones if it can play one."""
    found = []
    for player in agents():
        if player == "human":
            continue
        try:
            agent = load_agent(player)
        except InarowError:  # the test of the contract below reports it
            continue
        for name in games():
            small = [spec for spec in SMALL.get(name, []) if agent.supports(load_game(spec))]
            usual = [name] if agent.supports(load_game(name)) else []
            found += [(player, spec) for spec in small or usual]
    return found


@cache
def positions(game: Game, count: int) -> tuple[State, ...]:
    """Positions of random games in which a player has a choice, the same in every run."""
    rng = Random(str(game))
    found: list[State] = []
    while len(found) < count:
        path = [s for s in random_game(game.initial_state(), rng) if s.outcome is None]
        found += rng.sample(path, min(2, len(path)))
        found = [state for state in found if not state.chance()]
    return tuple(found[:count])


@cache
def finished(game: Game) -> State:
    *_, last = random_game(game.initial_state(), Random(1))
    return last


PLAYERS = [name for name in agents() if name != "human"]
every_player = pytest.mark.parametrize("player", PLAYERS)


def boards_of(player: str, thorough: bool, turn: int) -> list[str]:
    """The boards of a player; in every run a third of them, others for each player and turn."""
    found = [spec for who, spec in seats() if who == player]
    some = found[(PLAYERS.index(player) + turn) % 3 :: 3]
    return found if thorough else some or found[:1]


def assert_sound(decision: Decision, state: State) -> None:
    """The answer fits the position: a legal action, and nothing that contradicts the rules."""
    legal = set(state.legal_actions())
    assert decision.action in legal
    assert type(decision.action) is int
    assert set(decision.values) <= legal
    for value in (decision.value, *decision.values.values()):
        assert value is None or (isinstance(value, Value) and value.kind in Kind)
    assert decision.nodes >= 0
    assert decision.seconds >= 0
    if decision.line:
        assert decision.line[0] == decision.action
        for action in decision.line:
            assert action in state.legal_actions()
            state = state.play(action)


def snapshot(state: State) -> tuple[object, ...]:
    head = (state.key(), state.board(), state.player, state.ply, state.last, state.note)
    return (*head, tuple(state.legal_actions()), state.outcome)


@every_player
def test_a_player_fulfils_the_contract(player: str) -> None:
    agent = load_agent(player)
    assert isinstance(agent, Agent)
    assert isinstance(agent.name, str)
    assert agent.name
    assert any(agent.supports(load_game(spec)) for spec in boards())


@every_player
def test_a_player_is_described_in_one_line(player: str) -> None:
    entry = agents()[player]
    assert entry.summary
    assert "\n" not in entry.summary
    assert all(opt.help for opt in entry.options())


@pytest.mark.req("X.2", "X.5", "X.6")
@every_player
def test_a_choice_is_legal_and_depends_on_the_seed_alone(player: str, thorough: bool) -> None:
    """The position is left alone; a twin that is watched agrees, and its reports are sound."""
    for spec in boards_of(player, thorough, turn=0):
        twins = load_calm(player, seed=7), load_calm(player, seed=7)
        for state in positions(load_game(spec), 8 if thorough else 2):
            with named(f"{player} on {spec}: {state!r}"):
                check_choice(twins, state)


def check_choice(twins: tuple[Agent, Agent], state: State) -> None:
    before, heard = snapshot(state), list[Info]()
    silent = twins[0].choose(state, WORK)
    watched = twins[1].choose(state, WORK, heard.append)
    assert_sound(silent, state)
    assert_sound(watched, state)
    assert silent.action == watched.action
    assert snapshot(state) == before
    for info in heard:
        assert info.action in state.legal_actions()
        assert info.nodes >= 0
        assert info.seconds >= 0


@every_player
def test_a_finished_game_is_refused(player: str) -> None:
    for spec in (board for who, board in seats() if who == player):
        with pytest.raises(IllegalMove):
            agent_of(player).choose(finished(load_game(spec)), WORK)


@pytest.mark.req("S4.19")
@every_player
def test_a_tiny_limit_is_kept_and_still_answered(player: str, thorough: bool) -> None:
    for spec in boards_of(player, thorough, turn=1):
        agent, (state,) = agent_of(player), positions(load_game(spec), 1)
        agent.choose(state, WORK)  # whatever is compiled or loaded at first use does not count
        for limit in (
            Limit(seconds=0.002, memory=1),
            Limit(nodes=1, simulations=1, memory=1),
            Limit(depth=1, seconds=0.02),
            Limit(stop=already_set()),
        ):
            with named(f"{player} on {spec}, {limit}"):
                started = process_time()
                decision = agent.choose(state, limit)
                assert process_time() - started < (limit.seconds or 0) + SLACK
                assert_sound(decision, state)


def already_set() -> threading.Event:
    stop = threading.Event()
    stop.set()
    return stop


@pytest.mark.req("X.2")
@every_player
def test_a_whole_game_is_played_to_its_end(player: str, thorough: bool) -> None:
    """From both sides; in every run from one side on each board, in turn."""
    for number, spec in enumerate(boards_of(player, thorough, turn=2)):
        for seat in (0, 1) if thorough else ((PLAYERS.index(player) + number) % 2,):
            pair: list[Agent] = [RandomPlayer(seed=seat), RandomPlayer(seed=seat)]
            pair[seat] = load_calm(player, seed=1)
            record = play_match(load_game(spec), (pair[0], pair[1]), limit=WORK, seed=seat)
            with named(f"{player} on {spec}: {record.current.comment}"):
                assert record.outcome is not None
                assert record.outcome.reason in ON_BOARD
