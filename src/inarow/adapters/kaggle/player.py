"""`kaggle`: an agent that was written for Kaggle ConnectX, as a player of ours.

    inarow play --second 'kaggle(file="submission.py")'

The agent runs in a process of its own with a limit of memory, which `host.py` describes. Its file
is read and run before its clock runs. Whatever it does, it can only lose its game.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from inarow import defaults
from inarow.adapters.kaggle.view import configuration_of, is_connect_x, observation_of
from inarow.errors import BadOption
from inarow.games.base import Game, Reason, State
from inarow.live.outside.named import ProcessPlayer
from inarow.live.outside.player import OutsidePlayer
from inarow.options import check_options, option
from inarow.processes.children import Limits
from inarow.processes.conversation import Conversation
from inarow.search.agent import PlayerFailed
from inarow.search.decision import Decision, OnInfo
from inarow.search.limit import NO_LIMIT, Limit

_HOST = "inarow.adapters.kaggle.host"


class _Asked(OutsidePlayer):
    """The agent's process, which is asked in Kaggle's words."""

    def _question(self, state: State, limit: Limit) -> Mapping[str, object]:
        assert limit.seconds is not None
        return {
            "ask": "move",
            "observation": observation_of(state),
            "configuration": configuration_of(state.game, limit.seconds),
        }


@dataclass
class KagglePlayer(ProcessPlayer):
    """An agent for Kaggle ConnectX: a Python file with `def agent(observation, configuration)`.

    >>> from inarow.registry import load_game
    >>> player = KagglePlayer("submission.py")
    >>> player.supports(load_game("connect_four(5,6,3)")), player.supports(load_game("gomoku"))
    (True, False)
    """

    file: str = option("", help="the Python file of the agent")
    seconds: float = option(
        defaults.KAGGLE_SECONDS, low=0.01, help="seconds per move where the limit says none"
    )
    memory: int = option(defaults.KAGGLE_MEMORY_MB, low=16, help="megabytes that it may use")
    name: str = "kaggle"

    def __post_init__(self) -> None:
        check_options(self)
        if not self.file:
            raise BadOption('kaggle: file names an agent, as in kaggle(file="submission.py")')

    @property
    def title(self) -> str:
        """What people read: the name of the file."""
        return Path(self.file).stem

    def supports(self, game: Game) -> bool:
        return is_connect_x(game.rules)

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        if limit.seconds is None:
            limit = replace(limit, seconds=self.seconds)
        return super().choose(state, limit, on_info)

    def _launch(self) -> OutsidePlayer:
        path = Path(self.file).resolve()
        if not path.is_file():
            raise PlayerFailed(Reason.CRASH, f"there is no file {self.file}")
        program = [sys.executable, "-m", _HOST, str(path)]
        return _Asked(self.title, Conversation(program, Limits(self.memory), name=self.title))
