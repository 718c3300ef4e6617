"""A position with its threats: the empty squares that would complete a line."""

from c4lib.connect4 import SYMBOLS, Connect4
from c4lib.heuristics import threat_squares
from c4lib.view.boards import svg

BASELINE = 8  # from the middle of a square down to the foot of its letter


def show_threats(state: Connect4) -> svg.Picture:
    """The board, with a small x on each threat of X and a small o on each of O's."""
    if not isinstance(state, Connect4):
        raise ValueError(f"threats are marked on states of Connect4, not {state!r}")
    letters: dict[tuple[int, int], str] = {}
    for player, symbol in enumerate(SYMBOLS):
        empty = state.board.full & ~state.mask
        squares = threat_squares(state.board, state.discs(player), empty)
        for cell in state.board.cells(squares):
            letters[cell] = letters.get(cell, "") + symbol
    drawn, words = svg.connect4(state)
    parts = [
        _letter(column, state.height - 1 - row, each) for (column, row), each in letters.items()
    ]
    sentences = [
        f" Column {column + 1}, row {row + 1}: threat of {' and '.join(each)}."
        for (column, row), each in letters.items()
    ]
    drawn = drawn.removesuffix("</svg>") + "".join(parts) + "</svg>"
    return svg.Picture(drawn, words + "".join(sentences))


def _letter(column: int, y: int, symbols: str) -> str:
    """Small letters in the middle of an empty square."""
    x = svg.EDGE + (column + 0.5) * svg.SIZE
    foot = svg.EDGE + (y + 0.5) * svg.SIZE + BASELINE
    return (
        f'<text x="{x:g}" y="{foot:g}" font-size="26" font-weight="bold" text-anchor="middle" '
        f'fill="{svg.PANEL}">{symbols.lower()}</text>'
    )
