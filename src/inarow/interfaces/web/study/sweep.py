"""Sweeps of the page: one option of a player with several values, a score for each, and its plot.

What is asked and how it is measured, told and drawn is that of `inarow sweep` (`arena/sweep.py`,
`render/sweep_plot.py`). Here an engine process does it, part after part, and tells how far it is.
"""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from inarow.agents.levels import usual_opponent
from inarow.arena.exam import SCORE_SEED
from inarow.arena.sweep import (
    PAIRS,
    POSITIONS,
    Findings,
    Plan,
    Sweep,
    has_truth,
    read_values,
    sweepable,
    usual_values,
)
from inarow.errors import BadOption
from inarow.games.base import Game
from inarow.interfaces.render.plot import plot_svg
from inarow.interfaces.render.sweep_plot import sweep_plot
from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.engines.jobs import Desk
from inarow.interfaces.web.games.agreement import check_player, read_limit
from inarow.interfaces.web.games.read import load_rules
from inarow.interfaces.web.protocol.command import Command, LimitText, Number, Spec, Tag
from inarow.interfaces.web.protocol.messages import SweepPart, SweptValue
from inarow.interfaces.web.protocol.views import View
from inarow.options import Option, suggestion
from inarow.spec import split_spec

if TYPE_CHECKING:
    from inarow.interfaces.web.protocol.session import PageSession

SWEEP_SECONDS = 900.0
"""A sweep of the page ends then, with what is known; longer ones are for a terminal."""
MOST_POSITIONS = 1000
MOST_GAMES = 400
LOOK_SECONDS = 0.25
"""So often it is told how far a sweep is."""


def sweep_form(player: str, game: str, option: str) -> list[Option]:
    """What a sweep asks for: the options of a player, values to begin with, and how to measure."""
    rules = load_rules(game)
    check_player(player, rules)
    known = {one.name: one for one in sweepable(player)}
    if not known:
        raise BadOption(f"{player} has no option to sweep")
    if option and option not in known:
        raise BadOption(f"{player} has no option {option}; {suggestion(option, tuple(known))}")
    chosen = known.get(option) or known.get("exploration") or next(iter(known.values()))
    against = "" if has_truth(rules) else usual_opponent(rules)
    thinks = known.get("seconds")
    limit = "100ms" if thinks is not None and thinks is not chosen and thinks.default else ""
    many = ("int", PAIRS * 2, 2, MOST_GAMES) if against else ("int", POSITIONS, 1, MOST_POSITIONS)
    return [
        Option("option", "str", chosen.name, choices=tuple(known), help=chosen.help),
        Option(
            "values", "str", usual_values(chosen), help=f"with commas between them: {chosen.range}"
        ),
        Option("against", "str", against, help="a player for games; nothing: proven positions"),
        Option("amount", *many, help="positions, or games, for each value"),
        Option(
            "limit", "str", limit, help="thinking per move: 200sims, 100ms; nothing: as it likes"
        ),
    ]


class StartSweep(Command):
    """Find out how good a player is with each value of an option. Answer: `sweep`, again and again.

    Whatever is not said is as `GET /api/sweep` offers it. `stop` ends it; what is known stays.
    """

    type: Literal["sweep"]
    engine: Tag
    player: Spec
    game: Spec
    option: Annotated[str, Field(max_length=40)] = ""
    values: Annotated[str, Field(max_length=200)] | None = None
    against: Annotated[str, Field(max_length=400)] | None = None
    amount: Annotated[int, Field(ge=1, le=MOST_POSITIONS)] | None = None
    limit: LimitText | None = None
    seed: Number = SCORE_SEED

    async def do(self, page: PageSession) -> None:
        plan = await aside(self._plan)
        page.spawn(self.engine, self.re, self._sweep(page, plan))

    def _plan(self) -> Plan:
        """What is asked, if all of it is allowed."""
        rules = load_rules(self.game)
        form = {one.name: one.default for one in sweep_form(self.player, self.game, self.option)}
        said = form | self.model_dump(include=set(form) - {"option"}, exclude_none=True)
        option, values, against, many, limit = map(str, said.values())
        player = _with_values(self.player, option, values)
        for _, one in read_values(player)[1]:
            check_player(one, rules)
        if against:
            _check_games(against, int(many), rules)
        if limit:
            read_limit(limit)
        return Plan(player, self.game, int(many), against, int(many), limit, self.seed)

    async def _sweep(self, page: PageSession, plan: Plan) -> View:
        """Pass on what is known so far."""

        def part(found: SweepPart, running: bool) -> SweepPart:
            return found.model_copy(update={"re": self.re, "running": running})

        order = page.services.pool.submit(
            partial(sweep, self.engine, plan),
            SWEEP_SECONDS,
            client=page,
            on_report=lambda found: page.push(part(found, True)),
        )
        page.orders[self.engine] = order
        return part(await order.wait(), False)


def _check_games(against: str, many: int, rules: Game) -> None:
    if check_player(against, rules) is None:
        raise BadOption("a sweep is for machines only")
    if not 2 <= many <= MOST_GAMES:
        raise BadOption(f"2 to {MOST_GAMES} games for each value, not {many}")


def _with_values(player: str, option: str, values: str) -> str:
    """A player whose option has a list of values.

    >>> _with_values("mcts(simulations=9,exploration=1)", "exploration", "0.5, 2")
    'mcts(simulations=9,exploration={0.5, 2})'
    """
    name, options = split_spec(player)
    kept = [f"{key}={value}" if key else value for key, value in options if key != option]
    return f"{name}({','.join([*kept, f'{option}={{{values}}}'])})"


def sweep(engine: str, plan: Plan, desk: Desk) -> SweepPart:
    """Do a sweep, in an engine process."""
    told = [0.0]

    def tell(found: Sweep) -> None:
        if monotonic() - told[0] >= LOOK_SECONDS:
            told[0] = monotonic()
            desk.report(_part(engine, found))

    found = Sweep(plan, stop=desk.stop)
    tell(found)
    found.run(tell)
    return _part(engine, found)


def _part(engine: str, found: Findings) -> SweepPart:
    plot = sweep_plot(found)
    values = [SweptValue(**one.as_dict()) for one in found.swept]
    return SweepPart(
        re=0,
        engine=engine,
        running=True,
        player=found.plan.player,
        option=found.option,
        game=found.plan.game,
        measure=found.words,
        whole=found.whole,
        done=found.done_parts,
        total=found.all_parts,
        told=plot.told,
        svg=plot_svg(plot),
        values=values,
    )
