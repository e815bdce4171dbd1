"""`inarow arena` that is interrupted or killed: nothing is lost, and no process is left behind."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from command_line import Running, Terminal, inarow
from inarow.arena.store import open_store

PLAYERS = ("--game", "tic_tac_toe", "--player", "a=random", "--player", "b=random")


def test_a_killed_run_leaves_no_process_behind(tmp_path: Path) -> None:
    """The workers end, and so does a player that ignores everything: its end of a pipe closes."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "bot.py").write_text(
        "import signal, sys\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 60))\n"
        "input()\n"
        "print('{\"ready\": true}', flush=True)\n"
        "input()\n"
        "pipe = open('pipe', 'w')\n"
        "while True: signal.pause()\n",
        "utf-8",
    )
    (tmp_path / "e.toml").write_text(
        'game = "tic_tac_toe"\n'
        f"players = ['random', {{name = 'bot', command = '\"{sys.executable}\" bot.py'}}]\n",
        "utf-8",
    )
    command = ["arena", "run", str(tmp_path / "e.toml"), "--out", str(tmp_path / "e.sqlite")]
    running = Running(*command, "--workers", "1")
    with (tmp_path / "pipe").open() as pipe:  # waits for the bot
        running.process.kill()
        running.finish()
        assert pipe.read() == ""  # waits for the end of the bot


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "e.sqlite"
    running = Running("arena", "run", *PLAYERS, "--rounds", "1500", "--out", str(path))
    assert running.err.readline() == f"The games are kept in {path}.\n"
    running.err.readline()
    os.kill(running.process.pid, signal.SIGINT)
    done = running.finish()
    assert (done.code, done.out) == (130, "")
    assert f"inarow arena resume {path}" in done.err.partition("Go on with: ")[2]
    assert "Traceback" not in done.err
    with open_store(path) as store:
        assert 0 < store.finished < 3000
    shown = inarow("arena", "show", str(path))
    assert " of 3,000" in shown.out


def test_a_live_table_on_a_terminal(tmp_path: Path) -> None:
    event = (*PLAYERS, "--workers", "1", "--rounds", "3000", "--out", str(tmp_path / "e.sqlite"))
    terminal = Terminal("arena", "run", *event)
    terminal.wait_for("of 6,000 games")
    terminal.press("c")
    assert terminal.finish() == 130
    assert "player" in terminal.text
    assert "inarow arena resume" in terminal.text.partition("Go on with: ")[2]
