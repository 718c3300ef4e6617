"""The plots of lesson 09."""

import numpy as np
from figures import words
from plot_examples import BEST, EXAMPLES, GOAL, HOLD_AT_10, TREE

from c4lib.view.plots import chance


def test_the_best_columns_are_marked():
    labels = words(EXAMPLES["aims"]())
    assert "−0.25" in labels
    assert labels.count("0.50 ★") == 2


def image_of(figure, number=0):
    return figure.axes[0].images[number].get_array()


def test_a_slice_shows_where_to_roll_and_where_another_way_to_play_differs():
    shown = image_of(chance.pig_slices(BEST, [20]))
    turns, mine = np.ogrid[:GOAL, :GOAL]
    assert (shown.mask == (turns + mine >= GOAL)).all()
    assert (shown == BEST[:, :, 20]).all()
    figure = chance.pig_slices(BEST, [20], HOLD_AT_10, "hold at 10")
    turns, mine = np.ogrid[:GOAL, :GOAL]
    differs = (BEST[:, :, 20] != HOLD_AT_10[:, :, 20]) & (turns + mine < GOAL)
    assert (~image_of(figure, 1).mask == differs).all()
    assert "hold at 10 errs" in words(figure)
    same = chance.pig_slices(BEST, [20], BEST, "best play")
    assert len(same.axes[0].images) == 1


def test_a_tree_of_tuples_says_what_everybody_gets_and_marks_best_play():
    figure = chance.tuple_tree(TREE)
    written = [text.get_text() for text in figure.axes[0].texts]
    assert written[0] == "A  (6, 2, 1)"
    assert {"B  (1, 3, 3)", "B  (6, 2, 1)", "C  (3, 0, 4)", "(4, 1, 2)"} <= set(written)
    bold = [patch for patch in figure.axes[0].patches if patch.get_linewidth() == 3]
    assert len(bold) == 2
