"""The documentation as a site: every link leads somewhere, and it is served beside the page."""

from __future__ import annotations

import json
import posixpath
import re
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from urllib.parse import unquote

import pytest

from inarow.interfaces.documents.__main__ import main
from inarow.interfaces.documents.contents import find_docs
from inarow.interfaces.documents.site import Site

LINK = re.compile(r'(?:href|src)="([^"]+)"')
ANCHOR = re.compile(r'id="([^"]+)"')


@cache
def site() -> Site:
    docs = find_docs()
    assert docs is not None
    return Site(docs)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of it as plain files."""
    folder, said = tmp_path_factory.mktemp("docs"), StringIO()
    with redirect_stdout(said):
        assert main([str(folder)]) == 0
    assert said.getvalue().endswith("or serve the folder\n")
    return folder


def test_every_link_leads_somewhere(written: Path) -> None:
    @cache
    def page(address: str) -> str | None:
        file = written / address
        return file.read_text("utf-8") if file.suffix == ".html" and file.is_file() else None

    dead = list[str]()
    addresses = [path.removesuffix(".md") + ".html" for path in site().pages()]
    assert len(addresses) > 60
    for address in addresses:
        text = page(address)
        assert text is not None, address
        for link in LINK.findall(text):
            target, _, anchor = unquote(link).partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            place = posixpath.normpath(posixpath.join(posixpath.dirname(address), target))
            other = page(place) if target else text
            if other is None and site().file(place) is None:
                dead.append(f"{address}: {link}")
            if other is not None and anchor and anchor not in ANCHOR.findall(other):
                dead.append(f"{address}: {link} has no such heading")
    assert not dead, "\n".join(dead)


def test_every_page_is_in_the_navigation_or_made_of_a_schema() -> None:
    listed = {entry.path for section in site().sections() for entry in section.entries}
    left_out = {path for path in site().pages() if path not in listed and path != "index.md"}
    schemas = {f"reference/{file.stem}.md" for file in (site().folder / "schema").glob("*.json")}
    assert left_out == schemas


def test_the_search_knows_headings_texts_and_what_is_made_from_the_code(written: Path) -> None:
    rows = json.loads((written / "search.json").read_text("utf-8"))
    assert ["reference/python.html", "solve", "The Python interface", "solve"] in [
        row[:4] for row in rows
    ]
    assert any("UCT" in text for *_, text in rows)


@pytest.mark.parametrize(
    "path",
    [
        "../README.html",
        "..%2FREADME.html",
        "source/../../../README.md.html",
        "source/data/gomoku_values.json.html",
        "assets/../__init__.py",
        "assets/../../secret.css",
        "/etc/passwd",
        "index.md",
        "nothing.html",
    ],
)
def test_nothing_else_can_be_read(path: str) -> None:
    assert site().html(path) is None
    assert site().file(path) is None


def test_all_commands_are_shown_with_their_whole_names() -> None:
    text = site().html("reference/commands.html") or ""
    assert 'id="inarow-arena-run"' in text
    assert "Usage: inarow arena run [OPTIONS] [FILE]" in text
    assert "-h, --help" in text


def test_it_is_written_as_plain_files_as_it_is_served(written: Path) -> None:
    page = "algorithms/mcts.html"
    assert (written / page).read_text("utf-8") == site().html(page)
    assert 'data-steps="search"' in (written / page).read_text("utf-8")
    for file in ("assets/js/search_tree.js", "assets/documents.js", "pictures/mcts_grown.svg"):
        assert (written / file).stat().st_size > 0
    assert (written / "source/search/mcts/plain.py.html").is_file()
    assert main([]) == 2
