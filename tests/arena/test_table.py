"""Cross tables: every game is in all the right places, and faults have columns of their own."""

from __future__ import annotations

import json
from dataclasses import astuple
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.event import event_of
from inarow.arena.ledger import Ledger
from inarow.arena.results import FAULTS, GameResult, Points, tally
from inarow.interfaces.render.event_table import event_text, table_data

NAMES = ["ada", "bob", "cyd"]


@st.composite
def events(draw: st.DrawFn) -> list[GameResult]:
    rng = Random(draw(st.integers(0, 10**6)))
    games = []
    for pair in range(draw(st.integers(0, 20))):
        one, other = rng.sample(NAMES, 2)
        for first, second in ((one, other), (other, one)):
            score = rng.choice((0, 0.5, 1))
            reason = "full" if score == 0.5 else rng.choice(("line", "time", "crash"))
            moves, seconds = (rng.randrange(9), rng.randrange(9)), (rng.random(), rng.random())
            games.append(GameResult(first, second, score, reason, pair, 9, moves, seconds))
    return games


def by_hand(games: list[GameResult], player: str, seat: int, other: str | None = None) -> Points:
    """Wins, draws and losses of a player in a seat, told again in the plainest way."""
    found = [0, 0, 0]
    for game in games:
        seats = game.first, game.second
        if seats[seat] == player and other in (None, seats[1 - seat]):
            score = game.score if seat == 0 else 1 - game.score
            found[int(2 - 2 * score)] += 1
    return Points(*found)


@given(events())
def test_every_game_is_in_its_places(games: list[GameResult]) -> None:
    counted = tally(games, NAMES)
    assert counted.total == len(games)
    for player in NAMES:
        first, second = (counted.score(player, seat=seat) for seat in (0, 1))
        assert first == by_hand(games, player, 0)
        assert second == by_hand(games, player, 1)
        assert counted.score(player) == first + second
        lost = [g for g in games if player == (g.second if g.score == 1 else g.first)]
        for fault in ("time", "crash"):
            wanted = sum(g.reason == fault for g in lost if g.score != 0.5)
            assert counted.faults[player, fault] == wanted
            assert counted.failures(player).get(fault, 0) == wanted
        own = [(g.moves[s], g.seconds[s]) for g in games for s in (0, 1)
               if (g.first, g.second)[s] == player]  # fmt: skip
        assert counted.moves[player] == sum(moves for moves, _ in own)
        spent = counted.seconds.get(player, 0.0)
        assert abs(spent - sum(seconds for _, seconds in own)) < 1e-9
        for other in NAMES:
            total = counted.score(player, other)
            for seat in (0, 1):
                found = counted.score(player, other, seat)
                assert found == by_hand(games, player, seat, other)
            pairs = counted.pair_counts(player, other) or [0] * 5
            assert 2 * sum(pairs) == total.games
            assert sum(count * at / 2 for at, count in enumerate(pairs)) == total.points
    assert counted.gifts.total() == counted.faults.total()


@given(events())
def test_cells_mirror_each_other(games: list[GameResult]) -> None:
    counted = tally(games, NAMES)
    for one, other in permutations(NAMES, 2):
        mirror = Points(*astuple(counted.score(other, one, 1))[::-1])
        assert counted.score(one, other, 0) == mirror
        pairs, turned = counted.pair_counts(one, other), counted.pair_counts(other, one)
        assert (pairs and pairs[::-1]) == turned


def test_faults_that_occurred_get_columns() -> None:
    event = event_of({"game": "tic_tac_toe", "players": ["ada=random", "bob=random"]})
    ledger = Ledger(event, event.schedule([""]))
    for result in [GameResult("ada", "bob", 1, "time"), GameResult("bob", "ada", 0, "memory")]:
        ledger.tally.add(result)
    head = next(line for line in event_text(ledger, 120).splitlines() if "ms/move" in line)
    assert head.split()[-2:] == ["time", "memory"]
    data = table_data(ledger.tally, ["ada", "bob"])
    assert data["reasons"] == {"time": 1, "memory": 1}
    assert [row["gifts"] for row in data["players"]] == [2, 0]
    assert set(data["players"][0]["faults"]) == set(map(str, FAULTS))


def test_players_without_games_are_there() -> None:
    counted = tally([], ["ada", "bob"])
    assert counted.score("ada").share is None
    ada, bob = table_data(counted, ["ada", "bob"])["players"]
    assert (ada["player"], bob["player"]) == ("ada", "bob")
    assert ada["seconds_per_move"] is None
    assert ada["against"] == bob["against"] == {}


@given(events())
def test_the_table_is_ready_for_json(games: list[GameResult]) -> None:
    data = json.loads(json.dumps(table_data(tally(games, NAMES), NAMES)))
    assert [player["player"] for player in data["players"]] == NAMES
    assert data["games"] == len(games)
    assert sum(length["games"] for length in data["lengths"]) == len(games)
    total = sum(player["points"] for player in data["players"])
    assert total == len(games)
    for player in data["players"]:
        assert sum(cell["games"] for cell in player["against"].values()) == player["games"]
        both = player["as_first"]["points"] + player["as_second"]["points"]
        assert both == player["points"]


def test_a_class_of_thirty_fits_80_columns() -> None:
    names = [f"student_{number:02}" for number in range(30)]
    results = [
        GameResult(
            one,
            other,
            1.0 if one < other else 0.0,
            "illegal" if one == names[9] else "line",
        )
        for one in names
        for other in names
        if one != other
    ]
    event = event_of({"game": "tic_tac_toe", "players": [f"{name}=random" for name in names]})
    ledger = Ledger(event, event.schedule([""]))
    for result in results:
        ledger.tally.add(result)
    text = event_text(ledger)
    assert max(map(len, text.splitlines())) <= 80
    best = text.splitlines()[3].split()
    assert best[:2] == ["1", names[0]]  # the strongest player comes first
    assert {f"{at}" for at in range(1, 31)} <= set(text.split())
    assert text.count("2-0-0") == text.count("0-0-2") == 30 * 29 // 2
