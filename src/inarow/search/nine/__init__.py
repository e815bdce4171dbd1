"""The nine-board engine: looks ahead with values of small boards that were learned from games."""
