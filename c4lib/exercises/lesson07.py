"""The exercises of lesson 07: scores, threats, safe moves, a search by yes and no, labels.

The mistakes that are recognised are in `lesson07_mistakes`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any

from c4lib.connect4 import Cell, Connect4
from c4lib.exercises import lesson07_mistakes as mistakes
from c4lib.exercises.compare import equal, plain
from c4lib.exercises.task import Finding, Task, by_cases

# ---- 7.1 -----------------------------------------------------------------------------------


def score(free: int, plies: int) -> int:
    """The score for the player to move, with `free` empty squares and `plies` discs to come."""
    if plies == 0:
        return 0
    winners_discs = (free - plies) // 2 + 1
    return winners_discs if plies % 2 == 1 else -winners_discs


def _score_remark(free: int, plies: int) -> str:
    if plies == 0:
        return "a draw"
    winner = "the player to move" if plies % 2 == 1 else "the opponent"
    return f"{winner} wins; squares left: {free - plies}"


SCORE = Task(
    number="7.1",
    title="What a win is worth",
    reference=score,
    cases=(
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 2),
        (9, 0),
        (9, 9),
        (10, 3),
        (10, 4),
        (13, 4),
        (42, 41),
        (42, 7),
        (35, 8),
    ),
    remark=_score_remark,
    wrong_types={
        Collection: "One number is wanted: the score for the player to move.",
    },
    hints=(
        "The players take turns. Who drops the last disc after 1, 2, 3 plies? That is the sign.",
        "After the winning disc `free - plies` squares stay empty. Fill them in your mind: the "
        "loser drops the first disc there. How many of them are the winner's?",
        "The winner has `(free - plies) // 2` discs left and the winning one, which counts too. "
        "Put a minus before it if `plies` is even; 0 plies are a draw.",
    ),
    mistakes=mistakes.SCORE,
)

# ---- 7.2 -----------------------------------------------------------------------------------


def threat_squares(state: Connect4, player: int) -> set[Cell]:
    """The empty squares (column, row) that would complete a line of `player`, now or later."""
    board, discs = state.board, state.discs(player)
    empty = board.full & ~state.mask
    return {
        (column, row)
        for column, row in board.cells(empty)
        if board.has_line(discs | 1 << column * (state.height + 1) + row)
    }


THREAT_SQUARES = Task(
    number="7.2",
    title="Threats",
    reference=threat_squares,
    cases=(
        (Connect4(), 0),
        (Connect4.from_moves("142526"), 1),
        (Connect4.from_moves("142526"), 0),
        (Connect4.from_moves("12131"), 0),
        (Connect4.from_moves("11224"), 0),  # a gap
        (Connect4.from_moves("1122223323", width=5, height=5), 1),
        (Connect4.from_moves("314314152334545", width=5, height=4), 1),
        (Connect4.from_moves("335211354152153", width=5, height=4), 1),
        (Connect4.from_moves("52665526135456424241", width=6, height=5), 0),
        (Connect4.from_moves("2623421644454575264"), 0),  # three at the top of a column
        (Connect4.from_moves("222644665741476547"), 1),
    ),
    wrong_types={
        Integral: "A set of squares is wanted, and one number came: write each square as a pair "
        "(column, row). `state.board.cells(bits)` lists the squares of a bitboard.",
        Mapping: "A set of pairs (column, row) is wanted, and a dictionary came.",
    },
    hints=(
        "Take each empty square in turn, wherever it is. If `player` had a disc there, would "
        "there be four in a row?",
        "The empty squares are the bits `state.board.full & ~state.mask`, and "
        "`state.board.cells(bits)` lists the squares of bits as (column, row). "
        "`state.board.has_line(bits)` looks for a line.",
        "A square is bit `column * (state.height + 1) + row`. It belongs to the set if "
        "`state.board.has_line(state.discs(player) | 1 << bit)`.",
    ),
    mistakes=mistakes.THREAT_SQUARES,
)

# ---- 7.3 -----------------------------------------------------------------------------------


def safe_moves(state: Connect4) -> list[int]:
    """The columns after which the opponent cannot win at once, from left to right."""
    threats = threat_squares(state, 1 - state.player)
    taken = [column for column, row in state.board.cells(state.mask)]
    rows = {column: taken.count(column) for column in state.moves()}
    urgent = [column for column in rows if (column, rows[column]) in threats]
    if len(urgent) > 1:
        return []
    return [column for column in urgent or rows if (column, rows[column] + 1) not in threats]


DOTS = (
    "`...` is no set of squares. Is `threat_squares` still to be written? Do exercise 7.2 first, "
    "or use the lesson's: set(state.board.cells(threats(state, 1 - state.player)))"
)


class BuildingTask(Task):
    """A task whose answer calls the one of exercise 7.2, which may not be written yet."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, watched; if it stumbles over three dots, it says where they come from."""

        def call(state: Connect4) -> Any:
            try:
                return function(state)
            except TypeError as error:
                if "ellipsis" not in str(error):
                    raise
                raise ValueError(DOTS).with_traceback(error.__traceback__) from None

        return super().observed(call)


SAFE_MOVES = BuildingTask(
    number="7.3",
    title="Safe moves, without playing one",
    reference=safe_moves,
    watch="entered",
    # The player to move never has a win at once.
    cases=(
        (Connect4(),),
        (Connect4.from_moves("11223"),),
        (Connect4.from_moves("22334"),),  # two threats
        (Connect4.from_moves("675611723356353"),),
        (Connect4.from_moves("4465511226434532", width=6, height=5),),
        (Connect4.from_moves("33521135415215", width=5, height=4),),  # a threat above a threat
        (Connect4.from_moves("3141435533544", width=5, height=5),),
        (Connect4.from_moves("512261426"),),
        (Connect4.from_moves("474724137654664554636612"),),
        (Connect4.from_moves("16132276367566414175541"),),
        (Connect4.from_moves("4334244235535512211", width=5, height=4),),  # the last square
    ),
    wrong_types={
        AbstractSet: "A list is wanted, with the columns from left to right: `sorted(...)` makes "
        "one of a set.",
        Mapping: "A list of columns is wanted, and a dictionary came.",
    },
    hints=(
        "There are two ways to lose at once: a threat of the opponent that can be played now is "
        "left open, or your own disc comes to lie right below one.",
        "`threat_squares(state, 1 - state.player)` are the opponent's threats. A disc in a column "
        "comes to lie in the row that is the number of discs there: count the columns in "
        "`state.board.cells(state.mask)`.",
        "Collect the columns where `(column, row)` is a threat: with two of them nothing is safe, "
        "with one only that column can be. Of the columns that remain, leave out those where "
        "`(column, row + 1)` is a threat.",
    ),
    mistakes=mistakes.SAFE_MOVES,
)

# ---- 7.4 -----------------------------------------------------------------------------------


def at_least(state: Connect4, beta: int) -> bool:
    """Whether the score of the position, for the player to move, is at least beta."""
    if state.is_over:
        free = state.width * state.height - state.ply
        score = 0 if state.winner is None else -(free // 2 + 1)
        return score >= beta
    return any(not at_least(state.play(move), 1 - beta) for move in state.moves())


AT_LEAST = Task(
    number="7.4",
    title="A search that says yes or no",
    reference=at_least,
    watch="entered",
    # Of most positions it is asked whether they reach their score, and one more.
    cases=(
        (Connect4.from_moves("1212121"), -18),
        (Connect4.from_moves("1212121"), -17),
        (Connect4.from_moves("52354515143224421", width=5, height=4), 0),
        (Connect4.from_moves("52354515143224421", width=5, height=4), 1),
        (Connect4.from_moves("32331341224", width=4, height=4), 1),
        (Connect4.from_moves("32331341224", width=4, height=4), 2),
        (Connect4.from_moves("2411144133", width=4, height=4), -3),
        (Connect4.from_moves("2411144133", width=4, height=4), -2),
        (Connect4.from_moves("2411144133", width=4, height=4), 0),
        (Connect4.from_moves("12224114231142", width=4, height=5), 0),
        (Connect4.from_moves("214342334332", width=4, height=5), 3),
        (Connect4.from_moves("4313333221212", width=4, height=5), -2),
        (Connect4.from_moves("2531333235555424112", width=5, height=5), 1),
        (Connect4.from_moves("2531333235555424112", width=5, height=5), 2),
    ),
    hints=(
        "A finished game with a winner is lost for the player who would be to move: with `free` "
        "squares empty, the score is `-(free // 2 + 1)`. A full board without a winner scores 0.",
        "Your score after a move is minus the child's. It is at least beta if the child's is at "
        "most -beta, that is, if it is not at least ... what? Scores are whole numbers.",
        "A move is good enough if `not at_least(state.play(move), 1 - beta)`. As soon as one "
        "is, the answer is `True`: `any` over a generator stops there.",
    ),
    mistakes=mistakes.AT_LEAST,
)

# ---- 7.5 -----------------------------------------------------------------------------------

PATIENCE = 100
"""After how many questions an answer is stopped, since it would go on for ever."""
NO_END = "no end"
"""What it has found then."""


@dataclass(frozen=True)
class IsAtLeast:
    """What stands for a null-window search: it knows the score, and says only yes or no."""

    score: int

    def __call__(self, k: int) -> bool:
        """Whether the score is at least k."""
        return self.score >= k

    def __repr__(self) -> str:
        return f"lambda k: {self.score} >= k"


@dataclass(frozen=True)
class Asked:
    """What an answer found in the range, and what it asked on the way."""

    value: Any
    questions: tuple[int, ...]
    low: int
    high: int

    @property
    def is_thrifty(self) -> bool:
        """Whether it asked nothing that was certain, and no more than bisection has to."""
        open_questions = all(self.low < k <= self.high for k in self.questions)
        return open_questions and len(self.questions) <= questions_needed(self.low, self.high)

    def __repr__(self) -> str:
        count = _questions(len(self.questions))
        found = (
            f"stopped after {count}" if self.value is NO_END else f"{self.value!r} after {count}"
        )
        shown = [*map(str, self.questions[:12]), *["..."] * (len(self.questions) > 12)]
        return ": ".join(filter(None, [found, ", ".join(shown)]))


def _questions(count: int) -> str:
    return f"{count or 'no'} question{'' if count == 1 else 's'}"


class _Endless(BaseException):
    """Raised in an answer that does not stop asking."""


class AskingTask(Task):
    """A task whose answer is handed questions to ask, and has to ask few."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its questions noted anew in each call."""

        def call(is_at_least: IsAtLeast, low: int, high: int) -> Any:
            questions: list[int] = []

            def ask(k: int) -> bool:
                if not isinstance(plain(k), Integral):
                    raise ValueError(f"scores are whole numbers: ask about one, not about {k!r}")
                if len(questions) == PATIENCE:
                    raise _Endless
                questions.append(plain(k))
                return is_at_least(k)

            try:
                value = plain(function(ask, low, high))
            except _Endless:
                value = NO_END
            if value is None or value is ...:
                return value
            return Asked(value, tuple(questions), low, high)

        return call


def same_finding(came: Any, expected: Asked) -> bool:
    """The same score, with few questions if few are expected, else with the very same ones."""
    if not isinstance(came, Asked) or not equal(came.value, expected.value):
        return False
    return came.is_thrifty if expected.is_thrifty else came.questions == expected.questions


def few_questions(task: Task, results: Sequence[Any]) -> Finding | None:
    """By cases; but where all scores are right, it is the questions that are talked about."""
    finding = by_cases(task, results)
    found = [result.value if isinstance(result, Asked) else None for result in results]
    all_right = equal(found, [right.value for right in task.expected])
    if finding is None or finding.mistake is not None or not all_right:
        return finding
    sentence = (
        "The scores are right, but it asks more than is needed, or what is certain beforehand. "
        "The first such case:"
    )
    return replace(finding, sentences=(sentence,))


def questions_needed(low: int, high: int) -> int:
    """How often the scores from low to high have to be halved until one is left."""
    return (high - low).bit_length()


def find_score(is_at_least: Callable[[int], bool], low: int, high: int) -> int:
    """The score, which lies between `low` and `high`, from as few questions as possible."""
    while low < high:
        middle = (low + high + 1) // 2
        if is_at_least(middle):
            low = middle
        else:
            high = middle - 1
    return low


def _find_score_remark(is_at_least: IsAtLeast, low: int, high: int) -> str:
    scores = f"{high - low + 1} score{'' if low == high else 's'}"
    return f"{_questions(questions_needed(low, high))} for {scores}"


FIND_SCORE = AskingTask(
    number="7.5",
    title="The score from yes and no",
    reference=find_score,
    same=same_finding,
    diagnose=few_questions,
    cases=(
        (IsAtLeast(3), 3, 3),
        (IsAtLeast(0), 0, 1),
        (IsAtLeast(1), 0, 1),
        (IsAtLeast(-1), -1, 1),
        (IsAtLeast(1), -1, 1),
        (IsAtLeast(-7), -7, -4),
        (IsAtLeast(-5), -7, -4),
        (IsAtLeast(9), 2, 9),
        (IsAtLeast(2), 2, 9),
        (IsAtLeast(0), -18, 18),
        (IsAtLeast(-11), -18, 18),
        (IsAtLeast(18), -18, 18),
    ),
    remark=_find_score_remark,
    hints=(
        "Each answer should rule out half of the scores, whatever it is. About which score do you "
        "ask first?",
        "A yes to k means that the score is k or more, so `low` becomes k. A no means that it is "
        "less than k. What does `high` become, and when is there nothing left to ask?",
        "While `low < high`, ask about `(low + high + 1) // 2`. Rounded up, it is never `low` "
        "itself, whose answer is certain; so the range shrinks each time.",
    ),
    mistakes=mistakes.FIND_SCORE,
)

# ---- 7.6 -----------------------------------------------------------------------------------


class CopyingTask(Task):
    """A task whose dictionaries are copied for each call, so that an answer may change them."""

    def observed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, handed a copy of the scores."""
        return lambda scores, column: function(dict(scores), column)


def label(scores: dict[int, int], column: int) -> str:
    """What to call playing `column`, where `scores` says what each column is worth."""

    def outcome(score: int) -> int:
        return (score > 0) - (score < 0)

    best, played = max(scores.values()), scores[column]
    if played == best:
        return "best"
    return ("slip", "mistake", "blunder")[outcome(best) - outcome(played)]


LABEL = CopyingTask(
    number="7.6",
    title="What to call a move",
    reference=label,
    cases=(
        ({2: 1, 3: 4, 4: 4}, 4),
        ({2: 1, 3: 4, 4: 4}, 3),
        ({2: 1, 3: 9, 4: 4}, 2),
        ({0: 1, 1: 0, 2: -1}, 1),
        ({0: 1, 1: 0, 2: -1}, 2),
        ({0: 8, 5: -8}, 5),
        ({1: 0, 3: -1, 5: 0}, 3),
        ({1: 0, 3: -1, 5: 0}, 5),
        ({1: -2, 3: -7}, 1),
        ({1: -2, 3: -7}, 3),
        ({0: 6, 4: 0}, 4),
        ({2: 0, 6: -9}, 6),
        ({6: -3}, 6),
    ),
    wrong_types={
        Integral: 'A word is wanted: "best", "slip", "mistake" or "blunder".',
    },
    hints=(
        "What could the player have had, and what have they got now? Two moves with the same score "
        "are equally good.",
        "A score above 0 is a win, 0 a draw, below 0 a loss. If the outcome stays the same and the "
        "score is lower, it is a slip.",
        "With `outcome(score)` as 1, 0 or -1, `outcome(best) - outcome(played)` is 0 for a slip, 1 "
        "for a mistake and 2 for a blunder; the best score is `max(scores.values())`.",
    ),
    mistakes=mistakes.LABEL,
)

TASKS = (SCORE, THREAT_SQUARES, SAFE_MOVES, AT_LEAST, FIND_SCORE, LABEL)
