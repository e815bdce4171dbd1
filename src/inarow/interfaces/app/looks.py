"""How the app looks: the colours of the terminal itself, and no more than sixteen of them.

So it fits light and dark terminals, works over ssh, and needs no true colour. What is chosen is
shown in reverse, which a terminal without any colour can do as well.
"""

from dataclasses import replace

from textual.theme import BUILTIN_THEMES

_USUAL = BUILTIN_THEMES["ansi-dark"]
_CURSORS = {
    f"{kind}-cursor-{part}": "reverse" if part == "text-style" else "ansi_default"
    for kind in ("input", "block")
    for part in ("text-style", "background", "foreground")
}
_BARS = {
    f"scrollbar{part}": "ansi_default"
    for part in ("-background", "-background-hover", "-background-active", "-corner-color")
}
THEME = replace(_USUAL, name="inarow", variables=_USUAL.variables | _CURSORS | _BARS)

CSS = """
Screen { background: ansi_default; color: ansi_default; scrollbar-size: 1 1; }
* { scrollbar-size: 1 1; }
.keys { dock: bottom; height: 1; padding: 0 1; text-wrap: nowrap; link-style: none;
    link-color: ansi_default; link-background: ansi_default; link-style-hover: reverse;
    link-color-hover: ansi_default; link-background-hover: ansi_default; }
.title { text-style: bold; padding: 1 2 0 2; }
.notice { color: ansi_yellow; padding: 0 1; height: auto; max-height: 2; }
OptionList { background: ansi_default; border: round ansi_default; padding: 0; height: 1fr; }
OptionList:focus { border: heavy ansi_default; }
OptionList > .option-list--option-highlighted {
    background: ansi_default; color: ansi_default; text-style: bold; }
OptionList:focus > .option-list--option-highlighted { text-style: reverse; }
#doors { margin: 0 1; }
#games { width: 26; }
#opponents { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
#about { height: 3; padding: 0 1; }
#place { width: auto; max-width: 62; height: 100%; padding: 0 1; background: ansi_default; }
#board { width: auto; height: auto; }
#side { width: 1fr; min-width: 18; height: 100%; padding: 0 1; }
#seats { height: auto; }
#status { height: auto; text-style: bold; margin: 1 0 0 0; }
#said { height: auto; max-height: 5; }
#moves_room { height: auto; max-height: 6; margin: 1 0; }
#advice_room { height: 1fr; }
#line { height: 1fr; border: none; min-height: 6; text-wrap: nowrap; text-overflow: ellipsis; }
#lanes { height: 1fr; }
.lane { layout: horizontal; width: 1fr; height: 100%; }
.lane_board { width: auto; max-width: 62; height: 100%; padding: 0 1; }
.lane_text { width: 1fr; height: 100%; padding: 0 1; }
.lane_place { height: auto; text-style: bold; }
.lane_words { height: auto; max-height: 9; margin: 1 0; }
.lane_tree { height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
.pair .lane { layout: vertical; }
.pair .lane_board { height: auto; max-height: 70%; }
.pair .lane_text { height: 1fr; width: 100%; }
.pair .lane_words { max-height: 4; margin: 0; }
#cards { text-wrap: nowrap; text-overflow: ellipsis; }
#standings { height: 1fr; padding: 0 1; }
#search { margin: 0 1; }
#found { height: 1; padding: 0 1; }
VerticalScroll { background: ansi_default; }
ModalScreen { background: ansi_default; align: center middle; }
.dialog { width: 76; max-height: 100%; height: auto; border: heavy ansi_default; padding: 0 1; }
.dialog OptionList { height: auto; max-height: 16; border: none; text-wrap: nowrap;
    text-overflow: ellipsis; }
Input { background: ansi_default; border: none; text-style: underline; }
Toast { background: ansi_default; color: ansi_default; border: round ansi_default; padding: 0 1; }
"""

ASCII_CSS = """
OptionList, OptionList:focus, .dialog, Toast { border: ascii ansi_default; }
* { scrollbar-size: 0 0; }
"""
