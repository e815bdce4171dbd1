"""The other end of `player.py`: runs the file of an agent as Kaggle does, and asks it.

    python -m inarow.adapters.kaggle.host submission.py

The agent is the last thing in the file that can be called. It gets an observation and, if it takes
two arguments, a configuration; both are dicts whose keys are attributes as well.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inarow.errors import BadFile
from inarow.games.record_file import read_plain_text
from inarow.live.outside.host import serve
from inarow.live.outside.player import MoveAnswer, ReadyAnswer


class Struct(dict[str, Any]):
    """A dict whose keys are attributes, as agents are used to."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def agent_of(path: Path) -> Callable[..., Any]:
    """The agent in a file.

    Raises:
        BadFile: nothing in it can be called.
    """
    names: dict[str, Any] = {}
    sys.path.append(str(path.parent))  # agents may come with files of their own
    exec(compile(read_plain_text(path), path, "exec"), names)
    called = [each for each in names.values() if callable(each)]
    if not called:
        raise BadFile(f"{path} has no function, such as def agent(observation, configuration)")
    found: Callable[..., Any] = called[-1]
    return found


class Host:
    """Answers the questions of a player; each game begins with the file as it is written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.agent: Callable[..., Any] | None = None

    def answer(self, question: dict[str, Any]) -> ReadyAnswer | MoveAnswer:
        """The answer to one question; columns are counted from 1 where people read them."""
        if question["ask"] == "start":
            self.agent = agent_of(self.path)
            return {"ready": True}
        assert self.agent is not None
        given = [Struct(question["observation"]), Struct(question["configuration"])]
        code = getattr(self.agent, "__code__", None)
        column = self.agent(*(given[: code.co_argcount] if code else given))
        whole = isinstance(column, int) or hasattr(column, "__index__")
        return {"move": str(int(column) + 1) if whole else repr(column)}


if __name__ == "__main__":
    serve(Host(Path(sys.argv[1])).answer)
