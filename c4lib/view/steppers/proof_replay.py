"""Proof-number search as the stepper shows it: two numbers at each node."""

from collections import Counter

import networkx as nx

from c4lib.search.proof_number import DISPROVEN, PROVEN, Numbers
from c4lib.view.steppers.drawing import NodeMark, Scene
from c4lib.view.steppers.proof_words import DepthFirstStory, ProofStory
from c4lib.view.steppers.trace_replay import TraceReplay
from c4lib.view.trees.graph import Key
from c4lib.view.trees.marks import look_of
from c4lib.view.trees.text import counted, move_text, short_value, side

BADGES = {PROVEN: "✓", DISPROVEN: "✗"}
LEGEND = (
    ("max", "MAX: one proven child is enough"), ("min", "MIN: all must be proven"),
    ("over", "game over"), ("best", "a line that settles it"),
    ("", "proof number over disproof number"), ("", "✓ proven"), ("", "✗ disproven"),
)  # fmt: skip


class ProofReplay(TraceReplay):
    """A recorded proof-number search, of either form."""

    story: ProofStory

    def __init__(self, story: ProofStory, nodes: int) -> None:
        super().__init__(story, proof_graph(story), LEGEND, nodes)
        if not isinstance(story, DepthFirstStory):
            starts = (event for event in enumerate(self.trace.events) if event[1].kind == "enter")
            nodes_of = ((step, self.trace.nodes[event.node]) for step, event in starts)
            self.rounds = [step for step, node in nodes_of if story.is_first(node)]

    def scene(self, step: int) -> Scene:
        """The tree as it had grown at a step. In the end a line of the proof is bold."""
        event, known = self.trace.events[step], self.story.known(step + 1)
        is_last = step == self.steps - 1
        path = self.story.proof() if is_last else self.story.path(step)
        hidden = Counter(above for n in known.numbers for above in self.trace.path(n)[:-1])
        marks: dict[Key, NodeMark] = {
            number: _mark(self.story.numbers(number, known), hidden[number])
            for number in known.numbers
        }
        for number in known.grown:
            children = self.story.children(number, known)
            for key in self.graph.successors(number):
                if key not in marks and (move := self.graph.edges[number, key]["move"]) in children:
                    marks[key] = _mark(children[move], is_faint=True)
        lit = event.node if event.kind == "enter" and event.node else None
        is_best = is_last and self.story.is_settled
        return Scene(marks, path, event.node, lit, is_best)

    def describe(self, step: int, scene: Scene) -> str:
        """The tree in words: how far it has grown, and the path that is bold."""
        known, parts = self.story.known(step + 1), []
        for number in self.story.proof() if scene.is_best else self.story.path(step):
            words = f" {self.story.named(number)}, " if number else " "
            words += side(self.trace.nodes[number].is_max)
            parts.append(f"{words} {_in_words(self.story.numbers(number, known))}")
        return (
            f"Proof tree after step {step + 1} of {self.steps}: "
            f"{counted(len(known.numbers), 'node')}. Bold path:{';'.join(parts)}."
        )


def proof_graph(story: ProofStory) -> nx.DiGraph:
    """The tree in the order of the moves.

    Of df-pn it also has the nodes that were never entered, but looked up in the table:
    ("known", parent, move).
    """
    tree, trace = nx.DiGraph(), story.trace
    grown = {event.node for event in trace if event.kind == "update"}
    is_whole = not isinstance(story, DepthFirstStory)
    for node in trace.nodes:
        tree.add_node(node.number, look=look_of(node.state, node.is_max, node.kind))
    for node in trace.nodes:
        entered = {trace.nodes[child].move: child for child in node.children}
        for move in node.state.moves() if node.number in grown or entered else ():
            key: Key = entered.get(move, ("known", node.number, move))
            if isinstance(key, tuple):
                if is_whole or node.number not in grown:
                    continue
                tree.add_node(key, look=look_of(node.state.play(move), not node.is_max))
            tree.add_edge(node.number, key, move=move, label=move_text(story.root, move))
    return tree


def _mark(numbers: Numbers, hidden: int = 0, is_faint: bool = False) -> NodeMark:
    """A node's proof number over its disproof number."""
    proof, disproof = map(short_value, numbers)
    badge = BADGES.get(numbers, "")
    return NodeMark(proof, disproof, False, badge, hidden=hidden, is_faint=is_faint)


def _in_words(numbers: Numbers) -> str:
    """Both numbers, or what they say."""
    if numbers in BADGES:
        return "proven" if numbers == PROVEN else "disproven"
    proof, disproof = map(short_value, numbers)
    return f"with proof number {proof} and disproof number {disproof}"
