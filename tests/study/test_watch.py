"""A recorded search: any position, bounded so that it can be drawn, with frames for any screen."""

from __future__ import annotations

import pytest

from inarow.errors import BadOption, NotSupported
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.steps import Path
from inarow.study.watch import MOST_NODES, SEARCHES, watch

GAMES = [
    ("connect_four", "4453"),
    ("gomoku", "h8i9"),
    ("random_drop(rows=4,cols=4,k=3)", "12"),
]


@pytest.mark.parametrize(("spec", "moves"), GAMES)
def test_every_search_is_watched_on_every_game_that_it_knows(spec: str, moves: str) -> None:
    state = play_moves(load_game(spec).initial_state(), moves)
    for search in SEARCHES:
        agent = load_agent(search)
        if not agent.supports(state.game):
            with pytest.raises(NotSupported):
                watch(search, state)
            continue
        found = watch(search, state, "12nodes")
        assert found.steps
        assert len(found.tree) <= MOST_NODES
        known: set[Path] = {()}
        for step in found.steps:
            known |= {look.path for look in step.changed}
            assert step.path in known
            found.position(step.path)  # can be played


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    small = load_game("tic_tac_toe").initial_state()
    assert watch("mcts", small, "3sims").cut == ""
    monkeypatch.setattr("inarow.study.watch.MOST_STEPS", 5)
    assert watch("mcts", small, "3sims").words.endswith("only the first 5 steps are told")
    monkeypatch.setattr("inarow.study.watch.MOST_NODES", 2)
    assert watch("mcts", small, "3sims").cut == "told until the tree has 2 positions"
    with pytest.raises(BadOption, match="looks at no fixed depth"):
        watch("mcts", small, "3plies")


def test_a_frame_has_the_board_the_sentence_and_the_way_to_it() -> None:
    state = load_game("tic_tac_toe").initial_state()
    found = watch("minimax(depth=1,evaluator=none)", state)
    start, end = found.frame(-3), found.frame(99)
    assert (start.at, start.step, start.tree) == (0, None, ["> root"])
    assert (end.at, end.of) == (12, 12)
    third = found.frame(3)
    assert third.state.board()[0][1] == 0
    assert third.tree == ["  root  max", ">   b3  min, value 0"]
    assert found.frame(11, lines=4).tree[-1].strip() == "and 7 more"
