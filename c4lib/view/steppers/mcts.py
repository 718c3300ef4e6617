"""Monte Carlo tree search, one step at a time: select, expand, simulate, update.

Below the tree stands a table of the moves at a node: visits, mean and exploration make up the UCT.
"""

from collections import Counter
from dataclasses import dataclass
from html import escape

import networkx as nx

from c4lib.game import CHANCE, Move, State
from c4lib.search.common import check_whole
from c4lib.search.mcts import Node, best_child, mcts
from c4lib.search.mcts_trace import MCTSStep, MCTSTrace, path_to
from c4lib.view.boards.svg import Picture, document, rect
from c4lib.view.steppers.drawing import WIDE, NodeMark, Scene, TreeDrawing
from c4lib.view.steppers.mcts_words import CODE, PHASES, PROVEN, MCTSStory, number_text
from c4lib.view.steppers.stepper import Frame, Replay, Stepper, board_html
from c4lib.view.trees.graph import Key
from c4lib.view.trees.marks import INK, NOW, ON_PAGE, look_of
from c4lib.view.trees.svg import BOLD, END, START, WORDS, label
from c4lib.view.trees.text import counted, move_text, named_move

MOST = 1_000  # iterations that can be watched; a larger tree says little

MOST_ROWS = 12
HEAD, HIGH = 54, 24  # pixels of the table's head, and of a row
BARS = 400  # where the bars begin
MEAN, BONUS, LIT = NOW, "#cfe3f7", "#fff3a3"


def mcts_steps(
    state: State,
    iterations: int = 30,
    *,
    c: float = 1.5,
    seed: int = 0,
    rollouts: int = 1,
    prove: bool = False,
) -> Stepper:
    """Run a Monte Carlo tree search and let the reader step through it.

    The parameters are those of `c4lib.search.mcts`, and the tree is the one that it grows.

    >>> mcts_steps(Connect4(4, 4), 10)
    <stepper: MCTS, 10 iterations, 11 nodes, step 1 of 54>
    """
    check_whole("iterations", iterations)
    if iterations > MOST:
        raise ValueError(
            f"{iterations:,} iterations are too many to watch; ask for at most {MOST:,}"
        )
    trace = MCTSTrace()
    mcts(state, iterations, c=c, seed=seed, rollouts=rollouts, prove=prove, trace=trace)
    return Stepper(MCTSReplay(trace))


class MCTSReplay(Replay):
    """A recorded Monte Carlo tree search."""

    code = (CODE,)

    def __init__(self, trace: MCTSTrace) -> None:
        self.trace, self.root = trace, trace.nodes[0].state
        self.steps, self.rounds = len(trace.steps), trace.rounds
        self.iterations = len(trace.rounds) - 1
        size = f"{counted(self.iterations, 'iteration')}, {counted(len(trace), 'node')}"
        self.name = f"stepper: MCTS, {size}"
        self.story = MCTSStory(trace)
        self.table = UCTTable(trace, self.story)
        phases = ("select", "expand", "simulate", "update")
        self.drawing = TreeDrawing(self._graph(), self._legend(), phases)

    def _graph(self) -> nx.DiGraph:
        graph = nx.DiGraph()
        for number, node in enumerate(self.trace.nodes):
            graph.add_node(number, look=look_of(node.state, node.state.player == 0))
        for number in range(len(self.trace)):
            for child in self.trace.children(number):
                move = move_text(self.root, self.trace.nodes[child].move)
                graph.add_edge(number, child, label=move)
        return graph

    def _legend(self) -> list[tuple[str, str]]:
        name = self.story.player
        others = " or ".join(name(player) for player in self.story.players if player != 0)
        legend = [("max", f"{name(0)} to move"), ("min", f"{others} to move")]
        legend += [("chance", "chance"), ("over", "game over"), ("best", "most visited")]
        legend.append(("", "points of whoever chose the move, over visits"))
        if any(node.proven is not None for node in self.trace.nodes):
            legend.append(("", "W, D, L: proven won, drawn, lost for them"))
        return legend

    def frame(self, step: int) -> Frame:
        """What a step shows."""
        now = self.trace.steps[step]
        return Frame(
            tree=self.tree(step),
            detail=self.table.picture(step),
            turn=self.story.turn(self.trace.nodes[now.node].state),
            board=self._boards(now),
            column=0,
            lines=PHASES[now.kind][1],
            sentence=self.story.tell(step),
        )

    def tree(self, step: int) -> Picture:
        """The tree as it had grown at a step. In the end the principal variation is bold."""
        now, known, path = self.trace.steps[step], self.story.known(step), self.path(step)
        below = Counter(above for number in known for above in self.trace.path(number)[:-1])
        marks: dict[Key, NodeMark] = {n: self._mark(node, below[n]) for n, node in known.items()}
        title = f"Iteration {now.iteration} of {self.iterations}"
        if now.kind in ("start", "end"):
            title = "Before the first iteration" if now.kind == "start" else "The search is over"
        lit = now.node if now.kind == "update" else now.child
        phase, _ = PHASES[now.kind]
        scene = Scene(marks, path, now.node, lit, now.kind == "end", title, phase)
        words = []
        for node in map(known.__getitem__, path):
            name = named_move(self.root, node.move) if node.parent else "root"
            visits = counted(node.visits, "visit")
            words.append(f" {name}, {number_text(node.points)} points in {visits}")
        alt = (
            f"Tree in iteration {now.iteration} of {self.iterations}, {phase}: "
            f"{len(known)} nodes. Bold path:{';'.join(words)}."
        )
        return Picture(self.drawing.svg(scene), alt)

    def _mark(self, node: Node, hidden: int) -> NodeMark:
        """A node's points over its visits; W, D or L where it is proven."""
        badge = "" if node.proven is None else PROVEN[int(node.proven)][0].upper()
        if not node.visits:
            return NodeMark(badge=badge, hidden=hidden)
        points, visits = number_text(node.points), str(node.visits)
        return NodeMark(points, visits, badge=badge, hidden=hidden)

    def path(self, step: int) -> list[int]:
        """The nodes from the root to the lowest that the iteration has reached; then best play."""
        now = self.trace.steps[step]
        if now.kind == "end":
            return self.trace.principal
        while now.kind == "update":
            step -= 1
            now = self.trace.steps[step]
        return self.trace.path(now.about)

    def _boards(self, now: MCTSStep) -> str:
        """The position at the step's node, and how a simulated game ended."""
        boards = [board_html(self.trace.nodes[now.node].state)]
        if now.ends:
            which = "Played out" if len(now.ends) == 1 else "One game"
            outcome = escape(self.story.outcome(now.ends[0]))
            boards.append(f"{which}: {outcome}<br>{board_html(now.ends[0])}")
        divisions = "".join(f"<div>{board}</div>" for board in boards)
        return f'<div class="c4s-boards">{divisions}</div>'


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
