"""One look for all plots: its colours can be told apart and read on any page."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from c4lib.measure.accuracy import Estimate
from c4lib.view.plots import style
from c4lib.view.plots.words import words_of

PAGES = ("#ffffff", "#111111")  # JupyterLab's light and dark themes
VISIONS = {
    "all colours": np.eye(3),
    "no red": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "no green": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
}
"""How people see colours, as matrices for linear RGB (Machado and others, 2009)."""
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def lab(colour, vision):
    """The colour as seen, in CIELAB, where a distance of 2 is just noticed."""
    parts = np.array(to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(np.array(VISIONS[vision]) @ linear, 0, 1) / (0.9505, 1, 1.089)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_text_has_nearly_the_largest_contrast_that_both_pages_allow_and_marks_stand_out():
    largest = style.contrast(*PAGES) ** 0.5  # of a grey that lies half-way between them
    for page in PAGES:
        assert style.contrast(style.INK, page) > 0.98 * largest > 4.25
        for colour in (style.GREY, *(colour for colour, _ in style.LOOKS)):
            assert style.contrast(colour, page) >= 3


@pytest.mark.parametrize("vision", VISIONS)
def test_the_first_colours_differ_without_red_or_green_vision(vision):
    first = [colour for colour, _ in style.LOOKS[:4]]
    for one, other in combinations(first, 2):
        assert np.linalg.norm(lab(one, vision) - lab(other, vision)) > 15


def test_all_looks_differ_and_contrast_is_that_of_the_web_s_guidelines():
    colours, markers = zip(*style.LOOKS, strict=True)
    assert len(set(colours)) == len(set(markers)) == len(style.LOOKS) == 8
    assert style.contrast("white", "black") == pytest.approx(21)
    assert style.contrast("#767676", "white") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scale", [style.POINTS, style.MANY])
def test_what_is_written_on_a_heat_map_can_be_read_on_all_of_its_colours(scale):
    for part in np.linspace(0, 1, 21):
        colour = scale(part)
        assert style.contrast(style.ink_on(colour), colour) >= 3.8
    assert style.ink_on("black") == "white"
    assert style.ink_on("white") == style.DARK


def test_an_interval_reaches_from_its_low_to_its_high_end():
    figure = Figure()
    for along, axes in zip("xy", figure.subplots(1, 2), strict=True):
        style.intervals(axes, [3], [Estimate(0.9, 0.5, 1.0, 10)], along=along)
        ((segment,),) = [bars.get_segments() for bars in axes.containers[0].lines[2]]
        ends = [(0.5, 3), (1.0, 3)] if along == "x" else [(3, 0.5), (3, 1.0)]
        assert segment == pytest.approx(np.array(ends))


def test_shares_are_written_briefly_and_their_axis_begins_at_a_tenth_below_all_of_them():
    shares = [style.share_text(share) for share in (0, 0.0002, 0.004, 0.0096, 0.5)]
    assert shares == ["0 %", "0 %", "0.4 %", "1 %", "50 %"]
    assert [style.signed_text(value) for value in (-0.001, 0.5, -1)] == ["+0.00", "+0.50", "−1.00"]
    assert style.lowest_tenth([0.43, float("nan"), 0.9]) == 0.4
    assert style.lowest_tenth([0.3]) == pytest.approx(0.3)
    assert style.lowest_tenth([]) == 0


def test_a_figure_tells_where_its_lines_begin_and_end():
    figure = Figure()
    axes = figure.add_subplot(xlabel="depth", ylabel="kept")
    style.percent(axes.yaxis)
    axes.plot([1, 2, 3], [0.25, 0.1, 0.5], label="one")
    axes.plot([1, 2], [0.1, 0.1], label="flat")
    axes.plot([1, 2], [9, 9])
    assert words_of(figure, "A `measure`. More.") == (
        "A measure. kept by depth; one: 25% to 50%; flat: 10%."
    )


def test_a_figure_tells_its_bars_with_their_numbers_and_how_far_a_heat_map_reaches():
    figure = Figure()
    left, right = figure.subplots(1, 2)
    style.numbered_bars(left, {"two\nlines": 3, "b": 4}, ["3", "4"])
    style.heat_map(right, [[0.25, np.nan]], [["a", "b"]])
    assert words_of(figure) == "two lines: 3, b: 4. from 0.25 to 0.25."


def test_where_rows_have_names_lines_have_no_heights_and_long_lists_are_cut_short():
    axes = (figure := Figure()).add_subplot()
    axes.plot([5, 6], [0, 1], label="marks")
    axes.set_yticks([0, 1], ["random", "perfect"])
    assert words_of(figure) == "marks; random, perfect."
    axes = (figure := Figure()).add_subplot()
    for number in range(20):
        axes.text(0, 0, f"note {number}")
    assert words_of(figure).endswith("note 11 and more.")
