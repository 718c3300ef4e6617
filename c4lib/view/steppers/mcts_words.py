"""The stepper's words: Monte Carlo tree search in pseudocode, and each step in a sentence."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isclose
from typing import Any

from c4lib.search.mcts import Node
from c4lib.search.mcts_trace import MCTSTrace, StepKind
from c4lib.view.trees.text import counted, named_move, player_name

CODE = """repeat for each iteration, from the root:
  select:    where all moves were tried, go to the child of largest UCT
  expand:    where a move was never tried, add the child that it leads to
  simulate:  from there play to the end of the game, at random
  update:    there and at all nodes above, count a visit and the points
UCT = mean + C·√(ln N / n), N: visits of the parent, n: visits of the child
play the move that was visited most"""

PHASES: Mapping[StepKind, tuple[str, tuple[int, ...]]] = {
    "start": ("start", (0,)), "select": ("select", (1, 5)), "throw": ("select", (1,)),
    "expand": ("expand", (2,)), "over": ("expand", (2,)), "simulate": ("simulate", (3,)),
    "update": ("update", (4,)), "end": ("the move", (6,)),
}  # fmt: skip  # for each kind of step: its phase of the iteration, and its lines of the code
PROVEN = {1: "won", 0: "drawn", -1: "lost"}


class MCTSStory:
    """Tells each step of a search in a sentence or two."""

    def __init__(self, trace: MCTSTrace) -> None:
        self.trace, self.root = trace, trace.nodes[0].state
        self.known = lru_cache(3)(trace.known)  # a frame asks for the same trees again
        seen = [max(node.owner, node.state.player) for node in trace.nodes]
        self.players = range(1 + max(1, *seen))  # as far as the tree shows; at least two

    def tell(self, number: int) -> str:
        """What happened in a step."""
        step, known = self.trace.steps[number], self.known(number)
        node, about = known[step.node], known[step.about]
        move = named_move(self.root, about.move)
        match step.kind:
            case "start":
                turn = self.player(self.root.player)
                where = f"The tree is only its root, where {turn} is to move."
                return f"{where} No game has been played yet."
            case "select":
                return self._select(about, move)
            case "throw":
                return f"Select: here dice decide, and they say {move}."
            case "expand":
                left = len(node.state.moves()) - len(node.children)
                drawn = f"it was drawn from the {left + 1} left" if left else "it was the last one"
                return f"Expand: {move} was never tried here; {drawn}. It gets a node."
            case "over":
                return "Expand: this game is over, there is no move to add."
            case "simulate":
                return self._simulate(node.state, step.ends)
            case "update":
                return self._update(node, self.known(number - 1)[step.node])
        return self._end(step.iteration, about, move)

    def player(self, number: int) -> str:
        """A player's name: X and O where they have symbols."""
        return player_name(self.root, number)

    def turn(self, state: Any) -> str:
        """Whose turn it is, or how the game ended."""
        if not state.is_over:
            return f"{self.player(state.player)} to move" if state.player >= 0 else "Dice decide"
        return f"Game over: {self.outcome(state)}"

    def outcome(self, end: Any) -> str:
        """How a game ended: X has won, a draw."""
        winners = [player for player in self.players if end.utility(player) > 0]
        names = " and ".join(map(self.player, winners))
        return f"{names} {'has' if len(winners) == 1 else 'have'} won" if winners else "a draw"

    def proven(self, node: Node) -> str:
        """What a node is proven to be: won for X."""
        assert node.proven is not None
        return f"{PROVEN[int(node.proven)]} for {self.player(node.owner)}"

    def _select(self, child: Node, move: str) -> str:
        if child.proven is not None:
            return f"Select: no move promises more than {move}, proven: {self.proven(child)}."
        parent, c = child.parent, self.trace.c
        assert parent is not None
        rivals = [other for other in parent.children.values() if other.proven is None]
        if len(rivals) == 1 < len(parent.children):
            move = f"the others are proven, and worth no more: {move}"
        equal = sum(other.uct(c) == child.uct(c) for other in rivals)
        first = f" (the first of {equal} with as much)" if equal > 1 else ""
        return (
            f"Select: {move} has the largest UCT for {self.player(child.owner)}{first}, "
            f"{child.mean:.3f} + {c:g}·√(ln {parent.visits} / {child.visits}) = {child.uct(c):.3f}."
        )

    def _simulate(self, state: Any, ends: Sequence[Any]) -> str:
        scores = []
        for player in self.players:
            mean = sum((end.utility(player) + 1) / 2 for end in ends) / len(ends)
            scores.append(f"{number_text(mean)} for {self.player(player)}")
        gained = f"points: {', '.join(scores)}."
        if state.is_over:
            return f"Simulate: there is nothing to play, {self.outcome(state)}; {gained}"
        if len(ends) == 1:
            ended = f"played on at random, the game ends: {self.outcome(ends[0])}"
            return f"Simulate: {ended}; {gained}"
        tally = Counter(map(self.outcome, ends)).most_common()
        games = ", ".join(f"{outcome} {count} times" for outcome, count in tally)
        return f"Simulate: {len(ends)} games are played on at random: {games}; mean {gained}"

    def _update(self, node: Node, before: Node) -> str:
        owner = self.player(node.owner)
        where, whose = "the root", f" for {owner}, who is to move"
        if node.parent is not None:
            where, whose = f"{named_move(self.root, node.move)}, which {owner} chose", ""
        gained = points_text(node.points - before.points)
        words = (
            f"Update: {where}: one more visit, and {gained}{whose}. "
            f"That makes {points_text(node.points)} in {counted(node.visits, 'visit')}, "
            f"mean {node.mean:.3f}."
        )
        if node.proven is not None and before.proven is None:
            words += f" Now it is proven: {self.proven(node)}."
        return words

    def _end(self, iterations: int, child: Node, move: str) -> str:
        root = child.parent
        assert root is not None
        after = f"After {counted(iterations, 'iteration')}"
        if root.proven is not None:
            return f"{after} the root is proven: {self.proven(root)}, by {move}."
        share = f"{child.visits} of {root.visits} times (mean {child.mean:.3f})"
        return f"{after} {move} was visited most, {share}: that is the move."


def number_text(value: float) -> str:
    """Points as one writes them: 3, 2.5, 0.37."""
    near = round(value)
    return str(near) if isclose(value, near, abs_tol=1e-9) else f"{value:.2f}".rstrip("0")


def points_text(value: float) -> str:
    """A number of points: 1 point, 2.5 points."""
    return f"{number_text(value)} {'point' if number_text(value) == '1' else 'points'}"
