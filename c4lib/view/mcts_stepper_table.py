"""The stepper's table: what the moves at a node have, and how their UCT comes about, with bars."""

from dataclasses import dataclass
from typing import Any

from c4lib.game import CHANCE, Move
from c4lib.search.mcts import Node, best_child
from c4lib.view.mcts_stepper_drawing import WIDE, sheet
from c4lib.view.mcts_stepper_record import Record, Step
from c4lib.view.mcts_stepper_words import PROVEN, Story, visits
from c4lib.view.microscope_drawing import AXIS, FAINT, label
from c4lib.view.svg import INK, Picture
from c4lib.view.tree_text import move_text, named_move

MOST_ROWS = 12
HEAD, HIGH = 54, 24  # pixels of the table's head, and of a row
BARS = 412  # where the bars begin
MEAN, BONUS, NOW = "#0072b2", "#cfe3f7", "#fff3a3"
START, END, BOLD = ' text-anchor="start"', ' text-anchor="end"', ' font-weight="bold"'


@dataclass(frozen=True)
class Row:
    """What is known of a move, for the player who may choose it."""

    name: str
    visits: int = 0
    mean: float | None = None
    uct: float | None = None
    note: str = ""
    is_best: bool = False
    """Whether it is the one that would be selected."""
    is_lit: bool = False
    """Whether the step is about it."""

    def __str__(self) -> str:
        """The row in words."""
        told = f"{self.name}: " + (visits(self.visits) if self.visits else self.note)
        if self.mean is not None and self.uct is not None:
            bonus = self.uct - self.mean
            told += f", mean {self.mean:.3f}, exploration {bonus:.3f}, UCT {self.uct:.3f}"
        elif self.mean is not None:
            told += f", mean {self.mean:.3f}" + (f", {self.note}" if self.note else "")
        return f"{told}{', the largest' if self.is_best else ''}."

    def drawn(self, most: float) -> str:
        """The row as a picture; the longest bar stands for `most`."""
        parts = [_cell(14, "▶" if self.is_best else "", START), _cell(30, self.name, START)]
        parts += [_cell(150, f"{self.visits:,}"), _cell(BARS, self.note, START, FAINT)]
        if self.mean is not None:
            parts.append(_cell(215, f"{self.mean:.3f}"))
            parts += self._sum(self.mean, (WIDE - 20 - BARS) / most)
        ground = f'<rect x="6" width="{WIDE - 12}" height="{HIGH - 2}" rx="5" fill="{NOW}"/>'
        return (ground if self.is_lit else "") + "".join(parts)

    def _sum(self, mean: float, scale: float) -> list[str]:
        """Mean and exploration term as numbers, and as bars that are so long for each 1."""
        if self.note:
            return []
        bar = f'<rect x="{BARS}" y="4" height="14" width="{{:.1f}}" fill="{{}}"/>'
        if self.uct is None:
            dots = [_cell(x, "…", "", FAINT) for x in (300, 375)]
            return [*dots, bar.format(mean * scale, MEAN)]
        return [
            _cell(300, f"+ {self.uct - mean:.3f}"),
            _cell(375, f"= {self.uct:.3f}", BOLD if self.is_best else ""),
            bar.format(self.uct * scale, BONUS),
            bar.format(mean * scale, MEAN),
        ]


class Table:
    """Draws the moves that a step chooses from, or has chosen from."""

    def __init__(self, record: Record, story: Story) -> None:
        self.record, self.story, self.root = record, story, record.nodes[0].state
        self.most = min(MOST_ROWS, max(len(node.state.moves()) for node in record.nodes))
        self.high = HEAD + HIGH * self.most + 8

    def table(self, number: int) -> Picture:
        """The moves at the step's node; from simulating on, those among which it was chosen."""
        at, rows = self.rows(number)
        title = self._title(at, self.record.known(number)[at].visits)
        most = max([1.0, *(row.uct for row in rows if row.uct is not None)])
        lines = [
            f'<g transform="translate(0 {HEAD + HIGH * place})">{row.drawn(most)}</g>'
            for place, row in enumerate(rows)
        ]
        svg = sheet(self.high, [self._head(title), *lines])
        return Picture(svg, " ".join([title, *map(str, rows)]))

    def rows(self, number: int) -> tuple[int, list[Row]]:
        """The node whose moves are shown at a step, and what is known of each."""
        step, known = self.record.steps[number], self.record.known(number)
        is_chosen = step.kind in ("over", "simulate", "update") and step.node > 0
        at = self.record.parents[step.node] if is_chosen else step.node
        node = self.record.copy(at, known)
        # On the way up the child is counted and its parent not yet: no UCT can be told then.
        has_uct = node.state.player != CHANCE and node.visits > 0
        has_uct = has_uct and not (is_chosen and step.kind == "update")
        is_ready = has_uct and not node.untried and all(n.visits for n in node.children.values())
        best = best_child(node, self.record.c).move if is_ready else None
        lit = self._lit(step, is_chosen)
        return at, [
            self._row(move, node.children.get(move), has_uct, is_ready and move == best, lit)
            for move in self._shown(node, lit)
        ]

    def _lit(self, step: Step, is_chosen: bool) -> list[Move]:
        """The move that a step is about, if there is one."""
        number = step.node if is_chosen else step.child
        return [] if number is None else [self.record.nodes[number].move]

    def _row(
        self, move: Move, child: Node | None, has_uct: bool, is_best: bool, lit: list[Move]
    ) -> Row:
        name = named_move(self.root, move)
        name, is_lit = f"{name[0].upper()}{name[1:]}", move in lit
        if child is None or child.visits == 0:
            return Row(name, note="new" if child else "never tried", is_lit=is_lit)
        uct, note = child.uct(self.record.c) if has_uct else None, ""
        if child.proven is not None:
            who = self.story.player(child.owner)
            uct, note = None, f"proven: {PROVEN[int(child.proven)]} for {who}"
        return Row(name, child.visits, child.mean, uct, note, is_best, is_lit)

    def _shown(self, node: Node, lit: list[Move]) -> list[Any]:
        """The moves that there is room for: the one in question, then those visited most."""
        moves = list(node.state.moves())
        seen = {move: child.visits for move, child in node.children.items()}
        ranked = sorted(moves, key=lambda move: (move not in lit, -seen.get(move, -1)))
        return [move for move in moves if move in ranked[: self.most]]

    def _title(self, at: int, count: int) -> str:
        state = self.record.nodes[at].state
        path = [move_text(self.root, self.record.nodes[step].move) for step in self.record.path(at)]
        where = f"after {', '.join(path[1:])}" if at else "at the root"
        who = "Dice" if state.player == CHANCE else self.story.player(state.player)
        left = "" if len(state.moves()) <= self.most else f", {self.most} of {len(state.moves())}"
        return f"Moves of {who} {where}{left} (N = {visits(count)})."

    def _head(self, title: str) -> str:
        """What stands above the rows."""
        names = ((150, "visits n"), (215, "mean"), (300, "exploration"), (375, "UCT"))
        parts = [label(14, 20, 13, title, INK, BOLD + START)]
        parts += [label(x, 44, 11, name, FAINT, END) for x, name in names]
        parts += [
            f'<rect x="{BARS}" y="35" width="10" height="10" fill="{MEAN}"/>',
            label(BARS + 14, 44, 11, "mean", FAINT, START),
            f'<rect x="{BARS + 58}" y="35" width="10" height="10" fill="{BONUS}" stroke="{MEAN}"/>',
            label(BARS + 72, 44, 11, f"exploration, C = {self.record.c:g}", FAINT, START),
            f'<path d="M10 50H{WIDE - 10}" stroke="{AXIS}"/>',
        ]
        return "".join(parts)


def _cell(x: float, text: str, more: str = "", ink: str = INK) -> str:
    """A cell's text, which ends at `x` unless `more` says otherwise."""
    return label(x, 15.5, 12.5, text, ink, more if START in more else more + END)
