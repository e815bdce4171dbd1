"""What a player thinks of a position, in words, as data, and with the reasons of the rules."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import schemas
from helpers import columns, play_all, random_game
from inarow.agents.random_player import RandomPlayer
from inarow.errors import AgentFailed, IllegalMove, NotSupported
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.notation import parse_position, play_moves
from inarow.registry import load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.decision import Decision, Kind, OnInfo, Result, Unit, Value, ValueData
from inarow.search.limit import NO_LIMIT, Limit
from inarow.study.analysis import Analysis, analyse
from oracle import Brute, positions, snapshot, stones_left

START = ConnectFour().initial_state()
DOUBLE = play_all(START, columns("445566"))
"""X wins in column 3 or 7."""

FIELDS = {"game", "to_move", "best", "value", "actions", "line", "nodes", "seconds"}


@dataclass
class Parrot:
    """Answers with a decision that it was given."""

    decision: Decision
    name: str = "parrot"

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        return self.decision


def words(state: State, agent: Agent) -> dict[str, str | None]:
    moves = analyse(state, agent, Limit()).moves
    return {judged.move: judged.value.words if judged.value else None for judged in moves}


# Values


def test_chances_and_proofs_are_sorted_together() -> None:
    """The solver counts a draw as 0 stones, and yet it is worth more than a chance of 30 %.

    A move that was never tried may be anything, so it stands above one that is proven lost.
    """
    values = {
        0: Value(Kind.ESTIMATE, 0.3, unit=Unit.CHANCE),
        1: Value(Kind.PROVEN, 0.5, Result.DRAW, unit=Unit.CHANCE),
        2: Value(Kind.PROVEN, 0.0, Result.LOSS, 4, unit=Unit.CHANCE),
        3: Value(Kind.ESTIMATE, 0.7, unit=Unit.CHANCE),
    }
    moves = analyse(START, Parrot(Decision(3, values[3], values)), Limit()).moves
    assert [judged.action for judged in moves] == [3, 1, 0, 4, 5, 6, 2]


def test_every_legal_move_is_listed_once_the_chosen_one_first() -> None:
    for spec in ("connect_four", "gomoku", "nine_board", "random_drop", "tic_tac_toe"):
        for name in ("random(seed=1)", "alphabeta(depth=1)", "mcts(simulations=20,seed=1)"):
            for state in positions(spec, 2):
                result = analyse(state, load_agent(name), Limit(nodes=100))
                actions = [judged.action for judged in result.moves]
                assert sorted(actions) == list(state.legal_actions())
                assert actions[0] == result.decision.action
                assert [judged.move for judged in result.moves] == [
                    state.game.format(action) for action in actions
                ]


def test_moves_go_from_good_to_bad_and_those_without_a_value_come_last() -> None:
    values = {
        3: Value(Kind.ESTIMATE, 0.1),
        1: Value(Kind.ESTIMATE, 0.9),
        5: Value(Kind.ESTIMATE, -0.5),
        0: Value(Kind.ESTIMATE, 0.9),
    }
    result = analyse(START, Parrot(Decision(3, values[3], values)), Limit())
    assert [judged.action for judged in result.moves] == [3, 0, 1, 5, 2, 4, 6]
    assert [judged.value for judged in result.moves[4:]] == [None, None, None]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value(Kind.PROVEN, 9, Result.WIN, 1), "win in 1 ply"),
        (Value(Kind.PROVEN, 9, Result.WIN, 5), "win in 5 plies"),
        (Value(Kind.PROVEN, -9, Result.LOSS, 2), "loss in 2 plies"),
        (Value(Kind.PROVEN, 0, Result.DRAW), "draw"),
        (Value(Kind.PROVEN, 1, Result.WIN), "win"),
        (Value(Kind.BOUND, 3, at_most=True), "at most +3 points"),
        (Value(Kind.BOUND, 3), "at least +3 points"),
        (Value(Kind.BOUND, -3, unit=Unit.STONES), "not known yet"),
        (Value(Kind.BOUND, 0, Result.DRAW, at_most=True), "at most a draw"),
        (Value(Kind.ESTIMATE, 0.25), "estimate: +0.25 points"),
        (Value(Kind.ESTIMATE, -7), "estimate: -7 points"),
        (Value(Kind.ESTIMATE, 0.478, unit=Unit.CHANCE), "estimate: about 48 %"),
        (Value(Kind.ESTIMATE, 1.0, unit=Unit.CHANCE), "estimate: over 99 %"),
        (Value(Kind.ESTIMATE, 0.0, unit=Unit.CHANCE), "estimate: under 1 %"),
    ],
)
def test_kinds_in_words_and_as_data(value: Value, text: str) -> None:
    result = analyse(START, Parrot(Decision(0, value, {0: value}, (0,))), Limit())
    judged = result.moves[0]
    assert judged.value is not None
    assert judged.value.words == text
    data = result.as_dict()["actions"][0]["value"]
    assert data is not None
    assert data["unit"] == str(judged.value.unit)
    assert data["words"] == text
    assert data["kind"] == str(value.kind)
    assert data["result"] == (value.result and str(value.result))
    assert data["plies"] == value.plies
    assert data.get("at_most", False) == value.at_most


def test_a_decision_without_values_still_has_its_own() -> None:
    value = Value(Kind.ESTIMATE, 0.5)
    result = analyse(START, Parrot(Decision(2, value)), Limit())
    assert result.moves[0].value == value
    assert all(judged.value is None for judged in result.moves[1:])


def test_each_kind_comes_from_a_real_player() -> None:
    proven = words(DOUBLE, load_agent("alphabeta(depth=3,deepening=false)"))
    assert proven["3"] == proven["7"] == "win in 1 ply"
    assert proven["1"] == "win in 3 plies"
    bounds = words(START, load_agent("alphabeta(depth=2,exact=false,deepening=false)"))
    assert any((text or "").startswith("at most ") for text in bounds.values())
    estimates = words(START, load_agent("mcts(simulations=50,seed=1)"))
    assert all((text or "estimate").startswith("estimate: ") for text in estimates.values())
    assert set(words(START, RandomPlayer(seed=1)).values()) == {None}


# Reasons


@pytest.mark.parametrize(
    ("moves", "reasons"),
    [
        (
            "445566",
            {
                "3": "wins: completes the row from column 3, row 1 to column 6, row 1",
                "7": "wins: completes the row from column 4, row 1 to column 7, row 1",
            },
        ),
        ("44556", {"1": "lets the opponent win at column 3, row 1 or column 7, row 1"}),
        (
            "414141",
            {
                "4": "wins: completes the line in column 4",
                "2": "lets the opponent win at column 1, row 4",
            },
        ),
        ("414141", {"1": "blocks the line in column 1; builds 1 open line with 2 of 4 stones"}),
        ("", dict.fromkeys("1234567", "")),
    ],
)
def test_what_the_rules_alone_say_of_a_move(moves: str, reasons: dict[str, str]) -> None:
    state = play_moves(START, moves)
    result = analyse(state, RandomPlayer(seed=1), Limit())
    found = {judged.move: judged.reason for judged in result.moves}
    assert {move: found[move] for move in reasons} == reasons


# Data


@pytest.mark.parametrize("spec", ["connect_four", "tic_tac_toe", "nine_board", "random_drop"])
@pytest.mark.parametrize(
    "name", ["random", "alphabeta(depth=2)", "mcts(simulations=30)", "expectiminimax(depth=1)"]
)
def test_the_data_have_every_field_and_survive_json(spec: str, name: str) -> None:
    agent, (state,) = load_agent(name, 1), positions(spec, 1)
    if not agent.supports(state.game):
        pytest.skip(f"{name} does not play {spec}")
    result = analyse(state, agent, Limit(nodes=200))
    data = result.as_dict()
    assert set(data) >= FIELDS
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    schemas.check("analyse", json.dumps(data))
    assert data["game"] == str(state.game)
    assert data["to_move"] == "XO"[state.player]
    assert data["best"] == data["actions"][0]["move"]
    assert len(data["actions"]) == len(state.legal_actions())
    for action in data["actions"]:
        check_value(action["value"])
    check_value(data["value"])
    assert data["nodes"] == result.decision.nodes
    assert data["seconds"] >= 0
    end = state
    for move in data["line"]:
        end = end.play(end.game.parse(move))
    assert not data["line"] or data["line"][0] == data["best"]


def check_value(value: ValueData | None) -> None:
    if value is None:
        return
    assert set(value) >= {"kind", "result", "plies", "score"}
    assert value["kind"] in ("proven", "bound", "estimate")
    assert value["result"] in ("win", "draw", "loss", None)
    assert value["plies"] is None or value["plies"] >= 1
    assert isinstance(value["score"], int | float)
    if value["kind"] == "proven":
        assert value["result"] is not None


@pytest.mark.parametrize("foresight", ["true", "false"])
def test_no_score_is_infinite(foresight: str) -> None:
    spec = f"alphabeta(depth=3,exact=false,deepening=false,order=left,foresight={foresight})"
    data = analyse(DOUBLE, load_agent(spec), Limit()).as_dict()
    json.dumps(data, allow_nan=False)


@pytest.mark.parametrize("name", ["alphabeta", "classic-alphabeta"])
@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("connect_four", "445566"),
        ("connect_four", "4455"),
        ("connect_four", "44556"),
        ("connect_four(rows=4,cols=4,k=3)", "112"),
    ],
)
def test_proven_scores_of_connect_four_count_stones_from_the_end(
    name: str, game: str, moves: str
) -> None:
    """1 for winning with one's very last stone, 1 more for every own stone sooner."""
    state = play_moves(load_game(game).initial_state(), moves)
    data = analyse(state, load_agent(name), Limit(depth=8)).as_dict()
    proven = 0
    for action in data["actions"]:
        value = action["value"]
        if value is not None and value["kind"] == "proven":
            proven += 1
            assert value["result"] is not None
            assert value["score"] == conventional(state, value["result"], value["plies"])
    assert proven


def conventional(state: State, result: str, plies: int | None) -> int:
    if plies is None:
        return 0
    winner = state.player if result == "win" else 1 - state.player
    cells = stones_left(state) + state.ply
    all_stones = (cells + 1 - winner) // 2
    placed = (state.ply + plies + 1 - winner) // 2
    sooner = 1 + all_stones - placed
    return sooner if result == "win" else -sooner


def test_the_convention_itself() -> None:
    assert conventional(DOUBLE, "win", 1) == 18, "the fourth of 21 stones"
    assert conventional(DOUBLE, "loss", 2) == -18
    assert conventional(DOUBLE, "draw", None) == 0


# What is refused, and what is left alone


def test_a_finished_game_is_refused() -> None:
    over = play_moves(START, "1212121")
    with pytest.raises(IllegalMove, match="over"):
        analyse(over, RandomPlayer(), Limit())


@pytest.mark.parametrize(("spec", "moves"), [("nine_board", ""), ("random_drop", "4?")])
def test_a_position_of_the_dice_is_refused(spec: str, moves: str) -> None:
    state = play_moves(load_game(spec).initial_state(), moves)
    assert state.chance()
    with pytest.raises(IllegalMove, match="dice"):
        analyse(state, RandomPlayer(), Limit())


def test_a_player_of_other_games_is_refused() -> None:
    with pytest.raises(NotSupported, match="cannot play"):
        analyse(START, load_agent("classic-gomoku"), Limit())


def test_the_position_stays_as_it_was() -> None:
    for state in positions("connect_four", 3):
        before = snapshot(state)
        analyse(state, load_agent("alphabeta(depth=2)"), Limit()).as_dict()
        assert snapshot(state) == before


def test_progress_is_heard() -> None:
    heard: list[Analysis] = []
    analyse(START, load_agent("alphabeta(depth=3)"), Limit(), heard.append)
    assert [one.depth for one in heard] == [1, 2, 3]


def test_values_agree_with_brute_force() -> None:
    game = Mnk()
    state = parse_position(game, "X../.O./..X O")
    truth = Brute().scores(state, 6)
    result = analyse(state, load_agent("alphabeta(evaluator=none,seconds=none)"), Limit())
    for judged in result.moves:
        assert judged.value is not None
        signs = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}
        assert judged.value.result is not None
        score = truth[judged.action]
        assert signs[judged.value.result] == (score > 0) - (score < 0)
    best = max(truth.values())
    assert truth[result.moves[0].action] == best


def test_every_position_of_a_game_can_be_analysed() -> None:
    for state in random_game(load_game("connect_four(4,4,3)").initial_state(), Random(3)):
        if state.outcome is None:
            analyse(state, load_agent("alphabeta(depth=2)"), Limit()).as_dict()


@pytest.mark.parametrize(
    "answer",
    [
        None,
        Decision("text"),  # type: ignore[arg-type]
        Decision(99),
        Decision([3]),  # type: ignore[arg-type]
        Decision(3, "good"),  # type: ignore[arg-type]
        Decision(3, Value(Kind.ESTIMATE, "good")),  # type: ignore[arg-type]
        Decision(3, Value("sure", 1)),  # type: ignore[arg-type]
        Decision(3, values={99: Value(Kind.ESTIMATE, 1)}),
        Decision(3, line=("text",)),  # type: ignore[arg-type]
        Decision(3, line=(3, 99)),
        Decision(3, nodes="many"),  # type: ignore[arg-type]
        Decision(3, seconds="long"),  # type: ignore[arg-type]
        Decision(3, path=3),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_an_answer_that_is_no_decision_is_the_failure_of_its_player(answer: Any) -> None:
    with pytest.raises(AgentFailed, match=r"^parrot "):
        analyse(START, Parrot(answer), Limit())


def test_too_much_memory_is_told_in_human_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(*_: Any) -> Decision:
        raise MemoryError("Unable to allocate 64.0 GiB for an array with shape (8589934600,)")

    monkeypatch.setattr(Parrot, "choose", choose)
    with pytest.raises(AgentFailed, match=r"^parrot ran out of memory$"):
        analyse(START, Parrot(Decision(0)), Limit())


def test_a_printed_analysis_names_the_cells_of_the_board() -> None:
    state = play_moves(load_game("gomoku(9,9)").initial_state(), "e5d4")
    shown = str(analyse(state, load_agent("random(seed=1)"), Limit()))
    assert shown.startswith("   a  b  c  d  e  f  g  h  i\n9  .")
    assert shown.splitlines()[-1] == "  and 78 more, not judged"
    assert shown.splitlines()[-2].startswith("* b8  not judged ")
