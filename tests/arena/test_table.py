"""Cross tables: every game is in all the right places, and faults have columns of their own."""

from __future__ import annotations

import json
from dataclasses import astuple
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.results import FAULTS, GameResult, tally
from inarow.arena.table import Score, cross_table
from simulation import World, simulate

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


def by_hand(games: list[GameResult], player: str, seat: int, other: str | None = None) -> Score:
    """Wins, draws and losses of a player in a seat, told again in the plainest way."""
    found = [0, 0, 0]
    for game in games:
        seats = game.first, game.second
        if seats[seat] == player and other in (None, seats[1 - seat]):
            score = game.score if seat == 0 else 1 - game.score
            found[int(2 - 2 * score)] += 1
    return Score(*found)


@given(events())
def test_every_game_is_in_its_places(games: list[GameResult]) -> None:
    table = cross_table(tally(games, NAMES))
    assert table.games == len(games)
    for row, cells in zip(table.rows, table.cells, strict=True):
        assert row.first == by_hand(games, row.player, 0)
        assert row.second == by_hand(games, row.player, 1)
        assert row.total == row.first + row.second
        lost = [g for g in games if row.player == (g.second if g.score == 1 else g.first)]
        for fault in ("time", "crash"):
            assert row.faults[fault] == sum(g.reason == fault for g in lost if g.score != 0.5)
        own = [(g.moves[s], g.seconds[s]) for g in games for s in (0, 1)
               if (g.first, g.second)[s] == row.player]  # fmt: skip
        assert row.moves == sum(moves for moves, _ in own)
        assert abs(row.seconds - sum(seconds for _, seconds in own)) < 1e-9
        for other, cell in zip(table.rows, cells, strict=True):
            if cell is None:
                assert not by_hand(games, row.player, 0, other.player).games
                continue
            assert cell.first == by_hand(games, row.player, 0, other.player)
            assert cell.second == by_hand(games, row.player, 1, other.player)
            assert 2 * sum(cell.pairs) == cell.total.games
            points = sum(count * at / 2 for at, count in enumerate(cell.pairs))
            assert points == cell.total.points
    assert sum(row.gifts for row in table.rows) == sum(
        sum(row.faults.values()) for row in table.rows
    )


@given(events())
def test_cells_mirror_each_other(games: list[GameResult]) -> None:
    cells = cross_table(games).cells
    for i, row in enumerate(cells):
        for j, cell in enumerate(row):
            mirror = cells[j][i]
            assert (cell is None) == (mirror is None)
            if cell is not None and mirror is not None:
                assert cell.first == Score(*astuple(mirror.second)[::-1])
                assert cell.pairs == mirror.pairs[::-1]


def test_rows_are_ordered_by_share_of_points_or_as_wished() -> None:
    games = list(simulate(World({"a": -200, "b": 0, "c": 300}), rounds=50, seed=1))
    assert [row.player for row in cross_table(games).rows] == ["c", "b", "a"]


def test_faults_that_occurred_get_columns() -> None:
    table = cross_table(
        [GameResult("ada", "bob", 1, "time"), GameResult("bob", "ada", 0, "memory")]
    )
    assert table.faults == ("time", "memory")
    assert table.reasons == {"time": 1, "memory": 1}
    assert [row.gifts for row in table.rows] == [2, 0]
    assert set(table.rows[0].faults) == set(map(str, FAULTS))


def test_players_without_games_are_there() -> None:
    table = cross_table(tally([], ["ada", "bob"]))
    assert [row.player for row in table.rows] == ["ada", "bob"]
    assert table.rows[0].total.share is None
    assert table.rows[0].seconds_per_move is None
    assert table.cells == ((None, None), (None, None))


@given(events())
def test_the_table_is_ready_for_json(games: list[GameResult]) -> None:
    data = json.loads(json.dumps(cross_table(tally(games, NAMES)).as_dict()))
    assert data["games"] == len(games)
    assert sum(length["games"] for length in data["lengths"]) == len(games)
    total = sum(player["points"] for player in data["players"])
    assert total == len(games)
    for player in data["players"]:
        assert sum(cell["games"] for cell in player["against"].values()) == player["games"]
