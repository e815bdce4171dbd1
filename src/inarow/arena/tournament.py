"""Plays the games of an event on a crew of workers and stores them as they finish.

    schedule --> batches --> crew --> store --> ledger (in order)
       ^                                          |
       +---------- enough? who is out? -----------+

Games are handed out in the order of the schedule, in batches of about equal time, and may finish
in any order. Whatever is in the store already is not played again. If workers die, their games are
played again, one at a time, with every player in a process of its own: if it was a player's fault,
that player loses the game, and no other game suffers.
"""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TypeAlias

from inarow.arena.crews import Crew, Pool
from inarow.arena.job import (
    Batch,
    PlayedGame,
    end_players,
    lost_with_worker,
    make_kernels,
    play_batch,
)
from inarow.arena.ledger import Ledger
from inarow.arena.results import GameResult, Seats
from inarow.arena.schedule import Pairing
from inarow.arena.store import Store
from inarow.errors import BadOption, WorkersLost
from inarow.log import logger

log = logger(__name__)

MOST_BATCH_GAMES = 2000
LOOKAHEAD_GAMES = 20_000
"""How far games may be played ahead of the slowest one."""
FAREWELL_SECONDS = 1.0
"""How long Ctrl-C waits for games that are nearly finished."""

_CHUNK = 1000
"""Games that are looked up in the store at a time."""
_LISTEN_SECONDS = 0.5
"""How often progress is reported, at least."""
_MOST_BREAKS = 5
"""How often the workers may die without a finished game in between."""
_MOST_TRIES = 3
"""How often a worker may die that plays one game only: then the player to move loses it."""

OnProgress: TypeAlias = "Callable[[EventRun], None]"
_Games: TypeAlias = Future[tuple[list[PlayedGame], float]]
"""Games under way, and how many seconds they took."""


def run_event(
    store: Store,
    crew: Crew | None = None,
    on_progress: OnProgress | None = None,
    stop: threading.Event | None = None,
) -> Ledger:
    """Play all games of an event that its store does not have yet.

    Ctrl-C keeps every finished game; calling it again with the same store goes on.

    Args:
        store: of the event, open to be written.
        crew: who plays; by default one process per core.
        on_progress: called back as games finish.
        stop: ends it early when it is set, for example by another thread.

    Returns:
        The results that count.

    >>> from inarow.arena.crews import Serial
    >>> from inarow.arena.entrants import read_entrant
    >>> from inarow.arena.event import Event
    >>> from inarow.arena.store import create_store
    >>> event = Event("tic_tac_toe", (read_entrant("random"), read_entrant("minimax")), rounds=2)
    >>> with create_store(None, event, event.make_openings()) as store:
    ...     ledger = run_event(store, Serial())
    >>> ledger.tally.total
    4
    """
    crew = crew or Pool()
    try:
        if not crew.remote:
            make_kernels(store.event)
        run = EventRun(store, crew, on_progress)
        with _noted_ctrl_c() as pressed:
            run.play(stop or pressed)
        if pressed.is_set():
            raise KeyboardInterrupt
    finally:
        crew.stop()
        end_players()
    return run.ledger


@contextmanager
def _noted_ctrl_c() -> Iterator[threading.Event]:
    """A flag that is set when Ctrl-C is pressed for the first time; the second time it interrupts.

    A game that was received but not yet stored would be lost if Ctrl-C could interrupt anywhere.
    """
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed  # Python delivers Ctrl-C to the main thread only
        return

    def note(_signal: int, _frame: object) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def count_store(store: Store) -> Ledger:
    """The results of a store that count, without playing."""
    ledger = Ledger(store.event, store.event.schedule(store.openings))
    for number, result in store.results():
        while ledger.position < number and not ledger.finished:
            ledger.enter(None)
        if ledger.finished:
            break
        ledger.enter(result)
    while not ledger.finished and ledger.next_is_void:
        ledger.enter(None)
    ledger.changed = store.changed
    return ledger


def counted_results(store: Store) -> Iterator[GameResult]:
    """The results of a store that count, in order."""
    ledger = count_store(store)
    return (found for at, found in store.results() if ledger.has_counted(at, found.seats))


def counted_games(store: Store, between: Seats | None = None) -> Iterator[PlayedGame]:
    """The games of a store that count, or those of two players, in order."""
    ledger, games = count_store(store), store.between(*between) if between else store.games()
    return (game for game in games if ledger.has_counted(game.pairing.number, game.pairing.seats))


def counted_game(store: Store, number: int) -> PlayedGame:
    """One game by its number.

    Raises:
        BadOption: there is no such game, or it does not count.
    """
    game = store.game(number)
    if count_store(store).has_counted(number, game.pairing.seats):
        return game
    raise BadOption(
        f"game {number} does not count: it was under way when a player was taken out, or when the "
        "event was stopped"
    )


class EventRun:
    """One run of an event, which also tells how far it is.

    Attributes:
        ledger: the results that count.
        stored: games in the store.
        void: those of them that were under way when it was decided that they do not count.
        played: games that this run has played.
        busy: seconds that workers have spent in games, all workers together.
    """

    def __init__(self, store: Store, crew: Crew, on_progress: OnProgress | None) -> None:
        self.store, self.event, self.crew = store, store.event, crew
        self.on_progress = on_progress
        self.schedule = self.event.schedule(store.openings)
        self.ledger = Ledger(self.event, self.schedule)
        self.stored, self.void, self.played, self.busy = store.finished, 0, 0, 0.0
        self.started = monotonic()
        self.next_number = 0
        self.known: dict[int, GameResult] = {}  # results in the store of the numbers just ahead
        self.known_until = 0
        self.waiting: dict[int, GameResult | None] = {}  # finished, but not their turn yet
        self.under_way: dict[_Games, tuple[Batch, Executor]] = {}
        self.again: list[Batch] = []  # games whose workers died, one in each
        self.tries = Counter[int]()  # how often each of them was played alone
        self.breaks = 0
        self._leftovers = ExitStack()

    @property
    def games(self) -> int:
        """Finished games that count, as far as that is decided."""
        return self.ledger.tally.total if self.ledger.finished else self.stored - self.void

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at this pace; None if nothing is known yet."""
        left = max(0, self.ledger.total - self.games)
        return (monotonic() - self.started) / self.played * left if self.played else None

    def play(self, stop: threading.Event) -> None:
        """Hand out games and collect them until none is left or `stop` is set."""
        with self._leftovers:
            self._play(stop)

    @cached_property
    def _notes(self) -> Path:
        """Where workers say what they do before they die; made for the first that died.

        Hardly any event needs it, and one that is killed should leave no folder behind.
        """
        folder = TemporaryDirectory(prefix="inarow-")
        return Path(self._leftovers.enter_context(folder))

    def _play(self, stop: threading.Event) -> None:
        self._hand_out()
        while self.under_way and not self.ledger.finished:
            if stop.is_set():  # keep what is nearly finished
                self._collect(wait(self.under_way, FAREWELL_SECONDS).done)
                return
            self._collect(wait(self.under_way, _LISTEN_SECONDS, FIRST_COMPLETED).done)
            self.crew.wake()
            self._report()
            self._hand_out()
        self._report()

    def _hand_out(self) -> None:
        capacity = self.crew.capacity()
        while len(self.under_way) < (1 if self.again or self._plays_alone else capacity):
            batch = self.again.pop() if self.again else self._next_batch()
            if batch is None:
                return
            executor = self.crew.executor
            try:
                self.under_way[executor.submit(play_batch, batch)] = batch, executor
            except Exception as error:
                log.warning("games cannot be handed out", exc_info=True)
                self._play_again(batch, executor, error)

    @property
    def _plays_alone(self) -> bool:
        return any(batch.guarded for batch, _ in self.under_way.values())

    def _next_batch(self) -> Batch | None:
        """The next games that have to be played; None if there are none at present."""
        size, pairings = self._batch_size(), list[Pairing]()
        while len(pairings) < size and not self.ledger.finished:
            number = self.next_number
            if number >= min(self.ledger.total, self.ledger.position + LOOKAHEAD_GAMES):
                break
            self.next_number += 1
            pairing = self.schedule[number]
            result = self._known(number)
            if result is not None:
                self._enter(number, result)
            elif self.ledger.is_void(pairing.seats):
                self._enter(number, None)
            else:
                pairings.append(pairing)
        return Batch(self.event, pairings) if pairings else None

    def _batch_size(self) -> int:
        games_per_second = self.played / max(self.busy, 1e-6)
        return max(1, min(MOST_BATCH_GAMES, int(self.crew.batch_seconds * games_per_second)))

    def _known(self, number: int) -> GameResult | None:
        """The result of a game if it is in the store."""
        if number >= self.known_until:
            self.known_until = number + _CHUNK
            self.known = dict(self.store.results(number, self.known_until))
        return self.known.get(number)

    def _enter(self, number: int, result: GameResult | None) -> None:
        """Enter a game into the ledger when its turn has come."""
        self.waiting[number] = result
        while self.ledger.position in self.waiting and not self.ledger.finished:
            found = self.waiting.pop(self.ledger.position)
            self.void += found is not None and self.ledger.is_void(found.seats)
            self.ledger.enter(found)

    def _collect(self, done: set[_Games]) -> None:
        for future in done:
            batch, executor = self.under_way.pop(future)
            try:
                games, seconds = future.result()
            except Exception as error:
                log.warning("games were not finished", exc_info=True)
                self._play_again(batch, executor, error)
                continue
            self.busy += seconds
            self._keep(games)

    def _keep(self, games: Sequence[PlayedGame]) -> None:
        self.store.add(games)
        self.ledger.changed = self.store.changed
        self.breaks = 0
        self.stored += len(games)
        self.played += len(games)
        for game in games:
            self._enter(game.pairing.number, game.result)

    def _play_again(self, batch: Batch, executor: Executor, error: Exception) -> None:
        """Note games whose workers died, and get new workers."""
        if not self.crew.has_lost_workers(error):
            raise error
        self.breaks += executor is self.crew.executor
        self._suspect(batch)
        if executor is not self.crew.executor:
            return  # it was replaced already
        if self.breaks > _MOST_BREAKS:
            raise WorkersLost("the workers die again and again before they finish a game")
        self.crew.renew()

    def _suspect(self, batch: Batch) -> None:
        """Let each of some games be played alone; one that is fatal again and again is lost."""
        for pairing in batch.pairings:
            note = self._notes / str(pairing.number)
            alone = replace(batch, pairings=[pairing], guarded=str(note))
            self.tries[pairing.number] += bool(batch.guarded)
            fatal = self.tries[pairing.number] >= _MOST_TRIES
            lost = lost_with_worker(alone) if fatal else None
            if lost is None:
                self.again.append(alone)
            else:
                self._keep([lost])

    def _report(self) -> None:
        if self.on_progress is not None:
            self.on_progress(self)
