"""The choice at the root: order, ties, wins on the spot, and what a spent budget leaves undone."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

from cases import each
from helpers import columns, play_all
from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.random_drop import RandomDrop
from inarow.search.clock import SearchClock
from inarow.search.decision import Decision, Kind, Result, Value
from inarow.search.limit import Limit
from inarow.search.minimax.root import decide, distance_score, fixed_score, value_of_fixed
from inarow.search.ordering import all_moves, plain_moves
from inarow.search.scores import LOSS_SCORE, UNEXPLORED_MAX, UNEXPLORED_MIN, WIN_SCORE

START = ConnectFour().initial_state()
THREE = play_all(START, columns("141414"))
"""X has three stones in column 1: column 1 wins."""


def judged(
    scores: dict[int, float], heard: list[float] | None = None
) -> Callable[[State, float], float]:
    """A judge that knows the score of each move by heart."""

    def judge(child: State, floor: float) -> float:
        assert child.last is not None
        if heard is not None:
            heard.append(floor)
        return scores[child.last]

    return judge


def estimate(score: float) -> Value:
    return Value(Kind.ESTIMATE, score)


def choose(
    state: State,
    scores: dict[int, float],
    maximizer: int = 0,
    narrow: bool = False,
    heard: list[float] | None = None,
) -> Decision:
    judge = judged(scores, heard)
    return decide(state, list(scores), judge, maximizer, estimate, SearchClock(Limit()), narrow)


@pytest.mark.req("S0.28", "S1.38")
@each(
    "scores, best",
    [
        ({0: 1, 1: 5, 2: 5, 3: 2}, 1),
        ({3: 4, 2: 4, 4: 4}, 3),
        ({4: 0, 3: 1, 2: 1}, 3),
        ({6: -9}, 6),
        ({0: -7, 1: -8, 2: -7}, 0),
        ({0: 1, 1: 1 + 1e-9}, 1),
    ],
)
def test_only_a_strictly_better_move_replaces_the_best_one(
    scores: dict[int, float], best: int
) -> None:
    decision = choose(START, scores)
    assert decision.action == best
    assert decision.value == estimate(scores[best])
    assert {action: value.score for action, value in decision.values.items()} == scores
    assert decision.line == (best,)


@pytest.mark.req("S1.21")
def test_the_minimizer_wants_low_scores_and_values_are_for_the_player_to_move() -> None:
    state = START.play(0)
    decision = choose(state, {0: 3, 1: -2, 2: -2, 3: 8})
    assert decision.action == 1
    assert {a: v.score for a, v in decision.values.items()} == {0: -3, 1: 2, 2: 2, 3: -8}
    assert choose(state, {0: 3, 1: -2, 2: 8}, maximizer=1).action == 2


@pytest.mark.req("S0.26")
@pytest.mark.parametrize("narrow", [False, True])
def test_a_win_on_the_spot_comes_before_everything(narrow: bool) -> None:
    same = dict.fromkeys(range(7), float(WIN_SCORE))
    decision = choose(THREE, dict(reversed(same.items())), narrow=narrow)
    assert decision.action == 0
    assert decision.value is not None
    assert decision.value.words == "win in 1 ply"
    assert decision.value.kind is Kind.PROVEN


def test_the_first_of_several_wins_is_taken() -> None:
    state = play_all(START, columns("445566"))
    for order in ([2, 6, 0], [6, 0, 2], [0, 6, 2]):
        decision = choose(state, dict.fromkeys(order, 7.0))
        assert decision.action == next(action for action in order if action in (2, 6))


def test_each_judge_hears_what_the_best_move_has_reached_so_far() -> None:
    heard: list[float] = []
    choose(START, {0: 1, 1: 5, 2: 3, 3: 6}, narrow=True, heard=heard)
    assert heard == [float("-inf"), 1, 5, 5]
    heard.clear()
    choose(START, {0: 1, 1: 5, 2: 3}, heard=heard)
    assert heard == [float("-inf")] * 3, "every move is judged on its own"


def test_a_narrow_judge_says_only_that_a_move_is_not_better() -> None:
    decision = choose(START, {0: 1, 1: 5, 2: 5, 3: 4}, narrow=True)
    kinds = {action: (value.kind, value.at_most) for action, value in decision.values.items()}
    assert kinds == {
        0: (Kind.ESTIMATE, False),
        1: (Kind.ESTIMATE, False),
        2: (Kind.BOUND, True),
        3: (Kind.BOUND, True),
    }
    assert decision.values[3].words == "at most +4 points"


def test_a_move_for_which_no_time_was_left_is_not_judged() -> None:
    clock = SearchClock(Limit(nodes=2))

    def judge(child: State, _: float) -> float:
        clock.spend()
        return float(child.last or 0)

    decision = decide(START, range(7), judge, 0, estimate, clock)
    assert list(decision.values) == [0, 1]
    assert decision.action == 1
    assert decision.nodes == 3


@pytest.mark.req("S4.19")
def test_without_any_time_the_first_move_is_the_answer() -> None:
    stop = Event()
    stop.set()
    clock = SearchClock(Limit(stop=stop))
    clock.spend()
    decision = decide(START, [4, 2], judged({4: -99, 2: 99}), 0, estimate, clock)
    assert decision.action == 4


def test_there_must_be_a_move() -> None:
    with pytest.raises(IllegalMove, match="over"):
        decide(START, [], judged({}), 0, estimate, SearchClock(Limit()))


@pytest.mark.req("S0.23", "S0.24")
def test_the_four_reserved_scores() -> None:
    assert WIN_SCORE == 2147483647
    assert LOSS_SCORE == -2147483648
    assert UNEXPLORED_MAX == -2147483649
    assert UNEXPLORED_MIN == 2147483648
    for left in (0, 1, 40):
        assert fixed_score(True, left) == 2147483647
        assert fixed_score(False, left) == -2147483648


@pytest.mark.req("S1.20", "S1.41")
def test_a_sooner_win_scores_more_and_the_last_cell_still_counts() -> None:
    assert [distance_score(True, left) for left in range(4)] == [1, 2, 3, 4]
    assert [distance_score(False, left) for left in range(4)] == [-1, -2, -3, -4]


def test_what_a_reserved_score_says() -> None:
    won, lost = value_of_fixed(WIN_SCORE), value_of_fixed(LOSS_SCORE)
    assert (won.kind, won.result, won.plies) == (Kind.PROVEN, Result.WIN, None)
    assert (lost.kind, lost.result, lost.plies) == (Kind.PROVEN, Result.LOSS, None)
    assert value_of_fixed(-WIN_SCORE).result is Result.LOSS, "a loss of the minimizer"
    assert value_of_fixed(-LOSS_SCORE).result is Result.WIN, "a win of the minimizer"
    for score in (0, -5, 3.5, WIN_SCORE - 1, -WIN_SCORE + 1):
        assert value_of_fixed(score) == Value(Kind.ESTIMATE, score)


@pytest.mark.req("S1.37")
def test_only_legal_moves_are_tried_and_the_dice_only_where_they_are_wanted() -> None:
    full = play_all(START, columns("444444"))
    assert list(all_moves(full)) == [0, 1, 2, 4, 5, 6]
    assert list(plain_moves(full)) == [0, 1, 2, 4, 5, 6]
    lucky = RandomDrop(rows=2, cols=3, k=3).initial_state()
    assert list(all_moves(lucky)) == [0, 1, 2, 3]
    assert list(plain_moves(lucky)) == [0, 1, 2]
    assert list(plain_moves(Mnk().initial_state())) == list(range(9))
