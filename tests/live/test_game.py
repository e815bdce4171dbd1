"""The one running game: turns, dice, people, clocks, back and forth, ends off the board."""

from __future__ import annotations

from random import Random

import pytest

from inarow.errors import IllegalMove
from inarow.games.base import Outcome, Reason, State
from inarow.games.record import Record
from inarow.live.clock import Clock
from inarow.live.game import LiveGame, Mover, Side
from inarow.registry import load_game
from inarow.search.decision import Decision


def new_game(spec: str = "tic_tac_toe", **clocks: Clock) -> LiveGame:
    """Ada, a person, against Bot."""
    sides = Side("Ada", person=True), Side("Bot")
    for side in sides:
        side.clock = clocks.get(side.name, side.clock)
    return LiveGame(Record(load_game(spec)), sides, Random(1))


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time on the wall, in one item."""
    wall = [0.0]
    monkeypatch.setattr("inarow.live.clock.perf_counter", lambda: wall[0])
    return wall


def test_it_says_who_moves_next() -> None:
    game = new_game("nine_board")
    movers = []
    while game.state.ply < 3:
        movers.append(game.mover)
        if game.mover is Mover.DICE:
            game.roll()
        else:
            game.play(game.state.legal_actions()[0])
    assert movers == [Mover.DICE, Mover.DICE, Mover.PLAYER, Mover.PERSON]
    assert game.people == (0,)
    game.resign(0)
    assert (game.mover, game.outcome) == (Mover.NOBODY, Outcome(1, Reason.RESIGNED))


def test_an_illegal_move_of_a_person_changes_nothing(now: list[float]) -> None:
    game = new_game(Ada=Clock(10))
    game.side.clock.start()
    now[0] = 3.0
    for action in (9, -1):
        with pytest.raises(IllegalMove):
            game.play(action)
    assert (game.record.actions, game.side.clock.left) == ([], 7)
    assert game.play(4).seconds == 3
    assert (game.sides[0].clock.bank, game.sides[0].clock.running) == (7, False)


def test_taking_back_goes_over_dice_and_machines_to_a_person() -> None:
    game = new_game("random_drop")
    dice = game.record.game.parse("?")
    game.play(dice)
    moves = [game.record.moves]
    game.roll()  # the random stone of Ada
    game.roll()  # and the forced one of Bot
    moves.append(game.record.moves)
    assert game.mover is Mover.PERSON
    assert game.take_back()
    assert game.record.moves == ""
    assert not game.take_back()
    assert game.redo()
    assert game.record.moves == moves[1]
    assert not game.redo()


def test_where_no_person_plays_any_decision_is_taken_back() -> None:
    game = LiveGame(Record(load_game("tic_tac_toe")), (Side("A"), Side("B")))
    for action in (0, 1):
        assert game.answer(Decision(action), 0.0) is not None
    assert game.take_back()
    assert game.record.actions == [0]


def test_an_end_off_the_board_is_taken_back_too() -> None:
    game = new_game()
    game.play(0)
    game.lose(Reason.CRASH, "Bot failed")
    assert game.outcome == Outcome(0, Reason.CRASH)
    assert game.record.current.comment == "Bot failed"
    assert game.take_back()
    assert str(game.mover) == "human"  # the game goes on


def test_the_player_who_moved_may_lose_afterwards() -> None:
    game = new_game()
    game.play(0)
    game.lose(Reason.TIME, "too late", seat=0)
    assert game.outcome == Outcome(1, Reason.TIME)


def test_an_adjudicator_ends_the_game_after_any_move() -> None:
    def third(state: State) -> Outcome | None:
        return Outcome(None, Reason.ADJUDICATED) if state.ply == 2 else None

    game = new_game()
    game.adjudicate = third
    game.play(0)
    assert game.outcome is None
    game.answer(Decision(1), 0.0)
    assert game.outcome == Outcome(None, Reason.ADJUDICATED)


def test_a_late_answer_is_not_played() -> None:
    game = new_game(Bot=Clock(1))
    game.play(0)
    assert game.answer(Decision(1), 1.05) is not None  # a little late: the machine may be busy
    game.play(2)
    assert game.answer(Decision(3), 1.05) is None
    assert (game.record.actions, game.outcome) == ([0, 1, 2], Outcome(0, Reason.TIME))


# Clocks


def test_a_clock_runs_until_it_is_pressed_paused_or_stopped(now: list[float]) -> None:
    clock = Clock(bank=10, increment=2)
    assert (clock.left, clock.running) == (12, False)
    clock.start()
    now[0] = 3.0
    clock.start()  # it runs already
    assert (clock.used, clock.left, clock.running) == (3, 9, True)
    clock.pause()
    now[0] = 5.0
    assert (clock.used, clock.left, clock.running) == (0, 9, False)
    clock.start()
    now[0] = 6.0
    assert (clock.stop(), clock.left) == (1, 9)
    clock.start()
    now[0] = 10.0
    clock.press()
    assert (clock.bank, clock.left) == (5, 7)
    clock.press()  # it stands still already
    assert clock.bank == 5


def test_going_back_stops_the_clock(now: list[float]) -> None:
    game = new_game(Ada=Clock(10), Bot=Clock(10))
    game.play(0)
    game.side.clock.start()
    now[0] = 4.0
    assert game.take_back()
    assert [side.clock.running for side in game.sides] == [False, False]
    assert [side.clock.left for side in game.sides] == [10, 6]


def test_a_paused_game_costs_no_time(now: list[float]) -> None:
    game = new_game(Ada=Clock(10, 1), Bot=Clock(10, 1))
    game.start_clock()
    now[0] = 3.0
    game.pause(True)
    assert (game.side.clock.left, game.side.clock.running) == (8, False)
    game.start_clock()
    now[0] = 1000.0
    assert (game.side.clock.left, game.side.clock.running) == (8, False)
    assert game.play(4).seconds == 0, "a person may move while the game stands still"
    assert game.answer(Decision(0), seconds=99.0) is not None, "and so may a player, step by step"
    assert [side.clock.left for side in game.sides] == [8, 11]
    game.pause(False)
    game.start_clock()
    now[0] += 8.0
    assert game.side.clock.left == 0


def test_only_a_paused_machine_steps() -> None:
    game = new_game("nine_board")
    with pytest.raises(IllegalMove, match="only a paused game"):
        game.check_step()
    game.pause(True)
    game.check_step()  # the dice
    for _ in range(2):
        game.roll()
    assert game.mover is Mover.PLAYER
    game.check_step()
    game.answer(Decision(game.state.legal_actions()[0]), 0.0)
    with pytest.raises(IllegalMove, match="a person is to move"):
        game.check_step()
    game.resign(0)
    with pytest.raises(IllegalMove, match="only a paused game"):
        game.check_step()
