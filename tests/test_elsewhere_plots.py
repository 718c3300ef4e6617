"""Pictures of lesson 10 show what they are given."""

import matplotlib
import pytest

matplotlib.use("Agg")

import matplotlib.pyplot as plt

from c4lib.elsewhere import Match
from c4lib.games.quixo import Quixo
from c4lib.view.elsewhere_plots import SYMMETRIES, learning, points, reliability, symmetries


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def texts(figure):
    return [text.get_text() for text in figure.findobj(matplotlib.text.Text) if text.get_text()]


def test_a_match_is_a_point_with_its_interval_and_its_games():
    one = Match("Quixo", "one", "other", 60, 20, 20)
    figure = points([one, Match("Othello 6x6", "two", "three", 0, 0, 4)])
    shown = texts(figure)
    assert "Quixo: one\nagainst other" in shown
    assert "60 / 20 / 20" in shown
    (axes,) = figure.axes
    assert axes.containers[0].lines[0].get_xdata()[0] == pytest.approx(0.7)
    low, high = axes.containers[0].lines[1]
    assert high.get_xdata()[0] - 0.7 == pytest.approx(1.96 * one.result.error)
    assert low.get_xdata()[0] < 0.7


def test_judges_are_lines_of_how_often_they_were_right():
    judges = {"discs": {8: [True, False], 12: [True] * 4}, "ours": {8: [True], 12: [False, True]}}
    (axes,) = reliability(judges, "moves").axes
    heights = [list(container.lines[0].get_ydata()) for container in axes.containers]
    assert heights == [[0.5, 1.0], [1.0, 0.5]]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["discs", "ours"]


def test_a_training_is_told_by_points_and_losses():
    names = ("against_random", "alone_random", "against_best", "policy_loss", "value_loss")
    log = [{"games": 256.0} | dict.fromkeys(names, 1 / n) for n in (2, 4)]
    left, right = learning(log).axes
    assert [list(line.get_xdata()) for line in left.lines[:3]] == [[256, 512]] * 3
    assert list(right.lines[0].get_ydata()) == [1, 0.5]


def test_the_eight_images_show_where_each_cube_and_the_move_come_to_lie():
    rules = Quixo(3).rules
    figure = symmetries(rules, 2)
    for axes, name, (cubes, moves) in zip(figure.axes, SYMMETRIES, rules.symmetries, strict=True):
        assert axes.get_title() == f"{name}\nmove {list(moves).index(2)}"
        numbers = [text.get_text() for text in axes.texts if text.get_text()]
        assert numbers == [str(cube) for cube in cubes]


def test_the_symmetries_are_what_they_are_called():
    rules = Quixo(3).rules
    corner = [order.tolist().index(0) for order, _ in rules.symmetries]
    assert corner[:4] == [0, 6, 8, 2], (
        "the first cube goes down the left side in a turn to the left"
    )
    assert rules.symmetries[4][0].tolist() == [0, 3, 6, 1, 4, 7, 2, 5, 8]
