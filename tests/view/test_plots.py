"""What holds for every plot: it can be read, on a light and on a dark page, and in words."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from figures import check_is_readable, texts
from matplotlib.colors import to_rgba
from plot_examples import (
    CELLS,
    EXAMPLES,
    SMALL,
    STANDINGS,
    TRAP,
    a_game,
    a_log,
    a_miss,
    a_net,
    growth,
    judged,
)
from plot_examples import searched as search

from c4lib import Connect4
from c4lib.alphazero.encode import Columns
from c4lib.games.tictactoe import TicTacToe
from c4lib.heuristics import Linear
from c4lib.search import mcts
from c4lib.view.plots import alphazero, bars, heuristics, ladder, network
from c4lib.view.plots import mcts as mcts_plots
from c4lib.view.plots.mcts import mcts_tree
from c4lib.view.plots.style import Plot, contrast

DRAWN = {**EXAMPLES, "MCTS tree": lambda: mcts_tree(mcts(TRAP, 100))}


@pytest.mark.parametrize("example", DRAWN)
def test_every_plot_fits_a_notebook_and_both_themes_and_has_an_alternative_text(example):
    before = plt.get_fignums()
    figure = DRAWN[example]()
    assert plt.get_fignums() == before, "a figure is shown only where a cell returns it"
    if example != "MCTS tree":  # it is wider, and its own test is stricter
        check_is_readable(figure)
    assert figure.get_facecolor()[3] == 0
    assert all(axes.get_facecolor()[3] < 0.3 for axes in figure.axes)
    assert isinstance(figure, Plot)
    assert 30 < len(figure.alt) < 2500
    assert not set("`$\n") & set(figure.alt)
    for text in texts(figure):
        assert is_legible(text), (text.get_text(), text.get_color())


def is_legible(text):
    """Whether a text is not too light for a white page, nor too dark for a dark one.

    What stands on a coloured area has the colour that goes with it instead.
    """
    colour = to_rgba(text.get_color())[:3]
    on_pages = min(contrast(colour, page) for page in ("white", "#111111"))
    box = text.get_bbox_patch()
    if box is not None and box.get_facecolor()[3]:
        assert box.get_facecolor()[3] == 1
        return contrast(colour, box.get_facecolor()[:3]) >= 3.8
    return on_pages >= 3 or bool(text.axes.patches or text.axes.images)


def test_the_style_is_not_left_behind_for_the_reader_s_own_plots():
    before = dict(mpl.rcParams)
    bars({"a": 1}, x="nodes")
    assert dict(mpl.rcParams) == before


def somewhere(**measured):
    """What `by_depth` takes: agents that were measured at depth 1, or nowhere."""
    return {name: {1: judged()[0]} if is_known else {} for name, is_known in measured.items()}


BARE = [{"iteration": 0.0, "games": 10.0}]  # a log that has neither exact values nor matches
NET = a_net(Connect4())[0]
OTHER_BOARD = "does not fit 5x4, 4 in a row with lines, which has 319"
TWOS = {"mine": Linear({"twos": 1})}
GAME = a_game(Connect4(), [3, 2, 1, 4, 0, 0, 6, 6, 5])[0]
UNMARKED = [row._replace(mark=row.mark.__class__(0, 0, 0, 0)) for row in STANDINGS]
REFUSED = (
    (heuristics.by_depth, [somewhere(one=True), "speed"], "a measure is one of kept"),
    (heuristics.by_depth, [somewhere(one=False)], "measured somewhere"),
    (heuristics.by_time, [{"one": [(0.0, judged()[0])]}], "in milliseconds, and more than 0"),
    (heuristics.board_table, [CELLS, "nobody"], "no results against nobody; there are one-ply"),
    (heuristics.board_table, [CELLS, "one-ply", 6], "against one-ply with 6 in a row; there are"),
    (heuristics.board_table, [[], "x", 4], "no results against x.*; there are none"),
    (heuristics.weights, [TWOS, [Connect4()]], "two or more states"),
    (heuristics.weights, [{}, [Connect4()] * 2], "1 to 4 evaluations"),
    (mcts_plots.uct_bars, [mcts(Connect4(), 10), -1], "c is a number of at least 0"),
    (mcts_plots.convergence, [Connect4(), 10, iter([])], "one seed or more"),
    (ladder.marks, [UNMARKED], "none of these players was asked"),
    (network.network, [NET, Columns(SMALL.board)], OTHER_BOARD),
    (network.tower, [{}, SMALL.board], "give networks by name and their board"),
    (network.network, [NET, Connect4()], "give the encoding of a board"),
    (network.network, [*a_net(TRAP), Connect4.from_moves("1212121")], "the game is over"),
    (alphazero.thoughts, [TRAP, search(SMALL)], r"not of this state, .* moves \[0, 1, 2, 3, 4"),
    (alphazero.thoughts, [TRAP, mcts(TRAP, 20)], "this search had no priors"),
    (alphazero.puct_terms, [TicTacToe(), search(TicTacToe())], "positions of Connect X"),
    (alphazero.puct_terms, [TRAP, search(TRAP), -1], "c is a number of at least 0"),
    (alphazero.thoughts, [TRAP, search(TRAP), 3], "between -1 and 1, not 3"),
    (alphazero.thoughts, [TRAP, search(TRAP), 0, {0: 1}], "give a score for each of the moves"),
    (alphazero.followed, [GAME[2::-1]], "in the order in which they were played"),
    (alphazero.followed, [GAME], r"one figure shows 1 to 8 positions, not 9: game\[:8\]"),
    (alphazero.followed, [[]], "one figure shows 1 to 8 positions, not 0"),
    (alphazero.ceiling, [{}], "one plot shows 1 to 8 candidates, not 0"),
    (alphazero.ceiling, [{"one": {}}], "each candidate was measured at least once"),
    (alphazero.learnt_curve, [[]], "the log is empty; train for an iteration or more"),
    (alphazero.learning_curve, [[]], "the log is empty; train for an iteration or more"),
    (alphazero.learning_curve, [BARE], "'kept'; only boards with known exact values"),
    (alphazero.stages, [BARE], "'kept_first moves'; only boards with known exact values"),
    (alphazero.stages, [a_log(), "hours"], "x is one of games, minutes, iteration, not 'hours'"),
    (alphazero.iso_accuracy, [[]], "no mistakes in all positions were measured; draw what"),
    (alphazero.probes, [[]], "no probes were measured; draw what"),
    (alphazero.probes, [growth(), ["luck"]], "there is no probe for luck, but my disc here wins"),
    (alphazero.same_time, [{}], "one plot shows 1 to 8 trainings, not 0"),
    (alphazero.same_time, [{"old": a_log()}], "has no figure 'core_seconds'$"),
    (alphazero.weak_spots, [[]], "one plot shows 1 to 4 positions, not 0"),
    (alphazero.weak_spots, [[a_miss(TRAP, 5)]], "positions that the player gave away"),
    (alphazero.gate, [BARE], "the log of this training has no figure 'against_best'$"),
)


@pytest.mark.parametrize(("draw", "arguments", "message"), REFUSED)
def test_what_cannot_be_drawn_is_refused_with_a_reason(draw, arguments, message):
    with pytest.raises(ValueError, match=message):
        draw(*arguments)
