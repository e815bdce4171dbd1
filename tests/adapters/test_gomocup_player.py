"""Gomocup engines as players: what they are told, and what comes of all that they may do."""

from __future__ import annotations

import gc
import logging
import os
import sys
from pathlib import Path
from threading import Event, Timer

import pytest

from arena_events import small_event
from command_line import assert_one_line_error, inarow
from inarow.adapters.gomocup_player import Pbrain
from inarow.adapters.gomocup_protocol import board_lines, format_cell, parse_cell, rule_number
from inarow.arena.entrants import read_entrant, try_out
from inarow.arena.job import play_game
from inarow.errors import BadOption, InarowError, NotSupported
from inarow.games.base import Game, Reason, State
from inarow.games.record import Record
from inarow.games.record_file import save_record
from inarow.interfaces.web.engines.jobs import page_agent, ready_agent
from inarow.interfaces.web.games.agreement import check_player
from inarow.live.match import play_match
from inarow.registry import agents, load_agent, load_game, names_program
from inarow.search.agent import PlayerFailed
from inarow.search.limit import Limit
from inarow.spec import format_spec, spec_of
from inarow.study.analysis import analyse

FAKE = Path(__file__).with_name("fake_pbrain.py")
GAME = load_game("gomoku")
QUICK = Limit(seconds=5.0)


def command(mode: str, transcript: Path | None = None) -> str:
    """The command line of the fake engine."""
    return " ".join(f"'{word}'" for word in (sys.executable, FAKE, mode, transcript) if word)


def engine(mode: str, transcript: Path | None = None, **options: object) -> Pbrain:
    """The fake engine as a player."""
    player = load_agent(format_spec("pbrain", {"command": command(mode, transcript), **options}))
    assert isinstance(player, Pbrain)
    return player


def position(moves: str, game: Game = GAME) -> State:
    record = Record(game)
    record.push_moves(moves)
    return record.state


def told(transcript: Path) -> list[str]:
    """What the engine was told, without the folder, which depends on the machine."""
    lines = transcript.read_text("latin-1").splitlines()
    return [line for line in lines if not line.startswith("INFO folder ")]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pid_of(player: Pbrain) -> int:
    assert player._program is not None
    return player._program._process.pid


# What an engine is told

TIME = ["INFO timeout_turn 5000", "INFO timeout_match 0", "INFO time_left 2147483647"]
FIRST = ["INFO game_type 1", "INFO rule 0", "INFO max_memory 367001600"]


def test_a_game_from_its_first_move(tmp_path: Path) -> None:
    player = engine("good", tmp_path / "log")
    state = GAME.initial_state()
    for reply in (20, 40):
        state = state.play(player.choose(state, QUICK).action).play(reply)
    assert player.choose(state, QUICK).action == 2
    player.close()
    turns = [[*TIME, "TURN 5,1"], [*TIME, "TURN 10,2"]]
    assert told(tmp_path / "log") == [
        "START 15",
        *TIME,
        *FIRST,
        "BEGIN",
        *turns[0],
        *turns[1],
        "END",
    ]


def test_a_position_is_told_in_alternating_order_with_the_last_move_last(tmp_path: Path) -> None:
    player = engine("good", tmp_path / "log")
    player.choose(position("h8a15i7b15o1"), QUICK)
    player.close()
    stones = [line for line in told(tmp_path / "log") if line.count(",") == 2]
    assert [line[-1] for line in stones] == ["2", "1", "2", "1", "2"]
    assert sorted(stones) == ["0,0,1", "1,0,1", "14,14,2", "7,7,2", "8,8,2"]
    assert stones[-1] == "14,14,2"


def test_after_a_takeback_the_board_is_told_anew(tmp_path: Path) -> None:
    player = engine("good", tmp_path / "log")
    player.choose(position("h8"), QUICK)
    player.choose(position("h7"), QUICK)
    player.choose(GAME.initial_state(), QUICK)
    player.close()
    words = [line for line in told(tmp_path / "log") if not line.startswith("INFO")]
    boards = [["START 15", "BOARD", stone, "DONE"] for stone in ("7,7,2", "7,8,2")]
    assert words == [*boards[0], *boards[1], "START 15", "BEGIN", "END"]


def test_sizes_rules_and_limits(tmp_path: Path) -> None:
    game = load_game("gomoku(rows=12,cols=20,rule=standard)")
    player = engine("good", tmp_path / "log", seconds=2, memory=64)
    player.choose(position("t1", game), Limit(nodes=1000, depth=6))
    player.close()
    lines = told(tmp_path / "log")
    assert lines[0] == "RECTSTART 20,12"
    wanted = ("timeout_turn 2000", "max_node 1000", "max_depth 6", "rule 1", "max_memory 67108864")
    assert {f"INFO {words}" for words in wanted} < set(lines)
    assert "19,11,2" in lines


@pytest.mark.parametrize("mode", ["chatter", "suggest", "hasty"])
def test_an_engine_may_chatter_suggest_and_be_hasty(mode: str, tmp_path: Path) -> None:
    player = engine(mode, tmp_path / "log")
    record = play_match(GAME, (player, load_agent("random(seed=1)")), limit=QUICK)
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (0, Reason.LINE)
    assert ("PLAY 0,0" in told(tmp_path / "log")) is (mode == "suggest")


def test_a_search_can_be_stopped() -> None:
    stop = Event()
    timer = Timer(0.2, stop.set)
    timer.start()
    player = engine("stops")
    assert player.choose(GAME.initial_state(), Limit(seconds=50, stop=stop)).action == 0
    player.close()


def test_every_line_both_ways_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "inarow"):
        player = engine("chatter")
        player.choose(position("h8"), QUICK)
        player.close()
    lines = [record.getMessage().partition(" ")[2].strip() for record in caplog.records]
    spoken = ["< BOARD", "< 7,7,2", "< DONE", "> MESSAGE 7,7", "> DEBUG 7,8", ">"]
    at = lines.index(spoken[0])
    assert lines[at : at + len(spoken)] == spoken
    assert lines[at + len(spoken)].startswith("> message °¡ GBK")
    assert "> 0,0" in lines
    assert "< END" in lines
    assert all(record.name.startswith("inarow.") for record in caplog.records)


# What an engine may do wrong

FAILURES = {
    "crash": (Reason.CRASH, "ended with code 1: segmentation fault, or so"),
    "dead": (Reason.CRASH, "ended with code 3"),
    "closes": (Reason.CRASH, "it closed its output"),
    "small": (Reason.CRASH, "it cannot play on this board: ERROR unsupported size"),
    "square": (Reason.CRASH, "it cannot play on this board: UNKNOWN"),
    "mute": (Reason.HANG, "no answer: it was ended"),
    "silent": (Reason.HANG, "no answer: it was ended"),
    "garbage": (Reason.HANG, "no answer: it was ended"),
    "complaint": (Reason.HANG, "it said: ERROR I do not like this board"),
    "late": (Reason.TIME, "after its time was up"),
    "outside": (Reason.ILLEGAL, "15,0 is not on the board"),
    "negative": (Reason.ILLEGAL, "-1,3 is not on the board"),
    "illegal": (Reason.ILLEGAL, "it played 0,2: a13 is taken"),
    "flood": (Reason.OUTPUT, "bytes were no answer"),
    "memory": (Reason.MEMORY, "MemoryError"),
}


@pytest.mark.parametrize("mode", FAILURES)
def test_a_failing_engine_loses_its_game_for_that_reason(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason, words = FAILURES[mode]
    monkeypatch.setattr(
        "inarow.adapters.gomocup_player.Pbrain._ask.__defaults__",
        (0.2 if mode == "mute" else 30.0,),
    )
    if reason is Reason.HANG:
        monkeypatch.setattr("inarow.adapters.gomocup_player.HANG_GRACE", 0.2)
    if mode == "closes":
        monkeypatch.setattr("inarow.processes.conversation.END_SECONDS", 0.1)
    quick = mode in ("silent", "garbage", "complaint", "late")
    player = engine(mode, grace=0.1, memory=64, seconds=0.1 if quick else 20)
    record = play_match(GAME, (load_agent("random(seed=1)"), player))
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (0, reason)
    assert words in record.current.comment
    assert len(record.actions) == 1


def test_a_missing_program_is_said_in_one_line() -> None:
    player = load_agent('pbrain(command="no/such")')
    with pytest.raises(PlayerFailed, match="no/such: No such file"):
        player.choose(GAME.initial_state(), QUICK)


@pytest.mark.parametrize(
    "command",
    [
        "play gomoku --second",
        "play gomoku --json --first random --second",
        "analyse gomoku h8 --agent",
    ],
)
@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("no/such-engine", "such-engine: it cannot be started: no/such-engine: No such file or"),
        ("false", "false: it ended with code 1; is it a Gomocup engine? Its file stands in"),
    ],
)
def test_a_program_that_is_no_engine_is_named_before_anyone_moves(
    program: str, words: str, command: str
) -> None:
    done = inarow(*command.split(), f'pbrain(command="{program}")', typed="h8\n")
    assert_one_line_error(done, 2, f"inarow: {words}", 'pbrain(command="./pbrain-rapfi")')
    assert done.out == ""


def test_an_engine_that_fails_an_analysis_is_named() -> None:
    with pytest.raises(PlayerFailed, match=r"^python[\d.]*: it ended with code 1: segm"):
        analyse(position("h8"), engine("crash"), QUICK)


@pytest.mark.parametrize("spec", ["pbrain", 'pbrain(command=" ")', 'pbrain(command="a \'b")'])
def test_a_player_without_a_program_is_refused(spec: str) -> None:
    with pytest.raises(BadOption, match=r"pbrain: .*command"):
        load_agent(spec)


# Processes end with their game


def test_an_engine_ends_with_its_game_and_can_play_another() -> None:
    player, other = engine("good"), load_agent("random(seed=1)")
    player.start(GAME)
    first = pid_of(player)
    play_match(GAME, (player, other), limit=QUICK)
    assert not alive(first)
    assert play_match(GAME, (player, other), limit=QUICK).outcome is not None


def test_an_engine_ends_when_nobody_remembers_it() -> None:
    player = engine("good")
    player.start(GAME)
    pid = pid_of(player)
    assert alive(pid)
    del player
    gc.collect()
    assert not alive(pid)


def test_another_game_starts_another_process(tmp_path: Path) -> None:
    player = engine("good", tmp_path / "log")
    player.start(GAME)
    first = pid_of(player)
    player.start(load_game("gomoku(rows=20,cols=20)"))
    assert not alive(first)
    player.close()
    assert told(tmp_path / "log") == ["START 15", "END", "START 20", "END"]


# Where engines play


def test_an_engine_plays_in_an_event() -> None:
    spec = format_spec("pbrain", {"command": command("good")})
    players = [{"name": "fake", "spec": spec}, "random"]
    event = small_event(game="gomoku", players=players, limit="5s")
    pairing = event.schedule(("h8i7", "a15b14"))[0]
    game = play_game(event, pairing)
    assert (game.winner, game.reason) == (0 if pairing.first == "fake" else 1, Reason.LINE)
    assert event.players[0].runs_program
    assert not event.players[1].runs_program


def test_an_engine_that_cannot_start_is_said_before_the_event() -> None:
    spec = format_spec("pbrain", {"command": command("small")})
    try_out(read_entrant(format_spec("pbrain", {"command": command("good")})), GAME)
    with pytest.raises(NotSupported, match="ERROR unsupported size"):
        try_out(read_entrant(f"bad={spec}"), GAME)
    with pytest.raises(NotSupported, match="it cannot play mnk"):
        try_out(read_entrant(f"bad={spec}"), load_game("tic_tac_toe"))


def test_an_engine_plays_on_the_terminal() -> None:
    spec = format_spec("pbrain", {"command": command("good")})
    done = inarow("play", "gomoku", "--first", spec, "--second", "random", "--seed", "1")
    assert done.code == 0
    assert "a15" in done.out
    assert "wins" in done.out


def test_the_listing_tells_of_engines() -> None:
    assert "pbrain" not in agents()
    assert "command=" in inarow("agents", "pbrain").out


def test_a_saved_game_starts_no_program(tmp_path: Path) -> None:
    spec = format_spec("pbrain", {"command": f'{sys.executable} -c \'open("made", "w")\''})
    path = str(tmp_path / "game.txt")
    save_record(Record(GAME, tags={"First": spec, "Second": "random"}), path)
    done = inarow("play", "--load", path, typed="e\n")
    assert_one_line_error(done, 2, "the saved game names a program", "--first")


@pytest.mark.parametrize(
    "spec",
    [
        'pbrain(command="true")',
        "PBRAIN(true)",
        " pbrain ( true ) ",
        'careless(search=pbrain(command="true"))',
        "plugin(player='pbrain(true)')",
    ],
)
def test_a_page_can_name_no_program(spec: str) -> None:
    assert names_program(spec)
    with pytest.raises(NotSupported, match="a page cannot name a program"):
        check_player(spec, GAME)
    with pytest.raises(NotSupported, match="a page cannot name a program"):
        ready_agent(spec, GAME.initial_state(), None)
    with pytest.raises(NotSupported, match="a page cannot name a program"):
        page_agent(spec)


# Texts


def test_the_spec_of_an_engine_survives_being_written_and_read() -> None:
    player = engine("good", seconds=1.5)
    assert load_agent(spec_of(player)) == player


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (15, 15), (12, 20), (20, 7)])
def test_cells_survive_being_written_and_read(rows: int, cols: int) -> None:
    for action in range(rows * cols):
        assert parse_cell(format_cell(action, cols), rows, cols) == action
    assert parse_cell(" 2 , 3 ", rows, cols) == 3 * cols + 2
    for text in ("", "a", "1", "1,2,3", "1;2", f"{cols},0", f"0,{rows}", "-1,0", "1,2 x", "9" * 99):
        with pytest.raises(InarowError):
            parse_cell(text, rows, cols)


@pytest.mark.parametrize(
    ("spec", "rule"),
    [
        ("gomoku", 0),
        ("gomoku(rule=standard)", 1),
        ("gomoku(rule=renju)", 4),
        ("gomoku(rule=caro_overline)", 8),
        ("gomoku(rule=caro)", 9),
        ("mnk(rows=5,cols=9,k=5)", 0),
        ("mnk(rows=4,cols=9,k=5)", None),
        ("mnk(rows=15,cols=15,k=6)", None),
        ("connect_four(k=5)", None),
        ("nine_board", None),
    ],
)
def test_only_games_of_gomocup_have_a_rule(spec: str, rule: int | None) -> None:
    game = load_game(spec)
    assert rule_number(game.rules) == rule
    assert Pbrain("x").supports(game) is (rule is not None)


def test_a_position_set_up_by_hand_is_told_completely() -> None:
    rows = ["XXX.O", ".....", ".....", ".....", "....."]
    board = tuple(tuple({"X": 0, "O": 1}.get(mark) for mark in row) for row in rows)
    state = load_game("mnk(rows=5,cols=5,k=5)").state_from(board, 1)
    assert sorted(board_lines(state)) == ["0,0,2", "1,0,2", "2,0,2", "4,0,1"]
