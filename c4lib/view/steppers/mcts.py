"""Monte Carlo tree search, one step at a time: select, expand, simulate, update."""

from collections import Counter
from html import escape

import networkx as nx

from c4lib.game import State
from c4lib.search.common import check_whole
from c4lib.search.mcts import Node, mcts
from c4lib.search.mcts_trace import MCTSStep, MCTSTrace
from c4lib.view.boards.svg import Picture
from c4lib.view.steppers.drawing import NodeMark, Scene, TreeDrawing
from c4lib.view.steppers.mcts_words import CODE, PHASES, PROVEN, MCTSStory, number_text
from c4lib.view.steppers.stepper import Frame, Replay, Stepper, board_html
from c4lib.view.steppers.uct_table import UCTTable
from c4lib.view.trees.graph import Key
from c4lib.view.trees.marks import look_of
from c4lib.view.trees.text import counted, move_text, named_move

MOST = 1_000  # iterations that can be watched; a larger tree says little


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
            is_max = node.state.player == self.root.player
            graph.add_node(number, look=look_of(node.state, is_max))
        for number in range(len(self.trace)):
            for child in self.trace.children(number):
                label = move_text(self.root, self.trace.nodes[child].move)
                graph.add_edge(number, child, label=label)
        return graph

    def _legend(self) -> list[tuple[str, str]]:
        first, name = self.root.player, self.story.player
        others = " or ".join(name(player) for player in self.story.players if player != first)
        legend = [("max", f"{name(first)} to move"), ("min", f"{others} to move")]
        legend += [("chance", "chance"), ("over", "game over"), ("best", "best play")]
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
