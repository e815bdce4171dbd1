"""What a player of ours answers to a nine-board server, and what it does when one of them errs."""

from __future__ import annotations

from typing import Any

import pytest

from adapters.nine_board_table import scripted
from inarow.adapters.nine_board_client import Session
from inarow.adapters.nine_board_protocol import (
    Cause,
    ProtocolError,
    format_answer,
    game_over,
    parse_message,
)
from inarow.agents.human import Human
from inarow.agents.random_player import RandomPlayer
from inarow.errors import NotSupported
from inarow.games.base import Game, Reason, State
from inarow.games.nine_board import NineBoard
from inarow.search.agent import PlayerFailed
from inarow.search.decision import Decision, OnInfo, Result
from inarow.search.limit import NO_LIMIT, Limit

X_SIDE = "init. start(x). third_move(6,1,6). next_move(6). win(triple). end."
O_SIDE = "init. start(o). second_move(6,1). next_move(9). last_move(5). loss(triple). end."
DRAW = "45744249475484146434"  # board 4, then the cells; X makes the last move


def hear(session: Session, text: str) -> str:
    """Tell a session messages; its answers as one string."""
    answers = [session.receive(parse_message(word)) for word in text.split()]
    return "".join(format_answer(answer) for answer in answers if answer is not None)


# The dialogue


@pytest.mark.req("S2.5")
def test_sample_dialogue_as_o() -> None:
    session = Session(scripted("66"))
    assert hear(session, O_SIDE) == "66"
    assert session.side == 1
    assert session.results == [game_over(Result.LOSS, Cause.TRIPLE)]
    assert session.ended


@pytest.mark.req("S2.5")
def test_sample_dialogue_as_x() -> None:
    session = Session(scripted("95"))
    assert hear(session, X_SIDE) == "95"
    assert session.side == 0
    assert session.results == [game_over(Result.WIN, Cause.TRIPLE)]


@pytest.mark.req("S2.1", "S2.2", "S2.5")
def test_the_agent_sees_the_exact_position() -> None:
    seen: list[State] = []

    def ask(state: State) -> int:
        seen.append(state)
        return 5

    hear(Session(Human(ask=ask)), "start(o). second_move(6,1). next_move(9).")
    first, second = seen
    assert (first.note, first.ply, first.player) == ("1", 1, 1)
    assert first.board()[3][6] == 0  # cell 1 of board 6
    assert (second.note, second.ply, second.player) == ("9", 3, 1)
    assert second.board()[1][2] == 1  # cell 6 of board 1
    assert second.board()[5][8] == 0  # cell 9 of board 6


@pytest.mark.req("S2.5")
@pytest.mark.parametrize("side", [0, 1])
def test_a_random_player_answers_legally_to_the_end(side: int) -> None:
    session, other = Session(RandomPlayer(seed=7)), RandomPlayer(seed=5)
    hear(session, f"init. start({'xo'[side]}).")
    state, moves = NineBoard().initial_state().play(5).play(0), [6, 1]
    while state.outcome is None:
        if state.player == side:
            name = {2: "second_move", 3: "third_move"}.get(len(moves), "next_move")
            told = moves if len(moves) < 4 else moves[-1:]
            action = int(hear(session, f"{name}({','.join(map(str, told))}).")) - 1
        else:
            action = other.choose(state, Limit()).action
        state = state.play(action)  # raises if the answer is illegal
        moves.append(action + 1)
    assert len(moves) > 5


@pytest.mark.req("S2.3", "S2.5")
def test_a_draw_as_either_side() -> None:
    board, stones = DRAW[0], DRAW[1:]
    o_moves, x_moves = stones[1::2], stones[2::2]
    asks_o = [f"next_move({cell})." for cell in x_moves[:-1]]
    o_side = ["start(o).", f"second_move({board},{stones[0]}).", *asks_o]
    o_side += [f"last_move({x_moves[-1]}).", "draw(full_board).", "end."]
    session = Session(scripted(o_moves))
    assert hear(session, " ".join(o_side)) == o_moves
    assert session.results == [game_over(Result.DRAW, Cause.FULL_BOARD)]
    assert session.ended

    asks_x = [f"next_move({cell})." for cell in o_moves[1:]]
    x_side = ["start(x).", f"third_move({board},{stones[0]},{o_moves[0]}).", *asks_x]
    x_side += ["draw(full_board).", "end."]
    session = Session(scripted(x_moves))
    assert hear(session, " ".join(x_side)) == x_moves
    assert session.ended


@pytest.mark.req("S2.5")
def test_a_series_with_all_kinds_of_ends() -> None:
    session = Session(scripted("6" * 6))
    early = "start(o). second_move(6,1)."
    ends = ["win(illegal_move).", "win(timeout).", "loss(timeout).", "win(disconnect)."]
    assert hear(session, "init. " + " ".join(f"{early} {end}" for end in ends)) == "6666"
    assert hear(session, O_SIDE.removeprefix("init.")) == "66"
    assert len(session.results) == 5


# Servers that err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("second_move(6,1).", "no game was on"),
        ("init. next_move(5).", "no game was on"),
        ("start(x). second_move(6,1).", "wrong time"),
        ("start(o). third_move(6,1,6).", "wrong time"),
        ("start(o). next_move(5).", "wrong time"),
        ("start(x). last_move(5).", "wrong time"),
        ("start(o). second_move(6,1). second_move(6,1).", "wrong time"),
        ("start(o). second_move(6,1). third_move(6,1,6).", "wrong time"),
        ("start(x). third_move(6,6,6).", "cell 6 of board 6 is taken"),
        ("start(o). second_move(6,1). next_move(1).", "cell 1 of board 6 is taken"),
        ("start(o). second_move(6,1). next_move(9). next_move(5).", "game is over"),
        ("start(o). second_move(6,1). next_move(9). last_move(5). next_move(5).", "wrong time"),
        ("win(triple).", "no game was on"),
        ("start(o). second_move(6,1). win(timeout). next_move(9).", "no game was on"),
    ],
)
def test_messages_that_cannot_be(text: str, problem: str) -> None:
    with pytest.raises(ProtocolError, match=problem):
        hear(Session(scripted("6666")), text)


# Agents that err


def test_an_agent_with_an_illegal_move() -> None:
    session = Session(scripted("1"))
    with pytest.raises(PlayerFailed, match="scripted played 0: cell 1 of board 1 is taken") as info:
        hear(session, "start(o). second_move(1,1).")
    assert info.value.reason is Reason.ILLEGAL


@pytest.mark.parametrize("action", [-1, 9, 4.0, "5", None])
def test_an_agent_with_something_else_than_a_cell(action: Any) -> None:
    session = Session(Human(ask=lambda state: action))
    with pytest.raises(PlayerFailed, match="human played") as info:
        hear(session, "start(o). second_move(1,1).")
    assert info.value.reason is Reason.ILLEGAL


@pytest.mark.parametrize("error", [ZeroDivisionError("one\ntwo"), SystemExit("one two")])
def test_an_agent_that_fails(error: BaseException) -> None:
    def ask(state: State) -> int:
        raise error

    with pytest.raises(PlayerFailed, match=f"human failed: {type(error).__name__}: one two"):
        hear(Session(Human(ask=ask)), "start(o). second_move(1,1).")


def test_an_agent_for_other_games() -> None:
    class Stranger:
        name = "stranger"

        def supports(self, game: Game) -> bool:
            return False

        def choose(
            self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
        ) -> Decision:
            raise AssertionError

    with pytest.raises(NotSupported):
        Session(Stranger())


def test_the_default_limit_suits_the_course() -> None:
    assert Session(RandomPlayer()).limit.seconds == 2.0
