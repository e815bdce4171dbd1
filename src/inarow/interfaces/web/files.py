"""The files of the page, which a browser asks for once.

    GET /                          the page, made anew: it names its parts by their version
    GET /kept/1f0c94d2/js/main.js  a part, kept by the browser for good; modules find each other
                                   by relative paths, so all of them are below the same version
    GET /js/main.js                the same part without a version, which is asked for each time

A file that changes, by an update or by its author, changes the version, so nothing old is shown.

Scripts and styles travel without comments and indentation, which are a seventh of them: who wants
to read them has the package. Every line keeps its number, so that messages of a browser lead to it.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

_FOR_GOOD = "max-age=31536000, immutable"
_LEAN = {".js": "text/javascript", ".css": "text/css"}
"""Files that travel without comments, and what they are."""
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)", re.DOTALL | re.MULTILINE)
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_PART = re.compile(r'(?<=href="|.src=")(?=css/|js/|favicon)')


def mount_page(app: FastAPI, folder: Path) -> None:
    """Let an app serve the page whose files are in a folder."""

    @app.get("/", include_in_schema=False)
    def page() -> HTMLResponse:
        text = (folder / "index.html").read_text("utf-8")
        return HTMLResponse(_PART.sub(f"kept/{_version(folder)}/", text))

    app.mount("/kept/{version}", _Kept(directory=folder))
    app.mount("/", _Lean(directory=folder, html=True))


def lean(text: str) -> str:
    """A script or style without indentation and without comments that have lines of their own.

    >>> lean("/** Adds. */\\nfunction add(a, b) {\\n\\treturn a + b; // both\\n}\\n")
    '\\nfunction add(a, b) {\\nreturn a + b; // both\\n}\\n'
    """
    return _INDENTATION.sub("", _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text))


@lru_cache(maxsize=256)
def _read_lean(path: str, _changed: float) -> str:
    return lean(Path(path).read_text("utf-8"))


class _Lean(StaticFiles):
    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, *more: Any
    ) -> Response:
        response = super().file_response(full_path, stat_result, *more)
        kind = _LEAN.get(Path(full_path).suffix)
        if kind is None or not isinstance(response, FileResponse):
            return response  # also where a browser has the present state already
        known = {name: response.headers[name] for name in ("etag", "last-modified")}
        text = _read_lean(str(full_path), stat_result.st_mtime)
        return Response(text, response.status_code, known, media_type=kind)


class _Kept(_Lean):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = _FOR_GOOD
        return response


def _version(folder: Path) -> str:
    """A name for the present state of all files."""
    found = [(path, path.stat()) for path in sorted(folder.rglob("*.*"))]
    seen = [(str(path), stat.st_size, stat.st_mtime_ns) for path, stat in found]
    return blake2b(repr(seen).encode(), digest_size=4).hexdigest()
