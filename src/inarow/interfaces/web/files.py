"""The files of the page, which a browser asks for once.

    GET /                          the page, made anew: it names its parts by their version
    GET /kept/1f0c94d2/js/main.js  a part, kept by the browser for good; modules find each other
                                   by relative paths, so all of them are below the same version
    GET /js/main.js                the same part without a version, which is asked for each time

A file that changes, by an update or by its author, changes the version, so nothing old is shown.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

_FOR_GOOD = "max-age=31536000, immutable"
_PART = re.compile(r'(?<=href="|.src=")(?=css/|js/|favicon)')


def mount_page(app: FastAPI, folder: Path) -> None:
    """Let an app serve the page whose files are in a folder."""

    @app.get("/", include_in_schema=False)
    def page() -> HTMLResponse:
        text = (folder / "index.html").read_text("utf-8")
        return HTMLResponse(_PART.sub(f"kept/{_version(folder)}/", text))

    app.mount("/kept/{version}", _Kept(directory=folder))
    app.mount("/", StaticFiles(directory=folder, html=True))


class _Kept(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = _FOR_GOOD
        return response


def _version(folder: Path) -> str:
    """A name for the present state of all files."""
    found = [(path, path.stat()) for path in sorted(folder.rglob("*.*"))]
    seen = [(str(path), stat.st_size, stat.st_mtime_ns) for path, stat in found]
    return blake2b(repr(seen).encode(), digest_size=4).hexdigest()
