"""The stepper's words: Monte Carlo tree search in pseudocode, and each step in a sentence."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isclose
from typing import Any

from c4lib.connect4 import SYMBOLS
from c4lib.search.mcts import Node
from c4lib.view.mcts_stepper_record import Figures, Kind, Record, Step
from c4lib.view.tree_text import named_move, noun

CODE = """repeat for each iteration, from the root:
  select:    where all moves were tried, go to the child with the largest UCT
  expand:    where a move was never tried, add the child that it leads to
  simulate:  from there play to the end of the game, at random
  update:    there and at all nodes above, count a visit and the points
UCT = mean + C·√(ln N / n), N: visits of the parent, n: visits of the child
play the move that was visited most"""

LINES: Mapping[Kind, tuple[int, ...]] = {
    "start": (0,), "select": (1, 5), "throw": (1,), "expand": (2,), "over": (2,),
    "simulate": (3,), "update": (4,), "end": (6,),
}  # fmt: skip
NAMES: Mapping[Kind, str] = {
    "start": "start", "select": "select", "throw": "select", "expand": "expand",
    "over": "expand", "simulate": "simulate", "update": "update", "end": "the move",
}  # fmt: skip
PROVEN = {1: "won", 0: "drawn", -1: "lost"}


class Story:
    """Tells each step of a search in a sentence or two."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.root = record.nodes[0].state

    def tell(self, number: int) -> str:
        """What happened in a step."""
        step = self.record.steps[number]
        known = self.record.known(number)
        match step.kind:
            case "start":
                turn = self.player(self.root.player)
                return (
                    f"The tree is only its root, where {turn} is to move. No game was played yet."
                )
            case "select":
                return self._select(step, known)
            case "expand":
                return self._expand(step, known)
            case "simulate":
                return self._simulate(step)
            case "update":
                before = self.record.known(number - 1)[step.node]
                return self._update(step, known[step.node], before)
            case "end":
                return self._end(step, known)
        if step.kind == "throw":
            return f"Select: here dice decide, and they say {self._move(step.child)}."
        return "Expand: this game is over, there is no move to add."

    def player(self, number: int) -> str:
        """A player's name: X and O, where they are called so."""
        has_symbols = noun(self.root) in ("column", "square")
        return SYMBOLS[number] if has_symbols else f"player {number}"

    def turn(self, state: Any) -> str:
        """Whose turn it is, or how the game ended."""
        if not state.is_over:
            return f"{self.player(state.player)} to move" if state.player >= 0 else "Dice decide"
        return f"Game over: {self.outcome(state)}"

    def outcome(self, end: Any) -> str:
        """How a game ended: X has won, a draw."""
        winners = [player for player in self.players() if end.utility(player) > 0]
        names = " and ".join(map(self.player, winners))
        return f"{names} {'has' if len(winners) == 1 else 'have'} won" if winners else "a draw"

    def players(self) -> list[int]:
        """All who play, as far as the tree shows; at least two do."""
        seen = [1, *(node.owner for node in self.record.nodes)]
        return list(range(1 + max(*seen, *(node.state.player for node in self.record.nodes))))

    def _move(self, child: int | None) -> str:
        assert child is not None
        return named_move(self.root, self.record.nodes[child].move)

    def _select(self, step: Step, known: Mapping[int, Figures]) -> str:
        node, c = self.record.copy(step.node, known), self.record.c
        assert step.child is not None
        child = node.children[self.record.nodes[step.child].move]
        rivals = [other for other in node.children.values() if other.proven is None]
        if child.proven is not None:
            worth = f"{PROVEN[int(child.proven)]} for {self.player(child.owner)}"
            return f"Select: no move promises more than {self._move(step.child)}, proven: {worth}."
        told = ""
        if len(rivals) == 1 < len(node.children):
            told = "the others are proven, and worth no more:"
        equal = sum(other.uct(c) == child.uct(c) for other in rivals)
        first = f" (the first of {equal} with as much)" if equal > 1 else ""
        move = f"{told} {self._move(step.child)}".strip()
        return (
            f"Select: {move} has the largest UCT for {self.player(child.owner)}{first}, "
            f"{formula(child, c)}."
        )

    def _expand(self, step: Step, known: Mapping[int, Figures]) -> str:
        left = len(self.record.copy(step.node, known).untried)
        drawn = f"; it was drawn from the {left + 1} left" if left else "; it was the last one"
        move = self._move(step.child)
        return f"Expand: {move} was never tried here{drawn}. It gets a node."

    def _simulate(self, step: Step) -> str:
        state, ends = self.record.nodes[step.node].state, step.ends
        told = [f"{score(ends, player)} for {self.player(player)}" for player in self.players()]
        gained = f"points: {', '.join(told)}."
        if state.is_over:
            return f"Simulate: there is nothing to play, {self.outcome(state)}; {gained}"
        if len(ends) == 1:
            return (
                f"Simulate: played on at random, the game ends: {self.outcome(ends[0])}; {gained}"
            )
        tally = Counter(map(self.outcome, ends)).most_common()
        games = ", ".join(f"{outcome} {count} times" for outcome, count in tally)
        return f"Simulate: {len(ends)} games are played on at random: {games}; mean {gained}"

    def _update(self, step: Step, now: Figures, before: Figures) -> str:
        node = self.record.nodes[step.node]
        owner = self.player(node.owner)
        where = f"{self._move(step.node)}, which {owner} chose" if step.node else "the root"
        whose = "" if step.node else f" for {owner}, who is to move"
        told = (
            f"Update: {where}: one visit more, and {points(now.points - before.points)}{whose}. "
            f"That makes {points(now.points)} in {visits(now.visits)}, "
            f"mean {now.points / now.visits:.3f}."
        )
        if now.proven is not None and before.proven is None:
            told += f" Now it is proven: {PROVEN[int(now.proven)]} for {owner}."
        return told

    def _end(self, step: Step, known: Mapping[int, Figures]) -> str:
        assert step.child is not None
        child, root = known[step.child], known[0]
        move = self._move(step.child)
        told = f"After {step.iteration} iteration{'' if step.iteration == 1 else 's'} "
        if root.proven is not None:
            owner = self.player(self.root.player)
            return f"{told}the root is proven: {PROVEN[int(root.proven)]} for {owner}, by {move}."
        mean = f"mean {child.points / child.visits:.3f}"
        return (
            f"{told}{move} was visited most, {child.visits} of {root.visits} times ({mean}): "
            + ("that is the move.")
        )


def formula(child: Node, c: float) -> str:
    """A child's UCT, written out: 0.667 + 1.5·√(ln 12 / 3) = 2.032."""
    assert child.parent is not None
    root = f"√(ln {child.parent.visits} / {child.visits})"
    return f"{child.mean:.3f} + {c:g}·{root} = {child.uct(c):.3f}"


def score(ends: Sequence[Any], player: int) -> str:
    """What a player gets of these ends, on average: 1 for a win, ½ for a draw."""
    return number(sum((end.utility(player) + 1) / 2 for end in ends) / len(ends))


def number(value: float) -> str:
    """Points as one writes them: 3, 2.5, 0.37."""
    near = round(value)
    return str(near) if isclose(value, near, abs_tol=1e-9) else f"{value:.2f}".rstrip("0")


def points(value: float) -> str:
    """So many points."""
    return f"{number(value)} {'point' if number(value) == '1' else 'points'}"


def visits(count: int) -> str:
    """So many visits."""
    return f"{count:,} {'visit' if count == 1 else 'visits'}"
