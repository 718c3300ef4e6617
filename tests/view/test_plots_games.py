"""Pictures of lesson 10 show what they are given."""

import pytest
from figures import legend_of, words
from plot_examples import JUDGES, MATCHES, points_log

from c4lib.games.quixo import Quixo
from c4lib.measure.intervals import wilson
from c4lib.view.plots.games import SYMMETRIES, learning, points, reliability, symmetries


def test_a_match_is_a_point_with_its_interval_and_its_games():
    figure = points(MATCHES)
    assert {"Quixo: one\nagainst other", "60 / 20 / 20"} <= set(words(figure))
    (axes,) = figure.axes
    for match, score, drawn in zip(MATCHES, (0.7, 1.0), axes.containers, strict=True):
        assert drawn.lines[0].get_xdata()[0] == pytest.approx(score)
        low, high = (end.get_xdata()[0] for end in drawn.lines[1])
        assert (low, high) == pytest.approx(wilson(score, match.games))
        assert low < high, "nine games that were all won are not certain"


def test_judges_are_lines_and_a_training_is_drawn_as_points_and_losses():
    (axes,) = reliability(JUDGES, "moves").axes
    heights = [list(container.lines[0].get_ydata()) for container in axes.containers]
    assert heights == [[0.5, 1.0], [1.0, 0.5]]
    assert legend_of(axes) == ["discs", "ours"]
    left, right = learning(points_log()).axes
    assert [list(line.get_xdata()) for line in left.lines[:3]] == [[256, 512]] * 3
    assert list(right.lines[0].get_ydata()) == [1, 0.5]


def test_the_eight_images_show_where_cubes_and_moves_lie_as_the_symmetries_are_called():
    rules = Quixo(3).rules
    figure = symmetries(rules, 2)
    for axes, name, (cubes, moves) in zip(figure.axes, SYMMETRIES, rules.symmetries, strict=True):
        assert axes.get_title().replace(",\n", ", ") == f"{name}\nmove {list(moves).index(2)}"
        numbers = [text.get_text() for text in axes.texts if text.get_text()]
        assert numbers == [str(cube) for cube in cubes]
    rules = Quixo(3).rules
    corner = [order.tolist().index(0) for order, _ in rules.symmetries]
    assert corner[:4] == [0, 6, 8, 2], "a turn to the left takes cube 0 down the left side"
    assert rules.symmetries[4][0].tolist() == [0, 3, 6, 1, 4, 7, 2, 5, 8]
