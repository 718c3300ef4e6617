"""The microscope's words: a search in pseudocode, and each of its steps in a sentence."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from c4lib.result import Bound, Event, SearchResult, Trace, TraceNode, Window
from c4lib.search import alphabeta, alphabeta_by_list, minimax, minimax_by_list
from c4lib.view.trees.text import counted, named_move, noun, short_value, side, value_in_words

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
UNSURE: Mapping[bool, Bound] = {True: "upper", False: "lower"}
"""The bound with which a value is not yet sure for MAX, and for MIN."""


@dataclass(frozen=True)
class Code:
    """A search in pseudocode: columns of text, and the lines that each kind of event is on."""

    name: str
    columns: tuple[str, ...]
    lines: Mapping[str, tuple[int, ...]]
    has_window: bool


def _two(text: str) -> tuple[str, str]:
    """MAX's function, and MIN's, in which everything is the other way round."""
    return (
        text.format(who="MAX", other="MIN", worst="−∞", better="larger", mine="α"),
        text.format(who="MIN", other="MAX", worst="+∞", better="smaller", mine="β"),
    )


MINIMAX = """{who}-VALUE(state)
  if state is a leaf: return its value
  best ← {worst}
  for each move:
    value ← {other}-VALUE(next state)
    best ← the {better} of best and value
  return best"""

ALPHABETA = """{who}-VALUE(state, α, β)
  if state is a leaf: return its value
  best ← {worst}
  for each move:
    value ← {other}-VALUE(next state, α, β)
    best ← the {better} of best and value
    {mine} ← the {better} of {mine} and best
    if α ≥ β: skip the moves left
  return best"""

MINIMAX_LIST = """put the root into a list
while the list is not empty, look at its first node:
  if it is new, a leaf gets its value
  if it is new, any other gets the worst value, and its children go in front of it
  if it is not new, it is done: take it off the list
    its parent takes its value if that is better for whoever moves there
return the root's value"""

ALPHABETA_LIST = MINIMAX_LIST.replace(
    "\nreturn", "\n    if α ≥ β at the parent, take its other children off the list\nreturn"
)

FUNCTION = {"enter": (0,), "leaf": (1,), "update": (5,), "leave": (6,)}
FUNCTION_CUT = FUNCTION | {"update": (5, 6), "cut": (7,), "leave": (8,)}
LOOP = {"enter": (1,), "leaf": (2,), "leave": (4,), "update": (5,), "cut": (6,)}
CODES: Mapping[Callable[..., SearchResult], Code] = {
    minimax: Code("minimax", _two(MINIMAX), FUNCTION, False),
    alphabeta: Code("alpha-beta", _two(ALPHABETA), FUNCTION_CUT, True),
    minimax_by_list: Code("minimax by list", (MINIMAX_LIST,), LOOP, False),
    alphabeta_by_list: Code("alpha-beta by list", (ALPHABETA_LIST,), LOOP, True),
}


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


class MinimaxStory:
    """Tells each event of a search in a sentence or two."""

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        self.trace, self.code, self.options = trace, code, options
        self.root = trace.nodes[0].state
        self.is_tree = noun(self.root) == "branch"

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

    def turn(self, node: TraceNode) -> str:
        """Whose turn it is at a node, or why there is none."""
        if node.kind != "inner":
            over = "A leaf" if self.is_tree else "Game over"
            return {"over": over, "depth": "Depth used up"}.get(node.kind, "Known from the table")
        return f"{side(node.is_max, node.state, node.state.player)} to move"

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
        tries = f"{side(parent.is_max)} tries {named_move(self.root, node.move)}"
        if node.kind == "over":
            return tries + (", a leaf." if self.is_tree else ", which ends the game.")
        return tries + (f": now {side(node.is_max)} is to move." if node.kind == "inner" else ".")

    def _leaf(self, node: TraceNode) -> str:
        worth = _worth(node)
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
            outcome += f" after {counted(node.ply, 'move')}"
        return f"The game is over: {outcome}, {worth}."

    def _update(self, node: TraceNode, event: Event, before: Moment) -> str:
        assert event.child is not None
        child = self.trace.nodes[event.child]
        move = named_move(self.root, child.move)
        words = f"{move[0].upper()}{move[1:]} gives MAX {_valued(child)}"
        words += self._compared(node, child, event.value, before)
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
        goal = beta if node.is_max else alpha
        here = "MAX can already get {} here" if node.is_max else "MIN can now hold MAX to {} here"
        above = self.trace.path(node.number)[:-1]
        if any(self._has(number, goal, not node.is_max, before) for number in above):
            other = "MIN can hold MAX to {} elsewhere" if node.is_max else "MAX has {} elsewhere"
        elif self.options.get("window") is not None:
            other = f"only values {'below' if node.is_max else 'above'} {{}} are asked for"
        else:
            other = f"no value is {'more' if node.is_max else 'less'} than {{}}"
        left = len(node.cut)
        number = NUMBERS[left] if left < len(NUMBERS) else str(left)
        moves = "the move left need" if left == 1 else f"the {number} moves left need"
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
        words += _worth(node)
        if node.bound == "upper":
            return f"{words}, no more than α = {short_value(node.window[0])}."
        if node.bound == "lower":
            return f"{words}, no less than β = {short_value(node.window[1])}."
        if node.parent is None and node.best is not None:
            return f"{words}, by {named_move(self.root, self.trace.nodes[node.best].move)}."
        return words + "."


def _worth(node: TraceNode) -> str:
    return f"worth {_valued(node)} to MAX"


def _valued(node: TraceNode) -> str:
    assert node.value is not None
    return value_in_words(node.value, node.bound)
