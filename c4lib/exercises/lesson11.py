"""The exercises of lesson 11: windows, orders, proof numbers and the clock."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from numbers import Real
from typing import Any

from c4lib.exercises.mistake import patches
from c4lib.exercises.task import Task
from c4lib.game import Move, State
from c4lib.games.trees import ListTree

MOST_QUESTIONS = 60


class TooManyQuestionsError(Exception):
    """A search was asked more often than can be of use."""


def _note(asked: list[Any], question: Any) -> None:
    """Write down a question."""
    if len(asked) == MOST_QUESTIONS:
        raise TooManyQuestionsError
    asked.append(question)


def _check_window(alpha: float, beta: float) -> None:
    """Raise ValueError if nothing lies between the ends of a window."""
    if not alpha < beta:
        raise ValueError(f"the window ({alpha}, {beta}) is empty: alpha must be less than beta")


def _questions(answer: Callable[..., Any], ask: Any, *others: float) -> Any:
    """The value that an answer finds, and what it asked for; only the value if it is none."""
    try:
        value = answer(ask, *others)
    except TooManyQuestionsError:
        return f"still asking after {MOST_QUESTIONS} questions", *ask.asked[:6]
    return value if value is None or value is ... else (value, *ask.asked)


# ---- 11.1 ----------------------------------------------------------------------------------
def _open_sides(alpha: float, beta: float) -> str:
    """On which sides a window is open."""
    sides = {(True, False): "open below", (False, True): "open above", (True, True): "open"}
    return sides.get((alpha == -inf, beta == inf), "closed")


@dataclass
class Windowed:
    """A fail-soft search of one position: what it answers, and what it was asked."""

    truth: int
    slack: int = 2
    """How far a bound may lie beyond the end of the window, if the truth does."""
    asked: list[Any] = field(default_factory=list)

    def __call__(self, alpha: float, beta: float) -> float:
        """The value if it is within the window, else a bound."""
        _check_window(alpha, beta)
        _note(self.asked, (alpha, beta) if not self.asked else _open_sides(alpha, beta))
        if self.truth <= alpha:
            return min(self.truth + self.slack, alpha)
        return max(self.truth - self.slack, beta) if self.truth >= beta else self.truth


def aspirate(ask: Callable[[float, float], float], guess: float, width: float) -> float:
    """The value that `ask(alpha, beta)` searches for, by a narrow window and a wide one."""
    alpha, beta = guess - width, guess + width
    value = ask(alpha, beta)
    if value <= alpha:
        return ask(-inf, beta)
    if value >= beta:
        return ask(alpha, inf)
    return value


ASPIRATE = Task(
    number="11.1",
    title="A window around a guess",
    reference=aspirate,
    call=_questions,
    by_name=("ask",),
    remark=lambda ask, guess, width: f"the truth is {ask.truth}",
    cases=(
        (Windowed(42), 40, 5),
        (Windowed(30), 40, 5),
        (Windowed(50), 40, 5),
        (Windowed(45, 0), 40, 5),
        (Windowed(35, 0), 40, 5),
        (Windowed(-7), 3, 1),
        (Windowed(12), -3, 4),
        (Windowed(0), 0, 1),
    ),
    hints=(
        "Write down the first window. For which answers do you know the truth, and for which only "
        "that it lies to one side?",
        "An answer at an end of the window, or beyond it, is only a bound. Then ask once more, "
        "with a window that is open on that side.",
        "Too low means `value <= alpha`, with equality; too high means `value >= beta`.",
    ),
    mistakes=patches("""
        never asked again
            return ask(-inf, beta) → return value
            return ask(alpha, inf) → return value
            An answer outside the window is only a bound: the truth lies further out.
        not asked again below
            return ask(-inf, beta) → return value
            An answer that is not above alpha is only an upper bound: the truth may be far below.
        not asked again above
            return ask(alpha, inf) → return value
            An answer of beta or more is only a lower bound: the truth may be far above.
        an answer at the window's end is believed
            value <= alpha → value < alpha
            value >= beta → value > beta
            or: value <= alpha → value < alpha
            or: value >= beta → value > beta
            An answer that is equal to an end of the window is a bound as well: it was found by
            cutting off.
        no narrow window at all
            alpha, beta = guess - width, guess + width → alpha, beta = -inf, inf
            Then the guess is of no use. Ask in the window from `guess - width` to `guess + width`
            first.
        opened on the wrong side
            return ask(alpha, inf) → return ask(-inf, beta + 0)
            return ask(-inf, beta) → return ask(alpha, inf)
            Too low means that the truth is below alpha: it is alpha that has to give way.
        opened on both sides
            return ask(-inf, beta) → return ask(-inf, inf)
            return ask(alpha, inf) → return ask(-inf, inf)
            or: return ask(-inf, beta) → return ask(-inf, inf)
            or: return ask(alpha, inf) → return ask(-inf, inf)
            That finds the value. But one side is known already: leave the window closed there.
        only a wider window
            return ask(-inf, beta) → return ask(guess - 2 * width, beta)
            return ask(alpha, inf) → return ask(alpha, guess + 2 * width)
            A window that is twice as wide may be missed as well. Open it.
        half the width
            guess - width, guess + width → guess - width / 2, guess + width / 2
            The window goes from `guess - width` to `guess + width`: `width` on each side.
        the window begins at the guess
            guess - width, guess + width → guess, guess + width
            The truth may be below the guess as well as above: put the guess into the middle.
        the window ends at the guess
            guess - width, guess + width → guess - width, guess
    """),
)


# ---- 11.2 ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class LeafCounter:
    """A tree that writes down each leaf that is asked for its worth."""

    tree: ListTree
    seen: list[float]

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.tree.player

    @property
    def is_over(self) -> bool:
        """Whether this is a leaf."""
        return self.tree.is_over

    def moves(self) -> Sequence[int]:
        """The branches."""
        return self.tree.moves()

    def play(self, move: int) -> "LeafCounter":
        """The tree at the end of a branch."""
        return LeafCounter(self.tree.play(move), self.seen)

    def utility(self, player: int) -> float:
        """What the leaf is worth."""
        self.seen.append(self.tree.utility(0))
        return self.tree.utility(player)


def _leaves_counted(answer: Callable[..., Any], tree: ListTree, *window: float) -> Any:
    """The value, and how many leaves were looked at."""
    seen: list[float] = []
    value = answer(LeafCounter(tree, seen), *window)
    return value if value is None or value is ... else (value, len(seen))


def pvs_value(state: State, alpha: float, beta: float) -> float:
    """The value for the player to move; alpha and beta are for the same player."""
    if state.is_over:
        return state.utility(state.player)
    best = value = -inf
    for number, move in enumerate(state.moves()):
        child = state.play(move)
        if number > 0:  # is it better than what there is?
            value = -pvs_value(child, -alpha - 1, -alpha)
        if number == 0 or alpha < value < beta:
            value = -pvs_value(child, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def _pvs(state: State, alpha: float, beta: float, is_hard: bool, is_narrow: bool) -> float:
    """PVS that returns no value outside the window, or searches again from the value on."""
    if state.is_over:
        return state.utility(state.player)
    best = value = -inf
    for number, move in enumerate(state.moves()):
        child, low = state.play(move), alpha
        if number > 0:
            value = -_pvs(child, -alpha - 1, -alpha, is_hard, is_narrow)
            low = value if is_narrow else alpha
        if number == 0 or alpha < value < beta:
            value = -_pvs(child, -beta, -low, is_hard, is_narrow)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return min(alpha, beta) if is_hard else best


TEXTBOOK = ListTree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
RISING = ListTree.of([[3, 12, 8], [9, 14, 10], [2, 5, 14], [11, 12, 13]])
DEEP = ListTree.of([
    [[[5, 2], [7, 1]], [[3, 8], [6, 4]]],
    [[[9, 6], [4, 8]], [[7, 11], [2, 10]]],
    [[[6, 9], [12, 8]], [[5, 13], [9, 7]]],
])  # fmt: skip
UNEVEN = ListTree.of([[4, [6, 9]], [[[7, 3], 8], [5, 12]], 6, [[10, [8, 15]], [9, 7]]])

PVS_VALUE = Task(
    number="11.2",
    title="Principal variation search",
    reference=pvs_value,
    call=_leaves_counted,
    alternatives=(
        lambda state, alpha, beta: _pvs(state, alpha, beta, False, True),
        lambda state, alpha, beta: _pvs(state, alpha, beta, True, True),
    ),
    cases=(
        (ListTree.of(-7), -inf, inf),
        (TEXTBOOK, -inf, inf),
        (RISING, -inf, inf),
        (RISING, 5, 20),
        (TEXTBOOK, 5, 9),
        (RISING, -4, 2),
        (ListTree(((4, 9), (-2, 3), (6, 1, 7)), 1), -inf, inf),
        (DEEP, -inf, inf),
        (DEEP, 0, 9),
        (UNEVEN, -inf, inf),
    ),
    hints=(
        "Begin with the negamax form of alpha-beta (exercise 3.2). Which of its lines changes for "
        "the second move of a node, and for all further ones?",
        "The question about a further move is *is it worth more than alpha?* With whole numbers, "
        "that is a window from alpha to alpha + 1. For the child both change sign and places.",
        "If the answer is yes, you know only that the move is better, not how good it is: search "
        "it again with the whole window, unless the answer has reached beta already.",
    ),
    mistakes=patches("""
        never searched again
            number == 0 or alpha < value < beta → number == 0
            A null window says only *that* a move is better. How good it is takes a second search,
            with the whole window.
        searched again where nothing is open
            number == 0 or alpha < value < beta → number == 0 or alpha < value
            The value is right. But an answer of beta or more cuts the node off anyway: it need not
            be searched again.
        searched again when it is no better
            number == 0 or alpha < value < beta → number == 0 or value <= alpha
            If the answer is no, the move is done with. It is after a *yes* that you need to know
            more.
        always searched again
            if number == 0 or alpha < value < beta: → if True:
            The value is right, but a second search follows every first one: leave it out where the
            answer was no.
        no null window
            if number > 0: → if False:
            number == 0 or alpha < value < beta → True
            That is alpha-beta. Ask about further moves in a null window first, from alpha to
            alpha + 1.
        a null window for the first move too
            if number > 0: → if True:
            number == 0 or alpha < value < beta → alpha < value < beta
            The first move has nothing to be compared with: it gets the whole window at once.
        the null window on the other side
            -alpha - 1, -alpha → -alpha, -alpha + 1
            For the child, a window from alpha to alpha + 1 goes from −alpha − 1 to −alpha.
        an empty window
            -alpha - 1, -alpha → -alpha, -alpha
            Between alpha and alpha nothing has room: the window goes from alpha to alpha + 1.
        a null window at beta
            -alpha - 1, -alpha → -beta, -beta + 1
            The question is whether the move is better than what you *have*, which is alpha.
        the null window keeps its sign
            -alpha - 1, -alpha → alpha, alpha + 1
            The child's values are the opponent's: both ends change their sign and their places.
        a window two wide
            -alpha - 1, -alpha → -alpha - 2, -alpha
            With whole numbers one is enough: between alpha and alpha + 1 there is no value left.
        the second search in the null window
            child, -beta, -alpha → child, -beta if number == 0 else -alpha - 1, -alpha
            The second search has to find out *how good* the move is: give it the whole window.
        fail-hard
            return best → return alpha
            Inside the window that is the value. Where nothing was as good as alpha, though, `best`
            is the sharper bound, and fail-soft returns it.
        the window is handed down unchanged
            -pvs_value(child, -beta, -alpha) → -pvs_value(child, alpha, beta)
            The child is the opponent's: for them the window goes from `-beta` to `-alpha`.
        the ends of the window do not change places
            -pvs_value(child, -beta, -alpha) → -pvs_value(child, -alpha, -beta)
            With the other sign the larger end becomes the smaller one: `-beta, -alpha`.
        cut with >
            if alpha >= beta: → if alpha > beta:
            With alpha equal to beta nothing is left to ask: cut when `alpha >= beta`.
        alpha is not raised
            alpha = max(alpha, best) → alpha = alpha
            After each move, alpha rises to the best so far: the next move has to beat that.
        no cut
            if alpha >= beta: → if False:
            Once alpha has reached beta, the opponent won't let you come here: leave the loop.
        no minus before the second search
            -pvs_value(child, -beta, -alpha) → pvs_value(child, -beta, -alpha)
            What a child returns is for the opponent: for you it has the other sign.
        the sign of the first answer is forgotten
            -pvs_value(child, -alpha - 1 → pvs_value(child, -alpha - 1
            What a child returns is for the opponent: for you it has the other sign.
    """),
)


# ---- 11.3 ----------------------------------------------------------------------------------
def killers_first(moves: Sequence[Move], killers: Sequence[Move]) -> list[Move]:
    """The moves, with those of the killers that are among them in front."""
    first = [move for move in killers if move in moves]
    return first + [move for move in moves if move not in first]


def _ordered(answer: Callable[..., Any], moves: list[Move], killers: list[Move]) -> Any:
    """What an answer returns, unless it has changed the lists that it was given."""
    given = list(moves), list(killers)
    found = answer(moves, killers)
    if (moves, killers) == given:
        return found
    return f"{found}, but `moves` and `killers` are now {moves} and {killers}: make a new list"


KILLERS_FIRST = Task(
    number="11.3",
    title="A killer first",
    reference=killers_first,
    call=_ordered,
    cases=(
        ([0, 1, 2, 3, 4, 5, 6], []),
        ([0, 1, 2, 3, 4, 5, 6], [4]),
        ([0, 1, 2, 3, 4, 5, 6], [5, 2]),
        ([0, 1, 2, 3, 4, 5, 6], [2, 5]),
        ([0, 1, 3, 4, 6], [2, 4]),
        ([0, 1, 3, 4, 6], [6, 2]),
        ([1, 2], [5, 0]),
        ([3, 2, 4, 1, 5, 0, 6], [1, 4]),
        ([3, 2, 4, 5, 0], [1, 0]),
        ([3], [3, 6]),
    ),
    wrong_types={
        set: "A set has no order, and the order is all that matters: return a list.",
    },
    hints=(
        "A killer was noted in another position. What must hold before it may be tried here?",
        "First list the killers that are legal here, in the order in which they are given. Then "
        "come the other moves, in the order in which *they* were given.",
        "One list comprehension for each part, and `+` between them. No move may come twice.",
    ),
    mistakes=patches("""
        a killer that is not legal here
            move for move in killers if move in moves → move for move in killers
            A killer comes from another position: its column may be full here. Only what is among
            `moves` may be tried.
        a killer comes twice
            [move for move in moves if move not in first] → list(moves)
            A killer that was put in front must not come again in its old place: it would be
            searched twice.
            and: move for move in killers if move in moves → move for move in killers
            + And it may not be legal here at all.
        killers only
            return first + [move for move in moves if move not in first] → return first
            The other moves must be tried as well, after the killers.
        killers last
            → [m for m in moves if m not in killers] + [k for k in killers if k in moves]
            Killers come *first*: the sooner the cut, the fewer moves are searched.
        killers in the order of the moves
            move for move in killers if move in moves → move for move in moves if move in killers
            The killers have an order of their own, the latest cut first: keep it.
        the earlier killer first
            in killers if → in reversed(killers) if
            The killers stand in the order in which they are to be tried.
        only the first killer
            in killers if → in killers[:1] if
            The second killer is tried right after the first, before all other moves.
        the other moves sorted
            [move for move in moves if move not in first] → sorted(set(moves) - set(first))
            The other moves keep the order in which they were given: it is the search's own.
        nothing is put in front
            → list(moves)
            That is the old order. Put the killers that are legal here in front.
        the killers are dropped
            return first + → return
            A killer is to be tried first, not left out.
    """),
)


# ---- 11.4 ----------------------------------------------------------------------------------
@dataclass
class Reducible:
    """The searches of one move: what it seems one ply less deep, and what it is worth."""

    seems: int
    truth: int
    asked: list[tuple[int, float, float]] = field(default_factory=list)

    def __call__(self, less: int, alpha: float, beta: float) -> float:
        """The value for the player to move, `less` plies less deep; a bound outside the window."""
        if less not in (0, 1):
            raise ValueError(f"`less` is 0 or 1 plies, not {less!r}")
        _check_window(alpha, beta)
        _note(self.asked, (less, alpha, beta))
        return (self.truth, self.seems)[less]  # fail-soft, as sharp as can be


def late_move(ask: Callable[..., float], number: int, alpha: float, beta: float) -> float:
    """The value of the move of that number, whose searches are `ask(less, alpha, beta)`."""
    value = alpha + 1
    if number >= 3:
        value = ask(1, alpha, alpha + 1)
    if number > 0 and value > alpha:
        value = ask(0, alpha, alpha + 1)
    if number == 0 or alpha < value < beta:
        value = ask(0, alpha, beta)
    return value


LATE_MOVE = Task(
    number="11.4",
    title="A late move",
    reference=late_move,
    call=_questions,
    by_name=("ask",),
    remark=lambda ask, *others: f"it seems {ask.seems}, and is {ask.truth}",
    cases=(
        (Reducible(7, 7), 0, 0, 20),
        (Reducible(3, 3), 1, 5, 20),
        (Reducible(8, 8), 2, 5, 20),
        (Reducible(3, 4), 3, 5, 20),
        (Reducible(9, 4), 3, 5, 20),
        (Reducible(9, 12), 4, 5, 20),
        (Reducible(3, 12), 5, 5, 20),
        (Reducible(9, 9), 3, 5, 6),
        (Reducible(9, 9), 2, 5, 6),
        (Reducible(25, 25), 6, 5, 20),
        (Reducible(-9, -12), 0, -15, 2),
    ),
    hints=(
        "There are three questions, each more expensive than the one before: less deep in a null "
        "window, in full depth in a null window, in full depth in the whole window. Which moves "
        "begin with which?",
        "Moves 0, 1 and 2 are never searched less deeply. Move 0 gets the whole window at once. "
        "Each further question is asked only if the answer before was *better than alpha*.",
        "The whole window comes last, and only if the answer lies between alpha and beta: an "
        "answer of beta cuts anyway.",
    ),
    mistakes=patches("""
        never searched in full depth
            if number > 0 and value > alpha: → if 0 < number < 3:
            0 or alpha < value < beta → 0 or (number < 3 and alpha < value < beta)
            A late move that looks better one ply less deep may only look so: search it again in
            full depth before you believe it.
        the second question is left out
            if number > 0 and value > alpha: → if 0 < number < 3:
            After a yes in less depth, ask in full depth with a null window first: mostly the
            answer is no, and the whole window is not needed.
        the first moves are reduced, too
            if number >= 3: → if number > 0:
            Moves 1 and 2 are not late: ask about them in full depth.
        one move too many is reduced
            if number >= 3: → if number >= 2:
            Moves are numbered from 0: the first three are 0, 1 and 2. The first late one is 3.
        one move too few is reduced
            if number >= 3: → if number > 3:
        nothing is reduced
            if number >= 3: → if False:
            That is PVS. From move 3 on, ask one ply less deep first.
        reduced in the whole window
            ask(1, alpha, alpha + 1) → ask(1, alpha, beta)
            Less deep, you want to know only whether the move is better: a null window is enough.
        searched again although it is no better
            number > 0 and value > alpha → number > 0
            A late move that looks no better is dropped: that is what saves the work, and what may
            go wrong.
        searched in the whole window once more
            number == 0 or alpha < value < beta → True
            Only if the answer lies between alpha and beta is it worth a search of the whole window.
        searched again at beta
            alpha < value < beta → value > alpha
            An answer of beta or more cuts the node off: there is nothing left to ask.
        never in the whole window
            number == 0 or alpha < value < beta → number == 0
            A null window says only that the move is better. How good it is takes the whole window.
        the first move in a null window
            number > 0 and value > alpha → value > alpha
            Move 0 has nothing to be compared with: it gets the whole window at once.
        the null window at beta
            ask(1, alpha, alpha + 1) → ask(1, beta - 1, beta)
            The question is whether the move is better than alpha, which you have already.
    """),
)


# ---- 11.5 ----------------------------------------------------------------------------------
Outcome = bool | None | Sequence[Any]


def proof_numbers(tree: Outcome, is_max: bool) -> tuple[float, float]:
    """The proof and the disproof number of a tree whose leaves are True, False or None."""
    if tree is None:
        return 1, 1
    if isinstance(tree, bool):
        return (0, inf) if tree else (inf, 0)
    numbers = [proof_numbers(branch, not is_max) for branch in tree]
    proofs = [proof for proof, _ in numbers]
    disproofs = [disproof for _, disproof in numbers]
    if is_max:
        return min(proofs), sum(disproofs)
    return sum(proofs), min(disproofs)


PROOF_NUMBERS = Task(
    number="11.5",
    title="Proof numbers",
    reference=proof_numbers,
    cases=(
        (None, True),
        (True, True),
        (False, False),
        ([None, None, None], True),
        ([None, None, None], False),
        ([False, None, None], True),
        ([True, None, None], False),
        ([True, None], True),
        ([False, None], False),
        ([False, False], True),
        ([[None, None], [None, None, None]], True),
        ([[None, [None, None]], [None], [[None, None, False], True]], True),
        ([[[None, None], None], [[None, None, None], [None, None]]], False),
        ([[[None, False], [None, None, None]], [[None, None], [True, None], None]], True),
    ),
    wrong_types={
        Real: "Not whether it is won, but two numbers: (proof number, disproof number).",
    },
    hints=(
        "Where MAX moves, how many children have to be proven for the node to be proven? And to "
        "disprove it, how many have to be disproven?",
        "MAX needs *one* good child: the cheapest will do. To disprove the node, *all* its "
        "children must be disproven: their costs add up. Where MIN moves, it is the other way "
        "round.",
        "A leaf that is won costs 0 to prove and can never be disproven: (0, inf). A lost one is "
        "the opposite, an unknown one (1, 1).",
    ),
    mistakes=patches("""
        summed on the wrong side
            if is_max: → if not is_max:
            Where MAX moves, *one* proven child is enough, so the proof number is the least of the
            children's. It is the disproof numbers that add up.
        the least of both
            return min(proofs), sum(disproofs) → return min(proofs), min(disproofs)
            return sum(proofs), min(disproofs) → return min(proofs), min(disproofs)
            To disprove a node where MAX moves, every child must be disproven: add these up.
        both summed
            return min(proofs), sum(disproofs) → return sum(proofs), sum(disproofs)
            return sum(proofs), min(disproofs) → return sum(proofs), sum(disproofs)
            Where MAX moves, one proven child is enough: take the least proof number, not the sum.
        the largest instead of the sum
            sum(disproofs) → max(disproofs)
            sum(proofs) → max(proofs)
            All of them must be settled, not only the hardest: add them up.
        the numbers of leaves exchanged
            return (0, inf) if tree else (inf, 0) → return (inf, 0) if tree else (0, inf)
            A leaf that is won is proven already: its proof number is 0, and it can never be
            disproven.
        unknown leaves cost nothing
            return 1, 1 → return 0, 0
            A leaf that nobody has looked at costs 1 to prove and 1 to disprove. 0 would mean that
            it is settled.
        unknown counts as lost
            return 1, 1 → return inf, 0
            None is not False: nobody has looked yet. That costs 1 to prove and 1 to disprove.
        the same player moves at every ply
            not is_max) → is_max)
            Players take turns: where MAX moves, the children are MIN's.
        the other way round
            return min(proofs), sum(disproofs) → return sum(disproofs), min(proofs)
            return sum(proofs), min(disproofs) → return min(disproofs), sum(proofs)
            The proof number comes first, then the disproof number.
        for the player to move
            → proof_numbers(tree, is_max)[:: 1 if is_max else -1]
            Both numbers are always about MAX's win, whoever moves.
        children counted, not their numbers
            return min(proofs), sum(disproofs) → return 1, len(disproofs)
            return sum(proofs), min(disproofs) → return len(proofs), 1
            A child may cost more than 1: take its own numbers.
        1 instead of infinity
            return (0, inf) if tree else (inf, 0) → return (0, 1) if tree else (1, 0)
            What is won can never be disproven, with however much work: that number is infinite.
    """),
)


# ---- 11.6 ----------------------------------------------------------------------------------
Iterations = Sequence[Mapping[int, float]]
"""What each depth found: the moves it has looked at, in that order, with their values."""


def choose(iterations: Iterations) -> int:
    """The move to play when the clock has stopped the last iteration, maybe halfway."""

    def best(values: Mapping[int, float]) -> int:
        return max(values, key=lambda move: values[move])

    *finished, last = iterations
    if finished and best(finished[-1]) not in last:
        return best(finished[-1])
    return best(last)


def _most_often(iterations: Iterations) -> int:
    """The move that is best in most depths, the first of equals."""
    bests = [max(values, key=lambda move: values[move]) for values in iterations if values]
    return max(bests, key=bests.count)


def _averaged(iterations: Iterations) -> int:
    """The move that is best on average over the depths that have looked at it."""

    def mean(move: int) -> float:
        known = [values[move] for values in iterations if move in values]
        return sum(known) / len(known)

    return max(iterations[0], key=mean)


def _choose_remark(iterations: Iterations) -> str:
    first, last = iterations[0], iterations[-1]
    if len(last) == len(first):
        return "all are finished"
    return f"the last had looked at {len(last)} of {len(first)} moves when the time was up"


CHOOSE = Task(
    number="11.6",
    title="When the clock stops",
    reference=choose,
    cases=(
        ([{3: 0, 2: 4, 4: -1}],),
        ([{3: 0, 2: 4, 4: -1}, {2: -3, 3: 1, 4: 5}],),
        ([{3: 9, 2: 4, 4: -1}, {3: 1, 2: 1, 4: 0}],),  # two are as good
        ([{3: 0, 2: 4, 4: -1}, {}],),
        ([{3: 0, 2: 4, 4: -1}, {2: -3}],),
        ([{3: 0, 2: 4, 4: -1}, {2: -3, 3: 1}],),
        ([{3: 0, 2: 4, 4: -1}, {3: 5, 2: 3}],),
        ([{3: 0, 2: 4, 4: -1}, {2: 4, 3: 6}],),
        ([{3: 0, 2: 4, 4: -1}, {3: 7}],),
        ([{3: 0, 2: 4, 4: 1}, {3: -8, 4: 6}],),
        ([{3: 2, 2: 9, 4: 1}, {2: 3, 4: 5, 3: 0}, {4: -6, 2: -2}],),
        ([{0: 5, 1: 5, 2: 1, 6: 0}, {0: 2, 1: 3, 2: 4, 6: 4}, {0: 8, 1: 9, 6: 12}],),
        ([{5: -9, 4: -2, 3: -4}, {4: -5, 3: -5, 5: -7}, {4: -9, 5: -9}],),
        ([{1: 4, 0: 1, 2: 0}, {1: 2, 0: 3, 2: 1}, {0: 5, 1: 4, 2: 3}, {0: 1, 1: 0, 2: 3}],),
    ),
    remark=_choose_remark,
    wrong_types={Collection: "Return one move: one of the columns."},
    hints=(
        "Values of different depths cannot be compared with each other. Which depth do you trust "
        "most, and what does it have to have seen before you may trust it?",
        "The last depth has looked deepest. If the best move of the depth before is among those "
        "it has looked at, a better one there is really better. If not, nobody knows.",
        "`max(values, key=values.get)` is the best move of a dictionary, the first of equals. Use "
        "`iterations[-1]` if the best of `iterations[-2]` is in it, else that best. Mind the case "
        "of one iteration only.",
    ),
    mistakes=patches("""
        only finished depths count
            best(finished[-1]) not in last → len(last) < len(finished[-1])
            That is safe, but it throws away what the last depth has seen. When may it be trusted
            although it is not finished?
        the last depth never counts
            if finished and best(finished[-1]) not in last: → if finished:
            The last depth is not even asked. If it is finished, or has looked at the old best move
            again, it knows more.
        the last depth counts from halfway on
            best(finished[-1]) not in last → 2 * len(last) < len(finished[-1])
            It does not matter how many moves it has looked at, but whether the old best is one.
        the old best is kept once it was looked at
            best(finished[-1]) not in last → (best(finished[-1]) in last or not last)
            The question is right, but the answers are exchanged: if the old best move was looked at
            again, the new values decide.
        the first depth instead of the one before
            best(finished[-1]) not in last → best(finished[0]) not in last
            Compare with the depth just before the last: it was finished, and knows most.
        averages over the depths
            → _averaged(iterations)
            Values of different depths cannot be mixed, nor averaged: the deepest knows most.
        most often best
            → _most_often(iterations)
            The depths do not vote: the deepest that can be trusted decides.
        the unfinished depth always counts
            best(finished[-1]) not in last → not last
            The last depth may not have looked at the move that was best before. Then its best so
            far is only the best of the others.
        values of different depths mixed
            → choose([{m: v for values in iterations for m, v in values.items()}])
            An old value of one move and a new one of another cannot be compared: the deeper search
            judges other positions. Compare within one depth.
        the largest value of all depths
            → max(((v, m) for each in iterations for m, v in each.items()), key=lambda p: p[0])[1]
            What looked good at a small depth may be refuted by now: compare within the deepest.
        the new best has to beat the old value
            best(finished[-1]) not in last → (best(finished[-1]) not in last or is_no_better)
            is_no_better → max(last.values()) <= max(finished[-1].values())
            or: best(finished[-1]) not in last → (not last or is_no_better)
            is_no_better → max(last.values()) <= max(finished[-1].values())
            The old value was found at another depth, and is out of date. If the old best move has
            been looked at again, its new value is what counts.
        the old best is kept unless it gets worse
            best(finished[-1]) not in last → (best(finished[-1]) not in last or is_as_good)
            is_as_good → last[best(finished[-1])] >= max(finished[-1].values())
            Even if the old best move is as good as it was, another one may be better by now.
        the move that was looked at last
            → [move for values in iterations for move in values][-1]
            The last move that was looked at need not be a good one.
        the last of equals
            return best(finished[-1]) → last = finished[-1]
            return best(last) → return max(reversed(last), key=lambda move: last[move])
            or: max(values, → max(reversed(list(values)),
            Of moves that are equally good, return the one that was looked at first.
        the smallest column of equals
            max(values, → max(sorted(values),
        the largest column of equals
            key=lambda move: values[move] → key=lambda move: (values[move], move)
        the smallest value
            max(values, → min(values,
            The values are for the player who chooses: larger is better.
        the value instead of the move
            return best(finished[-1]) → return max(finished[-1].values())
            return best(last) → return max(last.values())
            or: best(finished[-1]) not in last → not last
            max(values, key=lambda move: values[move]) → max(values.values())
            That is what the move is worth. Which move is it?
            or: max(values, key=lambda move: values[move]) → max(values.values())
            + The keys of `last` are moves: to ask whether a value is among them makes no sense.
            and: not in last → not in last.values()
            That is what the move is worth. Which move is it? Nor does the old value say whether the
            old move was looked at again.
        the first depth only
            → choose(iterations[:1])
            The deeper depths know more.
    """),
)


# ---- 11.7 ----------------------------------------------------------------------------------
@dataclass
class NullWindowed:
    """A fail-soft search in null windows, and the questions that it was asked."""

    truth: int
    slack: int = 2
    asked: list[float] = field(default_factory=list)

    def __call__(self, beta: float) -> float:
        """At least beta: a lower bound; less: an upper bound."""
        if not abs(beta) < inf:
            raise ValueError(f"ask about a number; {beta} is none that a value could reach")
        slack = self.slack >> len(self.asked)  # the more that is known, the sharper
        _note(self.asked, beta)
        if self.truth >= beta:
            return max(self.truth - slack, beta)
        return min(self.truth + slack, beta - 1)


def mtdf_value(ask: Callable[[float], float], guess: float) -> float:
    """The value on which null windows close in; `ask(beta)` is a bound on it."""
    low, high = -inf, inf
    while low < high:
        beta = max(guess, low + 1)
        guess = ask(beta)
        if guess < beta:
            high = guess
        else:
            low = guess
    return guess


def _bisected(ask: Callable[[float], float], guess: float) -> float:
    """A search that halves what is left."""
    low, high = -100.0, 100.0
    while low < high:
        beta = (low + high) // 2 + 1
        found = ask(beta)
        low, high = (max(low, found), high) if found >= beta else (low, min(high, found))
    return low


MTDF_VALUE = Task(
    number="11.7",
    title="MTD(f)",
    reference=mtdf_value,
    call=_questions,
    by_name=("ask",),
    remark=lambda ask, guess: f"the truth is {ask.truth}",
    cases=(
        (NullWindowed(7), 7),
        (NullWindowed(7), 3),
        (NullWindowed(7), 12),
        (NullWindowed(-5), 0),
        (NullWindowed(0), 0),
        (NullWindowed(40, 9), 0),
        (NullWindowed(-40, 9), 0),
        (NullWindowed(3, 0), 6),
        (NullWindowed(6, 0), 3),
    ),
    hints=(
        "Keep two bounds, `low` and `high`, open at first. What does an answer below beta tell "
        "you, and what does one of beta or more?",
        "An answer below beta is an upper bound, and the next guess; one of beta or more is a "
        "lower bound, and the next guess too. When the bounds meet, that is the value.",
        "Ask at the guess itself. Only if the guess is `low`, the answer is known already: ask at "
        "`low + 1` then, that is, at `max(guess, low + 1)`.",
    ),
    mistakes=patches("""
        the bounds, or where to ask for one more, are exchanged
            if guess < beta: → if guess >= beta:
            An answer below beta is an *upper* bound: the truth is at most that. One of beta or more
            is a lower bound, and it is there that you must ask for one more.
        a bound is taken for the value
            while low < high: → for _ in range(1):
            One answer is only a bound: ask on until the lower and the upper bound meet.
        two questions only
            while low < high: → for _ in range(2):
            Ask on until the lower and the upper bound meet.
        the guess itself, again and again
            beta = max(guess, low + 1) → beta = guess
            If the guess is a lower bound already, to ask whether the value is at least that brings
            nothing new: ask for one more then.
        it does not notice that the bounds have met
            while low < high: → while low <= high:
            It asks on for ever. Go on only while `low < high`, and keep the *answer* as the new
            bound, not beta.
        always one above the guess
            beta = max(guess, low + 1) → beta = guess + 1
            Ask whether the value is at least the guess itself. Only if the guess is a lower bound
            already must you ask for one more.
        the guess is never used
            low, high = -inf, inf → low, high, guess = -inf, inf, 0
            Begin at the guess: the nearer it is, the fewer questions are needed.
        the answer is not the next guess
            → _bisected(ask, guess)
            Don't halve what is left: take each answer as the next guess. A fail-soft answer is
            mostly close to the truth.
        one step at a time
            high = guess → high = guess = beta - 1
            low = guess → low = guess = beta
            or: high = guess → high = guess = beta - 1
            The answer may say more than you have asked: take the answer itself as the bound.
    """),
)
