"""What every game must do, built-in or from another package.

The suite finds the games by itself: each name in the registry is tested with its defaults, with
every choice of its options, and on several sizes if it has rows, columns and a length. A new game
passes here before it needs any test of its own.
"""

from __future__ import annotations

import pickle
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings

from cases import each, named
from helpers import choices, random_game, walk
from inarow.errors import IllegalMove
from inarow.games.base import ON_BOARD, Board, Cell, Game, Reason, State, main_game
from inarow.registry import games, load_game
from inarow.testing import check_game

SIZES = [(1, 1, 2), (1, 7, 3), (6, 1, 2), (2, 2, 2), (3, 4, 3), (5, 6, 4), (4, 4, 9), (12, 11, 5)]
TURNS_PER_CELL = 3
"""No game lasts longer; one in which stones vanish needs a rule for that."""
DIRECTIONS = {"horizontal", "vertical", "diagonal_up", "diagonal_down"}


def specs() -> list[str]:
    """Every registered game in several shapes; of a preset only the shape that it stands for."""
    found, classes = [], set()
    for name, entry in games().items():
        found.append(name)
        if entry.place in classes:
            continue
        classes.add(entry.place)
        options = {option.name: option for option in entry.options()}
        sized = {"rows", "cols"} <= options.keys()
        small = "rows=6,cols=7," if sized and "k" not in options else ""
        for option in options.values():
            found += [f"{name}({small}{option.name}={choice})" for choice in option.choices]
        if sized and "k" in options:
            found += [f"{name}(rows={rows},cols={cols},k={k})" for rows, cols, k in SIZES]
    return found


def _has_shortcut(spec: str) -> bool:
    return hasattr(load_game(spec).initial_state(), "random_returns")


every_game = each("spec", specs())
some_walks = settings(max_examples=settings().max_examples // 5)
"""A fifth of the examples of other properties: there are many games."""


def test_the_built_in_games_are_among_those_tested() -> None:
    built_in = {"connect_four", "random_drop", "mnk", "tic_tac_toe", "gomoku", "nine_board"}
    assert built_in | {"ultimate_tic_tac_toe", "pop_out"} <= set(specs())


@pytest.mark.req("X.1", "X.5", "X.6")
@every_game
def test_a_game_passes_the_checks_for_authors(spec: str, thorough: bool) -> None:
    """Contract, notation, symmetry, dice and round trips; players are tested beside this file."""
    check_game(load_game(spec), games=4 if thorough else 1, players=[], speed=0)


# The rules


@pytest.mark.req("X.1")
@every_game
def test_rules_fulfil_the_contract_and_are_named_by_their_spec(spec: str) -> None:
    game = load_game(spec)
    assert isinstance(game, Game)
    assert load_game(str(game)) == game
    assert hash(load_game(str(game))) == hash(game)
    assert str(game).partition("(")[0] == game.name
    rows, cols = game.shape
    assert rows >= 1
    assert cols >= 1
    assert game.block == 0 or (rows % game.block == 0 and cols % game.block == 0)


@every_game
def test_rules_cannot_be_changed(spec: str) -> None:
    game = load_game(spec)
    for attribute in ("rows", "name", "num_actions", "shape"):
        with pytest.raises(AttributeError):
            setattr(game, attribute, 3)
    assert game == load_game(spec)


@every_game
def test_symmetries_are_a_group_of_permutations_with_the_identity_first(spec: str) -> None:
    game = load_game(spec)
    actions = range(game.num_actions)
    turns = [tuple(turn) for turn in game.symmetries()]
    assert turns[0] == tuple(actions)
    assert all(sorted(turn) == list(actions) for turn in turns)
    assert {tuple(one[other[a]] for a in actions) for one in turns for other in turns} == set(turns)


# A position


@pytest.mark.req("S4.5")
@every_game
def test_a_game_starts_on_an_empty_board_with_player_0(spec: str) -> None:
    game = load_game(spec)
    state = game.initial_state()
    assert isinstance(state, State)
    assert state.game == game
    assert (state.player, state.ply, state.last, state.last_cell) == (0, 0, None, None)
    assert state.board() == ((None,) * game.shape[1],) * game.shape[0]
    assert state.outcome is None


@some_walks
@given(moves=choices)
def test_every_position_keeps_the_contract(moves: list[int]) -> None:
    for spec in specs():
        for state in walk(load_game(spec).initial_state(), moves):
            with named(f"{spec}: {state!r}"):
                _check_actions(state)
                _check_end(state)
                _check_set_up(state, load_game(spec))


def _check_actions(state: State) -> None:
    game, legal = state.game, list(state.legal_actions())
    assert legal == sorted(set(legal))
    assert set(legal) <= set(range(game.num_actions))
    for action in _few([a for a in range(-1, game.num_actions + 1) if a not in legal]):
        with pytest.raises(IllegalMove) as caught:
            state.play(action)
        assert len(str(caught.value).splitlines()) == 1
    before = state.board()
    for action in _few(legal):
        _check_move(state, before, action)
    assert state.board() == before, "the old position is left alone"


def _few(actions: list[int]) -> list[int]:
    """All of a small number of actions, or six that are spread over a large number."""
    return actions if len(actions) <= 8 else [*actions[:: len(actions) // 4], actions[-1]]


def _check_move(state: State, before: Board, action: int) -> None:
    """One stone of the player appears at the target, or one vanishes there, or nothing happens."""
    target, after = state.target(action), state.play(action)
    assert after.last == action
    changed = {
        (row, col): owner
        for row, line in enumerate(after.board())
        for col, owner in enumerate(line)
        if owner != before[row][col]
    }
    opening = main_game(state.game) is not state.game
    if opening:  # one player places stones of both colours; then colours may be swapped
        assert (
            set(changed) == {target}
            if target
            else all(before[r][c] is not None for r, c in changed)
        )
        assert after.ply - state.ply in (0, 1)
    elif target is None:
        assert not changed
    elif before[target[0]][target[1]] is None:
        assert changed == {target: state.player}
    else:  # other stones may move into the gap, but none of them vanishes or changes sides
        assert before[target[0]][target[1]] == state.player
        assert _stones(after, state.player) == _stones(state, state.player) - 1
        assert _stones(after, 1 - state.player) == _stones(state, 1 - state.player)
    assert opening or after.ply == state.ply + (target is not None)
    assert after.ply == state.ply + 1 or after.player == state.player, "the turn passes by a turn"
    assert target is None or after.last_cell == target


def _stones(state: State, player: int) -> int:
    return sum(row.count(player) for row in state.board())


def _check_end(state: State) -> None:
    outcome = state.outcome
    assert (outcome is None) == bool(state.legal_actions())
    if outcome is None:
        assert state.returns() == (0.0, 0.0)
        return
    assert state.chance() == ()
    assert state.returns() == outcome.returns()
    assert sum(state.returns()) == 0
    assert outcome.reason in ON_BOARD
    assert (outcome.reason == Reason.LINE) == bool(outcome.lines)
    assert (outcome.winner is not None) == (outcome.reason in (Reason.LINE, Reason.MAJORITY))
    assert {line.direction for line in outcome.lines} <= DIRECTIONS
    board = state.board()
    assert {board[row][col] for row, col in outcome.cells} <= {outcome.winner}
    assert list(outcome.cells) == sorted(set(outcome.cells))


def _check_set_up(state: State, game: Game) -> None:
    """It can be set up again from what it shows."""
    copy = game.state_from(state.board(), state.player, state.note)
    assert copy == state
    assert str(copy) == str(state)
    assert list(copy.legal_actions()) == list(state.legal_actions())
    assert list(copy.chance()) == list(state.chance())
    if state.outcome is None:
        assert copy.outcome is None
    else:
        assert copy.outcome is not None
        assert copy.outcome.winner == state.outcome.winner
        assert copy.outcome.reason == state.outcome.reason
        assert set(copy.outcome.lines) == set(state.outcome.lines)


@every_game
def test_the_last_stone_is_known_even_after_an_action_that_placed_none(spec: str) -> None:
    for seed in range(5):
        last_cell: Cell | None = None
        placed: dict[int, Cell | None] = {}
        for state in random_game(load_game(spec).initial_state(), Random(seed)):
            if state.last is not None and placed[state.last] is not None:
                last_cell = placed[state.last]
            assert state.last_cell == last_cell
            placed = {action: state.target(action) for action in state.legal_actions()}


@pytest.mark.req("X.6")
@every_game
def test_a_position_cannot_be_changed_from_outside(spec: str) -> None:
    state = load_game(spec).initial_state()
    state = state.play(state.legal_actions()[0])
    attributes = ("game", "player", "ply", "last", "last_cell", "note", "outcome", "anything")
    for attribute in attributes:
        with pytest.raises(AttributeError):
            setattr(state, attribute, 1)
    before = list(state.legal_actions())
    actions = state.legal_actions()
    if isinstance(actions, list):
        actions.clear()
    assert list(state.legal_actions()) == before


@pytest.mark.req("X.6")
@every_game
def test_a_position_travels_to_another_process_and_plays_on(spec: str) -> None:
    *_, state = walk(load_game(spec).initial_state(), [5, 3, 1])
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert [copy.play(a) for a in copy.legal_actions()] == [
        state.play(a) for a in state.legal_actions()
    ]


# A whole game


@every_game
def test_random_games_end_and_every_move_is_remembered_by_its_text(spec: str) -> None:
    game = load_game(spec)
    rows, cols = game.shape
    for seed in range(10):
        played = list(random_game(game.initial_state(), Random(seed)))
        assert played[-1].outcome is not None
        assert [state.ply for state in played] == sorted(state.ply for state in played)
        assert played[-1].ply <= TURNS_PER_CELL * rows * cols
        assert len(played) <= 2 * played[-1].ply + 2, "at most one other action before each turn"
        texts = [game.format(state.last) for state in played if state.last is not None]
        replayed = game.initial_state()
        for text in texts:
            replayed = replayed.play(game.parse(text))
        assert replayed == played[-1]
        assert replayed.outcome == played[-1].outcome


@pytest.mark.req("X.5")
@each("spec", [spec for spec in specs() if _has_shortcut(spec)])
def test_a_shortcut_for_random_play_plays_the_same_game_as_the_moves_one_by_one(spec: str) -> None:
    """Games may offer `random_returns`; with equal random numbers it must not differ."""
    for seed in range(20):
        positions = list(random_game(load_game(spec).initial_state(), Random(seed)))
        start = positions[seed % len(positions)]
        *_, end = random_game(start, Random(seed))
        assert cast(Any, start).random_returns(Random(seed)) == end.returns()
