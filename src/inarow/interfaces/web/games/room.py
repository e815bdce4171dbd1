"""Where a game takes place: it keeps every change, tells all who watch, and lets machines move.

    async with room.change() as game:
        game.take_back()

One change at a time: it is made, written to the disk, and only then told. Machines and dice move
while the game is watched; when the last one leaves, engines stop and clocks stand still, so that a
lost connection loses no game.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Protocol, TypeVar

from inarow.errors import IllegalMove, one_line
from inarow.games.base import Reason
from inarow.interfaces.web.aside import aside
from inarow.interfaces.web.engines.pool import RETRY_SECONDS, EnginePool
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.keep import from_saved, to_saved
from inarow.interfaces.web.games.machines import choose_move, judge_move
from inarow.interfaces.web.games.page_game import News, PageGame
from inarow.interfaces.web.games.show_game import game_view, update_of
from inarow.interfaces.web.protocol.messages import Failed, GameMessage, Judged
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import GameView, View
from inarow.live.clock import CLOCK_TOLERANCE
from inarow.live.game import Mover
from inarow.log import logger
from inarow.search.agent import PlayerFailed
from inarow.search.decision import Decision
from inarow.study.reviewed_move import SLIPS

log = logger(__name__)

Answer = TypeVar("Answer")


class Watcher(Hashable, Protocol):
    """Is told of every change."""

    turn: asyncio.Lock
    """Held while a game that this one hosts moves by itself, so that hundreds do so in turn."""

    def push_text(self, text: str) -> None: ...


class Room:
    """A game with all who watch it."""

    def __init__(self, game: PageGame, store: GameFile, pool: EnginePool) -> None:
        self.game = game
        self._store = store
        self._pool = pool
        self._watchers: dict[Watcher, None] = {}
        self._lock = asyncio.Lock()
        self._turn: asyncio.Task[None] | None = None
        self._step = False
        self._trouble = ""
        self._stale = False
        self.visitors = 0
        self.gone = False

    # Who is there

    @property
    def watched(self) -> bool:
        """Whether anyone is here."""
        return bool(self._watchers)

    @property
    def _host(self) -> Watcher | None:
        """Whose engines and whose turn this game uses: those of who watches longest."""
        return next(iter(self._watchers), None)

    def enter(self, watcher: Watcher) -> None:
        """Tell a watcher of every change from now on."""
        self._watchers[watcher] = None
        self._drive()

    def leave(self, watcher: Watcher) -> None:
        """Tell a watcher nothing more; when the last one leaves everything stands still."""
        self._watchers.pop(watcher, None)
        if not self._watchers:
            self._halt()

    async def view(self) -> GameView:
        """The whole game as it is now."""
        return await self.shown(game_view)

    async def shown(self, show: Callable[[PageGame], Answer]) -> Answer:
        """What a function makes of the game as it is now; nobody else waits for it."""
        async with self._lock:
            return await aside(show, self.game)

    def tell(self, message: View) -> None:
        """Send a message to all who watch."""
        text = message.model_dump_json() if self._watchers else ""
        for watcher in self._watchers:
            watcher.push_text(text)

    # Changes

    @asynccontextmanager
    async def change(self) -> AsyncIterator[PageGame]:
        """Change the game; then it is kept, told, and goes on from there.

        If the game has no news nothing happens; if they cannot be kept the game is as before.
        """
        async with self._lock:
            if self.gone:
                raise Refused("unknown_game", "this game was deleted")
            if self._stale:
                await self._reload()
            self.game.news = None
            yield self.game
            if self.game.news is not None:
                await self._publish(self.game.news)

    @asynccontextmanager
    async def _own_change(self) -> AsyncIterator[PageGame]:
        """Change the game by a move that nobody has sent; others get a word in between."""
        host = self._host
        async with host.turn if host else nullcontext(), self.change() as game:
            yield game

    async def _publish(self, news: News) -> None:
        """Keep a change and tell it."""
        own_turn = self._turn is asyncio.current_task()
        self.game.pause_clocks()
        self._halt()
        try:
            await self._keep(news.nodes)
        except Refused:
            if not own_turn:  # a turn waits before it tries again
                self._drive()
            raise
        self._trouble = ""
        self._drive()
        if news.why == "promote":
            await self._tell_all()
        else:
            self.tell(update_of(self.game, news))

    async def save_all(self) -> None:
        """Keep a new game with all its nodes."""
        async with self._lock:
            await self._store.save(to_saved(self.game, range(len(self.game.nodes))))

    async def delete(self) -> None:
        """Forget the game, unless someone else is here."""
        async with self._lock:
            if self.watched or self.visitors > 1:
                raise Refused("not_allowed", "this game is being watched")
            self.gone = True
            try:
                await self._store.delete(self.game.id)
            except Refused:
                self.gone = False
                raise

    def step(self) -> None:
        """Let a paused game make one move."""
        try:
            self.game.check_step()
        except IllegalMove as error:
            raise Refused("not_allowed", str(error)) from None
        self._step = True
        self._drive()

    async def _keep(self, numbers: list[int]) -> None:
        self.game.version += 1
        self.game.changed = time.time()
        try:
            await self._store.save(to_saved(self.game, numbers))
        except Refused:
            self._stale = True
            with suppress(Refused):
                await self._reload()
            raise

    async def _reload(self) -> None:
        """Go back to what is on the disk, after a change that could not be kept."""
        saved = await self._store.load(self.game.id)
        if saved is not None:
            self.game, self._stale = await aside(from_saved, saved), False
            await self._tell_all()

    async def _tell_all(self) -> None:
        self.tell(GameMessage(re=None, game=await aside(game_view, self.game)))

    # Turns

    def _drive(self) -> None:
        """Begin the turn that is due, if the game is watched."""
        game = self.game
        if self._turn is not None or not self._watchers:
            return
        if game.waiting == "paused" and self._step and game.mover is not Mover.PERSON:
            self._step = game.mover is Mover.DICE  # they belong to the move before
        elif game.waiting in ("nobody", "choice", "paused"):
            self._step = False
            return
        if game.judging is None and game.mover is not Mover.DICE:
            game.start_clock()
            if game.mover is Mover.PERSON and not game.settings.timed:
                return
        self._turn = asyncio.create_task(self._take_turn())

    def _halt(self) -> None:
        """End the turn that is under way, unless it is the turn itself that asks."""
        turn, self._turn = self._turn, None
        for side in self.game.sides:
            side.clock.stop()
        if turn is not None and turn is not asyncio.current_task():
            turn.cancel()

    async def _take_turn(self) -> None:
        """Let dice or a machine move, or watch the clock of a person."""
        game = self.game
        try:
            if game.judging is not None:
                await self._judge(game.judging)
            elif game.mover is Mover.DICE:
                await asyncio.sleep(0 if game.people else game.delay)
                async with self._own_change() as game:
                    game.roll()
            elif game.mover is Mover.PERSON:
                await asyncio.sleep(game.side.clock.left + CLOCK_TOLERANCE)
                async with self.change() as game:
                    game.lose(Reason.TIME, "time is up")
            else:
                await self._machine_moves()
        except Refused as refusal:
            if refusal.code != "stopped":
                await self._wait_after(refusal)
        except Exception as error:  # whatever it is, those who watch must be told
            log.exception("a turn failed")
            await self._wait_after(Refused("failed", f"the server failed: {one_line(error)}"))

    async def _wait_after(self, refusal: Refused) -> None:
        """No player loses for a fault of the server: say it, try again."""
        if self._turn not in (None, asyncio.current_task()):
            return
        self._turn = asyncio.current_task()
        if refusal.code != "busy" and refusal.words != self._trouble:
            self._trouble = refusal.words
            self.tell(Failed(re=None, code=refusal.code, words=refusal.words))
        if refusal.code in ("busy", "failed"):
            await asyncio.sleep(RETRY_SECONDS if refusal.retry is None else refusal.retry)
            self._halt()
            self._drive()
            return
        self._halt()

    async def _machine_moves(self) -> None:
        """Let a machine move on its clock; waiting for a free engine costs it nothing."""
        game, began = self.game, time.monotonic()
        try:
            action, seconds = await choose_move(game, self._pool, self._host)
        except PlayerFailed as failure:
            async with self.change() as game:
                game.lose(failure.reason, str(failure))
            return
        if not game.people:
            await asyncio.sleep(max(0.0, game.delay - (time.monotonic() - began)))
        async with self._own_change() as game:
            game.answer(Decision(action), seconds)

    async def _judge(self, number: int) -> None:
        """Say how good the last move was, and let its player choose if it was bad."""
        verdict = await judge_move(self.game, number, self._pool, self._host)
        slip = verdict is not None and verdict.verdict in SLIPS
        async with self.change() as game:
            game.judged(slip)
        if verdict is not None:
            self.tell(Judged(game=self.game.id, move=verdict, may_retry=slip))
