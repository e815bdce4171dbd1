"""The last line of a screen: the keys that matter there, each of which can be clicked too."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content
from textual.style import Style
from textual.widgets import Static


class Key(NamedTuple):
    """A key as people read it, what it does in a word, and the action of the screen or the app."""

    key: str
    word: str
    action: str


HELP, QUIT, BACK = (
    Key("?", "help", "app.help"),
    Key("^q", "quit", "app.quit"),
    Key("Esc", "back", "screen.dismiss(None)"),
)


class Keys(Static):
    """A line of keys; it is cut where the screen ends, so the most important come first."""

    def __init__(self, *keys: Key) -> None:
        shown = [
            Content.assemble((key, "bold"), (f" {word}", Style.from_meta({"@click": action})))
            for key, word, action in keys
        ]
        super().__init__(Content("  ").join(shown), classes="keys")
