"""Boards as SVG pictures, made from states, and the `<img>` that shows them in a notebook.

An `<img>` with the picture inside its address survives in a notebook that is not trusted, where
inline SVG is stripped. The colours differ for people who do not see red and green, and the
symbols X and O say the same without colour. `cells_svg.py` draws boards of cells.
"""

import base64
import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from c4lib.connect4 import SYMBOLS, Board, Cell, Connect4
from c4lib.game import CHANCE
from c4lib.players.legible import legible

SIZE = 48  # of a square, in the picture's own units
EDGE = 8  # around the board
HEAD = 52  # above the board, where marks stand over its columns
SIDE = 18  # left of the board, where its rows' numbers stand
WIDEST = 640  # pixels in a notebook; larger boards are shown smaller

PANEL, HOLE, PAPER, INK, MARK = "#1d4f8c", "#e8eef6", "#ffffff", "#1b2733", "#ffffff"
ON_PAGE = "#747b83"  # what stands on the page itself: legible in light and dark themes
DISC = ("#d55e00", "#f0e442")
SYMBOL = ("#ffffff", "#4a4300")
GROUNDS, INKS = (*DISC, "#0072b2", "#009e73"), (*SYMBOL, PAPER, PAPER)
SIGNS = (*SYMBOLS, "#", "*")  # what up to four players are called, in the order of their turns
SHAPES = (
    ('path d="M-8-8L8 8M8-8L-8 8"', 5),
    ('circle r="9"', 5),
    ('path d="M-4-10V10M4-10V10M-10-4H10M-10 4H10"', 3),
    ('path d="M0-11V11M-10-6L10 6M10-6L-10 6"', 4),
)  # the signs as they are drawn, and how thick

RUN_ME = "<p><em>Run the cell to bring this to life.</em></p>"  # where there is no kernel

OUTLOOK = {
    +1: ("win", "#c4ebdd", "#004d38"),
    0: ("draw", "#e4e8ec", "#333d47"),
    -1: ("loss", "#f6d5e5", "#76144c"),
}  # what stands over a column that wins, draws or loses: the word, its ground and its ink

Owner = int | None


class Mark(NamedTuple):
    """What is known of a column, to stand above it."""

    score: int | None  # for the player to move; None while it is being worked out
    words: str = ""  # the score in words: "wins in 9 moves"
    best: bool = False
    played: bool = False  # whether this column was the one that was played


class Picture(NamedTuple):
    """A drawing and what it shows in words. A notebook shows it as an `<img>`."""

    svg: str
    alt: str

    def __repr__(self) -> str:
        return f"<picture: {self.alt}>"

    def _repr_html_(self) -> str:
        svg, alt = legible(self.svg), html.escape(legible(self.alt))
        data = base64.b64encode(svg.encode()).decode()
        return f'<img alt="{alt}" src="data:image/svg+xml;base64,{data}">'


def row(*pictures: Picture, gap: int = 24) -> Picture:
    """Pictures side by side, as one."""
    sizes = [size_of(picture) for picture in pictures]
    wide = sum(width for width, _ in sizes) + gap * (len(pictures) - 1)
    high = max(height for _, height in sizes)
    parts, left = [], 0
    for picture, (width, height) in zip(pictures, sizes, strict=True):
        parts.append(picture.svg.replace("<svg ", f'<svg x="{left}" y="{high - height}" ', 1))
        left += width + gap
    scale = min(1, 1.2 * WIDEST / wide)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide * scale:.0f}" height="{high * scale:.0f}">{"".join(parts)}</svg>',
        " Beside it: ".join(picture.alt for picture in pictures),
    )


def document(
    wide: float, high: float, parts: Sequence[str], scale: float = 1, above: int = 0, left: int = 0
) -> str:
    """A whole picture of this size, shown scaled; `above` and `left` are room before the origin."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-left} {-above} {wide:g} {high:g}" '
        f'width="{wide * scale:.0f}" height="{high * scale:.0f}" '
        f'font-family="sans-serif">{"".join(parts)}</svg>'
    )


def rect(x: float, y: float, wide: float, high: float, style: str) -> str:
    """A rectangle; what is not a whole number is rounded to tenths."""
    numbers = [f"{n}" if isinstance(n, int) else f"{n:.1f}" for n in (x, y, wide, high)]
    return '<rect x="{}" y="{}" width="{}" height="{}" {}/>'.format(*numbers, style)


def size_of(picture: Picture) -> tuple[int, int]:
    """How wide and high a picture is, as it says itself."""
    width, height = re.findall(r'(?:width|height)="(\d+)"', picture.svg)[:2]
    return int(width), int(height)


def connect4(
    state: Connect4,
    playable: bool = False,
    marks: Mapping[int, Mark] | None = None,
    rows: bool = False,
) -> Picture:
    """A Connect X position; with `marks`, what is known of its columns stands above them.

    With `rows`, the rows' numbers stand on the left, counted from the bottom.

    With `playable`, every column that can be played carries its number as `data-move`,
    an area to click, and the disc that would fall into it, hidden, for a page to show.
    """
    width, height = state.width, state.height
    above, left = 0 if marks is None else HEAD, SIDE * rows
    high = high_of(width, height)
    parts = [panel(width, height, above, left), *labels(width, height, rows)]
    parts += [_mark(column, mark) for column, mark in (marks or {}).items()]
    squares = state.rows()
    for y, row in enumerate(squares):
        for x, owner in enumerate(row):
            if owner is not None:
                ring = MARK if state.last_cell == (x, height - 1 - y) else None
                parts.append(disc_at(x, y, owner, ring))
    parts += [stroke(start, end, height) for start, end in _winning_lines(state)]
    landing = [sum(row[column] is None for row in squares) - 1 for column in range(width)]
    for move in state.moves() if playable else ():
        title = f"<title>{marks[move].words}</title>" if marks else ""
        parts.append(_column(move, landing[move], height, above, state.player, title))
    parts += [_missed_square(column, landing[column]) for column in _missed(marks or {})]
    discs = f"{width} columns, {height} rows. {columns_in_words(squares)} {outcome(state)}"
    game = "Connect Four" if state.connect == 4 else f"Connect {state.connect}"
    alt = " ".join([f"{game}, {discs}", *_marks_in_words(marks or {})])
    wide = left + width * SIZE + 2 * EDGE
    return Picture(document(wide, above + high, parts, scale_of(width), above, left), alt)


def columns_in_words(rows: Sequence[Sequence[Owner]]) -> str:
    """The discs in each column from the bottom, for people who do not see the picture."""
    words = []
    for number, owners in enumerate(zip(*rows, strict=True), 1):
        signs = [SIGNS[owner] for owner in reversed(owners) if owner is not None]
        if signs:
            words.append(f"Column {number}: {', '.join(signs)}.")
    return " ".join(words) or "Empty."


def players_of(state: Any) -> int:
    """How many people or agents play the game."""
    return int(getattr(state, "players", 2))


def outcome(state: Any) -> str:
    """Who won, or whose turn it is, in a sentence."""
    if not state.is_over:
        return "Chance decides." if state.player == CHANCE else f"{SIGNS[state.player]} to move."
    winners = [SIGNS[n] for n in range(players_of(state)) if state.utility(n) > 0]
    if not winners:
        return "A draw."
    return f"{' and '.join(winners)} {'has' if len(winners) == 1 else 'have'} won."


def cells_html(state: Any, last: Any, alt: str) -> str:
    """What a notebook shows of a game on cells; see `cells.html_of`."""
    from c4lib.view.boards.cells import html_of  # only here, for it builds on this file

    return html_of(state, last, alt)


def bitboard(bits: int, board: Board) -> Picture:
    """The bits of a board: each square's number, and 1 on blue where its bit is set.

    The spare row on top of the columns is drawn dashed. Its squares lie beside those of `connect4`.
    """
    parts = []
    for column in range(board.width):
        for row in range(board.height + 1):
            number = column * (board.height + 1) + row
            x, y = EDGE + column * SIZE, EDGE + (board.height - row) * SIZE
            is_set, is_spare = bits >> number & 1, row == board.height
            dash = ' stroke-dasharray="4 3"' if is_spare else ""
            fill, ink = (PANEL, PAPER) if is_set else ("none", ON_PAGE)
            look = 'font-size="23" font-weight="bold"' if is_set else 'font-size="17"'
            parts.append(
                f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{fill}" '
                f'stroke="{ON_PAGE}"{dash}/>'
                f'<text x="{x + 4}" y="{y + 15}" font-size="14" fill="{ink}">{number}</text>'
                f'<text x="{x + 0.62 * SIZE:g}" y="{y + 40}" {look} text-anchor="middle" '
                f'fill="{ink}">{is_set}</text>'
            )
    alt = f"Bitboard {board.width} wide and {board.height} high; bits set: " + (
        ", ".join(str(n) for n in range(bits.bit_length()) if bits >> n & 1) or "none"
    )
    scale = scale_of(board.width)
    wide, high = board.width * SIZE + 2 * EDGE, (board.height + 1) * SIZE + 2 * EDGE + 18 / scale
    return Picture(document(wide, high, parts, scale), alt)


def scale_of(width: int) -> float:
    """The factor by which a wide board is shrunk to fit in a notebook."""
    return min(1, WIDEST / (width * SIZE + 2 * EDGE))


def high_of(width: int, height: int) -> float:
    """How high a board of falling discs is, with the room for its columns' numbers."""
    return height * SIZE + 2 * EDGE + 18 / scale_of(width)


def panel(width: int, height: int, above: int = 0, left: int = 0) -> str:
    """The board with its holes: each column's are one dotted line with round, wide dots."""
    lift = (f'x="{-left}" ' if left else "") + (f'y="{-above}" ' if above else "")
    holes = "".join(
        f"M{centre(column)} {centre(0)}v{(height - 1) * SIZE + 0.01}" for column in range(width)
    )
    return (
        f'<rect {lift}width="{left + width * SIZE + 2 * EDGE}" '
        f'height="{above + high_of(width, height):g}" rx="10" fill="{PANEL}"/>'
        f'<path d="{holes}" fill="none" stroke="{HOLE}" stroke-width="40" '
        f'stroke-linecap="round" stroke-dasharray="0 {SIZE}"/>'
    )


def labels(width: int, height: int, rows: bool = False) -> list[str]:
    """The columns' numbers below the board; on wide boards only every fifth.

    With `rows`, also theirs on the left, from the bottom.
    """
    size = 15 if width <= 20 else 10 / scale_of(width)
    places = [
        (centre(column - 1), EDGE + height * SIZE + size, column) for column in range(1, width + 1)
    ]
    if rows:
        places += [(-5, centre(height - row) + size / 3, row) for row in range(1, height + 1)]
    return [
        f'<text x="{x}" y="{y:g}" font-size="{size:g}" text-anchor="middle" '
        f'fill="{PAPER}">{number}</text>'
        for x, y, number in places
        if width <= 20 or number % 5 == 0
    ]


def disc(player: int, radius: int = 20) -> str:
    """A disc with its player's sign, around the origin."""
    shape, thickness = SHAPES[player]
    return (
        f'<circle r="{radius}" fill="{GROUNDS[player]}"/><{shape} fill="none" '
        f'stroke="{INKS[player]}" stroke-width="{thickness}" stroke-linecap="round"/>'
    )


def disc_at(x: int, y: int, player: int, ring: str | None = None) -> str:
    """A disc in its place, ringed if it was played last; `data-fall`: how far it fell."""
    mark = f'<circle r="21" fill="none" stroke="{ring}" stroke-width="3"/>' if ring else ""
    return (
        f'<g transform="translate({centre(x)} {centre(y)})">'
        f'<g class="{"c4-disc c4-last" if ring else "c4-disc"}" data-fall="{centre(y)}">'
        f"{disc(player)}{mark}</g></g>"
    )


def stroke(start: Cell, end: Cell, height: int) -> str:
    """A line through the discs that won, light on dark so that it shows on both colours."""
    ends = [f"{centre(column)} {centre(height - 1 - row)}" for column, row in (start, end)]
    return "".join(
        f'<path class="c4-line" d="M{"L".join(ends)}" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round" fill="none"/>'
        for colour, width in ((INK, 9), (MARK, 5))
    )


def _column(move: int, y: int, height: int, above: int, player: int, title: str) -> str:
    """What a page needs to let a person play this column."""
    left, high = EDGE + move * SIZE, above + 2 * EDGE + height * SIZE
    return (
        f'<g class="c4-column" data-move="{move}">{title}<rect x="{left}" y="{-above}" '
        f'width="{SIZE}" height="{high}" fill="#ffffff" opacity="0"/>'
        f'<g class="c4-ghost" opacity="0">{disc_at(move, y, player)}</g></g>'
    )


def signed(value: float, form: str = "g") -> str:
    """A number with its sign, as it is typeset: +3, 0, −5, or with the form .2f: −0.50."""
    rounded = round(value, 2) + 0.0  # adding 0.0 makes 0.0 of -0.0
    return f"{rounded:{'+' if rounded else ''}{form}}".replace("-", "−")


def _mark(column: int, mark: Mark) -> str:
    """A label over a column: the score and the outcome, framed if best, with an arrow if played."""
    left, middle, top = EDGE + column * SIZE + 3, centre(column), 6 - HEAD
    if mark.score is None:
        word, ground, ink, number = "", "none", PAPER, "…"
    else:
        word, ground, ink = OUTLOOK[(mark.score > 0) - (mark.score < 0)]
        number = signed(mark.score)
    frame = f'stroke="{PAPER}" stroke-width="3"' if mark.best else f'stroke="{ink}"'
    arrow = f'<path d="M{middle - 7} 0h14l-7 8z" fill="{PAPER}"/>' if mark.played else ""
    return (
        f'<g class="c4-mark" text-anchor="middle" fill="{ink}"><title>{mark.words}</title>'
        f'<rect x="{left}" y="{top}" width="{SIZE - 6}" height="40" rx="6" fill="{ground}" '
        f'{frame}/><text x="{middle}" y="{top + 20}" font-size="18" font-weight="bold">'
        f'{number}</text><text x="{middle}" y="{top + 34}" font-size="12">'
        f"{word}{'★' if mark.best else ''}</text>{arrow}</g>"
    )


def _missed(marks: Mapping[int, Mark]) -> list[int]:
    """The columns that would have been better than the one that was played."""
    has_erred = any(mark.played and not mark.best for mark in marks.values())
    return [column for column, mark in marks.items() if mark.best and has_erred]


def _missed_square(x: int, y: int) -> str:
    """A dashed ring with a star where a better disc would have landed."""
    return (
        f'<g class="c4-missed" transform="translate({centre(x)} {centre(y)})">'
        f'<circle r="16" fill="none" stroke="{PANEL}" stroke-width="3" stroke-dasharray="6 4"/>'
        f'<text y="7" font-size="20" text-anchor="middle" fill="{PANEL}">★</text></g>'
    )


def _marks_in_words(marks: Mapping[int, Mark]) -> list[str]:
    """The marks in words, for people who do not see the picture."""
    known = [
        f"column {column + 1} {mark.words}" + (", played" if mark.played else "")
        for column, mark in marks.items()
        if mark.words
    ]
    return [f"Outlook: {'; '.join(known)}."] if known else []


def centre(index: int) -> int:
    """Where the middle of a column or row is, counted from the left or the top."""
    return EDGE + index * SIZE + SIZE // 2


def _winning_lines(state: Connect4) -> list[tuple[Cell, Cell]]:
    """The first and last cell of every line that won."""
    board, steps = state.board, ((0, 1), (1, 0), (1, -1), (1, 1))
    far = board.connect - 1
    return [
        ((column, row), (column + far * across, row + far * up))
        for direction, (across, up) in enumerate(steps)
        for column, row in board.cells(board.line_starts(state.theirs, direction))
    ]
