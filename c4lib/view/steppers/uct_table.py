"""The stepper's table of the moves at a node: visits, mean and exploration make up the UCT."""

from dataclasses import dataclass

from c4lib.game import CHANCE, Move
from c4lib.search.mcts import Node, best_child
from c4lib.search.mcts_trace import MCTSTrace, path_to
from c4lib.view.boards.svg import Picture, document, rect
from c4lib.view.steppers.drawing import WIDE
from c4lib.view.steppers.mcts_words import MCTSStory
from c4lib.view.trees.marks import INK, NOW, ON_PAGE
from c4lib.view.trees.svg import BOLD, END, START, WORDS, label
from c4lib.view.trees.text import counted, move_text, named_move

MOST_ROWS = 12
HEAD, HIGH = 54, 24  # pixels of the table's head, and of a row
BARS = 400  # where the bars begin
MEAN, BONUS, LIT = NOW, "#cfe3f7", "#fff3a3"


@dataclass(frozen=True)
class Row:
    """What is known of a move, for the player who may choose it."""

    name: str
    visits: int = 0
    mean: float | None = None
    uct: float | None = None
    note: str = ""
    is_best: bool = False  # the one that would be selected
    is_lit: bool = False  # the one that the step is about

    def __str__(self) -> str:
        """The row in words."""
        words = f"{self.name}: " + (counted(self.visits, "visit") if self.visits else self.note)
        if self.mean is not None:
            words += f", mean {self.mean:.3f}"
            if self.uct is not None:
                words += f", exploration {self.uct - self.mean:.3f}, UCT {self.uct:.3f}"
            elif self.note:
                words += f", {self.note}"
        return f"{words}{', the largest' if self.is_best else ''}."

    def svg(self, most: float) -> str:
        """The row as a picture; the longest bar stands for `most`."""
        cells = [(14, "▶" if self.is_best else "", START), (30, self.name, START)]
        cells += [(150, f"{self.visits:,}", END), (BARS, self.note, START)]
        bars: list[tuple[float, str]] = []
        if self.mean is not None:
            cells.append((215, f"{self.mean:.3f}", END))
            bars = [] if self.note else [(self.mean, MEAN)]
        if self.mean is not None and self.uct is not None:
            cells.append((300, f"+ {self.uct - self.mean:.3f}", END))
            cells.append((375, f"= {self.uct:.3f}", BOLD + END if self.is_best else END))
            bars.insert(0, (self.uct, BONUS))
        elif bars:
            cells += [(300, "…", END), (375, "…", END)]
        ground = f'<rect x="6" width="{WIDE - 12}" height="{HIGH - 2}" rx="5" fill="{LIT}"/>'
        parts = [ground] if self.is_lit else []
        ink, scale = INK if self.is_lit else WORDS, (WIDE - 20 - BARS) / most
        parts += [label(x, 15.5, 12.5, text, ink, more) for x, text, more in cells]
        for value, fill in bars:
            size = f'height="14" width="{value * scale:.1f}"'
            parts.append(f'<rect x="{BARS}" y="4" {size} fill="{fill}" stroke="{MEAN}"/>')
        return "".join(parts)


class UCTTable:
    """Draws the moves that a step chooses from, or has chosen from."""

    def __init__(self, trace: MCTSTrace, story: MCTSStory) -> None:
        self.trace, self.story, self.root = trace, story, trace.nodes[0].state
        self.most = min(MOST_ROWS, max(len(node.state.moves()) for node in trace.nodes))
        self.high = HEAD + HIGH * self.most + 8

    def picture(self, number: int) -> Picture:
        """The moves at the step's node; from simulating on, those among which it was chosen."""
        node, rows = self.rows(number)
        title = self._title(node)
        most = max([1.0, *(row.uct for row in rows if row.uct is not None)])
        lines = [
            f'<g transform="translate(0 {HEAD + HIGH * place})">{row.svg(most)}</g>'
            for place, row in enumerate(rows)
        ]
        svg = document(WIDE, self.high, [self._head(title), *lines])
        return Picture(svg, " ".join([title, *map(str, rows)]))

    def rows(self, number: int) -> tuple[Node, list[Row]]:
        """The node whose moves are shown at a step, and what is known of each."""
        step, known = self.trace.steps[number], self.story.known(number)
        here, lit, c = known[step.node], known[step.about], self.trace.c
        is_chosen = step.kind in ("over", "simulate", "update")
        node = (here.parent if is_chosen else None) or here
        # On the way up the child is updated before its parent: there is no UCT in between.
        is_between = step.kind == "update" and node is not here
        has_uct = node.state.player != CHANCE and node.visits > 0 and not is_between
        tried = [child for child in node.children.values() if child.visits]
        is_ready = has_uct and len(tried) == len(node.state.moves()) > 0
        best = best_child(node, c) if is_ready else None
        rows = []
        for move in self._shown(node, lit):
            child, name = node.children.get(move), named_move(self.root, move)
            name, is_lit = f"{name[0].upper()}{name[1:]}", child is lit
            if child is None or child.visits == 0:
                note = "never tried" if child is None else "new"
                rows.append(Row(name, note=note, is_lit=is_lit))
                continue
            uct = child.uct(c) if has_uct and child.proven is None else None
            note = "" if child.proven is None else f"proven: {self.story.proven(child)}"
            rows.append(Row(name, child.visits, child.mean, uct, note, child is best, is_lit))
        return node, rows

    def _shown(self, node: Node, lit: Node) -> list[Move]:
        """The moves that there is room for: the one in question, then those visited most."""

        def rank(move: Move) -> tuple[bool, int]:
            child = node.children.get(move)
            return child is not lit, 1 if child is None else -child.visits

        moves = list(node.state.moves())
        ranked = sorted(moves, key=rank)
        return [move for move in moves if move in ranked[: self.most]]

    def _title(self, node: Node) -> str:
        path = [move_text(self.root, each.move) for each in path_to(node)[1:]]
        where = f"after {', '.join(path)}" if path else "at the root"
        player, count = node.state.player, len(node.state.moves())
        mover = "chance" if player == CHANCE else self.story.player(player)
        left = "" if count <= self.most else f", {self.most} of {count}"
        return f"Moves of {mover} {where}{left} (N = {counted(node.visits, 'visit')})."

    def _head(self, title: str) -> str:
        names = ((150, "visits n"), (215, "mean"), (300, "exploration"), (375, "UCT"))
        parts = [label(14, 20, 13, title, WORDS, BOLD + START)]
        parts += [label(x, 44, 11, name, WORDS, END) for x, name in names]
        bonus = f"exploration, C = {self.trace.c:g}"
        for x, fill, name in ((BARS, MEAN, "mean"), (BARS + 58, BONUS, bonus)):
            box = rect(x, 35, 10, 10, f'fill="{fill}" stroke="{MEAN}"')
            parts += [box, label(x + 14, 44, 11, name, WORDS, START)]
        return "".join([*parts, f'<path d="M10 50H{WIDE - 10}" stroke="{ON_PAGE}"/>'])
