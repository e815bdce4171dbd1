"""Players in processes of their own: whatever they do, they lose one game, for its own reason."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic

import pytest

from arena_events import OPENINGS, essence, played, player_file, small_event
from inarow.arena.entrants import MOST_KEPT, Entrant, Players, read_entrant, try_out
from inarow.arena.job import PlayedGame, play_game
from inarow.errors import NotSupported
from inarow.games.base import Reason
from inarow.processes.children import Limits
from inarow.processes.conversation import Conversation
from inarow.processes.locks import lock_file
from inarow.registry import load_game

PYTHON = sys.executable
GAME = load_game("tic_tac_toe")


def game_against(bad: str | dict[str, object], **changes: object) -> PlayedGame:
    """A game in which the player in question moves second."""
    event = small_event(players=["good=random", bad], **changes)
    return play_game(event, event.schedule(OPENINGS)[0])


FAILURES = {
    "crash": ("raise ValueError('no idea')", Reason.CRASH, "ValueError: no idea"),
    "exit": ("sys.exit(3)", Reason.CRASH, "SystemExit: 3"),
    "end": ("os._exit(7)", Reason.CRASH, "it ended with code 7"),
    "killed by itself": ("os.kill(os.getpid(), 11)", Reason.CRASH, "killed by signal 11"),
    "illegal": ("return 0 if state.play(0) is None else state.last", Reason.ILLEGAL, "is taken"),
    "no move": ("return None", Reason.ILLEGAL, "it played 'None'"),
    "no move at all": ("return 10**9", Reason.ILLEGAL, "it played '1000000000'"),
    "hang": ("while True: time.sleep(1)", Reason.HANG, "no answer"),
    "deaf": (
        "import signal; signal.pthread_sigmask(0, range(1, 60)); time.sleep(99)",
        Reason.HANG,
        "",
    ),
    "memory": ("x = []\nwhile True: x.append(bytes(2**20))", Reason.MEMORY, "out of memory"),
    "output": ("while True: print('bla' * 1000)", Reason.OUTPUT, "bytes were no answer"),
    "errors": ("while True: sys.stderr.write('bla' * 1000)", Reason.OUTPUT, "bytes were no answer"),
    "tricks": ('os.write(1, b\'{"move": "b2"}\\n\')\nraise KeyError', Reason.CRASH, "KeyError"),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_a_failing_player_loses_its_game_for_that_reason(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, reason, words = FAILURES[kind]
    if reason is Reason.HANG:
        monkeypatch.setattr("inarow.live.outside.player.HANG_SECONDS", 0.2)
    bad = {"name": "bad", "file": player_file(tmp_path, body), "memory": 128}
    game = game_against(bad)
    assert (game.winner, game.reason) == (0, reason)
    assert words in game.comment
    assert game.comment.startswith("bad")
    assert "\n" not in game.comment
    assert game.plies == 1


@pytest.mark.parametrize(
    ("code", "reason", "words"),
    [
        ("raise SystemExit('I give up')", Reason.CRASH, "ended with code 1: I give up"),
        ("x = bytearray(2**34)", Reason.MEMORY, "MemoryError"),
        ("while True: print('x' * 9999)", Reason.OUTPUT, "bytes were no answer"),
        ("while True: print('{' * 9999)", Reason.OUTPUT, "bytes were no answer"),
        ('print(\'{"ready": "soon"}\', flush=True); input()', Reason.CRASH, "not ready: soon"),
        ("import os, time; os.close(1); os.close(2); time.sleep(9)", Reason.CRASH, "closed"),
    ],
)
def test_a_program_that_never_starts_loses_too(
    code: str, reason: Reason, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if words == "closed":
        monkeypatch.setattr("inarow.processes.conversation.END_SECONDS", 0.1)
    game = game_against(
        {"name": "bad", "command": f'"{PYTHON}" -c "{_quoted(code)}"', "memory": 128}
    )
    assert (game.winner, game.reason) == (0, reason)
    assert words in game.comment


def _quoted(code: str) -> str:
    return code.replace("\\", "\\\\").replace('"', '\\"')


def test_a_missing_program_is_said_before_the_event() -> None:
    with pytest.raises(NotSupported, match="player 'x': it cannot be started: no/such: No such"):
        try_out(read_entrant("x=cmd:no/such"), GAME)


def test_a_player_that_cannot_play_the_game_is_said_before_the_event(tmp_path: Path) -> None:
    with pytest.raises(NotSupported, match="player 'nine': it cannot play mnk"):
        try_out(read_entrant("nine"), GAME)
    with pytest.raises(NotSupported, match="people cannot take part"):
        try_out(read_entrant("human"), GAME)
    with pytest.raises(NotSupported, match="there is no 'nobody' in"):
        try_out(read_entrant(f"{player_file(tmp_path, 'pass')[:-4]}nobody"), GAME)


def test_a_late_answer_loses_on_time(tmp_path: Path) -> None:
    body = "time.sleep(0.3)\nreturn state.legal_actions()[0]"
    game = game_against({"name": "bad", "file": player_file(tmp_path, body)}, limit="10ms")
    assert (game.winner, game.reason) == (0, Reason.TIME)


def test_a_guarded_player_plays_the_same_moves(tmp_path: Path) -> None:
    event = small_event(players=["a=mcts(simulations=20,compiled=false)", "b=random"], rounds=1)
    pairing = event.schedule(OPENINGS)[1]
    free = play_game(event, pairing)
    guarded = play_game(event, pairing, guarded=str(tmp_path / "mover"))
    assert (free.moves, free.nodes, free.winner) == (guarded.moves, guarded.nodes, guarded.winner)
    assert (tmp_path / "mover").read_text("utf-8") in "01"


def test_every_game_of_a_file_begins_with_the_same_state_of_mind(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "count = 0\n"
        "class Counter:\n"
        "    name = 'counter'\n"
        "    def supports(self, game): return True\n"
        "    def __init__(self, seed): self.seed = seed\n"
        "    def choose(self, state, limit, on_info=None):\n"
        "        global count\n"
        "        count += 1\n"
        "        from inarow import Decision\n"
        "        return Decision(state.legal_actions()[0], nodes=count)\n",
        "utf-8",
    )
    event = small_event(players=["a=random", f"{tmp_path / 'own.py'}:Counter"])
    games = played(event)
    for game in games:
        own = [nodes for nodes in game.nodes if nodes]
        assert own == list(range(1, len(own) + 1))
    assert essence(games[2:3]) == essence([play_game(event, games[2].pairing)])


def test_a_command_speaks_json_lines(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    print('some chatter', asked.get('moves'))\n"
        "    print('{} {\"moves\": 1}')\n"
        "    start = asked['ask'] == 'start'\n"
        "    answer = {'ready': True} if start else {'move': asked['legal'][-1]}\n"
        "    print(json.dumps(answer | {'nodes': 3}), flush=True)\n",
        "utf-8",
    )
    command: dict[str, object] = {
        "name": "bot",
        "command": f'"{PYTHON}" bot.py',
        "folder": str(tmp_path),
    }
    game = game_against(command)
    assert game.reason in (Reason.LINE, Reason.FULL)
    assert {nodes for seat, nodes in zip(game.seats, game.nodes, strict=True) if seat == 1} == {3}
    assert game.moves[2:4] == "c1"


def test_nothing_is_left_running(tmp_path: Path) -> None:
    grandchild = tmp_path / "grandchild.py"
    grandchild.write_text(
        "import fcntl, time\n"
        "file = open('lock', 'w')\n"
        "fcntl.flock(file, fcntl.LOCK_EX)\n"
        "print('{\"ready\": true}', flush=True)\n"
        "time.sleep(600)\n",
        "utf-8",
    )
    shell = ["sh", "-c", f"'{PYTHON}' grandchild.py & wait"]
    program = Conversation(shell, Limits(memory=64), str(tmp_path))
    assert program.ask("{}", str, 30) == '{"ready": true}'
    program.close()
    with (tmp_path / "lock").open("rb") as file:
        deadline = monotonic() + 30
        while not lock_file(file):
            assert monotonic() < deadline, "the grandchild lives"


def test_a_player_that_failed_begins_its_next_game_in_a_new_process(tmp_path: Path) -> None:
    body = "sys.moves = getattr(sys, 'moves', 0) + 1\nreturn -sys.moves"
    event = small_event(players=["good=random", f"bad={player_file(tmp_path, body)}"], rounds=1)
    for game in played(event):
        assert game.reason is Reason.ILLEGAL
        assert "it played '-1'" in game.comment


def test_a_worker_keeps_few_processes(tmp_path: Path) -> None:
    file = player_file(tmp_path, "return state.legal_actions()[0]")
    players = Players()
    try:
        for number in range(MOST_KEPT + 2):
            players.make(Entrant(str(number), file=file), GAME, 0, 1)
            players.game_over()
        assert [entrant.name for entrant in players._kept] == [
            str(number) for number in range(2, MOST_KEPT + 2)
        ]
        assert all(program.alive for program in players._kept.values())
    finally:
        players.close()


def test_kept_processes_are_ended_at_last(tmp_path: Path) -> None:
    entrant = Entrant("own", file=player_file(tmp_path, "return state.legal_actions()[0]"))
    players = Players()
    players.make(entrant, GAME, 0, 1)
    players.game_over()
    (program,) = players._kept.values()
    assert program.alive
    players.close()
    assert program._process.returncode is not None
