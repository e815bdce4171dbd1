"""The other end for players written in Python: loads one and answers the questions of `player.py`.

    python -m inarow.live.outside.host file my_player.py Careful      a name in a Python file
    python -m inarow.live.outside.host spec "mcts(simulations=100)"   a registered player

What the player prints goes to stderr, where it cannot be mistaken for an answer, and from there
into the log; what it asks a person for has no answer. An error that it raises is logged, told as
`{"failed": "crash", "why": "..."}`, and ends the process. So does a file that is not read within
some seconds.
"""

import importlib.util
import inspect
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from threading import Timer
from types import ModuleType
from typing import IO, Any

from inarow.agents.human import Human
from inarow.agents.ready import make_ready
from inarow.errors import BadOption, InarowError, NotSupported, one_line
from inarow.games.base import Game, Reason
from inarow.games.notation import parse_position
from inarow.live.outside.player import FailedAnswer, MoveAnswer, ReadyAnswer
from inarow.log import log_for_parent, logger
from inarow.plugins import PLUGIN_SECONDS
from inarow.registry import load_agent, load_game
from inarow.search.agent import Agent
from inarow.search.limit import Limit
from inarow.spec import format_spec

log = logger(__name__)


def player_of_file(path: str, name: str, seed: int | None) -> Agent:
    """The player that a name in a Python file stands for; "": the only one in it.

    A class is called, with `seed=...` if it takes one; an object plays as it is; a function gets a
    position and returns an action. The file is read again each time, so that every game starts
    afresh.
    """
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)  # its own modules stand beside it
    spec = importlib.util.spec_from_file_location("inarow_player", path)
    if spec is None or spec.loader is None:
        raise BadOption(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["inarow_player"] = module
    with _in_time():
        spec.loader.exec_module(module)
    called = name or _usual_name(module)
    found = getattr(module, called, None)
    if found is None:
        if _is_for_kaggle(module):
            right = quote(format_spec("kaggle", {"file": path}))
            raise BadOption(f"for an agent of Kaggle write {right}: there is no {called!r} in it")
        hint = "" if name else ", no other function of a position and no class that can choose"
        raise BadOption(f"there is no {called!r} in {path}{hint}")
    if isinstance(found, type):
        takes_seed = "seed" in inspect.signature(found).parameters
        found = found(seed=seed) if takes_seed else found()
    if not hasattr(found, "choose") and callable(found):
        return Human(found, called)
    if not isinstance(found, Agent):
        raise BadOption(f"{called} in {path} has no name, supports and choose, so it cannot play")
    return found


def _usual_name(module: ModuleType) -> str:
    """The player of a file that is given without a name: the one thing in it that fits.

    Its function `move`; else its only class that can choose; else its only function of a position.
    """
    if hasattr(module, "move"):
        return "move"
    own = [each for each in vars(module).values() if _defined_in(each, module)]
    classes = [each.__name__ for each in own if isinstance(each, type) and hasattr(each, "choose")]
    functions = [
        each.__name__
        for each in own
        if inspect.isfunction(each) and not each.__name__.startswith("_") and _takes_one(each)
    ]
    fitting = classes or functions
    if len(fitting) > 1:
        path = module.__file__
        raise BadOption(f"{path} has {' and '.join(fitting)}: write {path}:{fitting[0]}, say")
    return fitting[0] if fitting else "move"


def _defined_in(thing: object, module: ModuleType) -> bool:
    return getattr(thing, "__module__", None) == module.__name__


def _takes_one(function: Callable[..., Any]) -> bool:
    """Whether a function can be called with a position and nothing else."""
    try:
        bound = inspect.signature(function).bind(None)
    except TypeError:
        return False
    return bool(bound.args) and not _of_kaggle(function)


def _is_for_kaggle(module: ModuleType) -> bool:
    """Whether a file seems to have an agent of Kaggle."""
    own = (each for each in vars(module).values() if inspect.isfunction(each))
    return any(_of_kaggle(each) for each in own if _defined_in(each, module))


def _of_kaggle(function: Callable[..., Any]) -> bool:
    """Whether something seems to be a function of an observation."""
    return next(iter(inspect.signature(function).parameters), "").startswith("obs")


class Host:
    """Answers questions until there are no more."""

    def __init__(self, load: Callable[[int | None], Agent]) -> None:
        self.load = load
        self.agent: Agent | None = None
        self.game: Game | None = None

    def answer(self, question: dict[str, Any]) -> ReadyAnswer | MoveAnswer:
        """The answer to one question."""
        if question["ask"] == "start":
            self.game = load_game(question["game"])
            self.agent = self.load(question["seed"])
            if not self.agent.supports(self.game):
                raise NotSupported(f"it cannot play {self.game}")
            make_ready(self.agent, self.game)
            return {"ready": True}
        assert self.agent is not None
        assert self.game is not None
        start = question.get("start")
        state = parse_position(self.game, start) if start else self.game.initial_state()
        for move in question["moves"]:
            state = state.play(self.game.parse(move))
        decision = self.agent.choose(state, Limit(**question["limit"]))
        action = decision.action
        legal = isinstance(action, int) and 0 <= action < self.game.num_actions
        value = decision.value
        return {
            "move": self.game.format(int(action)) if legal else repr(action),
            "nodes": decision.nodes,
            "value": None if value is None else value.score,
        }


@contextmanager
def _in_time() -> Iterator[None]:
    """End this process if a file is not read within some seconds: nobody knows if it ever will."""

    def give_up() -> None:
        os.write(2, f"its import did not end within {PLUGIN_SECONDS:g} s\n".encode())
        os._exit(1)

    timer = Timer(PLUGIN_SECONDS, give_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _private_pipes() -> tuple[IO[str], IO[str]]:
    """The pipes of questions and answers under numbers of their own.

    What the player prints goes to stderr, and where it asks a person there is nobody.
    """
    questions = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8")
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    with open(os.devnull, "rb") as nobody:
        os.dup2(nobody.fileno(), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr  # which is written line by line
    return questions, answers


def serve(answer: Callable[[dict[str, Any]], ReadyAnswer | MoveAnswer]) -> None:
    """Answer questions, one a line, until there are no more; whatever fails is told."""
    questions, answers = _private_pipes()
    log_for_parent()
    for line in questions:
        reply: ReadyAnswer | MoveAnswer | FailedAnswer
        try:
            reply = answer(json.loads(line))
        except MemoryError:
            reply = {"failed": Reason.MEMORY, "why": "it ran out of memory"}
        except (Exception, SystemExit) as error:
            log.exception("the player failed")
            ours = isinstance(error, InarowError)  # in words for people already
            why = str(error) if ours else one_line(error)
            reply = {"failed": Reason.CRASH, "why": why, "refused": ours}
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


def main(arguments: list[str]) -> None:
    """Serve the player that the arguments name."""
    kind, place, *name = arguments

    def load(seed: int | None) -> Agent:
        return load_agent(place, seed) if kind == "spec" else player_of_file(place, name[0], seed)

    serve(Host(load).answer)


if __name__ == "__main__":
    main(sys.argv[1:])
