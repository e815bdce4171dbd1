"""The modules of the page as one module: what a widget needs, in the order in which it is needed.

A notebook loads a widget from one text, in which `import "./board.js"` leads nowhere. So every
module becomes a function that is called once and gives what it exports:

    import { el } from "./dom.js";          const { el } = dom_js;
    export const same = ...                 const same = ...; return { same };

The page and the board of a notebook are the same code, and nothing has to be built.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from inarow.interfaces import web

_HERE = Path(__file__).parent
_STATIC = Path(web.__file__).parent / "static"
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|function|class) ([\w$]+))", re.MULTILINE)
_STYLES = ("base", "board")


@cache
def bundle() -> str:
    """The module of the widget, complete with its style."""
    parts: dict[str, str] = {}
    imported = _collected("widget", parts)
    style = f"const STYLE = {json.dumps(_style())};\n"
    return "".join([*parts.values(), style, imported])


def _collected(name: str, parts: dict[str, str]) -> str:
    """The text of a module that begins with what it imports, after all that it needs."""
    text = _read(name)
    for match in _IMPORT.finditer(text):
        needed = match[2]
        if needed not in parts:
            inner = _collected(needed, parts)
            given = ", ".join(match[1] for match in _EXPORT.finditer(inner))
            body = _EXPORT.sub("", inner)
            parts[needed] = (
                f"const {needed}_js = (() => {{\n{body}\nreturn {{ {given} }};\n}})();\n"
            )
    return _IMPORT.sub(lambda match: f"const {{{match[1]}}} = {match[2]}_js;\n", text)


def _read(name: str) -> str:
    """A module of the widget itself, which may stand in for one of the page, or of the page."""
    own = _HERE / f"{name}.js"
    return (own if own.exists() else _STATIC / "js" / f"{name}.js").read_text("utf-8")


def _style() -> str:
    """The style of the page for a part of a page that is closed to everything around it."""
    styles = [(_STATIC / "css" / f"{name}.css").read_text("utf-8") for name in _STYLES]
    text = "".join([*styles, (_HERE / "widget.css").read_text("utf-8")])
    text = re.sub(r":root(\[[^]]+\])", r":host(\1)", text)
    return text.replace(":root", ":host").replace("\nbody {", "\n:host {")
