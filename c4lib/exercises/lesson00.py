"""The exercise of lesson 00: a warm-up that shows how exercises work."""

from collections.abc import Collection

from c4lib.connect4 import Connect4
from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Task

WARM_UP = Connect4.from_moves("444444222222")
"""Columns 2 and 4 are full; X is to move."""


def open_columns(state: Connect4) -> int:
    """How many columns the player to move can still play in."""
    return len(state.moves())


OPEN_COLUMNS = Task(
    number="0.1",
    title="Columns that are still open",
    reference=open_columns,
    cases=((WARM_UP,),),
    is_value=True,
    wrong_types={Collection: "How many columns, not which: the answer is one number."},
    hints=(
        "A disc can be dropped into a column as long as its top square is free.",
        "There are 7 columns. How many of them are filled to the top?",
    ),
    mistakes=patches("""
        all columns counted
            → state.width
            A full column has no room for another disc.
        one full column overlooked
            → open_columns(state) + 1
            Look again: two columns are filled to the top.
        the full columns counted
            → state.width - open_columns(state)
            Those are the columns that are closed; count the others.
        free squares counted
            → state.width * state.height - state.ply
            A move is a column, not a square: where the disc lands is up to gravity.
        all squares counted
            → state.width * state.height
            A move is a column, not a square; and two columns are full.
        the discs counted
            → state.ply
            Those are the discs on the board. Count the columns that have room for one more.
    """),
)
