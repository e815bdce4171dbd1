"""The documentation beside the page, at `/docs`: rendered when it is asked for, then kept."""

from __future__ import annotations

from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.responses import Response

from inarow.interfaces.documents.contents import find_docs
from inarow.interfaces.documents.site import Site


def mount_documents(app: FastAPI) -> None:
    """Let an app serve the documentation, if the package came with it."""
    folder = find_docs()
    if folder is None:
        return
    site = Site(folder, home="../")

    @app.get("/docs", include_in_schema=False)
    @app.get("/docs/", include_in_schema=False)
    def start() -> RedirectResponse:
        return RedirectResponse("/docs/index.html")

    @app.get("/docs/{path:path}", include_in_schema=False)
    def document(path: str) -> Response:  # not async: rendering must not hold up anybody
        if path == "search.json":
            return Response(site.index(), media_type="application/json")
        if (page := site.html(path)) is not None:
            return HTMLResponse(page)
        if (file := site.file(path)) is not None:
            return FileResponse(file)
        raise HTTPException(404, "there is no such page in the documentation")
