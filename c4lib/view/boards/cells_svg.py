"""Boards of cells as pictures and in words, for games that are played by clicking on cells.

A cell is a number: row by row from the top left, from 0. People call it by a letter for its
column and a number for its row, as the board's edges do: a1 is the cell at the top left.
"""

from collections.abc import Collection, Mapping, Sequence
from string import ascii_lowercase

from c4lib.connect4 import Cell
from c4lib.view.boards import svg
from c4lib.view.boards.svg import EDGE, HOLE, INK, PANEL, PAPER, SIGNS, SIZE, Owner, Picture

Rows = Sequence[Sequence[Owner]]  # who holds each cell, row by row from the top

WIDTH = len(ascii_lowercase)  # how many columns have a letter
LARGEST = 4 / 3  # how much larger than their own units small boards are shown
LABELS = 16  # the room for the names of columns and rows


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
        return f"A board of {width} columns, {len(rows)} rows. {svg.columns_in_words(rows)}"
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
    shares: Mapping[int, float] | None = None,
) -> Picture:
    """A board of cells, the last move marked on the cells it was `played` by, a `line` framed.

    Columns have letters and rows numbers; where pieces fall into `numbered` columns, the board
    looks as in Connect X.
    `shares` are percentages to be written into cells: a player's visits.

    For a page on which player `ghost` is to move, every cell carries its number as
    `data-cell`, an area to click and, if it is empty, a hidden piece of that player.
    """
    width, height = len(rows[0]), len(rows)
    ground = svg.panel(width, height) if numbered else _panel(width, height)
    parts = [ground, *(svg.labels(width, height) if numbered else [])]
    for cell, owner in enumerate(owner for row in rows for owner in row):
        inside = "" if numbered else _square(f'fill="{PAPER if cell in line else HOLE}"', 23)
        if cell in line and not numbered:
            inside += f'<g class="c4c-line">{_frame(INK)}</g>'
        if cell in played[:-1]:
            inside += _frame(PANEL, "5 4")
        if owner is not None:
            inside += _piece(owner, 20 if numbered else 18)
        if cell in played[-1:]:
            inside += _ring(owner, numbered)
        if shares and cell in shares:
            inside += _share(shares[cell])
        if ghost is not None:
            inside += _area(cell, None if owner is not None else ghost, numbered)
        at = svg.centre if numbered else _centre
        x, y = at(cell % width), at(cell // width)
        parts.append(f'<g transform="translate({x} {y})" data-at="{cell}">{inside}</g>')
    if numbered:
        ends = _runs({(cell % width, height - 1 - cell // width) for cell in line})
        parts += [svg.stroke(start, end, height) for start, end in ends]
        wide, high, most = width * SIZE + 2 * EDGE, svg.high_of(width, height), 1.0
    else:
        wide, high, most = _across(width), _across(height), LARGEST
    drawing = svg.document(wide, high, parts, min(most, svg.WIDEST / wide))
    return Picture(drawing, describe(rows, numbered))


def _runs(cells: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """The first and last cell of each line that the cells form; chance neighbours form none."""
    found: list[list[Cell]] = []
    for across, up in ((0, 1), (1, 0), (1, -1), (1, 1)):
        for x, y in sorted(cells):
            if (x - across, y - up) not in cells:
                run = [(x, y)]
                while (following := (run[-1][0] + across, run[-1][1] + up)) in cells:
                    run.append(following)
                found.append(run)
    shortest = min(4, max(map(len, found), default=0))
    return [(run[0], run[-1]) for run in found if len(run) >= shortest]


def _across(cells: int) -> int:
    """The length of a row of that many cells, with the names and the edges beside them."""
    return LABELS + cells * SIZE + 2 * EDGE


def _centre(index: int) -> int:
    return LABELS + EDGE + index * SIZE + SIZE // 2


def _panel(width: int, height: int) -> str:
    """The board's ground, with the names of columns and rows at its edges."""
    columns = [(_centre(x), LABELS, ascii_lowercase[x]) for x in range(width)]
    rows = [(LABELS // 2 + 3, _centre(y) + 5, str(y + 1)) for y in range(height)]
    labels = "".join(f'<text x="{x}" y="{y}">{name}</text>' for x, y, name in columns + rows)
    return (
        f'<rect width="{_across(width)}" height="{_across(height)}" rx="10" fill="{PANEL}"/>'
        f'<g font-size="14" text-anchor="middle" fill="{PAPER}">{labels}</g>'
    )


def _square(style: str, half: int) -> str:
    return svg.rect(-half, -half, 2 * half, 2 * half, f'rx="4" {style}')


def _frame(colour: str, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return _square(f'fill="none" stroke="{colour}" stroke-width="3"{dashes}', 21)


def _piece(player: int, radius: int) -> str:
    """A disc; one on a square cell is a little smaller than one in a hole."""
    return f'<g class="c4c-piece">{svg.disc(player, radius)}</g>'


def _share(share: float) -> str:
    """A percentage at the foot of a cell, over a bar as long."""
    return (
        f'<g class="c4c-share"><rect x="-21" y="18" width="42" height="4" rx="1" fill="{PAPER}" '
        f'stroke="{PANEL}" stroke-width="0.5"/>'
        f'<rect x="-21" y="18" width="{42 * share:.1f}" height="4" rx="1" fill="{PANEL}"/>'
        f'<text y="15" font-size="11" font-weight="bold" text-anchor="middle" fill="{PANEL}" '
        f'stroke="{HOLE}" stroke-width="3" paint-order="stroke">{round(100 * share)} %</text></g>'
    )


def _ring(owner: Owner, is_hole: bool) -> str:
    """What marks the cell of the last move: a ring, dashed where it left nothing."""
    dash = ' stroke-dasharray="5 4"' if owner is None else ""
    colour, radius = (svg.MARK, 21) if is_hole else (INK, 19)
    ring = f'<circle r="{radius}" fill="none" stroke="{colour}" stroke-width="3"{dash}/>'
    return f'<g class="c4c-last">{ring}</g>'


def _area(cell: int, ghost: Owner, is_hole: bool) -> str:
    """What a page needs to let a person choose this cell."""
    piece = "" if ghost is None else _piece(ghost, 20 if is_hole else 18)
    hidden = f'<g class="c4c-ghost" opacity="0">{piece}</g>' if piece else ""
    area = _square('fill="#ffffff" opacity="0"', 24)
    style = 'class="c4c-frame" fill="none" stroke-width="3"'
    frame = f'<circle r="19" {style}/>' if is_hole else _square(style, 21)
    return f'<g class="c4c-cell" data-cell="{cell}">{area}{hidden}{frame}</g>'
