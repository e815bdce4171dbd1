"""Records: taking back, playing again, branches, and the promise that nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import all_games, choices, load_data, quick, walk
from inarow.errors import BadNotation, IllegalMove
from inarow.games.base import Game, Outcome, Reason
from inarow.games.notation import format_position
from inarow.games.record import Record
from inarow.registry import load_game
from records import content, nodes, records, setup_state, steps, wander


@pytest.fixture
def game() -> Game:
    return load_game("connect_four")


@pytest.fixture
def record(game: Game) -> Record:
    """The moves 4 4 5 3 with the branch 4 3 5."""
    record = Record(game)
    record.push_moves("4453")
    record.to_start()
    record.push_moves("435")
    return record


# Playing and taking back


@pytest.mark.req("S1.5")
@quick
@given(all_games, choices)
def test_the_moves_grow_by_one_with_each_move(game: Game, picks: list[int]) -> None:
    record = Record(game)
    for count, state in enumerate(walk(game.initial_state(), picks)):
        if state.last is not None:
            record.push(state.last)
        assert len(record.actions) == count
        assert record.state.ply == state.ply
        assert record.state.key() == state.key()


@pytest.mark.req("S0.16", "S1.8", "X.6")
@quick
@given(all_games, choices)
def test_taking_everything_back_gives_the_same_keys_and_the_empty_start(
    game: Game, picks: list[int]
) -> None:
    record = Record(game)
    keys, boards = [], []
    for state in walk(game.initial_state(), picks):
        if state.last is not None:
            record.push(state.last)
        keys.append(record.state.key())
        boards.append(record.state.board())
    actions = record.actions
    while keys:
        assert record.state.key() == keys.pop()
        assert record.state.board() == boards.pop()
        assert record.undo() == (actions.pop() if actions else None)
    assert record.actions == []
    assert record.state.ply == 0
    assert record.state == game.initial_state()
    assert all(cell is None for row in record.state.board() for cell in row)


@pytest.mark.req("S1.8")
@quick
@given(all_games, choices)
def test_each_move_taken_back_and_played_again_changes_nothing(
    game: Game, picks: list[int]
) -> None:
    record = Record(game)
    for state in walk(game.initial_state(), picks):
        if state.last is None:
            continue
        before = record.state
        after = record.push(state.last)
        assert record.undo() == state.last
        assert record.state.key() == before.key()
        assert record.redo() == state.last
        assert record.state.key() == after.key()


@pytest.mark.req("S0.16")
def test_clearing_the_board_keeps_the_moves(record: Record) -> None:
    record.to_start()
    assert record.state.ply == 0
    assert record.moves == ""
    record.to_end()
    assert record.moves == "435"


def test_nothing_can_be_taken_back_at_the_start_or_played_again_at_the_end(record: Record) -> None:
    assert record.redo() is None
    assert record.moves == "435"
    record.to_start()
    assert record.undo() is None
    assert record.moves == ""


@pytest.mark.req("S0.16")
def test_an_illegal_move_leaves_the_record_as_it_was(record: Record) -> None:
    before = content(record)
    for action in (7, -1, 99):
        with pytest.raises(IllegalMove):
            record.push(action)
    assert content(record) == before
    assert record.moves == "435"


@pytest.mark.parametrize("text", ["11111111", "18", "1x"])
def test_a_wrong_move_string_plays_none_of_its_moves(game: Game, text: str) -> None:
    record = Record(game)
    with pytest.raises((BadNotation, IllegalMove)):
        record.push_moves(text)
    assert record.moves == ""
    assert record.branches() == []


@pytest.mark.req("S1.11")
def test_a_move_string_rebuilds_a_record() -> None:
    orders = load_data("originals.json")["program_000"]["legal_orders_for_deleted_turns"]
    digits = "".join(map(str, orders[0]["columns"]))
    record = Record(load_game("connect_four"))
    record.push_moves(digits)
    assert record.moves == digits
    assert Record(record.game, record.state).state.board() == record.state.board()


# Branches


def test_another_move_makes_a_branch_and_keeps_the_first(record: Record) -> None:
    assert record.moves == "435"
    record.undo()
    record.undo()
    assert record.branches() == [3, 2]  # the first one tried is the main line
    assert record.main_line() == [3, 3, 4, 2]


def test_a_move_tried_before_is_entered_again(record: Record) -> None:
    before = content(record)
    record.to_start()
    record.push_moves("4453")
    assert content(record) == before


def test_playing_again_follows_the_line_visited_last(record: Record) -> None:
    record.to_start()
    record.to_end()
    assert record.moves == "435"
    record.to_start()
    record.push_moves("44")
    record.to_start()
    record.to_end()
    assert record.moves == "4453"


def test_promoting_makes_the_line_to_the_cursor_the_main_line(record: Record) -> None:
    record.promote()
    assert record.main_line() == [3, 2, 4]
    assert record.moves == "435"
    assert str(record.end_of_main_line()) == str(record.state)
    record.undo()
    record.undo()
    assert record.branches() == [2, 3]


@quick
@given(records())
def test_promoting_loses_nothing(record: Record) -> None:
    known = sorted(format_position(node.state) for node in nodes(record))
    actions = record.actions
    record.promote()
    assert record.actions == actions
    assert record.main_line()[: len(actions)] == actions
    assert sorted(format_position(node.state) for node in nodes(record)) == known


# Taking back to a decision of a player


def test_undo_to_goes_back_to_the_last_decision_of_a_player(game: Game) -> None:
    record = Record(game)
    record.push_moves("4453")
    assert record.undo_to(0)
    assert record.moves == "44"
    assert record.undo_to(1)
    assert record.moves == "4"
    assert record.undo_to(0, 1)
    assert record.moves == ""
    assert not record.undo_to(0, 1)


def test_undo_to_changes_nothing_if_the_player_has_not_decided_yet(game: Game) -> None:
    record = Record(game)
    record.push(0)
    assert not record.undo_to(1)
    assert not record.undo_to()
    assert record.moves == "1"


def test_undo_to_passes_over_dice() -> None:
    record = Record(load_game("random_drop"))
    record.push_moves("44?25")  # X calls the dice; both drops are theirs
    assert record.state.player == 0
    assert record.undo_to(0)
    assert record.moves == "44"
    record.to_end()
    assert record.undo_to(1)
    assert record.moves == "4"


def test_undo_to_finds_no_decision_in_the_random_first_stone() -> None:
    record = Record(load_game("nine_board"))
    record.push_moves("55")
    assert not record.undo_to(0, 1)
    assert record.moves == "55"
    record.push_moves("3")
    assert record.undo_to(0, 1)
    assert record.moves == "55"


@quick
@given(all_games, steps, st.sampled_from([(0,), (1,), (0, 1), ()]))
def test_undo_to_stops_where_one_of_the_players_chose(
    game: Game, taken: list[tuple[str, int]], players: tuple[int, ...]
) -> None:
    record = Record(game)
    wander(record, taken)
    actions = record.actions
    if record.undo_to(*players):
        assert len(record.actions) < len(actions)
        assert record.state.player in players
        assert not record.state.chance()
    else:
        assert record.actions == actions
    assert actions[: len(record.actions)] == record.actions


# Copies and equality


@quick
@given(records())
def test_a_copy_is_equal_and_independent(record: Record) -> None:
    before = content(record)
    twin = record.copy()
    assert twin == record
    assert content(twin) == before
    assert twin.actions == twin.main_line()
    twin.tag("Copied", "yes")
    twin.root.comment += "!"
    for node in nodes(twin):
        node.children.clear()
    assert content(record) == before


@quick
@given(records(), st.data())
def test_records_with_different_content_are_not_equal(record: Record, data: st.DataObject) -> None:
    twin = record.copy()
    node = data.draw(st.sampled_from(nodes(twin)))
    change = data.draw(st.sampled_from(["comment", "tag", "result", "node"]))
    if change == "comment":
        node.comment += "!"
    elif change == "tag":
        twin.tag("Other", "yes")
        assert record.tags.get("Other") != "yes"
    elif change == "result":
        lost = Outcome(1, Reason.TIME)
        twin.result = lost if record.result != lost else None
    elif node.parent is not None:
        node.parent.children.remove(node)
    else:
        return
    assert twin != record


def test_the_cursor_is_no_part_of_the_content(record: Record) -> None:
    twin = record.copy()
    record.to_start()
    twin.to_end()
    assert twin == record


def test_records_of_different_games_or_starts_are_not_equal(game: Game) -> None:
    assert Record(game) != Record(load_game("connect_four(k=5)"))
    assert Record(game) != Record(game, game.initial_state().play(0))
    assert Record(game) != "record"


def test_a_record_cannot_be_a_key(record: Record) -> None:
    with pytest.raises(TypeError):
        hash(record)


# Start, result and tags


def test_a_record_may_begin_at_a_position_set_up_by_hand() -> None:
    game = load_game("tic_tac_toe")
    record = Record(game, setup_state(game, [4]))
    assert record.state.player == 1
    record.push(0)
    assert str(record.state) == "O..\n.X.\n..."
    record.to_start()
    assert record.state.ply == 1


def test_the_outcome_is_that_of_the_board_or_else_the_result() -> None:
    record = Record(load_game("tic_tac_toe"))
    assert record.outcome is None
    assert record.final_outcome() is None
    record.result = Outcome(1, Reason.RESIGNED)
    assert record.outcome == Outcome(1, Reason.RESIGNED)
    record.push_moves("a3a2b3b2c3")
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (0, Reason.LINE)
    record.to_start()
    assert record.final_outcome() is not None
    assert record.final_outcome() != record.outcome


@pytest.mark.parametrize("name", ["", "1st", "a b", "a-b", "é", "a\n", '"', "]"])
def test_a_bad_tag_name_is_refused(record: Record, name: str) -> None:
    with pytest.raises(BadNotation, match="is not a tag name"):
        record.tag(name, "value")
    with pytest.raises(BadNotation, match="is not a tag name"):
        Record(record.game, tags={name: "value"})


def test_a_record_shows_its_game_and_moves(record: Record) -> None:
    assert repr(record) == "<Record connect_four(rows=6,cols=7,k=4) 435>"
    assert repr(Record(record.game)) == "<Record connect_four(rows=6,cols=7,k=4) at the start>"
