"""Boards: `play.py` makes them, `board.py` runs the game, `board.js` is the page's side of it.

Discs are drawn by `svg.disc`; `columns.py` and `cells.py` are the two kinds of board.
"""
