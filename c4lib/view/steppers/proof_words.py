"""The microscope's words for proof-number search: each step in a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from c4lib.game import Move
from c4lib.result import Event, Trace, TraceNode
from c4lib.search.proof_number import DISPROOF, DISPROVEN, PROOF, PROVEN, UNKNOWN, Numbers
from c4lib.view.steppers.microscope_words import Story, worth_of
from c4lib.view.steppers.pseudocode import Code, Lines
from c4lib.view.trees.text import named_move, short_value, side

NAMES = ("proof number", "disproof number")


@dataclass
class Noted:
    """What the search knew after one of its steps."""

    numbers: dict[int, Numbers] = field(default_factory=dict)  # by the nodes' numbers
    table: dict[Any, Numbers] = field(default_factory=dict)  # by states, of df-pn
    grown: set[int] = field(default_factory=set)  # the nodes whose children have been looked at


def numbers_of(event: Event) -> Numbers:
    """The numbers of a node after something happened there."""
    if event.kind != "leaf" or event.value is None:
        return event.window
    return PROVEN if event.value > 0 else DISPROVEN


def merged(trace: Trace) -> Trace:
    """The trace with one node for each way from the root, however often df-pn entered it."""
    small, first, place = Trace(trace.limit), dict[Any, int](), dict[int | None, int]()
    for event in trace:
        node = trace.nodes[event.node]
        if event.kind != "enter":
            child = None if event.child is None else place[event.child]
            small.events.append(replace(event, node=place[event.node], child=child))
            continue
        parent = None if node.parent is None else place[node.parent]
        way = parent, node.move
        if way in first:
            small.events.append(replace(event, node=first[way]))
        else:
            first[way] = small.enter(node.state, node.move, parent, node.is_max, node.window)
        place[node.number] = first[way]
        small.nodes[first[way]].kind = node.kind
        small.nodes[first[way]].value = node.value
    return small


class ProofStory(Story):
    """Tells of the form that keeps the tree, and what both forms share."""

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        super().__init__(merged(trace), code, options)
        self.is_settled = 0 in self.known(len(self.trace.events)).numbers[0]

    def known(self, steps: int) -> Noted:
        """What was known after that many events."""
        known = Noted()
        for event in self.trace.events[:steps]:
            node = self.trace.nodes[event.node]
            numbers = numbers_of(event)
            known.numbers[event.node] = numbers
            if event.kind == "update":
                known.grown.add(event.node)
            self.remember(known, node, numbers)
        return known

    def remember(self, known: Noted, node: TraceNode, numbers: Numbers) -> None:
        """Keep a node's numbers in a table, if the search has one."""

    def numbers(self, number: int, known: Noted) -> Numbers:
        """A node's proof and disproof number."""
        return known.numbers[number]

    def children(self, number: int, known: Noted) -> dict[Move, Numbers]:
        """The numbers of a node's children."""
        nodes = (self.trace.nodes[child] for child in self.trace.nodes[number].children)
        return {node.move: known.numbers[node.number] for node in nodes}

    def path(self, step: int) -> list[int]:
        """The nodes from the root to the one that is worked on."""
        event = self.trace.events[step]
        while event.kind not in ("enter", "leaf"):  # on the way up from there
            step -= 1
            event = self.trace.events[step]
        parent = self.trace.nodes[event.node].parent
        return self.trace.path(event.node if parent is None else parent)

    def proof(self) -> list[int]:
        """One line of the proof or the disproof, or the path that the search has not finished."""
        if not self.is_settled:
            return self.path(len(self.trace.events) - 1)
        known, path = self.known(len(self.trace.events)), list[int]()
        number: int | None = 0
        while number is not None:
            path.append(number)
            below = self.trace.nodes[number].children
            number = next((n for n in below if self.numbers(n, known) == known.numbers[0]), None)
        return path

    # ---- words -----------------------------------------------------------------------------

    def at_work(self, step: int) -> tuple[int, Lines]:
        """The lines of the pseudocode that a step is on."""
        event = self.trace.events[step]
        node = self.trace.nodes[event.node]
        sums = (7,) if node.is_max else (8,)
        if event.kind == "leave":
            return 0, sums if event.node else (9,)
        if event.kind == "update":
            return 0, (6, *sums)
        if event.kind == "leaf":
            return 0, (5,)
        return 0, ((2, 3, 4) if self.is_first(node) else (4,)) if event.node else (0, 1)

    def tell(self, step: int) -> str:
        """What happened in a step."""
        event = self.trace.events[step]
        node, known = self.trace.nodes[event.node], self.known(step + 1)
        match event.kind:
            case "enter":
                words = self._enter(node, step)
            case "leaf":
                words = self._leaf(node)
            case "leave":
                words = self._leave(node, known)
            case _:
                words = self._update(node, known, step)
        if step == len(self.trace.events) - 1 and not self.is_settled:
            words += " Here the search ends, without an answer: its nodes are used up."
        return words

    def is_first(self, node: TraceNode) -> bool:
        """Whether it is the first of its siblings."""
        return node.parent is not None and self.trace.nodes[node.parent].children[0] == node.number

    def _root(self) -> str:
        return (
            "The question is whether MAX can force a win. One leaf, the root, could prove it "
            "or disprove it: both numbers are 1."
        )

    def _enter(self, node: TraceNode, step: int) -> str:
        if node.parent is None:
            return self._root()
        move = self.named(node.number)
        added = f"{move[0].upper()}{move[1:]} is added"
        added += ", with 1 and 1." if node.kind == "inner" else "."
        if not self.is_first(node):
            return added
        way = [self.named(number) for number in self.path(step)[1:]]
        leaf = f"the one after {', '.join(way)}" if way else "the root"
        return f"The most-proving leaf is {leaf}: it gets its children. {added}"

    def _leaf(self, node: TraceNode) -> str:
        assert node.value is not None
        words = "This leaf is" if self.is_tree else f"The game is over{self._outcome(node.value)},"
        words += f" {worth_of(node)}"
        if node.value > 0:
            return f"{words}, which is a win for MAX: proven, so its numbers are 0 and ∞."
        return f"{words}, which is no win for MAX: disproven, so its numbers are ∞ and 0."

    def _outcome(self, value: float) -> str:
        return f": {side(value > 0)} has won" if value else ": a draw"

    def _update(self, node: TraceNode, known: Noted, step: int) -> str:
        numbers = known.numbers[node.number]
        children = self.children(node.number, known)
        mover, is_max = side(node.is_max), node.is_max
        if numbers == (PROVEN if is_max else DISPROVEN):
            move = next(move for move, known in children.items() if known == numbers)
            what = "proven" if is_max else "disproven"
            name = named_move(self.root, move)
            return f"{mover} moves here, and {name} is {what}: one is enough, so this is {what}."
        if numbers in (PROVEN, DISPROVEN):
            what = "disproven" if is_max else "proven"
            return f"{mover} moves here, and all children are {what}, so this is {what}."
        least, added = (PROOF, DISPROOF) if is_max else (DISPROOF, PROOF)
        what, other = ("proven", "disproof") if is_max else ("disproven", "proof")
        terms = " + ".join(short_value(child[added]) for child in children.values())
        total = short_value(numbers[added])
        terms = f"{terms} = {total}" if len(children) > 1 else total
        name = "proof" if is_max else "disproof"
        return (
            f"{mover} moves here: one {what} child is enough, so the {name} number is the least "
            f"of the children's, {short_value(numbers[least])}, and the {other} numbers add up, "
            f"{terms}."
        )

    def _leave(self, node: TraceNode, known: Noted) -> str:
        is_proven = known.numbers[node.number] == PROVEN
        if node.number:
            what = "Proven" if is_proven else "Disproven"
            return f"{what}: nothing below here need be looked at any more."
        if not is_proven:
            return "The search is over: whatever MAX does, MIN can prevent a win."
        children = self.children(0, known)
        move = next(move for move in children if children[move] == PROVEN)
        return f"The search is over: MAX can force a win, by {named_move(self.root, move)}."


class DepthFirstStory(ProofStory):
    """Tells of df-pn, which goes down and up within limits for both numbers."""

    def remember(self, known: Noted, node: TraceNode, numbers: Numbers) -> None:
        """Keep a node's numbers in the table."""
        known.table[node.state] = numbers

    def numbers(self, number: int, known: Noted) -> Numbers:
        """A node's numbers as the table knows them."""
        return known.table[self.trace.nodes[number].state]

    def children(self, number: int, known: Noted) -> dict[Move, Numbers]:
        """The numbers of a node's children as the table knows them, whether entered or not."""
        state = self.trace.nodes[number].state
        return {move: known.table.get(state.play(move), UNKNOWN) for move in state.moves()}

    def path(self, step: int) -> list[int]:
        """The nodes from the root to the one that is worked on."""
        return self.trace.path(self.trace.events[step].node)

    def at_work(self, step: int) -> tuple[int, Lines]:
        """The lines of the pseudocode that a step is on."""
        event = self.trace.events[step]
        node = self.trace.nodes[event.node]
        if event.kind == "update":
            return 0, (2, 3 if node.is_max else 4)
        if event.kind == "enter" and node.parent is not None:
            return 0, (6 if self.trace.nodes[node.parent].is_max else 7, 8)
        return 0, {"enter": (0,), "leaf": (1,), "leave": (5, 9)}[event.kind]

    def limits(self, number: int, step: int) -> Numbers:
        """Within which limits a node is worked on at a step."""
        node = self.trace.nodes[number]
        if node.parent is None:
            return inf, inf
        while (self.trace.events[step].kind, self.trace.events[step].node) != ("enter", number):
            step -= 1
        limits, known = self.limits(node.parent, step), self.known(step)
        own, other = (PROOF, DISPROOF) if not node.is_max else (DISPROOF, PROOF)
        children = self.children(node.parent, known)
        this = children.pop(node.move)
        second = min((numbers[own] for numbers in children.values()), default=inf)
        most = {
            own: min(limits[own], second + 1),
            other: limits[other] - known.numbers[node.parent][other] + this[other],
        }
        return most[PROOF], most[DISPROOF]

    def _enter(self, node: TraceNode, step: int) -> str:
        if node.parent is None:
            return self._root()
        is_max, known = self.trace.nodes[node.parent].is_max, self.known(step)
        own = PROOF if is_max else DISPROOF
        least = short_value(self.children(node.parent, known)[node.move][own])
        again = "back " if node.number in known.numbers else ""
        words = f"{side(is_max)} goes {again}into {self.named(node.number)}, whose "
        words += f"{NAMES[own]}, {least}, is the least"
        ends = [
            f"its {name} reaches {short_value(limit)}"
            for name, limit in zip(NAMES, self.limits(node.number, step), strict=True)
            if limit < inf
        ]
        return f"{words}, and stays until {' or '.join(ends)}." if ends else f"{words}."

    def _update(self, node: TraceNode, known: Noted, step: int) -> str:
        words = super()._update(node, known, step)
        numbers, limits = known.numbers[node.number], self.limits(node.number, step)
        reached = [place for place in (PROOF, DISPROOF) if numbers[place] >= limits[place]]
        if not reached or 0 in numbers:
            return words
        limit = short_value(limits[reached[0]])
        return f"{words} The {NAMES[reached[0]]} has reached its limit of {limit}: back up."
