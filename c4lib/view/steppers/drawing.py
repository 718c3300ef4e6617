"""The stepper's picture of a tree as it grows, for every kind of search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import networkx as nx

from c4lib.view.boards.svg import document, rect
from c4lib.view.trees.graph import Key
from c4lib.view.trees.layout import GrowingLayout, Point
from c4lib.view.trees.marks import BEST, INK, LEAF, LIGHT, LOOKS, NOW, ON_PAGE
from c4lib.view.trees.svg import BOLD, LETTER, START, WORDS, branch, label, symbol, tag

WIDE = 640  # pixels of the tree, and of what stands below it
LINE = 17  # pixels of a line of the legend
CUT = (ON_PAGE, 1.5, "4 4")  # the branch to what was cut off


class NodeMark(NamedTuple):
    """What is written at a node."""

    text: str = ""
    below: str = ""  # a second number below the first, as in a fraction
    is_final: bool = True
    badge: str = ""  # W, D or L where the node is proven
    hidden: int = 0  # how many nodes there are below it
    is_faint: bool = False


@dataclass(frozen=True)
class Scene:
    """What one step shows of the tree."""

    marks: Mapping[Key, NodeMark]  # all nodes that there are by now
    path: Sequence[Key]  # drawn bold, from the root
    here: Key  # where the search is
    lit: Key | None = None  # the child whose branch the step is about
    is_best: bool = False  # whether the path is best play, since the search is over
    title: str = ""
    phase: str = ""  # of an iteration
    ghosts: Mapping[Key, str] = field(default_factory=dict)  # nodes yet to come, drawn faintly


Legend = Sequence[tuple[str, str]]
"""What the signs mean: one of the LOOKS, "best" for a branch, or nothing; and words."""


class TreeDrawing:
    """Draws scenes of one tree, which is handed over as it is in the end.

    The nodes of the tree carry their `look`, and the edges the moves as their `label`. Where a
    search has iterations, the names of their `phases` stand above the tree.
    """

    def __init__(self, tree: nx.DiGraph, legend: Legend, phases: Sequence[str] = ()) -> None:
        self.tree, self.phases = tree, phases
        self.looks: dict[Key, str] = dict(tree.nodes(data="look"))
        self.layout = GrowingLayout(tree, WIDE, 66 if phases else 34)
        folded = [] if self.layout.is_whole else [("", "+9: nodes not shown")]
        self.legend, self.height = self._explained([*legend, *folded])

    def _explained(self, legend: Legend) -> tuple[list[str], float]:
        """The signs that the tree has and what they mean, in rows, and where these end."""
        looks = {"", "best", *self.looks.values()}
        looks |= {"over"} if "table" in looks else set()
        parts, x, y = [], 14.0, self.layout.height + 22
        for look, words in [sign for sign in legend if sign[0] in looks]:
            wide = (20 if look else 0) + LETTER * 0.92 * len(words) + 16
            if x + wide > WIDE:
                x, y = 14.0, y + LINE
            if look in ("best", "cut"):
                colour, width, dash = (BEST, 4, "") if look == "best" else CUT
                parts.append(branch((x, y - 4), (x + 14, y - 4), colour, width, dash))
            elif look:
                parts.append(symbol(look, (x + 6, y - 4), 6))
            parts.append(label(x + (20 if look else 0), y, 11, words, WORDS, START))
            x += wide
        return parts, y + 8

    def svg(self, scene: Scene) -> str:
        """The tree at a step."""
        places = self.layout.places(scene.path)
        shown = [key for key in places if key in scene.marks]
        branches, tags = [], []
        for key in shown[1:]:
            (parent,) = self.tree.predecessors(key)
            x, y = places[key]
            above = y - 1.42 * self.layout.radius - 6.5
            is_faint = scene.marks[key].is_faint
            line = branch(places[parent], (x, y), *self._line(key, scene))
            branches.append(_faint(line) if is_faint else line)
            name = tag(x, above, self.tree.edges[parent, key]["label"])
            tags.append(_faint(name) if is_faint else name)
        nodes = []
        for key in shown:
            node = self._node(key, scene, places)
            nodes.append(_faint(node) if scene.marks[key].is_faint else node)
        ghosts = self._ghosts(scene, places)
        parts = [*self._title(scene), ghosts, *branches, *tags, *nodes, *self.legend]
        return document(WIDE, self.height, parts)

    def _title(self, scene: Scene) -> list[str]:
        """The title, and the phases in a row with the current one lit."""
        parts = [label(12, 22, 13, scene.title, WORDS, BOLD + START)] if scene.title else []
        for place, name in enumerate(self.phases):
            x, colour, weight = WIDE - 290 + 76 * place, WORDS, ""
            if name == scene.phase:
                colour, weight = LIGHT, BOLD
                parts.append(rect(x - 35, 8, 70, 20, f'rx="10" fill="{NOW}"'))
            parts.append(label(x, 22, 12.5, name, colour, weight))
        return parts

    def _ghosts(self, scene: Scene, places: Mapping[Key, Point]) -> str:
        """The nodes that have not been entered yet, with what is known of them already."""
        lines, nodes, r = "", "", self.layout.radius
        for key in (key for key in places if key in scene.ghosts and key not in scene.marks):
            (parent,), (x, y), text = self.tree.predecessors(key), places[key], scene.ghosts[key]
            lines += branch(places[parent], (x, y), ON_PAGE, 1.5)
            look = "over" if self.looks[key] == "cut" else self.looks[key]  # it gives nothing away
            nodes += symbol(look, (x, y), r)
            nodes += _numbers(NodeMark(text), x, y, r * LEAF) if text else ""
        return f'<g class="c4s-ghosts" opacity="0.4">{lines}{nodes}</g>' if nodes else ""

    def _line(self, key: Key, scene: Scene) -> tuple[str, float, str]:
        """Bold on the path, lit where the step is about it, dashed where it was cut off."""
        if key == scene.lit and not scene.is_best:
            return NOW, 5, ""
        if self.looks[key] == "cut":
            return CUT
        if key in scene.path:
            return BEST if scene.is_best else WORDS, 4, ""
        return ON_PAGE, 1.5, ""

    def _node(self, key: Key, scene: Scene, places: Mapping[Key, Point]) -> str:
        """A node's symbol with its numbers, a ring where the search is, and what is hidden."""
        mark, (x, y), r = scene.marks[key], places[key], self.layout.radius
        if self.looks[key] == "cut":
            scissors = label(x, y + 4, min(11, r), "✂", INK)
            return symbol("cut", (x, y), r, ' class="c4s-cut"') + scissors
        parts = []
        if key == scene.here:
            ring = ' class="c4s-here" fill-opacity="0.3"'
            parts.append(symbol(self.looks[key], (x, y), 1.4 * r, ring, edge=NOW, fill=NOW))
        is_bold = key in scene.path
        edge = BEST if is_bold and scene.is_best else ""
        kind = "c4s-node" if isinstance(key, int) else "c4s-known"  # entered, or only looked up
        more = f' class="{kind}" stroke-width="{3 if is_bold else 1.5}"'
        room = r * LEAF if LOOKS[self.looks[key]].shape == "leaf" else r
        parts += [symbol(self.looks[key], (x, y), r, more, edge), _numbers(mark, x, y, room)]
        if mark.badge:
            right, low = x + 0.88 * r, y + 0.88 * r
            place = f'cx="{right:.1f}" cy="{low:.1f}" r="5.5" fill="{INK}" stroke="{LIGHT}"'
            parts.append(f'<circle class="c4s-proven" {place}/>')
            parts.append(label(right, low + 3, 8.5, mark.badge, LIGHT))
        if mark.hidden and not any(child in places for child in self.tree.successors(key)):
            count, place = f"+{mark.hidden}", ' class="c4s-folded"'
            if r + 4 + LETTER * len(count) < self.layout.gap - r:
                parts.append(label(x + r + 4, y + 4, 10.5, count, WORDS, place + START))
            else:  # the next node leaves no room on the right
                parts.append(label(x, y + r + 11, 10.5, count, WORDS, place))
        return "".join(parts)


def _faint(drawn: str) -> str:
    """What is over, or only known of."""
    return f'<g opacity="0.45">{drawn}</g>'


def _numbers(mark: NodeMark, x: float, y: float, r: float) -> str:
    """What is written in a node: a value, or points over visits."""
    if not mark.below:
        length = len(mark.text) + mark.text.count("…") + 0.1  # dots are wide
        size, style = min(14, 2.7 * r / length), BOLD if mark.is_final else ' font-style="italic"'
        return label(x, y + size * 0.35, size, mark.text, INK, style)
    size = min(12, 0.84 * r)
    return (
        label(x, y - 2, min(size, 2.8 * r / len(mark.text)), mark.text, INK)
        + f'<path d="M{x - r * 0.6:.1f} {y:.1f}h{r * 1.2:.1f}" stroke="{INK}"/>'
        + label(x, y + size * 0.9, size, mark.below, INK, BOLD if mark.is_final else "")
    )
