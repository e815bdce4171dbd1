"""Random game records for the tests of records, and their content without using `==` of records."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from helpers import all_games, choices, walk
from inarow.games.base import Game, Outcome, Reason, State
from inarow.games.notation import format_position
from inarow.games.record import Record, RecordNode

OFF_BOARD = [
    Outcome(winner, reason)
    for winner in (0, 1, None)
    for reason in (
        Reason.ILLEGAL,
        Reason.TIME,
        Reason.CRASH,
        Reason.RESIGNED,
        Reason.ADJUDICATED,
    )
] + [Outcome(None, Reason.ABANDONED)]
"""Every result that a board cannot show."""

OWN_TAGS = ("Game", "Notation", "Start", "Result", "Termination")
"""The tags that the text form writes by itself."""

tag_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in OWN_TAGS
)
remarks = st.one_of(
    st.just(""),
    st.text(max_size=30),
    st.text(st.sampled_from("{}()[]\\\"'\n\r\t *.;?%-/01aé\u2028\x85\x00"), max_size=12),
)
steps = st.lists(
    st.tuples(st.sampled_from(["play", "play", "play", "undo", "redo"]), st.integers(0, 99)),
    max_size=40,
)


def setup_state(game: Game, picks: list[int]) -> State:
    """A position some moves into a game, set up by hand, so that it knows of no last move."""
    *_, state = walk(game.initial_state(), picks)
    return game.state_from(state.board(), state.player, state.note)


def wander(record: Record, taken: list[tuple[str, int]]) -> None:
    """Play, take back and play again, which grows a tree with branches."""
    for step, pick in taken:
        actions = record.state.legal_actions()
        if step == "play" and actions:
            record.push(actions[pick % len(actions)])
        elif step == "redo":
            record.redo()
        else:
            record.undo()


@st.composite
def records(draw: st.DrawFn, games: st.SearchStrategy[Game] = all_games) -> Record:
    """A record with everything in it: set-up start, tags, branches, comments, off-board result."""
    game = draw(games)
    start = setup_state(game, draw(choices)) if draw(st.booleans()) else None
    record = Record(game, start, draw(st.dictionaries(tag_names, remarks, max_size=3)))
    wander(record, draw(steps))
    for node in nodes(record):
        node.comment = draw(remarks) if draw(st.integers(0, 3)) == 0 else ""
    if record.end_of_main_line().outcome is None:
        record.result = draw(st.sampled_from([None, *OFF_BOARD]))
    record.to_end()
    return record


def nodes(record: Record) -> list[RecordNode]:
    """Every node of a record, each before its children."""
    found = [record.root]
    for node in found:
        found += node.children
    return found


def content(record: Record) -> Any:
    """All that a record holds as plain values, which a round trip must bring back."""

    def tree(node: RecordNode) -> Any:
        return (node.action, node.comment, node.state.key(), [tree(n) for n in node.children])

    head = (str(record.game), format_position(record.root.state), record.tags, record.result)
    return (*head, tree(record.root))
