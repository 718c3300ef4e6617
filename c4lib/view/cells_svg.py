"""Boards of cells as pictures and in words, for games that are played by clicking on cells.

A cell is a number: row by row from the top left, from 0. People call it by a letter for its
column and a number for its row, as the board's edges do: a1 is the cell at the top left.
"""

from collections.abc import Collection, Sequence
from string import ascii_lowercase

from c4lib.view.svg import DISC, EDGE, HOLE, INK, PANEL, PAPER, SIZE, SYMBOL, WIDEST, Owner, Picture

Rows = Sequence[Sequence[Owner]]
"""Who holds each cell, row by row from the top: 0, 1, ... or None."""

SIGNS = ("X", "O", "#", "*")
"""How the players are called, in the order of their turns."""
SHAPES = (
    '<path d="M-8-8L8 8M8-8L-8 8" stroke-width="5"',
    '<circle r="9" stroke-width="5"',
    '<path d="M-4-10V10M4-10V10M-10-4H10M-10 4H10" stroke-width="3"',
    '<path d="M0-11V11M-10-6L10 6M10-6L-10 6" stroke-width="4"',
)
GROUNDS = (*DISC, "#0072b2", "#009e73")
INKS = (*SYMBOL, PAPER, PAPER)

WIDTH = len(ascii_lowercase)
"""How many columns have a letter."""
LARGEST = 4 / 3
"""How much larger than their own units small boards are shown."""
LABELS = 16
"""The room for the names of columns and rows."""


def cell_name(cell: int, width: int) -> str:
    """What people call a cell: a1 is the one at the top left."""
    return f"{ascii_lowercase[cell % width]}{cell // width + 1}"


def cell_words(rows: Rows, numbered: bool = False) -> list[str]:
    """Each cell with what is on it: "a1: X"; with `numbered` columns "column 1, row 1: X"."""
    width, words = len(rows[0]), []
    for cell, owner in enumerate(owner for row in rows for owner in row):
        name = cell_name(cell, width)
        if numbered:
            name = f"column {cell % width + 1}, row {len(rows) - cell // width}"
        words.append(f"{name}: {'empty' if owner is None else SIGNS[owner]}")
    return words


def describe(rows: Rows, numbered: bool = False) -> str:
    """The board in words, for people who do not see the picture.

    Where pieces fall into `numbered` columns, it goes column by column, each from the bottom.
    """
    width, owners = len(rows[0]), [owner for row in rows for owner in row]
    if numbered:
        columns = [[row[x] for row in reversed(rows) if row[x] is not None] for x in range(width)]
        words = [
            f"Column {n}: {', '.join(SIGNS[who] for who in column if who is not None)}."
            for n, column in enumerate(columns, 1)
            if column
        ]
        return f"A board of {width} columns, {len(rows)} rows. {' '.join(words) or 'Empty.'}"
    pieces = [
        f"{sign} on {', '.join(cell_name(cell, width) for cell in held)}."
        for player, sign in enumerate(SIGNS)
        if (held := [cell for cell, owner in enumerate(owners) if owner == player])
    ]
    return f"A board of {width} columns and {len(rows)} rows. {' '.join(pieces) or 'Empty.'}"


def board(
    rows: Rows,
    played: Sequence[int] = (),
    line: Collection[int] = (),
    ghost: int | None = None,
    numbered: bool = False,
) -> Picture:
    """A board of cells, the last move marked on the cells it was `played` by, a `line` framed.

    Columns have letters and rows numbers, or only the columns have numbers, if `numbered`.

    For a page on which player `ghost` is to move, every cell carries its number as
    `data-cell`, an area to click and, if it is empty, a hidden piece of that player.
    """
    width = len(rows[0])
    parts = [_panel(width, len(rows), numbered)]
    for cell, owner in enumerate(owner for row in rows for owner in row):
        inside = _ground(cell in line)
        if cell in played[:-1]:
            inside += _frame(PANEL, "5 4")
        if owner is not None:
            inside += _piece(owner)
        if cell in played[-1:]:
            inside += _ring(owner)
        if ghost is not None:
            inside += _area(cell, None if owner is not None else ghost)
        x, y = _centre(cell % width), _centre(cell // width)
        parts.append(f'<g transform="translate({x} {y})">{inside}</g>')
    return Picture(_document(width, len(rows), parts), describe(rows, numbered))


def _document(width: int, height: int, parts: list[str]) -> str:
    wide, high = _across(width), _across(height)
    scale = min(LARGEST, WIDEST / wide)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide * scale:.0f}" height="{high * scale:.0f}" '
        f'font-family="sans-serif">{"".join(parts)}</svg>'
    )


def _across(cells: int) -> int:
    """How much room so many cells take in a row, with the names and the edges beside them."""
    return LABELS + cells * SIZE + 2 * EDGE


def _centre(index: int) -> int:
    """Where the middle of a column or row lies."""
    return LABELS + EDGE + index * SIZE + SIZE // 2


def _panel(width: int, height: int, numbered: bool) -> str:
    """The board's ground, with the names of columns and rows at its edges."""
    names = [str(x + 1) for x in range(width)] if numbered else ascii_lowercase
    columns = [(_centre(x), LABELS, names[x]) for x in range(width)]
    rows = [(LABELS // 2 + 3, _centre(y) + 5, str(y + 1)) for y in range(0 if numbered else height)]
    labels = "".join(f'<text x="{x}" y="{y}">{name}</text>' for x, y, name in columns + rows)
    return (
        f'<rect width="{_across(width)}" height="{_across(height)}" rx="10" fill="{PANEL}"/>'
        f'<g font-size="14" text-anchor="middle" fill="{PAPER}">{labels}</g>'
    )


def _square(style: str, half: int) -> str:
    return f'<rect x="{-half}" y="{-half}" width="{2 * half}" height="{2 * half}" rx="4" {style}/>'


def _ground(in_line: bool) -> str:
    """A cell; a framed one if it belongs to the line that was made."""
    ground = _square(f'fill="{PAPER if in_line else HOLE}"', 23)
    return ground + (f'<g class="c4c-line">{_frame(INK)}</g>' if in_line else "")


def _frame(colour: str, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return _square(f'fill="none" stroke="{colour}" stroke-width="3"{dashes}', 21)


def _piece(player: int) -> str:
    """A disc with the player's sign."""
    return (
        f'<g class="c4c-piece"><circle r="18" fill="{GROUNDS[player]}"/>{SHAPES[player]} '
        f'fill="none" stroke="{INKS[player]}" stroke-linecap="round"/></g>'
    )


def _ring(owner: Owner) -> str:
    """What marks the cell of the last move: a ring, dashed where it left nothing."""
    dash = ' stroke-dasharray="5 4"' if owner is None else ""
    ring = f'<circle r="19" fill="none" stroke="{INK}" stroke-width="3"{dash}/>'
    return f'<g class="c4c-last">{ring}</g>'


def _area(cell: int, ghost: Owner) -> str:
    """What a page needs to let a person choose this cell."""
    hidden = "" if ghost is None else f'<g class="c4c-ghost" opacity="0">{_piece(ghost)}</g>'
    area = _square('fill="#ffffff" opacity="0"', 24)
    frame = _square('class="c4c-frame" fill="none" stroke-width="3"', 21)
    return f'<g class="c4c-cell" data-cell="{cell}">{area}{hidden}{frame}</g>'
