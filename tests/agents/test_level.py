"""Levels err like people, vary, say how strong they are, and stand in the right order."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from cases import each
from inarow.agents.level import CarelessPlayer, LevelPlayer
from inarow.agents.levels import LADDERS, MeasuredRating, Strength, level_of, levels_of
from inarow.arena.crews import Serial
from inarow.arena.entrants import Entrant
from inarow.arena.event import Event
from inarow.arena.store import create_store
from inarow.arena.tournament import run_event
from inarow.errors import BadOption
from inarow.games.base import Game, State
from inarow.games.notation import play_moves
from inarow.registry import load_agent, load_game
from inarow.search.decision import Decision, Kind, OnInfo, Result, Value
from inarow.search.limit import NO_LIMIT, Limit
from inarow.search.mcts.player import MctsPlayer

TRIALS = 400
WIN = "414141"  # both have three in a column, and X is to move
BLOCK = "41424"  # X has three in column 4, O is to move and cannot win


def state_of(game: str, moves: str = "") -> State:
    return play_moves(load_game(game).initial_state(), moves)


def share(state: State, action: int, overlook: float, search: str, trials: int) -> float:
    """How often a careless player finds an action."""
    player = CarelessPlayer(search, budget=30, overlook=overlook, seed=1)
    found = sum(player.choose(state, Limit()).action == action for _ in range(trials))
    return found / trials


class Ranker:
    """Judges moves by a fixed list of values."""

    name = "ranker"

    def __init__(self, values: dict[int, Value], best: int | None = None) -> None:
        self.values = values
        self.best = best

    def supports(self, game: Game) -> bool:
        return True

    def choose(
        self, state: State, limit: Limit = NO_LIMIT, on_info: OnInfo | None = None
    ) -> Decision:
        best = self.best
        if best is None:
            best = max(self.values, key=lambda action: self.values[action].score)
        return Decision(best, self.values[best], self.values, (best,))


def chosen(values: dict[int, Value], overlook: float) -> Counter[int]:
    """Which moves are played on an empty Connect Four board with these values."""
    state = state_of("connect_four")
    player = CarelessPlayer(overlook=overlook, seed=5)
    player._thinkers = {state.game: Ranker(values)}
    return Counter(player.choose(state, Limit()).action for _ in range(TRIALS))


def estimates(*scores: float) -> dict[int, Value]:
    return {action: Value(Kind.ESTIMATE, score) for action, score in enumerate(scores)}


# Mistakes


def test_moves_are_overlooked_one_after_the_other() -> None:
    counts = chosen(estimates(0.1, 0.9, 0.3, 0.5, 0.2, 0.7, 0.4), overlook=0.5)
    assert counts[1] / TRIALS == pytest.approx(0.5, abs=0.08)
    assert counts[5] / TRIALS == pytest.approx(0.25, abs=0.08)
    assert counts[3] / TRIALS == pytest.approx(0.125, abs=0.06)
    assert counts[1] > counts[5] > counts[3] > counts[0]


def test_nothing_overlooked_is_the_search_itself_and_all_overlooked_is_chance() -> None:
    values = estimates(0.1, 0.9, 0.3, 0.5, 0.2, 0.7, 0.4)
    assert chosen(values, overlook=0) == {1: TRIALS}
    assert min(chosen(values, overlook=1).values()) > TRIALS / 7 / 2


def test_equally_good_moves_are_played_alike() -> None:
    counts = chosen(estimates(0.5, 0.9, 0.9, 0.9, 0.2, 0.2, 0.2), overlook=0)
    assert set(counts) == {1, 2, 3}
    assert min(counts.values()) > TRIALS / 6


def test_a_move_that_is_at_most_as_good_as_the_best_one_is_not_its_equal() -> None:
    values = {action: Value(Kind.BOUND, 0.5, at_most=True) for action in range(7)}
    values[3] = Value(Kind.ESTIMATE, 0.5)
    state = state_of("connect_four")
    player = CarelessPlayer("gomoku", overlook=0, seed=5)
    player._thinkers = {state.game: Ranker(values, best=3)}
    assert {player.choose(state, Limit()).action for _ in range(20)} == {3}


def test_moves_that_lose_for_certain_come_last_even_after_those_not_looked_at() -> None:
    lost = Value(Kind.PROVEN, 5.0, Result.LOSS)
    counts = chosen({0: lost, 3: Value(Kind.ESTIMATE, 9.0), 4: lost}, overlook=0.4)
    assert counts[3] > counts[1] + counts[2] > counts[0] + counts[4]


def test_another_move_than_the_best_is_told_with_its_own_value() -> None:
    values = estimates(0.1, 0.9, 0.3, 0.5, 0.2, 0.7, 0.4)
    state = state_of("connect_four")
    player = CarelessPlayer(overlook=0.9, seed=2)
    player._thinkers = {state.game: Ranker(values)}
    for _ in range(20):
        decision = player.choose(state, Limit())
        assert decision.value == values[decision.action]
        assert decision.line == (decision.action,)
        assert decision.values == values


@each("search", ["mcts", "alphabeta"])
@each("moves, column", [(WIN, 3), (BLOCK, 3)])
def test_the_obvious_is_overlooked_less_often(moves: str, column: int, search: str) -> None:
    state = state_of("connect_four", moves)
    assert share(state, column, 0.0, search, trials=15) == 1
    assert 0.55 < share(state, column, 0.6, search, trials=100) < 0.85
    # seen: 1 - 0.6 * 0.6 = 64 %, or by luck


@each("number", [1, 5, 10])
def test_a_lost_game_is_resisted(number: int) -> None:
    """X wins in column 2 or 6 whatever O does; to close one of them is the least that O can do."""
    state = state_of("connect_four", "44335")
    player = LevelPlayer(number, seed=1)
    closed = sum(player.choose(state, Limit()).action in (1, 5) for _ in range(100))
    assert closed > 75


def test_levels_vary_so_that_no_memorised_line_beats_them() -> None:
    state = state_of("connect_four", "4")
    for number in (1, 4, 6):
        assert (
            len({LevelPlayer(number, seed=s).choose(state, Limit()).action for s in range(30)}) > 1
        )


# Which level plays what


def test_a_level_is_the_careless_player_of_its_ladder() -> None:
    game = load_game("connect_four")
    for level in levels_of(game):
        player = LevelPlayer(level.number).thinker(game)
        assert isinstance(player, CarelessPlayer)
        strength = Strength(player.search, player.budget, player.overlook)
        assert strength == level.strength == LADDERS[str(game)][level.number - 1]
        assert load_agent(strength.spec) == CarelessPlayer(
            strength.search, strength.budget, strength.overlook
        )


def test_the_top_of_connect_four_is_perfect() -> None:
    state = state_of("connect_four", "32164625")
    decision = LevelPlayer(10, seed=1).choose(state, Limit())
    assert state.game.format(decision.action) == "3"
    assert decision.value is not None
    assert decision.value.words == "win in 13 plies"


@each(
    "game, home, count",
    [
        ("connect_four", "connect_four", 10),
        ("connect_four(rows=5,cols=6,k=4)", "connect_four", 10),
        ("random_drop(rows=4,cols=4)", "random_drop", 6),
        ("tic_tac_toe", "tic_tac_toe", 3),
        ("mnk(rows=4,cols=5,k=3)", "tic_tac_toe", 3),
        ("mnk(rows=9,cols=9,k=5)", "gomoku", 10),
        ("gomoku(rule=standard)", "gomoku", 10),
        ("nine_board(full_board=free)", "nine_board", 10),
    ],
)
def test_other_boards_borrow_a_ladder_and_say_so(game: str, home: str, count: int) -> None:
    rules, measured_on = load_game(game), str(load_game(home))
    levels = levels_of(rules)
    assert [level.number for level in levels] == list(range(1, count + 1))
    for level in levels:
        assert level.measured_on == measured_on
        assert level.at_home == (str(rules) == measured_on)
        if not level.at_home:
            assert "not measured here" in str(level)
            assert measured_on in str(level)


def test_a_level_that_a_game_does_not_have_is_its_strongest_one_and_says_so() -> None:
    game = load_game("tic_tac_toe")
    assert level_of(game, 9) == level_of(game, 3)
    about = LevelPlayer(9).about(game)
    assert about.startswith("level 9: there are 3 levels here, so it plays as level 3, ")
    assert LevelPlayer(3).about(game).startswith("level 3, ")


def test_a_board_without_a_book_is_searched_and_not_solved() -> None:
    board = load_game("connect_four(rows=5,cols=5)")
    assert LevelPlayer(10).thinker(board).thinker(board).name == "mcts"
    usual = load_game("connect_four")
    assert LevelPlayer(10).thinker(usual).thinker(usual).name == "perfect"


@pytest.mark.parametrize("number", [0, 11])
def test_there_are_ten_levels(number: int) -> None:
    with pytest.raises(BadOption, match="number must be 1 to 10"):
        LevelPlayer(number)


# A level that follows its opponent


def test_a_level_that_adapts_goes_up_and_down_and_stays_on_the_ladder() -> None:
    game = load_game("tic_tac_toe")
    player = LevelPlayer(2, adapt=True)
    for winner, expected in [(0, 3), (0, 3), (None, 3), (1, 2), (1, 1), (1, 1), (0, 2)]:
        player.follow(game, winner, seat=1)
        assert player.number == expected
        level = level_of(game, expected)
        assert player.thinker(game).overlook == level.strength.overlook


def test_a_plain_level_stays_what_it_is() -> None:
    player = LevelPlayer(2)
    player.follow(load_game("tic_tac_toe"), winner=0, seat=1)
    assert player.number == 2


# What was measured


def test_a_rating_counts_only_for_the_parameters_that_were_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load_game("connect_four")
    assert levels_of(game)[1].rating is not None
    changed = (Strength("mcts", 201, 0.6), *LADDERS[str(game)][1:])
    monkeypatch.setitem(LADDERS, str(game), changed)
    assert str(levels_of(game)[0]) == "level 1, not measured yet"
    assert levels_of(game)[1].rating is not None


@each("game", LADDERS)
def test_the_shipped_ratings_hold_every_level_in_order(game: str) -> None:
    levels = levels_of(load_game(game))
    found = [level.rating for level in levels if level.rating is not None]
    assert len(found) == len(LADDERS[game])
    assert [rating.elo for rating in found] == sorted(rating.elo for rating in found)
    assert all(rating.error > 0 and rating.games > 0 for rating in found)
    assert str(levels[0]) == f"level 1, {found[0].elo} Elo +-{found[0].error}"


def test_the_ratings_file_says_how_it_was_made() -> None:
    text = files("inarow").joinpath("data/ratings.json").read_text(encoding="utf-8")
    for game, found in json.loads(text)["games"].items():
        assert game in LADDERS
        assert {"version", "games", "rounds", "seed", "openings"} <= found.keys()
        assert found["games"] > 100


def test_the_page_of_levels_shows_what_was_measured() -> None:
    page = (Path(__file__).parents[2] / "docs" / "levels.md").read_text(encoding="utf-8")
    text = files("inarow").joinpath("data/ratings.json").read_text(encoding="utf-8")
    for found in json.loads(text)["games"].values():
        assert f"{found['rounds']} rounds, {found['games']:,} games" in page
        for row in found["levels"]:
            height = f"{row['elo']} +-{row['error']}"
            assert f"| {height} | {row['step']} +-{row['step_error']} |" in page


def test_ratings_read_as_people_say_them() -> None:
    assert str(MeasuredRating(640, 25, 100)) == "640 Elo +-25"


# The order of the levels


def scores(game: str, pairs: list[tuple[int, int]], rounds: int) -> list[tuple[int, int, float]]:
    """The score of the higher level in each pair of levels."""
    found = []
    for low, high in pairs:
        players = (Entrant("low", f"level({low})"), Entrant("high", f"level({high})"))
        openings = "all(plies=1)" if game == "tic_tac_toe" else "random(plies=8,count=20)"
        event = Event(game, players, rounds=rounds, seed=1, limit="", openings=openings)
        with create_store(None, event, event.make_openings()) as store:
            tally = run_event(store, Serial()).tally
        loss, draw, win = tally.games["high", "low"]
        lost, drew, won = tally.games["low", "high"]
        found.append((low, high, (win + lost + (draw + drew) / 2) / tally.total))
        assert loss + won < tally.total
    return found


def test_where_nine_does_not_play_monte_carlo_does_and_levels_still_rise() -> None:
    game = load_game("ultimate_tic_tac_toe")
    searching = [one.strength for one in levels_of(game) if not one.strength.overlook]
    thinkers = [CarelessPlayer(one.search, one.budget, 0).thinker(game) for one in searching]
    budgets = [thinker.simulations or 0 for thinker in thinkers if isinstance(thinker, MctsPlayer)]
    assert len(budgets) == len(thinkers)
    assert budgets == sorted(set(budgets))
    nine = CarelessPlayer("nine", 50, 0).thinker(load_game("nine_board"))
    assert nine.name == "nine"
