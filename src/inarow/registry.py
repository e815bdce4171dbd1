"""Names to objects: `connect_four(rows=7,cols=8,k=5)` becomes a game, `random(seed=1)` a player.

Built-ins are listed here by their dotted place and imported only when asked for. A preset is
another name for a built-in with other defaults. Other packages add theirs as entry points of the
groups `inarow.games` and `inarow.agents`; a built-in name always wins.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from reprlib import repr as brief
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from inarow import defaults, plugins
from inarow.errors import BadOption, InarowError, UnknownName, one_line
from inarow.log import logger
from inarow.options import Option, counted, options_of, parse_value, suggestion
from inarow.spec import Options, has_short_form, split_player, split_spec
from inarow.text import clean

if TYPE_CHECKING:
    from inarow.games.base import Game
    from inarow.search.agent import Agent


log = logger(__name__)

Group: TypeAlias = Literal["opponents", "others", "originals"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One registered name: where its class is, what a preset changes, what people read of it.

    Args:
        name: the name.
        place: module and class.
        preset: options with other defaults.
        text: one line that says what it is; by default that of its class.
        title: what people call a game; by default its name.
        group: among whom a player is offered: opponents for people, others, original programs.
        engine: the spec with which a player is asked for an analysis, so that it goes on until it
            is stopped; by default its name; None: it has nothing to say about a position.
        use: the most useful engines have the lowest numbers.
        column: where engines are shown side by side, the best one of each column is taken.
        plugin: whether it comes from another package.
        program: whether a built-in runs a program that its options name; see `runs_program`.
        opens: the option of a built-in, if it has one, that names a file.
        needs: what the class of a plug-in must have.
    """

    name: str
    place: str
    preset: Mapping[str, object] = field(default_factory=dict)
    text: str = ""
    title: str = ""
    group: Group = "others"
    engine: str | None = ""
    use: int = 9
    column: int | None = None
    plugin: bool = False
    program: bool = False
    opens: str = ""
    needs: tuple[str, ...] = ()

    def load(self) -> type:
        """Import the class; raises UnknownName if that of a plug-in cannot be imported."""
        if self.plugin:
            return plugins.load_plugin(self.name, self.place, self.needs)
        module, _, attribute = self.place.partition(":")
        found: type = getattr(importlib.import_module(module), attribute)
        return found

    @property
    def works(self) -> bool:
        """Whether it can be imported: there is no doubt about what is built in."""
        return not self.plugin or plugins.works(self.name, self.place, self.needs)

    @property
    def runs_program(self) -> bool:
        """Whether it runs a program of this machine.

        The class of a plug-in says so by `runs_program = True`, or by the methods `start` and
        `close` of a player that is a program (`search/agent.py`).
        """
        if not self.plugin or not self.works:
            return self.program
        kind = self.load()
        return bool(getattr(kind, "runs_program", False)) or all(
            callable(getattr(kind, name, None)) for name in ("start", "close")
        )

    @property
    def summary(self) -> str:
        """One line that says what this is."""
        return self.text or clean((inspect.getdoc(self.load()) or self.name).partition("\n")[0])

    def options(self) -> tuple[Option, ...]:
        """The options with the defaults of this name."""
        return tuple(
            replace(opt, default=self.preset.get(opt.name, opt.default))
            for opt in options_of(self.load())
        )

    def build(self, given: Options, seed: int | None = None) -> Any:
        """The object for the options of a spec; `seed` is used if it has a seed and sets none."""
        options = self.options()
        by_name = {opt.name: opt for opt in options}
        values = dict(self.preset)
        set_keys: set[str] = set()
        if seed is not None and "seed" in by_name:
            values["seed"] = seed
        for position, (key, text) in enumerate(given):
            if key is None:
                if position >= len(options):
                    most = counted(len(options), "option")
                    raise BadOption(f"{self.name} takes at most {most}")
                key = options[position].name
            if key not in by_name:
                raise BadOption(
                    f"{self.name} has no option {key!r}; {suggestion(key, tuple(by_name))}"
                )
            if key in set_keys:
                raise BadOption(f"{self.name}: {key} is given twice")
            set_keys.add(key)
            values[key] = self._value(by_name, key, text)
        kind = self.load()
        try:
            return kind(**values)
        except InarowError:
            raise
        except (Exception, SystemExit) as error:
            if not self.plugin:
                raise
            log.info("%s cannot be made", self.name, exc_info=True)
            raise UnknownName(f"{self.name} cannot be made: {one_line(error)}") from error

    def _value(self, options: Mapping[str, Option], key: str, text: str) -> object:
        """The value of an option; who wrote one of another option is told which."""
        try:
            return parse_value(options[key], text, self.name)
        except BadOption as error:
            meant = [name for name, opt in options.items() if name != key and text in opt.choices]
            if not meant:
                raise
            raise BadOption(f"{error}; write {meant[0]}={text}") from None


@dataclass(frozen=True, slots=True)
class Shelf:
    """Everything of one kind that a spec may name: what is built in, and plug-ins if there are any.

    Args:
        missing: how a message begins that tells of an unknown name.
        built_in: the entries of this package.
        group: of the entry points of plug-ins; "": none.
        needs: what the class of a plug-in must have.
        split: reads a spec.
        also: entries that are understood and not listed: what people call a variant.
    """

    missing: str
    built_in: tuple[Entry, ...]
    group: str = ""
    needs: tuple[str, ...] = ()
    split: Callable[[str], tuple[str, Options]] = split_spec
    also: tuple[Entry, ...] = ()

    def entries(self) -> Iterator[Entry]:
        """The entries, working or not; plug-ins come last: finding them may take milliseconds."""
        yield from self.built_in
        if not self.group:
            return
        names = {entry.name for entry in self.built_in}
        for point in _read_points(self.group, tuple(map(_dated, sys.path))):
            name = clean(point.name)
            if name not in names:
                names.add(name)
                yield Entry(name, point.value, plugin=True, needs=self.needs)

    def find(self, name: str) -> Entry:
        """Look a name up; - and _ are the same, so are upper and lower case."""
        names = []
        for entry in (*self.also, *self.entries()):
            if entry.name.lower().replace("-", "_") == name.lower().replace("-", "_"):
                return entry
            names += [entry.name] * (entry not in self.also)
        hint = suggestion(name, names)
        for other, what in ((_GAMES, "a game"), (_AGENTS, "a player")):
            if other is not self and any(entry.name == name for entry in other.built_in):
                hint = f"{name} is {what}"
        raise UnknownName(f"{self.missing} {clean(name)!r}; {hint}")

    def load(self, spec: str, seed: int | None = None, **more: Any) -> Any:
        """The object that a spec names; `seed` is used if the spec itself sets none."""
        name, options = self.split(spec)
        further = [(key, str(value)) for key, value in more.items()]
        return self.find(name).build([*options, *further], seed)


@lru_cache(maxsize=8)
def _read_points(group: str, path: tuple[tuple[str, int], ...]) -> tuple[EntryPoint, ...]:
    """The entry points of a group; read again only after a package has come or gone."""
    return tuple(entry_points(group=group))


def _dated(folder: str) -> tuple[str, int]:
    """A folder of the path and when something was last put into it or taken out."""
    try:
        return folder, os.stat(folder or ".").st_mtime_ns
    except OSError:
        return folder, 0


def _classic(name: str, place: str, text: str, **preset: object) -> Entry:
    """A player of the original programs: a general one with the settings of that program."""
    return Entry(name, place, {**preset, "name": name}, text, group="originals")


def _menu(name: str, simulations: int) -> Entry:
    """One of the three strengths of the original program 003."""
    text = f"Monte Carlo of the original program 003 with {simulations} simulations."
    points = {"exploration": defaults.MENU_EXPLORATION, "draw_points": defaults.MENU_DRAW_POINTS}
    entry = _classic(name, _MCTS, text, simulations=simulations, **points, final="visits")
    return replace(entry, group="opponents")


_MNK = "inarow.games.mnk:Mnk"
_GOMOKU = "inarow.games.gomoku:Gomoku"
_GOMOKU_PLAYER = "inarow.search.gomoku.player:GomokuPlayer"
_RANDOM = "inarow.agents.random_player:RandomPlayer"
_MINIMAX = "inarow.search.minimax.player:MinimaxPlayer"
_EXPECTIMINIMAX = "inarow.search.minimax.player:ExpectiminimaxPlayer"
_ALPHABETA = "inarow.search.minimax.player:AlphaBetaPlayer"
_MCTS = "inarow.search.mcts.player:MctsPlayer"
_MCTS_PRESET = {"exploration": defaults.MCTS_EXPLORATION, "solve": True, "sharp": True}

_OUR_GAMES = (
    Entry("connect_four", "inarow.games.connect_four:ConnectFour", title="Connect Four"),
    Entry("random_drop", "inarow.games.random_drop:RandomDrop", title="Random drop"),
    Entry("mnk", _MNK, title="m,n,k game"),
    Entry("tic_tac_toe", _MNK, text="Three in a row on a 3 x 3 board.", title="Tic-tac-toe"),
    Entry("gomoku", _GOMOKU, title="Gomoku"),
    Entry("nine_board", "inarow.games.nine_board:NineBoard", title="Nine boards"),
    Entry("ultimate_tic_tac_toe", "inarow.games.ultimate:Ultimate", title="Ultimate tic-tac-toe"),
    Entry("pop_out", "inarow.games.pop_out:PopOut", title="Pop Out"),
)
_GAMES = Shelf(
    "there is no game",
    _OUR_GAMES,
    "inarow.games",
    ("name", "initial_state", "format", "parse", "__hash__"),
    also=tuple(Entry(rule, _GOMOKU, {"rule": rule}) for rule in ("renju", "caro")),
)
_OUR_AGENTS = (
    Entry("human", "inarow.agents.human:Human", engine=None),
    Entry("random", _RANDOM, engine=None),
    Entry("minimax", _MINIMAX, use=5, column=3),
    Entry("expectiminimax", _EXPECTIMINIMAX, use=6),
    Entry("alphabeta", _ALPHABETA, engine="alphabeta(seconds=none)", use=3, column=1),
    Entry("perfect", "inarow.agents.perfect:Perfect", use=2, column=1),
    Entry("judge", "inarow.study.judge:Judge", use=1),
    Entry("gomoku", _GOMOKU_PLAYER, engine="gomoku(seconds=none)", use=2, column=1),
    Entry("nine", "inarow.agents.nine:NinePlayer", engine="nine(seconds=none)", use=2, column=1),
    Entry("prover", "inarow.search.proof.player:ProofPlayer", use=7),
    Entry("learned", "inarow.search.learned.player:LearnedPlayer", use=8, opens="file"),
    Entry("mcts", _MCTS, _MCTS_PRESET, engine="mcts(simulations=none)", use=4, column=2),
    Entry("level", "inarow.agents.level:LevelPlayer", group="opponents"),
    Entry("careless", "inarow.agents.level:CarelessPlayer"),
    Entry("pbrain", "inarow.adapters.gomocup_player:Pbrain", engine=None, program=True),
    Entry("kaggle", "inarow.adapters.kaggle.player:KagglePlayer", engine=None, program=True),
    Entry("python", "inarow.live.outside.named:PythonPlayer", engine=None, program=True),
    Entry("program", "inarow.live.outside.named:ProgramPlayer", engine=None, program=True),
    _classic(
        "classic-minimax",
        _MINIMAX,
        "Minimax of the original program 000: looks 3 stones ahead.",
        depth=defaults.MINIMAX_DEPTH,
        evaluator="window_cost",
    ),
    _classic(
        "classic-expectiminimax",
        _EXPECTIMINIMAX,
        "Expectiminimax of the original program 000: lets the dice decide where that looks better.",
        depth=defaults.EXPECTIMINIMAX_DEPTH,
        evaluator="window_cost",
    ),
    _classic(
        "classic-mc",
        _MCTS,
        "Monte Carlo of the original program 000: 10,000 simulations, best share of wins.",
        simulations=defaults.CLASSIC_MC_SIMULATIONS,
        exploration=defaults.EXPLORATION,
        final="ratio",
        draw_points=0.0,
        dice=False,
    ),
    _classic(
        "classic-alphabeta",
        _ALPHABETA,
        "Alpha-beta of the original program 001: sooner wins score more, columns sorted by score.",
        evaluator="none",
        sort_above=defaults.COLUMN_SORT_ABOVE,
    ),
    _classic(
        "classic-nine-mcts",
        _MCTS,
        "Monte Carlo of the original program 002: one search per move, games cut after 10 plies.",
        simulations=None,
        seconds=defaults.NINE_SECONDS,
        exploration=defaults.EXPLORATION,
        final="ratio",
        draw_points=0.0,
        loss_points=-1.0,
        rollout_depth=defaults.NINE_ROLLOUT_DEPTH,
        max_wins=defaults.NINE_MAX_WINS,
        decisive=True,
        keep_rollout=True,
        per_child=True,
        processes=defaults.NINE_PROCESSES,
    ),
    replace(
        _classic("randobot", _RANDOM, "The random player of the original program 003."), engine=None
    ),
    _menu("normal", defaults.NORMAL_SIMULATIONS),
    _menu("hard", defaults.HARD_SIMULATIONS),
    _menu("impossible", defaults.IMPOSSIBLE_SIMULATIONS),
    _classic(
        "classic-gomoku",
        "inarow.agents.classic_gomoku:ClassicGomokuPlayer",
        "Computer player of the original program 004: wins or blocks, else a short search.",
    ),
)
_AGENTS = Shelf(
    "there is no player",
    _OUR_AGENTS,
    "inarow.agents",
    ("name", "supports", "choose"),
    split_player,
)


def games() -> dict[str, Entry]:
    """Every game by name, built-ins first; plug-ins are imported, and broken ones left out."""
    return {entry.name: entry for entry in _GAMES.entries() if entry.works}


def agents() -> dict[str, Entry]:
    """Every player by name, built-ins first; plug-ins are imported, and broken ones left out.

    Those that run a program are apart, in `programs`: they play nothing unless it is named.
    """
    known = (entry for entry in _AGENTS.entries() if entry.works)
    return {entry.name: entry for entry in known if not entry.runs_program}


def programs() -> dict[str, Entry]:
    """The players that run a program, plug-ins included."""
    return {entry.name: entry for entry in _AGENTS.entries() if entry.runs_program}


def names_program(spec: str) -> bool:
    """Whether a spec, or another one inside it, names a program or a file of this machine.

    Texts from strangers must not: only the user of this machine decides what runs and is read here.

    >>> names_program('pbrain(command="rm x")'), names_program("mcts")
    (True, False)
    >>> names_program('learned(file="x.npz")'), names_program("learned(depth=3)")
    (True, False)
    >>> names_program("ada.py"), names_program("cmd:sh bot"), names_program("python(file=x)")
    (True, True, True)
    """
    words = _words(spec)
    if has_short_form(spec):
        return True
    if any(entry.opens and _names_file(spec, entry) for entry in _OUR_AGENTS):
        return True
    ours = {word for entry in _OUR_AGENTS for word in _words(entry.name)}
    if words <= ours | _PLAIN_VALUES:  # then plug-ins, which take milliseconds, play no part
        return any(entry.program and _words(entry.name) <= words for entry in _OUR_AGENTS)
    return any(_words(entry.name) <= words and entry.runs_program for entry in _AGENTS.entries())


def _names_file(spec: str, entry: Entry) -> bool:
    """Whether a player that may read a file is named with anything but plain other options."""
    plain = rf"{entry.name}(\s*\((\s*(?!{entry.opens}\b)\w+\s*=\s*\w+\s*,?)*\s*\)|(?!\s*\())"
    return entry.name in re.sub(plain, "", spec.lower())


_PLAIN_VALUES = {"none", "true", "false"}


def _words(spec: str) -> set[str]:
    """The words of a spec that may be part of a name: neither numbers nor keys of options."""
    return set(re.findall(r"\b[^\W\d]\w*\b(?!\s*=)", spec.lower().replace("-", "_")))


def load_game(spec: str, **options: Any) -> Game:
    """The game that a spec names, with further options if there are any.

    >>> str(load_game("connect_four(rows=7,cols=8,k=5)"))
    'connect_four(rows=7,cols=8,k=5)'
    >>> load_game("connect_four", rows=7, cols=8) == load_game("Connect Four(7,8)")
    True
    >>> load_game("renju(9,9)") == load_game("gomoku(rows=9,cols=9,rule=renju)")
    True
    """
    name, bracket, rest = spec.strip().partition("(")
    game: Game = _GAMES.load(f"{'_'.join(name.split())}{bracket}{rest}", **options)
    return game


def load_agent(spec: str, seed: int | None = None, **options: Any) -> Agent:
    """The player that a spec names; `seed` is used if the spec itself sets none.

    Further options are those of the player: `load_agent("mcts", simulations=500)`.

    A Python file, `my_player.py` or `my_player.py:Careful`, and a command, `cmd:python3 bot.py`,
    are players as well. They run in a process of their own.

    >>> load_agent("random(seed=1)").name
    'random'
    >>> load_agent("students/ada.py").name
    'ada'
    """
    agent: Agent = _AGENTS.load(spec, seed, **options)
    return agent


def game_of(game: Game | str) -> Game:
    """A game, or the one that a spec names.

    >>> game_of("tic_tac_toe") == game_of(load_game("tic_tac_toe"))
    True
    """
    if isinstance(game, str):
        return load_game(game)
    if not hasattr(game, "initial_state"):
        raise BadOption(f'a game is named, as "connect_four", not {brief(game)}')
    return game


def agent_entry(spec: str) -> Entry:
    """The entry of the player that a spec names.

    >>> agent_entry("randobot").place
    'inarow.agents.random_player:RandomPlayer'
    """
    return _AGENTS.find(split_player(spec)[0])
