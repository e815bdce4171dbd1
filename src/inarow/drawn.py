"""How values draw themselves in notebooks.

Jupyter, marimo and editors ask a value for `_repr_svg_` or `_repr_html_` and show what it answers.
Positions, records and answers stand far below the drawings and may not import them. So they name
the function that draws them, and it is looked up when a notebook asks, as the registry looks up
games and players:

    def _repr_svg_(self) -> str:
        return drawn("render.svg:render", self)

`print` shows an analysis so as well. A program that never shows anything never loads the drawings.
"""

from importlib import import_module


def drawn(place: str, value: object) -> str:
    """What a function of `inarow.interfaces` makes of a value.

    Args:
        place: the module and the function: `render.svg:render`.
        value: what is to be drawn.
    """
    module, _, name = place.partition(":")
    return str(getattr(import_module(f"inarow.interfaces.{module}"), name)(value))
