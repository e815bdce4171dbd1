"""A player of ours at a nine-board server: messages in, digits out.

Two parts, so that each can be tested alone:

- `Session` knows the game but no sockets. It is told one message after the other, keeps the exact
  position, checks that every move of the server is legal, and returns the answers. The server uses
  it as well, for players that sit in its own process.
- `LineChannel` knows sockets but no game: lines out, lines in, with or without a time limit.

`play_session` joins them: it reads until `end.` or the end of the connection, whichever is first.

    message                               what the session does           answer
    init.                                 nothing: `start` does it all    -
    start(x).  start(o).                  sets up the empty position      -
    second_move third_move next_move      plays the moves, asks its agent one digit
    last_move                             plays the move                  -
    win loss draw                         notes the result                -
    end.                                  is over                         -
"""

import contextlib
import os
import socket
from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic

from inarow.adapters.nine_board_protocol import (
    LineSplitter,
    Message,
    ProtocolError,
    format_answer,
    parse_message,
)
from inarow.errors import IllegalMove, NotAvailable
from inarow.games.nine_board import NineBoard
from inarow.games.record import Record
from inarow.live.game import LiveGame, Side
from inarow.live.match import let_move
from inarow.search.agent import Agent, PlayerFailed, require_support
from inarow.search.decision import Result
from inarow.search.limit import Limit

DEFAULT_LIMIT = Limit(seconds=2.0)
"""Thinking per move. The course's clock adds 2 seconds a move to a reserve of 28, so that whatever
a move needs beyond its 2 seconds comes out of the reserve."""

SILENCE_SECONDS = 600.0
"""How long to wait for a message: the other player may be a person, or not be there yet."""

_CONNECT_SECONDS = 10.0
_SEND_SECONDS = 5.0
_CHUNK = 4096
_RULES = NineBoard()

OnResult = Callable[[int, Message], None]
"""Is told the side that was played and its result after every game."""


class Session:
    """One player's view of a series of games.

    >>> from inarow.registry import load_agent
    >>> session = Session(load_agent("random(seed=1)"))
    >>> [session.receive(message) for message in (Message("init"), Message("start", (1,)))]
    [None, None]
    >>> session.receive(Message("second_move", (5, 0))) in range(9)
    True
    """

    def __init__(self, agent: Agent, limit: Limit = DEFAULT_LIMIT) -> None:
        require_support(agent, _RULES)
        self.agent = agent
        self.limit = limit
        self.side = 0
        self.game: LiveGame | None = None
        self.results: list[Message] = []
        self.ended = False

    def receive(self, message: Message) -> int | None:
        """Take a message and return the answer, or None if it wants none.

        Raises:
            ProtocolError: the message makes no sense here, or its move is illegal.
            PlayerFailed: the agent raised an error, or chose a move that it may not play.
        """
        match message.name:
            case "init":
                self.game = None
            case "start":
                sides = Side(self.agent.name), Side(self.agent.name)
                self.side, self.game = message.numbers[0], LiveGame(Record(_RULES), sides)
            case "end":
                self.ended = True
            case "win" | "loss" | "draw":
                self._running(message)
                self.game = None
                self.results.append(message)
            case _:
                game = self._follow(message)
                return self._answer(game) if message.asks else None
        return None

    def _running(self, message: Message) -> LiveGame:
        if self.game is None:
            raise ProtocolError(f"{message} came while no game was on")
        return self.game

    def _follow(self, message: Message) -> LiveGame:
        """The game after the moves of a message, if the message belongs here."""
        game = self._running(message)
        opening = {"second_move": 1, "third_move": 0}.get(message.name)
        fits = opening == self.side if game.state.ply == 0 else opening is None
        if not fits or (opening is None and game.state.player == self.side):
            raise ProtocolError(f"{message} came at the wrong time")
        try:
            for action in message.numbers:
                game.play(action)
        except IllegalMove as error:
            raise ProtocolError(f"{message} cannot be: {error}") from None
        return game

    def _answer(self, game: LiveGame) -> int:
        """Ask the agent and play its move."""
        if game.outcome is not None:
            raise ProtocolError("the server wants an answer, but the game is over")
        turn = let_move(self.agent, game, self.limit)
        if turn is None:
            assert game.outcome is not None
            raise PlayerFailed(game.outcome.reason, game.record.current.comment)
        return turn.action


class LineChannel:
    """Lines of text over a connected socket, which stays the caller's to close."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._splitter = LineSplitter()
        self._ready: deque[str] = deque()
        with contextlib.suppress(OSError):  # a socket that is no TCP socket needs no hurry
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, line: str) -> None:
        """Send a line; raises OSError if the other side is gone or reads nothing for seconds."""
        self._socket.settimeout(_SEND_SECONDS)
        self._socket.sendall(line.encode("ascii") + b"\n")

    def receive(self, seconds: float | None = None) -> str | None:
        """The next line that is not blank, or None at the end of the connection.

        Raises:
            TimeoutError: no whole line came within the seconds.
        """
        deadline = None if seconds is None else monotonic() + seconds
        while not self._ready:
            left = None if deadline is None else deadline - monotonic()
            if left is not None and left <= 0:
                raise TimeoutError("no line came in time")
            self._socket.settimeout(left)
            try:
                data = self._socket.recv(_CHUNK)
            except ConnectionError:
                return None
            if not data:
                return None
            self._ready.extend(line for line in self._splitter.feed(data) if line.strip())
        return self._ready.popleft()


def connect(host: str, port: int) -> socket.socket:
    """A connection to a server."""
    with named_address(host, port):
        return socket.create_connection((host, port), timeout=_CONNECT_SECONDS)


@contextlib.contextmanager
def named_address(host: str, port: int) -> Iterator[None]:
    """Let an OSError name host and port as its file name."""
    try:
        yield
    except UnicodeError as error:  # no name of a machine is like that
        raise OSError(0, "there is no such address", f"{host}:{port}") from error
    except OSError as error:
        problem = os.strerror(error.errno) if error.errno else str(error)
        raise OSError(error.errno or 0, problem, f"{host}:{port}") from error


def play_session(
    connection: socket.socket,
    session: Session,
    on_result: OnResult | None = None,
    patience: float = SILENCE_SECONDS,
) -> bool:
    """Play until the server ends the series or closes the connection.

    Args:
        connection: A connected socket; it is not closed.
        session: The player.
        on_result: called with the result of every game.
        patience: Seconds to wait for the next message.

    Returns:
        Whether every game that was begun has a result.

    Raises:
        NotAvailable: the server stays silent.
    """
    channel = LineChannel(connection)
    while not session.ended:
        try:
            line = channel.receive(patience)
        except TimeoutError:
            said = f"the server has said nothing for {patience:g} seconds"
            raise NotAvailable(f"{said}: wait longer with --patience") from None
        if line is None:
            break
        message = parse_message(line)
        answer = session.receive(message)
        if answer is not None:
            # A server that is gone may have left messages: go on reading until their end.
            with contextlib.suppress(ConnectionError):
                channel.send(format_answer(answer))
        if message.name in tuple(Result) and on_result is not None:
            on_result(session.side, message)
    return session.game is None
