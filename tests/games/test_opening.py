"""Openings of Gomoku: who places what, who chooses, and that a plain game follows."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from cases import each
from helpers import board_of
from inarow.errors import BadNotation, BadOption, IllegalMove
from inarow.games.base import ON_BOARD, State, forbidden_actions
from inarow.games.gomoku import Gomoku
from inarow.games.notation import (
    format_moves,
    format_position,
    parse_moves,
    parse_position,
    play_moves,
)
from inarow.games.record import Record
from inarow.games.record_json import format_record_json, parse_record_json
from inarow.games.record_text import format_record, parse_record
from inarow.live.match import play_match
from inarow.registry import load_agent, load_game
from inarow.search.limit import Limit
from inarow.study.defence import defence
from inarow.study.forcing import forced_win
from inarow.testing import check_game


def owners(state: State) -> dict[str, int]:
    """Who owns which cell."""
    board = [owner for row in state.board() for owner in row]
    return {state.game.format(a): owner for a, owner in enumerate(board) if owner is not None}


def after(opening: str, moves: str) -> State:
    return play_moves(load_game(f"gomoku(9,9,opening={opening})").initial_state(), moves)


RULES = ["freestyle", "standard", "renju", "caro", "caro_overline"]
OPENINGS = ["pro", "swap", "swap2", "swapped"]
THREE = {"e5": 0, "f6": 1, "g5": 0}
TURNED = {"e5": 1, "f6": 0, "g5": 1}
SEQUENCES = {  # opening and moves: the owners, who is to move, whether the opening is over
    ("swap", ""): ({}, 0, False),
    ("swap", "e5"): ({"e5": 0}, 0, False),
    ("swap", "e5 f6"): ({"e5": 0, "f6": 1}, 0, False),
    ("swap", "e5 f6 g5"): (THREE, 1, False),
    ("swap", "e5 f6 g5 white"): (THREE, 1, True),
    ("swap", "e5 f6 g5 black"): (TURNED, 0, True),
    ("swap2", "e5 f6 g5"): (THREE, 1, False),
    ("swap2", "e5 f6 g5 black"): (TURNED, 0, True),
    ("swap2", "e5 f6 g5 more"): (THREE, 1, False),
    ("swap2", "e5 f6 g5 more a1"): (THREE | {"a1": 1}, 1, False),
    ("swap2", "e5 f6 g5 more a1 b1"): (THREE | {"a1": 1, "b1": 0}, 0, False),
    ("swap2", "e5 f6 g5 more a1 b1 black"): (THREE | {"a1": 1, "b1": 0}, 1, True),
    ("swap2", "e5 f6 g5 more a1 b1 white"): (TURNED | {"a1": 0, "b1": 1}, 0, True),
    ("pro", "e5"): ({"e5": 0}, 1, False),
    ("pro", "e5 e4 h5"): ({"e5": 0, "e4": 1, "h5": 0}, 1, True),
}


@each("opening, moves", SEQUENCES)
def test_who_owns_what_and_who_is_to_move(opening: str, moves: str) -> None:
    state = after(opening, moves)
    stones, player, over = SEQUENCES[opening, moves]
    assert owners(state) == stones
    assert state.player == player
    assert (state.note == "") is over
    assert (state.game.rules is not None) is over
    if over:
        assert str(state.game) == str(Gomoku(9, 9))
        assert state.ply == len(stones)
        assert len(state.legal_actions()) == 81 - len(stones)


def test_what_may_be_chosen() -> None:
    def names(state: State) -> list[str]:
        return [state.game.format(action) for action in state.legal_actions()]

    assert names(after("swap", "e5 f6 g5")) == ["black", "white"]
    assert names(after("swap2", "e5 f6 g5")) == ["black", "white", "more"]
    assert names(after("swap2", "e5f6g5 more a1b1")) == ["black", "white"]
    assert all(after("swap", "e5f6g5").target(action) is None for action in (81, 82))
    for moves, action in {"e5 f6 g5": "a1", "e5": "black", "e5 f6": "f6"}.items():
        state = after("swap", moves)
        with pytest.raises(IllegalMove):
            state.play(state.game.parse(action))


def test_pro_tells_why_a_cell_is_forbidden() -> None:
    start = after("pro", "")
    assert [start.game.format(action) for action in start.legal_actions()] == ["e5"]
    assert set(forbidden_actions(start).values()) == {"the first stone goes to the centre"}
    third = after("pro", "e5 a1")
    assert len(forbidden_actions(third)) == 24
    with pytest.raises(IllegalMove, match="g7 is forbidden: black's second stone goes outside"):
        third.play(third.game.parse("g7"))
    assert third.play(third.game.parse("h7")).note == ""


def test_moves_are_written_and_read() -> None:
    game = load_game("gomoku(9,9,opening=swap2)")
    moves = parse_moves(game, "e5f6g5 more a1b1 WHITE c3")
    assert format_moves(game, moves) == "e5f6g5morea1b1whitec3"
    assert parse_moves(game, format_moves(game, moves)) == moves
    record = Record(game)
    for move in moves:
        record.push(move)
    assert parse_record(format_record(record)).state.key() == record.state.key()


@each(
    "board, player, note",
    [
        (".........", 0, "swapped"),
        ("XX.......", 0, "opening"),
        ("XO.......", 1, "opening"),
        ("XOX......", 0, "opening"),
        ("XOXO.....", 1, "opening"),
        ("XO.......", 1, "more"),
    ],
)
def test_positions_that_cannot_be(board: str, player: int, note: str) -> None:
    rows = board_of([board, *["." * 9] * 8])
    with pytest.raises(BadNotation):
        load_game("gomoku(9,9,opening=swap2)").state_from(rows, player, note)


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(BadOption, match="needs a board of 6 x 6"):
        load_game("gomoku(5,9,opening=pro)")
    assert load_game("gomoku(rule=renju,opening=pro)").initial_state().play(112).player == 1


@each(
    "spec",
    ["7,8,opening=pro", "7,7,renju,pro", "7,7,renju,swap2", "7,7,caro,swap", "6,7,opening=swap2"],
)
def test_every_check_for_authors_passes(spec: str, thorough: bool) -> None:
    other = "judge" if spec == "7,7,renju,swap2" else "level"
    games, players = (10, None) if thorough else (1, ["random", other])
    check_game(load_game(f"gomoku({spec})"), games=games, players=players, speed=0)


@each("opening", ["pro", "swap", "swap2"])
def test_the_engine_plays_every_opening(opening: str) -> None:
    agent = load_agent("gomoku", seed=1)
    for moves in ("", "h8", "h8 i9", "h8 i9 l8", "h8 i9 l8 more a1", "h8 i9 l8 more a1 b1"):
        if "more" in moves and opening != "swap2":
            continue
        state = play_moves(load_game(f"gomoku(opening={opening})").initial_state(), moves)
        assert agent.choose(state, Limit(nodes=500)).action in state.legal_actions()


def test_the_engine_takes_the_better_colour() -> None:
    agent = load_agent("gomoku", seed=1)
    strong = play_moves(load_game("gomoku(opening=swap2)").initial_state(), "h8 a1 i8")
    weak = play_moves(load_game("gomoku(opening=swap2)").initial_state(), "a1 h8 o15")
    chosen = [agent.choose(state, Limit(nodes=5_000)).action for state in (strong, weak)]
    assert [strong.game.format(action) for action in chosen] == ["black", "white"]


# Renju, in which black is told from white


@cache
def both_ways(seed: int, size: int = 9) -> list[tuple[State, State]]:
    """The positions of a random game of renju, with black as player 0 and as player 1."""
    rng = Random(seed)
    usual = load_game(f"gomoku({size},{size},renju)").initial_state()
    swapped = load_game(f"gomoku({size},{size},renju,swap)").initial_state()
    found: list[tuple[State, State]] = []
    near = [row * size + col for row in range(2, 7) for col in range(2, 7)]
    while usual.outcome is None:
        legal = usual.legal_actions()
        action = rng.choice([cell for cell in near if cell in legal] or list(legal))
        usual, swapped = usual.play(action), swapped.play(action)
        if usual.ply == 3:
            swapped = swapped.play(swapped.game.parse("black"))
        if usual.ply >= 3:
            found.append((usual, swapped))
    return found


@each("seed", range(6))
def test_black_keeps_its_restrictions_whoever_has_it(seed: int) -> None:
    for usual, swapped in both_ways(seed):
        assert swapped.player == 1 - usual.player
        assert owners(swapped) == {cell: 1 - owner for cell, owner in owners(usual).items()}
        assert str(swapped.game) == "gomoku(rows=9,cols=9,rule=renju,opening=swapped)"
        assert forbidden_actions(swapped) == forbidden_actions(usual)
        assert list(swapped.legal_actions()) == list(usual.legal_actions())
        assert swapped.returns() == usual.returns()[::-1]
        one, other = usual.outcome, swapped.outcome
        assert (one and one.reason) == (other and other.reason)
        assert (one and one.lines) == (other and other.lines)


def test_some_of_these_games_have_forbidden_moves() -> None:
    pairs = [pair for seed in range(6) for pair in both_ways(seed)]
    assert any(forbidden_actions(swapped) for _, swapped in pairs)


@each("seed", range(3))
def test_the_engine_and_what_is_said_do_not_care_who_has_black(seed: int) -> None:
    for usual, swapped in both_ways(seed)[2:-1:6]:
        thoughts = [
            load_agent("gomoku", seed=1).choose(state, Limit(nodes=400, memory=1))
            for state in (usual, swapped)
        ]
        assert thoughts[0].values == thoughts[1].values
        assert thoughts[0].line == thoughts[1].line
        assert forced_win(usual) == forced_win(swapped)
        assert forced_win(usual, 1 - usual.player) == forced_win(swapped, 1 - swapped.player)
        assert defence(usual) == defence(swapped)


def test_swapped_positions_and_records_come_back() -> None:
    game = load_game("gomoku(9,9,renju,swap2)")
    record = Record(game)
    record.push_moves("e5 f6 g5 more a1 b1 white c3 d4")
    state = record.state
    assert state.note == "swapped"
    for root in (game, state.game):
        assert parse_position(root, format_position(state)) == state
        assert root.state_from(state.board(), state.player, state.note) == state
    assert parse_record(format_record(record)) == record
    assert parse_record_json(format_record_json(record)) == record
    later = Record(state.game, state)
    later.push_moves("e6")
    assert parse_record(format_record(later)) == later


@each("rule, opening", product(RULES, OPENINGS), quick=3)
def test_levels_play_every_rule_and_opening(rule: str, opening: str, thorough: bool) -> None:
    """Every run lets one of two pairs play, in turn."""
    game, pairs = load_game(f"gomoku(7,7,{rule},{opening})"), [(1, 6), (10, 3), (6, 10)]
    turn = (RULES.index(rule) + OPENINGS.index(opening)) % 2
    for number, other in pairs if thorough else pairs[turn : turn + 1]:
        players = (load_agent(f"level({number})", seed=1), load_agent(f"level({other})", seed=2))
        assert all(player.supports(game) for player in players)
        outcome = play_match(game, players, limit=Limit(nodes=20)).outcome
        assert outcome is not None
        assert outcome.reason in ON_BOARD


def test_a_level_plays_an_opening_on_a_board_that_is_too_large_for_the_engine() -> None:
    state, player = load_game("gomoku(24,24,opening=swap2)").initial_state(), load_agent("level(3)")
    assert player.supports(state.game)
    for _ in range(6):
        state = state.play(player.choose(state, Limit(nodes=20)).action)
    assert state.ply > 3
