"""The search microscope: watch minimax or alpha-beta at work, one step at a time.

A search is run once and recorded; every step is then a frame made from the record: the
tree so far, the position, the window, the line of the pseudocode, and a sentence.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import count
from math import hypot, inf, isinf
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from c4lib.connect4 import SYMBOLS
from c4lib.game import Move, State
from c4lib.games.trees import ListTree, RandomTree
from c4lib.result import Bound, Event, SearchResult, Trace, TraceFullError, TraceNode, Window
from c4lib.search import alphabeta, alphabeta_by_list, minimax, minimax_by_list
from c4lib.search.common import WIN
from c4lib.view.svg import INK, Picture
from c4lib.view.widgets import RUN_ME

HERE = Path(__file__).parent
WIDE = 560  # pixels of the tree's picture
TOP = 32  # where the root stands
WHOLE_NODES, WHOLE_LEAVES = 60, 27  # larger trees are shown in part
NOUNS = {"Connect4": "column", "TicTacToe": "square", "ListTree": "branch", "RandomTree": "branch"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WORDS: Mapping[Bound, str] = {"exact": "", "lower": "at least ", "upper": "at most "}
SIGNS: Mapping[Bound, str] = {"exact": "", "lower": "≥", "upper": "≤"}
FILL = {True: "#dbe9f9", False: "#fde3cf"}
EDGE = {True: "#1d4f8c", False: "#a84300"}
GREY, LIT, PANEL = "#7a8590", "#0072b2", "#f7f9fc"

Key = int | tuple[int, int]
"""A place in the tree: an entered node's number, or a node and which of its moves was cut."""

Point = tuple[float, float]


# ---- the pseudocode ------------------------------------------------------------------------


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


def microscope(
    state: State | Sequence[Any],
    search: Callable[..., SearchResult] = alphabeta,
    limit: int = 2_000,
    **options: Any,
) -> "Microscope":
    """Run a search and let the reader step through it.

    `state` is any two-player state, or a tree as nested lists of what its leaves are worth
    to MAX; `search` is minimax, alphabeta, minimax_by_list or alphabeta_by_list, and the
    `options` are its own. It may enter `limit` nodes at the most.

    >>> microscope([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    <microscope: alpha-beta, 11 nodes, step 1 of 33>
    """
    if search not in list(CODES):  # a list, since what is handed in by mistake may not be hashable
        names = ", ".join(known.__name__ for known in CODES)
        raise ValueError(f"the microscope shows the searches {names}, not {search!r}")
    root = ListTree.of(state) if isinstance(state, list | tuple) else state
    if isinstance(root, type) or not all(hasattr(root, name) for name in ("play", "utility")):
        raise ValueError(
            f"hand in a state such as Connect4(3, 3, 3), or nested lists of numbers, not {state!r}"
        )
    trace = Trace(limit)
    try:
        search(root, trace=trace, **options)
    except TraceFullError:
        raise ValueError(
            f"this search has more than {limit:,} nodes, too many to watch; "
            "choose a smaller board, a later position, or a smaller depth"
        ) from None
    return Microscope(trace, CODES[search], options)


# ---- what was known when -------------------------------------------------------------------


@dataclass
class Moment:
    """What the search knew after one of its steps, by the nodes' numbers."""

    values: dict[int, float | None] = field(default_factory=dict)
    windows: dict[int, Window] = field(default_factory=dict)
    best: dict[int, int] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    cut: set[int] = field(default_factory=set)
    below: Counter[int] = field(default_factory=Counter)
    """How many nodes below each have been entered."""


def moment(trace: Trace, steps: int) -> Moment:
    """What was known after so many events."""
    now = Moment()
    for event in trace.events[:steps]:
        number = event.node
        if event.kind == "enter":
            now.below.update(path_to(trace, number)[:-1])
        elif event.kind == "cut":
            now.cut.add(number)
        elif event.kind in ("leaf", "leave"):
            now.done.add(number)
        elif event.child is not None and now.values[number] != event.value:
            now.best[number] = event.child
        now.values[number], now.windows[number] = event.value, event.window
    return now


def path_to(trace: Trace, number: int | None) -> list[int]:
    """The nodes from the root down to a node."""
    path: list[int] = []
    while number is not None:
        path.append(number)
        number = trace.nodes[number].parent
    return path[::-1]


def value_text(value: float) -> str:
    """A value as one writes it: 3, −0.5, ∞; W3 and L3: won, lost after 3 moves."""
    value += 0.0  # no "−0"
    plies = WIN - abs(value)
    if 0 <= plies < WIN / 2:
        return f"{'W' if value > 0 else 'L'}{plies:g}"
    text = f"{value:g}" if isinf(value) or value == int(value) else f"{value:.3g}"
    return text.replace("inf", "∞").replace("-", "−")


# ---- what happened, in words ---------------------------------------------------------------


class Story:
    """Tells each event of a search in a sentence or two."""

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        self.trace, self.code, self.options = trace, code, options
        self.noun = NOUNS.get(type(trace.nodes[0].state).__name__, "move")

    def move_text(self, move: Move | None) -> str:
        """A move as people write it: columns and squares from 1, branches of a tree a, b, c."""
        if self.noun == "move" or not isinstance(move, int):
            return str(move)
        return chr(ord("a") + move) if self.noun == "branch" and move < 26 else str(move + 1)

    def tell(self, event: Event, before: Moment) -> str:
        """What just happened; `before` is what was known until then."""
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
            over = "A leaf" if self.noun == "branch" else "Game over"
            return {"over": over, "depth": "Depth used up"}.get(node.kind, "Known from the table")
        is_signed = self.noun in ("column", "square")
        return f"{who(node)}{f' ({SYMBOLS[node.state.player]})' if is_signed else ''} to move"

    def _enter(self, node: TraceNode, event: Event) -> str:
        if node.parent is None:
            low, high = map(value_text, event.window)
            known = f"Only values between α = {low} and β = {high} are asked for."
            if event.window == (-inf, inf):
                known = "Nothing is known yet."
            elif self.options.get("window") is None:
                known = f"All that is known: no game is worth less than {low} or more than {high}."
            return f"The search begins at the root, where MAX is to move. {known}"
        tries = f"{who(self.trace.nodes[node.parent])} tries {self.noun} "
        tries += self.move_text(node.move)
        if node.kind == "over":
            return tries + (", a leaf." if self.noun == "branch" else ", which ends the game.")
        return tries + (f": now {who(node)} is to move." if node.kind == "inner" else ".")

    def _leaf(self, node: TraceNode) -> str:
        assert node.value is not None
        worth = f"worth {WORDS[node.bound]}{value_text(node.value)} to MAX"
        if node.kind == "table":
            return f"The table knows this position: it is {worth}. That is enough here."
        if node.kind == "depth" and self.options.get("evaluate") is None:
            return "The depth is used up; without an evaluation the unfinished game counts 0."
        if node.kind == "depth":
            return f"The depth is used up; the evaluation says this is {worth}."
        if self.noun == "branch":
            return f"This leaf is {worth}."
        outcome = "MAX has won" if node.value > 0 else "MIN has won" if node.value else "a draw"
        return f"The game is over: {outcome}{self._plies(node)}, {worth}."

    def _plies(self, node: TraceNode) -> str:
        """How soon it was, where that counts: in a search with a depth limit."""
        if self.options.get("depth") is None or not node.value:
            return ""
        return f" after {node.ply} move{'' if node.ply == 1 else 's'}"

    def _update(self, node: TraceNode, event: Event, before: Moment) -> str:
        assert event.child is not None
        child, old = self.trace.nodes[event.child], before.values[node.number]
        assert child.value is not None
        told = f"{self.noun.capitalize()} {self.move_text(child.move)} gives MAX "
        told += WORDS[child.bound] + value_text(child.value)
        if old is None:
            told += ", the first value here."
        else:
            # A bound on the wrong side cannot be called better or worse, only taken or not.
            kept = self.trace.nodes[before.best[node.number]]
            unsure: Bound = "upper" if node.is_max else "lower"
            is_taken = event.value != old
            so_far = WORDS[kept.bound] + value_text(old)
            if unsure == (child if is_taken else kept).bound:
                told += f", in place of {so_far} so far." if is_taken else f"; {so_far} stays."
            else:
                how = "better" if is_taken else "no better" if child.value == old else "worse"
                told += f", {how} for {who(node)} than {so_far} so far."
        return told + self._window_moved(node, event.window, before.windows[node.number])

    def _window_moved(self, node: TraceNode, new: Window, old: Window) -> str:
        if not self.code.has_window:
            return ""
        side, name, moves = (0, "α", "rises") if node.is_max else (1, "β", "falls")
        if new[side] == old[side]:
            return f" {name} stays {value_text(old[side])}."
        return f" {name} {moves} from {value_text(old[side])} to {value_text(new[side])}."

    def _cut(self, node: TraceNode, before: Moment) -> str:
        value, (alpha, beta) = before.values[node.number], before.windows[node.number]
        assert value is not None
        goal = beta if node.is_max else alpha
        above = path_to(self.trace, node.parent)
        is_elsewhere = any(self._has(number, goal, not node.is_max, before) for number in above)
        here = "MAX can already get {} here" if node.is_max else "MIN can now hold MAX to {} here"
        if is_elsewhere:
            other = "MIN can hold MAX to {} elsewhere" if node.is_max else "MAX has {} elsewhere"
        elif self.options.get("window") is not None:
            other = f"only values {'below' if node.is_max else 'above'} {{}} are asked for"
        else:
            other = f"no value is {'more' if node.is_max else 'less'} than {{}}"
        left = len(node.cut)
        number = NUMBERS[left] if left < len(NUMBERS) else str(left)
        moves = "the move left need" if left == 1 else f"the {number} moves left need"
        told = f"{here.format(value_text(value))}; {other.format(value_text(goal))}, so "
        return f"{told}{moves} not be looked at."

    def _has(self, number: int, goal: float, is_max: bool, before: Moment) -> bool:
        """Whether it is at this node that MAX (or MIN) has the goal for sure."""
        if self.trace.nodes[number].is_max != is_max or before.values[number] != goal:
            return False
        return self.trace.nodes[before.best[number]].bound != ("upper" if is_max else "lower")

    def _leave(self, node: TraceNode) -> str:
        assert node.value is not None
        worth = f"worth {WORDS[node.bound]}{value_text(node.value)} to MAX"
        alpha, beta = map(value_text, node.window)
        told = f"{who(node)} stops here" if node.cut else "All moves have been looked at"
        told += f": this position is {worth}"
        if node.parent is None:
            told = f"The search is over: the position at the root is {worth}"
        if node.bound == "upper":
            return f"{told}, no more than α = {alpha}."
        if node.bound == "lower":
            return f"{told}, no less than β = {beta}."
        if node.parent is None and node.best is not None:
            return f"{told}, by {self.noun} {self.move_text(self.trace.nodes[node.best].move)}."
        return told + "."


def who(node: TraceNode) -> str:
    """Whose turn it is."""
    return "MAX" if node.is_max else "MIN"


# ---- the pictures --------------------------------------------------------------------------


class Drawing:
    """Draws the tree and the window. What is drawn has its place from the beginning."""

    def __init__(self, trace: Trace, story: Story) -> None:
        self.trace, self.story = trace, story
        nodes = trace.nodes
        leaves = sum(len(node.cut) or not node.children for node in nodes)
        self.is_whole = len(nodes) <= WHOLE_NODES and leaves <= WHOLE_LEAVES
        widest = leaves if self.is_whole else max(len(self.slots(node.number)) for node in nodes)
        self.gap = min(64 if self.is_whole else 96, (WIDE - 20) / max(widest, 1))
        self.deepest = max(node.ply + bool(node.cut) for node in nodes)
        self.row = min(78, max(42, 320 / (self.deepest + 1)))
        self.radius = min(17, self.gap * 0.32, self.row * 0.32)  # room for counts and moves
        if self.is_whole:
            self.radius = min(19, self.gap / 2 - 1.5, self.row * 0.36)
        self.places = self._whole() if self.is_whole else {}
        values = [node.value for node in nodes if node.value is not None]
        plain = [v for v in [*values, *nodes[0].window] if abs(v) < WIN / 2] or [0.0]
        self.low, self.top = min(plain), max(plain)
        self.notes = []
        if any(WIN / 2 < abs(value) <= WIN for value in values):
            self.notes.append("W3, L3: won, lost after 3 moves")
        if not self.is_whole:
            self.notes.append("+9: so many nodes are folded away")
        self.high = TOP + self.deepest * self.row + (76 if self.notes else 62)

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

    def tree(self, step: int, now: Moment) -> Picture:
        """The tree as it had grown at a step."""
        event, last = self.trace.events[step], step == len(self.trace.events) - 1
        path = self.trace.principal() if last else path_to(self.trace, event.node)
        places = self.places if self.is_whole else self._part(path)
        shown = [
            key
            for key in places
            if (key[0] in now.cut if isinstance(key, tuple) else key in now.values)
        ]
        edges = [self._edge(key, places, path, event) for key in shown if key != 0]
        nodes = [self._node(key, places, path, event, now) for key in shown]
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {self.high:g}" '
            f'width="{WIDE}" height="{self.high:.0f}" font-family="sans-serif">'
            f'<rect width="{WIDE}" height="{self.high:g}" rx="8" fill="{PANEL}"/>'
            f"{''.join(edges)}{''.join(nodes)}{self._legend()}</svg>"
        )
        return Picture(svg, self._describe(step, now, path))

    def _edge(
        self, key: Key, places: Mapping[Key, Point], path: Sequence[int], event: Event
    ) -> str:
        """The branch that leads to a place: bold on the path, dashed where it was cut."""
        if isinstance(key, tuple):
            parent, move = key[0], self.trace.nodes[key[0]].cut[key[1]]
            style = f'stroke="{GREY}" stroke-width="1.5" stroke-dasharray="4 4"'
        else:
            node = self.trace.nodes[key]
            parent, move = node.parent or 0, node.move
            colour, width = (INK, 4) if key in path else (GREY, 1.5)
            colour, width = (LIT, 4) if key == event.child else (colour, width)
            style = f'stroke="{colour}" stroke-width="{width}"'
        (x1, y1), (x2, y2) = places[parent], places[key]
        if self.is_whole:
            bend, length = f"L{x2:.1f} {y2:.1f}", hypot(x2 - x1, y2 - y1)
            out = 9 / length if x2 >= x1 else -9 / length  # the move stands outside its branch
            x, y = (x1 + x2) / 2 + out * (y2 - y1), (y1 + y2) / 2 - out * (x2 - x1) + 4
        else:  # bent, so as not to run through the neighbours
            half = (y1 + y2) / 2
            bend = f"C{x1:.1f} {half:.1f} {x2:.1f} {half:.1f} {x2:.1f} {y2:.1f}"
            x, y = x2 + 9, y2 - self.radius * 1.38 - 2
        line = f'<path d="M{x1:.1f} {y1:.1f}{bend}" fill="none" {style}/>'
        if self.gap < 22:
            return line
        halo = f' stroke="{PANEL}" stroke-width="3" paint-order="stroke"'
        return line + label(x, y, 11, self.story.move_text(move), INK, halo)

    def _node(
        self, key: Key, places: Mapping[Key, Point], path: Sequence[int], event: Event, now: Moment
    ) -> str:
        """MAX's square or MIN's circle, with its value; a small grey dash where it was cut."""
        (x, y), r = places[key], self.radius
        if isinstance(key, tuple):
            parent = self.trace.nodes[key[0]]
            after = parent.state.play(parent.cut[key[1]])
            style = f'class="c4m-cut" fill="{PANEL}" stroke="{GREY}" stroke-dasharray="3 3"'
            return shape(after.player == self.trace.nodes[0].state.player, x, y, r * 0.6, style)
        node, value = self.trace.nodes[key], now.values[key]
        text = "" if value is None else value_text(value)
        text = f"{SIGNS[node.bound]}{text}" if key in now.done else text and f"{text}…"
        ring = f'class="c4m-here" fill="#f0e442" stroke="{INK}" stroke-width="1.5"'
        style = f'fill="{FILL[node.is_max]}" stroke="{EDGE[node.is_max]}" '
        style += f'stroke-width="{3 if key in path else 1.5}"'
        parts = [shape(False, x, y, r * 1.38, ring)] if key == event.node else []
        size = min(14, 3 * r / (len(text) + text.count("…") + 0.1))  # dots are wide
        weight = ' font-weight="bold"' if key in now.done else ' font-style="italic"'
        parts += [shape(node.is_max, x, y, r, style)]
        parts += [label(x, y + size * 0.35, size, text, INK, weight)]
        if now.below[key] and not any(child in places for child in node.children):
            start = ' class="c4m-folded" text-anchor="start"'
            parts += [label(x + r + 3, y + 4, 10, f"+{now.below[key]}", "#4a5560", start)]
        return "".join(parts)

    def _legend(self) -> str:
        """What the signs mean, below the tree."""
        y = self.high - (28 if self.notes else 12)
        told = "3… so far   ≤3 at most   ≥3 at least   dashed: not looked at"
        return (
            f'<rect x="12" y="{y - 9}" width="10" height="10" fill="{FILL[True]}" '
            f'stroke="{EDGE[True]}"/><circle cx="69" cy="{y - 4}" r="5.5" fill="{FILL[False]}" '
            f'stroke="{EDGE[False]}"/><text x="27" y="{y}" font-size="11" fill="#4a5560" '
            f'xml:space="preserve">MAX<tspan x="79">MIN</tspan><tspan x="114">{told}</tspan>'
            f'<tspan x="114" y="{y + 16}">{"   ".join(self.notes)}</tspan></text>'
        )

    def _describe(self, step: int, now: Moment, path: Sequence[int]) -> str:
        """The tree in words: how far it has grown, and the path that is bold."""
        parts = []
        for number in path:
            node, value = self.trace.nodes[number], now.values[number]
            move = f" {self.story.noun} {self.story.move_text(node.move)}," if number else ""
            sign = WORDS[node.bound] if number in now.done else "so far "
            parts.append(
                f"{move} {who(node)}" + (f" {sign}{value_text(value)}" if value is not None else "")
            )
        unseen = sum(len(self.trace.nodes[number].cut) for number in now.cut)
        return (
            f"Search tree after step {step + 1} of {len(self.trace.events)}: {len(now.values)} "
            f"nodes entered, {unseen} moves cut off. Bold path:{';'.join(parts)}."
        )

    def window(self, event: Event) -> str:
        """Alpha and beta on a number line, and the values still open between them."""
        alpha, beta = event.window
        x, y = self._across(alpha), self._across(beta)
        is_shut = alpha >= beta
        parts = [f'<path d="M{self._across(-inf)} 34H{self._across(inf)}" stroke="#b9c3ce"/>']
        parts += [
            f'<path d="M{self._across(v):.1f} 30v8" stroke="#b9c3ce"/>'
            + label(self._across(v), 52, 11, value_text(v), "#4a5560")
            for v in sorted({self.low, self.top})
        ]
        colour, dash = ("#a84300", ' stroke-dasharray="3 3"') if is_shut else (LIT, "")
        parts.append(
            f'<path d="M{x:.1f} 34H{y:.1f}" stroke="{colour}" stroke-width="7"{dash} '
            'opacity="0.55"/>'
        )
        for sign, value, left in (("α", alpha, not is_shut), ("β", beta, is_shut)):
            at = self._across(value)
            parts.append(f'<path d="M{at:.1f} 25v18" stroke="{INK}" stroke-width="3"/>')
            anchor = f' font-weight="bold" text-anchor="{"end" if left else "start"}"'
            offset = -2 if left else 2
            parts.append(label(at + offset, 18, 13, f"{sign} = {value_text(value)}", INK, anchor))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} 58" width="{WIDE}" '
            f'height="58" font-family="sans-serif"><rect width="{WIDE}" height="58" rx="8" '
            f'fill="{PANEL}"/>{"".join(parts)}</svg>'
        )

    def _across(self, value: float) -> float:
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


def shape(is_max: bool, x: float, y: float, r: float, style: str) -> str:
    """MAX's square or MIN's circle, as large as each other to the eye."""
    if not is_max:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" {style}/>'
    half, side = 0.9 * r, 1.8 * r
    place = f'x="{x - half:.1f}" y="{y - half:.1f}" width="{side:.1f}" height="{side:.1f}"'
    return f"<rect {place} {style}/>"


def label(x: float, y: float, size: float, text: str, fill: str, more: str = "") -> str:
    """A text, in the middle of `x` unless `more` says otherwise."""
    anchor = "" if "text-anchor" in more else ' text-anchor="middle"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{fill}"{anchor}{more}>'
        f"{escape(text)}</text>"
    )


# ---- the widget ----------------------------------------------------------------------------


class Microscope(anywidget.AnyWidget):
    """A recorded search in the notebook. The page draws the `frame` and asks for another step."""

    _esm = HERE / "microscope.js"
    _css = HERE / "microscope.css"
    frame = traitlets.Dict().tag(sync=True)

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        super().__init__()
        self.trace = trace
        self.code = code
        self.story = Story(trace, code, options)
        self.drawing = Drawing(trace, self.story)
        self.step = 0
        self.on_msg(self._on_message)
        self.show(0)

    def show(self, step: int) -> None:
        """Show a step, counted from 0; beyond the ends, the first or the last one."""
        self.step = min(max(step, 0), len(self.trace.events) - 1)
        self.frame = self.frame_at(self.step)

    def _on_message(self, _: object, message: dict[str, Any], __: object) -> None:
        if message.get("do") == "show":
            self.show(*message["with"])

    def frame_at(self, step: int) -> dict[str, Any]:
        """All that the page shows at a step."""
        event = self.trace.events[step]
        node = self.trace.nodes[event.node]
        tree = self.drawing.tree(step, moment(self.trace, step + 1))
        alpha, beta = map(value_text, event.window)
        return {
            "tree": tree.svg,
            "alt": tree.alt,
            "board": board(node.state),
            "turn": self.story.turn(node),
            "window": self.drawing.window(event) if self.code.has_window else "",
            "window_alt": f"Window: alpha {alpha}, beta {beta}",
            "code": [column.split("\n") for column in self.code.columns],
            "column": 0 if node.is_max else len(self.code.columns) - 1,
            "lines": list(self.code.lines[event.kind]),
            "sentence": self.story.tell(event, moment(self.trace, step)),
            "step": step,
            "steps": len(self.trace.events),
        }

    def __repr__(self) -> str:
        steps = len(self.trace.events)
        return (
            f"<microscope: {self.code.name}, {len(self.trace):,} nodes, "
            f"step {self.step + 1} of {steps}>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live microscope, and beside it the picture that a page without a kernel shows."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        steps = len(self.trace.events)
        picture = self.drawing.tree(steps - 1, moment(self.trace, steps))
        html = picture._repr_html_() + RUN_ME
        return {**data, "text/plain": repr(self), "text/html": html}, metadata


def board(state: Any) -> str:
    """A position as a page shows it: its own picture, or text; of a tree, what lies below."""
    if hasattr(state, "_repr_html_"):
        picture: str = state._repr_html_()
        return picture.replace("<img ", '<img decoding="sync" ', 1)  # so that it does not flicker
    text = "" if isinstance(state, RandomTree) else str(state)  # that one only has numbers
    if isinstance(state, ListTree):
        text = str(state.tree).replace("(", "[").replace(",)", "]").replace(")", "]")
    return f"<pre>{escape(text)}</pre>"
