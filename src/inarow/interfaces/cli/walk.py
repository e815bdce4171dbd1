"""`inarow solve --walk`: through a proven win, move by move, against any defence one names."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

from inarow.agents.ready import make_ready
from inarow.errors import BadOption, InarowError, NotAvailable, NotSupported
from inarow.games.base import SYMBOLS, State
from inarow.interfaces.terminal.console import Console, Leave
from inarow.options import counted
from inarow.registry import load_agent
from inarow.search.agent import Agent
from inarow.search.decision import Decision, Kind, Result
from inarow.search.limit import Limit
from inarow.search.proof.player import ProofPlayer, obstacle

_HELP = "Type a defence, Enter for the one in brackets, back (or b), or exit (or e)."


def walk(state: State, limit: Limit) -> None:
    """Show what wins, ask for a defence, and show what answers it, until the game is won.

    Raises:
        BadOption: nobody is proven to win here.
    """
    if state.outcome is not None:
        raise BadOption("the game is over: there is nothing to walk through")
    if why := obstacle(state.game):
        raise NotSupported(f"{state.game} cannot be solved, {why}")
    prover: Agent = load_agent("perfect")
    if not prover.supports(state.game):
        prover = ProofPlayer(seconds=None)
    if not limit.counted:
        limit = replace(limit, stop=Event())  # nobody sets it: only Ctrl-C ends the search
    console = Console()
    found = _judged(console, state, prover, limit)
    result = _proven(found)
    if result not in (Result.WIN, Result.LOSS):
        why = (
            "the position is a draw"
            if result is Result.DRAW
            else "nothing is proven within this limit"
        )
        raise BadOption(f"{why}: there is no win to walk through")
    winner = state.player if result is Result.WIN else 1 - state.player
    console.say(f"{SYMBOLS[winner]} wins, whatever {SYMBOLS[1 - winner]} does. {_HELP}\n")
    try:
        _go(console, state, found, winner, prover, limit)
    except Leave:
        console.say("Goodbye.")


def _go(
    console: Console, state: State, known: Decision, winner: int, prover: Agent, limit: Limit
) -> None:
    """Walk on from a position of which something is known already."""
    found: Decision | None = known
    before: list[tuple[State, Decision]] = []
    while True:
        while state.outcome is None and state.player == winner:  # board and cell may be two moves
            found = found or _judged(console, state, prover, limit)
            if found.value is None or _proven(found) is not Result.WIN:
                raise NotAvailable("the proof was not found again: more time may help (--limit)")
            name, words = state.game.format(found.action), found.value.words
            console.say(f"{SYMBOLS[winner]} plays {name} ({words}, proven):")
            state, found = state.play(found.action), None
        console.draw(state)
        if state.outcome is not None:  # in Pop Out also by a defence
            console.say(f"\n{SYMBOLS[winner]} has won.")
            return
        found = found or _judged(console, state, prover, limit)
        chosen = _defence(console, state, found)
        if chosen is None and not before:
            console.say("This is where we began.\n")
        elif chosen is None:
            state, found = before.pop()
        else:
            before.append((state, found))
            state, found = state.play(chosen), None


def _defence(console: Console, state: State, found: Decision) -> int | None:
    """The move that a person wants to see refuted; None to go back."""
    name, loser = state.game.format, SYMBOLS[state.player]
    console.say(f"\nAll {counted(len(state.legal_actions()), 'defence')} of {loser} lose.")
    while True:
        answer = console.ask(f"{loser} defends with [{name(found.action)}]: ").lower()
        if answer in ("b", "back"):
            return None
        try:
            action = state.game.parse(answer) if answer else found.action
            state.play(action)
        except InarowError as error:
            console.say(f"{str(error)[:1].upper()}{str(error)[1:]}. {_HELP}")
        else:
            return action


def _proven(found: Decision) -> Result | None:
    """What is proven of the position, if anything is."""
    value = found.value
    return value.result if value is not None and value.kind is Kind.PROVEN else None


def _judged(console: Console, state: State, prover: Agent, limit: Limit) -> Decision:
    with console.busy("proving (Ctrl-C stops) ..."):
        make_ready(prover, state.game, state)
        return prover.choose(state, limit)
