"""A player of ours as a Gomocup engine: one line in, perhaps some lines out.

`Engine` knows no pipes: it is told lines and says lines, so that a test can talk to it. `serve`
joins it with two streams. A search runs in a thread of its own, and meanwhile lines are read:

    command                          what the engine does                            answer
    START n  RECTSTART w,h  RESTART  an empty board; loads what the player needs      OK
    BEGIN                            opens the game                                  a move
    TURN x,y                         takes the other's stone                         a move
    BOARD ... DONE                   takes all stones                                a move
    YXBOARD ... DONE                 the same                                        -
    SWAP2BOARD ... DONE              proposes three stones, or chooses a side        stones, SWAP
    TAKEBACK x,y                     takes a stone off                               OK
    PLAY x,y                         plays that move                                 the move
    YXNBEST n                        tells its n best moves                          a move
    INFO key value                   notes it, also while it thinks                  -
    YXSTOP  STOP                     answers at once, if it thinks                   -
    YXSHOWFORBID                     tells what renju forbids black here             FORBID 0708.
    ABOUT                            says who it is                                  one line
    END                              leaves; so it does at the end of its input      -

What cannot be obeyed is answered with `ERROR`, what is not understood with `UNKNOWN`; then nothing
has changed. Any other command than those above ends a search, whose move is said first.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from random import Random
from threading import Event, Lock, Thread
from typing import IO

from inarow.adapters.gomocup_protocol import (
    LINE,
    NO_LIMIT_MS,
    OTHER,
    OWN,
    GomocupError,
    cell_action,
    format_cell,
    parse_cell,
    read_numbers,
    rule_name,
)
from inarow.agents.ready import kernels_of, make_ready
from inarow.errors import InarowError
from inarow.games.base import State, forbidden_actions
from inarow.games.gomoku import Gomoku
from inarow.games.renju import BLACK
from inarow.games.rules import MAX_SIDE
from inarow.live.match import ask
from inarow.log import logger
from inarow.options import counted
from inarow.search.agent import Agent, Thorough, require_support
from inarow.search.decision import Decision
from inarow.search.gomoku.opening import SMALLEST, even_openings
from inarow.search.limit import Limit
from inarow.search.seam import progress
from inarow.text import clean

log = logger(__name__)

_SHOWN = 40
_LONGEST_LINE = 4096
_LEAVE_SECONDS = 1.0
"""How long a search that was stopped may take to come back when the engine leaves."""

_RESERVE_MS = 30
_SHORTEST_MS = 10
_MOVES_LEFT = 7
"""A move may use this part of the time that is left for the game."""
_DEFAULT_MS = 5000
_OWN_MB = 160
"""What Python, its packages and the kernels take of the memory that a manager allows."""
_LEAST_MB = 16
"""What a search gets where a manager allows less than that."""
_KEYS = ("timeout_turn", "time_left", "max_memory", "max_node", "max_depth", "rule")

Say = Callable[[str], None]
Reply = Callable[[State, Decision], str]


@dataclass
class Settings:
    """The numbers that a manager has told with `INFO`, and the limit of a move that follows.

    >>> settings = Settings()
    >>> for words in ("timeout_turn 1000", "time_left 3500", "max_node 9"):
    ...     settings.note(words)
    >>> settings.limit(Event())
    Limit(seconds=0.47, depth=None, nodes=9, simulations=None, memory=None)
    """

    numbers: dict[str, int] = field(default_factory=dict)
    _wrong: list[str] = field(default_factory=list)

    def note(self, words: str) -> None:
        """Take `key value`; keys that are not for us are ignored."""
        key, _, value = words.partition(" ")
        key = key.lower()
        if key not in _KEYS:
            return
        number = read_numbers(value, 1)
        if number is None:
            self._wrong = [f"INFO {clean(words, _SHOWN)} was ignored: {key} is a whole number"]
        else:
            self.numbers[key] = number[0]

    def complaints(self) -> list[str]:
        """What was wrong, once: it is said with the next answer, as INFO itself has none."""
        wrong, self._wrong = self._wrong, []
        return wrong

    @property
    def rule(self) -> int:
        """The number of the rules."""
        return self.numbers.get("rule", 0)

    def limit(self, stop: Event) -> Limit:
        """How much the next move may cost."""
        turn = self.numbers.get("timeout_turn", _DEFAULT_MS)
        left = self.numbers.get("time_left", NO_LIMIT_MS)
        milliseconds = max(min(turn, left // _MOVES_LEFT) - _RESERVE_MS, _SHORTEST_MS)
        return Limit(
            seconds=milliseconds / 1000,
            depth=self._bound("max_depth"),
            nodes=self._bound("max_node"),
            memory=self._memory(),
            stop=stop,
        )

    def _memory(self) -> int | None:
        """The megabytes for a search: the manager counts the whole program."""
        told = self._bound("max_memory")
        return None if told is None else max(_LEAST_MB, (told >> 20) - _OWN_MB)

    def _bound(self, key: str) -> int | None:
        """A bound, where 0 stands for none."""
        number = self.numbers.get(key, 0)
        return number if number > 0 else None


class Engine:
    """One engine, told one line after the other.

    >>> from inarow.registry import load_agent
    >>> engine = Engine(load_agent("random(seed=1)"), print)
    >>> for line in ("START 15", "TAKEBACK 7,7", "JUMP"):
    ...     going = engine.receive(line)
    OK
    ERROR there is no stone on 7,7
    UNKNOWN command JUMP
    """

    def __init__(self, agent: Agent, say: Say) -> None:
        self.agent = agent
        self.settings = Settings()
        self._output, self._talking, self._silent = say, Lock(), False
        self._size = (0, 0)
        self._stones: dict[int, int] = {}
        self._block: tuple[str, list[str]] | None = None
        self._search: Thread | None = None
        self._stop = Event()
        self._commands: dict[str, Callable[[str], str | None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "TAKEBACK": self._takeback,
            "PLAY": self._play,
            "YXNBEST": self._nbest,
            "YXSHOWFORBID": self._show_forbidden,
        }
        self._blocks: dict[str, Callable[[list[str]], str | None]] = {
            "BOARD": self._board,
            "YXBOARD": self._set_stones,
            "SWAP2BOARD": self._swap2,
        }

    def receive(self, line: str) -> bool:
        """Take a line; False if it was the last one."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        word = word.upper()
        if word == "END":
            self.leave(silent=True)
            return False
        if self._block is not None and text:
            self._take_into_block(text, word)
        elif word in ("YXSTOP", "STOP"):
            self._stop.set()
        elif word == "INFO":
            self._note(rest.strip())
        elif word == "ABOUT":
            self._say(f'name="inarow", version="{version("inarow")}", agent="{self.agent.name}"')
        elif word in self._blocks:
            self._finish_search()
            self._block = (word, [])
        elif word in self._commands:
            self._finish_search()
            self._obey(lambda: self._commands[word](rest.strip()))
        elif text:
            self._say(f"UNKNOWN command {clean(word, _SHOWN)}")
        return True

    def leave(self, silent: bool = False) -> None:
        """End a search that runs, with or without its move."""
        self._silent = silent
        self._stop.set()
        if self._search is not None:
            self._search.join(_LEAVE_SECONDS)

    # Talking

    def _say(self, text: str) -> None:
        with self._talking, suppress(OSError):  # a manager that is gone reads nothing
            if not self._silent:
                self._output(text.encode("ascii", "replace").decode())

    def _obey(self, command: Callable[[], str | None]) -> None:
        try:
            answer = command()
        except InarowError as error:
            answer = f"ERROR {clean(str(error))}"
        for complaint in self.settings.complaints() if answer is not None else ():
            self._say(f"MESSAGE {complaint}")
        if answer is not None:
            self._say(answer)

    def _take_into_block(self, text: str, word: str) -> None:
        """One more line of a command that has several."""
        assert self._block is not None
        command, lines = self._block
        if word != "DONE":
            if len(lines) <= MAX_SIDE**2:
                lines.append(text)
            return
        self._block = None
        self._obey(lambda: self._blocks[command](lines))

    def _note(self, words: str) -> None:
        before = self.settings.rule
        self.settings.note(words)
        if self.settings.rule != before and self._size[0]:
            with suppress(InarowError):  # it is said when a move is wanted
                self._get_ready()

    # The board

    def _game(self) -> Gomoku:
        if not self._size[0]:
            raise GomocupError("there is no board yet: send START 15")
        return Gomoku(*self._size, rule_name(self.settings.rule))

    def _start(self, words: str) -> str:
        side = read_numbers(words, 1)
        if side is None:
            raise GomocupError("START needs the size of the board, as in START 15")
        return self._set_up(side[0], side[0])

    def _rectstart(self, words: str) -> str:
        sides = read_numbers(words, 2)
        if sides is None:
            raise GomocupError("RECTSTART needs width and height, as in RECTSTART 20,15")
        return self._set_up(sides[1], sides[0])

    def _set_up(self, rows: int, cols: int) -> str:
        if not LINE <= min(rows, cols) <= max(rows, cols) <= MAX_SIDE:
            raise GomocupError(f"a board has from {LINE} to {MAX_SIDE} rows and columns")
        before, self._size = self._size, (rows, cols)
        try:
            self._get_ready()
        except InarowError:
            self._size = before
            raise
        self._stones = {}
        return "OK"

    def _get_ready(self) -> None:
        """Load what the player needs; what has to be compiled first is not waited for."""
        game = self._game()
        require_support(self.agent, game)
        on_disk = all(step.ready for step in kernels_of(self.agent, game))
        make_ready(self.agent, game, wait=on_disk)
        if (now := progress()) is not None:
            self._say(f"MESSAGE {now}")

    def _restart(self, _: str) -> str:
        self._game()
        self._stones = {}
        return "OK"

    def _cell(self, words: str, taken: bool = False) -> int:
        """The action of a cell that is free, or taken."""
        action = parse_cell(words, *self._game().shape)
        if (action in self._stones) is not taken:
            wrong = "there is no stone on" if taken else "there is a stone on"
            raise GomocupError(f"{wrong} {format_cell(action, self._size[1])}")
        return action

    def _takeback(self, words: str) -> str:
        del self._stones[self._cell(words, taken=True)]
        return "OK"

    def _play(self, words: str) -> str:
        action = self._cell(words)
        self._state(self._stones).play(action)  # raises IllegalMove: renju may forbid it
        self._stones[action] = OWN
        return format_cell(action, self._size[1])

    def _set_stones(self, lines: list[str]) -> None:
        """Replace the position, if every line is right."""
        game, stones = self._game(), dict[int, int]()
        for line in lines:
            numbers = read_numbers(line, 3)
            if numbers is None or numbers[2] not in (OWN, OTHER):
                raise GomocupError(f"{clean(line, _SHOWN)!r} is not a stone such as 7,7,1")
            x, y, who = numbers
            stones[cell_action(x, y, *game.shape)] = who
        if len(stones) != len(lines):
            raise GomocupError("two stones stand on one cell")
        self._stones = stones

    def _state(self, stones: dict[int, int], player: int | None = None) -> State:
        """The position with a player, by default the engine, to move.

        The engine has the seat whose turn it is: it moves first with as many stones or more.
        """
        owners = list(stones.values())
        seat = 0 if owners.count(OWN) >= owners.count(OTHER) else 1
        return self._seated(stones, seat, seat if player is None else player)

    def _seated(self, stones: dict[int, int], seat: int, player: int) -> State:
        """The position with the engine in a seat and a player to move."""
        game = self._game()
        seats: list[int | None] = [None] * game.num_actions
        for action, who in stones.items():
            seats[action] = seat if who == OWN else 1 - seat
        rows = range(0, len(seats), game.cols)
        board = tuple(tuple(seats[at : at + game.cols]) for at in rows)
        state = game.state_from(board, player)
        if state.outcome is not None:
            raise GomocupError("the game is over")
        return state

    def _show_forbidden(self, _: str) -> str:
        """What black may not play, whose turn it is or not: column and row with two digits each."""
        cells = forbidden_actions(self._state(self._stones, BLACK))
        places = (divmod(action, self._size[1]) for action in cells)
        return f"FORBID {''.join(f'{col:02}{row:02}' for row, col in places)}."

    # Moves

    def _begin(self, _: str) -> None:
        if self._stones:
            raise GomocupError("the board is not empty: send BOARD or RESTART")
        self._think(self._state({}), self._own_move)

    def _turn(self, words: str) -> None:
        action = self._cell(words)
        state = self._state({**self._stones, action: OTHER})
        before = self._seated(self._stones, state.player, 1 - state.player)
        before.play(action)  # raises IllegalMove: renju may forbid it
        self._stones[action] = OTHER
        self._think(state, self._own_move)

    def _board(self, lines: list[str]) -> None:
        self._set_stones(lines)
        self._think(self._state(self._stones), self._own_move)

    def _nbest(self, words: str) -> None:
        count = read_numbers(words, 1)
        if count is None or count[0] < 1:
            raise GomocupError("YXNBEST needs a number of moves, as in YXNBEST 3")

        def reply(state: State, decision: Decision) -> str:
            known = decision.values
            ranked = sorted(known, key=lambda move: (move != decision.action, -known[move].chance))
            for rank, move in enumerate(ranked[: count[0]], 1):
                self._say(f"MESSAGE {rank}. {format_cell(move, self._size[1])} {known[move].words}")
            return self._own_move(state, decision)

        agent = self.agent.thorough() if isinstance(self.agent, Thorough) else self.agent
        self._think(self._state(self._stones), reply, agent)

    def _swap2(self, lines: list[str]) -> str | None:
        """Propose three stones, or look who is better off with three or five."""
        game = self._game()
        cells = [parse_cell(line, *game.shape) for line in lines]
        if len(cells) not in (0, 3, 5) or len(set(cells)) != len(cells):
            raise GomocupError("swap2 wants no stones, three or five")
        if not cells:
            if min(game.shape) < SMALLEST:
                raise GomocupError(f"swap2 needs a board of {SMALLEST} x {SMALLEST} or more")
            stones = Random().choice(even_openings(*game.shape))
            return " ".join(format_cell(action, game.cols) for action in stones)

        def reply(state: State, decision: Decision) -> str:
            worse = decision.value is not None and decision.value.chance < 0.5
            return "SWAP" if worse else format_cell(decision.action, game.cols)

        colours = {cell: OTHER if at % 2 == 0 else OWN for at, cell in enumerate(cells)}
        self._think(self._state(colours), reply)
        return None

    def _own_move(self, _: State, decision: Decision) -> str:
        self._stones[decision.action] = OWN
        return format_cell(decision.action, self._size[1])

    def _think(self, state: State, reply: Reply, agent: Agent | None = None) -> None:
        """Begin a search in a thread of its own; its reply is said when it is found."""
        stop = self._stop = Event()
        limit = self.settings.limit(stop)

        def answer() -> str:
            decision = ask(agent or self.agent, state, limit)
            state.play(decision.action)  # raises IllegalMove
            if decision.value is not None:
                nodes = f", {counted(decision.nodes, 'node')}" if decision.nodes else ""
                self._say(f"MESSAGE {decision.value.words}{nodes}")
            return reply(state, decision)

        self._search = Thread(target=lambda: self._obey(answer), daemon=True)
        self._search.start()

    def _finish_search(self) -> None:
        """Let a search that runs say its move now."""
        if self._search is not None:
            self._stop.set()
            self._search.join()
            self._search = None


def serve(engine: Engine, lines: IO[bytes]) -> None:
    """Tell an engine every line of a stream, until END or its end."""
    while line := lines.readline(_LONGEST_LINE):
        whole = line.endswith(b"\n")
        while not whole and (rest := lines.readline(_LONGEST_LINE)):
            whole = rest.endswith(b"\n")
            line = line[:_SHOWN] + b"..."  # no command is that long
        text = line.decode("latin-1")
        log.debug("< %s", text.rstrip())
        if not engine.receive(text):
            return
    engine.leave()
