"""The site as a whole: which pages there are, what surrounds them, and how to write them all.

    index.html                       docs/index.md
    algorithms/mcts.html             docs/algorithms/mcts.md
    reference/python.html            made from the code (`reference.py`)
    source/search/mcts/plain.py.html a file of the package that some page names
    pictures/..., schema/...         as they are
    assets/...                       styles and scripts, most of them those of the page
    search.json                      what the search looks through

A link that leads elsewhere, such as to a benchmark, is shown as plain words.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

from inarow.interfaces.documents.contents import PACKAGE, Entry, Section, sections_of
from inarow.interfaces.documents.figures import figure
from inarow.interfaces.documents.markdown import Html, coloured, page_text, to_html
from inarow.interfaces.documents.reference import commands_page, python_page, schema_page

_ASSETS = (Path(__file__).parent / "static", PACKAGE / "interfaces" / "web" / "static")
_FRAME = (_ASSETS[0] / "frame.html").read_text(encoding="utf-8")
_PLAIN = {".svg", ".png", ".json"}
_SOURCE = "source/"
_MADE = "reference/"
_OUTSIDE = re.compile(r"[a-z]+:|#")


class Site:
    """The documentation in a folder, page by page.

    Args:
        folder: where the Markdown files are.
        home: where the page of `inarow serve` is, seen from the root of the site; None: nowhere.
    """

    def __init__(self, folder: Path, home: str | None = None) -> None:
        self.folder = folder
        self.home = home
        self._made: dict[str, Callable[[], str]] = {
            f"{_MADE}python.md": cache(python_page),
            f"{_MADE}commands.md": cache(_all_commands),
        }
        for file in sorted((folder / "schema").glob("*.json")):
            self._made[f"{_MADE}{file.stem}.md"] = partial(schema_page, file)

    def sections(self) -> list[Section]:
        """What the navigation shows."""
        found = sections_of((self.folder / "index.md").read_text(encoding="utf-8"))
        made = [Entry("The Python interface", f"{_MADE}python.md")]
        made.append(Entry("All commands", f"{_MADE}commands.md"))
        return [*found, Section("Made from the code", tuple(made))]

    def pages(self) -> list[str]:
        """Every page, as a file with the ending `.md`, but for sources."""
        written = sorted(self.folder.rglob("*.md"))
        return [*(path.relative_to(self.folder).as_posix() for path in written), *self._made]

    def html(self, path: str) -> str | None:
        """The page at an address below the site, such as `algorithms/mcts.html`."""
        if not path.endswith(".html"):
            return None
        name = path.removesuffix(".html")
        if name.startswith(_SOURCE):
            return self._source(name)
        found = self._page(f"{name}.md")
        return None if found is None else self._framed(f"{name}.md", found)

    def file(self, path: str) -> Path | None:
        """The file at an address that is shown as it is: a picture, a schema, a style, a script."""
        if path.startswith("assets/"):
            name = path.removeprefix("assets/")
            return next((found for place in _ASSETS if (found := _inside(place, name))), None)
        return _inside(self.folder, path) if Path(path).suffix in _PLAIN else None

    def index(self) -> str:
        """What the search looks through, as JSON: page, anchor, words of the heading, text."""
        rows = [
            [path.removesuffix(".md") + ".html", one.anchor, page.title, one.words, one.text]
            for path in self.pages()
            if (page := self._page(path)) is not None
            for one in page.headings
        ]
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))

    def sources(self) -> set[str]:
        """The files of the package that pages name."""
        found = set[str]()
        for path in self.pages():
            page = self._page(path)
            links = re.findall(r'href="(?:\.\./)*(source/[^"#]+)\.html', page.body if page else "")
            found.update(links)
        return found

    def write(self, target: Path) -> int:
        """Write all of it into a folder; returns the number of pages."""
        names = [path.removesuffix(".md") for path in self.pages()] + sorted(self.sources())
        for name in names:
            _write(target / f"{name}.html", self.html(f"{name}.html") or "")
        _write(target / "search.json", self.index())
        for path, file in self._files():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_bytes(file.read_bytes())
        return len(names)

    def _files(self) -> Iterator[tuple[str, Path]]:
        for file in sorted(self.folder.rglob("*.*")):
            if file.suffix in _PLAIN:
                yield file.relative_to(self.folder).as_posix(), file
        for place in _ASSETS:
            for file in sorted(place.rglob("*.*")):
                if file.suffix in (".css", ".js", ".svg"):
                    yield f"assets/{file.relative_to(place).as_posix()}", file

    def _page(self, path: str) -> Html | None:
        if path in self._made:
            text = self._made[path]()
        else:
            file = _inside(self.folder, path)
            if file is None:
                return None
            text = file.read_text(encoding="utf-8")
        return _rendered(self, path, text)

    def resolve(self, page: str, link: str) -> str | None:
        """Where a link of a page leads on the site; None: to something that is not here."""
        if _OUTSIDE.match(link):
            return link
        target, sign, anchor = link.partition("#")
        place = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        package = place.removeprefix("../src/inarow/")
        if package != place and (PACKAGE / package).is_file():
            place = f"{_SOURCE}{package}.html"
        elif place not in self._made and _inside(self.folder, place) is None:
            return None
        elif place.endswith(".md"):
            place = place.removesuffix(".md") + ".html"
        return posixpath.relpath(place, posixpath.dirname(page) or ".") + sign + anchor

    def _source(self, name: str) -> str | None:
        package = name.removeprefix(_SOURCE)
        file = _inside(PACKAGE, package)
        if file is None or file.suffix != ".py":
            return None
        body = f"<h1>{page_text(package)}</h1>\n{coloured(file.read_text('utf-8'), 'python')}"
        return self._framed(f"{name}.md", Html(package, body, ()))

    def _framed(self, path: str, page: Html) -> str:
        """A page with navigation, search and what stands on it."""
        up = "../" * path.count("/")
        order = [Entry("Documentation", "index.md")]
        order += [entry for section in self.sections() for entry in section.entries]
        at = next((at for at, entry in enumerate(order) if entry.path == path), None)
        return (
            _FRAME.replace("{{title}}", page_text(page.title))
            .replace("{{up}}", up)
            .replace("{{home}}", self._home(up))
            .replace("{{navigation}}", self._navigation(path, up))
            .replace("{{here}}", _here(page))
            .replace("{{around}}", "" if at is None else _around(order, at, up))
            .replace("{{body}}", page.body)
        )

    def _home(self, up: str) -> str:
        return "" if self.home is None else f'<a href="{up}{self.home}">Play</a>'

    def _navigation(self, path: str, up: str) -> str:
        lines = list[str]()
        for section in self.sections():
            inside = any(entry.path == path for entry in section.entries)
            lines.append(f"<details{' open' if inside or path == 'index.md' else ''}>")
            lines.append(f"<summary>{page_text(section.title)}</summary><ul>")
            for entry in section.entries:
                current = ' aria-current="page"' if entry.path == path else ""
                address = up + entry.path.removesuffix(".md") + ".html"
                lines.append(f'<li><a href="{address}"{current}>{page_text(entry.title)}</a></li>')
            lines.append("</ul></details>")
        return "\n".join(lines)


@cache
def _rendered(site: Site, path: str, text: str) -> Html:
    """A page is rendered again only if its text has changed."""
    return to_html(text, partial(site.resolve, path), figure)


def _all_commands() -> str:
    from inarow.interfaces.cli import cli  # only here: it imports every command

    return commands_page(cli)


def _here(page: Html) -> str:
    """The headings of a page, if there is a choice."""
    inside = [one for one in page.headings if one.level == 2]
    if len(inside) < 2:
        return ""
    items = (f'<li><a href="#{one.anchor}">{page_text(one.words)}</a></li>' for one in inside)
    return f'<nav class="here" aria-label="On this page"><ul>{"".join(items)}</ul></nav>'


def _around(order: list[Entry], at: int, up: str) -> str:
    """The page before and the page after."""
    found = list[str]()
    for place, name, sign in ((at - 1, "prev", "← {}"), (at + 1, "next", "{} →")):
        if 0 <= place < len(order):
            entry = order[place]
            address = up + entry.path.removesuffix(".md") + ".html"
            words = sign.format(page_text(entry.title))
            found.append(f'<a rel="{name}" href="{address}">{words}</a>')
    return f'<nav class="around" aria-label="Before and after">{"".join(found)}</nav>'


def _inside(folder: Path, name: str) -> Path | None:
    """A file in a folder, however deep; None: there is none, or the name leads out of it."""
    file = (folder / name).resolve()
    return file if file.is_relative_to(folder.resolve()) and file.is_file() else None


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
