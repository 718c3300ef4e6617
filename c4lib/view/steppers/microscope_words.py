"""The microscope's words: each step of minimax or alpha-beta in a sentence."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from c4lib.result import Bound, Event, Trace, TraceNode, Window
from c4lib.view.steppers.null_windows import Question, questions
from c4lib.view.steppers.pseudocode import Code, Lines
from c4lib.view.trees.text import counted, named_move, noun, short_value, side, value_in_words

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
UNSURE: Mapping[bool, Bound] = {True: "upper", False: "lower"}
"""The bound with which a value is not yet sure for MAX, and for MIN."""


@dataclass
class Moment:
    """What the search knew after one of its steps, by the nodes' numbers."""

    values: dict[int, float | None] = field(default_factory=dict)
    windows: dict[int, Window] = field(default_factory=dict)
    best: dict[int, int] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    cut: set[int] = field(default_factory=set)
    below: Counter[int] = field(default_factory=Counter)  # nodes entered below each


def moment(trace: Trace, steps: int) -> Moment:
    """What was known after that many events."""
    now = Moment()
    for event in trace.events[:steps]:
        number = event.node
        if event.kind == "enter":
            now.below.update(trace.path(number)[:-1])
        elif event.kind == "cut":
            now.cut.add(number)
        elif event.kind in ("leaf", "leave"):
            now.done.add(number)
        elif event.child is not None and now.values[number] != event.value:
            now.best[number] = event.child
        now.values[number], now.windows[number] = event.value, event.window
    return now


class Story(ABC):
    """Tells each event of a search in a sentence or two."""

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        self.trace, self.code, self.options = trace, code, options
        self.root = trace.nodes[0].state
        self.is_tree = noun(self.root) == "branch"

    @abstractmethod
    def tell(self, step: int) -> str:
        """What happened in a step."""

    def at_work(self, step: int) -> tuple[int, Lines]:
        """The column and the lines of the pseudocode that a step is on."""
        event = self.trace.events[step]
        is_first = self.trace.nodes[event.node].is_max or len(self.code.columns) == 1
        return 0 if is_first else 1, self.code.lines[event.kind]

    def named(self, number: int) -> str:
        """What leads to a node: branch a."""
        return named_move(self.root, self.trace.nodes[number].move)

    def turn(self, node: TraceNode) -> str:
        """Whose turn it is at a node, or why there is none."""
        if node.kind != "inner":
            over = "A leaf" if self.is_tree else "Game over"
            return {"over": over, "depth": "Depth used up"}.get(node.kind, "Known from the table")
        return f"{side(node.is_max, node.state, node.state.player)} to move"


class MinimaxStory(Story):
    """Tells of minimax and alpha-beta, and of null windows where there are any."""

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        super().__init__(trace, code, options)
        self.questions: Mapping[int, Question] = questions(trace)
        self.repeats: set[int] = set()
        """The nodes with which something is searched once more."""
        self.replaces: Mapping[int, int] = {}
        """For each node that is searched once more, the search of it before."""

    def tell(self, step: int) -> str:
        """What happened in a step."""
        event, before = self.trace.events[step], moment(self.trace, step)
        node = self.trace.nodes[event.node]
        match event.kind:
            case "enter":
                return self._enter(node, event)
            case "leaf":
                return self._leaf(node)
            case "update":
                return self._update(node, event, before)
            case "cut":
                return self._cut(node, before)
        return self._leave(node)

    def _enter(self, node: TraceNode, event: Event) -> str:
        if node.parent is None:
            low, high = map(short_value, event.window)
            known = f"Only values between α = {low} and β = {high} are asked for."
            if event.window == (-inf, inf):
                known = "Nothing is known yet."
            elif self.options.get("window") is None:
                known = f"All that is known: no game is worth less than {low} or more than {high}."
            return f"The search begins at the root, where MAX is to move. {known}"
        parent = self.trace.nodes[node.parent]
        tries = f"{side(parent.is_max)} tries {self.named(node.number)}"
        if node.kind == "over":
            return tries + (", a leaf." if self.is_tree else ", which ends the game.")
        return tries + (f": now {side(node.is_max)} is to move." if node.kind == "inner" else ".")

    def _leaf(self, node: TraceNode) -> str:
        worth = worth_of(node)
        if node.kind == "table":
            return f"The table knows this position: it is {worth}. That is enough here."
        if node.kind == "depth" and self.options.get("evaluate") is None:
            return "The depth is used up; without an evaluation the unfinished game counts 0."
        if node.kind == "depth":
            return f"The depth is used up; the evaluation says this is {worth}."
        if self.is_tree:
            return f"This leaf is {worth}."
        outcome = f"{side(node.value > 0)} has won" if node.value else "a draw"
        if node.value and self.options.get("depth") is not None:  # then it counts how soon
            outcome += f" after {counted(self.plies(node), 'move')}"
        return f"The game is over: {outcome}, {worth}."

    def label(self, number: int, move: str) -> str:
        """What stands on the branch to a node, whose move is written so."""
        return move

    def signs(self) -> list[str]:
        """What the legend says of signs that only this search has."""
        return []

    def plies(self, node: TraceNode) -> int:
        """How many moves lie between the root and a node."""
        return node.ply

    def _update(self, node: TraceNode, event: Event, before: Moment) -> str:
        assert event.child is not None
        child = self.trace.nodes[event.child]
        move = self.named(event.child)
        words = f"{move[0].upper()}{move[1:]} gives MAX {_valued(child)}"
        words += self._compared(node, child, event.value, before)
        if (question := self.questions.get(node.number)) is not None:
            return words + _so_far(question, event)
        return words + self._window_moved(node, event.window, before.windows[node.number])

    def _compared(
        self, node: TraceNode, child: TraceNode, new: float | None, before: Moment
    ) -> str:
        """Whether a child's value was taken, and why."""
        old = before.values[node.number]
        if old is None:
            return ", the first value here."
        kept, is_taken = self.trace.nodes[before.best[node.number]], new != old
        so_far = value_in_words(old, kept.bound)
        # A bound on the wrong side cannot be called better or worse, only taken or not.
        if (child if is_taken else kept).bound == UNSURE[node.is_max]:
            return f", in place of {so_far} so far." if is_taken else f"; {so_far} stays."
        how = "better" if is_taken else "no better" if child.value == old else "worse"
        return f", {how} for {side(node.is_max)} than {so_far} so far."

    def _window_moved(self, node: TraceNode, new: Window, old: Window) -> str:
        if not self.code.has_window:
            return ""
        end, name, moves = (0, "α", "rises") if node.is_max else (1, "β", "falls")
        if new[end] == old[end]:
            return f" {name} stays {short_value(old[end])}."
        return f" {name} {moves} from {short_value(old[end])} to {short_value(new[end])}."

    def _cut(self, node: TraceNode, before: Moment) -> str:
        value, (alpha, beta) = before.values[node.number], before.windows[node.number]
        assert value is not None
        here = "MAX can already get {} here" if node.is_max else "MIN can now hold MAX to {} here"
        left = len(node.cut)
        number = NUMBERS[left] if left < len(NUMBERS) else str(left)
        moves = "the move left need" if left == 1 else f"the {number} moves left need"
        if node.number in self.questions:
            words = f"{here.format(short_value(value))}, and that is all that was asked, so "
            return f"{words}{moves} not be looked at."
        goal = beta if node.is_max else alpha
        above = self.trace.path(node.number)[:-1]
        if any(self._has(number, goal, not node.is_max, before) for number in above):
            other = "MIN can hold MAX to {} elsewhere" if node.is_max else "MAX has {} elsewhere"
        elif self.options.get("window") is not None:
            other = f"only values {'below' if node.is_max else 'above'} {{}} are asked for"
        else:
            other = f"no value is {'more' if node.is_max else 'less'} than {{}}"
        words = f"{here.format(short_value(value))}; {other.format(short_value(goal))}, so "
        return f"{words}{moves} not be looked at."

    def _has(self, number: int, goal: float, is_max: bool, before: Moment) -> bool:
        """Whether it is at this node that MAX (or MIN) has the goal for sure."""
        if self.trace.nodes[number].is_max != is_max or before.values[number] != goal:
            return False
        return self.trace.nodes[before.best[number]].bound != UNSURE[is_max]

    def _leave(self, node: TraceNode) -> str:
        words = f"{side(node.is_max)} stops here" if node.cut else "All moves have been looked at"
        words += ": this position is "
        if node.parent is None:
            words = "The search is over: the position at the root is "
        words += worth_of(node)
        if (question := self.questions.get(node.number)) is not None:
            assert node.value is not None
            return f"{words}, so {question.answer(node.value)}."
        if node.bound == "upper":
            return f"{words}, no more than α = {short_value(node.window[0])}."
        if node.bound == "lower":
            return f"{words}, no less than β = {short_value(node.window[1])}."
        if node.parent is None and node.best is not None:
            return f"{words}, by {named_move(self.root, self.trace.nodes[node.best].move)}."
        return words + "."


def _so_far(question: Question, event: Event) -> str:
    """Whether a null window's question is answered by now."""
    alpha, beta = event.window
    if alpha < beta or event.value is None:
        return f" Whether the position is worth {question} is still open."
    return f" That settles it: the position is worth {question.answer(event.value)}."


def worth_of(node: TraceNode) -> str:
    """A node's value in a sentence."""
    return f"worth {_valued(node)} to MAX"


def _valued(node: TraceNode) -> str:
    assert node.value is not None
    return value_in_words(node.value, node.bound)
