"""Proof-number search: is this won? The question is taken where it is easiest to settle.

A node's proof number says how many leaves at least must still turn out well to prove it, its
disproof number how many must turn out badly to disprove it. Where MAX moves, one good child is
enough: the proof number is the least of the children's, and the disproof numbers add up. Where MIN
moves, it is the other way round. A finished game is proven (0, inf) or disproven (inf, 0), and any
other leaf (1, 1), or as much as its moves will cost with `mobility`. Lesson 11 builds it.
(Allis, van der Meulen and van den Herik, 1994.)

Two forms: `proof_number` keeps the tree and grows it at the leaf that proves or disproves most;
`df_pn` walks depth first, within limits for both numbers, and has a table in place of the tree
(Nagai, 2002).
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from c4lib.game import Move, State, check_whole
from c4lib.result import MoveStats, SearchResult, Trace
from c4lib.search.common import NO_MOVES, OutOfBudgetError, Search

Numbers = tuple[float, float]
"""A proof number and a disproof number."""
PROOF, DISPROOF = 0, 1
UNKNOWN, PROVEN, DISPROVEN = (1.0, 1.0), (0.0, inf), (inf, 0.0)
MOST_NODES = 1_000_000


def proof_number(
    state: State,
    nodes: int = MOST_NODES,
    trace: Trace | None = None,
    mobility: bool = False,
) -> SearchResult:
    """Whether the player to move can force a win: value 1.0 if so, 0.0 if not.

    0.0 means a draw at most; `proven` is 1.0 for a win and None otherwise. `nodes` is the most
    states to enter; if they settle nothing, `is_complete` is False. `moves` are those that are
    settled. In a trace, windows hold the proof and the disproof number. With `mobility`, a leaf in
    which MAX has n moves counts (1, n), and one in which MIN has them (n, 1).
    """
    search = ProofSearch(state, nodes, trace, mobility)
    root = search.new(state, 0, None, None)
    with search.within_budget():
        while search.is_open(root.numbers):
            search.grow(search.most_proving(root))
    known = {move: child.numbers for move, child in root.children.items()}
    return search.answer(root.numbers, known)


def df_pn(
    state: State,
    nodes: int = MOST_NODES,
    trace: Trace | None = None,
    mobility: bool = False,
) -> SearchResult:
    """The same as `proof_number`, depth first. A state counts each time that it is entered."""
    search = DepthFirstProof(state, nodes, trace, mobility)
    with search.within_budget():
        search.search_node(state, 0, (inf, inf), None, None)
    known = {move: search.known(state.play(move)) for move in state.moves()}
    return search.answer(search.known(state), known)


def combined(is_max: bool, children: Iterable[Numbers]) -> Numbers:
    """The numbers of an inner node: MAX needs one child that is proven, and MIN all of them."""
    try:
        proofs, disproofs = zip(*children, strict=True)
    except ValueError:
        raise ValueError(NO_MOVES) from None
    return (min(proofs), sum(disproofs)) if is_max else (sum(proofs), min(disproofs))


@dataclass(eq=False)
class ProofNode:
    """A node of the tree that grows."""

    state: Any
    ply: int
    number: int | None
    """Its number in the trace."""
    parent: "ProofNode | None"
    numbers: Numbers
    children: "dict[Move, ProofNode]" = field(default_factory=dict)


class ProofSearch(Search):
    """The form that keeps the tree, and what both forms share."""

    rule = "proof-number search is for two players without dice"

    def __init__(
        self, root: State, nodes: int, trace: Trace | None, mobility: bool = False
    ) -> None:
        super().__init__(root, None, None, trace)
        check_whole("nodes", nodes)
        if not isinstance(mobility, bool):
            raise ValueError(f"mobility is True or False, not {mobility!r}")
        self.most_nodes, self.mobility = nodes, mobility

    @contextmanager
    def within_budget(self) -> Iterator[None]:
        """Stop when the nodes are used up; if a game never ends, explain that."""
        with suppress(OutOfBudgetError), self.to_the_end():
            yield

    def is_open(self, numbers: Numbers) -> bool:
        """Whether a node is neither proven nor disproven."""
        return 0 not in numbers

    def new(self, state: Any, ply: int, move: Move | None, parent: ProofNode | None) -> ProofNode:
        """Enter a state, whose game may be over."""
        above = None if parent is None else parent.number
        number = self.enter(state, ply, move, above, self.unknown(state))
        return ProofNode(state, ply, number, parent, self.first_numbers(state, ply, number))

    def first_numbers(self, state: State, ply: int, node: int | None) -> Numbers:
        """The numbers of a leaf."""
        value = self.leaf(state, ply, node)
        if value is None:
            return self.unknown(state)
        return PROVEN if value > 0 else DISPROVEN

    def unknown(self, state: State) -> Numbers:
        """The numbers of a state that nobody has looked below."""
        if not self.mobility:
            return UNKNOWN
        moves = max(1.0, float(len(state.moves())))
        return (1.0, moves) if self.is_max(state) else (moves, 1.0)

    def most_proving(self, root: ProofNode) -> ProofNode:
        """The leaf that, whichever way it turns out, brings the root nearest to an answer."""
        node = root
        while node.children:
            goal = PROOF if self.is_max(node.state) else DISPROOF
            node = min(node.children.values(), key=lambda child: child.numbers[goal])
        return node

    def grow(self, leaf: ProofNode) -> None:
        """Give a leaf its children, and bring its ancestors' numbers up to date."""
        state, ply = leaf.state, leaf.ply + 1
        leaf.children = {
            move: self.new(state.play(move), ply, move, leaf) for move in state.moves()
        }
        node: ProofNode | None = leaf
        while node is not None:
            numbers = [child.numbers for child in node.children.values()]
            node.numbers = combined(self.is_max(node.state), numbers)
            self.note(node.number, node.numbers)
            node = node.parent

    def note(self, node: int | None, numbers: Numbers) -> None:
        """Record a node's new numbers."""
        if self.trace is None or node is None:
            return
        children = self.trace.nodes[node].children
        self.trace.update(node, 0.0, numbers, children[-1] if children else None)
        if not self.is_open(numbers):
            self.trace.leave(node, float(numbers == PROVEN), "exact", numbers)

    def answer(self, root: Numbers, children: Mapping[Move, Numbers]) -> SearchResult:
        """What is known in the end. The move is the one that is nearest to a proof."""
        is_won = root == PROVEN
        self.moves = {
            move: MoveStats(1.0, proven=1.0) if numbers == PROVEN else MoveStats(0.0, bound="upper")
            for move, numbers in children.items()
            if not self.is_open(numbers)
        }
        line = (min(children, key=lambda move: children[move]),) if children else ()
        found = self.result(float(is_won), line, not self.is_open(root))
        return replace(found, proven=1.0 if is_won else None)


class DepthFirstProof(ProofSearch):
    """The depth-first form, whose table stands for the tree."""

    def __init__(
        self, root: State, nodes: int, trace: Trace | None, mobility: bool = False
    ) -> None:
        super().__init__(root, nodes, trace, mobility)
        self.table: dict[Any, Numbers] = {}

    def known(self, state: State) -> Numbers:
        """The numbers that a state had when it was left last."""
        return self.table[state] if state in self.table else self.unknown(state)

    def search_node(
        self, state: Any, ply: int, limits: Numbers, move: Move | None, parent: int | None
    ) -> None:
        """Work below a state until one of its numbers reaches its limit.

        A child may be worked on as long as it is the best one, and the node within its own limits.
        """
        node = self.enter(state, ply, move, parent, self.known(state))
        numbers, is_max = self.first_numbers(state, ply, node), self.is_max(state)
        own, other = (PROOF, DISPROOF) if is_max else (DISPROOF, PROOF)
        after = {} if state.is_over else {move: state.play(move) for move in state.moves()}
        while not state.is_over:
            children = {move: self.known(child) for move, child in after.items()}
            numbers = combined(is_max, children.values())
            self.note(node, numbers)
            if numbers[PROOF] >= limits[PROOF] or numbers[DISPROOF] >= limits[DISPROOF]:
                break
            best, *others = sorted(children, key=lambda move: children[move][own])
            second = children[others[0]][own] if others else inf
            most = {
                own: min(limits[own], second + 1),
                other: limits[other] - numbers[other] + children[best][other],
            }
            self.search_node(after[best], ply + 1, (most[PROOF], most[DISPROOF]), best, node)
        self.table[state] = numbers
