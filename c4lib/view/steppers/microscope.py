"""The search microscope: watch minimax or alpha-beta at work, one step at a time."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from c4lib.game import State
from c4lib.games.trees import ListTree
from c4lib.result import SearchResult, Trace, TraceFullError, Window
from c4lib.search import alphabeta
from c4lib.search.common import WIN, check_root
from c4lib.view.boards.svg import Picture, document
from c4lib.view.steppers.drawing import WIDE, NodeMark, Scene, TreeDrawing
from c4lib.view.steppers.microscope_words import CODES, Code, MinimaxStory, Moment, moment
from c4lib.view.steppers.stepper import Frame, Replay, Stepper, board_html
from c4lib.view.trees.graph import Key, graph
from c4lib.view.trees.marks import NOW, ON_PAGE
from c4lib.view.trees.svg import BOLD, END, START, WORDS, label
from c4lib.view.trees.text import SIGNS, is_win, named_move, short_value, side, value_in_words

HIGH, AXIS = 96, 46  # pixels of the number line's picture, and where the line is in it
SHUT = "#d55e00"  # the window once alpha has reached beta; it is dashed then as well


def microscope(
    state: State | Sequence[Any],
    search: Callable[..., SearchResult] = alphabeta,
    limit: int = 2_000,
    **options: Any,
) -> Stepper:
    """Run a search and let the reader step through it.

    `state` is any two-player state, or a tree as nested lists of what its leaves are worth
    to MAX; `search` is minimax, alphabeta, minimax_by_list or alphabeta_by_list, and the
    `options` are its own. It may enter at most `limit` nodes.

    >>> microscope([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    <microscope: alpha-beta, 11 nodes, step 1 of 33>
    """
    if search not in list(CODES):  # a list, since what is handed in by mistake may not be hashable
        names = ", ".join(known.__name__ for known in CODES)
        raise ValueError(f"the microscope shows the searches {names}, not {search!r}")
    root = ListTree.of(state) if isinstance(state, list | tuple) else state
    check_root(root)
    trace = Trace(limit)
    try:
        search(root, trace=trace, **options)
    except TraceFullError:
        raise ValueError(
            f"this search has more than {limit:,} nodes, too many to watch; "
            "choose a smaller board, a later position, or a smaller depth"
        ) from None
    return Stepper(MinimaxReplay(trace, CODES[search], options))


class MinimaxReplay(Replay):
    """A recorded minimax or alpha-beta search."""

    def __init__(self, trace: Trace, code: Code, options: Mapping[str, Any]) -> None:
        self.trace, self.root = trace, trace.nodes[0].state
        self.name = f"microscope: {code.name}, {len(trace):,} nodes"
        self.steps, self.code, self.lines = len(trace.events), code.columns, code.lines
        self.story = MinimaxStory(trace, code, options)
        self.line = NumberLine(trace) if code.has_window else None
        self.graph = graph(trace)
        self.drawing = TreeDrawing(self.graph, self._legend())
        self.ghosts = {key: self._known(key) for key in self.graph if key}

    def _legend(self) -> list[tuple[str, str]]:
        legend = [("max", "MAX"), ("min", "MIN"), ("over", "leaf"), ("depth", "depth limit")]
        legend += [("cut", "cut off"), ("best", "best play")]
        legend += [("", words) for words in ("3… so far", "≤3 at most", "≥3 at least")]
        if any(is_win(node.value) for node in self.trace.nodes):
            legend.append(("", "W3, L3: won, lost after 3 moves"))
        return legend

    def frame(self, step: int) -> Frame:
        """What a step shows."""
        event = self.trace.events[step]
        node = self.trace.nodes[event.node]
        return Frame(
            tree=self.tree(step),
            detail=self.line.window(event.window) if self.line else None,
            turn=self.story.turn(node),
            board=board_html(node.state),
            column=0 if node.is_max else len(self.code) - 1,
            lines=self.lines[event.kind],
            sentence=self.story.tell(step),
        )

    def tree(self, step: int) -> Picture:
        """The tree as it had grown at a step. In the end the principal variation is bold."""
        event, now = self.trace.events[step], moment(self.trace, step + 1)
        is_last = step == self.steps - 1
        path = self.trace.principal() if is_last else self.trace.path(event.node)
        marks: dict[Key, NodeMark] = {number: self._mark(number, now) for number in now.values}
        cuts = (key for key in self.graph if isinstance(key, tuple) and key[1] in now.cut)
        marks |= dict.fromkeys(cuts, NodeMark())
        scene = Scene(marks, path, event.node, event.child, is_last, ghosts=self.ghosts)
        return Picture(self.drawing.svg(scene), self._describe(step, now, path))

    def _known(self, key: Key) -> str:
        """What stands at a node before it is entered: the value of a bare tree's leaf."""
        if isinstance(key, int):
            state = self.trace.nodes[key].state
        else:
            _, parent, move = key
            state = self.trace.nodes[parent].state.play(move)
        is_leaf = isinstance(state, ListTree) and state.is_over
        return short_value(state.utility(self.root.player)) if is_leaf else ""

    def _mark(self, number: int, now: Moment) -> NodeMark:
        """A node's value so far in italics, or in the end with its bound."""
        value, is_final = now.values[number], number in now.done
        text = "" if value is None else short_value(value)
        if is_final:
            text = SIGNS[self.trace.nodes[number].bound] + text
        elif text:
            text += "…"
        return NodeMark(text, is_final=is_final, hidden=now.below[number])

    def _describe(self, step: int, now: Moment, path: Sequence[int]) -> str:
        """The tree in words: how far it has grown, and the path that is bold."""
        parts = []
        for number in path:
            node, value = self.trace.nodes[number], now.values[number]
            words = f" {named_move(self.root, node.move)}, " if number else " "
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


class NumberLine:
    """Draws windows, alpha and beta, on a line on which all values of a search have their place."""

    def __init__(self, trace: Trace) -> None:
        values = [node.value for node in trace.nodes if node.value is not None]
        plain = [v for v in [*values, *trace.nodes[0].window] if abs(v) < WIN / 2] or [0.0]
        self.low, self.top = min(plain), max(plain)
        self.deepest = max(node.ply for node in trace.nodes)

    def window(self, window: Window) -> Picture:
        """Alpha and beta, the values still open between them, or that there are none."""
        (alpha, beta), is_shut = window, window[0] >= window[1]
        colour, dash = (SHUT, ' stroke-dasharray="4 4"') if is_shut else (NOW, "")
        path = f"M{self.across(alpha):.1f} {AXIS}H{self.across(beta):.1f}"
        style = f'stroke="{colour}" stroke-width="11"{dash} opacity="0.7"'
        parts = [self._axis(), f'<path d="{path}" {style}/>']
        parts += [self._end("α", alpha, not is_shut), self._end("β", beta, is_shut)]
        words = f"Window: alpha {short_value(alpha)}, beta {short_value(beta)}"
        if is_shut:
            reason = f"α ≥ β, {short_value(alpha)} ≥ {short_value(beta)}: nothing is left between"
            parts.append(label(WIDE / 2, 90, 18, reason, SHUT, BOLD))
            words += "; nothing is left between them"
        return Picture(document(WIDE, HIGH, parts), words)

    def _axis(self) -> str:
        """The line, with the smallest and the largest ordinary value."""
        line = f'<path d="M{self.across(-inf)} {AXIS}H{self.across(inf)}" stroke="{ON_PAGE}"/>'
        return line + "".join(
            f'<path d="M{self.across(value):.1f} {AXIS - 5}v10" stroke="{ON_PAGE}"/>'
            + label(self.across(value), AXIS + 22, 12, short_value(value), WORDS)
            for value in sorted({self.low, self.top})
        )

    def _end(self, name: str, value: float, is_left: bool) -> str:
        """An end of the window, with its name on the left or on the right of it."""
        at, anchor, offset = self.across(value), *((END, -4) if is_left else (START, 4))
        stroke = f'<path d="M{at:.1f} {AXIS - 12}v24" stroke="{WORDS}" stroke-width="4"/>'
        words = f"{name} = {short_value(value)}"
        return stroke + label(at + offset, 26, 20, words, WORDS, BOLD + anchor)

    def across(self, value: float) -> float:
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
        return 100 + share * (WIDE - 200)
