"""The mark from 1 to 10, which the study gave by impression, from measurements.

The study (Giorgio Strano, "Algoritmi di ricerca con avversari") fixes three points: 1 does not
know the rules, 2 plays at random, 10 is perfect. Between them something must be measured that
has a bottom and a top of its own. A rating has neither: it depends on who else plays, and a
player that profits most from the mistakes of others may be rated above perfect play. So the mark
is made of critical positions, in which some move gives a win or a draw away. A player gets
`IN_A_ROW` of them, one after the other: how likely is it to keep what it has in all?

    it never does, for it breaks every rule       1
    as likely as with random moves                2
    it always does                               10

and in proportion between these. A move that the rules do not allow, or none, keeps nothing. So
the mark rises with every critical position that is answered well, and with nothing else; the
random player's is exactly 2, the perfect player's exactly 10.

Four in a row are a convention. One alone would be kind: to look four plies ahead with evaluation
one keeps four of five and would be worth 7.5, though it loses most games of the ladder. A game
asks for more than one; with four, marks are spread over the scale, much as ratings are.
"""

from collections.abc import Iterable

import numpy as np

from c4lib.measure.accuracy import Accuracy, Answer, Estimate, Position, share

STUDY: dict[str, tuple[float, ...]] = {
    "random": (2.0,),
    "alphabeta one 8": (6.0,),
    "alphabeta one 9": (6.5,),
    "alphabeta one bis 9": (7.5,),
    "mcts 5000x100": (8.5, 8.0),
    "alphazero 400": (3.0,),
    "perfect": (10.0,),
}
"""The study's marks of what our players stand for: one, or one for each side, moving first and
second. It gives none to minimax, and 10 to alpha-beta to the end of the game, on boards small
enough for it; its AlphaZero was a network that somebody else had hardly trained."""
RULES, LOT, TOP = 1.0, 2.0, 10.0  # of breaking the rules, of random play, of perfect play
IN_A_ROW = 4  # how many critical positions in a row are to be got through


def chance(positions: Iterable[Position]) -> float:
    """How often a random move keeps the value of the critical ones among the positions."""
    shares = [
        float(np.mean([Answer(position, move).keeps for move in position.scores]))
        for position in positions
        if position.critical
    ]
    if not shares:
        raise ValueError("none of the positions is critical: every move keeps their value")
    return float(np.mean(shares))


def mark(kept: float, lot: float) -> float:
    """The mark of a player that keeps the value of this share of critical positions.

    `lot` is the share that random moves keep: see `chance`.
    """
    if kept < lot:
        return RULES + (LOT - RULES) * kept / lot
    by_lot = lot**IN_A_ROW
    return LOT + (TOP - LOT) * (kept**IN_A_ROW - by_lot) / (1 - by_lot)


def grade(accuracy: Accuracy, side: int | None = None) -> Estimate:
    """A player's mark, with its 95 % interval, by its answers.

    With a `side`, only by positions in which the first (0) or the second player (1) is to move.
    """
    answers = [
        answer for answer in accuracy.answers if side in (None, answer.position.state.player)
    ]
    kept = share([answer.keeps for answer in answers if answer.position.critical])
    lot = chance(answer.position for answer in answers)
    value, low, high = (mark(figure, lot) for figure in (kept.value, kept.low, kept.high))
    return Estimate(value, low, high, kept.count)
