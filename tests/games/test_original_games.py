"""The sample games of the original programs, replayed and checked move by move.

Program 000 shows five games of Connect Four in 37 positions, some with turns left out in between;
001 an illustration of threats, 003 a few nodes of a search tree and 004 a game of tic-tac-toe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cases import each
from helpers import board_of, load_data, play_all
from inarow.games.base import Board, Reason, State
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.random_drop import RandomDrop

ORIGINALS = load_data("originals.json")
P000, P001, P003, P004 = (ORIGINALS[f"program_{number}"] for number in ("000", "001", "003", "004"))

Data = dict[str, Any]
GAMES: dict[str, Data] = {game["id"]: game for game in P000["games"]}
POSITIONS: dict[str, Data] = {
    position["id"]: position for game in GAMES.values() for position in game["positions"]
}
DELETED: dict[str, Data] = {
    turns["before_position"]: turns for turns in P000["legal_orders_for_deleted_turns"]
}
CLAIMS = {name: position for name, position in POSITIONS.items() if position["claim"]}
FINALS = {name: position for name, position in POSITIONS.items() if position["winning_line"]}

every_position = pytest.mark.parametrize("name", POSITIONS)


def player_of(symbol: str) -> int:
    return "XO".index(symbol.upper())


def state_of(position: Data, when: str = "before") -> State:
    """The position before or after its move, with the right player to move."""
    mover = player_of(position["player"])
    player = mover if when == "before" else 1 - mover
    return ConnectFour().state_from(board_of(position[when]), player)


def winning_columns(board: Board, player: int) -> list[int]:
    """The columns, counted from 1, in which a player would win at once if it were his turn."""
    state = ConnectFour(len(board), len(board[0])).state_from(board, player)
    return [
        action + 1
        for action in state.legal_actions()
        if (outcome := state.play(action).outcome) and outcome.winner == player
    ]


def rows_of(state: State) -> list[str]:
    return str(state).split("\n")


# Every one of the 37 positions


@pytest.mark.req("S0.14", "S0.56")
@every_position
def test_stones_are_counted_and_fit_that_x_moves_first(name: str) -> None:
    position = POSITIONS[name]
    state = state_of(position)
    assert state.ply == position["count_x"] + position["count_o"]
    assert state.ply % 2 == player_of(position["player"])


@pytest.mark.req("S0.11", "S0.56")
@every_position
def test_the_move_is_legal_and_leads_from_before_to_after(name: str) -> None:
    position = POSITIONS[name]
    before = state_of(position)
    assert [action + 1 for action in before.legal_actions()] == position["open_columns"]
    after = before.play(position["column"] - 1)
    assert rows_of(after) == position["after"]
    assert after == state_of(position, "after")
    assert rows_of(before) == position["before"], "playing left the old position alone"


@pytest.mark.req("S0.56")
@every_position
def test_columns_that_win_at_once_are_the_recorded_ones(name: str) -> None:
    position = POSITIONS[name]
    mover = player_of(position["player"])
    before, after = board_of(position["before"]), board_of(position["after"])
    own, threats = winning_columns(before, mover), winning_columns(before, 1 - mover)
    assert own == position["own_winning_columns"]
    assert threats == position["opponent_winning_columns"]
    assert winning_columns(after, 1 - mover) == position["opponent_winning_columns_after"]
    required = own or threats if position["mode"] == "chosen" else []
    assert required == position["required_columns"]


@pytest.mark.req("S0.12", "S0.15")
@every_position
def test_the_end_and_its_winning_line_are_the_recorded_ones(name: str) -> None:
    position = POSITIONS[name]
    outcome = state_of(position).play(position["column"] - 1).outcome
    if position["winning_line"] is None:
        assert outcome is None
        return
    assert outcome is not None
    assert outcome.winner == player_of(position["player"])
    (line,) = outcome.lines
    assert line.direction == position["winning_direction"]
    assert [[row + 1, col + 1] for row, col in line.cells] == position["winning_line"]


@pytest.mark.req("S0.12", "S0.15")
def test_the_four_finals_show_the_named_directions() -> None:
    ends = {name: state_of(position, "after").outcome for name, position in FINALS.items()}
    assert {name: end.lines[0].direction for name, end in ends.items() if end} == {
        "game1.11": "diagonal_down",
        "game3.3": "horizontal",
        "game4.3": "vertical",
        "game5.3": "vertical",
    }
    line = FINALS["game1.11"]["winning_line"]
    assert (line[0], line[-1]) == ([3, 2], [6, 5])


# Whole games


@pytest.mark.req("S0.11", "S0.56", "S1.11")
@each("name", GAMES)
def test_each_game_can_be_played_from_the_empty_board(name: str) -> None:
    """The deleted turns are filled in, so the columns alone rebuild every position shown."""
    state: State = ConnectFour().initial_state()
    for position in GAMES[name]["positions"]:
        if turns := DELETED.get(position["id"]):
            assert state.player == player_of(turns["first_mover"])
            state = play_all(state, [column - 1 for column in turns["columns"]])
        assert position["continues_previous"] == (turns is None)
        assert rows_of(state) == position["before"]
        assert state.player == player_of(position["player"])
        state = state.play(position["column"] - 1)
        assert rows_of(state) == position["after"]


@pytest.mark.req("S0.30", "S0.35", "S0.36")
@each("name", GAMES)
def test_each_game_obeys_the_rules_of_random_and_forced_drops(name: str) -> None:
    game = RandomDrop()
    state: State = game.initial_state()
    for position in GAMES[name]["positions"]:
        turns = DELETED.get(position["id"], {"columns": []})
        state = play_all(state, [column - 1 for column in turns["columns"]])
        if position["mode"] == "own random move":
            state = state.play(game.dice)
            assert state.note == "random"
        else:
            assert state.note == ("forced" if position["mode"] == "forced random move" else "")
        state = state.play(position["column"] - 1)
    assert rows_of(state) == GAMES[name]["positions"][-1]["after"]


@pytest.mark.req("S0.37")
@each("name, open_columns", [("game3.2", 7), ("game4.2", 7), ("game5.2", 6)])
def test_a_forced_drop_blocks_with_the_stated_chance(name: str, open_columns: int) -> None:
    position = POSITIONS[name]
    mover = player_of(position["player"])
    state = RandomDrop().state_from(board_of(position["before"]), mover, "forced")
    assert len(state.chance()) == open_columns
    blocking = [
        (column, probability)
        for column, probability in state.chance()
        if not winning_columns(state.play(column).board(), 1 - mover)
    ]
    assert blocking == [(position["opponent_winning_columns"][0] - 1, 1 / open_columns)]


@pytest.mark.req("S0.37")
def test_70000_drops_block_about_as_often_as_the_chance_says() -> None:
    state = RandomDrop().state_from(board_of(POSITIONS["game3.2"]["before"]), 1, "forced")
    outcomes, weights = zip(*state.chance(), strict=True)
    draws, chance = 70_000, 1 / 7
    blocks = Random(0).choices(outcomes, weights, k=draws).count(1)
    sigma = (draws * chance * (1 - chance)) ** 0.5
    assert abs(blocks - draws * chance) < 4 * sigma


# What the program's comments claim


@pytest.mark.req("S0.57")
@each("name", CLAIMS)
def test_every_claim_holds_on_the_board_with_its_direction(name: str) -> None:
    position = CLAIMS[name]
    claim = position["claim"]
    mover = player_of(position["player"])
    holds = {"win": _wins, "block": _blocks, "miss": _misses, "build": _builds}[claim["kind"]]
    assert holds(position, mover, claim["direction"]) == claim["holds"] is True


def _directions(board: Board, player: int, column: int) -> set[str]:
    """The directions of the lines that a stone of this player in this column would complete."""
    outcome = ConnectFour().state_from(board, player).play(column - 1).outcome
    return {line.direction for line in outcome.lines} if outcome else set()


def _wins(position: Data, mover: int, direction: str) -> bool:
    return direction in _directions(board_of(position["before"]), mover, position["column"])


def _blocks(position: Data, mover: int, direction: str) -> bool:
    """The opponent would have won with a stone in the very column that was played."""
    return direction in _directions(board_of(position["before"]), 1 - mover, position["column"])


def _misses(position: Data, mover: int, direction: str) -> bool:
    """The opponent can still win."""
    after = board_of(position["after"])
    columns = position["opponent_winning_columns_after"]
    return any(direction in _directions(after, 1 - mover, column) for column in columns)


def _builds(position: Data, mover: int, direction: str) -> bool:
    """Three own stones and an empty cell lie in line, and the line touches the column played."""
    board = board_of(position["after"])
    down, right = {
        "vertical": (1, 0),
        "horizontal": (0, 1),
        "diagonal_up": (-1, 1),
        "diagonal_down": (1, 1),
    }[direction]
    for row in range(6):
        for col in range(7):
            cells = [(row + step * down, col + step * right) for step in range(4)]
            if all(0 <= r < 6 and 0 <= c < 7 for r, c in cells):
                owners = Counter(board[r][c] for r, c in cells)
                touches = position["column"] - 1 in {c for _, c in cells}
                if touches and owners == {mover: 3, None: 1}:
                    return True
    return False


@pytest.mark.req("S0.58")
def test_slips_of_the_comments_are_as_noted() -> None:
    eight = POSITIONS["game1.8"]
    assert eight["opponent_winning_columns"] == [5], "the comment says the block is in column 4"
    assert eight["column"] == 5
    ten = state_of(POSITIONS["game1.10"])
    for action in ten.legal_actions():
        reply = ten.play(action)
        assert winning_columns(reply.board(), 0), "whatever O plays, X wins"
    last = state_of(GAMES["game2"]["positions"][-1], "after")
    assert last.outcome is None, "the second game is not shown to its end"
    (threat,) = _directions(board_of(POSITIONS["game2.8"]["before"]), 1, 5)
    assert threat in {"diagonal_up", "diagonal_down"}
    assert POSITIONS["game2.8"]["claim"]["kind"] == "build", "the block there is not mentioned"
    assert len(P000["inconsistencies"]) == 4


@pytest.mark.req("S0.10", "S1.11")
def test_the_evaluation_example_can_be_reached_when_o_begins() -> None:
    example = P000["evaluation_example"]
    game = ConnectFour(example["rows"], example["columns"])
    empty = game.initial_state().board()
    state: State = game.state_from(empty, player=1)
    for column in example["legal_order_o_first"]:
        assert state.outcome is None
        state = state.play(column - 1)
    assert rows_of(state) == example["board"]
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.lines[0].direction) == (1, "horizontal")
    assert [(row, col) for row, col in state.outcome.cells] == [(3, col) for col in range(4)]


# Programs 001, 003 and 004


@pytest.mark.req("S1.17")
def test_two_threats_cannot_both_be_blocked() -> None:
    picture = P001["illustration"]
    board = board_of(picture["board"])
    game = ConnectFour(picture["rows"], picture["columns"])
    for symbol, columns in picture["winning_columns_0"].items():
        assert winning_columns(board, player_of(symbol)) == [column + 1 for column in columns]
    for block, reply in ((1, 5), (5, 1)):
        end = play_all(game.state_from(board, player=0), [block, reply])
        assert end.outcome is not None
        assert end.outcome.winner == 1


def picture_of(rows: Sequence[str], player: int) -> State:
    return ConnectFour(P003["rows"], P003["columns"]).state_from(board_of(rows), player)


@pytest.mark.req("S3.22")
def test_children_of_a_node_are_its_legal_moves() -> None:
    node = picture_of(P003["node"], player=1)
    assert list(node.legal_actions()) == [0, 1, 2, 3]
    children = [node.play(action) for action in node.legal_actions()]
    assert children == [picture_of(child, player=0) for child in P003["children"]]


@pytest.mark.req("S3.22")
def test_drawn_expansion_creates_a_legal_child() -> None:
    node = picture_of(P003["expansion"]["current"], player=0)
    assert node.play(2) == picture_of(P003["expansion"]["existing_child"], player=1)
    assert node.play(3) == picture_of(P003["expansion"]["created_child"], player=1)


@pytest.mark.req("S3.25")
def test_drawn_end_of_the_random_game_is_a_win_for_x() -> None:
    end = picture_of(P003["rollout"]["end"], player=1)
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.reason) == (0, Reason.LINE)
    assert [line.direction for line in end.outcome.lines] == ["horizontal"]
    stones = Counter(str(end))
    assert (stones["X"], stones["O"]) == (6, 4), "so it cannot arise by turns"


@pytest.mark.req("S4.5", "S4.7", "S4.29")
def test_the_sample_game_of_tic_tac_toe_is_legal_and_drawn() -> None:
    sample = P004["sample"]
    side = sample["board_size"]
    state: State = Mnk(side, side, sample["win_length"]).initial_state()
    for symbol, row, col in sample["moves"]:
        assert state.outcome is None
        assert state.player == player_of(symbol)
        state = state.play(row * side + col)
        assert state.last_cell == (row, col)
    assert rows_of(state) == sample["final_board"]
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (None, Reason.FULL)
