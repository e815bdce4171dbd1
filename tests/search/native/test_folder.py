"""Where compiled kernels are kept, and when they go: never from under somebody else."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from inarow.search.native.digest import digest
from inarow.search.native.folder import _claim, cache_root, is_writable, kernel_folder, tidy_up

DAY = 24 * 3600


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Forget which folder is in use, before and after."""
    kernel_folder.cache_clear()
    yield
    kernel_folder.cache_clear()


# Where


def test_the_folder_is_below_the_one_that_numba_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = kernel_folder()
    assert folder == tmp_path / "inarow" / "kernels" / digest()
    assert folder.is_dir()
    kernel_folder.cache_clear()
    assert kernel_folder() == folder, "and stays the same"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        ("XDG_CACHE_HOME", "/chosen/inarow/kernels"),
        ("HOME", "/chosen/.cache/inarow/kernels"),
    ],
)
def test_without_that_the_users_cache_is_used(
    variable: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "/chosen")
    assert cache_root() == Path(expected)


def test_a_place_that_cannot_be_written_means_no_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    for nowhere in (str(file), "/proc/nowhere"):
        monkeypatch.setenv("NUMBA_CACHE_DIR", nowhere)
        kernel_folder.cache_clear()
        assert kernel_folder() is None

    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as where there is no home
    kernel_folder.cache_clear()
    assert kernel_folder() is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no users here")
def test_a_folder_that_may_only_be_read_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in an image of a machine whose kernels were compiled when it was built."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kernel_folder.cache_clear()
    folder = kernel_folder()
    assert folder is not None
    assert is_writable(folder)

    def refuse(*_: object) -> bool:
        raise PermissionError

    monkeypatch.setattr("inarow.search.native.folder._claim", refuse)
    monkeypatch.setattr(os, "access", lambda *_: False)
    kernel_folder.cache_clear()
    assert kernel_folder() == folder
    assert not is_writable(folder)
    assert not is_writable(None)


# How long


def used(root: Path, name: str, days: float, *checkouts: Path, size: int = 1000) -> Path:
    """A folder of kernels that some checkouts used so many days ago."""
    folder = root / name
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "some.kernel").write_bytes(bytes(size))
    then = time.time() - days * DAY
    for number, checkout in enumerate(checkouts):
        stamp = folder / f"{number}.used"
        stamp.write_text(str(checkout), "utf-8")
        os.utime(stamp, (then, then))
    os.utime(folder, (then, then))
    return folder


def names(root: Path) -> set[str]:
    return {folder.name for folder in root.iterdir()}


def test_what_nobody_used_for_a_month_goes(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    root = tmp_path / "kernels"
    used(root, "yesterday", 1, here)
    used(root, "last week", 7, here, tmp_path / "gone")
    used(root, "last month", 31, here)
    used(root, "of an old version", 31)
    used(root, "of an old version, newer", 3)
    both = used(root, "of two", 40, tmp_path / "gone", here)
    os.utime(both / "1.used")
    tidy_up(root)
    assert names(root) == {"yesterday", "last week", "of an old version, newer", "of two"}


def test_too_much_goes_beginning_with_what_was_used_longest_ago(tmp_path: Path) -> None:
    here, root = tmp_path, tmp_path / "kernels"
    for days in (2, 9, 5, 7):
        used(root, f"{days} days", days, here)
    tidy_up(root, most_bytes=2500)
    assert names(root) == {"2 days", "5 days"}


def test_several_checkouts_leave_each_other_alone(tmp_path: Path) -> None:
    """All used today: however many and however large, nothing goes while the checkouts exist."""
    root = tmp_path / "kernels"
    for number in range(8):
        checkout = tmp_path / f"checkout {number}"
        checkout.mkdir()
        used(root, f"folder {number}", 0.5, checkout)
    tidy_up(root, most_bytes=3000)
    assert len(names(root)) == 8
    for number in (1, 2, 3, 4, 5, 6):
        (tmp_path / f"checkout {number}").rmdir()
    tidy_up(root, most_bytes=3500)
    assert len(names(root)) == 3
    assert {"folder 0", "folder 7"} < names(root)


def test_what_a_running_process_holds_stays(tmp_path: Path) -> None:
    root = tmp_path / "kernels"
    folder = used(root, "held", 99, tmp_path / "gone")
    code = (
        "import sys; from pathlib import Path; from inarow.search.native.folder import _claim\n"
        "_claim(Path(sys.argv[1]), Path('gone as well')); print(flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        for stamp in folder.glob("*.used"):
            os.utime(stamp, (1000, 1000))
        tidy_up(root)
        assert names(root) == {"held"}
        process.communicate(b"\n")
    tidy_up(root)
    assert names(root) == set()


def test_checkouts_may_have_names_of_any_bytes(tmp_path: Path) -> None:
    root, checkout = tmp_path / "kernels", tmp_path / "odd\udcff"
    checkout.mkdir()
    assert _claim(root / "new", checkout)
    assert not _claim(root / "new", checkout)
    tidy_up(root, most_bytes=0)
    assert names(root) == {"new"}, "it was used today"


def test_a_damaged_stamp_is_that_of_nobody(tmp_path: Path) -> None:
    root = tmp_path / "kernels"
    for number, damage in enumerate((b"\xff\xfe\0", b"", b"x" * 10_000)):
        (used(root, str(number), 0.5, tmp_path) / "0.used").write_bytes(damage)
    tidy_up(root, most_bytes=0)
    assert names(root) == set()


def test_a_folder_is_stamped_once_a_day(tmp_path: Path) -> None:
    folder = tmp_path / "kernels"
    assert _claim(folder, Path("here"))
    assert not _claim(folder, Path("here"))
    assert _claim(folder, Path("there")), "each checkout for itself"
    (stamp,) = (stamp for stamp in folder.glob("*.used") if stamp.read_text() == "here")
    os.utime(stamp, (1000, 1000))
    assert _claim(folder, Path("here"))
    assert time.time() - stamp.stat().st_mtime < 60


def test_the_first_use_of_a_day_tidies_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    root = cache_root()
    draft = used(root, "recent", 3, tmp_path) / "some.kernel.0123"
    draft.write_bytes(b"half")
    os.utime(draft, (1000, 1000))
    used(root, "old", 99, tmp_path)
    kernel_folder()
    assert names(root) == {digest(), "recent"}
    assert not draft.exists(), "of a process that was killed while it wrote"
    used(root, "old", 99, tmp_path)
    kernel_folder.cache_clear()
    kernel_folder()
    assert names(root) == {digest(), "recent", "old"}, "tomorrow"
