"""Reviews: what each move gave away, from proofs where there are proofs, and honest elsewhere."""

from __future__ import annotations

import itertools
import json
import sys
from dataclasses import replace
from random import Random
from threading import Event, Thread

import pytest

from helpers import random_game
from inarow.games.base import State
from inarow.games.record import Record
from inarow.games.record_text import format_record, parse_record
from inarow.registry import load_game
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.study.judge import Judge
from inarow.study.review import agreed, review
from inarow.study.reviewed import Review
from inarow.study.reviewed_move import MARKED, Grade, ReviewedMove, ReviewedMoveData, grade_of
from oracle import TRUTH


def win(plies: int | None) -> Value:
    return Value(Kind.PROVEN, 1, Result.WIN, plies)


def loss(plies: int | None) -> Value:
    return Value(Kind.PROVEN, -1, Result.LOSS, plies)


DRAW = Value(Kind.PROVEN, 0, Result.DRAW)
AT_LEAST = Value(Kind.BOUND, 0.6, Result.DRAW, unit=Unit.CHANCE)
AT_MOST = Value(Kind.BOUND, 0.4, Result.DRAW, at_most=True, unit=Unit.CHANCE)


def about(score: float) -> Value:
    return Value(Kind.ESTIMATE, score, unit=Unit.CHANCE)


@pytest.mark.parametrize(
    ("before", "after", "grade"),
    [
        (win(9), win(9), Grade.BEST),
        (win(9), win(11), Grade.FINE),
        (win(9), win(13), Grade.INACCURACY),
        (win(1), win(3), Grade.MISTAKE),
        (win(9), DRAW, Grade.BLUNDER),
        (win(9), loss(8), Grade.BLUNDER),
        (DRAW, DRAW, Grade.BEST),
        (DRAW, loss(8), Grade.BLUNDER),
        (loss(12), loss(10), Grade.FINE),
        (loss(12), loss(6), Grade.INACCURACY),
        (loss(12), loss(2), Grade.MISTAKE),
        (win(None), win(9), Grade.BEST),
        (win(9), win(None), Grade.FINE),
        (AT_LEAST, loss(8), Grade.BLUNDER),
        (win(9), AT_MOST, Grade.BLUNDER),
        (about(0.9), loss(8), Grade.MISTAKE),
        (about(0.9), about(0.1), Grade.MISTAKE),
        (about(0.6), about(0.59), Grade.BEST),
        (about(0.6), about(0.56), Grade.FINE),
        (about(0.6), about(0.5), Grade.INACCURACY),
        (about(0.4), DRAW, Grade.BEST),
        (win(9), about(0.96), Grade.FINE),
        (win(1), about(0.99), Grade.MISTAKE),  # five was there
        (win(3), about(0.99), Grade.INACCURACY),
        (about(0.04), loss(2), Grade.MISTAKE),
        (about(0.04), loss(4), Grade.INACCURACY),  # an open three was left alone
        (about(0.04), loss(6), Grade.FINE),
        (about(0.6), loss(4), Grade.MISTAKE),
    ],
)
def test_the_outcome_counts_first_and_the_distance_second(
    before: Value, after: Value, grade: Grade
) -> None:
    assert grade_of(before, after) is grade


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (win(9), "win in 9"),
        (replace(win(9), at_most=True), "win in at most 9"),
        (win(None), "win"),
        (loss(2), "loss in 2"),
        (replace(DRAW, plies=12), "draw"),
        (AT_LEAST, "at least a draw"),
        (AT_MOST, "at most a draw"),
        (about(0.62), "about 62 %"),
        (Value(Kind.BOUND, 0.3, unit=Unit.CHANCE), "about 30 %"),
    ],
)
def test_values_as_people_say_them(value: Value, words: str) -> None:
    assert value.brief == words


PATIENT = Limit(seconds=60)
"""Small boards are proven in no time; a busy machine must not make an estimate of it."""


def reviewed(spec: str, moves: str, limit: Limit = PATIENT) -> list[ReviewedMove]:
    record = Record(load_game(spec))
    record.push_moves(moves)
    found = list(review(record, Judge(seed=1), limit))
    assert [move.number for move in found] == sorted((m.number for m in found), reverse=True)
    return found[::-1]


def test_a_blunder_in_words() -> None:
    found = reviewed("connect_four(5,5)", "3322211154", PATIENT)
    assert found[0].words == "best: draw"
    assert all("estimated" not in move.words for move in found)
    thrown = [move for move in found if move.grade is Grade.BLUNDER]
    assert thrown
    for move in thrown:
        assert move.words.startswith(f"blunder: from {move.before.brief} to ")
        assert move.words.endswith(f"; better {move.state.game.format(move.best)}")


def test_every_move_agrees_with_brute_force() -> None:
    for seed in range(4):
        *_, end = random_game(load_game("tic_tac_toe").initial_state(), Random(seed))
        record = Record(load_game("tic_tac_toe"))
        for state in random_game(record.root.state, Random(seed)):
            if state.last is not None:
                record.push(state.last)
        assert record.outcome == end.outcome
        for move in review(record, limit=PATIENT):
            scores = TRUTH.scores(move.state, 9)
            best, played = max(scores.values()), scores[move.action]
            sign = (best > 0) - (best < 0), (played > 0) - (played < 0)
            assert (move.grade is Grade.BLUNDER) == (sign[0] > sign[1])
            assert (move.grade is Grade.BEST) == (best == played or sign == (0, 0))
            assert move.loss == (sign[0] - sign[1]) / 2
            assert scores[move.best] == best or sign == (0, 0)


def test_dice_are_left_out_and_the_rest_is_judged() -> None:
    found = reviewed("nine_board", "5531", Limit(nodes=200, simulations=200))
    assert [move.number for move in found] == [2, 3]
    found = reviewed("random_drop", "44?25", Limit(nodes=200, simulations=200))
    assert [move.number for move in found] == [0, 1, 2]
    assert all(move.grade is not Grade.BLUNDER for move in found), "nothing is proven with dice"


def test_what_is_only_estimated_says_so() -> None:
    found = reviewed("gomoku", "h8a15i7a1", Limit(nodes=2000, simulations=100, seconds=5))
    for move in found:
        if move.grade is not Grade.BEST and Kind.ESTIMATE in (move.before.kind, move.after.kind):
            assert "(estimated)" in move.words
        assert move.grade is not Grade.BLUNDER


def test_the_end_is_known_before_the_moves_that_led_to_it() -> None:
    """The last move wins, so the move before it was lost, however little time there is."""
    found = reviewed("connect_four(7,9,4)", "1213141", Limit(nodes=1, simulations=1))
    assert [move.after.words for move in found[-2:]] == ["loss in 2 plies", "win in 1 ply"]


def test_a_stop_flag_ends_the_review() -> None:
    stop = Event()
    record = Record(load_game("tic_tac_toe"))
    record.push_moves("b2b3a3c1")
    moves = review(record, None, Limit(seconds=5, stop=stop))
    assert next(moves).number == 3
    stop.set()
    assert list(moves) == []


def test_the_summary_counts_each_player() -> None:
    record = Record(load_game("tic_tac_toe"))
    found = Review.of(record, reviewed("tic_tac_toe", "b2b3a3c1c3a2a1"))
    first, second = found.summary(0), found.summary(1)
    assert (first["moves"], first["best"], first["blunder"]) == (4, 3, 1)
    assert (second["moves"], second["blunder"]) == (3, 2)
    assert second["loss"] == pytest.approx(1 / 3, abs=0.001)


def test_the_data_survive_json() -> None:
    record = Record(load_game("tic_tac_toe"), tags={"First": "Ada"})
    record.push_moves("b2b3a3")
    data = Review.of(record, review(record, limit=PATIENT)).as_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["players"] == {"X": "Ada", "O": ""}
    assert data["complete"] is True
    assert [move["move"] for move in data["review"]] == ["b2", "b3", "a3"]
    assert data["review"][1]["grade"] == "blunder"
    assert data["review"][1]["before"]["words"] == "draw"


def test_an_annotated_record_keeps_everything_and_adds_comments() -> None:
    record = Record(load_game("tic_tac_toe"), tags={"First": "Ada"})
    record.push_moves("b2b3")
    record.current.comment = "hm"
    record.push_moves("a3")
    before = format_record(record)
    twin = Review.of(record, review(record, limit=PATIENT)).annotated()
    assert format_record(record) == before, "the record itself stays as it was"
    assert parse_record(format_record(twin)) == twin
    assert twin.main_line() == record.main_line()
    nodes: list[State] = [node.state for node in twin.root.line()]
    assert len(nodes) == 3
    second = twin.root.children[0].children[0]
    assert second.comment == "hm; blunder: from draw to loss in 6; better a3"
    assert len(twin.root.children[0].children) == 2, "the better move is a branch"


def test_an_earlier_row_tells_the_next_one_what_it_proves() -> None:
    """As where a book knows a position, and nobody can solve the moves after it in time."""
    state = load_game("connect_four").initial_state()
    states = [state]
    for action in (3, 3, 3):
        states.append(states[-1].play(action))

    def row(number: int, before: Value, after: Value, others: dict[int, Value]) -> ReviewedMove:
        values = {**others, 3: after}
        best = max(values, key=lambda action: values[action].score)
        proven = before if before.settled and before.result is Result.WIN else None
        move = ReviewedMove(number, states[number], 3, values, (best,), (), proven)
        assert move.before == before
        return move

    rows = agreed(
        [
            row(2, about(0.5), about(0.5), {2: about(0.4)}),
            row(1, about(0.6), about(0.46), {2: about(0.6)}),
            row(0, win(41), loss(34), {2: win(41)}),
        ]
    )
    assert [move.number for move in rows] == [0, 1, 2]
    words = "inaccuracy: from about 60 % to about 46 % (estimated); perhaps better 3"
    words += "; win in 33 is proven, but not by which move"
    assert rows[1].words == words, (
        "an estimate beside a proof; and who says that it is 3 that wins?"
    )
    assert rows[1].best_value == about(0.6)
    assert rows[2].words == "best: about 50 %", "nothing is proven of what follows an estimate"

    rows = agreed([row(1, about(0.6), about(0.6), {}), row(0, win(41), loss(34), {2: win(41)})])
    words = "fine: about 60 % (estimated); win in 33 is proven, but not by which move"
    assert (rows[1].words, rows[1].loss) == (words, 0.0)
    rows = agreed([row(1, about(0.6), about(0.6), {}), row(0, win(41), win(41), {})])
    assert rows[1].after.words == "loss", "every move of a lost position loses"
    rows = agreed(
        [row(1, about(0.6), about(0.6), {}), row(0, DRAW, DRAW, dict.fromkeys(range(7), DRAW))]
    )
    assert rows[1].after.brief == "at most a draw"


def test_the_length_of_a_loss_is_not_told_of_a_move_that_loses_sooner() -> None:
    """The row before knows that the position can be held for six plies, and not by which move."""
    record = Record(load_game("connect_four(3,4,3)"))
    record.push_moves("242143112")
    rows = agreed(review(record, Judge(seed=1), Limit(nodes=100, seconds=0.1)))
    told = [(row.before.words, row.best_value.words, row.words) for row in rows if row.number == 5]
    words = "fine: loss in 2; loss in 6 is proven, but not by which move"
    assert told == [("loss in 6 plies", "loss in 2 plies", words)]


@pytest.mark.parametrize("spec", ["tic_tac_toe", "connect_four(4,4)"])
def test_every_score_of_a_review_is_a_chance(spec: str) -> None:
    chances = {"win": 1.0, "draw": 0.5, "loss": 0.0}
    game = load_game(spec)
    record = Record(game)
    for state in random_game(record.root.state, Random(3)):
        if state.last is not None:
            record.push(state.last)
    rows = list(review(record, limit=PATIENT))
    for move in rows:
        for value in (move.before, move.after, *move.values.values()):
            assert value.kind is not Kind.PROVEN or value.score == chances[str(value.result)]


@pytest.mark.parametrize(
    ("spec", "moves"),
    [
        ("connect_four(7,8,4)", "4455362"),
        ("nine_board", "551599"),
        ("mnk(9,9,7)", "e5d4e6e4f4"),
        ("gomoku(9,9)", "e5d4e6e4f4"),
        ("gomoku(9,9,caro)", "e5d4e6e4f4"),
        ("pop_out", "4455p4"),
    ],
)
def test_a_review_says_the_same_on_a_fast_and_on_a_slow_machine(
    spec: str, moves: str, thorough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second time a clock runs in which everything takes for ever."""
    record = Record(load_game(spec))
    record.push_moves(moves)
    looked_at = None if thorough else 3  # the last moves; those before are judged alike

    def reviewed() -> list[ReviewedMoveData]:
        moves = review(record, limit=Limit(seconds=0.02))
        return [move.as_dict() for move in itertools.islice(moves, looked_at)]

    found = reviewed()
    ticks = itertools.count(step=100)
    for module in [module for name, module in sys.modules.items() if name.startswith("inarow.")]:
        for clock in ("perf_counter", "monotonic", "process_time"):
            if hasattr(module, clock):
                monkeypatch.setattr(module, clock, lambda: float(next(ticks)))
    assert reviewed() == found


@pytest.mark.parametrize(
    ("spec", "moves"), [("connect_four", "4423341535"), ("nine_board", "551599")]
)
def test_a_review_says_the_same_whoever_interrupts_it_and_whatever_else_runs(
    spec: str, moves: str, thorough: bool
) -> None:
    record = Record(load_game(spec))
    record.push_moves(moves if thorough else moves[:4])

    def reviewed(limit: Limit) -> list[ReviewedMoveData]:
        return [move.as_dict() for move in review(record, limit=limit)]

    alone = reviewed(Limit(seconds=0.01))
    over = Event()
    busy = [Thread(target=_spin, args=(over,)) for _ in range(3 if thorough else 1)]
    for thread in busy:
        thread.start()
    try:
        assert reviewed(Limit(seconds=0.01)) == alone
    finally:
        over.set()
        for thread in busy:
            thread.join()
    for enough in (1, 3) if thorough else (1,):  # somebody has seen enough, and asks again later
        part = itertools.islice(review(record, limit=Limit(seconds=0.01)), enough)
        assert [move.as_dict() for move in part] == alone[:enough]
    assert reviewed(Limit(seconds=0.01)) == alone


def _spin(over: Event) -> None:
    while not over.is_set():
        sum(range(1000))


def test_a_mark_is_not_given_by_a_proof_beside_an_estimate() -> None:
    """Proof with proof: what was not settled in time is judged again, with more work."""
    state = load_game("connect_four").initial_state()
    child = state.play(3)
    row = ReviewedMove(0, state, 0, {0: loss(20), 3: about(0.6)}, (3,), (), searched=about(0.58))
    assert (row.grade, row.is_mixed) == (Grade.FINE, False), "one search found both nearly equal"
    row = ReviewedMove(0, state, 0, {0: loss(20), 3: about(0.6)}, (3,), (), searched=about(0.4))
    words = "mistake: from about 60 % to about 40 % (estimated); better 4"
    assert row.words == f"{words}; loss in 20 is proven of 1"
    row = ReviewedMove(1, child, 0, {0: about(0.3), 3: win(9)}, (3,), ())
    assert row.is_mixed
    record = Record(load_game("connect_four"))
    record.push_moves("4423341535")
    rows = list(review(record, limit=Limit(nodes=20)))
    marked = [row for row in rows if row.grade in MARKED]
    assert marked
    assert all(not row.is_mixed for row in marked)
