"""My games on the terminal: what is played is kept, found, resumed, deleted, imported, exported."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from arena_events import OPENINGS, played, small_event
from command_line import Done, Terminal, inarow
from inarow.arena.store import create_store
from inarow.games.record import Record
from inarow.games.record_file import load_records
from inarow.library.find import Wanted
from inarow.library.kept import Agreement, new_kept
from inarow.library.library import Library
from inarow.library.rows import GameChanged
from inarow.registry import load_game


def ask(file: Path, *args: str) -> Done:
    """A command of the library about the games of a file."""
    return inarow("library", *args, INAROW_GAMES=str(file))


def found(file: Path, *args: str) -> list[dict[str, object]]:
    """The games that `list` finds, as data."""
    done = ask(file, "list", "--json", *args)
    assert (done.code, done.err) == (0, "")
    data = json.loads(done.out)
    assert data["total"] == len(data["games"])
    games: list[dict[str, object]] = data["games"]
    return games


def play(file: Path, *args: str, typed: str) -> Done:
    return inarow("play", *args, typed=typed, INAROW_GAMES=str(file))


def test_a_game_is_kept_while_it_is_played_and_goes_on_later(tmp_path: Path) -> None:
    file = tmp_path / "sub" / "games.db"
    play(file, "tic_tac_toe", "--second", "human", typed="b2\na1\nexit\n")
    (game,) = found(file)
    assert game["result"] == "*"
    assert (game["names"], game["plies"]) == (["Player 1", "Player 2"], 2)
    name = str(game["id"])
    shown = ask(file, "show", name[:6])
    assert "Moves: b2a1" in shown.out
    assert f"library resume {name}" in shown.out

    typed = "c1\nundo\nc3\na2\na3\nc1\nexit\n"  # what is taken back is a branch
    resumed = inarow("library", "resume", name, typed=typed, INAROW_GAMES=str(file))
    assert resumed.code == 0, resumed.err
    (again,) = found(file)
    assert (again["id"], again["plies"]) == (name, 6)
    ended = inarow("library", "resume", name, typed="b3\nb1\nn\n", INAROW_GAMES=str(file))
    assert "wins" in ended.out or "X (human)" in ended.out
    over = ask(file, "export", name)
    assert over.out.startswith('[Game "mnk(rows=3,cols=3,k=3,overline=win)"]')
    assert "2. c3 (2. c1) 2... a2 3. a3 c1 4. b3 1-0" in over.out


def test_a_machine_that_plays_a_person_is_kept_two_machines_are_not(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    play(file, "connect_four", "--second", "random(seed=1)", typed="4\nresign\nn\n")
    play(file, "connect_four", "--first", "random", "--second", "random", typed="")
    (game,) = found(file, "--result", "lost")
    assert (game["names"], game["reason"]) == (["You", "random"], "resigned")
    assert found(file, "--result", "won") == []
    assert found(file, "--opponent", "RAND", "--game", "connect_four") == [game]
    assert found(file, "--since", "2999-01-01") == found(file, "--until", "1999-01-01") == []
    assert found(file, "--game", "tic_tac_toe") == found(file, "--source", "page") == []


def test_a_position_is_found_in_any_order_and_mirrored(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    for moves in ("1233", "5 4", "7655"):
        saved = tmp_path / f"{moves[0]}.txt"
        saved.write_text(
            f'[Game "connect_four"]\n\n{moves if " " in moves else " ".join(moves)} *\n'
        )
        assert ask(file, "import", str(saved)).out == f"{saved}: 1 new game\n"
    assert len(found(file, "--moves", "2133")) == 0  # the stones of the other player
    assert len(found(file, "--moves", "3213")) == 2
    assert len(found(file, "--moves", "123")) == 2
    assert len(found(file, "--moves", "321")) == 2  # 1 and 3 are of the same player
    assert len(found(file, "--moves", "567")) == 2
    position = "......./......./......./......./......./XOX.... O"
    assert len(found(file, "--position", position)) == 1  # its moves are not known, nor its images
    assert len(found(file, "--moves", "3")) == 1  # as 5, mirrored


def test_what_was_deleted_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    play(file, "tic_tac_toe", "--second", "human", typed="b2\nexit\n")
    name = str(found(file)[0]["id"])
    gone = ask(file, "delete", name[:5])
    assert gone.out == f"Deleted 1 game. Bring back with: inarow library restore {name}\n"
    assert found(file) == []
    assert "there is no game" in ask(file, "show", name).err
    assert ask(file, "restore", name).out == "Brought back 1 game.\n"
    assert [game["id"] for game in found(file)] == [name]
    assert ask(file, "restore", name).code == 2


def test_files_and_events_are_copied_once_and_go_out_again(tmp_path: Path) -> None:
    file, sgf = tmp_path / "games.db", tmp_path / "two.sgf"
    sgf.write_text("(;GM[4]SZ[15]PB[Ada]PW[Bob];B[hh];W[ig])(;GM[4]SZ[15]PB[Eve];B[aa])")
    event, games = small_event(), tmp_path / "event.sqlite"
    with create_store(games, event, OPENINGS) as store:
        store.add(played(event))
    count = len(played(event))
    done = ask(file, "import", str(sgf), str(games))
    assert done.out == f"{sgf}: 2 new games\n{games}: {count} new games\n"
    again = ask(file, "import", str(sgf), str(sgf))
    assert again.out == 2 * f"{sgf}: 0 new games, 2 were there already\n"
    assert len(found(file, "--source", "event", "--opponent", event.name)) == count
    assert found(file, "--me", "Ada", "--result", "unfinished", "--opponent", "bob")

    out = tmp_path / "all.txt"
    assert ask(file, "export", "--source", "file", "--out", str(out)).code == 0
    other = tmp_path / "other.db"
    assert ask(other, "import", str(out)).out == f"{out}: 2 new games\n"
    names = {tuple(map(str, game["names"])) for game in found(other)}  # type: ignore[call-overload]
    assert names == {("Ada", "Bob"), ("Eve", "white")}
    refused = ask(file, "export", "--source", "file", "--out", str(tmp_path / "x.json"))
    assert (refused.code, refused.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("show", "nope"), "there is no game 'nope' in the library"),
        (("list", "--since", "yesterday"), "is not a day"),
        (("list", "--game", "chess"), "there is no game"),
        (("export",), "there are no such games"),
        (("import", "missing.txt"), "missing.txt"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, args: tuple[str, ...], words: str) -> None:
    done = ask(tmp_path / "games.db", *args)
    assert done.code in (1, 2)
    assert words in done.err
    assert done.err.count("\n") == 1


def test_a_library_that_cannot_be_opened_never_stops_a_game(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_text("this is no database, but a text that is long enough to be looked at" * 20)
    done = play(file, "tic_tac_toe", "--second", "human", typed="b2\nexit\n")
    assert done.code == 0
    assert "this game is not kept in your library" in done.err
    assert done.err.count("\n") == 1
    off = inarow("library", "list", INAROW_GAMES="off")
    assert "INAROW_GAMES is off" in off.err


def test_a_game_that_changed_elsewhere_is_never_overwritten(tmp_path: Path) -> None:
    with Library(tmp_path / "games.db") as library:
        record = Record(load_game("tic_tac_toe"))
        record.push(4)
        kept = new_kept(record, Agreement(str(record.game), ["human", "human"], ["a", "b"]))
        library.keep(kept)
        other = library.load(kept.id)
        other.record.push(0)
        library.keep(other)
        record.push(1)
        with pytest.raises(GameChanged):
            library.keep(kept)
        assert library.load(kept.id).record.moves == "b2a3"


def test_a_file_of_an_older_version_keeps_its_games(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    settings = {"game": "tic_tac_toe", "seats": ["human", "hard"], "names": ["You", "hard"]}
    state = {"settings": settings, "cursor": 1, "result": None, "promoted": [], "version": 3}
    with sqlite3.connect(file) as db:
        db.executescript(
            "CREATE TABLE games(id TEXT PRIMARY KEY, changed REAL NOT NULL,"
            " summary TEXT NOT NULL, state TEXT NOT NULL);"
            "CREATE TABLE nodes(game TEXT NOT NULL, id INTEGER NOT NULL, parent INTEGER,"
            " action INTEGER, seconds REAL, comment TEXT NOT NULL,"
            " PRIMARY KEY(game, id)) WITHOUT ROWID; PRAGMA user_version=1;"
        )
        db.execute("INSERT INTO games VALUES('old', 5.0, '{}', ?)", (json.dumps(state),))
        db.execute("INSERT INTO nodes VALUES('old', 0, NULL, NULL, NULL, '')")
        db.execute("INSERT INTO nodes VALUES('old', 1, 0, 4, NULL, 'hello')")
    db.close()
    with Library(file) as library:
        cards, total = library.search(Wanted(result="unfinished"))
        assert (total, cards[0].names, cards[0].plies) == (1, ("You", "hard"), 1)
        assert library.load("old").record.current.comment == "hello"


def test_the_menu_offers_games_that_were_played_before(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    play(file, "tic_tac_toe", "--second", "human", typed="b2\nexit\n")
    terminal = Terminal("--plain", INAROW_GAMES=str(file))
    terminal.wait_for("My games")
    terminal.type("my games", "Player 1 - Player 2", "Which")
    terminal.type("1", "to move")
    terminal.type("e", "Goodbye")
    assert terminal.finish() == 0


def test_what_was_played_in_a_position_of_my_games_or_of_a_file(tmp_path: Path) -> None:
    file, text = tmp_path / "games.db", tmp_path / "games.txt"
    head = '[Game "tic_tac_toe"]\n[Notation "2"]\n[First "{}"]\n[Second "{}"]\n\n'
    games = [
        head.format("Ada", "Bob") + "a1 b2 c3 1-0\n",
        head.format("Bob", "Ada") + "c3 b2 1/2-1/2\n",  # the same corner
        head.format("Ada", "Eve") + "b2 *\n",
    ]
    text.write_text("\n".join(games))
    assert ask(file, "import", str(text)).code == 0
    for more in ((), ("--over", str(text))):
        done = ask(file, "explore", "tic_tac_toe", "--json", *more)
        data = json.loads(done.out)
        assert data["total"] == 3
        corner, centre = data["played"]
        assert (corner["move"], centre["move"]) == ("a3", "b2")
        assert [corner[key] for key in ("games", "won", "drawn", "lost")] == [2, 1, 1, 0]
        assert corner["players"] == {"Ada": 1, "Bob": 1}
        assert data["proven"]["a3"] == "draw"
    shown = ask(file, "explore", "tic_tac_toe", "a3", "--no-values").out
    assert "2 games came here; O is to move." in shown
    assert shown.splitlines()[-1].split() == ["b2", "2", "0-1-1", "25", "%", "Ada,", "Bob"]


def test_statistics_tell_results_by_game_opponent_and_seat(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    play(file, "tic_tac_toe", "--second", "random(seed=1)", typed="b2\nresign\nn\n")
    machine = ("--first", "random(seed=1)", "--second", "human")
    play(file, "tic_tac_toe", *machine, typed="resign\nn\n")
    name = str(found(file)[-1]["id"])
    reviewed = ask(file, "review", name)
    assert "b2" in reviewed.out
    data = json.loads(ask(file, "stats", "--json").out)
    assert (data["total"]["games"], data["total"]["lost"]) == (2, 2)
    assert [one["name"] for one in data["opponents"]] == ["random"]
    assert {one["name"]: one["games"] for one in data["seats"]} == {"first": 1, "second": 1}
    assert data["total"]["accuracy"] == 1.0  # b2 gives nothing away
    lines = ask(file, "stats").out.splitlines()
    assert lines[1].split() == ["Tic-tac-toe", "2", "0", "0", "2", "0", "%", "100", "%"]
    assert ask(file, "stats", "--game", "gomoku").out.startswith("There are no finished games")


def test_a_collection_is_written_with_notes_and_read(tmp_path: Path) -> None:
    file, text, lesson = (tmp_path / name for name in ("games.db", "game.txt", "lesson.txt"))
    text.write_text('[Game "connect_four"]\n[First "Ada"]\n[Second "Bob"]\n\n4 4 5 {hm} (3) 5 *\n')
    assert ask(file, "import", str(text)).code == 0
    name = str(found(file)[0]["id"])
    head = ("--title", "Two lessons", "--about", "For all.")
    assert ask(file, "collect", str(lesson), name, *head).code == 0
    one = (
        "--chapter",
        "Who wins?",
        "--text",
        "Look twice.",
        "--note",
        "4=Too late.",
        "--begin",
        "3",
    )
    done = ask(file, "collect", str(lesson), name, *one)
    assert done.out.startswith(f"{lesson}: Two lessons, 2 chapters\n")
    first, second = load_records(lesson)
    assert (first.tags["About"], first.moves, second.moves) == ("For all.", "4455", "5")
    assert [node.comment for node in second.root.line()] == ["Too late."]
    assert second.root.comment == "Look twice."

    told = ask(file, "read", str(lesson)).out
    assert "1. Ada - Bob (Connect Four)" in told
    assert "3. X plays 5.  Or: 3." in told
    beside = next(line for line in told.splitlines() if "Too late." in line)
    assert "│" in beside
    terminal = Terminal("library", "read", str(lesson), "--chapter", "2")
    terminal.wait_for("Look twice.")
    terminal.type("", "Too late.")
    terminal.type("1", "Ada - Bob")
    terminal.type("e", "Goodbye")
    assert terminal.finish() == 0
    for args, words in (
        (("collect", str(text), name), "is no collection"),
        (("collect", str(lesson), name, "--note", "x"), "a note is a number"),
        (("collect", str(lesson), name, "--note", "9=x"), "move 9: the game has 4 moves"),
        (("collect", str(lesson), name, "--begin", "5"), "the game has 4 moves, not 5"),
        (("collect", str(lesson), name, name, "--text", "x"), "one by one"),
        (("read", str(lesson), "--chapter", "3"), "has 2 chapters, not 3"),
    ):
        refused = ask(file, *args)
        assert (refused.code, refused.err.count("\n")) == (2, 1)
        assert words in refused.err
