"""The menu behind a bare `inarow` on a terminal: a game, its board, an opponent, who begins.

Opponents are levels first, so that number 3 is level 3; then three of fixed strength, one that
adapts to your results, and a person at the same keyboard. The original programs and all other
players are one step further, or can be typed by name.
"""

from random import Random

from inarow import registry
from inarow.agents.levels import levels_of, usual_level
from inarow.errors import BadOption, InarowError, NotSupported
from inarow.games.base import Game
from inarow.games.record import Record
from inarow.interfaces.cli.library.common import card_line, open_library
from inarow.interfaces.cli.library.games import resume_game
from inarow.interfaces.cli.listing import able_players, working
from inarow.interfaces.cli.offers import ADAPTS, STRONG, sized_game
from inarow.interfaces.terminal.console import Console, Leave, MenuLine, command_line
from inarow.interfaces.terminal.series import Series
from inarow.library.find import Wanted
from inarow.registry import load_agent

MENU_LIMIT = "5s"
"""The most that a player chosen from the menu may think about a move."""

_MINE = "library"
_LISTED = 15
"""Games of the library that are offered."""
_HUMAN = "Human: a person at this keyboard"
_CLASSIC = "Classic: the players of the original programs ..."
_MORE = "More players ..."


def run_menu() -> None:
    """Ask for a game, its board, an opponent and who begins, then play."""
    console = Console()
    try:
        console.say("inarow: k in a row. Press Enter for the choice in brackets, e to leave.\n")
        games = [
            MenuLine(f"{entry.title or entry.name:<21} {entry.summary}", (entry.name, entry.title))
            for entry in working(registry.games())
        ]
        games.append(
            MenuLine("My games ...         those that you played before", (_MINE, "my games"))
        )
        chosen = console.choose("Game", games)
        if chosen == _MINE:
            _choose_kept(console)
            return
        game = _choose_board(console, chosen)
        console.say()
        opponent = _choose_opponent(console, game)
        console.say()
        beginners = [MenuLine(word, [word]) for word in ("me", "opponent", "random")]
        begins = console.choose("Who begins", beginners)
    except Leave:
        console.say("Goodbye.")
        return
    human_second = begins == "opponent" or (begins == "random" and Random().random() < 0.5)
    players = (opponent, "human") if human_second else ("human", opponent)
    Series(players, limit=MENU_LIMIT).run(Record(game))


def _choose_kept(console: Console) -> None:
    """Offer the games that were played last; one that is not over goes on."""
    with open_library(None) as library:
        cards, _ = library.search(Wanted(), _LISTED)
        if not cards:
            console.say("There are none yet.")
            return
        console.say()
        name = console.choose("Which", [MenuLine(card_line(card), [card.id]) for card in cards])
        kept = library.load(name)
        if kept.outcome is None:
            resume_game(kept, limit=MENU_LIMIT, file=library.path)
            return
    console.draw(kept.record.state)
    console.say(f"This game is over. Review it with: {command_line('library', 'review', name)}")


def _choose_board(console: Console, name: str) -> Game:
    """The game on a board of the size that a person likes, where it has a choice of sizes."""
    game = registry.load_game(name)
    options = {opt.name for opt in registry.games()[name].options()}
    if not {"rows", "cols"} <= options or game.rules is None:
        return game
    (rows, cols), length = game.shape, game.rules.k
    third = "; a third number is how many in a row" if "k" in options else ""
    console.say(f"\nEnter, or rows x columns such as 7 x 8{third}.")
    while True:
        answer = console.ask(f"Board [{rows} x {cols}, {length} in a row]: ")
        try:
            return sized_game(name, answer)
        except BadOption as error:
            console.say(str(error))


def _choose_opponent(console: Console, game: Game) -> str:
    """A level, a person, or one of the other players; as a spec."""
    levels = levels_of(game)
    start = usual_level(game) - 1
    notes = {1: ": for beginners", len(levels): ": for experts"}
    offers = [
        MenuLine(f"Level {number}{notes.get(number, '')}", (f"level({number})", f"level {number}"))
        for number in range(1, len(levels) + 1)
    ]
    players = able_players(game)
    offers += [MenuLine(line, [name]) for name, line in STRONG.items() if name in players]
    offers += [MenuLine(ADAPTS, (f"level({start + 1},adapt=true)", "adapts"))]
    offers += [
        MenuLine(_HUMAN, ["human"]),
        MenuLine(_CLASSIC, ["classic"]),
        MenuLine(_MORE, ["more"]),
    ]
    chosen = _choose_player(console, "Opponent", offers, start, game)
    if chosen not in ("classic", "more"):
        return chosen
    console.say()
    group = [
        MenuLine(f"{name:<22} {entry.summary}", [name])
        for name, entry in players.items()
        if name not in ("level", "human", *STRONG)
        and (entry.group == "originals") == (chosen == "classic")
    ]
    return _choose_player(console, "Player", group, 0, game)


def _choose_player(
    console: Console, question: str, choices: list[MenuLine], start: int, game: Game
) -> str:
    """The spec of a line, or any player's spec that is typed."""

    def read(spec: str) -> str:
        wanted = f"Type a number from 1 to {len(choices)}, a player's name, or e to leave."
        if not spec[0].isalpha():
            raise BadOption(wanted)
        try:
            if not load_agent(spec).supports(game):
                raise NotSupported(f"{spec} cannot play {game}")
        except InarowError as error:
            raise BadOption(f"{error}\n{wanted}") from None
        return spec

    return console.choose(question, choices, start, read)
