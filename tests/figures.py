"""What every figure must pass: legible at the width of a notebook."""

from itertools import combinations


def tick_labels(axis):
    """The labels of the ticks within the view."""
    low, high = sorted(axis.get_view_interval())
    ticks = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    return [label for tick in ticks for label in (tick.label1, tick.label2)]


def texts(figure):
    """All text of a figure that is seen."""
    found = []
    beside = [child for axes in figure.axes for child in axes.child_axes]
    for axes in [*figure.axes, *beside]:
        found += axes.texts
        if axes.axison:
            found += [axes.title, axes.xaxis.label, axes.yaxis.label]
            found += [*tick_labels(axes.xaxis), *tick_labels(axes.yaxis)]
    for legend in [*figure.legends, *(axes.get_legend() for axes in figure.axes)]:
        found += legend.get_texts() if legend else []
    return [text for text in found if text.get_visible() and text.get_text()]


def check_is_readable(figure):
    """7 inches wide, all text within the figure, and none over another."""
    assert figure.get_figwidth() == 7
    figure.draw_without_rendering()
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts(figure)]
    assert len(boxes) > 5
    for text, box in boxes:
        assert (box.min >= figure.bbox.min - 1).all(), text
        assert (box.max <= figure.bbox.max + 1).all(), text
    for (one, first), (other, second) in combinations(boxes, 2):
        width = min(first.x1, second.x1) - max(first.x0, second.x0)
        height = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert min(width, height) < 1, (one, other)
