"""Lesson 06's network as a picture, and what it costs beside the one of the AlphaZero paper."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net
from c4lib.connect4 import Board, Connect4
from c4lib.search.common import check_whole
from c4lib.view.heuristics_plots import MANY, WIDTH
from c4lib.view.plots import BLUE, GREY, ORANGE
from c4lib.view.review_plots import QUIET
from c4lib.view.svg import HOLE, INK, PANEL, PAPER
from c4lib.view.tree_layout import SMALL

PLANES = ("mine", "theirs", "my threats", "their threats", "next squares")
"""What the bits tell, board by board, of the player to move."""
MOST_BLOCKS = 3
"""How many residual blocks are drawn; of more than that the first ones and the last."""
LAYER = (0.36, 2.0)
"""How wide and high a layer is drawn, in inches."""
KERNEL = 9
"""How many squares a convolution looks at: 3 x 3."""
SMALL_TOWER = (5, 64)
"""Blocks and filters of a tower as others take it for this game."""
PAPER_TOWER = (19, 256)
"""Blocks and filters of the tower of Silver and others (2018)."""
POLICY_FILTERS, VALUE_FILTERS, VALUE_LAYER = 2, 1, 256
"""The heads of such a tower, as in AlphaGo Zero."""


# ---- what they cost ------------------------------------------------------------------------


def cost(net: Net) -> int:
    """How many multiplications the network needs for one position: one for each weight.

    Biases are only added; and squares may be taken.
    """
    squares = _width(net) if net.power == 2 else 0
    return squares + sum(each.size for each in net.weights.values() if each.ndim > 1)


def tower_cost(board: Board, blocks: int, filters: int, planes: int = 2) -> int:
    """How many multiplications a residual tower of 3 x 3 convolutions needs for one position.

    Each weight of a convolution is used at every square, those at the border included. A block
    has two convolutions. The policy's head is two filters of 1 x 1 and a layer with an output
    for each column; the value's is one filter, a layer of 256, and one output.
    """
    for name, number in {"blocks": blocks, "filters": filters, "planes": planes}.items():
        check_whole(name, number)
    squares = board.width * board.height
    body = KERNEL * filters * (planes + 2 * blocks * filters)
    heads = (POLICY_FILTERS + VALUE_FILTERS) * filters
    policy = POLICY_FILTERS * squares * board.width
    value = VALUE_FILTERS * squares * VALUE_LAYER + VALUE_LAYER
    return squares * (body + heads) + policy + value


def costs(net: Net, board: Board) -> dict[str, int]:
    """Multiplications for one position: of this network, of a small tower, and of the paper's."""
    words = f"{net.blocks} block{'s' if net.blocks > 1 else ''}, {_width(net)} wide"
    found = {f"this network\n{words}": cost(net)}
    for name, (blocks, filters) in (
        ("a small tower", SMALL_TOWER),
        ("the paper's tower", PAPER_TOWER),
    ):
        words = f"{name}\n{blocks} blocks, {filters} filters"
        found[words] = tower_cost(board, blocks, filters)
    return found


def tower(net: Net, encoding: Columns) -> Figure:
    """The paper's residual tower, and its multiplications for one position beside the network's.

    The axis is logarithmic; each bar says how many times as many it needs as the network.
    """
    _check(net, encoding)
    numbers = costs(net, encoding.board)
    figure = plt.figure(figsize=(WIDTH, 4.1))
    plt.close(figure)
    _draw_tower(panel(figure, 0, 2.05, WIDTH, 2.05), encoding.board)
    axes = figure.add_axes((1.75 / WIDTH, 0.5 / 4.1, (WIDTH - 1.9) / WIDTH, 1.4 / 4.1))
    axes.spines[["top", "right"]].set_visible(False)
    colours = (ORANGE, BLUE, BLUE)
    drawn = axes.barh(list(numbers), list(numbers.values()), 0.62, color=colours)
    own = cost(net)
    texts = [f"{number:,}" for number in numbers.values()]
    texts[1:] = [
        f"{text}\n{numbers[name] / own:,.0f} times as many"
        for text, name in zip(texts[1:], list(numbers)[1:], strict=True)
    ]
    axes.bar_label(drawn, texts, padding=4, fontsize=9)
    axes.set_xscale("log")
    axes.set_xlim(min(numbers.values()) / 10, 60 * max(numbers.values()))
    axes.tick_params(axis="y", length=0, labelsize=9)
    axes.tick_params(axis="x", labelsize=SMALL)
    axes.set_xlabel("multiplications for one position", fontsize=9)
    axes.invert_yaxis()
    return figure


def _draw_tower(axes: Axes, board: Board) -> None:
    """The paper's tower, as boxes from left to right, with the way round each block."""
    blocks, filters = PAPER_TOWER
    size, high = f"{board.width} x {board.height}", 0.5
    axes.text(WIDTH / 2, 1.95, f"the paper's tower: {blocks} blocks of {filters} filters",
              size=10, ha="center", va="top", color=INK)  # fmt: skip
    middle = 0.85
    convolution = f"3 x 3\n{filters} filters"
    spots = [
        (0.15, 0.85, f"{size}\nmine, theirs", PAPER),
        (1.3, 0.85, convolution, "#cfe3f7"),
        (2.75, 0.85, convolution, "#cfe3f7"),
        (3.9, 0.85, convolution, "#cfe3f7"),
    ]
    for left, wide, words, fill in spots:
        _box(axes, left, middle, wide, high, words, fill)
    for start, end in ((1.0, 1.3), (2.15, 2.75), (3.6, 3.9), (4.75, 5.0)):
        _arrow(axes, (start, middle), (end, middle))
    over = middle + 0.5
    axes.plot([2.42, 2.42, 5.06, 5.06], [middle, over, over, over - 0.1], color=INK, lw=1)
    _arrow(axes, (5.06, over), (5.06, middle + 0.08))
    axes.text(5.06, middle, "+", size=11, ha="center", va="center", color=INK, weight="bold")
    axes.text(3.7, over, "skip", size=SMALL, ha="center", va="center", color=QUIET,
              bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1})  # fmt: skip
    frame = FancyBboxPatch(
        (2.3, middle - 0.42), 2.95, 1.2, "round,pad=0,rounding_size=0.08", fill=False,
        ec=GREY, ls="--",
    )  # fmt: skip
    axes.add_patch(frame)
    axes.text(3.77, middle - 0.5, f"{blocks} times", size=9, ha="center", va="top", color=INK)
    for up, words in ((0.38, f"policy\n{board.width} columns"), (-0.38, "value\n−1 to 1")):
        _arrow(axes, (5.25, middle), (5.75, middle + up))
        _box(axes, 5.75, middle + up, 1.05, high, words, PAPER)


def _box(
    axes: Axes, left: float, y: float, wide: float, high: float, words: str, fill: str
) -> None:
    """A box with words in it, its middle at the height y."""
    shape = "round,pad=0,rounding_size=0.06"
    axes.add_patch(FancyBboxPatch((left, y - high / 2), wide, high, shape, fc=fill, ec=PANEL))
    axes.text(left + wide / 2, y, words, size=SMALL, ha="center", va="center", color=INK)


# ---- the network ---------------------------------------------------------------------------


def network(net: Net, encoding: Columns, state: Connect4 | None = None) -> Figure:
    """The network from the bits of a position to its answer, with the weights of each part.

    Layers are shown as they answer to the position: the darker a number, the larger it is. With
    no `state`, a random one is taken. Policy and value are for the player to move.
    """
    _check(net, encoding)
    state = state or _example(encoding.board)
    if state.is_over:
        raise ValueError("the game is over; give a state in which there is a move to look for")
    bits = encoding.bits(state)
    steps = net._forward(bits[None])
    figure = plt.figure(figsize=(WIDTH, 4.2), facecolor=PAPER)
    plt.close(figure)
    axes = panel(figure, 0, 0, WIDTH, 4.2)
    middle = 2.1
    _draw_planes(axes, bits, encoding, middle)
    edge = _draw_body(axes, net, steps, middle)
    _draw_policy(axes, net, encoding, state, edge, middle + 0.8)
    _draw_value(axes, net, steps, edge, middle - 0.95)
    words = f"{net.size:,} weights in all; one position takes {cost(net):,} multiplications"
    axes.text(WIDTH / 2, 4.12, words, size=10, ha="center", va="top", color=INK)
    wide, narrow = _width(net), len(net.weights["block0_bias"])
    first = f"h = relu(x W + b){'²' if net.power == 2 else ''}, {wide} numbers"
    added = "them" if narrow == wide else f"the first {narrow} of them"
    words = f"{first}; a block adds relu(h W + b) to {added}"
    axes.text(4.1, 0.2, words, size=9, ha="center", va="center", color=QUIET)
    return figure


def _check(net: Net, encoding: Any) -> None:
    """Complain about a network for something else."""
    if not isinstance(encoding, Columns):
        raise ValueError(f"give the encoding of a board, such as Columns(board), not {encoding!r}")
    inputs, outputs = net.weights["in"].shape[0], net.weights["policy"].shape[1]
    if (inputs, outputs) != (encoding.inputs, encoding.outputs):
        raise ValueError(
            f"a network with {inputs} inputs and {outputs} moves does not fit {encoding.name}, "
            f"which has {encoding.inputs} and {encoding.outputs}; take its own encoding"
        )


def _example(board: Board) -> Connect4:
    """A position with some discs, the same each time."""
    start = Connect4(board.width, board.height, board.connect)
    rng, state = np.random.default_rng(1), start
    for _ in range(board.width * board.height // 2):
        after = state.play(int(rng.choice(state.moves())))
        state = state if after.is_over else after
    return state


def _width(net: Net) -> int:
    return int(net.weights["in"].shape[1])


def panel(figure: Figure, left: float, bottom: float, wide: float, high: float) -> Axes:
    """Empty axes on a part of the figure, measured in inches."""
    across, up = figure.get_size_inches()
    axes = figure.add_axes(
        (left / across, bottom / up, wide / across, high / up), xlim=(0, wide), ylim=(0, high)
    )
    axes.set_axis_off()
    return axes


def _draw_planes(axes: Axes, bits: Any, encoding: Columns, middle: float) -> None:
    """The bits as small boards, one above the other."""
    board = encoding.board
    squares = encoding.layers[0] * board.width * board.height
    planes = bits[..., :squares].reshape(-1, board.width, board.height)
    cell = min(0.95 / board.width, (3.4 / len(planes) - 0.26) / board.height)
    room = board.height * cell + 0.26
    wide, high = board.width * cell, board.height * cell
    left, size = 0.6 - wide / 2, (72 * 0.8 * cell) ** 2
    x, y = np.meshgrid(np.arange(board.width), np.arange(board.height), indexing="ij")
    for number, (plane, name) in enumerate(zip(planes, PLANES, strict=False)):
        top = middle + (len(planes) / 2 - number) * room
        colours = np.where(plane.ravel() > 0, PANEL, HOLE).tolist()
        axes.text(0.6, top, name, size=SMALL, ha="center", va="top", color=INK)
        across = left + (x.ravel() + 0.5) * cell
        axes.scatter(across, top - 0.18 - high + (y.ravel() + 0.5) * cell, size, colours, lw=0)
    words = f"{encoding.inputs} bits" + (" in all,\nalso of lines" if encoding.lines else "")
    axes.text(
        0.6, middle - len(planes) / 2 * room, words, size=SMALL, ha="center", va="top", color=INK
    )


def _draw_body(axes: Axes, net: Net, steps: Any, middle: float) -> float:
    """The first layer and the residual blocks; how far to the right they reach."""
    shown = list(range(net.blocks))
    if net.blocks > MOST_BLOCKS:
        shown = [*range(MOST_BLOCKS - 1), net.blocks - 1]
    names = ["in"] + [f"block{block}" for block in shown]
    values = [steps["h"]] + [steps[f"h{block}"] for block in shown]
    titles = ["first layer"] + [f"block {block + 1}" for block in shown]
    (wide, high), first, last = LAYER, 1.62, 4.85 - LAYER[0]
    places = np.linspace(first, last, len(names))
    _arrow(axes, (1.15, middle), (first, middle))
    for number, (place, name, title) in enumerate(zip(places, names, titles, strict=True)):
        centre = place + wide / 2
        _strip(axes, values[number][0], place, middle - high / 2, wide, high)
        words = f"{title}\n{_weights(net, name):,}\nweights"
        axes.text(centre, middle - high / 2 - 0.06, words, size=SMALL, ha="center", va="top")
        if number:
            before = places[number - 1] + wide / 2
            _draw_step(axes, before, centre, middle, hidden=shown[number - 1] - number + 1)
    return float(last + wide)


def _draw_step(axes: Axes, before: float, centre: float, middle: float, hidden: int) -> None:
    """From a layer to the next: through the weights, and round them; or how many are left out."""
    (wide, high), between = LAYER, (before + centre) / 2
    start, end = (before + wide / 2, middle), (centre - wide / 2, middle)
    if hidden:
        words = f"…\n{hidden} more\n…"
        axes.text(between, middle, words, size=SMALL, ha="center", va="center", color=QUIET)
        return
    _arrow(axes, start, end)
    top = middle + high / 2
    rise = 0.3  # of the arc, whatever its length
    bend = f"arc3,rad={-2 * rise / (centre - before - 0.1)}"
    _arrow(axes, (before + 0.1, top), (centre, top), bend)
    axes.text(between, middle + 0.06, "relu", size=SMALL, ha="center", va="bottom", color=QUIET)
    axes.text(
        between + 0.05, top + rise + 0.04, "+ h", size=SMALL, ha="center", va="bottom", color=INK
    )


def _draw_policy(
    axes: Axes, net: Net, encoding: Columns, state: Connect4, left: float, bottom: float
) -> None:
    """The policy's head: a bar for each column."""
    legal = np.zeros((1, encoding.outputs), np.float32)
    legal[0, state.moves()] = 1
    policy = net.predict(encoding.bits(state)[None], legal)[0][0]
    _arrow(axes, (left, bottom - 0.35), (5.42, bottom + 0.2))
    wide, high = 1.4 / len(policy), 0.62
    places = 5.5 + wide * (np.arange(len(policy)) + 0.5)
    bars = axes.bar(places, high * policy / policy.max(), 0.75 * wide, bottom, color=BLUE)
    for bar in bars:
        bar.set_gid("policy")
    axes.plot([5.5, 6.9], [bottom, bottom], color=GREY, lw=1)
    step = 1 if len(policy) <= 10 else 5
    for column in range(step, len(policy) + 1, step):
        place = places[column - 1]
        axes.text(place, bottom - 0.04, str(column), size=SMALL, ha="center", va="top", color=INK)
    best = int(policy.argmax())
    share = f"{policy[best]:.0%}".replace("%", " %")
    axes.text(places[best], bottom + high + 0.03, share, size=9, ha="center", weight="bold")
    axes.text(6.2, bottom + high + 0.24, "policy: softmax", size=9, ha="center", color=INK)
    words = f"{_weights(net, 'policy'):,} weights"
    axes.text(6.2, bottom - 0.2, words, size=SMALL, ha="center", va="top", color=INK)


def _draw_value(axes: Axes, net: Net, steps: Any, left: float, y: float) -> None:
    """The value's head: a layer of its own, and one number on a scale."""
    _arrow(axes, (left, y + 0.5), (5.42, y))
    _strip(axes, steps["judged"][0], 5.5, y - 0.35, 0.2, 0.7)
    _arrow(axes, (5.7, y), (5.9, y))
    value = float(steps["answer"][0])
    low, high = 5.99, 6.67
    place = low + (value + 1) / 2 * (high - low)
    axes.plot([low, high], [y, y], color=GREY, lw=1.5, solid_capstyle="butt")
    for end, words in ((low, "−1"), ((low + high) / 2, "0"), (high, "+1")):
        axes.plot([end, end], [y - 0.04, y + 0.04], color=GREY, lw=1)
        axes.text(end, y - 0.1, words, size=SMALL, ha="center", va="top", color=INK)
    axes.plot([place], [y], "D", color=ORANGE, mec=INK, mew=0.6, ms=8)
    words = f"{value:+.2f}".replace("-", "−")
    axes.text(place, y + 0.1, words, size=9, ha="center", va="bottom", weight="bold")
    axes.text(6.2, y + 0.42, "value: tanh", size=9, ha="center", color=INK)
    weights = _weights(net, "value") + _weights(net, "out")
    axes.text(6.2, y - 0.42, f"{weights:,} weights", size=SMALL, ha="center", va="top", color=INK)


def _weights(net: Net, name: str) -> int:
    """How many weights a layer has, its bias included."""
    return int(net.weights[name].size + net.weights[f"{name}_bias"].size)


def _strip(axes: Axes, values: Any, left: float, bottom: float, wide: float, high: float) -> None:
    """The numbers of a layer as small squares, the darker the larger."""
    columns = max(1, round((len(values) * wide / high) ** 0.5))
    rows = -(-len(values) // columns)
    squares = np.full(rows * columns, np.nan)
    squares[: len(values)] = values
    most = max(float(np.nanmax(squares)), 1e-9)
    limits = axes.get_xlim(), axes.get_ylim()
    axes.imshow(
        squares.reshape(rows, columns), cmap=MANY, vmin=0, vmax=most, aspect="auto",
        extent=(left, left + wide, bottom, bottom + high), interpolation="nearest",
    )  # fmt: skip
    axes.set(xlim=limits[0], ylim=limits[1])
    frame = FancyBboxPatch((left, bottom), wide, high, "square,pad=0", fill=False, ec=PANEL)
    axes.add_patch(frame)


def _arrow(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], bend: str = "arc3"
) -> None:
    """An arrow, straight or bent."""
    look: dict[str, Any] = {"arrowstyle": "-|>", "mutation_scale": 9, "color": INK, "lw": 1}
    axes.add_patch(FancyArrowPatch(start, end, connectionstyle=bend, shrinkA=1, shrinkB=1, **look))
