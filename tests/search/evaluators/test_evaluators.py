"""What all evaluators share: names, options, honest support, any size, both views."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import any_game, choices, quick, walk
from inarow.errors import BadOption, NotSupported, UnknownName
from inarow.games.base import Game, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.options import options_of
from inarow.search.evaluators import EVALUATORS, Evaluator, evaluator
from inarow.search.evaluators.open_lines import OpenLines

LINE_GAMES = (ConnectFour(), RandomDrop(), Mnk(), NineBoard())


class Foreign:
    """A plug-in's game and its position, which follow the contract but share no code with ours."""

    name = "foreign"
    player = 0
    rules = None

    @property
    def game(self) -> Foreign:
        return self


def test_the_names() -> None:
    assert EVALUATORS == ("none", "window_cost", "open_chains", "weighted_chains", "open_lines")


@each("name", EVALUATORS)
def test_each_name_gives_an_evaluator_of_that_name(name: str) -> None:
    found = evaluator(name)
    assert isinstance(found, Evaluator)
    assert found.name == name
    assert found == evaluator(name.upper().replace("_", "-"))
    assert (type(found).__doc__ or "").strip()
    assert all(opt.help for opt in options_of(type(found)))


def test_a_name_may_carry_options() -> None:
    assert evaluator("open_lines(growth=5)") == OpenLines(5)
    with pytest.raises(BadOption, match="growth"):
        evaluator("open_lines(growth=-1)")
    with pytest.raises(BadOption, match="no option"):
        evaluator("window_cost(growth=1)")


def test_an_unknown_name_is_answered_with_a_suggestion() -> None:
    with pytest.raises(UnknownName, match="did you mean open_lines"):
        evaluator("open_line")


@each("name", EVALUATORS)
def test_support_is_honest(name: str) -> None:
    value = evaluator(name)
    for game in LINE_GAMES:
        expected = name != "window_cost" or not isinstance(game, NineBoard)
        assert value.supports(game) == expected
        if expected:
            assert isinstance(value(game.initial_state(), 0), float)


@each("name", EVALUATORS)
def test_a_foreign_game_is_left_to_none(name: str) -> None:
    value = evaluator(name)
    foreign = Foreign()
    assert value.supports(foreign) == (name == "none")  # type: ignore[arg-type]
    if name == "none":
        assert value(foreign, 0) == 0  # type: ignore[arg-type]
    else:
        with pytest.raises(NotSupported, match="foreign"):
            value(foreign, 0)  # type: ignore[arg-type]


@each("name", EVALUATORS)
def test_any_size(name: str) -> None:
    value = evaluator(name)
    shapes = [(1, 1), (1, 25), (25, 1), (2, 2), (25, 25)]
    for kind, (rows, cols), k in product((ConnectFour, Mnk), shapes, (2, 5, 26, 1000)):
        state: State = kind(rows, cols, k).initial_state().play(0)
        assert value(state, 0) == -value(state, 1) or name == "open_chains", state


@quick
@given(game=any_game, moves=choices, name=st.sampled_from(EVALUATORS))
def test_an_evaluator_only_looks(game: Game, moves: list[int], name: str) -> None:
    value = evaluator(name)
    if value.supports(game):
        *_, state = walk(game.initial_state(), moves)
        before = (state.board(), state.player, state.key())
        assert value(state, 0) == value(state, 0)
        assert (state.board(), state.player, state.key()) == before
