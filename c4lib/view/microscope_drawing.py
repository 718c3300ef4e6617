"""The microscope's pictures: the tree as it grows, and the window on a number line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from math import hypot, inf

from c4lib.game import Move
from c4lib.result import Event, Trace, Window
from c4lib.search.common import WIN
from c4lib.view.microscope_moment import Moment, moment, path_to
from c4lib.view.svg import INK, Picture
from c4lib.view.tree_text import (
    SIGNS,
    is_win,
    move_text,
    named_move,
    short_value,
    side,
    value_in_words,
)

WIDE = 560  # pixels of both pictures
TOP = 32  # where the root stands
WHOLE_NODES, WHOLE_LEAVES = 60, 27  # larger trees are shown in part
FILL = {True: "#dbe9f9", False: "#fde3cf"}  # of MAX and of MIN
EDGE = {True: "#1d4f8c", False: "#a84300"}
GREY, FAINT, AXIS = "#7a8590", "#4a5560", "#b9c3ce"
LIT, HERE, GROUND = "#0072b2", "#f0e442", "#f7f9fc"

Key = int | tuple[int, int]
"""A place in the tree: an entered node's number, or a node and which of its moves was cut."""

Point = tuple[float, float]


# ---- the tree ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """What one step shows of the tree: the path is bold, and what has a place is drawn."""

    event: Event
    now: Moment
    path: Sequence[int]
    places: Mapping[Key, Point]


class Drawing:
    """Draws the tree. What is drawn has its place from the beginning."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.root = trace, trace.nodes[0].state
        nodes = trace.nodes
        leaves = sum(len(node.cut) or not node.children for node in nodes)
        self.is_whole = len(nodes) <= WHOLE_NODES and leaves <= WHOLE_LEAVES
        widest = leaves if self.is_whole else max(len(self.slots(node.number)) for node in nodes)
        self.gap = min(64 if self.is_whole else 96, (WIDE - 20) / max(widest, 1))
        rows = deepest(trace)
        self.row = min(78, max(42, 320 / (rows + 1)))
        self.radius = min(17, self.gap * 0.32, self.row * 0.32)  # room for counts and moves
        if self.is_whole:
            self.radius = min(19, self.gap / 2 - 1.5, self.row * 0.36)
        self.notes = []
        if any(is_win(node.value) for node in nodes):
            self.notes.append("W3, L3: won, lost after 3 moves")
        if not self.is_whole:
            self.notes.append("+9: so many nodes are folded away")
        self.high = TOP + rows * self.row + (76 if self.notes else 62)
        self.places = self._whole() if self.is_whole else {}

    def slots(self, key: Key) -> list[Key]:
        """What hangs below a node: the moves looked at, then those cut."""
        if isinstance(key, tuple):
            return []
        node = self.trace.nodes[key]
        return [*node.children, *((key, number) for number in range(len(node.cut)))]

    def _whole(self) -> dict[Key, Point]:
        """Leaves side by side, and each parent above the middle of its children."""
        places: dict[Key, Point] = {}
        column = count()

        def place(key: Key, ply: int) -> float:
            below = [place(child, ply + 1) for child in self.slots(key)]
            across = (below[0] + below[-1]) / 2 if below else (next(column) + 0.5) * self.gap
            places[key] = across, TOP + ply * self.row
            return across

        place(0, 0)
        margin = (WIDE - next(column) * self.gap) / 2
        return {key: (across + margin, down) for key, (across, down) in places.items()}

    def _part(self, path: list[int]) -> dict[Key, Point]:
        """The nodes of a path, one a row, each with its brothers and sisters."""
        places: dict[Key, Point] = {0: (WIDE / 2, TOP)}
        for ply, number in enumerate(path, start=1):
            slots = self.slots(number)
            for index, slot in enumerate(slots):
                across = WIDE / 2 + (index - (len(slots) - 1) / 2) * self.gap
                places[slot] = across, TOP + ply * self.row
        return places

    def tree(self, step: int) -> Picture:
        """The tree as it had grown at a step."""
        event, now = self.trace.events[step], moment(self.trace, step + 1)
        is_last = step == len(self.trace.events) - 1
        path = self.trace.principal() if is_last else path_to(self.trace, event.node)
        scene = Scene(event, now, path, self.places if self.is_whole else self._part(path))
        shown = [
            key
            for key in scene.places
            if (key[0] in now.cut if isinstance(key, tuple) else key in now.values)
        ]
        edges = [self._edge(key, scene) for key in shown if key != 0]
        nodes = [
            self._cut(key, scene) if isinstance(key, tuple) else self._node(key, scene)
            for key in shown
        ]
        svg = drawn(self.high, [*edges, *nodes, self._legend()])
        return Picture(svg, self._describe(step, scene))

    def _branch(self, key: Key) -> tuple[int, Move]:
        """From which node a branch leads to a place, and by which move."""
        if isinstance(key, tuple):
            return key[0], self.trace.nodes[key[0]].cut[key[1]]
        node = self.trace.nodes[key]
        return node.parent or 0, node.move

    def _edge(self, key: Key, scene: Scene) -> str:
        """The branch that leads to a place, with its move."""
        parent, move = self._branch(key)
        (x1, y1), (x2, y2) = scene.places[parent], scene.places[key]
        if self.is_whole:
            bend, length = f"L{x2:.1f} {y2:.1f}", hypot(x2 - x1, y2 - y1)
            out = 9 / length if x2 >= x1 else -9 / length  # the move stands outside its branch
            x, y = (x1 + x2) / 2 + out * (y2 - y1), (y1 + y2) / 2 - out * (x2 - x1) + 4
        else:  # bent, so as not to run through the neighbours
            half = (y1 + y2) / 2
            bend = f"C{x1:.1f} {half:.1f} {x2:.1f} {half:.1f} {x2:.1f} {y2:.1f}"
            x, y = x2 + 9, y2 - self.radius * 1.38 - 2
        style = self._edge_style(key, scene)
        line = f'<path d="M{x1:.1f} {y1:.1f}{bend}" fill="none" {style}/>'
        if self.gap < 22:
            return line
        halo = f' stroke="{GROUND}" stroke-width="3" paint-order="stroke"'
        return line + label(x, y, 11, move_text(self.root, move), INK, halo)

    def _edge_style(self, key: Key, scene: Scene) -> str:
        """Bold on the path, lit where a value comes up, dashed where it was cut."""
        if isinstance(key, tuple):
            return f'stroke="{GREY}" stroke-width="1.5" stroke-dasharray="4 4"'
        colour, width = (INK, 4) if key in scene.path else (GREY, 1.5)
        colour, width = (LIT, 4) if key == scene.event.child else (colour, width)
        return f'stroke="{colour}" stroke-width="{width}"'

    def _cut(self, key: Key, scene: Scene) -> str:
        """A small dashed shape for a move that was not looked at."""
        parent, move = self._branch(key)
        is_max = self.trace.nodes[parent].state.play(move).player == self.root.player
        style = f'class="c4m-cut" fill="{GROUND}" stroke="{GREY}" stroke-dasharray="3 3"'
        return shape(is_max, *scene.places[key], self.radius * 0.6, style)

    def _node(self, key: int, scene: Scene) -> str:
        """MAX's square or MIN's circle, with its value, and with how much is folded below it."""
        (x, y), r, now = scene.places[key], self.radius, scene.now
        node, value, is_done = self.trace.nodes[key], now.values[key], key in now.done
        text = "" if value is None else short_value(value)
        text = f"{SIGNS[node.bound]}{text}" if is_done else text and f"{text}…"
        ring = f'class="c4m-here" fill="{HERE}" stroke="{INK}" stroke-width="1.5"'
        style = f'fill="{FILL[node.is_max]}" stroke="{EDGE[node.is_max]}" '
        style += f'stroke-width="{3 if key in scene.path else 1.5}"'
        size = min(14, 3 * r / (len(text) + text.count("…") + 0.1))  # dots are wide
        weight = ' font-weight="bold"' if is_done else ' font-style="italic"'
        parts = [shape(False, x, y, r * 1.38, ring)] if key == scene.event.node else []
        parts += [shape(node.is_max, x, y, r, style)]
        parts += [label(x, y + size * 0.35, size, text, INK, weight)]
        if now.below[key] and not any(child in scene.places for child in node.children):
            start = ' class="c4m-folded" text-anchor="start"'
            parts += [label(x + r + 3, y + 4, 10, f"+{now.below[key]}", FAINT, start)]
        return "".join(parts)

    def _legend(self) -> str:
        """What the signs mean, below the tree."""
        y = self.high - (28 if self.notes else 12)
        told = "3… so far   ≤3 at most   ≥3 at least   dashed: not looked at"
        return (
            f'<rect x="12" y="{y - 9}" width="10" height="10" fill="{FILL[True]}" '
            f'stroke="{EDGE[True]}"/><circle cx="69" cy="{y - 4}" r="5.5" fill="{FILL[False]}" '
            f'stroke="{EDGE[False]}"/><text x="27" y="{y}" font-size="11" fill="{FAINT}" '
            f'xml:space="preserve">MAX<tspan x="79">MIN</tspan><tspan x="114">{told}</tspan>'
            f'<tspan x="114" y="{y + 16}">{"   ".join(self.notes)}</tspan></text>'
        )

    def _describe(self, step: int, scene: Scene) -> str:
        """The tree in words: how far it has grown, and the path that is bold."""
        now, parts = scene.now, []
        for number in scene.path:
            node, value = self.trace.nodes[number], now.values[number]
            parts.append(f" {named_move(self.root, node.move)}," if number else "")
            parts[-1] += f" {side(node.is_max)}"
            if number in now.done and value is not None:
                parts[-1] += f" {value_in_words(value, node.bound)}"
            elif value is not None:
                parts[-1] += f" so far {short_value(value)}"
        unseen = sum(len(self.trace.nodes[number].cut) for number in now.cut)
        return (
            f"Search tree after step {step + 1} of {len(self.trace.events)}: {len(now.values)} "
            f"nodes entered, {unseen} moves cut off. Bold path:{';'.join(parts)}."
        )


# ---- the window ----------------------------------------------------------------------------


class NumberLine:
    """Draws windows on a line on which all values of a search have their place."""

    def __init__(self, trace: Trace) -> None:
        values = [node.value for node in trace.nodes if node.value is not None]
        plain = [v for v in [*values, *trace.nodes[0].window] if abs(v) < WIN / 2] or [0.0]
        self.low, self.top, self.deepest = min(plain), max(plain), deepest(trace)

    def window(self, window: Window) -> str:
        """Alpha and beta, and the values still open between them."""
        (alpha, beta), is_shut = window, window[0] >= window[1]
        x, y = self.across(alpha), self.across(beta)
        colour, dash = (EDGE[False], ' stroke-dasharray="3 3"') if is_shut else (LIT, "")
        between = f'<path d="M{x:.1f} 34H{y:.1f}" stroke="{colour}" stroke-width="7"{dash} '
        ends = self._end("α", alpha, not is_shut), self._end("β", beta, is_shut)
        return drawn(58, [self._axis(), between + 'opacity="0.55"/>', *ends])

    def _axis(self) -> str:
        """The line, with the smallest and the largest ordinary value."""
        line = f'<path d="M{self.across(-inf)} 34H{self.across(inf)}" stroke="{AXIS}"/>'
        return line + "".join(
            f'<path d="M{self.across(value):.1f} 30v8" stroke="{AXIS}"/>'
            + label(self.across(value), 52, 11, short_value(value), FAINT)
            for value in sorted({self.low, self.top})
        )

    def _end(self, name: str, value: float, is_left: bool) -> str:
        """An end of the window, with its name on the left or on the right of it."""
        at, anchor, offset = self.across(value), *(("end", -2) if is_left else ("start", 2))
        more = f' font-weight="bold" text-anchor="{anchor}"'
        stroke = f'<path d="M{at:.1f} 25v18" stroke="{INK}" stroke-width="3"/>'
        return stroke + label(at + offset, 18, 13, f"{name} = {short_value(value)}", INK, more)

    def across(self, value: float) -> float:
        """Where a value stands on the line: lost, the ordinary values, won, from left to right."""
        ends = {-inf: 0.0, inf: 1.0}
        if value in ends:
            share = ends[value]
        elif abs(value) > WIN / 2:
            late = 0.1 * max(WIN - abs(value), 0) / (self.deepest + 1)
            share = 0.98 - late if value > 0 else 0.02 + late
        else:
            span = self.top - self.low
            share = 0.14 + 0.72 * ((value - self.low) / span if span else 0.5)
        return 70 + share * (WIDE - 140)


# ---- for both ------------------------------------------------------------------------------


def deepest(trace: Trace) -> int:
    """The last ply of the picture, in which a move may stand that was cut."""
    return max(node.ply + bool(node.cut) for node in trace.nodes)


def drawn(high: float, parts: Sequence[str]) -> str:
    """The picture, with its parts on a light ground."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:g}" '
        f'width="{WIDE}" height="{high:.0f}" font-family="sans-serif">'
        f'<rect width="{WIDE}" height="{high:g}" rx="8" fill="{GROUND}"/>{"".join(parts)}</svg>'
    )


def shape(is_max: bool, x: float, y: float, r: float, style: str) -> str:
    """MAX's square or MIN's circle, as large as each other to the eye."""
    if not is_max:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {style}/>'
    half, whole = 0.9 * r, 1.8 * r
    place = f'x="{x - half:.1f}" y="{y - half:.1f}" width="{whole:.1f}" height="{whole:.1f}"'
    return f"<rect {place} {style}/>"


def label(x: float, y: float, size: float, text: str, fill: str, more: str = "") -> str:
    """A text, in the middle of `x` unless `more` says otherwise."""
    anchor = "" if "text-anchor" in more else ' text-anchor="middle"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{fill}"{anchor}{more}>'
        f"{escape(text)}</text>"
    )
