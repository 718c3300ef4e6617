"""Still pictures of lesson 05: the tree that random games grow, and the bandit beneath it."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from c4lib.connect4 import Connect4
from c4lib.game import Move, State
from c4lib.measure.intervals import Z
from c4lib.players.agents import MCTS
from c4lib.search import bandit, estimate
from c4lib.search.mcts import best_child, check
from c4lib.view.boards.svg import OUTLOOK
from c4lib.view.plots import style
from c4lib.view.plots.style import BLUE, GREY, LOOKS, ORANGE, styled
from c4lib.view.trees.mcts import Grown, children_of, readable
from c4lib.view.trees.mcts import mcts_tree as mcts_tree
from c4lib.view.trees.text import counted, move_text, named_move, player_name

STYLES = {1: "-", 0: "--", -1: ":", None: "-"}  # of moves that win, draw, lose, and others


@styled
def uct_bars(node: Grown, c: float = 1.5) -> Figure:
    """Why a node's next visit goes where it goes: each child's mean, and on it what is unknown.

    The mean is that of the player to move at the node; the other term is c √(ln N / n). The
    longest bar is visited next, unless its value is proven: then a draw counts a half, and a loss
    comes last. A move that was never tried comes before all others.
    """
    parent = readable(node, plies=1)
    check(parent.state, c, 1, prove=False)
    children = [child for _, child in children_of(parent)]
    means = [child.mean for child in children]
    sums = [child.uct(c) for child in children]
    terms = np.subtract(sums, means)
    longest = max(sums) or 1.0
    figure, axes = style.single(1.1 + 0.42 * (len(children) + bool(parent.untried)), "UCT")
    rows, player = range(len(children)), player_name(parent.state, parent.state.player)
    axes.barh(rows, means, color=BLUE, label=f"mean: {player}'s share of points")
    label = f"exploration: {c:g} √(ln N / n)"
    axes.barh(rows, terms, left=means, color=style.GOLD, hatch="//", label=label)
    names = []
    for child in children:
        words = counted(child.visits, "visit") + ", proven" * (child.proven is not None)
        names.append(f"{named_move(parent.state, child.move)}\n{words}")
    each = zip(means, terms, sums, strict=True)
    texts = [f"{mean:.3f} + {term:.3f} = {total:.3f}" for mean, term, total in each]
    places = [total + 0.01 * longest for total in sums]
    if parent.untried:
        moves = ", ".join(move_text(parent.state, move) for move in sorted(parent.untried))
        texts.append("one of " * (len(parent.untried) > 1) + moves)
        names.append("never tried")
        places.append(0.01 * longest)
    following = len(rows) if parent.untried else children.index(best_child(parent, c))
    style.sums(axes, names, texts, places, following)
    axes.set_xlim(0, 1.62 * longest)
    style.legend(figure, 2)
    return figure


@styled
def visits_growth(
    state: State,
    checkpoints: Sequence[int],
    *,
    seed: int = 0,
    c: float = 1.5,
    rollouts: int = 1,
    prove: bool = False,
) -> Figure:
    """The share of the visits that each move has as one search goes on.

    Beside the name of a move stands what it is worth to the player to move if both play
    perfectly, where the solver can tell in reasonable time.
    """
    steps = sorted(set(checkpoints))
    if not steps:
        raise ValueError("give one checkpoint or more, such as [10, 100, 1000]")
    counts = []
    for step in steps:
        player = MCTS(step, rollouts, c, seed, prove=prove)  # compiled where that is possible
        player(state)
        assert player.result is not None
        visited = {move: stats.visits for move, stats in player.result.moves.items()}
        counts.append(dict.fromkeys(state.moves(), 0) | visited)
    figure, axes = style.single(3.8, "iterations", "share of the visits")
    busiest = sorted(state.moves(), key=lambda move: -counts[-1][move])
    if len(busiest) > len(LOOKS):  # those that were visited least share a line
        busiest = busiest[: len(LOOKS) - 1]
    lines = [[move] for move in state.moves() if move in busiest]
    lines.append([move for move in state.moves() if move not in busiest])
    for moves, (colour, marker) in zip(filter(None, lines), LOOKS, strict=False):
        shares = [sum(count[m] for m in moves) / sum(count.values()) for count in counts]
        worth = _worth(state, moves[0]) if len(moves) == 1 else None
        label = named_move(state, moves[0]) if len(moves) == 1 else f"{len(moves)} others"
        label += "" if worth is None else f": {OUTLOOK[worth][0]}"
        axes.plot(steps, shares, color=colour, marker=marker, ms=5, ls=STYLES[worth],
                  lw=2 if worth == 1 else 1.4, label=label)  # fmt: skip
    style.logarithmic(axes.xaxis)
    axes.set_ylim(0, None)
    style.percent(axes.yaxis)
    axes.grid(axis="y")
    style.legend(figure, 4)
    return figure


def outcome(state: Connect4) -> int | None:
    """Who wins if both play perfectly: +1 X, -1 O, 0 nobody; None if it takes too long to know."""
    from c4lib.fast import solve  # only here, for it loads the compiler
    from c4lib.fast.book import look_up

    if state.is_over:
        return int(state.utility(0))
    quick = 34 if state.connect == 4 else 16  # free squares, for an answer within seconds
    if state.free > quick and (state.connect != 4 or look_up(state) is None):
        return None
    try:
        score = solve(state).score
    except ValueError:  # the board is too large for the solver
        return None
    return int(np.sign(score if state.player == 0 else -score))


def _worth(state: State, move: Move) -> int | None:
    """What a move is worth to the player who makes it, if that is known."""
    found = outcome(state.play(move)) if isinstance(state, Connect4) else None
    return found if found is None or state.player == 0 else -found


@styled
def convergence(state: State, games: int = 2000, seeds: Iterable[int] = range(5)) -> Figure:
    """The share of points in random games as they are played, and how sure it is.

    On the left several runs, the first with its 95 % interval; on the right how far that
    reaches each way, beside 1/√n. The share is that of the player to move.
    """
    seeds = list(seeds)
    if not seeds:
        raise ValueError("give one seed or more, such as range(5)")
    runs = [estimate(state, games, seed=seed) for seed in seeds]
    truth = float(np.mean([run.share[-1] for run in runs]))
    first, *others = runs
    figure, (left, right) = style.multiples(1, 2, 3.5, width_ratios=(1.25, 1))
    for number, run in enumerate(others):
        label = "other seeds" if number == 0 else None
        left.plot(run.games, run.share, color=GREY, lw=0.8, label=label)
    band = {"color": BLUE, "alpha": 0.2, "lw": 0, "label": "95 % interval"}
    guess = {"color": ORANGE, "lw": 1.2, "ls": "--", "zorder": 2}
    left.fill_between(first.games, first.low, first.high, zorder=1, **band)
    left.plot(first.games, first.share, color=BLUE, lw=1.6, label=f"seed {seeds[0]}", zorder=3)
    left.axhline(truth, label=f"all games: {truth:.1%}", **guess)
    left.set(ylim=(0, 1), ylabel=f"share of points of {player_name(state, state.player)}")
    style.percent(left.yaxis)
    reach = (first.high - first.low) / 2
    right.plot(first.games, reach, color=BLUE, lw=1.6, label=f"seed {seeds[0]}")
    theory = Z * math.sqrt(truth * (1 - truth)) / np.sqrt(first.games)
    right.plot(first.games, theory, label="1.96 √(p (1 − p) / n)", **guess)
    style.logarithmic(right.yaxis, PercentFormatter(1, decimals=None), subs=(1, 2, 5))
    right.set_ylabel("half the interval's width")
    for axes, columns in ((left, 2), (right, 1)):
        style.logarithmic(axes.xaxis)
        axes.set(xlabel="random games", xlim=(1, max(games, 2)))
        axes.grid()
        style.legend(axes, columns, fontsize=style.SMALL)
    return figure


@styled
def bandit_plot(
    chances: Sequence[float],
    pulls: int = 500,
    *,
    c: float = 0.5,
    cs: Sequence[float] = (0.0, 0.1, 0.5, 1.5),
    runs: int = 200,
    seed: int = 0,
) -> Figure:
    """Slot machines: one run of UCB with the constant `c`, and the regret for several.

    Above, each pull is a stroke in the row of its machine: upwards where it paid, downwards
    where it did not. Below is the regret, averaged over the runs, for each
    of the constants `cs`, and of pulling at random.
    """
    style.check_fits(len(cs), "constants", most=len(LOOKS) - 1)
    run = bandit.play(chances, pulls, bandit.ucb(c), seed)
    strategies = {f"C = {each:g}": bandit.ucb(each) for each in cs}
    all_of_them = {**strategies, "at random": bandit.at_random}
    regrets = bandit.mean_regret(chances, pulls, all_of_them, runs, seed)
    heights = (0.5 + 0.42 * len(run.chances), 2.6)
    figure, (machines, curves) = style.multiples(2, 1, sum(heights) + 0.7, height_ratios=heights)
    _draw_machines(machines, run, c)
    when = np.arange(1, pulls + 1)
    every = (max(1, pulls // 12) // 2, max(1, pulls // 6))
    named = {label: regrets[label] for label in strategies}
    style.lines(curves, named, when, ms=5, markevery=every, lw=1.5)
    curves.plot(when, regrets["at random"], color=GREY, ls="--", lw=1.5, label="at random")
    most = max(regret[-1] for regret in named.values())
    curves.set(xlabel="pulls", ylabel=f"regret, mean of {runs:,} runs")
    curves.set_ylim(0, 1.25 * most or 1.0)  # there is no regret where all machines pay alike
    curves.grid(axis="y")
    curves.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    for axes in (machines, curves):
        axes.set_xlim(0, pulls * 1.005)
        axes.xaxis.set_major_formatter("{x:,.10g}")
    return figure


def _draw_machines(axes: Axes, run: bandit.Pulls, c: float) -> None:
    """Each pull of one run, in the row of its machine; beside the row, how often it paid."""
    when = np.arange(1, len(run.arms) + 1)
    thick = min(2.0, max(0.5, 400 / len(when)))
    for arm in range(len(run.chances)):
        for paid, reach, colour in ((1.0, -0.36, BLUE), (0.0, 0.36, ORANGE)):
            at = when[(run.arms == arm) & (run.rewards == paid)]
            axes.vlines(at, arm, arm + reach, color=colour, lw=thick)
    labels = [f"{number}: pays {chance:.0%}" for number, chance in enumerate(run.chances, 1)]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    seen = ["" if math.isnan(mean) else f", {mean:.0%} paid" for mean in run.means]
    found = [f"{count:,} pulls{paid}" for count, paid in zip(run.counts, seen, strict=True)]
    other = axes.secondary_yaxis("right")
    other.set_yticks(range(len(found)), found)
    other.tick_params(length=0)
    other.spines["right"].set_visible(False)
    axes.set_title(f"one run with C = {c:g}: each stroke is a pull")
    signs = [
        Line2D([], [], ls="", marker="|", ms=9, mew=2, color=colour, label=label)
        for colour, label in ((BLUE, "up: it paid"), (ORANGE, "down: it did not"))
    ]
    style.legend(axes, handles=signs, loc="upper center", bbox_to_anchor=(0.5, -0.12))
