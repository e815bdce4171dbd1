"""Markdown becomes HTML, with anchors, coloured code, links that stay inside, and boards to step.

A comment in the Markdown asks for a figure that can be stepped through; code hosts do not show it:

    <!-- game: connect_four 4453 -->
    <!-- search: alphabeta(depth=3) connect_four(rows=3,cols=3,k=3) 12 -->
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

_FIGURE = re.compile(r"<!-- (game|search): (.*?) -->\s*")


@dataclass(frozen=True)
class Heading:
    """A heading of a page: 2 for `##`, its anchor, its words, and the text below it."""

    level: int
    anchor: str
    words: str
    text: str = ""


@dataclass(frozen=True)
class Html:
    """A page as HTML, with what is needed to find one's way on it."""

    title: str
    body: str
    headings: tuple[Heading, ...]


def anchor_of(words: str) -> str:
    """The anchor of a heading, as code hosts make it.

    >>> anchor_of("Win in 5, or `draw`?")
    'win-in-5-or-draw'
    """
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")


def coloured(code: str, language: str) -> str:
    """Code with a class for each kind of word; plain where the language is not known."""
    names = {"console": "console", "python": "pycon" if code.startswith(">>>") else "python"}
    try:
        lexer = get_lexer_by_name(names.get(language, language or "text"))
    except ClassNotFound:
        lexer = get_lexer_by_name("text")
    formatter = HtmlFormatter(nowrap=True)
    return f'<pre class="code" tabindex="0"><code>{highlight(code, lexer, formatter)}</code></pre>'


def to_html(
    text: str,
    resolve: Callable[[str], str | None] = lambda link: link,
    figure: Callable[[str, str], str] = lambda kind, what: "",
) -> Html:
    """Render a page.

    Args:
        text: the Markdown.
        resolve: what a link becomes; None: it leads nowhere here, and only its words are kept.
        figure: the HTML for a comment that asks for one: its kind and what stands behind it.

    >>> page = to_html("# Hello\\n\\nSee [it](a.md).\\n", lambda link: link.replace(".md", ".html"))
    >>> page.title, page.body.splitlines()[1]
    ('Hello', '<p>See <a href="a.html">it</a>.</p>')
    """
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(text)
    headings = _anchored(tokens)
    for at, token in enumerate(tokens):
        if token.type == "th_open" and not tokens[at + 1].content:
            token.tag = tokens[at + 2].tag = "td"  # a heading without words is none
        if token.type == "html_block" and (asked := _FIGURE.fullmatch(token.content)):
            token.content = figure(asked[1], asked[2])
        for child in token.children or ():
            if child.type == "link_open":
                _lead(child, resolve)
    _close_dead_links(tokens)
    parser.add_render_rule("fence", _fence)
    parser.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    body = parser.renderer.render(tokens, parser.options, {})
    title = next((one.words for one in headings if one.level == 1), "")
    return Html(title, body, tuple(headings))


def _fence(_: Any, tokens: Sequence[Token], index: int, *__: Any) -> str:
    token = tokens[index]
    return coloured(token.content, token.info.split()[0] if token.info else "")


def _anchored(tokens: Sequence[Token]) -> list[Heading]:
    """Give each heading an anchor, and collect them with the text below each."""
    found, below = list[Heading](), list[list[str]]()
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            words = _plain(tokens[at + 1])
            anchor = anchor_of(words)
            token.attrSet("id", anchor)
            found.append(Heading(int(token.tag[1]), anchor, words))
            below.append([])
        elif token.type == "inline" and below and tokens[at - 1].type != "heading_open":
            below[-1].append(_plain(token))
    return [
        Heading(one.level, one.anchor, one.words, " ".join(texts))
        for one, texts in zip(found, below, strict=True)
    ]


def _plain(token: Token) -> str:
    children = token.children or ()
    words = (child.content if child.content else " " for child in children if child.type != "image")
    return re.sub(r"\s+", " ", "".join(words)).strip()


def _lead(link: Token, resolve: Callable[[str], str | None]) -> None:
    target = resolve(str(link.attrGet("href")))
    if target is None:
        link.attrs.pop("href")
    else:
        link.attrSet("href", target)


def _close_dead_links(tokens: Sequence[Token]) -> None:
    """What leads nowhere is a span, not a link without an end."""
    for token in tokens:
        dead = False
        for child in token.children or ():
            if child.type == "link_open" and "href" not in child.attrs:
                child.tag, dead = "span", True
            elif child.type == "link_close" and dead:
                child.tag, dead = "span", False


def page_text(words: str) -> str:
    """Text for a place in HTML."""
    return escape(words, quote=True)
