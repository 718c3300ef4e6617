"""Pig as a picture: how far both players have come, what the turn would add, and the die."""

from typing import Any

from c4lib.games.pig import Pig
from c4lib.view.boards.svg import GROUNDS, INK, PANEL, PAPER, SIGNS, Picture, disc, document, rect

WIDE, HIGH = 480, 132
LEFT, LONG, TALL = 52, 284, 24  # where the bars begin, how long the goal is, how tall they are
DIE = 84  # the length of its edges
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}  # where they are on each face, in steps from its middle


def pig(state: Pig, face: Any = None) -> Picture:
    """A position, and the die with the face that it has just shown, if it was rolled."""
    parts = [rect(0, 0, WIDE, HIGH, f'rx="10" fill="{PANEL}"')]
    for player in (0, 1):
        parts.append(_bar(state, player, 20 + 58 * player))
    parts.append(_die(face if face in PIPS else None))
    thrown = f" The die shows {face}." if face in PIPS else ""
    lost = " The turn's points are lost." if face == 1 else ""
    scores = f"{SIGNS[0]} has {state.scores[0]} and {SIGNS[1]} {state.scores[1]}"
    turn = f"{SIGNS[state.mover]} has {state.turn} more in this turn."
    alt = f"Pig, to {state.goal} points: {scores}; {turn}{thrown}{lost}"
    return Picture(document(WIDE, HIGH, parts), alt)


def _bar(state: Pig, player: int, top: int) -> str:
    """A player's points on the way to the goal; those of the turn, not yet safe, are hatched."""
    turn = state.turn if player == state.mover else 0
    safe = min(state.scores[player], state.goal)
    first, second = (LONG * points / state.goal for points in (safe, min(turn, state.goal - safe)))
    colour = GROUNDS[player]
    words = f"{state.scores[player]}" + (f" + {turn}" if turn else "")
    is_mine = player == state.mover and not state.is_over
    arrow = f'<path d="M8 {top + 4}l10 8l-10 8z" fill="{PAPER}"/>' if is_mine else ""
    return (
        f'{arrow}<g transform="translate(34 {top + 12}) scale(.65)">{disc(player)}</g>'
        f'<rect x="{LEFT}" y="{top}" width="{LONG}" height="{TALL}" rx="4" fill="{PAPER}"/>'
        f'<rect x="{LEFT}" y="{top}" width="{first:.1f}" height="{TALL}" rx="4" fill="{colour}"/>'
        f'<path d="M{LEFT + first:.1f} {top + TALL / 2}h{second:.1f}" stroke="{colour}" '
        f'stroke-width="{TALL}" stroke-dasharray="4 3"/>'
        f'<text x="{LEFT}" y="{top + TALL + 17}" font-size="15" font-weight="bold" '
        f'fill="{PAPER}">{words}</text>'
        f'<text x="{LEFT + LONG}" y="{top + TALL + 17}" font-size="13" text-anchor="end" '
        f'fill="{PAPER}">{state.goal}</text>'
    )


def _die(face: int | None) -> str:
    """The die; blank before it is rolled."""
    pips = "".join(
        f'<circle cx="{23 * x}" cy="{23 * y}" r="8" fill="{INK}"/>'
        for x, y in (PIPS[face] if face else [])
    )
    ground = rect(-DIE // 2, -DIE // 2, DIE, DIE, f'rx="14" fill="{PAPER}"')
    faded = "" if face else ' opacity="0.35"'
    where = f'transform="translate({WIDE - DIE // 2 - 32} {HIGH // 2})"'
    return f'<g {where}><g class="c4-die"{faded}>{ground}{pips}</g></g>'
