"""Specs: the text `name(key=value,...)` that names a game or a player with its options.

A value may be another spec, with brackets of its own. A value with commas, brackets or blanks at
its ends stands in quotation marks, single or double; inside, the mark itself is written twice:

    pbrain(command="./pbrain-x --mode (fast,exact)")
    pbrain(command='./pbrain-x --name ''my engine'' --fast')

A player of one's own has a short form, wherever whoever owns the machine names a player:

    my_player.py:Careful      python(file=my_player.py,player=Careful)
    cmd:python3 my_bot.py     program(command=python3 my_bot.py)
"""

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from inarow.errors import BadOption
from inarow.options import options_of
from inarow.text import clean

_NAME = re.compile(r"[A-Za-z][\w-]*\Z")
_GAME = re.compile(r"[a-z]{3}", re.IGNORECASE)
_QUOTE = '"'
_MARKS = "\"'"
_FILE = re.compile(r"(.+\.py)(?::(\w+))?\s*\Z")
_ENGINE = re.compile(r"([^\s(]*/)?pbrain-[^(]*\Z")
_COMMAND = "cmd:"
_SHORT = re.compile(rf"\.py\b|{_COMMAND}", re.IGNORECASE)

Options: TypeAlias = list[tuple[str | None, str]]


def split_spec(text: str) -> tuple[str, Options]:
    """The name of a spec and its options; an option without a key gets the key None.

    >>> split_spec("mnk(3, 3, k=3)")
    ('mnk', [(None, '3'), (None, '3'), ('k', '3')])
    >>> split_spec("alphabeta(evaluator=open_lines(growth=5,room=2),depth=4)")
    ('alphabeta', [('evaluator', 'open_lines(growth=5,room=2)'), ('depth', '4')])
    >>> split_spec('pbrain(command="./engine --size 15,15")')
    ('pbrain', [('command', './engine --size 15,15')])
    """
    name, bracket, rest = text.strip().partition("(")
    name, inside = name.rstrip(), rest[:-1]
    if not _NAME.match(name) or (bracket and not rest.endswith(")")):
        word, _, number = text.strip().partition(" ")
        hint = f": write {word}({number})" if _NAME.match(word) and number.isdigit() else ""
        raise BadOption(f"{clean(text)!r} is not of the form name or name(key=value,...){hint}")
    if not inside.strip():
        return name, []
    options: Options = []
    for part in _parts(inside):
        if not part.strip():
            raise BadOption(f"{clean(text)!r} has an empty option between its commas")
        key, equals, value = part.partition("=")
        if not equals or part.lstrip()[0] in _MARKS:
            options.append((None, _unquoted(part.strip())))
        else:
            options.append((key.strip(), _unquoted(value.strip())))
    return name, options


def split_player(text: str) -> tuple[str, Options]:
    """As `split_spec`, for a player, which may also be a Python file or a command.

    >>> split_player("students/ada.py:Careful")
    ('python', [('file', 'students/ada.py'), ('player', 'Careful')])
    >>> split_player("cmd:python3 bot.py")
    ('program', [('command', 'python3 bot.py')])
    >>> split_player('pbrain(command="/opt/engines/pbrain-rapfi")')
    ('pbrain', [('command', '/opt/engines/pbrain-rapfi')])
    >>> split_player("level(3)")
    ('level', [(None, '3')])
    """
    word = text.strip()
    if word.startswith(_COMMAND):
        command = word.removeprefix(_COMMAND).strip()
        if not command:
            raise BadOption("a program is missing behind cmd: write for example cmd:python3 bot.py")
        return "program", [("command", command)]
    if file := split_file(word):
        path, player = file
        named: Options = [("player", player)] if player else []
        return "python", [("file", path), *named]
    if _ENGINE.match(word):
        named_so = format_spec("pbrain", {"command": word})
        raise BadOption(f"a Gomocup engine is named by its command: write {named_so}")
    return split_spec(text)


def split_file(text: str) -> tuple[str, str] | None:
    """The path of a Python file and the name in it, "" if there is none; None: it is no such file.

    >>> split_file("students/ada.py:Careful"), split_file("ada.py"), split_file("ada.txt")
    (('students/ada.py', 'Careful'), ('ada.py', ''), None)
    """
    found = _FILE.match(text)
    return (found[1], found[2] or "") if found else None


def has_short_form(text: str) -> bool:
    """Whether a text names a Python file or a command, by itself or inside a spec.

    >>> has_short_form("ada.py"), has_short_form("careless(cmd:sh)"), has_short_form("level(3)")
    (True, True, False)
    """
    return _SHORT.search(text) is not None


def _parts(inside: str) -> Iterator[str]:
    """What stands between the commas, except for commas inside quotes or further brackets."""
    start = depth = 0
    for at, letter in _outside_quotes(inside):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield inside[start:at]
            start = at + 1
    yield inside[start:]


def _outside_quotes(text: str) -> Iterator[tuple[int, str]]:
    """The letters outside quotes, and where they stand; a mark opens only where a value begins."""
    inside, closed, begins = "", "", True
    for at, letter in enumerate(text):
        if inside:
            inside, closed = ("", letter) if letter == inside else (inside, "")
        elif letter in _MARKS and (begins or letter == closed):
            inside, begins = letter, False
        else:
            closed, begins = "", letter in "(,=" or (begins and letter.isspace())
            yield at, letter
    if inside:
        raise BadOption(f"{clean(text)!r} has a quotation mark that is not closed")


def _unquoted(value: str) -> str:
    """A value without its quotation marks, if it has any."""
    if not value or value[0] not in _MARKS:
        return value
    mark, text = value[0], value[1:-1]
    if len(value) < 2 or value[-1] != mark or mark in text.replace(mark * 2, ""):
        raise BadOption(f"{clean(value)!r} goes on after its quotation mark")
    return text.replace(mark * 2, mark)


def format_spec(name: str, options: dict[str, object]) -> str:
    """The inverse of `split_spec`.

    >>> format_spec("mnk", {"rows": 3, "k": 3})
    'mnk(rows=3,k=3)'
    >>> format_spec("pbrain", {"command": "./engine a,b"})
    'pbrain(command="./engine a,b")'
    """
    if not options:
        return name
    inside = ",".join(f"{key}={_word(value)}" for key, value in options.items())
    return f"{name}({inside})"


def spec_of(thing: Any) -> str:
    """The full spec of a game or player, every option named."""
    return format_spec(
        thing.name, {o.name: getattr(thing, o.name) for o in options_of(type(thing))}
    )


def _word(value: object) -> str:
    """A value as it stands in a spec."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if _stands_alone(text) else f'"{text.replace(_QUOTE, _QUOTE * 2)}"'


def _stands_alone(text: str) -> bool:
    """Whether a value is read as it is written, without quotation marks."""
    if not text or text != text.strip() or text[0] in _MARKS:
        return False
    depth = 0
    try:
        for _, letter in _outside_quotes(text):
            depth += (letter == "(") - (letter == ")")
            if depth < 0 or (letter == "," and depth == 0):
                return False
    except BadOption:
        return False
    return depth == 0


def names_game(word: str) -> bool:
    """Whether a word is meant as a game, and not as moves.

    >>> [names_game(word) for word in ("tic_tac_toe", "mnk(4,4,3)", "4453", "h8i9", "aa12")]
    [True, True, False, False, False]
    """
    return "(" in word or _GAME.match(word) is not None
