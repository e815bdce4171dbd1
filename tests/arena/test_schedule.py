"""Schedules: every game once, in pairs, with seeds that hang on names and not on numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.schedule import FORMS, Schedule, meetings
from inarow.errors import BadOption

NAMES = ["ada", "bob", "cyd", "dan", "eve"]


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    form = draw(st.sampled_from(FORMS))
    players = NAMES[: 2 if form == "match" else draw(st.integers(2, 5))]
    return Schedule(
        players,
        draw(st.lists(st.sampled_from(["", "1", "12", "44"]), min_size=1, max_size=4)),
        draw(st.integers(1, 5)),
        draw(st.integers(0, 3)),
        form,
        draw(st.integers(1, len(players) - 1)),
    )


@given(schedules())
def test_games_come_in_pairs_from_the_same_opening_with_seats_swapped(schedule: Schedule) -> None:
    games = list(schedule)
    assert [game.number for game in games] == list(range(len(games)))
    assert len(games) == schedule.games
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.pair == other.pair == one.number // 2
        assert (one.first, one.second) == (other.second, other.first)
        assert (one.opening, one.round, one.dice) == (other.opening, other.round, other.dice)
        assert one.seed != other.seed


@given(schedules())
def test_a_number_names_the_same_game_whatever_was_asked_before(schedule: Schedule) -> None:
    games = list(schedule)
    assert [schedule[number] for number in reversed(range(len(games)))] == games[::-1]


@given(schedules())
def test_more_rounds_only_add_games_at_the_end(schedule: Schedule) -> None:
    longer = replace(schedule, rounds=schedule.rounds + 3)
    assert longer.games > schedule.games
    assert list(islice(longer, schedule.games)) == list(schedule)


def test_a_meeting_has_all_openings_before_one_comes_again() -> None:
    lines = [str(number) for number in range(7)]
    starts = set()
    schedule = Schedule(NAMES, lines, rounds=14, seed=1)
    for meeting in schedule.meetings:
        used = [g.opening for g in schedule if (g.first, g.second) == meeting]
        at = lines.index(used[0])
        assert used == 2 * (lines[at:] + lines[:at])
        starts.add(at)
    assert len(starts) > 3, "meetings should not march in step"


def test_everybody_meets_everybody_in_both_seats() -> None:
    seats = Counter((game.first, game.second) for game in Schedule(NAMES, rounds=3))
    assert seats == dict.fromkeys(permutations(NAMES, 2), 3)


def test_in_a_gauntlet_only_challengers_meet_the_others() -> None:
    met = {frozenset((g.first, g.second)) for g in Schedule(NAMES, form="gauntlet", challengers=2)}
    assert met == {frozenset((a, b)) for a in NAMES[:2] for b in NAMES[2:]}


def test_on_a_ladder_everybody_meets_the_next_two() -> None:
    steps = [NAMES.index(b) - NAMES.index(a) for a, b in meetings(NAMES, "ladder")]
    assert Counter(steps) == {1: 4, 2: 3}
    assert meetings(NAMES[:2], "ladder") == meetings(NAMES[:2], "match")


def test_a_new_player_leaves_the_games_of_the_others_alone() -> None:
    def seeds(names: list[str]) -> dict[tuple[int, str, str], tuple[int, int, str]]:
        schedule = Schedule(names, ["1", "2", "3", "4"], rounds=3, seed=7)
        return {(g.round, g.first, g.second): (g.seed, g.dice, g.opening) for g in schedule}

    few, many = seeds(NAMES[:3]), seeds(NAMES)
    assert few.items() <= many.items()
    assert len(set(many.values())) == len(many)


def test_another_seed_gives_other_seeds() -> None:
    one, other = (Schedule(NAMES, rounds=2, seed=seed) for seed in (1, 2))
    assert not {game.seed for game in one} & {game.seed for game in other}
    assert not {game.dice for game in one} & {game.dice for game in other}


def test_seeds_are_those_of_yesterday() -> None:
    """Stored events are resumed by them, so they must never change."""
    game = Schedule(["ada", "bob"], seed=1)[1]
    assert (game.first, game.second, game.seed, game.dice) == ("bob", "ada", 2041795436, 1841477101)


def test_round_robin_and_match_agree_on_two_players() -> None:
    assert meetings(NAMES[:2]) == meetings(NAMES[:2], "match") == [("ada", "bob")]
    assert len(meetings(NAMES)) == len(list(combinations(NAMES, 2)))


@pytest.mark.parametrize(
    ("names", "changes", "message"),
    [
        ([], {}, "at least two players, not 0"),
        (["ada"], {}, "at least two players, not 1"),
        (["ada", "ada"], {}, "two players are called 'ada'"),
        (NAMES, {"form": "match"}, "played by two players, not 5"),
        (NAMES, {"form": "gauntlet", "challengers": 5}, "1 to 4 challengers, not 5"),
        (NAMES, {"form": "roundrobin"}, "did you mean round_robin"),
        (NAMES, {"rounds": 0}, "at least one round, not 0"),
        (NAMES, {"openings": []}, "at least one opening"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    names: list[str], changes: dict[str, object], message: str
) -> None:
    with pytest.raises(BadOption, match=message):
        Schedule(names, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 2])
def test_there_is_no_game_beyond_the_end(number: int) -> None:
    with pytest.raises(IndexError, match="no game"):
        Schedule(["ada", "bob"])[number]
