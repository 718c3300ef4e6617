"""The plots of lesson 09."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from figures import check_is_readable, texts

from c4lib.games.odd_trees import TupleTree
from c4lib.games.pig import best_rolls
from c4lib.view import chance_plots

GOAL = 40
BEST = best_rolls(GOAL)
HOLD_AT_10 = np.broadcast_to(np.arange(GOAL)[:, None, None] < 10, (GOAL,) * 3)
TREE = TupleTree.of([[(4, 1, 2), (1, 3, 3)], [(6, 2, 1), [(3, 0, 4), (0, 6, 2)]]])

FIGURES = {
    "curves": lambda: chance_plots.curves([0, 0.5, 1], {"a": [1, 0, -1], "b": [0, 0, 0]}, "x", "y"),
    "aims": lambda: chance_plots.aims({"1": 0.5, "2": -0.25, "3": 0.5}, "wind 20 %"),
    "slices": lambda: chance_plots.pig_slices(BEST, (0, 10, 20, 35)),
    "one slice": lambda: chance_plots.pig_slices(BEST, [20], HOLD_AT_10, "hold at 10"),
    "depths": lambda: chance_plots.pig_depths(
        [1, 2, 4, 8, 16, 32, 64],
        [0.2, 0.2, 0.15, 0.1, 0.1, 0.05, 0.01],
        [0.43, 0.44, 0.46, 0.47, 0.49, 0.495, 0.5],
        {"hold at 20": 0.46, "hold at 25": 0.48},
    ),
    "tree": lambda: chance_plots.tuple_tree(TREE),
}


@pytest.fixture(params=FIGURES, scope="module")
def figure(request):
    before = plt.get_fignums()
    drawn = FIGURES[request.param]()
    assert plt.get_fignums() == before, "only who asks for it shows it"
    return drawn


def test_every_figure_is_readable(figure):
    check_is_readable(figure)


def test_the_best_columns_are_marked():
    labels = [text.get_text() for text in texts(FIGURES["aims"]())]
    assert {"0.50 ★", "-0.25"} <= set(labels)
    assert labels.count("0.50 ★") == 2


def image_of(figure, number=0):
    return figure.axes[0].images[number].get_array()


def test_a_slice_shows_where_to_roll_and_nothing_where_the_game_is_won():
    shown = image_of(chance_plots.pig_slices(BEST, [20]))
    turns, mine = np.ogrid[:GOAL, :GOAL]
    assert (shown.mask == (turns + mine >= GOAL)).all()
    assert (shown == BEST[:, :, 20]).all()


def test_another_way_to_play_is_marked_where_it_differs():
    figure = chance_plots.pig_slices(BEST, [20], HOLD_AT_10, "hold at 10")
    turns, mine = np.ogrid[:GOAL, :GOAL]
    differs = (BEST[:, :, 20] != HOLD_AT_10[:, :, 20]) & (turns + mine < GOAL)
    assert (~image_of(figure, 1).mask == differs).all()
    assert "hold at 10 errs" in [text.get_text() for text in texts(figure)]
    same = chance_plots.pig_slices(BEST, [20], BEST, "best play")
    assert len(same.axes[0].images) == 1


def test_a_tree_of_tuples_says_what_everybody_gets_and_marks_best_play():
    figure = chance_plots.tuple_tree(TREE)
    written = [text.get_text() for text in figure.axes[0].texts]
    assert written[0] == "A  (6, 2, 1)"
    assert {"B  (1, 3, 3)", "B  (6, 2, 1)", "C  (3, 0, 4)", "(4, 1, 2)"} <= set(written)
    bold = [line for line in figure.axes[0].lines if line.get_linewidth() == 3]
    assert len(bold) == 2
