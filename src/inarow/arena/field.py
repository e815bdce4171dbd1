"""A field of players: a folder of Python files, or a pattern, stands for all players in it.

    students/            every Python file of the folder
    students/*.py        every file that the pattern matches, if no shell has put them there before
    students/*/bot.py    a folder each: tables then call them ada/bot, bob/bot, ...

Each player is called after its file. Files whose names begin with `_` or `.` are no players.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from glob import glob
from os import sep
from pathlib import Path

from inarow.arena.entrants import Entrant, read_entrant
from inarow.errors import BadOption, InarowError
from inarow.registry import agent_entry


def field_files(word: str, folder: str = "") -> list[str] | None:
    """The player files that a word stands for, in order; None if it names one player.

    A registered player is never taken for a folder of the same name.

    Raises:
        BadOption: it is a folder or a pattern, but there is no file.
    """
    word = word.strip()
    place = Path(folder) / word
    if not word or word.startswith("cmd:"):
        return None
    if place.is_dir() and not _is_registered(word):
        found = _files_in(word, folder)
    elif set(word) & set("*?[") and word.endswith((".py", "*", sep)):
        matches = sorted(glob(word, root_dir=folder or None))
        found = [
            file
            for match in matches
            for file in (_files_in(match, folder) if (Path(folder) / match).is_dir() else [match])
            if _is_player(Path(folder) / file)
        ]
    else:
        return None
    if not found:
        raise BadOption(f"there is no Python file {'in' if place.is_dir() else 'like'} {word}")
    return found


def read_field(word: str, folder: str = "") -> list[Entrant]:
    """The entrants that a word stands for: all files of a folder or pattern, or one player."""
    files = field_files(word, folder)
    if files is None:
        return [read_entrant(word, folder)]
    return [Entrant(Path(file).stem, file=file, folder=folder) for file in files]


def told_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The same entrants; files of one name get that of their folder in front.

    >>> [one.name for one in told_apart([read_entrant("ada/bot.py"), read_entrant("bob/bot.py")])]
    ['ada/bot', 'bob/bot']
    """
    times = Counter(entrant.name for entrant in entrants)
    return [
        replace(entrant, name=f"{entrant.path.resolve().parent.name}/{entrant.name}")
        if times[entrant.name] > 1 and entrant.file and entrant.name == entrant.path.stem
        else entrant
        for entrant in entrants
    ]


def _files_in(folder: str, root: str) -> list[str]:
    names = sorted(path.name for path in (Path(root) / folder).iterdir() if _is_player(path))
    return [str(Path(folder) / name) for name in names]


def _is_player(path: Path) -> bool:
    return path.suffix == ".py" and not path.name.startswith(("_", ".")) and path.is_file()


def _is_registered(word: str) -> bool:
    try:
        agent_entry(word)
    except InarowError:
        return False
    return True
