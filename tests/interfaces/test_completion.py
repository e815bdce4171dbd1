"""The Tab key in a real bash: commands, games, players and options are completed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from command_line import environment
from inarow.registry import agents, games
from interfaces.test_continue import installed

PRESS_TAB = """
set -e
script="$(_INAROW_COMPLETE=bash_source inarow)"
case "$script" in *_inarow_completion*) ;; *) echo "no script: $script"; exit 1 ;; esac
eval "$script"
press_tab() {
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _inarow_completion inarow
    echo "${COMPREPLY[*]}"
}
press_tab inarow pl
press_tab inarow play ""
press_tab inarow play connect_four --first ""
press_tab inarow analyse --agent mc
press_tab inarow arena re
press_tab inarow play --style v
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_commands_games_players_and_options(tmp_path: Path) -> None:
    folder = installed(tmp_path).parent
    done = subprocess.run(
        ["bash", "--norc", "-c", PRESS_TAB],
        env=environment(PATH=f"{folder}:{os.environ['PATH']}"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["play"],
        list(games()),
        list(agents()),
        ["mcts"],
        ["resume", "replay"],
        ["versus"],
    ]
