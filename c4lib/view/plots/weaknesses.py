"""Positions that beat a player, side by side, as `c4lib.measure.weaknesses` found them."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from c4lib.connect4 import SYMBOLS
from c4lib.measure.review import sign
from c4lib.measure.weaknesses import Trial
from c4lib.view.plots import style
from c4lib.view.plots.position import SMALL_CELL, draw_board
from c4lib.view.plots.style import GREEN, NOTE, ORANGE, SMALL, note, styled
from c4lib.view.trees.text import moves_text

OUTCOMES = ("a loss", "a draw", "a win")
ACROSS, WIDE = 4, 1.5  # boards in a row, and how wide one is at most, in inches
LINE = 0.19  # inches between lines of words


@styled
def weak_spots(found: Sequence[Trial]) -> Figure:
    """Positions in which a player gives something away, each with what is right and what it plays.

    A green triangle stands under each right move, an orange cross under the player's; a dashed ring
    is where its disc would lie. A position is quiet if no right move wins, stops a win or threatens
    to win.
    """
    style.check_fits(len(found), "positions", ACROSS)
    if any(each.keeps for each in found):
        raise ValueError("give positions that the player gave away: those whose `keeps` is False")
    across = style.WIDTH / ACROSS
    cells = [min(SMALL_CELL, WIDE / each.state.width) for each in found]
    tall = max(cell * each.state.height for cell, each in zip(cells, found, strict=True))
    foot = 0.35 + 5 * LINE
    figure = style.blank(foot + tall + 0.35)
    for number, (trial, cell) in enumerate(zip(found, cells, strict=True)):
        state, wide = trial.state, cell * trial.state.width
        left = number * across + (across - wide) / 2
        board = style.panel(figure, left, foot, wide, cell * state.height)
        draw_board(board, state, cell, trial.answer.move)
        title = f"{state.ply} discs, {SYMBOLS[state.player]} to move"
        note(board, 0.5, 1.04, title, transform=board.transAxes, size=NOTE, va="bottom")
        _draw_choice(style.panel(figure, left, foot - 0.35, wide, 0.33), trial)
        words = style.panel(figure, left, 0, wide, 5 * LINE)
        for line, text in enumerate(_words(trial)):
            note(words, wide / 2, (4.5 - line) * LINE, text, size=NOTE)
    texts = (f"{each.state.to_moves()}: {', '.join(_words(each))}" for each in found)
    figure.alt = f"Positions in which something is given away. {'; '.join(texts)}."
    return figure


def _draw_choice(axes: Axes, trial: Trial) -> None:
    """The columns' numbers, a triangle under each right one, a cross under the player's."""
    axes.set(xlim=(-0.5, trial.state.width - 0.5), ylim=(0, 1))
    for column in trial.state.moves():
        size = min(SMALL, 60 / trial.state.width)
        note(axes, column, 0.98, str(column + 1), size=size, va="top")
    axes.plot(trial.right, [0.25] * len(trial.right), "^", color=GREEN, ms=7, clip_on=False)
    axes.plot(trial.answer.move, 0.25, "X", color=ORANGE, ms=7, clip_on=False)


def _words(trial: Trial) -> list[str]:
    """What is right, what the player does, and what kind of position it is."""
    position, move = trial.answer.position, trial.answer.move
    before, after = (OUTCOMES[sign(each) + 1] for each in (position.best, position.scores[move]))
    kind = "quiet" if trial.is_quiet else "not quiet"
    return [
        f"right: {moves_text(trial.state, trial.right)}",
        f"their prior: {style.share_text(trial.prior)}",
        f"plays {move + 1}: {before}",
        f"becomes {after}",
        f"{kind}; {trial.plies} discs to go",
    ]
