"""Lesson 06's network as a picture, and what it costs beside the one of the AlphaZero paper."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle
from matplotlib.ticker import NullLocator

from c4lib.alphazero.encode import Columns
from c4lib.alphazero.net import Net, Network
from c4lib.connect4 import Board, Connect4
from c4lib.view.plots import style
from c4lib.view.plots.loop import loop as loop
from c4lib.view.plots.loop import small_learning as small_learning
from c4lib.view.plots.loop import squares as squares
from c4lib.view.plots.pattern_network import patterns as patterns
from c4lib.view.plots.style import BLUE, GREY, INK, NOTE, ORANGE, PALE, WIDTH, note, styled

PLANES = ("mine", "theirs", "my threats", "their threats", "next squares")  # the boards of bits
MOST_BLOCKS = 3  # residual blocks that are drawn; of more than that the first ones and the last
LAYER = (0.36, 2.0)  # how wide and high a layer is drawn, in inches
KERNEL = 9  # squares that a convolution looks at: 3 x 3
TOWERS = {"a small tower": (5, 64), "the paper's tower": (19, 256)}
"""Blocks and filters: as others take them for this game, and those of Silver and others (2018)."""
POLICY_FILTERS, VALUE_FILTERS, VALUE_LAYER = 2, 1, 256  # its heads, as in AlphaGo Zero
POWERS = {6: "1 million", 8: "100 million"}
ROUND = "round,pad=0,rounding_size=0.06"


def tower_cost(board: Board, blocks: int, filters: int) -> int:
    """How many multiplications a residual tower of 3 x 3 convolutions needs for one position.

    Each weight of a convolution is used at every square, those at the border included. A block
    has two convolutions. The policy's head is two filters of 1 x 1 and a layer with an output
    for each column; the value's is one filter, a layer of 256, and one output.
    """
    squares = board.width * board.height
    body = KERNEL * filters * (2 + 2 * blocks * filters)  # of two planes: mine and theirs
    heads = (POLICY_FILTERS + VALUE_FILTERS) * filters
    policy = POLICY_FILTERS * squares * board.width
    value = VALUE_FILTERS * squares * VALUE_LAYER + VALUE_LAYER
    return squares * (body + heads) + policy + value


@styled
def tower(nets: Mapping[str, Network], board: Board) -> Figure:
    """The paper's residual tower, and its multiplications for one position beside those of `nets`.

    The scale is logarithmic, and the smallest stand above. The towers' bars say how many times as
    many that is as of the first network.
    """
    if not isinstance(board, Board) or not nets:
        raise ValueError("give networks by name and their board, as state.board")
    numbers = {name: net.multiplications for name, net in nets.items()}
    first = next(iter(numbers.values()))
    numbers = dict(sorted(numbers.items(), key=lambda item: item[1]))
    texts = [f"{number:,}" for number in numbers.values()]
    for name, (blocks, filters) in TOWERS.items():
        words = f"{name}\n{blocks} blocks, {filters} filters"
        numbers[words] = tower_cost(board, blocks, filters)
        texts.append(f"{numbers[words]:,}\n{numbers[words] / first:,.0f} times as many")
    bars = 0.4 * len(numbers)
    high = 2.7 + bars
    figure = style.blank(high)
    _draw_tower(style.panel(figure, 0, high - 2.05, WIDTH, 2.05), board)
    axes = figure.add_axes((1.75 / WIDTH, 0.5 / high, (WIDTH - 1.9) / WIDTH, bars / high))
    colours = [ORANGE] * len(nets) + [BLUE] * len(TOWERS)
    style.numbered_bars(axes, numbers, texts, height=0.62, color=colours)
    least, most = min(numbers.values()), max(numbers.values())
    axes.set(xscale="log", xlim=(least / 4, most * (most / least) ** 0.7))
    ticks = {10.0**power: words for power, words in POWERS.items()}
    axes.set_xticks(list(ticks), list(ticks.values()))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.tick_params(axis="y", length=0, labelsize=NOTE)
    axes.set_xlabel("multiplications for one position", fontsize=NOTE)
    return figure


def _draw_tower(axes: Axes, board: Board) -> None:
    """The paper's tower, as boxes from left to right, with the way round each block."""
    blocks, filters = TOWERS["the paper's tower"]
    middle = 0.85
    title = f"the paper's tower: {blocks} blocks of {filters} filters"
    note(axes, WIDTH / 2, 1.95, title, size=10, va="top")
    _box(axes, 0.15, middle, 0.85, f"{board.width} x {board.height}\nmine, theirs", PALE)
    for left in (1.3, 2.75, 3.9):
        _box(axes, left, middle, 0.85, f"3 x 3\n{filters} filters", style.PALE_BLUE)
    for start, end in ((1.0, 1.3), (2.15, 2.75), (3.6, 3.9), (4.75, 5.0)):
        _arrow(axes, (start, middle), (end, middle))
    over = middle + 0.5
    axes.plot([2.42, 2.42, 5.06, 5.06], [middle, over, over, over - 0.1], color=INK, lw=1)
    _arrow(axes, (5.06, over), (5.06, middle + 0.08))
    note(axes, 5.06, middle, "+", size=11, weight="bold")
    note(axes, 3.7, over + 0.03, "skip", va="bottom")
    block = FancyBboxPatch((2.3, middle - 0.42), 2.95, 1.2, ROUND, fill=False, ec=GREY, ls="--")
    axes.add_patch(block)
    note(axes, 3.77, middle - 0.5, f"{blocks} times", size=NOTE, va="top")
    for up, words in ((0.38, f"policy\n{board.width} columns"), (-0.38, "value\n−1 to 1")):
        _arrow(axes, (5.25, middle), (5.75, middle + up))
        _box(axes, 5.75, middle + up, 1.05, words, PALE)


def _box(axes: Axes, left: float, y: float, wide: float, words: str, fill: str) -> None:
    axes.add_patch(FancyBboxPatch((left, y - 0.25), wide, 0.5, ROUND, fc=fill, ec=BLUE))
    note(axes, left + wide / 2, y, words, color=style.DARK)


@styled
def network(net: Net, encoding: Columns, state: Connect4 | None = None) -> Figure:
    """The network from the bits of a position to its answer, with the weights of each part.

    Layers are shown as they answer to the position: the bluer a number, the larger it is. With
    no `state`, a random one is taken. Policy and value are for the player to move.
    """
    _check(net, encoding)
    if state is None:
        from c4lib.alphazero.selfplay import opening  # only here, for it loads the compiler

        board = encoding.board
        start = Connect4(board.width, board.height, board.connect)
        state = opening(start, 2 * board.width, np.random.default_rng(1))
    if state.is_over:
        raise ValueError("the game is over; give a state in which there is a move to look for")
    bits = encoding.bits(state)
    steps = net.forward(bits[None]).steps
    figure = style.blank(4.2)
    axes = style.panel(figure, 0, 0, WIDTH, 4.2)
    middle = 2.1
    _draw_planes(axes, bits, encoding, middle)
    edge = _draw_body(axes, net, steps, middle)
    legal = np.isin(np.arange(encoding.outputs), state.moves())[None]
    _draw_policy(axes, net, net.predict(bits[None], legal)[0][0], edge, middle + 0.8)
    _draw_value(axes, net, steps, edge, middle - 0.95)
    words = (
        f"{net.size:,} weights in all; one position takes {net.multiplications:,} multiplications"
    )
    note(axes, WIDTH / 2, 4.12, words, size=10, va="top")
    wide, narrow = _width(net), len(net.weights["block0_bias"])
    first = f"h = relu(x W + b){'²' if net.power == 2 else ''}, {wide} numbers"
    added = "them" if narrow == wide else f"the first {narrow} of them"
    note(axes, 4.1, 0.2, f"{first}; a block adds relu(h W + b) to {added}", size=NOTE)
    return figure


def _check(net: Net, encoding: Any) -> None:
    if not isinstance(encoding, Columns):
        raise ValueError(f"give the encoding of a board, such as Columns(board), not {encoding!r}")
    inputs, outputs = net.weights["in"].shape[0], net.weights["policy"].shape[1]
    if (inputs, outputs) != (encoding.inputs, encoding.outputs):
        raise ValueError(
            f"a network with {inputs} inputs and {outputs} moves does not fit {encoding.name}, "
            f"which has {encoding.inputs} and {encoding.outputs}; use its own encoding"
        )


def _width(net: Net) -> int:
    return int(net.weights["in"].shape[1])


def _draw_planes(axes: Axes, bits: Any, encoding: Columns, middle: float) -> None:
    """The bits as small boards, one above the other."""
    board = encoding.board
    squares = encoding.layers[0] * board.width * board.height
    planes = bits[..., :squares].reshape(-1, board.width, board.height)
    cell = min(0.95 / board.width, (3.4 / len(planes) - 0.32) / board.height)
    room = board.height * cell + 0.32
    x, y = np.indices((board.width, board.height)).reshape(2, -1)
    across, size = 0.6 + (x + 0.5 - board.width / 2) * cell, (72 * 0.8 * cell) ** 2
    for number, (plane, name) in enumerate(zip(planes, PLANES, strict=False)):
        top = middle + (len(planes) / 2 - number) * room
        colours = [BLUE if bit else style.FAINT for bit in plane.ravel()]
        note(axes, 0.6, top, name, va="top")
        axes.scatter(across, top + 0.14 - room + (y + 0.5) * cell, size, colours, lw=0)
    words = f"{encoding.inputs} bits" + (" in all,\nalso of lines" if encoding.lines else "")
    note(axes, 0.6, middle - len(planes) / 2 * room, words, va="top")


def _draw_body(axes: Axes, net: Net, steps: Any, middle: float) -> float:
    """The first layer and the residual blocks; how far to the right they reach."""
    shown = list(range(net.blocks))
    if net.blocks > MOST_BLOCKS:
        shown = [*range(MOST_BLOCKS - 1), net.blocks - 1]
    layers = [("in", "h", "first layer")]
    layers += [(f"block{block}", f"h{block}", f"block {block + 1}") for block in shown]
    (wide, high), first, last = LAYER, 1.62, 4.85 - LAYER[0]
    places = np.linspace(first, last, len(layers))
    _arrow(axes, (1.15, middle), (first, middle))
    for number, (place, (name, step, title)) in enumerate(zip(places, layers, strict=True)):
        _strip(axes, steps[step][0], place, middle - high / 2, wide, high)
        words = f"{title}\n{_weights(net, name):,}\nweights"
        note(axes, place + wide / 2, middle - high / 2 - 0.06, words, va="top")
        if number:
            hidden = shown[number - 1] - number + 1
            _draw_step(axes, places[number - 1], place, middle, hidden)
    return float(last + wide)


def _draw_step(axes: Axes, before: float, place: float, middle: float, hidden: int) -> None:
    """From a layer to the next: through the weights, and round them; or how many are left out."""
    wide, high = LAYER
    between = (before + place + wide) / 2
    if hidden:
        note(axes, between, middle, f"…\n{hidden} more\n…")
        return
    _arrow(axes, (before + wide, middle), (place, middle))
    top, rise = middle + high / 2, 0.3  # of the arc, whatever its length
    bend = f"arc3,rad={-2 * rise / (place - before - 0.1)}"
    _arrow(axes, (before + wide / 2 + 0.1, top), (place + wide / 2, top), bend)
    note(axes, between, middle + 0.06, "relu", va="bottom")
    note(axes, between + 0.05, top + rise + 0.04, "+ h", va="bottom")


def _draw_policy(axes: Axes, net: Net, policy: Any, left: float, bottom: float) -> None:
    """The policy's head: a bar for each column."""
    _arrow(axes, (left, bottom - 0.35), (5.42, bottom + 0.2))
    wide, high = 1.4 / len(policy), 0.62
    places = 5.5 + wide * (np.arange(len(policy)) + 0.5)
    bars = axes.bar(places, high * policy / policy.max(), 0.75 * wide, bottom, color=BLUE)
    for bar in bars:
        bar.set_gid("policy")
    axes.plot([5.5, 6.9], [bottom, bottom], color=GREY, lw=1)
    step = 1 if len(policy) <= 10 else 5
    for column in range(step, len(policy) + 1, step):
        note(axes, places[column - 1], bottom - 0.04, str(column), va="top")
    best = int(policy.argmax())
    bold: dict[str, Any] = {"size": NOTE, "va": "baseline", "weight": "bold"}
    note(axes, places[best], bottom + high + 0.03, style.share_text(policy[best]), **bold)
    note(axes, 6.2, bottom + high + 0.24, "policy: softmax", size=NOTE, va="baseline")
    note(axes, 6.2, bottom - 0.2, f"{_weights(net, 'policy'):,} weights", va="top")


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
        note(axes, end, y - 0.1, words, va="top")
    axes.plot([place], [y], "D", color=ORANGE, mec=INK, mew=0.6, ms=8)
    note(axes, place, y + 0.1, style.signed_text(value), size=NOTE, va="bottom", weight="bold")
    note(axes, 6.2, y + 0.42, "value: tanh", size=NOTE, va="baseline")
    weights = _weights(net, "value") + _weights(net, "out")
    note(axes, 6.2, y - 0.42, f"{weights:,} weights", va="top")


def _weights(net: Net, name: str) -> int:
    """How many weights a layer has, its bias included."""
    return int(net.weights[name].size + net.weights[f"{name}_bias"].size)


def _strip(axes: Axes, values: Any, left: float, bottom: float, wide: float, high: float) -> None:
    """The numbers of a layer as small squares, the bluer the larger."""
    columns = max(1, round((len(values) * wide / high) ** 0.5))
    rows = -(-len(values) // columns)
    squares = np.full(rows * columns, np.nan)
    squares[: len(values)] = values
    limits = {"xlim": axes.get_xlim(), "ylim": axes.get_ylim()}
    axes.imshow(
        squares.reshape(rows, columns), cmap=style.LIT, vmin=0, vmax=max(*values, 1e-9),
        aspect="auto", extent=(left, left + wide, bottom, bottom + high), interpolation="nearest",
    )  # fmt: skip
    axes.set(**limits)
    axes.add_patch(Rectangle((left, bottom), wide, high, fill=False, ec=BLUE))


def _arrow(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], bend: str = "arc3"
) -> None:
    look: dict[str, Any] = {"arrowstyle": "-|>", "mutation_scale": 9, "color": INK, "lw": 1}
    axes.add_patch(FancyArrowPatch(start, end, connectionstyle=bend, shrinkA=1, shrinkB=1, **look))
