"""Foreign programs end with everything that they have started, whatever that does to get away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from inarow.processes import children, launch
from inarow.processes.children import Limits, how_kept
from inarow.processes.conversation import Conversation, ProgramFailed
from strays import WITHOUT_NAMESPACE, marked_children, processes_with, wait_until_gone

PYTHON = sys.executable
PATIENCE = 60.0
linux = pytest.mark.skipif(sys.platform != "linux", reason="there is no keeper elsewhere")
pytestmark = linux


@pytest.fixture
def mark() -> Iterator[str]:
    with marked_children() as mark:
        yield mark


@pytest.fixture(params=["namespace", "subreaper"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Each way in which a program can be kept, as far as this machine allows."""
    way: str = request.param
    if way == "subreaper":
        script = tmp_path / "without_namespace.py"
        script.write_text(
            f"import sys\nsys.argv.insert(1, {launch.__file__!r})\n{WITHOUT_NAMESPACE}"
        )
        monkeypatch.setattr(children, "_LAUNCH", script)
    elif how_kept() != "namespace":
        pytest.skip("no namespaces here")
    return way


ESCAPES = {
    "a child": "fork() or sleep(600)",
    "a session": "fork() or (os.setsid(), sleep(600))",
    "a daemon": "fork() or (os.setsid(), fork() and os._exit(0), close(), sleep(600))",
    "deaf": "fork() or (signal.pthread_sigmask(0, range(1, 60)), os.setsid(), sleep(600))",
    "many": "[fork() or (os.setsid(), sleep(600)) for _ in range(20)]",
    "a chain": "fork() or chain()",
}
HEAD = """
import os, signal, sys
from os import fork
from time import sleep
def close():
    for number in range(3):
        os.close(number)
def chain():
    while True:
        if fork():
            os._exit(0)
        os.setsid()
        sleep(0.001)
"""


@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_is_left_of_a_program_that_is_closed(way: str, mark: str, escape: str) -> None:
    code = f"{HEAD}{ESCAPES[escape]}\nprint('ready', flush=True)\nsleep(600)"
    program = Conversation([PYTHON, "-c", code], Limits(memory=500))
    assert program.ask("", str, PATIENCE) == "ready"
    while escape != "a chain" and len(processes_with(mark)) < 3:
        sleep(0.01)  # for its first breath; the last link of a chain is hard to see
    program.close()
    assert not processes_with(mark)


FORBIDDEN_MAPS = """
import ctypes, importlib.util, sys
spec = importlib.util.spec_from_file_location("launch", LAUNCH)
launch = importlib.util.module_from_spec(spec)
spec.loader.exec_module(launch)

class Library:
    def __init__(self, name):
        self.prctl, self._unshare = ctypes.CDLL(name).prctl, ctypes.CDLL(name).unshare

    def unshare(self, what):  # as it is for users other than root
        return self._unshare(what) if what & launch._NEW_USER else -1

def open_unless_map(path, *mode):
    if path.endswith("_map"):
        raise PermissionError(1, "Operation not permitted")
    return open(path, *mode)

launch.ctypes, launch.open = type("ctypes", (), {"CDLL": Library}), open_unless_map
launch.run()
"""


def test_where_a_namespace_is_forbidden_halfway_programs_run_and_end_all_the_same(
    mark: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """AppArmor lets any user make a user namespace, and then forbids to say who is who in it."""
    script = tmp_path / "forbidden_maps.py"
    script.write_text(f"LAUNCH = {launch.__file__!r}\n{FORBIDDEN_MAPS}")
    monkeypatch.setattr(children, "_LAUNCH", script)
    assert how_kept() == "subreaper"
    code = f"{HEAD}{ESCAPES['a daemon']}\nprint(os.getuid(), flush=True)\nsleep(600)"
    program = Conversation([PYTHON, "-c", code], Limits(memory=500))
    assert program.ask("", str, PATIENCE) == str(os.getuid())
    program.close()
    assert not processes_with(mark)


def test_without_a_keeper_the_group_of_a_program_ends(
    mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert how_kept() == "group"
    code = f"{HEAD}{ESCAPES['a child']}\nprint('ready', flush=True)\nsleep(600)"
    program = Conversation([PYTHON, "-c", code], Limits(memory=500))
    assert program.ask("", str, PATIENCE) == "ready"
    program.close()
    wait_until_gone(mark)


@pytest.mark.parametrize("end", ["sys.exit(5)", "os.kill(os.getpid(), 11)"])
def test_nothing_is_left_of_a_program_that_ends(way: str, mark: str, end: str) -> None:
    code = f"{HEAD}{ESCAPES['a daemon']}\n{ESCAPES['a session']}\n{end}"
    program = Conversation([PYTHON, "-c", code], Limits(memory=500))
    with pytest.raises(ProgramFailed) as failed:
        program.ask("", str, PATIENCE)
    assert str(failed.value) == (
        "it ended with code 5" if "exit" in end else "it was killed by signal 11"
    )
    assert not processes_with(mark)


KILLS = {"itself": "os.kill(os.getpid(), 9)", "its group": "os.killpg(0, 9)"}


@pytest.mark.parametrize("victim", KILLS)
def test_a_program_that_kills_itself_is_not_said_to_have_taken_too_much_memory(
    way: str, mark: str, victim: str
) -> None:
    program = Conversation([PYTHON, "-c", HEAD + KILLS[victim]], Limits(memory=500))
    with pytest.raises(ProgramFailed) as failed:
        program.ask("", str, PATIENCE)
    assert (failed.value.how, str(failed.value)) == ("crash", "it was killed by signal 9")
    wait_until_gone(mark)  # with its group the keeper died, too, who would have waited for them


WAITS = """
import threading
[fork() or (os.setsid(), [sleep(0.01) for _ in iter(int, 1)]) for _ in range(5)]
threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start()
for line in sys.stdin: print(line.strip(), flush=True)
"""


def test_a_program_that_stands_still_does_nothing(way: str, mark: str) -> None:
    program = Conversation([PYTHON, "-c", HEAD + WAITS], Limits(memory=500))
    try:
        assert program.ask("one", str, PATIENCE) == "one"
        program.stand_still()
        keepers = 1
        while len([one for one in processes_with(mark) if not _stands_still(one)]) > keepers:
            sleep(0.01)
        program.go_on()
        assert program.ask("two", str, PATIENCE) == "two"
        program.stand_still()
    finally:
        program.close()
    assert not processes_with(mark)


def _stands_still(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat").read_text("utf-8")
    return stat.rpartition(")")[2].split()[0] == "T"


SCRIPT = """
import sys, time
from inarow.processes.children import Limits
from inarow.processes.conversation import Conversation
program = Conversation([sys.executable, "-c", sys.argv[1]], Limits(memory=500))
print(program.ask("", str, 30), flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_is_left_when_the_parent_is_killed(mark: str, how: signal.Signals) -> None:
    code = f"{HEAD}{ESCAPES['a daemon']}\nprint('ready', flush=True)\nsleep(600)"
    with subprocess.Popen([PYTHON, "-c", SCRIPT, code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        parent.send_signal(how)
    wait_until_gone(mark)


@pytest.mark.skipif(sys.platform != "linux" or how_kept() != "namespace", reason="no namespaces")
def test_a_program_cannot_reach_its_keeper_nor_us() -> None:
    attacks = [
        f"os.kill({{}}, {number:d})" for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL)
    ]
    code = HEAD + "".join(
        f"try: {attack.format(target)}\nexcept OSError: pass\n"
        for attack in attacks
        for target in ("os.getppid()", str(os.getpid()))
    )
    program = Conversation(
        [PYTHON, "-c", f"{code}print('ready', flush=True); input()"], Limits(500)
    )
    assert program.ask("", str, PATIENCE) == "ready"
    program.close()


def test_ctrl_c_reaches_neither_the_program_nor_its_keeper(way: str) -> None:
    code = "input()\nprint('ready', flush=True)\nprint(input(), flush=True)"
    program = Conversation([PYTHON, "-c", code], Limits(memory=500))
    assert program.ask("", str, PATIENCE) == "ready"
    os.kill(program._process.pid, signal.SIGINT)
    assert program.ask("still here", str, PATIENCE) == "still here"
    program.close()


# Memory


HUNGRY = {
    "alone": "x = []\nwhile True: x.append(bytearray(2**20))",
    "shared": "import mmap\nx = mmap.mmap(-1, 2**28)\nfor _ in range(150): x.write(bytes(2**20))",
    "together": "x = bytearray(45 * 2**20)\n"
    "def fill():\n"
    "    for at in range(0, len(x), 4096): x[at] = 1\n"
    "for _ in range(4): fork() or (os.setsid(), fill(), sleep(600))",
}


@pytest.mark.parametrize("kind", HUNGRY)
def test_too_much_memory_ends_a_program_without_any_time_limit(
    way: str, mark: str, kind: str
) -> None:
    code = f"{HEAD}{HUNGRY[kind]}\nsleep(600)"
    program = Conversation([PYTHON, "-c", code], Limits(memory=100))
    with pytest.raises(ProgramFailed) as failed:
        program.ask("", str, PATIENCE)
    assert failed.value.how == "memory"
    assert (str(failed.value) == "it took too much memory") == (kind != "alone")
    assert not processes_with(mark)


def test_memory_that_children_share_counts_once(way: str) -> None:
    code = f"{HEAD}x = bytearray(60 * 2**20)\nfor _ in range(8): fork() or sleep(600)\nsleep(0.8)"
    program = Conversation(
        [PYTHON, "-c", f"{code}\nprint('ready', flush=True)"], Limits(memory=100)
    )
    assert program.ask("", str, PATIENCE) == "ready"
    program.close()
