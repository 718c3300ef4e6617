"""Plots of how strong Monte Carlo tree search is, as `c4lib.measure.study_mcts` measured it."""

from matplotlib.figure import Figure

from c4lib.measure.study_mcts import Strength
from c4lib.view.plots import style
from c4lib.view.plots.accuracy import MEASURES
from c4lib.view.plots.style import LOOKS, styled

SIDES = ("MCTS moves first", "MCTS moves second")
MOST = 300_000  # with more simulations, only few positions could be afforded
POSITIONS = "search from the positions of c4lib.measure.accuracy"


@styled
def by_budget(
    strength: Strength, stage: str | None = None, measure: str = "kept_when_critical"
) -> Figure:
    """One measure against the simulations for a move, with a line for each C, up to `MOST`.

    It is over all positions or those of a stage; the bands are 95 % confidence intervals. A
    `measure` is "kept", "kept_when_critical" or "best", as in `c4lib.measure.accuracy.Accuracy`.
    """
    _check_some([cell for cell in strength.cells if cell.part == "stage"], POSITIONS)
    constants, lows = sorted({cell.c for cell in strength.cells}), []
    figure, axes = style.single(3.8, "simulations for a move", MEASURES[measure])
    for c, (colour, marker) in zip(constants, LOOKS, strict=False):
        found = strength.by_budget(c, stage)
        shares = {n: cell.share(measure) for n, cell in found.items() if n <= MOST}
        values = [share.value for share in shares.values()]
        low, high = ([getattr(s, end) for s in shares.values()] for end in ("low", "high"))
        axes.plot(list(shares), values, color=colour, marker=marker, lw=1.4, label=f"C = {c:g}")
        axes.fill_between(list(shares), low, high, color=colour, alpha=0.15, linewidth=0)
        lows += low
    style.logarithmic(axes.xaxis)
    axes.set_ylim(style.lowest_tenth(lows), 1.01)
    style.percent(axes.yaxis)
    axes.grid()
    style.legend(axes, len(constants))
    return figure


def _check_some(found: object, what: str) -> None:
    if not found:
        raise ValueError(f"no {what} was measured; draw what c4lib.measure.study_mcts.read() gives")


@styled
def matches(strength: Strength) -> Figure:
    """The games of the study's setting against each player: won/drawn/lost, on both sides.

    The colour is the share of points: a win counts 1, a draw a half.
    """
    _check_some(strength.matches, "game against another player")
    opponents = list(dict.fromkeys(match.opponent for match in strength.matches))
    games = {
        (opponents.index(match.opponent), match.side): (match.won, match.drawn, match.lost)
        for match in strength.matches
    }
    figure, axes = style.single(1.3 + 0.34 * len(opponents))
    image = style.points_map(axes, (len(opponents), 2), games, size=10)
    axes.set_xticks((0, 1), SIDES)
    axes.xaxis.tick_top()
    axes.set_yticks(range(len(opponents)), opponents)
    axes.tick_params(length=0, labelsize=10)
    label = "points of MCTS; in the squares: won/drawn/lost"
    style.percent(style.scale(figure, image, axes, label, shrink=0.8).ax.xaxis)
    return figure
