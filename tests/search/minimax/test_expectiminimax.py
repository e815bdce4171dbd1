"""Expectiminimax: means over the dice, minimax below them, and ties against them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cases import each
from inarow.games.base import State
from inarow.games.notation import parse_position
from inarow.games.random_drop import RandomDrop
from inarow.registry import load_game
from inarow.search.decision import Kind, Result
from inarow.search.evaluators import evaluator
from inarow.search.limit import Limit
from inarow.search.minimax import expectiminimax as module
from inarow.search.minimax.expectiminimax import expectiminimax, search_expectiminimax
from inarow.search.minimax.plain import search_minimax
from inarow.search.ordering import plain_moves
from oracle import (
    LOSS,
    RECORDED,
    WIN,
    Brute,
    blind,
    noise,
    nothing,
    positions,
    recorded_state,
    snapshot,
)

WINDOW_COST = evaluator("window_cost")
LUCKY = RandomDrop()
BELOW = Brute(noise, blind, moves=plain_moves)
BOARDS = [
    "random_drop(rows=3,cols=4,k=3)",
    "random_drop(rows=2,cols=5,k=3)",
    "random_drop(rows=4,cols=3,k=3)",
    "random_drop(rows=6,cols=7,k=4)",
]
every_board = pytest.mark.parametrize("spec", BOARDS)


def mean_by_hand(state: State, depth: int, brute: Brute) -> Fraction:
    """The mean after calling for the dice: every own column, then every forced column."""
    dice = state.game.num_actions - 1
    first = state.play(dice)
    total = Fraction()
    for own, _ in first.chance():
        dropped = first.play(own)
        if dropped.outcome is not None:
            part = Fraction(brute.value(dropped, depth - 1))
        else:
            answers = [dropped.play(forced) for forced, _ in dropped.chance()]
            values = [Fraction(brute.value(answer, depth - 2)) for answer in answers]
            part = sum(values, Fraction()) / len(values)
        total += part
    return total / len(first.chance())


# Means


@pytest.mark.req("S0.31")
@every_board
@pytest.mark.parametrize("depth", [2, 3])
def test_the_dice_are_worth_the_enumerated_mean(spec: str, depth: int) -> None:
    for state in positions(spec, 10):
        dice = state.game.num_actions - 1
        mean = mean_by_hand(state, depth, BELOW)
        value = expectiminimax(state.play(dice), depth, noise)
        assert value == pytest.approx(float(mean), rel=1e-12, abs=1e-5)


@pytest.mark.req("S0.31")
def test_a_mean_on_a_board_of_four_columns_worked_out_on_paper() -> None:
    """The dice of X fall into column 3, which wins, or into column 4. Then O's stone falls into 3
    or 4 as well: after 4 column 3 still wins for X, who looks one stone further; after 3 nothing
    can be said.

        O O . .
        X X . .
    """
    game = RandomDrop(rows=2, cols=4, k=3)
    first = parse_position(game, "OO../XX.. X").play(game.dice)
    assert first.chance() == [(2, 1 / 2), (3, 1 / 2)]
    assert expectiminimax(first, 3, nothing) == (WIN + (0 + WIN) / 2) / 2
    assert expectiminimax(first, 2, nothing) == (WIN + 0) / 2, "without looking further"


@pytest.mark.req("S0.31")
def test_each_open_column_is_equally_likely() -> None:
    state = parse_position(RandomDrop(rows=2, cols=4, k=4), "X..O/O..X X")
    for node in (state.play(4), state.play(4).play(1)):
        assert [action for action, _ in node.chance()] == [1, 2]
        assert all(probability == 1 / 2 for _, probability in node.chance())


@pytest.mark.req("S0.33")
@each(
    "row, mean",
    [
        ("X..O", Fraction(WIN, 2)),  # column 2 wins for X; after column 3 the board fills up
        (".O.", Fraction(LOSS)),  # wherever X falls, O falls beside its stone
        ("..O.", Fraction(2 * LOSS, 3)),  # after column 1 both answers win for O, else one of two
        ("O..X.", Fraction(2 * WIN, 3)),  # columns 3 and 5 win for X; after column 2 nobody does
    ],
)
def test_wins_of_either_side_inside_the_two_layers_count_their_reserved_score(
    row: str, mean: Fraction
) -> None:
    game = RandomDrop(rows=1, cols=len(row), k=2)
    state = parse_position(game, f"{row} X")
    assert expectiminimax(state.play(game.dice), 2, nothing) == pytest.approx(float(mean))


# Depths


@pytest.mark.req("S0.32")
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_below_the_dice_minimax_goes_on_with_two_plies_less(
    depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[int, int]] = []

    def spy(state: State, depth: int, *rest: object) -> float:
        calls.append((state.ply, depth))
        return 0.0

    monkeypatch.setattr(module, "minimax", spy)
    search_expectiminimax(LUCKY.initial_state(), depth, WINDOW_COST, Limit())
    assert calls == [(1, depth - 1)] * 7 + [(2, depth - 2)] * 49


@pytest.mark.req("S0.34")
@every_board
def test_columns_have_the_values_of_plain_minimax(spec: str) -> None:
    for state in positions(spec, 10):
        plain = search_minimax(state, 3, noise, Limit(), moves=plain_moves)
        lucky = search_expectiminimax(state, 3, noise, Limit())
        dice = state.game.num_actions - 1
        assert set(lucky.values) == {*plain.values, dice}
        assert all(lucky.values[action] == value for action, value in plain.values.items())
        if lucky.action != dice:
            assert lucky.action == plain.action


def test_a_game_without_dice_is_searched_by_plain_minimax() -> None:
    brute = Brute(noise, blind)
    for spec in ("connect_four(rows=4,cols=4,k=3)", "mnk(rows=3,cols=3,k=3)"):
        for state in positions(spec, 10):
            decision = search_expectiminimax(state, 3, noise, Limit())
            assert decision.action == brute.choice(state, 3)


# The choice


def stubbed(monkeypatch: pytest.MonkeyPatch, plain: float, dice: float, player: int) -> int:
    """The choice when every column has one score and the dice another."""

    def score(child: State, *rest: object) -> float:
        return dice if child.chance() else plain

    monkeypatch.setattr(module, "expectiminimax", score)
    start = LUCKY.initial_state()
    state = start.play(3) if player else start
    return search_expectiminimax(state, 3, nothing, Limit()).action


@pytest.mark.req("S0.34")
@pytest.mark.parametrize(
    ("plain", "dice", "player", "lucky"),
    [
        (1, 1, 0, False),
        (1, 1, 1, False),
        (1, 2, 0, True),
        (1, 2, 1, False),
        (2, 1, 0, False),
        (2, 1, 1, True),
        (LOSS, LOSS, 0, False),
        (WIN, WIN, 1, False),
        (-3, -2.5, 0, True),
        (3, 2.5, 1, True),
    ],
)
def test_the_dice_are_thrown_only_if_they_are_strictly_better(
    monkeypatch: pytest.MonkeyPatch, plain: float, dice: float, player: int, lucky: bool
) -> None:
    action = stubbed(monkeypatch, plain, dice, player)
    assert action == (LUCKY.dice if lucky else 0)


@pytest.mark.req("S0.34")
@each(
    "game, position, depth",
    [
        ("random_drop(rows=3,cols=6,k=3)", "....../....../...... X", 2),
        ("random_drop(rows=3,cols=7,k=4)", "......./.X.X.O./.XXOOXO O", 2),
        ("random_drop(rows=3,cols=7,k=4)", "......./......./O.X.X.. O", 2),
        ("random_drop(rows=3,cols=3,k=3)", ".../.../X.O X", 2),
    ],
)
def test_rounding_does_not_make_the_dice_better(game: str, position: str, depth: int) -> None:
    """The mean of equal scores is that score, however many there are."""
    state = parse_position(load_game(game), position)
    mean = mean_by_hand(state, depth, Brute(WINDOW_COST, blind, moves=plain_moves))
    decision = search_expectiminimax(state, depth, WINDOW_COST, Limit())
    dice = state.game.num_actions - 1
    scores = {action: value.score for action, value in decision.values.items() if action != dice}
    assert max(scores.values()) == (mean if state.player == 0 else -mean), "it is a tie"
    assert decision.action == max(scores, key=scores.__getitem__)


@pytest.mark.req("S0.34")
@each("depth", [1, 2, 3])
def test_in_exact_arithmetic_too_the_dice_are_strictly_better_when_thrown(depth: int) -> None:
    brute = Brute(WINDOW_COST, blind, moves=plain_moves)
    for spec in BOARDS:
        for state in positions(spec, 20 if spec != BOARDS[-1] else 5):
            dice, sign = state.game.num_actions - 1, 1 if state.player == 0 else -1
            decision = search_expectiminimax(state, depth, WINDOW_COST, Limit())
            if decision.action == dice:
                best = max(brute.scores(state, depth).values())
                assert sign * mean_by_hand(state, depth, brute) > best, state
            else:
                assert decision.action == brute.choice(state, depth)


@pytest.mark.req("S0.33")
@each("name", ["game1.11", "game3.3", "game4.3", "game5.3"])
def test_with_a_win_at_hand_nothing_is_left_to_the_dice(name: str) -> None:
    state = recorded_state(name, LUCKY)
    decision = search_expectiminimax(state, 3, WINDOW_COST, Limit())
    assert decision.action + 1 in RECORDED[name]["own_winning_columns"]
    assert decision.value is not None
    assert (decision.value.kind, decision.value.result) == (Kind.PROVEN, Result.WIN)


@pytest.mark.req("S0.35")
@each("name", ["game2.1", "game3.1", "game4.1", "game5.1"])
def test_the_dice_are_thrown_where_the_original_threw_them(name: str) -> None:
    assert RECORDED[name]["mode"] == "own random move"
    state = recorded_state(name, LUCKY)
    assert search_expectiminimax(state, 3, WINDOW_COST, Limit()).action == LUCKY.dice


@pytest.mark.req("X.6")
@every_board
def test_the_position_of_the_caller_stays_as_it_was(spec: str) -> None:
    for state in positions(spec, 3):
        before = snapshot(state)
        search_expectiminimax(state, 2, noise, Limit())
        assert snapshot(state) == before


@each("nodes", [1, 5, 50])
def test_an_ended_budget_still_leaves_a_legal_move(nodes: int) -> None:
    for spec in BOARDS:
        for state in positions(spec, 3):
            decision = search_expectiminimax(state, 3, noise, Limit(nodes=nodes))
            assert decision.action in state.legal_actions()
