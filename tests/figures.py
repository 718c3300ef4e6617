"""What every figure must pass: legible at the width of a notebook."""

from itertools import combinations

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg


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


def words(figure):
    return [text.get_text() for text in texts(figure)]


def legend_of(place):
    """The names in the legend of some axes, or in those of a figure."""
    legends = place.legends if hasattr(place, "legends") else [place.get_legend()]
    return [text.get_text() for legend in legends for text in legend.get_texts()]


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


def check_tree_is_legible(figure):
    """Nodes hold their text; no other text, node or board touches another or the rim."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    (axes,) = figure.axes
    labels = [*axes.texts, *figure.texts]
    labels += [text for legend in figure.legends for text in legend.get_texts()]
    labels = [label for label in labels if label.get_text()]
    assert min(label.get_fontsize() for label in labels) >= 8
    shapes = [patch for patch in axes.patches if patch.get_gid() in ("node", "board")]
    boxes = _corners([label.get_window_extent(renderer) for label in labels])
    solid = _corners([shape.get_window_extent(renderer) for shape in shapes])
    assert (boxes[:, :2] >= 0).all()
    assert (boxes[:, 2:] <= figure.bbox.max).all()
    inside = (boxes[:, None, :2] >= solid[:, :2]) & (boxes[:, None, 2:] <= solid[:, 2:])
    loose = ~inside.all(axis=2).any(axis=1)
    nodes = sum(shape.get_gid() == "node" for shape in shapes)
    assert (~loose).sum() <= nodes  # a text that is larger than its node overlaps it, see below
    every = np.concatenate([boxes[loose], solid])
    names = [label.get_text() for label, is_loose in zip(labels, loose, strict=True) if is_loose]
    lower = np.maximum(every[:, None, :2], every[:, :2])
    upper = np.minimum(every[:, None, 2:], every[:, 2:])
    for one, other in np.argwhere((upper - lower > 1).all(axis=2)):
        assert one == other, [(names + ["a shape"] * len(solid))[n] for n in (one, other)]


def _corners(boxes):
    return np.array([(box.x0, box.y0, box.x1, box.y1) for box in boxes]).reshape(-1, 4)
