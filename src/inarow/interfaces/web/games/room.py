"""Where a game takes place: it keeps every change, tells all who watch, and lets machines move.

One change at a time: it is made, written to the disk, and only then told. Machines and dice move
while somebody watches; when the last one leaves, engines stop and clocks stand still, so that a
lost connection costs nobody the game.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Protocol, TypeAlias

from inarow.errors import AgentFailed, one_line
from inarow.games.base import Outcome, Reason
from inarow.games.dice import roll
from inarow.interfaces.web.engines.pool import RETRY_SECONDS, EnginePool
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.keep import from_saved, to_saved
from inarow.interfaces.web.games.live_game import HUMAN, LiveGame
from inarow.interfaces.web.games.machines import choose_move, judge_move, seed_of
from inarow.interfaces.web.games.show_game import game_view, update_of
from inarow.interfaces.web.protocol.messages import Failed, Game, Judged
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.views import ClockView, GameView, View
from inarow.interfaces.web.study.learn_jobs import is_slip
from inarow.live.match import CLOCK_TOLERANCE

log = logging.getLogger(__name__)

Work: TypeAlias = Callable[[LiveGame], Iterable[int] | None]


class Watcher(Protocol):
    """Somebody who is told of every change."""

    def push_text(self, text: str) -> None: ...


class Room:
    """A live game with everybody around it."""

    def __init__(self, game: LiveGame, store: GameFile, pool: EnginePool) -> None:
        self.game = game
        self._store = store
        self._pool = pool
        self._watchers: set[Watcher] = set()
        self._lock = asyncio.Lock()
        self._turn: asyncio.Task[None] | None = None
        self._turn_started: float | None = None
        self._step = False
        self._trouble = ""
        self._stale = False
        self.visitors = 0
        self.gone = False

    # Who is there

    @property
    def watched(self) -> bool:
        """Whether anybody is here."""
        return bool(self._watchers)

    def enter(self, watcher: Watcher) -> None:
        """Tell a watcher of every change from now on."""
        self._watchers.add(watcher)
        self._drive()

    def leave(self, watcher: Watcher) -> None:
        """Tell a watcher nothing more; when the last one leaves everything stands still."""
        self._watchers.discard(watcher)
        if not self._watchers:
            self._halt()

    def view(self) -> GameView:
        """The whole game as it is now."""
        return game_view(self.game, self.clocks())

    def tell(self, message: View) -> None:
        """Send a message to everybody here."""
        text = message.model_dump_json() if self._watchers else ""
        for watcher in self._watchers:
            watcher.push_text(text)

    # Changes

    async def change(self, why: str, work: Work) -> None:
        """Make a change, keep it, tell it, and let the game go on from there.

        `work` changes the game and returns the numbers of new or changed nodes; None: nothing
        changed. If the change cannot be kept the game is as before.
        """
        async with self._lock:
            if self.gone:
                raise Refused("unknown_game", "this game was deleted")
            if self._stale:
                await self._reload()
            seat, spent = self.game.state.player, self._spent()
            numbers = work(self.game)
            if numbers is None:
                return
            numbers = list(numbers)
            own_turn = self._turn is asyncio.current_task()
            self._halt()
            self._charge(seat, spent, moved=why == "move")
            try:
                await self._keep(numbers)
            except Refused:
                if not own_turn:  # a turn waits before it tries again
                    self._drive()
                raise
            self._trouble = ""
            self._drive()
            if why == "promote":
                self.tell(Game(re=None, game=self.view()))
            else:
                self.tell(update_of(self.game, why, numbers, self.clocks()))

    async def move(self, at: int, text: str) -> None:
        """A person's move at a node; sent again it changes nothing."""
        seconds = round(self._spent(), 3) if self._turn_started is not None else None
        await self.change("move", lambda game: game.move(at, text, seconds))

    async def save_all(self) -> None:
        """Keep a new game with all its nodes."""
        async with self._lock:
            await self._store.save(to_saved(self.game, range(len(self.game.nodes))))

    async def delete(self) -> None:
        """Forget the game, unless somebody else is here."""
        async with self._lock:
            if self.watched or self.visitors > 1:
                raise Refused("not_allowed", "somebody is watching this game")
            self.gone = True
            try:
                await self._store.delete(self.game.id)
            except Refused:
                self.gone = False
                raise

    def step(self) -> None:
        """Let a paused game make one move."""
        if self.game.waiting != "paused":
            raise Refused("not_allowed", "only a paused game goes on step by step")
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
            self.game, self._stale = from_saved(saved), False
            self.tell(Game(re=None, game=self.view()))

    # Clocks

    def clocks(self) -> ClockView | None:
        """The clocks as they stand now."""
        left, seat = self.game.left, self.game.state.player
        if left is None:
            return None
        now = list(left)
        now[seat] -= self._spent()
        running = self._turn_started is not None
        return ClockView(
            left=(round(max(0.0, now[0]), 2), round(max(0.0, now[1]), 2)),
            running=(0 if seat == 0 else 1) if running else None,
            increment=self.game.settings.increment,
        )

    def _spent(self) -> float:
        """Seconds since the turn began."""
        return 0.0 if self._turn_started is None else time.monotonic() - self._turn_started

    def _charge(self, seat: int, seconds: float, *, moved: bool) -> None:
        left = self.game.left
        if left is not None:
            left[seat] += (self.game.settings.increment if moved else 0.0) - seconds

    # Turns

    def _drive(self) -> None:
        """Begin the turn that is due, if somebody is here."""
        if self._turn is not None or not self._watchers:
            return
        waiting = self.game.waiting
        if waiting == "paused" and self._step:
            waiting = "machine"
            self._step = bool(self.game.state.chance())  # dice belong to the move before
        elif waiting in ("nobody", "choice", "paused"):
            return
        if waiting != "dice" and self.game.judging is None:
            self._turn_started = time.monotonic()
        if waiting != "human" or self.game.left is not None:
            self._turn = asyncio.create_task(self._take_turn())

    def _halt(self) -> None:
        """End the turn that is under way, unless it is the turn itself that asks."""
        turn, self._turn, self._turn_started = self._turn, None, None
        if turn is not None and turn is not asyncio.current_task():
            turn.cancel()

    async def _take_turn(self) -> None:
        """Let dice or a machine move, or watch the clock of a person."""
        game = self.game
        try:
            if game.judging is not None:
                await self._judge(game.judging)
            elif game.state.chance():
                await asyncio.sleep(game.delay if game.machines_only else 0)
                action = roll(game.state, Random(seed_of(game, "dice")))
                await self.change("dice", lambda game: game.play(action))
            elif game.to_move == HUMAN:
                assert game.left is not None
                await asyncio.sleep(game.left[game.state.player] + CLOCK_TOLERANCE)
                await self._lose(Reason.TIME, "time is up")
            else:
                await self._machine_moves()
        except Refused as refusal:
            if refusal.code != "stopped":
                await self._wait_after(refusal)
        except Exception as error:  # whatever it is, those who watch must be told
            log.exception("a turn failed")
            await self._wait_after(Refused("failed", f"the server failed: {one_line(error)}"))

    async def _wait_after(self, refusal: Refused) -> None:
        """Nobody loses because the server is to blame: say it, try again."""
        if self._turn not in (None, asyncio.current_task()):
            return
        self._turn = asyncio.current_task()
        if refusal.code != "busy" and refusal.words != self._trouble:
            self._trouble = refusal.words
            self.tell(Failed(re=None, code=refusal.code, words=refusal.words))
        if refusal.code in ("busy", "failed"):
            await asyncio.sleep(RETRY_SECONDS if refusal.retry is None else refusal.retry)
            self._turn = None
            self._drive()
        else:
            self._halt()

    async def _machine_moves(self) -> None:
        game, began = self.game, time.monotonic()
        seat = game.state.player
        try:
            chosen = await choose_move(game, self._pool)
        except AgentFailed as failure:
            await self._lose(Reason.CRASH, str(failure))
            return
        left = game.left
        if left is not None and chosen.seconds > left[seat] + CLOCK_TOLERANCE:
            await self._lose(Reason.TIME, f"{game.to_move} took {chosen.seconds:.2f} s")
            return
        if game.machines_only:
            await asyncio.sleep(max(0.0, game.delay - (time.monotonic() - began)))
        if self._turn_started is not None:  # waiting for a free engine is nobody's fault
            self._turn_started = time.monotonic() - chosen.seconds
        await self.change("move", lambda game: game.play(chosen.action, chosen.seconds))

    async def _judge(self, number: int) -> None:
        """Say how good the last move was, and let its player choose if it was bad."""
        verdict = await judge_move(self.game, number, self._pool)
        slip = verdict is not None and is_slip(verdict)

        def judged(game: LiveGame) -> list[int]:
            game.judging, game.choice = None, slip
            return []

        await self.change("judged", judged)
        if verdict is not None:
            self.tell(Judged(game=self.game.id, move=verdict, may_retry=slip))

    async def _lose(self, reason: Reason, words: str) -> None:
        """The player to move loses for a reason that the board does not show."""

        def lose(game: LiveGame) -> list[int]:
            game.finish(Outcome(1 - game.state.player, reason), words)
            return [game.cursor]

        await self.change("time" if reason is Reason.TIME else "failed", lose)
