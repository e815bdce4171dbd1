"""A saved game remembers who sat where, and `play --load` puts them there again."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import inarow
from inarow.games.record import Record
from inarow.games.record_file import load_record, save_record
from inarow.registry import load_game


def saved(path: Path, **tags: str) -> str:
    """A tic-tac-toe game of two moves, X to move next."""
    record = Record(load_game("tic_tac_toe"), tags=tags)
    record.push_moves("b2a3")
    save_record(record, path)
    return str(path)


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_the_same_players_sit_down_again(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path / name, First="random(seed=3)", Second="human")
    done = inarow("play", "--load", path, typed="e\n")
    assert done.code == 0
    assert "X (random): " in done.out
    assert "O (human) to move: e" in done.out


def test_levels_and_options_are_kept(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    first = ("play", "tic_tac_toe", "--first", "level(2)", "--save", path)
    inarow(*first, "--second", "human", typed="e\n")
    assert load_record(path).tags == {"First": "level(2)", "Second": "human"}
    done = inarow("play", "--load", path, typed="e\n")
    assert done.code == 0
    assert "Level 2, " in done.out
    assert "O (human) to move: e" in done.out
    assert "--first 'level(2)' --second human" in done.out


def test_options_of_the_command_count_more_than_the_file(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.txt", First="random", Second="random")
    done = inarow("play", "--load", path, "--first", "human", typed="e\n")
    assert "X (human) to move: e" in done.out


def test_a_person_with_a_name_is_a_person_and_keeps_the_name(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.txt", First="Ada Lovelace", Second="random(seed=1)")
    done = inarow("play", "--load", path, "--save", path, typed="e\n")
    assert "X (human) to move: e" in done.out
    assert load_record(path).tags == {"First": "Ada Lovelace", "Second": "random(seed=1)"}


def test_a_file_without_names_has_the_usual_seats(tmp_path: Path) -> None:
    done = inarow("play", "--load", saved(tmp_path / "game.txt"), typed="a2\ne\n")
    assert "X (human) to move: a2" in done.out
    assert "O (level 2): " in done.out


def test_two_saved_machines_play_on_silently(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.txt", First="random(seed=1)", Second="random(seed=2)")
    done = inarow("play", "--load", path, "--json")
    assert done.code == 0
    assert '"First": "random(seed=1)"' in done.out


def test_a_saved_player_that_cannot_play_any_more_is_one_clear_line(tmp_path: Path) -> None:
    path = saved(tmp_path / "game.txt", First="mcts(simulations=0)", Second="human")
    done = inarow("play", "--load", path)
    assert done.code == 2
    assert done.err.startswith("inarow: mcts: simulations must be 1 or more")
