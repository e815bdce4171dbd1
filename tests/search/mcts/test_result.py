"""From a tree to a move: the two final rules, ties, values and lines."""

from __future__ import annotations

import pytest

from helpers import board_of
from inarow.games.mnk import Mnk
from inarow.games.random_drop import RandomDrop
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.mcts.node import Node
from inarow.search.mcts.plain import Settings, expand
from inarow.search.mcts.result import decision_of, info_of, line_of, ranking

RATIO, VISITS = Settings(final="ratio"), Settings(final="visits")

CHANCE = Unit.CHANCE


def stub(node: Node, statistics: dict[int, tuple[float, int]]) -> Node:
    """Give a node children with these wins and visits."""
    for action, (wins, visits) in statistics.items():
        child = expand(node, action, Settings())
        child.wins, child.visits = wins, visits
        node.visits += visits
    return node


def tic_tac_toe(statistics: dict[int, tuple[float, int]]) -> Node:
    return stub(Node(Mnk().initial_state()), statistics)


@pytest.mark.req("S0.42", "S2.14", "S3.29")
def test_ratio_and_visits_may_disagree() -> None:
    root = tic_tac_toe({2: (50.0, 100), 5: (6.0, 10), 7: (1.0, 4)})
    assert ranking(root, RATIO)[0].action == 5
    assert ranking(root, VISITS)[0].action == 2
    assert decision_of(root, RATIO).action == 5
    assert decision_of(root, VISITS).action == 2


@pytest.mark.req("S2.14")
def test_ratio_with_negative_points() -> None:
    root = tic_tac_toe({2: (-50.0, 100), 5: (-60.0, 100), 7: (-3.0, 4)})
    assert decision_of(root, Settings(final="ratio", loss_points=-1)).action == 2


@pytest.mark.req("S0.42", "S3.29")
@pytest.mark.parametrize("settings", [RATIO, VISITS])
def test_equal_children_are_ranked_by_the_lower_action(settings: Settings) -> None:
    root = tic_tac_toe({7: (5.0, 10), 3: (5.0, 10), 5: (5.0, 10)})
    assert decision_of(root, settings).action == 3


def test_a_child_without_visits_is_not_played() -> None:
    root = tic_tac_toe({7: (0.0, 3), 3: (0.0, 0)})
    for settings in (RATIO, VISITS):
        decision = decision_of(root, settings)
        assert decision.action == 7
        assert set(decision.values) == {7}


@pytest.mark.parametrize("decisive", [False, True])
def test_a_search_that_had_no_time_plays_the_lowest_legal_move(decisive: bool) -> None:
    state = Mnk().initial_state().play(0)
    decision = decision_of(Node(state), Settings(decisive=decisive))
    assert (decision.action, decision.value, decision.nodes) == (1, None, 0)


def test_values_are_mean_points_and_belong_to_the_player_to_move() -> None:
    root = tic_tac_toe({2: (50.0, 100), 5: (6.0, 10)})
    decision = decision_of(root, VISITS, seconds=1.5)
    values = {move: Value(Kind.ESTIMATE, mean, unit=CHANCE) for move, mean in ((2, 0.5), (5, 0.6))}
    assert decision.values == values
    assert decision.value == values[2]
    assert (decision.nodes, decision.seconds) == (110, 1.5)


@pytest.mark.req("S2.15")
def test_a_move_that_wins_at_once_is_proven() -> None:
    state = Mnk().state_from(board_of(["XX.", "OO.", "..."]), 0)
    root = stub(Node(state), {2: (9.0, 9), 6: (5.0, 20)})
    decision = decision_of(root, Settings(decisive=True))
    assert decision.action == 2
    assert decision.value == Value(Kind.PROVEN, 1.0, Result.WIN, 1, unit=CHANCE)
    assert decision.line == (2,)


@pytest.mark.req("S2.16")
@pytest.mark.parametrize("loss_points", [0.0, -1.0])
def test_a_move_that_gives_a_win_away_is_proven_and_avoided(loss_points: float) -> None:
    state = Mnk().state_from(board_of(["X..", "OO.", "..X"]), 0)
    root = stub(Node(state), {2: (9.0, 10), 5: (1.0, 10)})
    assert decision_of(root, VISITS).action == 2
    decision = decision_of(root, Settings(decisive=True, loss_points=loss_points))
    assert decision.action == 5, "the only move that stops O, whatever the numbers say"
    unit = Unit.POINTS if loss_points else CHANCE
    assert decision.values[2] == Value(Kind.PROVEN, loss_points, Result.LOSS, 2, unit=unit)


@pytest.mark.req("S2.16")
def test_if_every_move_gives_a_win_away_the_numbers_decide() -> None:
    state = Mnk().state_from(board_of(["O.O", "...", "O.X"]), 0)  # O wins at b3, a2 or b2
    root = stub(Node(state), {1: (9.0, 10), 5: (3.0, 12), 3: (2.0, 11)})
    decision = decision_of(root, Settings(decisive=True))
    assert decision.action == 5
    assert all(value.result is Result.LOSS for value in decision.values.values())


def test_the_line_follows_the_most_visited_children() -> None:
    root = tic_tac_toe({4: (6.0, 10), 0: (1.0, 2)})
    reply = stub(root.children[4], {2: (1.0, 3), 0: (2.0, 6)}).children[0]
    stub(reply, {8: (0.0, 2), 1: (0.0, 2)})
    assert line_of(root.children[4]) == (4, 0, 1)
    info = info_of(root, VISITS, 0.5)
    assert (info.action, info.line, info.depth, info.seconds) == (4, (4, 0, 1), 3, 0.5)
    assert info.value == Value(Kind.ESTIMATE, 6 / 19, unit=CHANCE)


def test_the_line_ends_before_the_dice() -> None:
    root = stub(Node(RandomDrop().initial_state()), {7: (5.0, 10), 3: (1.0, 3)})
    stub(root.children[7], {2: (1.0, 4), 4: (2.0, 5)})
    assert decision_of(root, VISITS).line == (7,)
