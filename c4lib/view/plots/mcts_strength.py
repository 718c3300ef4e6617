"""Plots of how strong Monte Carlo tree search is, as `c4lib.measure.study_mcts` measured it."""

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from c4lib.measure.accuracy import STAGES
from c4lib.measure.study_mcts import Answers, Strength
from c4lib.view.plots import style
from c4lib.view.plots.accuracy import MEASURES
from c4lib.view.plots.style import LOOKS, styled

SIDES = ("MCTS moves first", "MCTS moves second")
POSITIONS = "search from the positions of c4lib.measure.accuracy"


@styled
def by_budget(
    strength: Strength, stage: str | None = None, measure: str = "kept_when_critical"
) -> Figure:
    """One measure against the simulations for a move, with a line for each C.

    It is over all positions or those of a stage; the bands are 95 % confidence intervals. A
    `measure` is "kept", "kept_when_critical" or "best", as in `c4lib.measure.accuracy.Accuracy`.
    """
    _check_some(_names(strength, "stage"), POSITIONS)
    lines = {f"C = {c:g}": strength.by_budget(c, stage) for c in _constants(strength)}
    figure, axes = style.single(3.8)
    _draw(axes, lines, measure)
    style.legend(axes, len(lines))
    return figure


@styled
def by_stage(strength: Strength, c: float = 1.0, measure: str = "kept_when_critical") -> Figure:
    """One measure against the simulations for a move, with a line for each stage of the game."""
    found = _names(strength, "stage")
    _check_some(found, POSITIONS)
    lines = {stage: strength.by_budget(c, stage) for stage in STAGES if stage in found}
    figure, axes = style.single(3.6, title=f"C = {c:g}")
    _draw(axes, lines, measure)
    style.legend(figure, len(lines))
    return figure


@styled
def from_start(strength: Strength, measure: str = "kept_when_critical") -> Figure:
    """The share of seeds with a good move, at each start of the game: a panel each."""
    starts = _names(strength, "start")
    _check_some(starts, "search at the start of the game")
    figure, panels = style.tiles(len(starts), 2, 2.4, sharex=True, sharey=True)
    for start, axes in zip(starts, panels, strict=True):
        lines = {f"C = {c:g}": strength.from_start(c, start) for c in _constants(strength)}
        _draw(axes, lines, measure, band=False)
        title = f"after {start}" if start else "the empty board"
        axes.set(title=title, ylabel="share of seeds", ylim=(-0.04, 1.04))
        axes.label_outer()
    style.legend(figure, 5)
    return figure


def _names(strength: Strength, part: str) -> list[str]:
    """The stages, or the starts, in the order in which they were measured."""
    return list(dict.fromkeys(cell.name for cell in strength.cells if cell.part == part))


def _check_some(found: object, what: str) -> None:
    if not found:
        raise ValueError(f"no {what} was measured; draw what c4lib.measure.study_mcts.read() gives")


def _constants(strength: Strength) -> list[float]:
    return sorted({cell.c for cell in strength.cells})


def _draw(
    axes: Axes, lines: Mapping[str, Mapping[int, Answers]], measure: str, band: bool = True
) -> None:
    """A line with its band for each label, on a logarithmic axis of simulations."""
    lows = []
    for (label, cells), (colour, marker) in zip(lines.items(), LOOKS, strict=False):
        shares = [cell.share(measure) for cell in cells.values()]
        values = [share.value for share in shares]
        axes.plot(list(cells), values, color=colour, marker=marker, lw=1.4, label=label)
        if band:
            low, high = [share.low for share in shares], [share.high for share in shares]
            axes.fill_between(list(cells), low, high, color=colour, alpha=0.15, linewidth=0)
            lows += low
    style.logarithmic(axes.xaxis, lambda n, _: f"{n / 1e6:g} million" if n >= 1e6 else f"{n:,.0f}")
    axes.set(xlabel="simulations for a move", ylabel=MEASURES[measure])
    axes.set_ylim(style.lowest_tenth(lows), 1.01)
    style.percent(axes.yaxis)
    axes.grid()


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
