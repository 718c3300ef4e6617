"""The stepper's picture of the tree as it grows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from c4lib.view.mcts_stepper_record import Figures, Record, Step
from c4lib.view.mcts_stepper_words import NAMES, PROVEN, Story, number, visits
from c4lib.view.microscope_drawing import FAINT, GREY, GROUND, LIT, label, shape
from c4lib.view.svg import INK, Picture
from c4lib.view.tree_text import move_text, named_move

WIDE = 680  # pixels of the tree and of the table below it
TOP = 62  # where the root stands
WHOLE_LEAVES = 27  # larger trees are shown in part
FILL = ("#fbd9c2", "#faf5b8")  # the discs' colours, lighter

Point = tuple[float, float]


@dataclass(frozen=True)
class Scene:
    """What one step shows of the tree."""

    step: Step
    known: Mapping[int, Figures]
    path: Sequence[int]
    places: Mapping[int, Point]
    below: Mapping[int, int]
    """How many nodes there are below each."""


class TreeDrawing:
    """Draws the tree. If it is small, each node has its place from the beginning."""

    def __init__(self, record: Record, story: Story) -> None:
        self.record, self.story, self.root = record, story, record.nodes[0].state
        below = [len(node.children) for node in record.nodes]
        leaves = below.count(0)
        self.is_whole = leaves <= WHOLE_LEAVES
        self.gap = min(84, (WIDE - 20) / (leaves if self.is_whole else max(below)))
        self.rows = max(len(record.path(number)) for number in range(len(record.nodes)))
        self.row = min(130, max(50, 290 / (self.rows - 1)))
        self.radius = min(17, self.gap * 0.46, self.row * 0.3)
        self.has_proofs = any(node.proven is not None for node in record.nodes)
        self.high = TOP + (self.rows - 1) * self.row + self.radius + 42 + 16 * self.has_proofs
        self.places = self._whole() if self.is_whole else {}

    def _whole(self) -> dict[int, Point]:
        """Leaves side by side, and each parent above the middle of its children."""
        places: dict[int, Point] = {}
        column = count()

        def place(number: int, ply: int) -> float:
            below = [place(child, ply + 1) for child in self.record.children(number)]
            across = (below[0] + below[-1]) / 2 if below else (next(column) + 0.5) * self.gap
            places[number] = across, TOP + ply * self.row
            return across

        place(0, 0)
        margin = (WIDE - next(column) * self.gap) / 2
        return {key: (across + margin, down) for key, (across, down) in places.items()}

    def _part(self, path: Sequence[int]) -> dict[int, Point]:
        """The nodes of a path, one a row, each with its brothers and sisters."""
        places: dict[int, Point] = {0: (WIDE / 2, TOP)}
        for ply, node in enumerate(path, start=1):
            below = self.record.children(node)
            for index, child in enumerate(below):
                across = WIDE / 2 + (index - (len(below) - 1) / 2) * self.gap
                places[child] = across, TOP + ply * self.row
        return places

    def tree(self, number: int) -> Picture:
        """The tree as it had grown at a step."""
        step, known = self.record.steps[number], self.record.known(number)
        path = self.lit(number)
        places = self.places if self.is_whole else self._part(path)
        scene = Scene(step, known, path, places, self.record.below(known))
        shown = [node for node in places if node in known]
        parts = [self._title(step)]
        parts += [self._edge(node, scene) for node in shown if node]
        parts += [self._move(node, scene) for node in shown if node]
        parts += [self._node(node, scene) for node in shown]
        return Picture(sheet(self.high, [*parts, self._legend()]), self._describe(scene))

    def lit(self, number: int) -> list[int]:
        """The nodes on the way from the root to where the iteration has come, at its lowest."""
        step = self.record.steps[number]
        if step.kind == "update":
            number -= next(
                back for back in count() if self.record.steps[number - back].kind == "simulate"
            )
            step = self.record.steps[number]
        return self.record.path(step.node if step.child is None else step.child)

    def _title(self, step: Step) -> str:
        """Which iteration it is, and which of the four steps."""
        done = f"Iteration {step.iteration} of {self.record.iterations}"
        if step.kind in ("start", "end"):
            done = "Before the first iteration" if step.kind == "start" else "The search is done"
        more = ' font-weight="bold" text-anchor="start"'
        parts = [label(12, 22, 13, done, INK, more)]
        for place, name in enumerate(("select", "expand", "simulate", "update")):
            x, is_on = WIDE - 290 + 76 * place, NAMES[step.kind] == name
            if is_on:
                parts.append(
                    f'<rect x="{x - 35}" y="8" width="70" height="20" rx="10" fill="{LIT}"/>'
                )
            weight = ' font-weight="bold"' if is_on else ""
            parts.append(label(x, 22, 12.5, name, "#ffffff" if is_on else FAINT, weight))
        return "".join(parts)

    def _edge(self, node: int, scene: Scene) -> str:
        """The branch that leads to a node, bold on the path."""
        (x1, y1), (x2, y2) = scene.places[self.record.parents[node]], scene.places[node]
        half = (y1 + y2) / 2
        bend = f"C{x1:.1f} {half:.1f} {x2:.1f} {half:.1f} {x2:.1f} {y2:.1f}"
        colour, width = (INK, 4) if node in scene.path else (GREY, 1.5)
        if node == scene.step.child or (scene.step.kind == "update" and node == scene.step.node):
            colour, width = LIT, 5
        return (
            f'<path d="M{x1:.1f} {y1:.1f}{bend}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}"/>'
        )

    def _move(self, node: int, scene: Scene) -> str:
        """The move that leads to a node, above it; on the side away from the others' branches."""
        (x1, _), (x2, y2) = scene.places[self.record.parents[node]], scene.places[node]
        side = min(8, self.gap * 0.22) * (1 if x2 >= x1 else -1)
        halo = f' class="c4s-move" stroke="{GROUND}" stroke-width="3" paint-order="stroke"'
        text = move_text(self.root, self.record.nodes[node].move)
        return label(x2 + side, y2 - self.radius * 1.4 - 3, 11, text, INK, halo)

    def _node(self, node: int, scene: Scene) -> str:
        """The owner's square or circle, with points over visits; W, D or L where it is proven."""
        (x, y), r, figures = scene.places[node], self.radius, scene.known[node]
        owner = self.record.nodes[node].owner
        is_lit = node in scene.path
        style = f'class="c4s-node" fill="{FILL[owner % 2]}" stroke="{INK if is_lit else GREY}" '
        style += f'stroke-width="{2.5 if is_lit else 1.2}"'
        ring = f'class="c4s-here" fill="{GROUND}" stroke="{LIT}" stroke-width="3"'
        parts = [shape(False, x, y, r * 1.4, ring)] if node == scene.step.node else []
        parts += [shape(owner == 0, x, y, r * 1.1 if owner == 0 else r, style)]
        if figures.visits:
            size = min(12, 0.84 * r)
            points = number(figures.points)
            parts += [
                label(x, y - 2, min(size, 3.1 * r / len(points)), points, INK),
                f'<path d="M{x - r * 0.6:.1f} {y:.1f}h{r * 1.2:.1f}" stroke="{INK}"/>',
                label(x, y + size * 0.9, size, str(figures.visits), INK, ' font-weight="bold"'),
            ]
        if figures.proven is not None:
            badge = f'class="c4s-proven" fill="{INK}"'
            sign = PROVEN[int(figures.proven)][0].upper()
            parts += [shape(False, x + 0.88 * r, y + 0.88 * r, 5.2, badge)]
            parts += [label(x + 0.88 * r, y + 0.88 * r + 3, 8.5, sign, "#ffffff")]
        below = scene.below[node]
        if below and not any(child in scene.places for child in self.record.children(node)):
            start = ' class="c4s-folded" text-anchor="start"'
            parts += [label(x + r + 4, y + 4, 10.5, f"+{below}", FAINT, start)]
        return "".join(parts)

    def _legend(self) -> str:
        """What the signs mean, below the tree."""
        y = self.high - 12 - 16 * self.has_proofs
        parts, x = [], 14.0
        for player in self.story.players()[:2]:
            style = f'fill="{FILL[player % 2]}" stroke="{GREY}"'
            told = f"for {self.story.player(player)}, who chose to come there"
            if player:
                told = f"for {self.story.player(player)}"
            parts += [shape(player == 0, x + 4, y - 4, 6, style)]
            parts += [label(x + 16, y, 11, told, FAINT, ' text-anchor="start"')]
            x += 30 + 6 * len(told)
        told = "in the node: points over visits"
        if not self.is_whole:
            told += "; +9: so many nodes are folded away"
        parts += [label(x, y, 11, told, FAINT, ' text-anchor="start"')]
        if self.has_proofs:
            told = "W, D, L: proven to be won, drawn or lost for whoever chose to come there"
            parts += [label(14, y + 16, 11, told, FAINT, ' text-anchor="start"')]
        return "".join(parts)

    def _describe(self, scene: Scene) -> str:
        """The tree in words: how far it has grown, and the path that is bold."""
        parts = []
        for node in scene.path:
            figures = scene.known[node]
            move = self.record.nodes[node].move
            name = named_move(self.root, move) if node else "root"
            parts.append(f" {name}, {number(figures.points)} points in {visits(figures.visits)}")
        return (
            f"Tree in iteration {scene.step.iteration} of {self.record.iterations}, "
            f"{NAMES[scene.step.kind]}: {len(scene.known)} nodes. Bold path:{';'.join(parts)}."
        )


def sheet(high: float, parts: Sequence[str]) -> str:
    """A picture, with its parts on a light ground."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high:g}" '
        f'width="{WIDE}" height="{high:.0f}" font-family="sans-serif">'
        f'<rect width="{WIDE}" height="{high:g}" rx="8" fill="{GROUND}"/>{"".join(parts)}</svg>'
    )
