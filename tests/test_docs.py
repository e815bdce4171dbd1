"""The documentation is true: links lead somewhere, commands run and print what is shown.

Rules for writers: in a `console` or `sh` fence every line that begins with `$ ` and calls `inarow`
is run in an empty folder and must end with code 0; lines below it, if any, must be what it prints
(`...` stands for anything). Commands that should not be run go into another fence. Whatever needs a
shell is given to bash; a plain command is run inside this process, which is faster.
A fence above it that begins with `# my_bot.py` is a file in that folder.
Python sessions (`>>>`) are run by pytest itself as doctests.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest

from command_line import inarow_in, shell_command
from inarow import registry

ROOT = Path(__file__).parents[1]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
OPTION_ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| ([^|]*?) \|", re.MULTILINE)
PLAIN = re.compile(r"inarow\b[^|&;<>$`*?~\\]*$")
"""A command that means the same without a shell."""
CALLS_INAROW = re.compile(r"\b(?:scripts/)?inarow\b")


class Block(NamedTuple):
    """One fence of commands: each command with the output that is shown below it."""

    page: Path
    line: int
    commands: list[tuple[str, str]]

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def fences(page: Path, *languages: str) -> Iterator[tuple[int, str]]:
    """The line and the content of every fence in one of the languages."""
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match[1] in languages:
            yield text.count("\n", 0, match.start()) + 1, match[2]


def command_blocks() -> list[Block]:
    found = []
    for page in PAGES:
        for line, content in fences(page, "console", "sh"):
            first, *parts = re.split(r"^\$ ", content, flags=re.MULTILINE)
            split = [part.partition("\n") for part in parts]
            commands = [(head, tail) for head, _, tail in split if CALLS_INAROW.search(head)]
            if commands:
                found.append(Block(page, line, commands))
            assert not first.strip() or not parts, f"{page}:{line} begins with output"
    return found


def prose(page: Path) -> str:
    """The text of a page without fences and inline code."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))


def anchors(page: Path) -> set[str]:
    """The anchors that headings make, as code hosts compute them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.M)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings
    }


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plug-in of the docs, installed."""
    folder = tmp_path_factory.mktemp("plugin")
    install_plugin(ROOT / "docs" / "plugins.md", folder)
    return folder


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a command `inarow` that runs this package."""
    return shell_command(tmp_path_factory.mktemp("bin")).parent


def environment(page: Path, commands: Path, plugin: Path) -> dict[str, str]:
    """The environment of a page: only that on plug-ins looks for them anew."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PYTHON")}
    return kept | {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{plugin}",
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
        "FORKED": "anew" if page.stem == "plugins" else "",
    }


def shown_files(page: Path, before: float = inf) -> dict[str, str]:
    """The files that a page shows above a line, each as it was shown last."""
    found = {}
    for line, content in fences(page, "python", "toml"):
        heading = re.match(r"# (\S+\.(?:py|toml))\n", content)
        if heading and line < before:
            found[heading[1]] = content
    return found


def install_plugin(page: Path, folder: Path) -> None:
    """Put the files that the page shows into a folder, with the metadata that pip would write."""
    files = shown_files(page)
    project = tomllib.loads(files.pop("pyproject.toml"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {place}" for name, place in points.items())])
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")


@pytest.mark.parametrize("block", command_blocks(), ids=str)
def test_commands_run(block: Block, commands: Path, plugin: Path, tmp_path: Path) -> None:
    for name, content in shown_files(block.page, block.line).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for command, shown in block.commands:
        line = command.replace("scripts/inarow", "inarow")
        if PLAIN.match(line) and block.page.stem != "plugins":
            done = inarow_in(tmp_path, *shlex.split(line, comments=True)[1:], COLUMNS="80")
            code, printed = done.code, done.out
        else:
            process = subprocess.run(
                ["bash", "-c", line],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=tmp_path,
                env=environment(block.page, commands, plugin),
                text=True,
                encoding="utf-8",
                timeout=60,
            )
            code, printed = process.returncode, process.stdout
        assert code == 0, f"{command}\n{printed}"
        if shown.strip():
            same = doctest.OutputChecker().check_output(
                shown.strip() + "\n", printed.strip() + "\n", doctest.ELLIPSIS
            )
            assert same, f"{block}: {command} prints\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        assert path.exists(), f"{target} leads nowhere"
        if anchor and path.suffix == ".md":
            assert anchor in anchors(path), f"{target}: no such heading"


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "games").glob("*.md")), ids=lambda p: p.stem
)
def test_option_tables_agree_with_the_registry(page: Path) -> None:
    options = registry.games()[page.stem].options()
    expected = [(opt.name, str(opt.default), opt.range.replace(" | ", " or ")) for opt in options]
    assert OPTION_ROW.findall(page.read_text(encoding="utf-8")) == expected
