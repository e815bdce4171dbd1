"""Pipes, devices and links to themselves in place of a file: refused before anything waits."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from command_line import assert_one_line_error, environment, inarow, warm_kernels

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


@pytest.mark.parametrize(
    "command",
    [
        "solve 44 --book {pipe}",
        "book info {pipe}",
        "book verify {pipe}",
        "book build --plies 1 --out {pipe}",
        "review {pipe}",
        "review 44 --out {pipe}",
        "play --load {pipe}",
        "play tic_tac_toe --first random --second random --save {pipe}",
        "puzzle --file {pipe}",
        "puzzle --mistakes {pipe}",
        "puzzle tic_tac_toe --make 1 --out {pipe}",
        "arena run {pipe}",
        "arena show {pipe}",
        "serve --port 0 --engines 0 --arena {pipe}",
        "serve --port 0 --engines 0 --db {pipe}",
    ],
)
def test_a_named_pipe_is_refused_at_once(command: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = inarow(*command.format(pipe=pipe).split())
    assert_one_line_error(done, 2, f"{pipe} is not ")
    assert pipe.is_fifo()


@pytest.mark.parametrize("command", ["review {file}", "play --load {file}", "puzzle --file {file}"])
def test_a_file_without_end_is_refused(command: str) -> None:
    done = inarow(*command.format(file="/dev/zero").split())
    assert_one_line_error(done, 2, "/dev/zero is longer than 256 MB")


@pytest.mark.parametrize(
    "command",
    [
        "review 44 --out {loop}",
        "play tic_tac_toe --first random --second random --save {loop}",
        "puzzle tic_tac_toe --make 1 --out {loop}",
        "book build --plies 1 --out {loop}",
        "arena run --game tic_tac_toe --player random --player randobot --out {loop}",
        "serve --port 0 --engines 0 --db {loop}",
        "serve --port 0 --engines 0 --db {loop}/games.db",
        "serve --port 0 --engines 0 --arena {loop}",
    ],
)
def test_a_link_that_leads_to_itself_is_refused(command: str, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    done = inarow(*command.format(loop=loop).split())
    assert_one_line_error(done, 1, str(loop), "symbolic links")
    assert list(tmp_path.iterdir()) == [loop]


def test_what_a_shell_pipes_in_is_read(tmp_path: Path) -> None:
    warm_kernels()
    (tmp_path / "game.txt").write_text(
        '[Game "tic_tac_toe"]\n[Notation "2"]\n\nb2 a1\n', encoding="utf-8"
    )
    command = "python -m inarow play --load <(cat game.txt) --second human <<< moves"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Moves so far: b2a1\n" in done.stdout
