"""The players that look a few stones ahead: depths, recorded games, dice, and honest values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from threading import Event, Timer
from time import process_time

import pytest

from cases import each
from helpers import columns, play_all
from inarow.agents.human import Human
from inarow.agents.random_player import RandomPlayer
from inarow.errors import BadOption, IllegalMove
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.dice import roll
from inarow.games.notation import parse_position
from inarow.games.random_drop import RandomDrop
from inarow.games.record import Record
from inarow.live.game import Turn
from inarow.live.match import play_match
from inarow.registry import agents, load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.decision import Decision, Kind, OnInfo, Result
from inarow.search.evaluators import evaluator
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.minimax.player import ExpectiminimaxPlayer, MinimaxPlayer
from inarow.search.ordering import plain_moves
from inarow.spec import format_spec
from oracle import (
    BLOCKS,
    RECORDED,
    TRUTH,
    WINS,
    Brute,
    blind,
    expectation,
    positions,
    recorded_action,
    recorded_state,
    stones_left,
)

LUCKY = RandomDrop()
WORK = Limit(depth=2, nodes=300, simulations=30)

CHOSEN = [
    name
    for name, position in RECORDED.items()
    if position["mode"] == "chosen" and position["algorithm"] in ("Minimax", "Expectiminimax")
]


# Depths


@pytest.mark.req("S0.2", "S0.3")
def test_both_look_three_stones_ahead_by_default() -> None:
    assert MinimaxPlayer().depth == 3
    assert ExpectiminimaxPlayer().depth == 3
    for name in ("minimax", "expectiminimax", "classic-minimax", "classic-expectiminimax"):
        player = load_agent(name)
        assert isinstance(player, MinimaxPlayer)
        assert player.depth == 3
        assert player.evaluator == "window_cost"


@pytest.mark.req("S0.4")
@each("depth", range(1, 7))
@each("name", ["classic-minimax", "classic-expectiminimax"])
def test_depths_from_one_to_six_are_accepted_and_kept(name: str, depth: int) -> None:
    player = load_agent(f"{name}(depth={depth})")
    assert isinstance(player, MinimaxPlayer)
    assert player.depth == depth
    state = positions("connect_four(rows=3,cols=4,k=3)", 1, empty=9)[0]
    decision = player.choose(state, Limit())
    plies = min(depth, stones_left(state))
    if name == "classic-minimax":
        assert decision.action == Brute(evaluator("window_cost"), blind).choice(state, plies)
    assert decision.action in state.legal_actions()


@pytest.mark.req("S0.4")
@each("depth", [0, -1, 43, "two", "1.5"])
def test_other_depths_are_refused(depth: object) -> None:
    with pytest.raises(BadOption):
        load_agent(f"minimax(depth={depth})")


@pytest.mark.req("S0.4")
def test_two_players_with_different_depths_play_each_other() -> None:
    game = load_game("connect_four(rows=4,cols=5,k=4)")
    deep, shallow = load_agent("minimax(depth=3)"), load_agent("minimax(depth=1)")
    looked: dict[int, set[int]] = {0: set(), 1: set()}

    def remember(turn: Turn) -> None:
        assert turn.decision is not None
        looked[turn.state.player].add(turn.decision.nodes)

    record = play_match(game, (deep, shallow), on_turn=remember)
    assert record.outcome is not None
    assert max(looked[0]) > 5 + 25
    assert max(looked[1]) == 5, "one stone ahead there are five positions"


@pytest.mark.req("S0.4")
def test_the_limit_may_make_it_look_less_far_but_not_further() -> None:
    state = ConnectFour().initial_state()
    assert MinimaxPlayer(depth=3).choose(state, Limit(depth=1)).nodes == 7
    assert MinimaxPlayer(depth=1).choose(state, Limit(depth=3)).nodes == 7


@pytest.mark.req("S0.4")
def test_six_stones_ahead_on_the_empty_board_is_usable() -> None:
    state = ConnectFour().initial_state()
    started = process_time()
    decision = MinimaxPlayer(depth=5, compiled=False).choose(state, Limit())
    # The whole tree, then a smaller one for every further step of the expected line.
    trees = [sum(7**ply for ply in range(1, depth + 1)) for depth in range(1, 6)]
    assert decision.nodes == sum(trees)
    assert len(decision.line) == len(trees)
    assert len(MinimaxPlayer(depth=6).choose(state, Limit()).line) == 6
    assert process_time() - started < 8  # it takes a tenth; one stone more is seven times as much


# The recorded games


@pytest.mark.req("S0.28")
@each("name", CHOSEN)
def test_plain_minimax_finds_the_column_that_the_original_chose(name: str) -> None:
    for spec in ("classic-minimax", "classic-minimax(evaluator=none)"):
        player = load_agent(spec)
        assert player.choose(recorded_state(name, LUCKY), Limit()).action == recorded_action(name)


@pytest.mark.req("S0.28", "S0.38")
@each("name", CHOSEN)
def test_the_chosen_moves_of_the_original_are_chosen_again(name: str) -> None:
    algorithm = {"Minimax": "classic-minimax", "Expectiminimax": "classic-expectiminimax"}
    player = load_agent(algorithm[RECORDED[name]["algorithm"]])
    assert player.choose(recorded_state(name, LUCKY), Limit()).action == recorded_action(name)


@pytest.mark.req("S0.26", "S0.27")
@each("name", [*WINS, *BLOCKS])
@each("spec", ["classic-minimax", "classic-minimax(depth=2)"])
def test_wins_are_taken_and_threats_blocked(name: str, spec: str) -> None:
    state = recorded_state(name)
    assert load_agent(spec).choose(state, Limit()).action + 1 in RECORDED[name]["required_columns"]


@pytest.mark.req("S0.25")
def test_a_lost_position_still_gets_a_legal_answer() -> None:
    state = recorded_state("game1.10")
    assert len(state.legal_actions()) == 4
    for depth in range(1, 5):
        assert MinimaxPlayer(depth=depth).choose(state, Limit()).action in state.legal_actions()


@pytest.mark.req("S0.33", "S0.38")
@each("name", ["game2.5", "game2.7", "game2.9", "game2.17", "game3.3", "game4.3", "game5.3"])
def test_close_to_the_end_nothing_is_left_to_the_dice(name: str) -> None:
    state = recorded_state(name, LUCKY)
    for seed in range(5):
        decision = load_agent("classic-expectiminimax", seed).choose(state, Limit())
        assert decision.action == recorded_action(name)
        assert decision.action != LUCKY.dice


# Dice


def lucky_game(name: str, seed: int) -> tuple[Record, list[Turn]]:
    """A game from a recorded position on, between two players who may throw the dice."""
    record, turns = Record(LUCKY, recorded_state(name, LUCKY)), list[Turn]()
    players = load_agent("classic-expectiminimax"), load_agent("classic-expectiminimax")
    play_match(LUCKY, players, seed=seed, record=record, on_turn=turns.append)
    return record, turns


@pytest.mark.req("S0.35", "S0.36")
@each("name", ["game2.1", "game3.1", "game4.1", "game5.1"])
def test_a_random_move_is_followed_by_a_forced_one(name: str) -> None:
    told = set()
    for seed in range(3):
        record, turns = lucky_game(name, seed)
        mover = turns[0].state.player
        assert turns[0].action == LUCKY.dice, "the original threw the dice here"
        for turn in turns:
            assert (turn.decision is None) == (turn.state.note != ""), "dice, or a player's choice"
        for call, random in pairwise(turns):
            if call.action == LUCKY.dice:
                assert random.state.note == "random"
                assert random.state.player == call.state.player
                assert random.action in plain_moves(call.state)
        for random, forced in pairwise(turns):
            if random.state.note == "random":
                assert forced.state.note == "forced"
                assert forced.state.player == 1 - random.state.player
        for forced, after in pairwise(turns):
            if forced.state.note == "forced":
                assert after.state.note == "", "the force ends after one move"
        assert turns[1].state.player == mover
        told.add(record.moves)
    assert len(told) > 1, "other dice, other games"


@pytest.mark.req("S0.35", "X.5")
def test_the_same_dice_give_the_same_game() -> None:
    assert lucky_game("game2.1", 4)[0].moves == lucky_game("game2.1", 4)[0].moves


@dataclass
class Gambler:
    """Calls for the dice once, then plays the first column."""

    name: str = "gambler"
    called: bool = False

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        assert not state.chance(), "nobody is asked while the dice roll"
        if not self.called:
            self.called = True
            return Decision(state.game.num_actions - 1)
        return Decision(state.legal_actions()[0])


@dataclass
class Witness:
    """A player that remembers where it was asked."""

    player: Agent
    asked: list[State] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.player.name

    def supports(self, game: Game) -> bool:
        return self.player.supports(game)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        self.asked.append(state)
        return self.player.choose(state, limit, on_info)


def first_column(state: State) -> int:
    return state.legal_actions()[0]


def seated(name: str) -> Agent:
    if name == "human":
        return Human(ask=first_column)
    known = {opt.name for opt in agents()[name].options()}
    return load_agent(format_spec(name, {"processes": 1} if "processes" in known else {}), seed=1)


@pytest.mark.req("S0.36")
@pytest.mark.parametrize("name", agents())
def test_a_forced_move_replaces_the_move_of_any_player_once(name: str) -> None:
    game = RandomDrop(rows=4, cols=5, k=5)
    witness = Witness(seated(name))
    if not witness.supports(game):
        pytest.skip(f"{name} does not play {game.name}")
    turns: list[Turn] = []
    play_match(game, (Gambler(), witness), limit=WORK, seed=3, on_turn=turns.append)
    assert [turn.state.note for turn in turns[:5]] == ["", "random", "forced", "", ""]
    assert turns[2].state.player == 1
    assert turns[2].decision is None
    assert witness.asked
    assert witness.asked[0].ply == 3, "asked for its second stone only"
    assert all(not state.chance() for state in witness.asked)


@pytest.mark.req("S0.37")
@pytest.mark.parametrize(("name", "open_columns"), [("game3.2", 7), ("game5.2", 6)])
def test_forced_stones_fall_uniformly(name: str, open_columns: int) -> None:
    state = recorded_state(name, LUCKY, "forced")
    threats = RECORDED[name]["opponent_winning_columns"]
    assert len(state.legal_actions()) == open_columns
    assert len(threats) == 1
    draws, rng = 20_000, Random(1)
    counts = Counter(roll(state, rng) for _ in range(draws))
    assert sorted(counts) == list(state.legal_actions())
    chance = 1 / open_columns
    sigma = (draws * chance * (1 - chance)) ** 0.5
    for count in counts.values():
        assert abs(count - draws * chance) < 4 * sigma


# Values are honest


@each("name", ["window_cost", "open_lines", "weighted_chains", "open_chains"])
@each("spec", ["connect_four(rows=4,cols=4,k=3)", "mnk(rows=3,cols=4,k=3)"])
def test_what_is_called_proven_is_true(spec: str, name: str, thorough: bool) -> None:
    for state in positions(spec, 40 if thorough else 12, empty=8):
        scores = TRUTH.scores(state, stones_left(state))
        for depth in (1, 2, 3):
            player = MinimaxPlayer(depth=depth, evaluator=name)
            for action, value in player.choose(state, Limit()).values.items():
                if value.kind is Kind.PROVEN:
                    score = scores[action]
                    expected = Result.WIN if score > 0 else Result.LOSS if score else Result.DRAW
                    assert value.result is expected


@each("name", ["minimax", "expectiminimax"])
@each("spec", ["random_drop(rows=2,cols=4,k=3)", "random_drop(3,3,3)"])
def test_with_dice_in_the_game_what_is_called_proven_is_true(spec: str, name: str) -> None:
    """A column that wins against columns may fail against the dice: that is no proof."""
    worth = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}
    player = load_agent(f"{name}(depth=9)")
    for state in positions(spec, 40):
        sign = 1 if state.player == 0 else -1
        for action, value in player.choose(state, Limit()).values.items():
            if value.kind is Kind.PROVEN:
                assert value.result is not None
                assert sign * expectation(state.play(action)) == worth[value.result]


def test_an_open_chain_is_not_a_proof() -> None:
    """Three stones with two free ends that no stone can reach yet: the evaluation is impressed."""
    state = parse_position(ConnectFour(rows=4, cols=7), "......./..XXX../..OOX../..XOO.. O")
    truth = {action: play_all(state, [action]).outcome for action in state.legal_actions()}
    assert all(outcome is None for outcome in truth.values())
    decision = MinimaxPlayer(depth=1, evaluator="open_chains").choose(state, Limit())
    assert decision.value is not None
    assert decision.value.kind is Kind.ESTIMATE


def test_the_scores_of_a_short_search_are_those_of_brute_force() -> None:
    brute = Brute(evaluator("window_cost"), blind)
    for state in positions("connect_four(rows=5,cols=6,k=4)", 20):
        values = MinimaxPlayer(depth=2).choose(state, Limit()).values
        assert {action: value.score for action, value in values.items()} == brute.scores(state, 2)


def test_the_expected_line_is_the_one_both_sides_would_choose() -> None:
    brute = Brute(evaluator("window_cost"), blind)
    for state in positions("connect_four(rows=5,cols=6,k=4)", 20):
        line = MinimaxPlayer(depth=3).choose(state, Limit()).line
        for step, action in enumerate(line):
            assert action == brute.choice(state, 3 - step)
            state = state.play(action)
        assert len(line) == 3 or state.outcome is not None


# Limits


@each("name", ["minimax", "expectiminimax"])
@each("limit", [Limit(seconds=0.01), Limit(nodes=1), Limit(nodes=50)])
def test_a_tiny_limit_is_answered_with_a_legal_move(name: str, limit: Limit) -> None:
    state = LUCKY.initial_state()
    started = process_time()
    decision = load_agent(f"{name}(depth=42)").choose(state, limit)
    assert process_time() - started < 0.6
    assert decision.action in state.legal_actions()


@pytest.mark.parametrize("name", ["minimax", "expectiminimax"])
def test_a_search_is_stopped_from_another_thread(name: str) -> None:
    stop = Event()
    timer = Timer(0.1, stop.set)
    timer.start()
    started = process_time()
    decision = load_agent(f"{name}(depth=42)").choose(LUCKY.initial_state(), Limit(stop=stop))
    timer.join()
    assert process_time() - started < 0.6
    assert decision.action in range(8)


@pytest.mark.parametrize("make", [MinimaxPlayer, ExpectiminimaxPlayer])
def test_a_finished_game_is_refused(make: Callable[[], Agent]) -> None:
    over = play_all(ConnectFour().initial_state(), columns("1212121"))
    with pytest.raises(IllegalMove):
        make().choose(over, Limit())


def test_games_that_the_evaluation_can_judge_are_supported() -> None:
    assert MinimaxPlayer().supports(ConnectFour())
    assert MinimaxPlayer().supports(load_game("gomoku"))
    assert not MinimaxPlayer().supports(load_game("nine_board"))
    assert MinimaxPlayer(evaluator="open_lines").supports(load_game("nine_board"))


@pytest.mark.req("S0.22")
def test_it_beats_the_random_player() -> None:
    game = load_game("connect_four(rows=5,cols=6,k=4)")
    wins = 0
    for seed in range(6):
        pair: list[Agent] = [RandomPlayer(seed=seed), RandomPlayer(seed=seed)]
        pair[seed % 2] = MinimaxPlayer(depth=2)
        outcome = play_match(game, (pair[0], pair[1])).outcome
        assert outcome is not None
        wins += outcome.winner == seed % 2
    assert wins >= 5


def test_distances_are_not_claimed_where_scores_do_not_tell_them() -> None:
    for state in positions("connect_four(rows=4,cols=4,k=3)", 20, empty=8):
        for value in MinimaxPlayer(depth=3).choose(state, Limit()).values.values():
            assert value.plies in (None, 1)
