"""Pictures of whole games and of values: strips, films, and the command and function that draw."""

from __future__ import annotations

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from command_line import inarow as command
from inarow.games.record import Record
from inarow.interfaces.render import svg
from inarow.interfaces.render.film import film, strip
from inarow.interfaces.render.values import SHOWN, value_marks
from inarow.registry import games, load_game
from inarow.search.decision import Kind, Result, Unit, Value

NAMESPACE = "{http://www.w3.org/2000/svg}"
KEY = re.compile(r"([\d.]+)%\{visibility:(\w+)\}")


def played(spec: str, moves: int, seed: int) -> Record:
    """A random game of at most so many moves."""
    dice, record = random.Random(seed), Record(load_game(spec))
    for _ in range(moves):
        if record.outcome is None:
            record.push(dice.choice(record.state.legal_actions()))
    return record


class Player:
    """Shows a film as a browser would: what is seen at a moment."""

    def __init__(self, drawing: str) -> None:
        self.root = ElementTree.fromstring(drawing)
        style = self.root.findtext(f"{NAMESPACE}style") or ""
        self.keys = {
            name: [(float(at), seen == "visible") for at, seen in KEY.findall(body)]
            for name, body in re.findall(r"@keyframes ([\w-]+)\{(.*)\}", style)
        }
        self.rest = {
            name: seen == "visible"
            for name, seen in re.findall(r"^\.(f[\w-]+)\{visibility:(\w+)", style, re.MULTILINE)
        }
        found = re.search(r"animation:\S+ ([\d.]+)s", style)
        self.seconds = float(found[1]) if found else 0.0

    def at(self, seconds: float | None) -> dict[str, list[str]]:
        """Classes of the shapes that are seen, with their places; None: without animations."""
        found: dict[str, list[str]] = {}

        def walk(node: ElementTree.Element) -> None:
            kind = node.get("class", "")
            if kind in self.keys:
                share = 100 * (seconds or 0) / self.seconds
                seen = [on for start, on in self.keys[kind] if start <= share + 1e-3][-1]
                if not (self.rest[kind] if seconds is None else seen):
                    return
            if node.get("transform"):
                found.setdefault(kind, []).append(node.get("transform", ""))
            for child in node:
                walk(child)

        walk(self.root)
        return {kind: sorted(places) for kind, places in found.items()}


@pytest.mark.parametrize("spec", [*games(), "gomoku(opening=swap2)"])
@settings(deadline=None, max_examples=5)
@given(seed=st.integers(0, 10_000))
def test_a_film_shows_every_position_in_its_turn_and_rests_on_the_last(
    spec: str, seed: int
) -> None:
    record = played(spec, 12, seed)
    player = Player(film(record))
    nodes = [record.root, *record.root.line()]
    for number, node in enumerate(nodes):
        seen = player.at(0.8 * number + 0.4)
        still = Player(svg.render(node.state)).at(None)
        for kind in ("x", "o", "last", "win", "no"):
            assert seen.get(kind) == still.get(kind), (number, kind)
    assert player.at(None) == player.at(0.8 * (len(nodes) - 1) + 0.4)


def test_a_film_is_small_and_rests_on_paper_and_for_who_wants_less_motion() -> None:
    drawing = film(played("gomoku", 225, seed=1))
    assert len(drawing) < 200_000
    rests = "@media print,(prefers-reduced-motion:reduce){.inarow *{animation:none}}"
    assert rests in drawing
    assert "<script" not in drawing


def test_films_on_one_page_do_not_disturb_each_other() -> None:
    one, other = (Player(film(played("tic_tac_toe", 4, seed=seed))) for seed in (1, 2))
    assert one.keys
    assert not one.keys.keys() & other.keys.keys()


def test_a_film_of_no_moves_is_a_board() -> None:
    drawing = film(Record(load_game("tic_tac_toe")))
    assert Player(drawing).keys == {}
    assert ElementTree.fromstring(drawing).tag == f"{NAMESPACE}svg"


@pytest.mark.parametrize("spec", games())
@pytest.mark.parametrize("moves", [0, 1, 5, 40])
def test_a_strip_ends_with_the_last_position_and_numbers_each_stone_once(
    spec: str, moves: int
) -> None:
    record = played(spec, moves, seed=3)
    root = ElementTree.fromstring(strip(record))
    stages = [one for one in root if one.get("class", "").startswith("stage")]
    assert 1 <= len(stages) <= 6
    stones = [one for one in stages[-1] if one.get("class") in ("x", "o")]
    board = [owner for row in record.state.board() for owner in row if owner is not None]
    assert len(stones) == len(board)
    numbers = [
        int(text.text or "")
        for stage in stages
        for stone in stage
        if stone.get("class") in ("x", "o")
        for text in stone.iter(f"{NAMESPACE}text")
    ]
    assert len(numbers) == len(set(numbers))
    if spec not in ("pop_out", "nine_board"):  # stones may vanish; two are placed by dice
        assert sorted(numbers) == list(range(1, len(numbers) + 1))


def test_pictures_of_a_game_tell_who_played_and_how_it_ended() -> None:
    record = Record(load_game("tic_tac_toe"), tags={"First": "Ada <&>", "Second": "level(3)"})
    record.push_moves("a1b1a2b2a3")
    for drawing in (strip(record), film(record)):
        root = ElementTree.fromstring(drawing)
        title = root.findtext(f"{NAMESPACE}title") or ""
        assert title.endswith("Ada <&> (X) - level(3) (O): X wins with a line")
        assert root.findtext(f"{NAMESPACE}desc") == "moves: a1 b1 a2 b2 a3"


def test_the_line_through_the_cursor_is_shown() -> None:
    record = Record(load_game("connect_four"))
    record.push_moves("445")
    record.undo()
    record.push_moves("67")
    assert "moves: 4 4 6 7" in strip(record)
    record.to_start()
    assert "moves: 4 4 5" in film(record)


def test_values_say_their_kind_and_the_best_move_has_a_star() -> None:
    state = inarow.position("4453")
    values = {
        0: Value(Kind.PROVEN, 1, Result.WIN, 9),
        1: Value(Kind.BOUND, 0, Result.DRAW),
        2: Value(Kind.ESTIMATE, 0.3, unit=Unit.CHANCE),
        3: Value(Kind.BOUND, 0, Result.DRAW, at_most=True),
        4: Value(Kind.PROVEN, 1, Result.LOSS, 4, at_most=True),
    }
    marks = value_marks(state, values, best=0)
    found = {re.findall("<title>(.):", mark)[0]: mark for mark in marks}
    assert 'class="value proven good"' in found["1"]
    assert ">win<" in found["1"]
    assert ">in 9<" in found["1"]
    assert [move for move, mark in found.items() if "best" in mark] == ["1"]
    assert 'class="value bound even"' in found["2"]
    assert ">≥draw<" in found["2"]
    assert 'class="value estimate bad"' in found["3"]
    assert ">~30%<" in found["3"]
    assert ">≤draw<" in found["4"]
    assert ">in ≤4<" in found["5"]


def test_a_crowd_of_values_shows_the_best_ones() -> None:
    state = load_game("gomoku").initial_state()
    values = {
        action: Value(Kind.ESTIMATE, 0.2 + action / 1000, unit=Unit.CHANCE)
        for action in state.legal_actions()
    }
    marks = value_marks(state, values, best=3)
    assert len(marks) == SHOWN
    assert "best" in marks[0]
    assert f"<title>{state.game.format(3)}:" in marks[0]


def test_picture_draws_whatever_a_position_can_be_written_as(tmp_path: Path) -> None:
    record = played("connect_four", 6, seed=1)
    inarow.save_record(record, tmp_path / "game.json")
    board = inarow.picture(record.state).svg
    assert board == svg.render(record.state)
    assert inarow.picture(tmp_path / "game.json").svg == board
    assert inarow.picture(str(tmp_path / "game.json"), form="strip").svg == strip(record)
    assert inarow.picture(record).svg == strip(record)
    assert inarow.picture(record, form="film", size=20).svg == film(record, 20)
    analysis = inarow.analyse("tic_tac_toe", "b2", agent="minimax")
    assert inarow.picture(analysis).svg.count('class="value ') == 8
    picture = inarow.picture("4453")
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text("utf-8") == picture.svg == picture._repr_svg_()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"moves": "film"}, "the form of a picture is named so: form='film'"),
        ({"form": "movie"}, "a picture is a board, a strip, a film, not 'movie'"),
        ({"size": 0}, "a cell has 4 to 400 pixels, not 0"),
        ({"size": "10"}, "a cell has 4 to 400 pixels, not '10'"),
    ],
)
def test_a_wrong_picture_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(inarow.BadOption, match=re.escape(words)):
        inarow.picture("4453", **options)  # type: ignore[arg-type]
    with pytest.raises(inarow.BadOption, match="one position"):
        inarow.picture(inarow.analyse("tic_tac_toe", "b2", agent="minimax"), form="film")


def test_the_command_writes_a_picture(tmp_path: Path) -> None:
    record = played("connect_four", 6, seed=1)
    out = tmp_path / "game.svg"
    done = command("picture", record.moves, "--form", "film", "--out", str(out))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert out.read_text("utf-8") == film(record)
    again = command("picture", record.moves, "--out", str(out))
    assert (again.code, again.err) == (0, "")
    assert out.read_text("utf-8") == svg.render(record.state)
    assert command("picture", record.moves, "--size", "20").out == svg.render(record.state, size=20)


def test_the_command_replaces_nothing_but_pictures(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Ada")
    done = command("picture", "4453", "--out", str(text))
    assert (done.code, done.out) == (2, "")
    assert "exists and is no picture" in done.err
    assert text.read_text() == "Dear Ada"
    missing = command("picture", str(tmp_path / "none.sgf"))
    assert missing.code == 1
    assert missing.err.count("\n") == 1
