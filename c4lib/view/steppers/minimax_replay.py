"""Minimax, alpha-beta, PVS and MTD(f) as the stepper shows them."""

from itertools import pairwise
from math import inf

from c4lib.games.trees import ListTree
from c4lib.result import Bound, Window
from c4lib.view.boards.svg import Picture
from c4lib.view.steppers.drawing import NodeMark, Scene
from c4lib.view.steppers.microscope_words import MinimaxStory, Moment, moment
from c4lib.view.steppers.null_window_words import MTDStory
from c4lib.view.steppers.number_line import NumberLine
from c4lib.view.steppers.trace_replay import TraceReplay, lowest, number_of
from c4lib.view.trees.graph import Key, graph
from c4lib.view.trees.text import SIGNS, is_win, short_value, side, value_in_words

ROOMY = 48  # pixels between two passes of MTD(f) whose names stand side by side


class MinimaxReplay(TraceReplay):
    """A recorded minimax or alpha-beta search."""

    story: MinimaxStory

    def __init__(self, story: MinimaxStory, nodes: int) -> None:
        tree = graph(story.trace)
        for number in [node.number for node in story.trace.nodes if node.parent is not None]:
            branch = tree.edges[story.trace.nodes[number].parent, number]
            branch["label"] = story.label(number, branch["label"])
        super().__init__(story, tree, self._legend(story), nodes)
        asked = story.questions.values()
        self.line = NumberLine(story.trace, asked) if story.code.has_window else None
        self.known = {key: self._known(key) for key in self.graph if key}
        self.repeated = lowest(story.trace, story.repeats)
        """For each node, the lowest search of something once more that it belongs to."""

    def _legend(self, story: MinimaxStory) -> list[tuple[str, str]]:
        legend = [("max", "MAX"), ("min", "MIN"), ("over", "leaf"), ("depth", "depth limit")]
        legend += [("cut", "cut off"), ("best", "best play")]
        legend += [("", words) for words in ("3… so far", "≤3 at most", "≥3 at least")]
        legend += [("", words) for words in story.signs()]
        if any(is_win(node.value) for node in story.trace.nodes):
            legend.append(("", "W3, L3: won, lost after 3 moves"))
        return legend

    def detail(self, step: int) -> Picture | None:
        """The window on a number line."""
        if self.line is None:
            return None
        event = self.trace.events[step]
        if (question := self.story.questions.get(event.node)) is None:
            return self.line.window(event.window)
        node = self.trace.nodes[event.node]
        is_final = event.kind in ("leaf", "leave")
        is_answered = is_final or event.window[0] >= event.window[1]
        bound: Bound = node.bound if is_final else "lower" if node.is_max else "upper"
        value = event.value if is_answered else None
        return self.line.question(question, value, bound, self.within(step))

    def within(self, step: int) -> Window | None:
        """Bounds of the whole search, where it has some beside the null window."""
        return None

    def scene(self, step: int) -> Scene:
        """The tree as it had grown at a step. In the end the principal variation is bold."""
        event, now = self.trace.events[step], moment(self.trace, step + 1)
        is_last = step == self.steps - 1
        path = self.trace.principal() if is_last else self.trace.path(event.node)
        faint = {old for new, old in self.story.replaces.items() if new in now.values}
        faded = lowest(self.trace, faint)
        marks: dict[Key, NodeMark] = {
            number: self._mark(number, now, faded[number] is not None) for number in now.values
        }
        for key in (key for key in self.graph if isinstance(key, tuple) and key[1] in now.cut):
            marks[key] = NodeMark(is_faint=faded[number_of(key)] is not None)
        ghosts = {key: text for key, text in self.known.items() if self._is_to_come(key, now)}
        return Scene(marks, path, event.node, event.child, is_last, ghosts=ghosts)

    def _is_to_come(self, key: Key, now: Moment) -> bool:
        """Whether a node is expected already: not if it belongs to a repetition yet to begin."""
        start = self.repeated[number_of(key)]
        return start is None or start in now.values

    def _known(self, key: Key) -> str:
        """What stands at a node before it is entered: the value of a bare tree's leaf."""
        if isinstance(key, int):
            state = self.trace.nodes[key].state
        else:
            _, parent, move = key
            state = self.trace.nodes[parent].state.play(move)
        is_leaf = isinstance(state, ListTree) and state.is_over
        return short_value(state.utility(self.root.player)) if is_leaf else ""

    def _mark(self, number: int, now: Moment, is_faint: bool) -> NodeMark:
        """A node's value so far in italics, or in the end with its bound."""
        value, is_final = now.values[number], number in now.done
        text = "" if value is None else short_value(value)
        if is_final:
            text = SIGNS[self.trace.nodes[number].bound] + text
        elif text:
            text += "…"
        below = now.below[number]
        return NodeMark(text, is_final=is_final, hidden=below, is_faint=is_faint)

    def describe(self, step: int, scene: Scene) -> str:
        """The tree in words: how far it has grown, and the path that is bold."""
        now = moment(self.trace, step + 1)
        parts = []
        for number in map(number_of, scene.path):
            node, value = self.trace.nodes[number], now.values[number]
            words = f" {self.story.named(number)}, " if number else " "
            words += side(node.is_max)
            if number in now.done and value is not None:
                words += f" {value_in_words(value, node.bound)}"
            elif value is not None:
                words += f" so far {short_value(value)}"
            parts.append(words)
        unseen = sum(len(self.trace.nodes[number].cut) for number in now.cut)
        return (
            f"Search tree after step {step + 1} of {self.steps}: {len(now.values)} "
            f"nodes entered, {unseen} moves cut off. Bold path:{';'.join(parts)}."
        )


class MTDReplay(MinimaxReplay):
    """A recorded MTD(f): each pass is a child of the root, and the bounds close in."""

    story: MTDStory

    def __init__(self, story: MTDStory, nodes: int) -> None:
        super().__init__(story, nodes)
        starts = (event for event in enumerate(self.trace.events) if event[1].kind == "enter")
        self.rounds = [step for step, event in starts if event.node in story.passes]
        places = self.drawing.layout.places([0])
        across = [places[number][0] for number in story.passes]
        if min((b - a for a, b in pairwise(across)), default=inf) < ROOMY:
            for count, number in enumerate(story.passes, start=1):  # only the number has room
                self.graph.edges[0, number]["label"] = str(count)

    def detail(self, step: int) -> Picture | None:
        """At the root the bounds, within a pass its question."""
        if self.trace.events[step].node or self.line is None:
            return super().detail(step)
        return self.line.bounds(*self.story.bounds(step))

    def within(self, step: int) -> Window | None:
        """The bounds."""
        return self.story.bounds(step)
