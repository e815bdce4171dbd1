"""Does the search play well? Sample positions of the originals, and endgames that can be solved."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import pytest

from cases import each
from helpers import board_of, load_data, random_game
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.random_drop import RandomDrop
from inarow.live.match import play_match
from inarow.registry import load_agent
from inarow.search.limit import Limit
from inarow.search.mcts.plain import Settings, search_tree
from inarow.search.mcts.result import decision_of

POSITIONS = {
    position["id"]: position
    for game in load_data("originals.json")["program_000"]["games"]
    for position in game["positions"]
    if position["required_columns"] and position["id"] != "game1.10"  # nothing saves O there
}
WINS = {name for name, position in POSITIONS.items() if position["own_winning_columns"]}
BLOCKS = set(POSITIONS) - WINS


def state_of(name: str) -> State:
    position = POSITIONS[name]
    return ConnectFour().state_from(board_of(position["before"]), "XO".index(position["player"]))


def hits(profile: str, name: str, seeds: int) -> int:
    """In how many of the seeds the player finds the required column."""
    state, required = state_of(name), POSITIONS[name]["required_columns"]
    return sum(
        load_agent(profile, seed=seed).choose(state, Limit()).action + 1 in required
        for seed in range(seeds)
    )


def solve(state: State, known: dict[Hashable, float]) -> float:
    """What the player to move gains under best play of both; dice are averaged."""
    key = state.key()
    if key not in known:
        player, best = state.player, -2.0
        if not state.legal_actions():
            best = state.returns()[player]
        elif state.chance():
            best = sum(share * after(state, action, known) for action, share in state.chance())
        else:
            best = max(after(state, action, known) for action in state.legal_actions())
        known[key] = best
    return known[key]


def after(state: State, action: int, known: dict[Hashable, float]) -> float:
    """What the player to move gains by an action."""
    child = state.play(action)
    value = solve(child, known)
    return value if child.player == state.player else -value


def test_the_positions_are_those_of_the_originals() -> None:
    assert len(POSITIONS) == 14
    assert {"game1.11", "game3.3", "game4.3", "game5.3"} == WINS


@pytest.mark.req("S0.45")
@each("name", ["game1.11", "game1.6", "game2.8", "game2.14"])
def test_classic_mc_takes_wins_and_blocks_threats(name: str) -> None:
    assert hits("classic-mc", name, 1) == 1


@pytest.mark.req("S3.19")
@each("profile", ["normal", "hard", "impossible"])
def test_every_strength_takes_wins(profile: str) -> None:
    for name in WINS:
        assert hits(profile, name, 2) == 2


@pytest.mark.req("S3.19")
def test_impossible_blocks() -> None:
    for name in BLOCKS - {"game1.8"}:
        assert hits("impossible", name, 1) == 1


@each("final", ["visits", "ratio"])
@each("decisive", [False, True])
def test_tic_tac_toe_endgames_are_played_perfectly(
    final: str, decisive: bool, thorough: bool
) -> None:
    known: dict[Hashable, float] = {}
    rng = Random(11)
    settings = Settings(final=final, decisive=decisive)
    for _ in range(12 if thorough else 3):
        for state in random_game(Mnk().initial_state(), rng):
            if 3 <= state.ply <= 7 and len(state.legal_actions()) > 1:
                root = search_tree(state, settings, Limit(simulations=1500), rng)
                action = decision_of(root, settings).action
                assert after(state, action, known) == solve(state, known)


@each("game, empty", [(ConnectFour(4, 4, 3), 6), (RandomDrop(3, 3, 3), 4), (Mnk(3, 4, 3), 6)])
def test_endgames_are_played_perfectly(game: ConnectFour | Mnk, empty: int, thorough: bool) -> None:
    known: dict[Hashable, float] = {}
    rng, settings, checked = Random(5), Settings(), 0
    while checked < (10 if thorough else 4):
        for state in random_game(game.initial_state(), rng):
            late = game.rows * game.cols - state.ply <= empty
            if late and not state.chance() and len(state.legal_actions()) > 1:
                root = search_tree(state, settings, Limit(simulations=3000), rng)
                action = decision_of(root, settings).action
                assert after(state, action, known) == pytest.approx(solve(state, known))
                checked += 1


def points(first: str, second: str, games: int) -> float:
    """What the first player scores on the board of Connect Four, colours alternating."""
    scored = 0.0
    for number in range(games):
        seats = [load_agent(first, seed=number), load_agent(second, seed=number)]
        mine = number % 2
        record = play_match(ConnectFour(), (seats[mine], seats[1 - mine]))
        assert record.outcome is not None
        scored += 0.5 + 0.5 * record.outcome.returns()[mine]
    return scored


@pytest.mark.req("S3.17", "S3.18")
def test_the_three_strengths_beat_the_random_player_and_more_simulations_are_stronger(
    thorough: bool,
) -> None:
    few, many = (10, 40) if thorough else (4, 20)
    for name in ("normal", "hard", "impossible"):
        assert points(name, "randobot", few) == few
    assert points("impossible", "normal", many) > 0.6 * many
