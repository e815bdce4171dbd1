"""What notebooks show: pictures, tables with bars, progress, and a board to click on.

- `tables`: analyses, decisions, reviews, ratings and events as HTML;
- `widget`: the board to click on (anywidget), from the modules of the page (`bundle`);
- `where`: whether this is a notebook.
"""
