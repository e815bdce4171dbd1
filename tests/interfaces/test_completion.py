"""The Tab key in a real bash: commands, games, players and options are completed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from command_line import assert_fine, assert_one_line_error, environment, inarow, shell_command
from inarow.registry import agents, games

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
    folder = shell_command(tmp_path).parent
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
        ["resume", "report", "replay"],
        ["versus"],
    ]


@pytest.mark.parametrize(("shell", "word"), [("bash", "1"), ("zsh", "1"), ("fish", "pl")])
def test_every_shell_is_answered_in_its_own_way(shell: str, word: str) -> None:
    asked = f"{shell}_complete"
    done = inarow(_INAROW_COMPLETE=asked, COMP_WORDS="inarow pl", COMP_CWORD=word)
    assert_fine(done)
    assert "play" in done.out


@pytest.mark.parametrize(("words", "word"), [(None, None), ("inarow pl", "pl")])
def test_a_shell_that_asks_in_a_wrong_way_is_told_so(words: str | None, word: str | None) -> None:
    done = inarow(_INAROW_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=word)
    assert_one_line_error(done, 2, "_INAROW_COMPLETE is bash_source", "'bash_complete'")


@pytest.mark.parametrize("wanted", ["nonsense", "bash", "bash_", "tcsh_source", "bash_nonsense"])
def test_what_no_shell_asks_for_is_one_line_and_exit_code_2(wanted: str) -> None:
    done = inarow(_INAROW_COMPLETE=wanted)
    assert_one_line_error(done, 2, "_INAROW_COMPLETE is bash_source", repr(wanted))
    assert done.out == ""
