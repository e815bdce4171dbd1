"""Labelled positions: what they say is true, sets repeat, files come back as they were written."""

from __future__ import annotations

import json
from collections.abc import Hashable
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random
from threading import Event

import pytest

from inarow.errors import BadFile, BadOption, NotSupported
from inarow.games.base import State
from inarow.games.notation import parse_moves
from inarow.registry import load_game
from inarow.search.decision import Kind, Result, Value
from inarow.study import positions
from inarow.study.ask import position
from inarow.study.position_export import export_positions, work_file
from inarow.study.position_maker import make_positions, usual_plies
from inarow.study.positions import (
    KINDS,
    SHIPPED,
    LabelledPosition,
    digest_of,
    format_positions,
    load_positions,
    parse_positions,
    shipped_positions,
)
from inarow.study.truth import truth_of

CONNECT_FOUR, TIC_TAC_TOE = load_game("connect_four"), load_game("tic_tac_toe")


known_by_hand: dict[Hashable, tuple[int, int]] = {}


def told_by_hand(state: State) -> tuple[int, int]:
    """Result and plies to the end under best play, by the plainest search."""
    if state.key() not in known_by_hand:
        known_by_hand[state.key()] = search_by_hand(state)
    return known_by_hand[state.key()]


def search_by_hand(state: State) -> tuple[int, int]:
    if state.outcome is not None:
        return (0 if state.outcome.winner is None else -1), 0
    after = [told_by_hand(state.play(action)) for action in state.legal_actions()]
    best = max(-result for result, _ in after)
    plies = [1 + n for result, n in after if -result == best]
    return best, max(plies) if best < 0 else min(plies)


@cache
def tic_tac_toes(count: int, kind: str = "random", seed: int = 1) -> tuple[LabelledPosition, ...]:
    return tuple(make_positions(TIC_TAC_TOE, count, kind=kind, seed=seed))


# What they say


@pytest.mark.parametrize("kind", KINDS)
def test_every_move_has_the_value_of_the_plainest_search(kind: str) -> None:
    for one in tic_tac_toes(30, kind):
        for action in one.state.legal_actions():
            result, plies = told_by_hand(one.state.play(action))
            value = one.values[action]
            assert value.result is {1: Result.LOSS, 0: Result.DRAW, -1: Result.WIN}[result]
            assert result == 0 or value.plies == plies + 1


def test_a_move_is_good_if_it_keeps_the_result_and_best_if_none_is_quicker() -> None:
    state = position("5554224333234511764415115")
    found = LabelledPosition((), state, truth_of(state.game).values(state))
    assert found.result is Result.WIN
    assert [c for c in state.legal_actions() if found.keeps(c)] == [5]
    state = position("2252576253462244111563365343671351441")
    found = LabelledPosition((), state, truth_of(state.game).values(state))
    assert found.result is Result.LOSS
    assert [found.keeps(5), found.keeps(6)] == [True, True]
    assert [found.is_best(5), found.is_best(6)] == [True, False]


def test_where_little_is_known_only_what_is_proven_counts() -> None:
    state = position("gomoku", "h8")
    won, lost = (Value(Kind.PROVEN, 0, result, 5) for result in (Result.WIN, Result.LOSS))
    winning = LabelledPosition((112,), state, {0: won})
    assert (winning.result, winning.keeps(0), winning.keeps(1)) == (Result.WIN, True, False)
    threatened = LabelledPosition((112,), state, {0: lost})
    assert (threatened.result, threatened.keeps(0), threatened.keeps(1)) == (None, False, True)
    assert not threatened.critical
    assert not threatened.measured


def test_gomoku_knows_the_moves_that_stop_an_open_three() -> None:
    state = position("gomoku", "h8a15i9c15j10")  # black threatens to make an open four
    found = LabelledPosition((), state, truth_of(state.game).values(state))
    kept = {state.game.format(a) for a in state.legal_actions() if found.keeps(a)}
    assert {"g7", "k11"} <= kept
    assert len(kept) < 10


def test_on_nine_boards_every_move_is_proven() -> None:
    game = load_game("nine_board")
    (one,) = make_positions(game, 1, kind="critical", seed=3, plies=(30, 45))
    assert one.complete
    assert one.critical
    assert one.result is not None


# Sets


def test_the_same_seed_makes_the_same_set_and_a_longer_one_begins_with_it() -> None:
    short, long = tic_tac_toes(10), tic_tac_toes(30)
    assert [one.moves for one in short] == [one.moves for one in long[:10]]
    rest = make_positions(TIC_TAC_TOE, 15, seed=1, done=short)
    assert [one.moves for one in rest] == [one.moves for one in long[10:15]]
    assert digest_of(short) != digest_of(tic_tac_toes(10, seed=2))


def test_random_positions_come_from_all_wanted_plies_and_are_all_different() -> None:
    found = tic_tac_toes(30)
    assert {one.state.ply for one in found} == set(range(8))
    assert len({one.state.key() for one in found}) == 30


def test_critical_positions_have_right_and_wrong_moves() -> None:
    for one in tic_tac_toes(30, "critical"):
        kept = [one.keeps(action) for action in one.state.legal_actions()]
        assert any(kept)
        assert not all(kept)


def test_a_game_without_more_positions_says_how_many_there_are() -> None:
    with pytest.raises(NotSupported, match=r"no more random .* it has 3 that can"):
        list(make_positions(TIC_TAC_TOE, 4, plies=(1, 1)))


@pytest.mark.parametrize("spec", ["random_drop", "mnk(3,3,4)", "connect_four(9,9,4)"])
def test_games_without_a_truth_are_refused(spec: str) -> None:
    with pytest.raises(NotSupported):
        list(make_positions(load_game(spec), 1))


def test_a_wrong_kind_is_refused_and_a_stop_ends_the_search() -> None:
    with pytest.raises(BadOption, match="positions are random or critical, not 'x'"):
        list(make_positions(TIC_TAC_TOE, 1, kind="x"))
    stop = Event()
    stop.set()
    assert not list(make_positions(TIC_TAC_TOE, 5, stop=stop))


def test_usual_plies_fit_the_board() -> None:
    assert usual_plies(CONNECT_FOUR, "random") == (8, 20)
    assert usual_plies(TIC_TAC_TOE, "critical") == (0, 7)


# What comes along


@pytest.mark.parametrize("spec", SHIPPED)
def test_shipped_positions_are_what_the_provers_say(spec: str) -> None:
    found = shipped_positions(load_game(spec))
    assert len(found) >= 200
    assert all(one.critical for one in found if one.kind == "critical")
    truth = truth_of(found[0].state.game)
    late = [one for one in found if one.state.ply >= 14 or spec == "tic_tac_toe"]
    for one in Random(7).sample(late, 3):
        values = truth.values(one.state)
        same = {action: value.result for action, value in values.items()}
        assert same == {action: value.result for action, value in one.values.items()}
        assert all(one.values[a].plies in (None, value.plies) for a, value in values.items())


def test_the_set_of_connect_four_is_a_thousand_random_positions_of_ply_8_to_20() -> None:
    found = [one for one in shipped_positions(CONNECT_FOUR) if one.kind == "random"]
    assert len(found) == 1000
    assert {one.state.ply for one in found} == set(range(8, 21))
    assert all(one.complete and one.measured for one in found)
    assert not shipped_positions(load_game("connect_four(5,6,4)"))


# Files


@pytest.mark.parametrize("form", ["npz", "jsonl", "refmoves"])
def test_a_file_holds_what_was_written(form: str, tmp_path: Path) -> None:
    made = list(make_positions(CONNECT_FOUR, 5, plies=(20, 26)))
    path = tmp_path / f"set.{form}"
    path.write_bytes(format_positions(made, form))
    read = load_positions(path)
    for one, other in zip(made, read, strict=True):
        assert one.state.board() == other.state.board()
        assert one.state.player == other.state.player
        for action, value in one.values.items():
            again = other.values[action]
            assert again.result is value.result
            assert value.result is Result.DRAW or again.plies == value.plies
    if form != "refmoves":
        assert [one.actions for one in made] == [one.actions for one in read]


def test_gomoku_keeps_what_is_not_known(tmp_path: Path) -> None:
    state = position("gomoku", "h8a15i9c15j10")
    actions = tuple(parse_moves(state.game, "h8a15i9c15j10"))
    made = [LabelledPosition(actions, state, truth_of(state.game).values(state), "critical")]
    for form in ("npz", "jsonl"):
        path = tmp_path / f"set.{form}"
        path.write_bytes(format_positions(made, form))
        (read,) = load_positions(path)
        assert read.values.keys() == made[0].values.keys()
        assert (read.kind, read.complete) == ("critical", False)


def test_arrays_are_for_learners(tmp_path: Path) -> None:
    import numpy as np

    made = list(make_positions(CONNECT_FOUR, 3, plies=(20, 26)))
    path = tmp_path / "set.npz"
    path.write_bytes(format_positions(made, "npz"))
    with np.load(path) as arrays:
        assert arrays["boards"].shape == (3, 6, 7)
        assert set(arrays["boards"].ravel().tolist()) == {0, 1, 2}
        assert arrays["results"].shape == arrays["plies"].shape == arrays["scores"].shape == (3, 7)
        for one, scores in zip(made, arrays["scores"].tolist(), strict=True):
            best = max(scores)
            assert one.is_best(scores.index(best))
            assert [score == -99 for score in scores] == [
                column not in one.state.legal_actions() for column in range(7)
            ]


def test_a_line_of_refmoves_is_read_as_others_write_it() -> None:
    moves = "2252576253462244111563365343671351441"
    board = position(moves).board()
    cells = [0 if owner is None else owner + 1 for row in board for owner in row]
    line = {"board": cells, "score": -1, "move score": [-99, -99, -99, -99, -99, -1, -2]}
    (one,) = parse_positions(json.dumps(line))
    assert one.state.board() == board
    assert {action: value.words for action, value in one.values.items()} == {
        5: "loss in 4 plies",
        6: "loss in 2 plies",
    }


def wrong_line(**changed: object) -> str:
    """A line that is right, but for what is changed."""
    right = {"game": "tic_tac_toe", "kind": "random", "moves": "b2", "results": [0] * 9}
    return json.dumps({**right, "plies": [None] * 9, **changed})


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "it is empty"),
        ("nonsense", "line 1: it is no labelled position"),
        ('{"board": [0], "score": 0, "move score": [0]}', "line 1: a board has 42 cells"),
        (
            json.dumps({"board": [1] * 42, "score": 0, "move score": [0] * 7}),
            "line 1: no game leads to this board",
        ),
        ('{"game": "chess"}', "line 1: there is no game"),
        (
            '{"game":"tic_tac_toe","kind":"random","moves":"b2","results":[0],"plies":[0]}',
            "line 1: mnk.* has 9 moves",
        ),
        (
            '{"game":"tic_tac_toe","kind":"random","moves":"b2","results":[7,7,7,7,7,7,7,7,7],'
            '"plies":[0,0,0,0,0,0,0,0,0]}',
            "line 1: a3 has the result 7",
        ),
        ("PK nonsense", "it is damaged"),
        (wrong_line(game=5), "line 1: game is a text, not 5"),
        (wrong_line(game=[1] * 9999), "line 1: game is a text, not .{,40}$"),
        (wrong_line(moves=5), "line 1: moves is a text, not 5"),
        (wrong_line(kind=7), "line 1: kind is random or critical, not 7"),
        (wrong_line(kind=[]), "line 1: kind is random or critical, not \\[\\]"),
        (wrong_line(plies=["x"] * 9), "line 1: plies has 'x', which is no whole number"),
        (wrong_line(plies=[-1] * 9), "line 1: plies are counted from 1, not -1"),
        (wrong_line(plies=3), "line 1: plies is a list, not 3"),
        (wrong_line(results=[True] * 9), "line 1: results has True, which is no whole number"),
        (wrong_line() + "\n\n" + wrong_line(results=None), "line 3: results is a list, not None"),
        (
            json.dumps({"board": [0] * 42, "score": 1, "move score": [1.5] * 7}),
            "line 1: move score has 1.5, which is no whole number",
        ),
    ],
)
def test_a_damaged_file_is_refused_with_the_line(
    content: str, problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "set"
    path.write_text(content)
    with pytest.raises(BadFile, match=problem):
        load_positions(path)


SHIPPED_FILE = Path(positions.__file__).parent.parent / "data" / "positions_tic_tac_toe.npz"


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.99])
def test_arrays_that_were_cut_off_are_refused(share: float, tmp_path: Path) -> None:
    content = SHIPPED_FILE.read_bytes()
    path = tmp_path / "cut.npz"
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(BadFile, match=r"cut\.npz holds no positions: it is damaged"):
        load_positions(path)


def test_arrays_with_changed_bytes_are_refused_or_read_but_never_end_in_another_error(
    tmp_path: Path, thorough: bool
) -> None:
    content, count = SHIPPED_FILE.read_bytes(), 150 if thorough else 20
    path, random, refused = tmp_path / "changed.npz", Random(5), 0
    directory = range(content.index(b"PK\x01\x02"), len(content))
    for place in [*random.sample(range(len(content)), count), *random.sample(directory, count)]:
        damaged = bytearray(content)
        damaged[place] ^= random.randrange(1, 256)
        path.write_bytes(damaged)
        try:
            load_positions(path)
        except BadFile:
            refused += 1
    assert refused > 2 * count / 3


def test_arrays_with_a_changed_head_are_refused(tmp_path: Path, thorough: bool) -> None:
    import numpy as np

    path = tmp_path / "set.npz"
    with np.load(SHIPPED_FILE) as arrays:
        np.savez(path, **dict(arrays))  # not compressed, so that the heads are there to be changed
    content = path.read_bytes()
    head = content.index(b"{'descr'", content.index(b"moves.npy"))
    places, others = range(head, content.index(b"}", head) + 1), b"([{)]}'L#\\\n\0"
    for number, (place, other) in enumerate(product(places, others)):
        damaged = bytearray(content)
        damaged[place] = other
        if damaged != content and (thorough or number % 5 == 0):  # of every place and character
            path.write_bytes(damaged)
            with pytest.raises(BadFile, match="holds no positions"):
                load_positions(path)


def test_an_interrupted_set_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"

    def export() -> list[LabelledPosition]:
        return export_positions(
            TIC_TAC_TOE, 8, path, "jsonl", kind="random", seed=5, on_progress=tell
        )

    def tell(done: int, _total: int) -> None:
        if done == 4 and not started:
            started.append(done)
            raise KeyboardInterrupt

    started: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        export()
    assert not path.exists()
    work = work_file(path)
    work.write_text(work.read_text() + '{"game": "tic_tac_t')  # cut off
    found = export()
    assert [one.moves for one in found] == [one.moves for one in tic_tac_toes(8, seed=5)]
    assert digest_of(load_positions(path)) == digest_of(found)
    assert not work.exists()
    work.write_text('{"game": "another"}\n')
    with pytest.raises(BadFile, match="belongs to another set"):
        export()


def begun(path: Path) -> Path:
    """The work file of a set of which four positions are made."""

    def tell(done: int, _total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_positions(TIC_TAC_TOE, 8, path, "jsonl", kind="random", seed=5, on_progress=tell)
    return work_file(path)


def test_who_goes_on_and_is_stopped_at_once_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "set.jsonl"
    work = begun(path)
    before = work.read_bytes()

    def stop(_: LabelledPosition) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("inarow.study.position_export._line", stop)
    with pytest.raises(KeyboardInterrupt):
        export_positions(TIC_TAC_TOE, 8, path, "jsonl", kind="random", seed=5)
    assert work.read_bytes() == before


def test_a_damaged_work_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    work = begun(path)
    lines = work.read_text().splitlines(keepends=True)
    lines[2] = "nonsense\n"
    work.write_text("".join(lines))
    with pytest.raises(BadFile, match=r"set\.jsonl\.work is damaged, line 3: it is no labelled"):
        export_positions(TIC_TAC_TOE, 8, path, "jsonl", kind="random", seed=5)
    assert work.read_text() == "".join(lines)


def test_the_first_positions_are_there_at_once() -> None:
    assert len(list(islice(make_positions(TIC_TAC_TOE, 10**9, seed=1), 2))) == 2
