"""The number line below the microscope's tree: which values are still open."""

from collections.abc import Iterable
from math import inf

from c4lib.result import Bound, Trace, Window
from c4lib.search.common import WIN
from c4lib.view.boards.svg import Picture, document
from c4lib.view.steppers.drawing import WIDE
from c4lib.view.steppers.null_windows import Question
from c4lib.view.trees.marks import NOW, ON_PAGE
from c4lib.view.trees.svg import BOLD, END, START, WORDS, label
from c4lib.view.trees.text import short_value, value_in_words

HIGH, AXIS = 96, 46  # pixels of the picture, and where the line is in it
SHUT = "#d55e00"  # the window once alpha has reached beta; it is dashed then as well


class NumberLine:
    """Draws windows on a line on which all values of a search have their place."""

    def __init__(self, trace: Trace, questions: Iterable[Question] = ()) -> None:
        values = [node.value for node in trace.nodes if node.value is not None]
        values += [question.number for question in questions]
        plain = [v for v in [*values, *trace.nodes[0].window] if abs(v) < WIN / 2] or [0.0]
        self.low, self.top = min(plain), max(plain)
        self.deepest = max(node.ply for node in trace.nodes)

    def window(self, window: Window) -> Picture:
        """Alpha and beta, the values still open between them, or that there are none."""
        (alpha, beta), is_shut = window, window[0] >= window[1]
        parts = [self._axis(), self._bar(alpha, beta, SHUT if is_shut else NOW, is_shut)]
        parts += [self._end("α", alpha, not is_shut), self._end("β", beta, is_shut)]
        words = f"Window: alpha {short_value(alpha)}, beta {short_value(beta)}"
        if is_shut:
            reason = f"α ≥ β, {short_value(alpha)} ≥ {short_value(beta)}: nothing is left between"
            parts.append(label(WIDE / 2, 90, 18, reason, SHUT, BOLD))
            words += "; nothing is left between them"
        return Picture(document(WIDE, HIGH, parts), words)

    def bounds(self, low: float, high: float) -> Picture:
        """Between which bounds MTD(f) knows the value to lie, or that they have met."""
        parts = [self._axis(), self._bar(low, high, NOW)]
        parts += [self._end("low", low, True), self._end("high", high, False)]
        words = f"Bounds: low {short_value(low)}, high {short_value(high)}"
        if low >= high:
            parts.append(label(WIDE / 2, 90, 18, "nothing is left to ask", NOW, BOLD))
            words += "; nothing is left to ask"
        return Picture(document(WIDE, HIGH, parts), words)

    def question(
        self,
        question: Question,
        value: float | None,
        bound: Bound = "exact",
        within: Window | None = None,
    ) -> Picture:
        """A null window: one point, what is asked there, and the answer once a value gives it.

        `within` are bounds that are known, drawn faintly.
        """
        at = self.across(question.number)
        parts = [self._axis()]
        if within is not None:
            parts.append(f'<g opacity="0.4">{self._bar(*within, NOW)}</g>')
        left, right = ("yes", "no") if question.sign == "<" else ("no", "yes")
        asked = f"v {question.sign} {short_value(question.number)}?"
        if value is None:
            colour, said = WORDS, "a null window: no number lies between α and β"
        else:
            is_yes, is_above = question.is_yes(value), question.is_above(value)
            colour = NOW if is_yes else SHUT
            said = f"{'yes' if is_yes else 'no'}: it is {value_in_words(value, bound)}"
            ends = (value, inf) if is_above else (-inf, value)
            ends = (value, value) if bound == "exact" else ends
            parts.append(self._bar(*ends, colour, not is_yes))
        parts.append(f'<path d="M{at:.1f} {AXIS - 12}v20" stroke="{WORDS}" stroke-width="4"/>')
        parts.append(label(at, 24, 20, asked, WORDS, BOLD))
        parts.append(label(at - 10, AXIS - 8, 11, f"← {left}", WORDS, END))
        parts.append(label(at + 10, AXIS - 8, 11, f"{right} →", WORDS, START))
        size, weight = (15, "") if value is None else (18, BOLD)
        parts.append(label(WIDE / 2, 90, size, said, colour, weight))
        words = f"Null window: is the value {question}? "
        words += "Still open" if value is None else f"{said[0].upper()}{said[1:]}"
        return Picture(document(WIDE, HIGH, parts), words)

    def _bar(self, low: float, high: float, colour: str, is_dashed: bool = False) -> str:
        """The values from `low` to `high`; if they are one, a dot."""
        dash = ' stroke-dasharray="4 4"' if is_dashed else ""
        start, end = self.across(low), self.across(high)
        if low == high:
            return f'<circle cx="{start:.1f}" cy="{AXIS}" r="7" fill="{colour}"/>'
        style = f'stroke="{colour}" stroke-width="11"{dash} opacity="0.7"'
        return f'<path d="M{start:.1f} {AXIS}H{end:.1f}" {style}/>'

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
        size = 20 if len(name) == 1 else 16  # "low = −∞" has to fit at the left of the line
        return stroke + label(at + offset, 26, size, words, WORDS, BOLD + anchor)

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
