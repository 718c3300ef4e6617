"""A recorded trace as the stepper shows it: a tree that grows, pseudocode, and a sentence."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence

import networkx as nx

from c4lib.result import Trace
from c4lib.view.boards.svg import Picture
from c4lib.view.steppers.drawing import Scene, TreeDrawing
from c4lib.view.steppers.microscope_words import Story
from c4lib.view.steppers.stepper import Frame, Replay, board_html
from c4lib.view.trees.graph import Key


class TraceReplay(Replay):
    """What the replays of recorded traces share; each says what a scene of its tree shows."""

    def __init__(
        self, story: Story, tree: nx.DiGraph, legend: Sequence[tuple[str, str]], nodes: int
    ) -> None:
        self.story, self.trace, self.root = story, story.trace, story.root
        self.name = f"microscope: {story.code.name}, {nodes:,} nodes"
        self.steps, self.code = len(self.trace.events), story.code.columns
        self.graph, self.drawing = tree, TreeDrawing(tree, legend)

    def frame(self, step: int) -> Frame:
        """What a step shows."""
        node = self.trace.nodes[self.trace.events[step].node]
        column, lines = self.story.at_work(step)
        return Frame(
            tree=self.tree(step),
            detail=self.detail(step),
            turn=self.story.turn(node),
            board=board_html(node.state),
            column=column,
            lines=lines,
            sentence=self.story.tell(step),
        )

    def tree(self, step: int) -> Picture:
        """The tree as it had grown at a step."""
        scene = self.scene(step)
        return Picture(self.drawing.svg(scene), self.describe(step, scene))

    def detail(self, step: int) -> Picture | None:
        """What stands below the tree."""
        return None

    @abstractmethod
    def scene(self, step: int) -> Scene:
        """What a step shows of the tree."""

    @abstractmethod
    def describe(self, step: int, scene: Scene) -> str:
        """The tree in words."""


def lowest(trace: Trace, among: set[int]) -> Mapping[int, int | None]:
    """For each node, the lowest of some nodes that it is or lies below; None if there is none."""
    found: dict[int, int | None] = {}
    for node in trace.nodes:
        above = None if node.parent is None else found[node.parent]
        found[node.number] = node.number if node.number in among else above
    return found


def number_of(key: Key) -> int:
    """The node of the trace that a node of the picture is, or that it belongs to."""
    return key if isinstance(key, int) else int(key[1])
