"""A new sweep: which game, which player, which option of it, which values."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from inarow.agents.levels import usual_opponent
from inarow.arena.sweep import Plan, Sweep, has_truth, read_values, sweepable, usual_values
from inarow.interfaces.app.choosing import ChoosingWork
from inarow.interfaces.app.dialogs import Ask, Choice, Choose
from inarow.interfaces.app.keys import BACK, HELP, Key
from inarow.interfaces.cli.offers import other_players
from inarow.registry import load_agent
from inarow.search.agent import require_support

_SIZES = (100, 300, 1000, 20)
"""Positions, or games, of each value."""
_KEYS = (
    Key("Enter", "next", "screen.choose"),
    Key("p", "player", "screen.player"),
    Key("n", "how many", "screen.size"),
    Key("a", "against", "screen.against"),
    Key("l", "limit", "screen.limit"),
    BACK,
    HELP,
)


class PlannedSweep(NamedTuple):
    """What is to be asked, and where it is kept."""

    plan: Plan
    path: Path


class NewSweep(ChoosingWork[PlannedSweep]):
    """Asks for all of it, the option and its values last; it is kept in a new file of `folder`."""

    heading, keys = "Player", _KEYS
    limit = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "player"),
        Binding("n", "size"),
        Binding("a", "against"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder, self._amount, self._against = folder, _SIZES[0], ""

    def take(self) -> None:
        """Another game has other players; one without proven positions needs an opponent."""
        game = self.entry.build([])
        self.offers = [one for one in other_players(game) if sweepable(one.spec)]
        self._against = "" if has_truth(game) else usual_opponent(game)
        self.list_players(next((at for at, one in enumerate(self.offers) if one.spec == "mcts"), 0))

    def told(self) -> str:
        """What was chosen so far."""
        many, limit = self._amount, self.limit or "as it likes"
        by = f"games against {self._against}" if self._against else "proven positions"
        return (
            f"{self.entry.summary}\n"
            f"Measured by (n, a): {many} {by}    Thinking per move (l): {limit}\n"
            "Enter on a player asks for an option and its values; kept in this folder."
        )

    def action_size(self) -> None:
        """Another number of positions or games."""
        self._amount = _SIZES[(_SIZES.index(self._amount) + 1) % len(_SIZES)]
        self.tell()

    def action_against(self) -> None:
        """Ask for an opponent."""
        question = "Games against whom, such as random or level(3)? Nothing: proven positions."
        self.app.push_screen(Ask(question, self._against, self._opponent), self._opposed)

    def _opponent(self, text: str) -> None:
        game = self.entry.build([])
        if text.strip():
            require_support(load_agent(text.strip()), game)
        else:
            Plan("", self.entry.name).measure()

    def _opposed(self, text: str | None) -> None:
        if text is not None:
            self._against = text.strip()
            self.tell()

    def chosen(self) -> None:
        """Ask which option."""
        spec = self.player.spec
        lines = [
            Choice(one.name, f"{one.name:<13} {one.range:<14.14} {one.help}")
            for one in sweepable(spec)
        ]
        title = f"Which option of {spec} has several values?"
        self.app.push_screen(Choose(title, lines), partial(self._ask_values, spec))

    def _ask_values(self, spec: str, name: str | None) -> None:
        option = next((one for one in sweepable(spec) if one.name == name), None)
        if option is not None:
            question = f"Values of {name} ({option.range}), with commas between them:"
            make = partial(self._plan, spec, option.name)
            self.app.push_screen(
                Ask(question, usual_values(option), make), partial(self._begin, make)
            )

    def action_player(self) -> None:
        """Ask for a player in full."""
        question = "A player with a list of values: mcts(simulations=200,exploration={0.5,1,2})"
        make = partial(self._plan, "", "")
        self.app.push_screen(Ask(question, check=make), partial(self._begin, make))

    def _plan(self, spec: str, name: str, text: str) -> Plan:
        """What is asked, if all values make sense."""
        player = f"{spec}({name}={{{text}}})" if spec else text
        sizes = {"positions": self._amount, "games": self._amount}
        plan = Plan(player, self.entry.name, against=self._against, limit=self.limit, **sizes)
        Sweep(plan)
        return plan

    def _begin(self, make: partial[Plan], text: str | None) -> None:
        if text is not None:
            plan = make(text)
            self.dismiss(PlannedSweep(plan, new_file(self._folder, plan)))


def new_file(folder: Path, plan: Plan) -> Path:
    """A file that is not there yet, named after the player and its option."""
    name = f"sweep_{plan.player.partition('(')[0]}_{read_values(plan.player)[0]}"
    usual = folder / (re.sub(r"[^\w.-]+", "_", name) + ".json")
    others = (usual.with_stem(f"{usual.stem}-{number}") for number in count(2))
    return next(one for one in chain([usual], others) if not one.exists()).resolve()
