"""The menu behind a bare `inarow` on a terminal: a game, its board, an opponent, who begins.

Opponents are levels first, with their measured strength, so that number 3 is level 3; then one that
follows your results, and a person at the same keyboard. All other players are one step further, or
are typed by their name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from inarow import defaults, registry
from inarow.agents.levels import levels_of
from inarow.errors import BadOption, InarowError, NotSupported
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.interfaces.terminal.console import Console, Leave
from inarow.interfaces.terminal.series import Series
from inarow.log import logger
from inarow.registry import Entry, load_agent

log = logger(__name__)

MENU_LIMIT = "5s"
"""The most that a player chosen from the menu may think about a move."""

_SIZE = re.compile(r"(\d{1,9})\s*[x* ,]\s*(\d{1,9})(?:\s*[x* ,]\s*(\d{1,9}))?", re.IGNORECASE)
_ADAPTS = "adapts to me: one level up when I win, one down when I lose"
_HUMAN = "human: a person at this keyboard"
_MORE = "more players ..."


def run_menu() -> None:
    """Ask for a game, its board, an opponent and who begins, then play."""
    console = Console()
    try:
        console.say("inarow: k in a row. Press Enter for the choice in brackets, e to leave.\n")
        names, lines, start = _listed(_working(registry.games()))
        game = _choose_board(console, names[console.choose("Game", lines, start)])
        console.say()
        opponent = _choose_opponent(console, game)
        console.say()
        begins = console.choose("Who begins", ["me", "opponent", "random"])
    except Leave:
        console.say("Goodbye.")
        return
    human_second = begins == 1 or (begins == 2 and Random().random() < 0.5)
    players = (opponent, "human") if human_second else ("human", opponent)
    Series(players, limit=MENU_LIMIT).run(Record(game))


def _choose_board(console: Console, name: str) -> Game:
    """The game on a board of the size that a person likes, where it has a choice of sizes."""
    game = registry.load_game(name)
    if not {"rows", "cols", "k"} <= {opt.name for opt in registry.games()[name].options()}:
        return game
    rows, cols = game.shape
    length = next(opt.default for opt in registry.games()[name].options() if opt.name == "k")
    console.say(
        "\nEnter, or rows x columns such as 7 x 8, with a third number for how many in a row."
    )
    while True:
        answer = console.ask(f"Board [{rows} x {cols}, {length} in a row]: ")
        if not answer:
            return game
        numbers = _SIZE.fullmatch(answer)
        if numbers is None:
            console.say("Type two or three numbers, for example 7 x 8, or Enter.")
            continue
        high, wide, line = int(numbers[1]), int(numbers[2]), int(numbers[3] or str(length))
        if min(high, wide) > 0 and line > max(high, wide):
            console.say(f"Nobody can make {line} in a row there: add a third number, or Enter.")
            continue
        try:
            return registry.load_game(f"{name}(rows={high},cols={wide},k={line})")
        except BadOption as error:
            console.say(f"{error}.")


def _choose_opponent(console: Console, game: Game) -> str:
    """A level, a person, or one of the other players; as a spec."""
    levels = levels_of(game)
    start = min(defaults.LEVEL, (len(levels) + 1) // 2) - 1  # a first game should not be lost
    specs = [*(f"level({n.number})" for n in levels), f"level({start + 1},adapt=true)", "human"]
    lines = [*(str(level) for level in levels), _ADAPTS, _HUMAN, _MORE]
    names = [*(f"level {level.number}" for level in levels), "adapts", "human", "more"]
    chosen = _choose_player(console, "Opponent", lines, start, names, game)
    if isinstance(chosen, str):
        return chosen
    if chosen < len(specs):
        return specs[chosen]
    console.say()
    players = (entry for entry in _working(registry.agents()) if entry.build([]).supports(game))
    others = [entry for entry in players if entry.name not in ("level", "human")]
    names, lines, start = _listed(others, "normal")
    chosen = _choose_player(console, "Player", lines, start, names, game)
    return chosen if isinstance(chosen, str) else names[chosen]


def _choose_player(
    console: Console, question: str, lines: list[str], start: int, names: list[str], game: Game
) -> int | str:
    """The index of a line, or any player's spec that is typed."""

    def read(spec: str) -> str:
        wanted = f"Type a number from 1 to {len(lines)}, a player's name, or e to leave."
        if not spec[0].isalpha():
            raise BadOption(wanted)
        try:
            if not load_agent(spec).supports(game):
                raise NotSupported(f"{spec} cannot play {game}")
        except InarowError as error:
            raise BadOption(f"{error}. {wanted}") from None
        return spec

    return console.choose_or_type(question, lines, read, start, names)


def _working(entries: Mapping[str, Entry]) -> list[Entry]:
    """The entries that can be built; a broken plug-in must not take the menu away."""
    found = []
    for entry in entries.values():
        try:
            entry.build([])
        except (Exception, SystemExit):
            log.exception("%s cannot be built", entry.name)
        else:
            found.append(entry)
    return found


def _listed(entries: list[Entry], default: str = "") -> tuple[list[str], list[str], int]:
    """The names of entries, their lines in the menu, and which one Enter means."""
    names = [entry.name for entry in entries]
    lines = [f"{entry.name:<24} {entry.summary}" for entry in entries]
    return names, lines, names.index(default) if default in names else 0
