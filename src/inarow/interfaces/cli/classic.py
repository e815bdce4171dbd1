"""`inarow classic`: the original programs with their own arguments, menus and prompts.

Each is a way to ask for a game and two players; the game itself runs like any other, in the style
of the program, so hints, takeback and exit work there as well.
"""

from itertools import count
from random import Random

import click

from inarow import defaults
from inarow.errors import BadOption
from inarow.games.base import Game
from inarow.games.connect_four import ConnectFour
from inarow.games.mnk import Mnk
from inarow.games.random_drop import RandomDrop
from inarow.games.record import Record
from inarow.interfaces.cli import Group
from inarow.interfaces.cli.options import Number, seed_option
from inarow.interfaces.terminal.console import Console, Leave, whole_number
from inarow.interfaces.terminal.series import Series, wants_another
from inarow.seeds import derived_seed

_SEED = seed_option("Make players and dice repeatable.")
_LOOKAHEAD_PLAYERS = {
    "h": "human",
    "m": "classic-minimax",
    "c": "classic-mc",
    "r": "classic-expectiminimax",
}
_MENU_PLAYERS = {
    "1": ("Human (same machine)", "human"),
    "2": ("Randobot", "randobot"),
    "3": ("Normal AI", "normal"),
    "4": ("Hard AI", "hard"),
    "5": ("Impossible AI", "impossible"),
}


@click.group(cls=Group)
def classic() -> None:
    """The original programs: their arguments, menus, prompts and boards.

    \b
    Examples:
      inarow classic menu
      inarow classic lookahead 67 rc 33
      inarow classic gomoku 1 5 3 2 false
      inarow classic versus
    """


@classic.command()
@click.argument("arguments", nargs=-1, metavar="[SIZE PLAYERS [LOOKAHEADS]]")
@_SEED
def lookahead(arguments: tuple[str, ...], seed: int | None) -> None:
    """Connect Four with random drops: SIZE PLAYERS [LOOKAHEADS].

    SIZE is rows and columns, `67` or for larger boards `12x10`. PLAYERS are two letters for X and
    O: h human, m Minimax, c Monte Carlo, r Expectiminimax. LOOKAHEADS are one digit for both or two
    digits. Without arguments: 67 rm 3.

    \b
    Examples:
      inarow classic lookahead 67 rc 33
      inarow classic lookahead 67 hm 4
    """
    if not arguments:
        click.echo("No arguments: 6 rows, 7 columns, X Expectiminimax, O Minimax, lookahead 3.")
    game, players = parse_lookahead_arguments(arguments or ("67", "rm", "3"))
    Series(players, "lookahead", seed=seed, again=False).run(Record(game))


def parse_lookahead_arguments(arguments: tuple[str, ...]) -> tuple[Game, tuple[str, str]]:
    """The game and the two players that `lookahead` names.

    >>> game, players = parse_lookahead_arguments(("67", "mm", "43"))
    >>> str(game), players
    ('random_drop(rows=6,cols=7,k=4)', ('classic-minimax(depth=4)', 'classic-minimax(depth=3)'))
    """
    if not 2 <= len(arguments) <= 3:
        raise BadOption("lookahead takes SIZE PLAYERS [LOOKAHEADS], for example 67 rc 33")
    size, letters, *rest = arguments
    sides = size.lower().split("x") if "x" in size.lower() else list(size)
    numbers = [number for side in sides if (number := whole_number(side)) is not None]
    if len(sides) != 2 or len(numbers) != 2:
        raise BadOption(f"{size[:20]!r} is not a size: write rows and columns as 67, or as 12x10")
    if len(letters) != 2 or set(letters) - set(_LOOKAHEAD_PLAYERS):
        raise BadOption(f"{letters!r} are not two players: use the letters h, m, c and r")
    digits = rest[0] if rest else str(defaults.MINIMAX_DEPTH)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 2 and "0" not in digits):
        raise BadOption(f"{digits!r} is not a lookahead: one digit for both, or two digits")
    first, second = (
        _LOOKAHEAD_PLAYERS[letter] + (f"(depth={depth})" if letter in "mr" else "")
        for letter, depth in zip(letters, (digits[0], digits[-1]), strict=True)
    )
    return RandomDrop(rows=numbers[0], cols=numbers[1]), (first, second)


@classic.command()
@click.argument("arguments", nargs=-1, metavar="MODE BOARD_SIZE WIN_LENGTH ...")
@_SEED
def gomoku(arguments: tuple[str, ...], seed: int | None) -> None:
    """Gomoku: MODE BOARD_SIZE WIN_LENGTH [TIME_LIMIT] [AI_GOES_FIRST].

    MODE 0 is human v human, 1 human v computer, 2 random v computer, 3 computer v computer.
    TIME_LIMIT is in seconds; AI_GOES_FIRST is true or false.

    \b
    Examples:
      inarow classic gomoku 0 3 3
      inarow classic gomoku 1 5 3 2 false
      inarow classic gomoku 3 4 3 5
    """
    game, players = parse_gomoku_arguments(arguments)
    Series(players, "gomoku", seed=seed, again=False).run(Record(game))


def parse_gomoku_arguments(arguments: tuple[str, ...]) -> tuple[Game, tuple[str, str]]:
    """The game and the two players that `gomoku` names.

    >>> parse_gomoku_arguments(("1", "5", "3", "2", "false"))[1]
    ('human', 'classic-gomoku(seconds=2.0)')
    """
    if not 3 <= len(arguments) <= 5:
        raise BadOption(
            "gomoku takes MODE BOARD_SIZE WIN_LENGTH [TIME_LIMIT] [AI_GOES_FIRST], "
            "for example 1 5 3 2 false"
        )
    mode, size, length = (_whole(text) for text in arguments[:3])
    if mode not in range(4):
        raise BadOption(f"there is no mode {mode}: they go from 0 to 3")
    if length > size:
        raise BadOption(f"{length} in a row do not fit on a board of {size}")
    if mode and len(arguments) == 3:
        example = f"for example {mode} {size} {length} 2"
        raise BadOption(f"modes other than 0 require a time limit in seconds, {example}")
    computer = f"classic-gomoku(seconds={_seconds(arguments[3])})" if len(arguments) > 3 else ""
    first = ("human", "human", "randobot", computer)[mode]
    players = (first, computer if mode else "human")
    ai_first = arguments[4].lower() if len(arguments) == 5 else "false"
    if ai_first not in ("true", "false"):
        raise BadOption(f"{arguments[4]!r} is neither true nor false")
    game = Mnk(rows=size, cols=size, k=length)
    return game, (players[1], players[0]) if ai_first == "true" else players


@classic.command()
@_SEED
@click.option("--pace", type=Number(0, 60), help="Two machines: seconds between moves.")
def menu(seed: int | None, pace: float | None) -> None:
    """Connect Four with a menu: human, Randobot, Normal, Hard or Impossible AI.

    On a terminal two machines play so that a person can follow; --pace 0 does not wait.

    \b
    Example:
      inarow classic menu
    """
    console, rng = Console(), Random(derived_seed(seed, "seats"))
    try:
        for number in count():
            game_seed = derived_seed(seed, f"game {number}")
            specs = (_menu_choice(console, 1), _menu_choice(console, 2))
            # O always moves first; chance decides which of the two players is O.
            seats = specs if rng.random() < 0.5 else (specs[1], specs[0])
            series = Series(seats, "menu", seed=game_seed, again=False, pace=pace)
            stayed = series.run(Record(ConnectFour()))
            if not (stayed and wants_another(console)):
                return
    except Leave:
        return


def _menu_choice(console: Console, number: int) -> str:
    players = (f"    {key}. {text}" for key, (text, _) in _MENU_PLAYERS.items())
    menu = "\n".join([f"Select Player {number}:", *players, "    e/exit: stop playing"])
    console.say(menu)
    complaint = f"Invalid choice.\n{menu}"
    return _MENU_PLAYERS[console.ask_until("Enter a choice: ", _MENU_PLAYERS, complaint)][1]


@classic.command()
@_SEED
def versus(seed: int | None) -> None:
    """Connect Four with names and colours, against a person or alpha-beta.

    \b
    Example:
      inarow classic versus
    """
    console = Console()
    try:
        console.say("1. VS Human\n2. VS AI")
        alone = _one_of(console, "Choose 1 or 2: ", "12") == "2"
        names = [console.ask("Your name: ") or "Player 1"]
        names.append("AI" if alone else console.ask("Name of the other player: ") or "Player 2")
        red = _one_of(console, f"{names[0]}, which colour, R or Y? ", "ry") == "r"
        first = _one_of(console, f"{names[0]}, do you go first, Y or N? ", "yn") == "y"
    except Leave:
        return
    seats = [("human", names[0]), ("classic-alphabeta" if alone else "human", names[1])]
    one, two = seats if first else reversed(seats)
    symbols = ("R", "Y") if red == first else ("Y", "R")
    named = (one[1], two[1])
    series = Series((one[0], two[0]), "versus", seed=seed, names=named, symbols=symbols)
    series.run(Record(ConnectFour()))


def _one_of(console: Console, question: str, letters: str) -> str:
    return console.ask_until(question, list(letters), f"Type {' or '.join(letters.upper())}.")


def _whole(text: str) -> int:
    if (number := whole_number(text)) is None:
        raise BadOption(f"{text[:20]!r} is not a whole number")
    return number


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadOption(f"{text!r} is not a number of seconds") from None
