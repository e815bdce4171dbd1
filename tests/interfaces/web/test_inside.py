"""The parts of the server alone: who waits for whom, what is ignored, what is forgotten."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, current_thread
from typing import Any, cast

import pytest

import engine_jobs
from inarow.errors import NotSupported
from inarow.games.notation import play_moves
from inarow.interfaces.web.app import make_app
from inarow.interfaces.web.arena.hall import Hall
from inarow.interfaces.web.engines.jobs import Answer, Desk, Job, Place
from inarow.interfaces.web.engines.orders import Order, Priority
from inarow.interfaces.web.engines.pool import EnginePool
from inarow.interfaces.web.games.agreement import ClockBody, NewGameBody, check_player
from inarow.interfaces.web.games.catalogue import catalogue
from inarow.interfaces.web.games.file import GameFile
from inarow.interfaces.web.games.page_game import PageGame
from inarow.interfaces.web.games.room import Room
from inarow.interfaces.web.games.rooms import Rooms
from inarow.interfaces.web.games.show import reason_view, threat_view, value_view
from inarow.interfaces.web.protocol.refusal import Refused
from inarow.interfaces.web.protocol.session import PageSession, Services
from inarow.interfaces.web.study.commands import Review
from inarow.interfaces.web.study.jobs import analyse_position, judge_last_move
from inarow.live.game import Mover
from inarow.registry import load_game
from inarow.search.decision import Kind, Result, Unit, Value
from inarow.search.limit import Limit
from inarow.study.reasons import explain, standing


class HandPool(EnginePool):
    """Engines whose answers are given by the test."""

    def __init__(self) -> None:
        super().__init__(1)
        self.orders: list[Order[Any]] = []
        self.asked = asyncio.Event()

    def submit(
        self, job: Job[Answer], seconds: float = 30.0, *more: Any, **named: Any
    ) -> Order[Answer]:
        order = Order(job, seconds, *more, **named)
        self.orders.append(order)
        self.asked.set()
        return order


class Page:
    """Somebody who watches, with all that was told."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.turn = asyncio.Lock()

    def push_text(self, text: str) -> None:
        self.told.append(json.loads(text))


async def move(room: Room, at: int, text: str) -> None:
    async with room.change() as game:
        game.move(at, text)


def test_games_of_one_page_that_move_by_themselves_take_turns() -> None:
    async def play() -> None:
        store, page = GameFile(None), Page()
        rooms = Rooms(store, EnginePool(0))
        machines = NewGameBody(game="gomoku", seats=["random", "random"])
        dice = NewGameBody(game="random_drop", seats=["human", "human"], moves="?")
        found = [await rooms.new(body) for body in (machines, machines, dice)]
        async with page.turn:
            for room in found:
                room.enter(page)
            async with found[0].change() as game:  # a person need not wait
                game.comment(0, "slow")
            assert [room.game.state.ply for room in found] == [0, 0, 0]
        while not all(room.game.state.ply for room in found):
            await asyncio.sleep(0)
        for room in found:
            room.leave(page)
        store.close()

    asyncio.run(play())


def test_nobody_waits_while_a_game_is_written_down() -> None:
    async def look() -> tuple[str, str]:
        store = GameFile(None)
        room = await Rooms(store, EnginePool(0)).new(NewGameBody(game="tic_tac_toe", moves="b2"))
        found = await room.shown(lambda game: (current_thread().name, game.record.moves))
        store.close()
        return found

    thread, moves = asyncio.run(look())
    assert (thread != current_thread().name, moves) == (True, "b2")


def test_an_answer_that_comes_too_late_changes_nothing() -> None:
    async def play() -> tuple[str, int, list[str]]:
        store, engines, page = GameFile(None), HandPool(), Page()
        rooms = Rooms(store, engines)
        room = await rooms.new(NewGameBody(game="connect_four", seats=["human", "mcts"]))
        room.enter(page)
        await move(room, 0, "4")
        await engines.asked.wait()
        late = engines.orders[0]
        async with room.change() as game:
            game.take_back()
        late.settle("report", "nonsense")
        late.settle("result", (3, 0.1))
        await move(room, 0, "1")  # whatever the late answer set off has come to its end by now
        room.leave(page)
        store.close()
        return room.game.record.moves, len(room.game.nodes), [m["why"] for m in page.told]

    assert asyncio.run(play()) == ("1", 3, ["move", "take_back", "move"])


def test_a_machine_that_answers_with_an_illegal_move_loses() -> None:
    async def play() -> tuple[str, dict[str, Any]]:
        store, engines, page = GameFile(None), HandPool(), Page()
        room = await Rooms(store, engines).new(
            NewGameBody(game="tic_tac_toe", seats=["human", "mcts"])
        )
        room.enter(page)
        await move(room, 0, "b2")
        await engines.asked.wait()
        engines.orders[0].settle("result", (4, 0.1))
        async with asyncio.timeout(10):
            while len(page.told) < 2:
                await asyncio.sleep(0.01)
        room.leave(page)
        store.close()
        return room.game.record.current.comment, page.told[1]

    comment, told = asyncio.run(play())
    assert comment == "mcts played 4: b2 is taken"
    assert (told["why"], told["status"]["outcome"]["reason"]) == ("failed", "illegal")


def test_no_step_is_made_for_a_person_and_a_paused_clock_stands_still() -> None:
    """The dice of random drop belong to the step of the machine; then it is a person's turn."""

    async def step() -> list[dict[str, Any]]:
        store, page = GameFile(None), Page()
        body = NewGameBody(
            game="random_drop",
            seats=["random", "human"],
            clock=ClockBody(bank=0.0, increment=0.05),
            paused=True,
            seed=2,
        )
        room = await Rooms(store, EnginePool(0)).new(body)
        room.enter(page)
        async with asyncio.timeout(30):
            while room.game.mover is not Mover.PERSON:
                if room._turn is None:
                    room.step()
                await asyncio.sleep(0.01)
        with pytest.raises(Refused, match="a person is to move"):
            room.step()
        await asyncio.sleep(0.3)  # far more than the clock holds
        assert room.game.outcome is None
        await move(room, room.game.cursor, "4")  # a person may move at any time
        room.leave(page)
        store.close()
        return page.told

    told = asyncio.run(step())
    assert {update["status"]["waiting"] for update in told} == {"paused"}
    assert [update["why"] for update in told] == ["move", "dice", "dice", "move", "move"]
    assert told[-1]["status"]["clocks"]["running"] is None


def test_only_the_player_to_move_pays_for_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("inarow.live.clock.perf_counter", lambda: now)

    async def play() -> list[list[float]]:
        nonlocal now
        store, page, left = GameFile(None), Page(), []
        body = NewGameBody(game="tic_tac_toe", clock=ClockBody(bank=60, increment=5))
        room = await Rooms(store, EnginePool(0)).new(body)
        room.enter(page)

        async def work(change: Callable[[PageGame], object]) -> None:
            nonlocal now
            now += 1
            async with room.change() as game:
                change(game)
            left.append(page.told[-1]["status"]["clocks"]["left"])

        await work(lambda game: game.comment(0, "well"))  # the turn goes on, and so does its clock
        await work(lambda game: game.move(0, "b2"))
        await work(lambda game: game.take_back())
        room.leave(page)
        now += 1  # nobody is there: time stands still
        room.enter(page)
        await work(lambda game: game.pause(True))
        now += 1
        await work(lambda game: game.pause(False))
        room.leave(page)
        store.close()
        return left

    assert asyncio.run(play()) == [[64, 65], [68, 65], [68, 64], [67, 64], [67, 64]]


def test_a_report_after_the_answer_is_ignored() -> None:
    async def report() -> list[object]:
        heard: list[object] = []
        order = Order(partial(engine_jobs.double, 1), 1.0, on_report=heard.append)
        order.settle("report", "first")
        order.settle("result", 2)
        order.settle("report", "late")
        order.settle("result", 3)
        return [*heard, await order.wait()]

    assert asyncio.run(report()) == ["first", 2]


def test_who_worked_last_gets_the_next_move() -> None:
    """Its tables still hold what the next position of a game needs."""

    class Worker:
        ready = warm = True
        order: Order[int] | None = None

        def __init__(self, number: int) -> None:
            self.number = number

        def begin(self, order: Order[int]) -> None:
            begun.append(self.number)
            self.order = order

    async def submit() -> None:
        engines = EnginePool(4)
        engines._workers = [cast(Any, Worker(number)) for number in (1, 4, 9, 0)]
        for _ in range(2):
            engines.submit(partial(engine_jobs.double, 1), priority=Priority.MOVE, client=object())

    begun: list[int] = []
    asyncio.run(submit())
    assert begun == [9, 4]


@pytest.mark.parametrize(
    ("agent", "unit"),
    [
        ("level(2)", "chance"),
        ("careless(budget=300)", "chance"),
        ("mcts(simulations=300)", "chance"),
        ("classic-mc(simulations=300)", "points"),  # they are counted as chances are
    ],
)
def test_estimates_of_random_games_are_shown_as_chances(agent: str, unit: str) -> None:
    place, desk = Place("connect_four", None, (3, 3, 2)), Desk(Event(), lambda _: None)
    moves = analyse_position(place, agent, {}, Limit(), 60.0, desk).moves
    estimates = [move.value for move in moves if move.value and move.value.kind == "estimate"]
    assert {value.unit for value in estimates} == {unit}
    for value in estimates:  # O is to move, and chances are those of X
        assert value.chance == pytest.approx(1 - min(max(value.score, 0.01), 0.99), abs=1e-4)


@pytest.mark.parametrize(
    ("value", "chance"),
    [
        (Value(Kind.ESTIMATE, 0.3, unit=Unit.CHANCE), 0.3),
        (Value(Kind.ESTIMATE, 0.0, unit=Unit.POINTS), 0.5),
        (Value(Kind.BOUND, -18.0, unit=Unit.STONES), 0.5),  # nothing is known of the result
        (Value(Kind.BOUND, 0.0, Result.DRAW, unit=Unit.STONES), 0.5),
        (Value(Kind.PROVEN, -18.0, Result.LOSS, 4, unit=Unit.STONES), 0.0),
    ],
)
def test_a_value_is_shown_with_its_unit_and_a_chance(value: Value, chance: float) -> None:
    shown = value_view(value, 0)
    assert (shown.unit, shown.chance) == (value.unit, chance)


def test_the_room_of_a_game_is_forgotten_when_everybody_left() -> None:
    async def come_and_go() -> tuple[list[int], str]:
        store = GameFile(None)
        rooms, counts = Rooms(store, EnginePool(0)), []
        room = await rooms.new(NewGameBody(game="tic_tac_toe", seats=["human", "random"]))
        pages = [Page(), Page()]
        for page in pages:
            room.enter(page)
        await move(room, 0, "b2")
        counts.append(len(rooms))
        for page in pages:
            room.leave(page)
            rooms.close_if_empty(room)
            counts.append(len(rooms))
        async with rooms.visit(room.game.id) as again:
            counts.append(len(rooms))
            moves = again.game.record.moves
        with pytest.raises(Refused):
            async with rooms.visit("nobody"):
                raise AssertionError("there is no such game")
        counts.append(len(rooms))
        store.close()
        return counts, moves[:2]

    assert asyncio.run(come_and_go()) == ([1, 1, 0, 1, 0], "b2")


def test_a_review_is_bounded_by_work_however_long_the_game_or_busy_the_machine_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def order(limit: str) -> Order[Any]:
        store, engines = GameFile(None), HandPool()
        rooms = Rooms(store, engines)
        services = Services(store, engines, rooms, Hall(Path(), engines))
        room = await rooms.new(NewGameBody(game="gomoku", moves="h8i9h9"))
        session = PageSession(cast(Any, None), services)
        command = Review(type="review", re=1, engine="r", game=room.game.id, limit=limit)
        await command.do(session)
        await engines.asked.wait()
        session.drop("r")
        store.close()
        return engines.orders[0]

    def work(limit: str) -> float:
        asked = asyncio.run(order(limit))
        each: Limit = cast(Any, asked.job).args[2]
        assert each.seconds is not None
        assert asked.seconds > 50 * 3 * each.seconds  # only an engine that hangs takes so long
        return each.seconds

    assert (work(""), work("2s"), work("9nodes")) == (1.0, 2.0, 60.0)
    monkeypatch.setattr("inarow.interfaces.web.study.commands.WHOLE_REVIEW_SECONDS", 6.0)
    assert (work("60s"), work("9nodes"), work("")) == (2.0, 2.0, 1.0)


def test_a_move_that_could_not_be_judged_in_time_has_no_verdict() -> None:
    """Where a machine is busy half of the work could say something else than all of it."""
    desk = Desk(Event(), lambda _: None)
    job = partial(judge_last_move, Place("tic_tac_toe", None, (4, 1)), (1, 2), Limit(seconds=1))
    verdict = job(desk)
    assert verdict is not None
    assert verdict.verdict == "blunder"
    desk.stop.set()
    assert job(desk) is None


def test_a_level_that_adapts_is_refused_and_not_offered() -> None:
    offered = {agent.name: [opt.name for opt in agent.options] for agent in catalogue().agents}
    assert offered["level"] == ["number", "seed"]
    with pytest.raises(NotSupported, match="adapts only to a person"):
        check_player("level(3,adapt=true)", load_game("connect_four"))


@pytest.mark.parametrize("broken", [None, Hall, EnginePool])
def test_the_end_comes_in_order_and_the_games_are_closed_whatever_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: type | None
) -> None:
    order: list[str] = []

    def watched(owner: type) -> None:
        close = owner.close  # type: ignore[attr-defined]

        async def slow(self: Any) -> None:
            order.append(owner.__name__)
            await close(self)
            if owner is broken:
                raise OSError("it does not end")

        def quick(self: Any) -> None:
            order.append(owner.__name__)
            close(self)

        monkeypatch.setattr(owner, "close", slow if asyncio.iscoroutinefunction(close) else quick)

    for owner in (Hall, EnginePool, GameFile):
        watched(owner)

    async def run() -> None:
        app = make_app(tmp_path / "games.db", engines=0, folder=tmp_path)
        async with app.router.lifespan_context(app):
            assert order == []

    if broken is None:
        asyncio.run(run())
    else:
        with pytest.raises(OSError, match="does not end"):
            asyncio.run(run())
    assert order == ["Hall", "EnginePool", "GameFile"]
    GameFile(tmp_path / "games.db").close()  # nobody holds the file any more


def test_who_wants_too_much_memory_fails_and_the_engine_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tests = Path(engine_jobs.__file__).parent
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(tests), os.environ.get("PYTHONPATH", "")])
    )

    async def work() -> tuple[Refused, int]:
        engines = EnginePool(1)
        await engines.start()
        with pytest.raises(Refused) as refused:
            await engines.submit(engine_jobs.hog).wait()
        answer = await engines.submit(partial(engine_jobs.double, 21)).wait()
        await engines.close()
        return refused.value, answer

    refused, answer = asyncio.run(work())
    assert (refused.code, refused.words) == ("failed", "the engine ran out of memory")
    assert answer == 42


def test_a_threatened_sequence_is_shown_with_the_stones_of_who_threatens() -> None:
    """X has an open three: what follows if O ignores it begins with X, though O is to move."""
    state = play_moves(load_game("gomoku").initial_state(), "h8h9i8g9j8")
    found = {why.kind: threat_view(state, why) for why in standing(state)}
    assert found["forced"].player == 0
    assert [move.player for move in found["forced"].moves] == [0, 1, 0]
    assert found["holds"].moves == []  # they are alternatives
    assert len(found["holds"].cells) > 1
    after = reason_view(state, explain(state, state.game.parse("a1"))[0])
    assert [move.player for move in after.moves][:2] == [1, 0]
    assert after.moves[0].text == "a1"
