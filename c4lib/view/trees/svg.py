"""Paints shapes, branches and words of a tree as SVG, in the visual language of `marks`.

The ground is transparent. Within a page of JupyterLab the words on it take the theme's colour;
in an `<img>`, which does not know the theme, they are grey enough for both.
"""

from html import escape

from c4lib.view.boards.svg import rect
from c4lib.view.trees.layout import Point
from c4lib.view.trees.marks import INK, LEAF, LOOKS, ON_PAGE, TAG

WORDS = f"var(--jp-ui-font-color1, {ON_PAGE})"  # words and lines that stand on the page itself
START, END, BOLD = ' text-anchor="start"', ' text-anchor="end"', ' font-weight="bold"'
LETTER = 6.2  # pixels that a letter of 11 pixels takes, roughly
DASHES = {"solid": "", "dotted": ' stroke-dasharray="2 3"', "none": ""}


def label(x: float, y: float, size: float, text: str, fill: str, more: str = "") -> str:
    """A text, in the middle of `x` unless `more` says otherwise."""
    anchor = "" if "text-anchor" in more else ' text-anchor="middle"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{fill}"{anchor}{more}>'
        f"{escape(text)}</text>"
    )


def tag(x: float, y: float, text: str) -> str:
    """A move on its branch: a text on a light ground, whose middle is at this point."""
    wide = LETTER * len(text) + 5
    ground = (
        f'<rect class="c4s-tag" x="{x - wide / 2:.1f}" y="{y - 6.5:.1f}" width="{wide:.1f}" '
        f'height="13" rx="4" fill="{TAG}"/>'
    )
    return ground + label(x, y + 4, 11, text, INK)


def symbol(
    look: str, middle: Point, radius: float, more: str = "", edge: str = "", fill: str = ""
) -> str:
    """A node's shape, in its own colours or others; all but leaves look about equally large."""
    shape, ground, usual, line = LOOKS[look]
    (x, y), r = middle, radius * (LEAF if shape == "leaf" else 1)
    style = f'fill="{fill or ground}" stroke="{edge or usual}"{DASHES[line]}{more}'
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {style}/>'
    if shape == "diamond":
        points = [(x - 1.2 * r, y), (x, y - 1.2 * r), (x + 1.2 * r, y), (x, y + 1.2 * r)]
        ends = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
        return f'<polygon points="{ends}" {style}/>'
    half, corner = 0.92 * r, 0 if shape == "square" else 0.4 * r
    return rect(x - half, y - half, 2 * half, 2 * half, f'rx="{corner:.1f}" {style}')


def branch(start: Point, end: Point, colour: str, width: float, dash: str = "") -> str:
    """A branch that leaves its parent downwards and meets its child from above."""
    (x1, y1), (x2, y2) = start, end
    out, into = y1 + 0.6 * (y2 - y1), y1 + 0.25 * (y2 - y1)
    bend = f"C{x1:.1f} {out:.1f} {x2:.1f} {into:.1f} {x2:.1f} {y2:.1f}"
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{x1:.1f} {y1:.1f}{bend}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}"{dashes}/>'
    )
