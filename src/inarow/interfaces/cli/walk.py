"""`inarow solve --walk`: through a proof, move by move, against any defence one names."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

from inarow.errors import InarowError
from inarow.games.base import SYMBOLS, State
from inarow.interfaces.terminal.console import Console, Leave
from inarow.options import counted
from inarow.search.limit import Limit
from inarow.study.proof_walk import Claim, Guide, Step, begin

_HELP = "Type a defence, Enter for the one in brackets, back (or b), or exit (or e)."
_BUSY = "proving (Ctrl-C stops) ..."


def walk(state: State, limit: Limit) -> None:
    """Show what wins, ask for a defence, and show what answers it, until the game is over.

    Raises:
        BadOption: nothing is proven here that one could walk through.
    """
    if not limit.counted:
        limit = replace(limit, stop=Event())  # nobody sets it: only Ctrl-C ends the search
    console = Console()
    with console.busy(_BUSY):
        guide, step = begin(state, limit)
    console.say(f"{guide.claim.words(SYMBOLS)}. {_HELP}\n")
    try:
        _go(console, guide, step)
    except Leave:
        console.say("Goodbye.")


def _go(console: Console, guide: Guide, step: Step) -> None:
    """Walk on from a first step."""
    holder = SYMBOLS[guide.claim.holder]
    before: list[Step] = []
    while True:
        for action in step.played:
            worth = f" ({step.worth.words}, proven)" if step.worth else ""
            console.say(f"{holder} plays {step.state.game.format(action)}{worth}:")
        console.draw(step.state)
        if (outcome := step.state.outcome) is not None:  # in Pop Out also by a defence
            ends = f"{holder} has won." if outcome.winner is not None else "Nobody has won."
            console.say(f"\n{ends}")
            return
        chosen = _defence(console, guide.claim, step)
        if chosen is None and not before:
            console.say("This is where we began.\n")
        elif chosen is None:
            step = before.pop()
        else:
            before.append(step)
            with console.busy(_BUSY):
                step = guide.answer(step.state, chosen)


def _defence(console: Console, claim: Claim, step: Step) -> int | None:
    """The move that a person wants to see refuted; None to go back."""
    state = step.state
    name, loser = state.game.format, SYMBOLS[state.player]
    assert step.best is not None, "whoever is to move has moves"
    if claim.draws:
        console.say(f"\nNone of {counted(len(step.defences), 'move')} of {loser} wins.")
    else:
        console.say(f"\nAll {counted(len(step.defences), 'defence')} of {loser} lose.")
    while True:
        answer = console.ask(f"{loser} defends with [{name(step.best)}]: ").lower()
        if answer in ("b", "back"):
            return None
        try:
            action = state.game.parse(answer) if answer else step.best
            state.play(action)
        except InarowError as error:
            console.say(f"{str(error)[:1].upper()}{str(error)[1:]}. {_HELP}")
        else:
            return action
