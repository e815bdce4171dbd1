"""Specs, names, presets, and the games and players of other packages."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from helpers import quick
from inarow import plugins
from inarow.errors import BadOption, InarowError, UnknownName
from inarow.games.base import Game
from inarow.games.connect_four import ConnectFour
from inarow.games.gomoku import Gomoku
from inarow.games.mnk import Mnk
from inarow.games.nine_board import NineBoard
from inarow.games.random_drop import RandomDrop
from inarow.registry import agents, games, load_agent, load_game, names_program, programs
from inarow.spec import format_spec, spec_of, split_spec

# Specs


@each(
    "text, name, options",
    [
        ("mnk", "mnk", []),
        ("mnk()", "mnk", []),
        (" mnk ( ) ", "mnk", []),
        ("mnk(3,4)", "mnk", [(None, "3"), (None, "4")]),
        ("mnk( rows = 3 , k=4 )", "mnk", [("rows", "3"), ("k", "4")]),
        ("classic-mc(seed=1)", "classic-mc", [("seed", "1")]),
        ("a(b=c=d)", "a", [("b", "c=d")]),
        ("a(b='c')", "a", [("b", "c")]),
        ('a( "my robot" , b = " c " )', "a", [(None, "my robot"), ("b", " c ")]),
        ('a(b="c,d)(=e",f=1)', "a", [("b", "c,d)(=e"), ("f", "1")]),
        ('a("b=c")', "a", [(None, "b=c")]),
        ('a(b="say ""hi"" twice",c=1)', "a", [("b", 'say "hi" twice'), ("c", "1")]),
        ("a(b='don''t')", "a", [("b", "don't")]),
        ("a(b=don't,c=it's)", "a", [("b", "don't"), ("c", "it's")]),
        ('a(b=c(d="e,f"),g="")', "a", [("b", 'c(d="e,f")'), ("g", "")]),
        ('a(b="C:\\dir\\")', "a", [("b", "C:\\dir\\")]),
    ],
)
def test_a_spec_is_a_name_with_options(
    text: str, name: str, options: list[tuple[str | None, str]]
) -> None:
    assert split_spec(text) == (name, options)


@each("text", ["", " ", "(3)", "mnk(", "mnk)", "mnk(3", "3mnk", "mnk(3)x", "a b"])
def test_a_text_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="is not of the form"):
        split_spec(text)


@each("text", ["mnk(,)", "mnk(3,,3)", "mnk(3,)"])
def test_an_empty_option_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="empty option"):
        split_spec(text)


@each("text", ['a(b="c)', "a(b='c\")", 'a(b="c"d)', 'a(b="c" "d")', 'a("b"c=1)'])
def test_a_quotation_that_does_not_end_with_its_option_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="quotation mark"):
        split_spec(text)


words = st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True)


@given(name=words, options=st.dictionaries(words, st.integers() | st.booleans() | words))
def test_a_spec_survives_being_written_and_read(name: str, options: dict[str, object]) -> None:
    read_name, read_options = split_spec(format_spec(name, options))
    assert read_name == name
    assert read_options == [
        (key, str(value).lower() if isinstance(value, bool) else str(value))
        for key, value in options.items()
    ]


texts = st.text(st.sampled_from("ab =,()\"'\\\n") | st.characters(codec="utf-8"), max_size=30)


@quick
@given(name=words, options=st.dictionaries(words, texts))
def test_any_text_survives_being_written_and_read(name: str, options: dict[str, object]) -> None:
    written = format_spec(name, options)
    assert split_spec(written) == (name, list(options.items()))
    outer = format_spec("outer", {"inner": written, "k": 3})
    assert split_spec(outer) == ("outer", [("inner", written), ("k", "3")])


def test_a_long_spec_is_read_in_linear_time() -> None:
    for text in ('"' * 200_001, "'," * 100_000, '"",' * 70_000, "(" * 200_000, '"a' * 100_000):
        with suppress(BadOption):
            split_spec(f"a(b={text})")
        assert split_spec(format_spec("a", {"b": text})) == ("a", [("b", text)])


# Games by name


@pytest.mark.req("X.1", "S0.10", "S3.34")
@each(
    "spec, game",
    [
        ("connect_four", ConnectFour(6, 7, 4)),
        ("connect_four(rows=5,cols=6)", ConnectFour(5, 6, 4)),
        ("connect_four(7,8,5)", ConnectFour(7, 8, 5)),
        ("connect_four(7,k=3)", ConnectFour(7, 7, 3)),
        ("random_drop(cols=5)", RandomDrop(6, 5, 4)),
        ("mnk", Mnk(3, 3, 3)),
        ("mnk(rows=3,cols=4,k=3,overline=exact)", Mnk(3, 4, 3, "exact")),
        ("tic_tac_toe", Mnk(3, 3, 3)),
        ("gomoku", Gomoku(15, 15, "freestyle")),
        ("gomoku(19,19)", Gomoku(19, 19)),
        ("gomoku(rule=standard)", Gomoku(15, 15, "standard")),
        ("nine_board", NineBoard("random", "draw")),
        ("nine_board(full_board=free)", NineBoard("random", "free")),
    ],
)
def test_a_spec_names_a_game(spec: str, game: Game) -> None:
    assert load_game(spec) == game
    assert load_game(str(game)) == game


@each("spec", ["Connect-Four", "CONNECT_FOUR", " connect_four "])
def test_dashes_and_capitals_do_not_matter(spec: str) -> None:
    assert load_game(spec) == ConnectFour()


def test_the_spec_of_a_game_names_every_option() -> None:
    assert str(ConnectFour()) == "connect_four(rows=6,cols=7,k=4)"
    assert spec_of(Mnk(3, 4, 3, "exact")) == "mnk(rows=3,cols=4,k=3,overline=exact)"
    assert str(NineBoard()) == "nine_board(first_move=random,full_board=draw)"
    assert str(RandomDrop(5, 6)) == "random_drop(rows=5,cols=6,k=4)"


@each(
    "spec, error, message",
    [
        ("conect_four", UnknownName, "no game 'conect_four'; did you mean connect_four"),
        ("gomuku", UnknownName, "did you mean gomoku"),
        ("backgammon", UnknownName, "there is connect_four, random_drop, mnk, tic_tac_toe"),
        ("connect_four(row=5)", BadOption, "has no option 'row'; did you mean rows"),
        ("mnk(3,3,3,win,9)", BadOption, "mnk takes at most 4 options"),
        ("connect_four(rows=0)", BadOption, "rows must be 1 to 100, not 0"),
        ("connect_four(rows=101)", BadOption, "rows must be 1 to 100, not 101"),
        ("connect_four(k=1)", BadOption, "k must be 2 to 1000, not 1"),
        ("connect_four(k=many)", BadOption, "k must be a whole number, not 'many'"),
        ("connect_four(k=4.0)", BadOption, "k must be a whole number, not '4.0'"),
        ("gomoku(rows=-3)", BadOption, "gomoku: rows must be 1 to 100, not -3"),
        ("gomoku(renju)", BadOption, "not 'renju'; write rule=renju"),
        ("renju(rule=caroo)", BadOption, "did you mean caro"),
        ("mnk(overline=wins)", BadOption, "did you mean win"),
        ("nine_board(first_move=dice)", BadOption, "must be random . free, not 'dice'"),
    ],
)
def test_a_wrong_spec_is_refused_in_one_line(
    spec: str, error: type[InarowError], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        load_game(spec)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("spec", ["mnk(rows=3,rows=4)", "mnk(3,rows=4)"])
def test_an_option_cannot_be_given_twice(spec: str) -> None:
    with pytest.raises(BadOption, match="rows"):
        load_game(spec)


@pytest.mark.req("S0.10")
@each("values", [{"rows": 0}, {"cols": 101}, {"k": 1}, {"rows": 2.5}])
@each("rules", [ConnectFour, RandomDrop, Mnk])
def test_wrong_sizes_are_refused_in_python_too(
    rules: Callable[..., Game], values: dict[str, Any]
) -> None:
    with pytest.raises(BadOption):
        rules(**values)


def test_every_name_tells_what_it_is_and_which_options_it_takes() -> None:
    for name, entry in games().items():
        assert entry.name == name
        assert entry.summary.endswith(".")
        assert "\n" not in entry.summary
        assert all(option.help for option in entry.options())


def test_a_preset_shows_its_own_defaults() -> None:
    defaults = {option.name: option.default for option in agents()["normal"].options()}
    plain = {option.name: option.default for option in agents()["mcts"].options()}
    assert defaults.keys() == plain.keys()
    assert defaults["simulations"] != plain["simulations"]


# Games and players of other packages

Install = Callable[..., None]

PLUGIN = """
    from dataclasses import dataclass

    from inarow.games.mnk import Mnk
    from inarow.options import check_options, option


    @dataclass(frozen=True)
    class Pond(Mnk):
        \"\"\"Frogs take any lily pad; four in a row win.\"\"\"

        k: int = option(4, low=2, high=9, help="frogs in a row")

        name = "pond"


    @dataclass
    class Frog:
        \"\"\"Jumps anywhere.\"\"\"

        seed: int | None = option(None, help="start of the random numbers")
        legs: int = option(4, low=2, high=6, help="number of legs")

        name = "frog"

        def __post_init__(self) -> None:
            check_options(self)

        def supports(self, game): ...

        def choose(self, state, limit, on_info=None): ...


    def not_a_class():
        pass
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package with entry points on the path, as an installed one would be."""
    before = set(sys.modules)

    def put(source: str = PLUGIN, module: str = "pond_package", **entry_points: str) -> None:
        (tmp_path / f"{module}.py").write_text(dedent(source), encoding="utf-8")
        info = tmp_path / "pond_package-1.0.dist-info"
        info.mkdir()
        metadata = "Metadata-Version: 2.1\nName: pond-package\nVersion: 1.0\n"
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        lines = [f"[inarow.{group}]\n{points}\n" for group, points in entry_points.items()]
        (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))

    monkeypatch.setattr("inarow.plugins.BROKEN", {})
    monkeypatch.setattr("inarow.plugins._NAMED", set())
    yield put
    for module in set(sys.modules) - before:
        if module.startswith("pond_package"):
            del sys.modules[module]


def test_a_game_of_another_package_is_found_and_played(install: Install) -> None:
    assert "pond" not in games()
    install(games="pond = pond_package:Pond")
    assert list(games())[-1] == "pond", "built-ins come first"
    assert games()["pond"].summary == "Frogs take any lily pad; four in a row win."
    game = load_game("pond(rows=5,cols=5)")
    assert str(game) == "pond(rows=5,cols=5,k=4,overline=win)"
    assert load_game(str(game)) == game
    state = game.initial_state()
    for text in ["a1", "b1", "a2", "b2", "a3", "b3", "a4"]:
        state = state.play(game.parse(text))
    assert state.outcome is not None
    assert state.outcome.winner == 0


def test_a_package_that_comes_while_we_run_is_found(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though its folder was looked at before."""
    os.utime(tmp_path, (0, 0))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "pond" not in games()
    install(games="pond = pond_package:Pond")
    sys.path.remove(str(tmp_path))
    assert sys.path.count(str(tmp_path)) == 1
    assert "pond" in games()


def test_options_of_another_package_are_checked_like_our_own(install: Install) -> None:
    install(games="pond = pond_package:Pond")
    with pytest.raises(BadOption, match="pond: k must be 2 to 9, not 10"):
        load_game("pond(k=10)")
    with pytest.raises(UnknownName, match="did you mean pond"):
        load_game("ponds")


def test_a_player_of_another_package_is_found_with_its_options(install: Install) -> None:
    install(agents="frog = pond_package:Frog")
    assert "frog" in agents()
    frog: Any = load_agent("frog(legs=6)")
    assert (frog.name, frog.legs, frog.seed) == ("frog", 6, None)
    with pytest.raises(UnknownName, match="no player 'frok'; did you mean frog"):
        load_agent("frok")


@pytest.mark.parametrize(
    "body",
    [
        "    def start(self, game) -> None: ...\n    def close(self) -> None: ...\n",
        "    runs_program = True\n",
    ],
)
def test_a_plug_in_that_runs_a_program_is_kept_from_strangers(install: Install, body: str) -> None:
    source = (
        "from dataclasses import dataclass\n@dataclass\nclass Toad:\n    name = 'toad'\n"
        "    def supports(self, game): ...\n    def choose(self, state, limit): ...\n"
    )
    install(f"{source}{body}", agents="my-toad = pond_package:Toad")
    for spec in ("my-toad", "MY_TOAD()", "careless(search=my-toad)", "careless('my_toad(x=1)')"):
        assert names_program(spec), spec
    assert not names_program("alphabeta(order=near)")
    assert "my-toad" not in agents()
    assert "my-toad" in programs()


def test_other_plug_ins_run_no_program(install: Install) -> None:
    install(agents="frog = pond_package:Frog")
    assert not names_program("frog(legs=4)")


@pytest.mark.req("X.5")
@pytest.mark.parametrize(
    ("spec", "seed"), [("frog", 5), ("frog(seed=1)", 1), ("frog(1)", 1), ("frog(legs=2)", 5)]
)
def test_a_player_gets_the_common_seed_unless_its_spec_sets_one(
    install: Install, spec: str, seed: int
) -> None:
    install(agents="frog = pond_package:Frog")
    frog: Any = load_agent(spec, seed=5)
    assert frog.seed == seed


def test_a_built_in_name_always_wins(install: Install) -> None:
    install(games="connect_four = pond_package:Pond\nConnect-Four = pond_package:Pond")
    assert load_game("connect_four") == load_game("Connect-Four") == ConnectFour()


BROKEN = {
    "exits": ("import sys; sys.exit(5)", "Pond", "SystemExit: 5"),
    "exits in silence": ("raise SystemExit", "Pond", "SystemExit"),
    "interrupts": ("raise KeyboardInterrupt", "Pond", "KeyboardInterrupt"),
    "bad letters": ("raise RuntimeError('\\udcff\\x1b[31mdry')", "Pond", "\ufffddry"),
    "raises": ("raise RuntimeError('the pond is dry')", "Pond", "the pond is dry"),
    "raises in two lines": ("raise RuntimeError('the pond\\nis dry')", "Pond", "the pond"),
    "no class": ("x = 1", "x", "is not a dataclass"),
    "import missing": ("import no_such_frog", "Pond", "no_such_frog"),
    "syntax error": ("def (", "Pond", "syntax"),
    "no such class": ("", "Pond", "Pond"),
    "not a class": (PLUGIN, "not_a_class", "is not a dataclass"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_plug_in_is_reported_in_one_line_and_harms_nobody(
    install: Install, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    source, attribute, problem = BROKEN[what]
    install(source, games=f"swamp = pond_package:{attribute}")
    assert "swamp" not in games()
    assert list(games()) == list(games())
    with pytest.raises(UnknownName, match=problem) as caught:
        load_game("swamp")
    assert "swamp" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert load_game("connect_four") == ConnectFour()
    named = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert [record.getMessage() for record in named] == [f"a plug-in is skipped: {caught.value}"]


def test_a_plug_in_that_hangs_is_not_waited_for(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.plugins.PLUGIN_SECONDS", 0.1)
    source = "import threading; threading.Event().wait(3600)"
    install(source, "hanging_pond", games="swamp = hanging_pond:Swamp")
    assert "swamp" not in games()
    with pytest.raises(UnknownName, match=r"swamp .* did not end within 0.1 s"):
        load_game("swamp")
    assert load_game("connect_four") == ConnectFour()


def test_only_the_plug_in_that_is_asked_for_is_imported(install: Install) -> None:
    install(games="pond = pond_package:Pond\nswamp = no_such_package:Swamp")
    assert load_game("pond").name == "pond"
    assert not plugins.BROKEN
    assert load_agent("random").name == "random"
    assert "pond" in games()
    assert list(plugins.BROKEN) == ["no_such_package:Swamp"]
