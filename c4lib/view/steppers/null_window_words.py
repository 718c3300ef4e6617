"""The microscope's words for the searches that ask with null windows: PVS and MTD(f)."""

from collections.abc import Mapping
from math import inf
from typing import Any, Literal

from c4lib.result import Event, Trace, TraceNode, Window
from c4lib.search.pvs import EARLY, SHALLOW
from c4lib.view.steppers.microscope_words import MinimaxStory, Moment, worth_of
from c4lib.view.steppers.null_windows import Question, is_null, questions
from c4lib.view.steppers.pseudocode import REDUCED, Code, Lines
from c4lib.view.trees.text import short_value, side, value_in_words

Attempt = Literal["usual", "null", "shallow", "deep", "whole"]
"""How a move is searched: as in alpha-beta; with a null window; one ply less deep than usual;
then as deep as usual; again with the whole window."""


class PVSStory(MinimaxStory):
    """Tells of principal variation search."""

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        super().__init__(trace, REDUCED if options.get("reductions") else code, options)
        self.attempts: dict[int, Attempt] = {}
        self.replaces: dict[int, int] = {}
        """For each search of a move that was searched before, the search before."""
        depth = options.get("depth")
        self._left = {0: inf if depth is None else depth}  # the plies left at each node
        for node in trace.nodes:
            self._classify(node)
        self.repeats = set(self.replaces)

    def _classify(self, node: TraceNode) -> None:
        """Sort the searches of a node's moves."""
        order = list(dict.fromkeys(self.trace.nodes[child].move for child in node.children))
        left, last = self._left[node.number], dict[Any, int]()
        for number in node.children:
            child = self.trace.nodes[number]
            place = order.index(child.move)
            is_late = self.code is REDUCED and place >= EARLY and left >= SHALLOW
            attempt: Attempt = "usual"
            if child.move in last:
                self.replaces[number] = before = last[child.move]
                attempt = "deep" if self.attempts[before] == "shallow" else "whole"
            elif is_late:
                attempt = "shallow"
            elif place and is_null(child.window) and not is_null(node.window):
                attempt = "null"
            self.attempts[number], last[child.move] = attempt, number
            self._left[number] = left - 1 - (attempt == "shallow")

    def label(self, number: int, move: str) -> str:
        """The move, marked ? where it is only asked about, and ↻ where it is searched again."""
        marks = {"null": "?", "shallow": "↑?", "deep": "?", "whole": "↻"}
        return move + marks.get(self.attempts[number], "")

    def signs(self) -> list[str]:
        """What the legend says of those marks."""
        found = set(self.attempts.values())
        signs = ["b? null window"] if found & {"null", "deep"} else []
        signs += ["b↑? one ply less deep"] if "shallow" in found else []
        return signs + (["b↻ searched again"] if "whole" in found else [])

    def named(self, number: int) -> str:
        """What leads to a node; of a move that is searched again, that it is."""
        again = " again" if self.attempts.get(number) == "whole" else ""
        return super().named(number) + again

    def at_work(self, step: int) -> tuple[int, Lines]:
        """A search that asks, or asks again, is on the line that calls it."""
        event = self.trace.events[step]
        attempt = self.attempts.get(event.node, "usual")
        if event.kind != "enter" or attempt == "usual":
            return super().at_work(step)
        parent = self.trace.nodes[event.node].parent
        assert parent is not None
        later = int(self.code is REDUCED)
        line = {"shallow": 5, "null": 5 + later, "deep": 5 + later, "whole": 6 + later}[attempt]
        return 0 if self.trace.nodes[parent].is_max else 1, (line,)

    def _enter(self, node: TraceNode, event: Event) -> str:
        attempt = self.attempts.get(node.number, "usual")
        if attempt == "usual" or node.parent is None:
            return super()._enter(node, event)
        move, question = super().named(node.number), self.questions.get(node.number)
        tries = f"{side(self.trace.nodes[node.parent].is_max)} tries {move}"
        if attempt == "null":
            return f"{tries}: is it {question}? A null window is enough for that."
        if attempt == "shallow":
            return f"{tries}: is it {question}? It comes late, so first one ply less deep."
        before = self.trace.nodes[self.replaces[node.number]]
        assert before.value is not None
        said = f"It is, {value_in_words(before.value, before.bound)}"
        if attempt == "deep":
            return f"{said}, as far as that can tell: {move} is tried again, as deep as the others."
        low, high = map(short_value, event.window)
        return f"{said}: {move} is searched again, with the whole window ({low}, {high})."


class MTDStory(MinimaxStory):
    """Tells of MTD(f): of its passes, and of the bounds that close in."""

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        super().__init__(trace, code, options)
        self.passes = trace.nodes[0].children
        self.repeats = set(self.passes[1:])
        self.guess = options.get("guess", 0.0)
        low, asked = trace.nodes[0].window[0], dict[int, Question]()
        for number in self.passes:
            alpha, beta = trace.nodes[number].window
            asked[number] = Question(">", alpha) if alpha == low else Question("≥", beta)
            value = trace.nodes[number].value
            assert value is not None
            low = value if value >= beta else low
        self.questions = questions(trace, asked)

    def label(self, number: int, move: str) -> str:
        """The move, or which pass it is."""
        return self.named(number) if number in self.passes else move

    def named(self, number: int) -> str:
        """What leads to a node."""
        if number in self.passes:
            return f"pass {self.passes.index(number) + 1}"
        return super().named(number)

    def bounds(self, step: int) -> Window:
        """What the passes have shown by a step."""
        known = [event.window for event in self.trace.events[: step + 1] if event.node == 0]
        return known[-1]

    def plies(self, node: TraceNode) -> int:
        """How many moves lie between the root and a node: a pass is no move."""
        return node.ply - 1

    def at_work(self, step: int) -> tuple[int, Lines]:
        """The passes are on the left, what is in them on the right."""
        event = self.trace.events[step]
        if event.node in self.passes and event.kind == "enter":
            return 0, (3, 4)
        if event.node:
            return 1, self.code.lines[event.kind]
        if event.kind == "update":
            return 0, (5 if self._is_above(event) else 6,)
        return 0, {"enter": (0, 1), "leave": (7,)}[event.kind]

    def _enter(self, node: TraceNode, event: Event) -> str:
        low, high = map(short_value, event.window)
        if node.parent is None:
            return (
                f"The search begins: the value lies between low = {low} and high = {high}, "
                f"and the guess is {short_value(self.guess)}."
            )
        if node.number in self.passes:
            question = self.questions[node.number]
            return f"{self._pass(node.number, question)} A null window is enough for that."
        return super()._enter(node, event)

    def _pass(self, number: int, question: Question) -> str:
        return f"Pass {self.passes.index(number) + 1}: is it {question}?"

    def _is_above(self, event: Event) -> bool:
        """Whether a pass has raised the lower bound."""
        assert event.child is not None
        assert event.value is not None
        return self.questions[event.child].is_above(event.value)

    def _update(self, node: TraceNode, event: Event, before: Moment) -> str:
        if node.number or event.child is None:
            return super()._update(node, event, before)
        child, is_yes = self.trace.nodes[event.child], self._is_above(event)
        end, name, moves = (0, "low", "rises") if is_yes else (1, "high", "falls")
        old, new = (short_value(window[end]) for window in (before.windows[0], event.window))
        moved = f"{name} {moves} from {old} to {new}"
        words = self._pass(event.child, self.questions[event.child])
        words += f" {'Yes' if is_yes else 'No'}, {_bounded(child)}: {moved}"
        return (
            f"{words}, and the bounds meet." if event.window[0] == event.window[1] else words + "."
        )

    def _leave(self, node: TraceNode) -> str:
        line = self.trace.principal()
        if node.number or node.bound != "exact" or len(line) < 3:
            return super()._leave(node)
        move = self.named(line[2])
        return f"The search is over: the position at the root is {worth_of(node)}, by {move}."


def _bounded(node: TraceNode) -> str:
    """What a pass has shown: at least 3, at most 5, or exactly 1."""
    assert node.value is not None
    if node.bound == "exact":
        return f"it is {value_in_words(node.value, 'exact')}"
    return value_in_words(node.value, node.bound)
