"""The fixtures of the browser tests, for every file of this folder."""

from __future__ import annotations

from interfaces.web.browser import browser, screen, server

__all__ = ["browser", "screen", "server"]
