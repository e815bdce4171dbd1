"""One game between two players: seats, dice, clocks, seeds, and what a failing player loses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import pytest

from inarow.agents.random_player import RandomPlayer
from inarow.errors import BadOption, NotSupported
from inarow.games.base import Game, Outcome, Reason, State
from inarow.games.dice import roll
from inarow.games.notation import play_moves
from inarow.games.record import Record
from inarow.games.record_text import format_record, parse_record
from inarow.live.clock import Clock
from inarow.live.game import LiveGame, Side, Turn
from inarow.live.match import ask, let_move, play_match
from inarow.registry import games, load_game
from inarow.search.agent import PlayerFailed
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit

BOARD_REASONS = {Reason.LINE, Reason.FULL, Reason.SENT_TO_FULL}


@dataclass
class Stub:
    """A player that answers with whatever a function gives, and remembers what it was asked."""

    answer: Callable[[State], Any] = field(default=lambda state: state.legal_actions()[0])
    name: str = "stub"
    plays: bool = True
    asked: list[State] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)

    def supports(self, game: Game) -> bool:
        return self.plays

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        self.asked.append(state)
        self.limits.append(limit)
        return Decision(self.answer(state))


class Odd:
    """Something that is no number and says so loudly whenever it is used as one."""

    def _refuse(self, *_: object) -> bool:
        raise RuntimeError("I am no number")

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __index__ = _refuse
    __hash__ = None  # type: ignore[assignment]


class Mute(Exception):
    """An error that cannot even be printed."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def raising(error: BaseException) -> Callable[[State], int]:
    def answer(_: State) -> int:
        raise error

    return answer


class Timer:
    """A clock on the wall that moves only when somebody takes his time."""

    def __init__(self) -> None:
        self.now = 0.0

    def slow(self, seconds: float) -> Callable[[State], int]:
        """Answers that take some time each."""

        def answer(state: State) -> int:
            self.now += seconds
            return state.legal_actions()[0]

        return answer


@pytest.fixture
def timer(monkeypatch: pytest.MonkeyPatch) -> Timer:
    """The time that matches see."""
    timer = Timer()
    monkeypatch.setattr("inarow.live.clock.perf_counter", lambda: timer.now)
    return timer


@pytest.fixture
def tic_tac_toe() -> Game:
    return load_game("tic_tac_toe")


# Seats and records


def test_the_first_agent_moves_first_and_both_take_turns(tic_tac_toe: Game) -> None:
    first, second = Stub(name="Ada"), Stub(name="Bob")
    record = play_match(tic_tac_toe, (first, second))
    assert record.moves == "a3b3c3a2b2c2a1"
    assert {state.player for state in first.asked} == {0}
    assert {state.player for state in second.asked} == {1}
    assert (len(first.asked), len(second.asked)) == (4, 3)
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (0, Reason.LINE)
    assert record.tags == {"First": "Ada", "Second": "Bob"}


def test_one_agent_may_sit_in_both_seats(tic_tac_toe: Game) -> None:
    both = Stub()
    play_match(tic_tac_toe, (both, both))
    assert [state.player for state in both.asked] == [0, 1, 0, 1, 0, 1, 0]


@pytest.mark.req("X.5")
@pytest.mark.parametrize("spec", list(games()))
def test_the_same_seeds_give_the_same_game(spec: str) -> None:
    game = load_game(spec)

    def moves(first: int, second: int, dice: int) -> str:
        players = RandomPlayer(seed=first), RandomPlayer(seed=second)
        record = play_match(game, players, seed=dice)
        assert record.outcome is not None
        assert record.outcome.reason in BOARD_REASONS
        return record.moves

    game_one = moves(1, 2, 3)
    assert moves(1, 2, 3) == game_one
    assert len({moves(seed, seed + 50, seed) for seed in range(10)}) > 1


def test_a_game_goes_on_from_the_cursor_of_a_record(tic_tac_toe: Game) -> None:
    record = Record(tic_tac_toe, tags={"Event": "club"})
    record.push_moves("b2c1")
    first, second = Stub(), Stub()
    again = play_match(tic_tac_toe, (first, second), record=record)
    assert again is record
    assert record.moves.startswith("b2c1a3")
    assert record.tags == {"Event": "club"}
    assert first.asked[0].ply == 2


def test_a_finished_record_is_left_alone(tic_tac_toe: Game) -> None:
    record = Record(tic_tac_toe)
    record.push_moves("a3a2b3b2c3")
    players = Stub(), Stub()
    assert play_match(tic_tac_toe, players, record=record).moves == "a3a2b3b2c3"
    assert players[0].asked == players[1].asked == []


def test_every_turn_is_reported_with_its_decision(tic_tac_toe: Game) -> None:
    turns: list[Turn] = []
    record = play_match(tic_tac_toe, (Stub(), Stub()), on_turn=turns.append)
    assert [turn.action for turn in turns] == record.actions
    assert [turn.state.ply for turn in turns] == list(range(7))
    assert all(turn.decision == Decision(turn.action) for turn in turns)
    assert all(turn.seconds >= 0 for turn in turns)


def test_a_player_that_cannot_play_the_game_is_not_seated(tic_tac_toe: Game) -> None:
    able, unable = Stub(), Stub(name="chess engine", plays=False)
    for players in ((able, unable), (unable, able)):
        with pytest.raises(NotSupported, match="chess engine cannot play mnk"):
            play_match(tic_tac_toe, players)
    assert able.asked == []


def test_the_limit_reaches_both_players(tic_tac_toe: Game) -> None:
    first, second = Stub(), Stub()
    limit = Limit(seconds=2.0, nodes=10)
    play_match(tic_tac_toe, (first, second), limit=limit)
    assert set(map(repr, first.limits + second.limits)) == {repr(limit)}
    play_match(tic_tac_toe, (first, second))
    assert first.limits[-1] == Limit()


# Dice


@pytest.mark.req("S0.35", "S0.36")
def test_dice_place_the_random_and_the_forced_stone() -> None:
    game = load_game("random_drop(rows=4,cols=4,k=4)")
    dice = game.parse("?")
    caller = Stub(lambda state: dice)
    other = Stub()
    turns: list[Turn] = []
    play_match(game, (caller, other), seed=1, on_turn=turns.append)
    assert other.asked == []  # every stone of the other player is forced
    assert [turn.state.note for turn in turns[:6]] == ["", "random", "forced"] * 2
    assert [turn.state.player for turn in turns[:6]] == [0, 0, 1] * 2
    for turn in turns:
        assert (turn.decision is None) == bool(turn.state.chance())


@pytest.mark.req("S2.2")
def test_dice_place_the_first_stone_of_nine_boards() -> None:
    first, second = Stub(), Stub()
    starts = Counter(
        tuple(play_match(load_game("nine_board"), (first, second), seed=seed).actions[:2])
        for seed in range(200)
    )
    assert len(starts) > 60
    assert all(state.ply > 0 for state in first.asked + second.asked)


@pytest.mark.parametrize(
    ("spec", "moves"), [("nine_board", ""), ("random_drop", "?"), ("random_drop", "111111?")]
)
def test_players_are_never_asked_at_a_chance_node(spec: str, moves: str) -> None:
    state = play_moves(load_game(spec).initial_state(), moves)
    assert state.chance()
    first, second = Stub(), Stub()
    play_match(state.game, (first, second), seed=1, record=Record(state.game, state))
    assert not any(asked.chance() for asked in first.asked + second.asked)


@pytest.mark.req("S0.37")
@pytest.mark.parametrize("moves", ["?", "111111?"])
def test_dice_are_fair(moves: str) -> None:
    state = play_moves(load_game("random_drop").initial_state(), moves)
    open_columns = [action for action, _ in state.chance()]
    draws, share = 20_000, 1 / len(open_columns)
    rng = Random(1)
    counts = Counter(roll(state, rng) for _ in range(draws))
    assert set(counts) == set(open_columns)
    margin = 5 * sqrt(draws * share * (1 - share))
    assert all(abs(count - draws * share) < margin for count in counts.values())


@pytest.mark.parametrize("drawn", [0.0, 1 - 2**-53])
def test_dice_always_fall(drawn: float) -> None:
    class Fixed(Random):
        def random(self) -> float:
            return drawn

    for cols in range(1, 30):
        state = load_game(f"random_drop(cols={cols})").initial_state().play(cols)
        assert roll(state, Fixed()) == (cols - 1 if drawn else 0)


@pytest.mark.req("X.5")
def test_the_seed_of_the_match_rolls_the_dice() -> None:
    game = load_game("nine_board")

    def start(seed: int | None) -> list[int]:
        return play_match(game, (Stub(), Stub()), seed=seed).actions[:2]

    assert start(5) == start(5)
    assert len({tuple(start(seed)) for seed in range(20)}) > 5


# Failing players


@pytest.mark.parametrize(
    "action",
    [-1, 99, 10**30, None, "4", 1.5, 7.0, float("nan"), [1], Odd()],
    ids=lambda action: type(action).__name__ if isinstance(action, Odd) else repr(action),
)
def test_an_illegal_move_loses(action: object) -> None:
    games = ("tic_tac_toe", "connect_four", "random_drop", "nine_board")
    for spec, seat in product((*games, "nine_board(first_move=free)"), (0, 1)):
        bad, good = Stub(lambda state: action, "bad"), Stub()
        players = (bad, good) if seat == 0 else (good, bad)
        record = play_match(load_game(spec), players, seed=1)
        assert record.outcome == Outcome(1 - seat, Reason.ILLEGAL), spec
        assert record.state.player == seat, spec
        assert record.current.comment.startswith("bad played "), spec
        assert "\n" not in record.current.comment, spec


@pytest.mark.req("S0.16")
def test_a_taken_cell_is_an_illegal_move(tic_tac_toe: Game) -> None:
    record = play_match(tic_tac_toe, (Stub(lambda state: 4), Stub(lambda state: 4, "copycat")))
    assert record.moves == "b2"
    assert record.outcome == Outcome(0, Reason.ILLEGAL)
    assert record.current.comment == "copycat played 4: b2 is taken"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("no\n  idea"), "bad failed: ValueError: no idea"),
        (ZeroDivisionError(), "bad failed: ZeroDivisionError"),
        (RecursionError("deep"), "bad failed: RecursionError: deep"),
        (StopIteration(), "bad failed: StopIteration"),
        (EOFError(), "bad failed: EOFError"),
        (SystemExit(3), "bad failed: SystemExit"),
        (Mute(), "bad failed: Mute"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_crash_loses(tic_tac_toe: Game, error: BaseException, words: str, seat: int) -> None:
    bad, good = Stub(raising(error), "bad"), Stub()
    players = (bad, good) if seat == 0 else (good, bad)
    record = play_match(tic_tac_toe, players)
    assert record.outcome == Outcome(1 - seat, Reason.CRASH)
    assert len(record.actions) == seat
    assert record.current.comment.startswith(words)


def test_a_player_without_memory_loses_for_that_reason(tic_tac_toe: Game) -> None:
    record = play_match(tic_tac_toe, (Stub(raising(MemoryError()), "hungry"), Stub()))
    assert record.outcome == Outcome(1, Reason.MEMORY)
    assert record.current.comment == "hungry ran out of memory"


def test_a_player_may_say_why_it_loses(tic_tac_toe: Game) -> None:
    failure = PlayerFailed(Reason.HANG, "no answer")
    record = play_match(tic_tac_toe, (Stub(), Stub(raising(failure), "mute")))
    assert record.outcome == Outcome(0, Reason.HANG)
    assert record.current.comment == "mute: no answer"
    assert parse_record(format_record(record)) == record


def test_each_seat_may_have_a_limit_of_its_own(tic_tac_toe: Game) -> None:
    first, second = Stub(), Stub()
    play_match(tic_tac_toe, (first, second), limit=(Limit(nodes=1), Limit(nodes=2)))
    assert {limit.nodes for limit in first.limits} == {1}
    assert {limit.nodes for limit in second.limits} == {2}


def test_a_limit_may_be_written_as_a_text(tic_tac_toe: Game) -> None:
    first, second = Stub(), Stub()
    play_match(tic_tac_toe, (first, second), limit="3 nodes")
    assert {limit.nodes for limit in first.limits + second.limits} == {3}
    play_match(tic_tac_toe, (first, second), limit=("4 nodes", None))
    assert (first.limits[-1].nodes, second.limits[-1]) == (4, NO_LIMIT)
    with pytest.raises(BadOption, match="'soon' is not a limit"):
        play_match(tic_tac_toe, (first, second), limit="soon")


def test_a_judge_may_end_a_game(tic_tac_toe: Game) -> None:
    def judge(state: State) -> Outcome | None:
        return Outcome(None, Reason.ADJUDICATED) if state.ply == 3 else None

    record = play_match(tic_tac_toe, (Stub(), Stub()), adjudicate=judge)
    assert (len(record.actions), record.outcome) == (3, Outcome(None, Reason.ADJUDICATED))


def test_an_answer_that_is_no_decision_is_a_crash(tic_tac_toe: Game) -> None:
    class Silent(Stub):
        def choose(
            self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
        ) -> Any:
            return None

    record = play_match(tic_tac_toe, (Silent(), Stub()))
    assert record.outcome == Outcome(1, Reason.CRASH)


def test_a_person_who_interrupts_stops_the_match(tic_tac_toe: Game) -> None:
    with pytest.raises(KeyboardInterrupt):
        play_match(tic_tac_toe, (Stub(raising(KeyboardInterrupt())), Stub()))


@pytest.mark.parametrize("answer", [lambda state: 99, raising(ValueError("oops"))])
def test_a_lost_game_can_be_saved_with_its_reason(
    tic_tac_toe: Game, answer: Callable[[State], int]
) -> None:
    record = play_match(tic_tac_toe, (Stub(), Stub(answer)))
    again = parse_record(format_record(record))
    assert again == record
    assert again.outcome == record.outcome
    assert again.current.comment


@pytest.mark.req("X.6")
def test_a_player_cannot_change_the_board_of_the_match(tic_tac_toe: Game) -> None:
    def greedy(state: State) -> int:
        for name in ("player", "ply", "last", "outcome"):
            with pytest.raises(AttributeError):
                setattr(state, name, None)
        for action in state.legal_actions():
            state.play(action)
        return state.legal_actions()[0]

    record = play_match(tic_tac_toe, (Stub(greedy), Stub(greedy)))
    assert record.moves == "a3b3c3a2b2c2a1"


# Clocks


def test_a_clock_gives_no_more_than_it_holds() -> None:
    assert Clock(bank=30, increment=2).limit(Limit()).seconds == 32
    assert Clock(bank=30).limit(Limit(seconds=2.0, nodes=5)) == Limit(seconds=2.0, nodes=5)
    assert Clock(bank=1).limit(Limit(seconds=2.0)).seconds == 1
    empty = Clock(bank=-0.05).limit(Limit()).seconds
    assert empty is not None
    assert 0 < empty < 0.01


def test_a_clock_counts_down_and_adds_the_increment() -> None:
    clock = Clock(bank=1, increment=2)
    assert clock.spend(2.5)
    assert clock.bank == pytest.approx(0.5)
    assert clock.spend(2.5)
    assert clock.bank == pytest.approx(0.0)
    assert clock.spend(2.05)  # a little late: the machine may have been busy
    assert not clock.spend(2.5)


def test_a_time_out_loses(tic_tac_toe: Game, timer: Timer) -> None:
    quick, slow = Stub(), Stub(timer.slow(0.3), "slow")
    clocks = Clock(bank=60), Clock(bank=0.1)
    record = play_match(tic_tac_toe, (quick, slow), clocks=clocks)
    assert record.outcome == Outcome(0, Reason.TIME)
    assert record.moves == "a3"  # the late move does not count
    assert record.current.comment == "slow took 0.30 s: time is up"
    assert parse_record(format_record(record)).outcome == record.outcome


def test_time_is_lost_over_several_moves(tic_tac_toe: Game, timer: Timer) -> None:
    slow = Stub(timer.slow(2), "slow")
    record = play_match(tic_tac_toe, (slow, Stub()), clocks=(Clock(bank=5), Clock(bank=5)))
    assert record.outcome == Outcome(1, Reason.TIME)
    assert record.moves == "a3b3c3a2"  # the third move came after 6 seconds
    assert [limit.seconds for limit in slow.limits] == [5, 3, 1]


def test_an_increment_saves_the_game(tic_tac_toe: Game, timer: Timer) -> None:
    clocks = Clock(bank=5, increment=1), Clock(bank=5)
    record = play_match(tic_tac_toe, (Stub(timer.slow(2)), Stub()), clocks=clocks)
    assert record.outcome is not None
    assert record.outcome.reason is Reason.LINE
    assert clocks == (Clock(bank=1, increment=1), Clock(bank=5))


def test_without_clocks_nobody_is_too_slow(tic_tac_toe: Game, timer: Timer) -> None:
    players = Stub(timer.slow(1000)), Stub()
    record = play_match(tic_tac_toe, players, limit=Limit(seconds=0.001))
    assert record.outcome is not None
    assert record.outcome.reason is Reason.LINE


def test_the_time_of_a_move_is_reported(tic_tac_toe: Game, timer: Timer) -> None:
    turns: list[Turn] = []
    play_match(tic_tac_toe, (Stub(timer.slow(2)), Stub()), on_turn=turns.append)
    assert [turn.seconds for turn in turns] == [2, 0, 2, 0, 2, 0, 2]


# Asking one player


def test_asking_gives_the_turn_or_the_reason_of_the_loss(tic_tac_toe: Game) -> None:
    game = LiveGame(Record(tic_tac_toe), (Side("good"), Side("bad")))
    start = game.state
    turn = let_move(Stub(), game, Limit())
    assert turn is not None
    assert (turn.state, turn.action, game.outcome) == (start, 0, None)
    assert let_move(Stub(lambda _: 9, "bad"), game, Limit()) is None
    assert game.outcome == Outcome(0, Reason.ILLEGAL)
    why = "bad played 9: there is no action 9: they go from 0 to 8"
    assert game.record.current.comment == why


def test_a_player_that_gives_no_answer_has_failed(tic_tac_toe: Game) -> None:
    with pytest.raises(PlayerFailed, match="bad failed: ValueError: oops") as failure:
        ask(Stub(raising(ValueError("oops")), "bad"), tic_tac_toe.initial_state(), Limit())
    assert failure.value.reason is Reason.CRASH


def test_a_move_is_played_once(tic_tac_toe: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    kind = type(tic_tac_toe.initial_state())
    play = kind.play

    def count(state: Any, action: int) -> State:
        played.append(action)
        return play(state, action)

    monkeypatch.setattr(kind, "play", count)
    assert play_match(tic_tac_toe, (Stub(), Stub())).actions == played


def test_what_a_player_calls_itself_and_says_is_stored_clean(tic_tac_toe: Game) -> None:
    nasty = "\x1b[31mBob\udcff\n" + "x" * 2000
    record = play_match(tic_tac_toe, (Stub(name="Ada"), Stub(raising(RuntimeError(nasty)), nasty)))
    assert record.outcome == Outcome(0, Reason.CRASH)
    again = parse_record(format_record(record))
    assert again == record
    for text in (record.tags["Second"], record.current.comment):
        assert text.isprintable()
        assert len(text) <= 1000
        assert "Bob\ufffd x" in text
