"""`inarow solve` for all games but Connect Four: who wins, by proof-number search and by pairs."""

import json
from collections.abc import Mapping
from dataclasses import replace
from threading import Event
from typing import NotRequired, TypedDict

import click

from inarow.agents.ready import make_ready
from inarow.errors import BadOption, NotSupported
from inarow.games.base import SYMBOLS, State
from inarow.interfaces.cli.arguments import NamedPosition
from inarow.interfaces.terminal.console import Console
from inarow.search.decision import Decision, Kind, Result, Value, ValueData
from inarow.search.limit import Limit
from inarow.search.proof.pairing import Pair, find_pairs, has_lines
from inarow.search.proof.plain import NOT_WON, WON, Numbers
from inarow.search.proof.player import ProofDecision, ProofPlayer, obstacle
from inarow.study.advice import work_words

_PAIRS = (
    "{holder} never loses: each line that {attacker} could complete has a pair of cells. "
    "To a stone on one of them {holder} answers on the other."
)
_MOST_MOVES = 64
"""Of one kind that are shown; on a large board nobody reads them all."""
_OPEN = "not settled: more time may help (--limit, --memory)"


class SolvedMoveData(TypedDict):
    """A legal move and what is proven of it."""

    move: str
    value: ValueData


class OpenData(TypedDict):
    """A player of whom nobody knows yet whether it can force a win: what is missing."""

    attacker: str
    proof: int
    disproof: int


class ProofData(TypedDict):
    """What proof-number search proves of a position; `pairs` of cells hold a draw."""

    game: str
    to_move: str
    best: str | None
    value: ValueData | None
    actions: list[SolvedMoveData]
    line: list[str]
    open: list[OpenData]
    pairs: list[list[str]]
    nodes: int
    seconds: float
    path: str
    moves: NotRequired[str]


def prove_place(place: NamedPosition, limit: Limit, memory: int, as_json: bool) -> None:
    """Solve a position of any game without dice, and print what was found."""
    state, player = place.state(), ProofPlayer(seconds=None, every=True)
    if why := obstacle(place.rules):
        raise NotSupported(f"{place.game} cannot be solved, {why}: try inarow analyse")
    if state.outcome is not None:
        raise BadOption("the game is over: there is nothing to solve")
    if state.chance():
        raise BadOption("the dice decide here: name the moves that they make")
    limit = replace(limit, memory=memory)
    if not limit.counted:
        limit = replace(limit, stop=Event())  # nobody sets it: only Ctrl-C ends the search
    console = Console()
    with console.busy(None if as_json else "solving (Ctrl-C stops) ..."):
        make_ready(player, state.game, state)
        found = player.choose(state, limit)
    pairs = _pairs(state, found)
    if as_json:
        click.echo(json.dumps(_as_dict(state, found, pairs) | {"moves": place.moves}))
    else:
        _print(console, state, found, pairs)


def _pairs(state: State, found: Decision) -> list[Pair]:
    """Pairs with which the player who is not to move holds a draw."""
    rules, value = state.game.rules, found.value
    drawn = value is not None and value.kind is Kind.PROVEN and value.result is Result.DRAW
    if not drawn or rules is None or not has_lines(rules):
        return []
    return find_pairs(state, state.player) or []


def _still_open(state: State, found: ProofDecision) -> dict[str, Numbers]:
    """The players of whom nobody knows whether they can force a win, and what is missing."""
    if found.value is not None and found.value.kind is Kind.PROVEN:
        return {}
    attackers = SYMBOLS[state.player], SYMBOLS[1 - state.player]
    missing = zip(attackers, found.missing, strict=True)
    return {who: numbers for who, numbers in missing if numbers not in (WON, NOT_WON)}


def _as_dict(state: State, found: ProofDecision, pairs: list[Pair]) -> ProofData:
    """The answer as JSON-ready data, in the words of `analyse`."""
    name = state.game.format
    return {
        "game": str(state.game),
        "to_move": SYMBOLS[state.player],
        "best": name(found.action) if found.values else None,
        "value": None if found.value is None else found.value.as_dict(),
        "actions": [
            {"move": name(action), "value": value.as_dict()}
            for action, value in found.values.items()
        ],
        "line": [name(action) for action in found.line if found.values],
        "open": [
            {"attacker": who, "proof": proof, "disproof": disproof}
            for who, (proof, disproof) in _still_open(state, found).items()
        ],
        "pairs": [[name(one), name(two)] for one, two in pairs],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "path": found.path,
    }


def _print(console: Console, state: State, found: ProofDecision, pairs: list[Pair]) -> None:
    console.draw(state)
    mover, name = SYMBOLS[state.player], state.game.format
    console.say(f"\n{mover} to move: {_words(found.value)}")
    for who, (proof, disproof) in _still_open(state, found).items():
        numbers = f"proof number {proof:,}, disproof number {disproof:,}"
        console.say(f"still open: whether {who} can force a win ({numbers})")
    for words, actions in _grouped(state, found.values).items():
        shown = " ".join(map(name, actions[:_MOST_MOVES]))
        more = len(actions) - _MOST_MOVES
        console.say(f"  {words}: {shown}{f' and {more} more' if more > 0 else ''}")
    if len(found.line) > 1:
        console.say(f"line: {' '.join(map(name, found.line))}")
    if pairs:
        holder = SYMBOLS[1 - state.player]
        console.say(f"\n{_PAIRS.format(holder=holder, attacker=mover)}")
        console.say(_drawn(state, pairs))
    console.say(work_words(found.nodes, found.seconds, found.path))
    console.say(f"searched by: {found.path}")


def _words(value: Value | None) -> str:
    if value is None:
        return _OPEN
    return value.words if value.kind is not Kind.PROVEN else f"{value.words} (proven)"


def _grouped(state: State, values: Mapping[int, Value]) -> dict[str, list[int]]:
    """The moves by what is known of them, the best first."""
    known = sorted(values, key=lambda action: (values[action].rank, -action), reverse=True)
    groups: dict[str, list[int]] = {}
    for action in known:
        groups.setdefault(values[action].words, []).append(action)
    unknown = [action for action in state.legal_actions() if action not in values]
    return groups | ({"not known yet": unknown} if unknown else {})


def _drawn(state: State, pairs: list[Pair]) -> str:
    """The board with the number of each pair on its cells."""
    numbers = {cell: str(n) for n, pair in enumerate(pairs, 1) for cell in pair}
    rows = []
    for number, row in enumerate(state.board()):
        cells = [
            numbers.get(number * len(row) + col, "." if owner is None else SYMBOLS[owner])
            for col, owner in enumerate(row)
        ]
        rows.append("  " + " ".join(f"{cell:>2}" for cell in cells))
    return "\n".join(rows)
