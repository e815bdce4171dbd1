"""The human player: asks until the answer is a legal move, by terminal or by any function."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inarow.agents.human import Human, ask_on_terminal
from inarow.errors import IllegalMove
from inarow.games.base import State
from inarow.games.notation import play_moves
from inarow.registry import games, load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.limit import Limit


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a person will type, first line first; an empty list is the end of the input."""
    lines: list[str] = []

    def read(prompt: str = "") -> str:
        print(prompt, end="")
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", read)
    return lines


def position(spec: str, moves: str = "") -> State:
    return play_moves(load_game(spec).initial_state(), moves)


@pytest.mark.req("S3.15", "S3.5", "S0.21")
def test_a_person_is_asked_until_the_move_is_legal(
    answers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    answers += ["0", "8", "a", "", "1", "4", "never read"]
    state = position("connect_four", "111111")
    assert load_agent("human").choose(state, Limit()).action == 3
    assert answers == ["never read"]
    said = capsys.readouterr().out
    assert said.count("X to move: ") == 6
    assert said.count("there is no column") == 2
    assert said.count("is not a column") == 2
    assert said.count("column 1 is full") == 1
    assert "O......" in said  # the board was shown


@pytest.mark.req("S4.10")
@pytest.mark.parametrize(
    ("spec", "moves", "wrong", "right", "action"),
    [
        ("tic_tac_toe", "b2", ["b2", "d3", "a0", "5", "x y"], "a3", 0),
        ("nine_board", "55", ["0", "10", "5", "-"], "9", 8),
        ("random_drop", "", ["8", "??", "zero"], "?", 7),
    ],
)
def test_every_game_is_asked_in_its_own_notation(
    answers: list[str], spec: str, moves: str, wrong: list[str], right: str, action: int
) -> None:
    answers += [*wrong, f"  {right} "]
    assert ask_on_terminal(position(spec, moves)) == action
    assert answers == []


def test_the_end_of_the_input_is_not_a_move(answers: list[str]) -> None:
    with pytest.raises(EOFError):
        Human().choose(position("tic_tac_toe"), Limit())


@pytest.mark.req("S3.15")
def test_any_function_can_be_the_person() -> None:
    def script() -> Iterator[int]:
        yield from (4, 0, 8)

    moves = script()
    person = Human(ask=lambda state: next(moves), name="Ada")
    state = position("tic_tac_toe")
    for expected in (4, 0, 8):
        decision = person.choose(state, Limit(seconds=1))
        assert (decision.action, decision.value) == (expected, None)
        state = state.play(decision.action)
    assert person.name == "Ada"


def test_a_person_plays_every_game() -> None:
    person = load_agent("human")
    assert isinstance(person, Agent)
    assert all(person.supports(load_game(name)) for name in games())


def test_nobody_is_asked_when_the_game_is_over() -> None:
    person = Human(ask=lambda state: pytest.fail("asked after the end"))
    with pytest.raises(IllegalMove, match="the game is over"):
        person.choose(position("tic_tac_toe", "a1a2b1b2c1"), Limit())
