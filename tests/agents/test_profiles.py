"""The named players of the original programs, and the one place where their numbers stand."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from cases import each
from command_line import environment
from inarow import defaults
from inarow.agents.classic_gomoku import ClassicGomokuPlayer, depth_for
from inarow.agents.human import Human
from inarow.agents.random_player import RandomPlayer
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.record import Record
from inarow.registry import agents, games, load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.limit import Limit
from inarow.search.mcts.player import MctsPlayer
from inarow.search.minimax.player import AlphaBetaPlayer, ExpectiminimaxPlayer, MinimaxPlayer
from inarow.spec import format_spec
from oracle import endgames, positions

ROOT_2 = 2**0.5

PROFILES: dict[str, tuple[type, dict[str, object]]] = {
    "classic-minimax": (MinimaxPlayer, {"depth": 3, "evaluator": "window_cost"}),
    "classic-expectiminimax": (ExpectiminimaxPlayer, {"depth": 3, "evaluator": "window_cost"}),
    "classic-mc": (
        MctsPlayer,
        {
            "simulations": 10_000,
            "seconds": None,
            "exploration": ROOT_2,
            "final": "ratio",
            "draw_points": 0,
            "loss_points": 0,
            "rollout_depth": None,
            "per_child": False,
        },
    ),
    "classic-alphabeta": (AlphaBetaPlayer, {"evaluator": "none", "sort_above": 20}),
    "classic-nine-mcts": (
        MctsPlayer,
        {
            "simulations": None,
            "seconds": 2.5,
            "exploration": ROOT_2,
            "final": "ratio",
            "draw_points": 0,
            "loss_points": -1,
            "rollout_depth": 10,
            "max_wins": 2048,
            "decisive": True,
            "keep_rollout": True,
            "per_child": True,
            "processes": 9,
        },
    ),
    "randobot": (RandomPlayer, {}),
    **{
        name: (
            MctsPlayer,
            {
                "simulations": simulations,
                "seconds": None,
                "exploration": 1.41,
                "final": "visits",
                "draw_points": 0.5,
                "loss_points": 0,
            },
        )
        for name, simulations in (("normal", 250), ("hard", 750), ("impossible", 1500))
    },
    "classic-gomoku": (ClassicGomokuPlayer, {"deepening": False}),
}

DROPPING = {"connect_four", "random_drop"}
PLACING = {"mnk", "tic_tac_toe", "gomoku"}
EVERYTHING = DROPPING | PLACING | {"nine_board", "ultimate_tic_tac_toe", "pop_out"}

PLAYS = {
    "human": EVERYTHING,
    "random": EVERYTHING,
    "randobot": EVERYTHING,
    "minimax": DROPPING | PLACING | {"pop_out"},
    "classic-minimax": DROPPING | PLACING | {"pop_out"},
    "expectiminimax": DROPPING | PLACING | {"pop_out"},
    "classic-expectiminimax": DROPPING | PLACING | {"pop_out"},
    "alphabeta": EVERYTHING,
    "classic-alphabeta": DROPPING,
    "mcts": EVERYTHING,
    "perfect": {"connect_four", "mnk", "tic_tac_toe"},
    "judge": EVERYTHING,
    "level": EVERYTHING,
    "careless": EVERYTHING,
    "classic-mc": EVERYTHING,
    "classic-nine-mcts": EVERYTHING,
    "normal": EVERYTHING,
    "hard": EVERYTHING,
    "impossible": EVERYTHING,
    "classic-gomoku": PLACING,
    "gomoku": PLACING,
    "prover": EVERYTHING - {"random_drop"},
    "nine": {"nine_board"},
    "learned": {"connect_four", "nine_board"},
}

WORK = Limit(depth=1, nodes=100, simulations=20)


def seated(name: str) -> Agent:
    """A player that asks nobody and starts no processes."""
    if name == "human":
        return Human(ask=lambda state: state.legal_actions()[0])
    known = {opt.name for opt in agents()[name].options()}
    return load_agent(format_spec(name, {"processes": 1} if "processes" in known else {}), seed=1)


# The table


@pytest.mark.req("X.3", "S0.42", "S0.44", "S3.17")
@each("name", PROFILES)
def test_a_profile_has_the_values_of_its_original(name: str) -> None:
    player = load_agent(name)
    kind, values = PROFILES[name]
    assert type(player) is kind
    assert player.name == name
    assert {key: getattr(player, key) for key in values} == values


@pytest.mark.req("X.3", "S4.18")
def test_the_depths_of_the_gomoku_profile() -> None:
    assert [depth_for(moves) for moves in (1, 6, 7, 10, 11, 99)] == [6, 6, 4, 4, 2, 2]


@pytest.mark.req("X.3", "S1.31")
def test_the_numbers_of_the_alphabeta_profile() -> None:
    assert (defaults.COLUMN_AMPLIFIER, defaults.COLUMN_SORT_ABOVE) == (10, 20)


@pytest.mark.req("X.3")
@each("name", PROFILES)
def test_a_profile_is_listed_with_its_own_defaults(name: str) -> None:
    listed = {opt.name: opt.default for opt in agents()[name].options()}
    _, values = PROFILES[name]
    assert {key: listed[key] for key in values} == values
    assert "original program" in agents()[name].summary


@pytest.mark.req("X.3")
def test_a_profile_can_be_changed_where_its_name_stands() -> None:
    player = load_agent("hard(simulations=10,exploration=0.9)")
    assert isinstance(player, MctsPlayer)
    assert (player.simulations, player.exploration, player.draw_points) == (10, 0.9, 0.5)
    deeper = load_agent("classic-minimax(depth=5)")
    assert isinstance(deeper, MinimaxPlayer)
    assert deeper.depth == 5


@pytest.mark.req("X.2", "X.3")
@each("name", agents())
def test_each_player_supports_its_games(name: str) -> None:
    player = seated(name)
    assert {game for game in games() if player.supports(load_game(game))} == PLAYS[name]


@pytest.mark.req("X.2")
@each("name", agents())
def test_each_player_plays_each_of_its_games_for_a_few_plies(name: str) -> None:
    player = seated(name)
    for game in sorted(PLAYS[name]):
        (state,) = positions(game, 1)
        record = Record(load_game(game), state)
        for _ in range(2):
            if record.outcome is None and not record.state.chance():
                decision = player.choose(record.state, WORK)
                assert decision.action in record.state.legal_actions()
                record.push(decision.action)
        assert record.actions


@pytest.mark.req("X.4")
def test_what_the_originals_disagree_on_is_an_option() -> None:
    final = {name: getattr(load_agent(name), "final", None) for name in PROFILES}
    assert final["normal"] == final["hard"] == final["impossible"] == "visits"
    assert final["classic-mc"] == final["classic-nine-mcts"] == "ratio"
    draw = {name: getattr(load_agent(name), "draw_points", None) for name in PROFILES}
    assert (draw["normal"], draw["classic-mc"], draw["classic-nine-mcts"]) == (0.5, 0, 0)
    loss = {name: getattr(load_agent(name), "loss_points", None) for name in PROFILES}
    assert (loss["normal"], loss["classic-mc"], loss["classic-nine-mcts"]) == (0, 0, -1)
    start = ConnectFour(rows=2, cols=5, k=5).initial_state()
    ties = {
        order: load_agent(f"alphabeta(evaluator=none,depth=1,order={order})")
        .choose(start, Limit())
        .action
        for order in ("left", "centre")
    }
    assert ties == {"left": 0, "centre": 2}


# One place for the numbers


@pytest.mark.req("S0.1", "S0.2", "S0.3", "S0.5", "S0.6", "S1.3")
def test_the_numbers_of_the_original_program_000() -> None:
    assert defaults.MINIMAX_DEPTH == 3
    assert defaults.EXPECTIMINIMAX_DEPTH == 3
    assert abs(defaults.EXPLORATION - ROOT_2) < 1e-12
    assert defaults.CLASSIC_MC_SIMULATIONS == 10_000
    assert (defaults.CONNECT_FOUR_ROWS, defaults.CONNECT_FOUR_COLS) == (6, 7)
    assert defaults.CONNECT_FOUR_K == 4


@pytest.mark.req("S0.5")
@each("exploration", [0, 0.8, 1.4, 1.5])
def test_the_exploration_constant_can_be_set(exploration: float) -> None:
    player = load_agent(f"classic-mc(exploration={exploration})")
    assert isinstance(player, MctsPlayer)
    assert player.exploration == exploration
    assert player.settings.exploration == exploration


@pytest.mark.req("S0.6")
def test_ten_thousand_simulations_are_just_ten_thousand() -> None:
    state = next(state for state in endgames(50, 4) if len(state.legal_actions()) > 1)
    decision = load_agent("classic-mc", seed=1).choose(state, Limit())
    assert decision.nodes == 10_000


CHANGES: dict[str, tuple[object, str, str, object]] = {
    "CONNECT_FOUR_ROWS": (5, "game connect_four", "rows", 5),
    "CONNECT_FOUR_COLS": (8, "game connect_four", "cols", 8),
    "CONNECT_FOUR_K": (3, "game connect_four", "k", 3),
    "TIC_TAC_TOE_SIDE": (4, "game tic_tac_toe", "rows", 4),
    "GOMOKU_SIDE": (9, "game gomoku", "cols", 9),
    "GOMOKU_K": (4, "game gomoku", "rules.k", 4),
    "MINIMAX_DEPTH": (4, "classic-minimax", "depth", 4),
    "EXPECTIMINIMAX_DEPTH": (2, "classic-expectiminimax", "depth", 2),
    "ALPHABETA_SECONDS": (7.0, "alphabeta", "seconds", 7.0),
    "COLUMN_SORT_ABOVE": (11, "classic-alphabeta", "sort_above", 11),
    "GOMOKU_SECONDS": (3.5, "classic-gomoku", "seconds", 3.5),
    "EXPLORATION": (0.9, "classic-mc", "exploration", 0.9),
    "CLASSIC_MC_SIMULATIONS": (77, "classic-mc", "simulations", 77),
    "MCTS_SIMULATIONS": (66, "mcts", "simulations", 66),
    "MENU_EXPLORATION": (1.1, "hard", "exploration", 1.1),
    "MENU_DRAW_POINTS": (0.25, "hard", "draw_points", 0.25),
    "NORMAL_SIMULATIONS": (25, "normal", "simulations", 25),
    "HARD_SIMULATIONS": (75, "hard", "simulations", 75),
    "IMPOSSIBLE_SIMULATIONS": (150, "impossible", "simulations", 150),
    "NINE_SECONDS": (1.5, "classic-nine-mcts", "seconds", 1.5),
    "NINE_ROLLOUT_DEPTH": (12, "classic-nine-mcts", "rollout_depth", 12),
    "NINE_MAX_WINS": (99, "classic-nine-mcts", "max_wins", 99),
    "NINE_PROCESSES": (2, "classic-nine-mcts", "processes", 2),
}
"""A constant, another value for it, and what changes with it."""

PROGRAM = """
import importlib.util, json, sys
from operator import attrgetter

found = importlib.util.find_spec("inarow")
place = f"{list(found.submodule_search_locations)[0]}/defaults.py"
spec = importlib.util.spec_from_file_location("inarow.defaults", place)
defaults = importlib.util.module_from_spec(spec)
spec.loader.exec_module(defaults)
sys.modules["inarow.defaults"] = defaults
asked = json.loads(sys.argv[1])
for name, (value, _, _) in asked.items():
    assert hasattr(defaults, name), name
    setattr(defaults, name, value)

from inarow.registry import load_agent, load_game
from inarow.search.evaluators.column_score import column_scores
from inarow.games.connect_four import ConnectFour

answers = {}
for name, (_, spec, option) in asked.items():
    thing = load_game(spec[5:]) if spec.startswith("game ") else load_agent(spec)
    answers[name] = attrgetter(option)(thing)
answers["scores"] = column_scores(ConnectFour(6, 7, 4).initial_state().play(3))
print(json.dumps(answers))
"""


@pytest.mark.req("S0.1", "S0.2", "S0.3", "S0.5", "S0.6")
def test_changing_a_number_changes_what_is_built_with_it() -> None:
    asked = {name: (value, spec, option) for name, (value, spec, option, _) in CHANGES.items()}
    asked["COLUMN_AMPLIFIER"] = (3, "classic-alphabeta", "name")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(asked)],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(),
        check=True,
    )
    answers: dict[str, Any] = json.loads(done.stdout)
    expected = {name: changed for name, (_, _, _, changed) in CHANGES.items()}
    assert {name: answers[name] for name in expected} == expected
    assert answers["scores"] == [0, 0, 3, 3, 3, 0, 0]


@pytest.mark.req("S0.1")
def test_the_numbers_are_plain_values_in_capital_letters() -> None:
    names = [name for name in vars(defaults) if not name.startswith("_")]
    assert all(name.isupper() for name in names)
    assert all(isinstance(getattr(defaults, name), int | float | str | tuple) for name in names)


# The same seed, the same game


@pytest.mark.req("X.5")
@each("name", ["random", "randobot", "classic-gomoku", "mcts", "classic-mc"])
def test_the_same_seed_gives_the_same_answers(name: str) -> None:
    game = load_game("tic_tac_toe")

    def answers(seed: int) -> list[int]:
        player: Agent = load_agent(name, seed)
        states: list[State] = [game.initial_state()] * 5
        return [player.choose(state, Limit(simulations=30)).action for state in states]

    assert answers(3) == answers(3)
    assert len({tuple(answers(seed)) for seed in range(10)}) > 1
