"""Known mistakes in the exercises of lesson 07: functions that make them, and what to say.

They do not use the solutions in `lesson07`. Some mistakes come in two variants; both
have the same name then.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from c4lib.connect4 import Cell, Connect4
from c4lib.exercises.task import Mistake

# ---- 7.1 -----------------------------------------------------------------------------------


def _scored(
    size: Callable[[int, int], float] = lambda free, plies: (free - plies) // 2 + 1,
    mover_wins: Callable[[int], bool] = lambda plies: plies % 2 == 1,
    drawn: Callable[[int], bool] = lambda plies: plies == 0,
) -> Callable[[int, int], float]:
    """A score with something changed: its size, whose it is, or what is a draw."""

    def score(free: int, plies: int) -> float:
        if drawn(plies):
            return 0
        return size(free, plies) if mover_wins(plies) else -size(free, plies)

    return score


def _rounded_with_the_sign(free: int, plies: int) -> int:
    sign = 0 if plies == 0 else 1 if plies % 2 else -1
    return sign * (free - plies + 2) // 2


_LAST_DISC = (
    "the winning disc not counted",
    "A win with the very last of one's discs scores 1, not 0: the disc that wins counts too.",
)
_SQUARES = (
    "squares counted instead of discs",
    "Only every second of the squares that are left is for a disc of the winner: halve them.",
)

SCORE = (
    Mistake(
        "the sign forgotten",
        _scored(mover_wins=lambda plies: True),
        "After an even number of plies the last disc was the opponent's: the score is negative.",
    ),
    Mistake(
        "the sign turned round",
        _scored(mover_wins=lambda plies: plies % 2 == 0),
        "The player to move drops the first disc, the third and so on, and so wins after an odd "
        "number of plies.",
    ),
    Mistake(
        "the draw forgotten",
        _scored(drawn=lambda plies: False),
        "0 plies stand for a draw here, and a draw scores 0.",
    ),
    Mistake(_LAST_DISC[0], _scored(lambda free, plies: (free - plies) // 2), _LAST_DISC[1]),
    Mistake(_LAST_DISC[0], _scored(lambda free, plies: (free - plies + 1) // 2), _LAST_DISC[1]),
    Mistake(
        "rounded up instead of down",
        _scored(lambda free, plies: (free - plies + 1) // 2 + 1),
        "Of the squares left after the winning disc, the loser fills the first: with an odd number "
        "of them the winner has the smaller half.",
    ),
    Mistake(
        "rounded after the sign was put on",
        _rounded_with_the_sign,
        "`//` rounds down, and down is away from 0 for a negative number. Round first, then put "
        "on the sign.",
    ),
    Mistake(
        "not rounded",
        _scored(lambda free, plies: (free - plies) / 2 + 1),
        "Nobody has half a disc: `//` instead of `/`.",
    ),
    Mistake(_SQUARES[0], _scored(lambda free, plies: free - plies + 1), _SQUARES[1]),
    Mistake(_SQUARES[0], _scored(lambda free, plies: free - plies), _SQUARES[1]),
    Mistake(
        "discs until the win, not discs from the end",
        _scored(lambda free, plies: (plies + 1) // 2),
        "That grows as the win gets slower. Count from the end: how many discs would the winner "
        "still have, this one included?",
    ),
    Mistake(
        "all plies counted as the winner's",
        _scored(lambda free, plies: (free + 1) // 2 - plies + 1),
        "Both players drop discs: of the `plies` discs only every second is the winner's.",
    ),
    Mistake(
        "the outcome only",
        _scored(lambda free, plies: 1),
        "Who wins is right. How soon is part of the score: a win with the k-th last disc scores k.",
    ),
)

# ---- 7.2 -----------------------------------------------------------------------------------

Squares = Callable[[Connect4, int], Any]
Directions = tuple[tuple[int, int], ...]

_UP, _RIGHT, _RISE, _FALL = _ALL = ((0, 1), (1, 0), (1, 1), (1, -1))


def _empty(state: Connect4, player: int = 0) -> set[Cell]:
    return set(state.board.cells(state.board.full & ~state.mask))


def _not_taken_by(state: Connect4, player: int) -> set[Cell]:
    return set(state.board.cells(state.board.full & ~state.discs(player)))


def _free_rows(state: Connect4) -> dict[int, int]:
    """The row where a disc would come to lie, for each column that is not full."""
    taken = [column for column, _ in state.board.cells(state.mask)]
    return {column: taken.count(column) for column in state.moves()}


def _lines(
    cell: Cell,
    directions: Directions = _ALL,
    places: Iterable[int] = range(4),
    length: int = 4,
) -> Iterator[set[Cell]]:
    """The other squares of each line in which the square has one of these places."""
    column, row = cell
    for right, up in directions:
        for place in places:
            steps = [step - place for step in range(length) if step != place]
            yield {(column + right * step, row + up * step) for step in steps}


def _completing(
    squares: Callable[[Connect4, int], Iterable[Cell]] = _empty,
    player: Callable[[Connect4, int], int] = lambda state, player: player,
    lines: Callable[[Cell], Iterable[set[Cell]]] = _lines,
) -> Callable[[Connect4, int], set[Cell]]:
    """A threat_squares with something changed."""

    def threats(state: Connect4, asked: int) -> set[Cell]:
        discs = set(state.board.cells(state.discs(player(state, asked))))

        def completes(cell: Cell) -> bool:
            return any(line <= discs for line in lines(cell))

        return {cell for cell in squares(state, asked) if completes(cell)}

    return threats


_threats = _completing()


def _over_the_edge(state: Connect4, player: int) -> set[Cell]:
    """With squares numbered without a spare row, so that lines run on in the next column."""
    height = state.height
    discs = {column * height + row for column, row in state.board.cells(state.discs(player))}

    def completes(column: int, row: int) -> bool:
        square = column * height + row
        return any(
            all(square + step * far in discs for far in range(-place, 4 - place) if far)
            for step in (1, height, height - 1, height + 1)
            for place in range(4)
        )

    return {cell for cell in _empty(state) if completes(*cell)}


def _each(change: Callable[[Connect4, Cell], Any]) -> Squares:
    """The right squares, each written in another way."""
    return lambda state, player: {change(state, cell) for cell in _threats(state, player)}


def _lowest(state: Connect4, player: int) -> set[Cell]:
    return set(dict(sorted(_threats(state, player), reverse=True)).items())


def _once_for_each_line(state: Connect4, player: int) -> list[Cell]:
    discs = set(state.board.cells(state.discs(player)))
    return [cell for cell in sorted(_empty(state)) for line in _lines(cell) if line <= discs]


THREAT_SQUARES = (
    Mistake(
        "only squares that can be played now",
        _completing(lambda state, player: _free_rows(state).items()),
        "A threat higher up counts as well: it waits until the squares below it are filled. Go "
        "through all empty squares, not through the moves.",
    ),
    Mistake(
        "the opponent's threats",
        _completing(player=lambda state, player: 1 - player),
        "These squares complete the other player's lines: the discs are `state.discs(player)`.",
    ),
    Mistake(
        "the threats of both players",
        lambda state, player: _threats(state, 0) | _threats(state, 1),
        "Only lines of `player` count: the discs are `state.discs(player)`.",
    ),
    Mistake(
        "always for the player to move",
        _completing(player=lambda state, player: state.player),
        "`state.mine` are the discs of whoever is to move. Those of `player` are "
        "`state.discs(player)`.",
    ),
    Mistake(
        "always for X",
        _completing(player=lambda state, player: 0),
        "`player` says whose threats are wanted: 0 is X, 1 is O.",
    ),
    Mistake(
        "occupied squares included",
        _completing(_not_taken_by),
        "Where the opponent has a disc already, nothing is threatened any more: only empty squares "
        "count, `state.board.full & ~state.mask`.",
    ),
    Mistake(
        "the diagonals forgotten",
        _completing(lines=lambda cell: _lines(cell, (_UP, _RIGHT))),
        "Lines count along both diagonals too.",
    ),
    Mistake(
        "the rising diagonal forgotten",
        _completing(lines=lambda cell: _lines(cell, (_UP, _RIGHT, _FALL))),
        "A line can also go right and up.",
    ),
    Mistake(
        "the falling diagonal forgotten",
        _completing(lines=lambda cell: _lines(cell, (_UP, _RIGHT, _RISE))),
        "A line can also go right and down.",
    ),
    Mistake(
        "the vertical lines forgotten",
        _completing(lines=lambda cell: _lines(cell, (_RIGHT, _RISE, _FALL))),
        "Three discs on top of each other threaten the square above them.",
    ),
    Mistake(
        "gaps forgotten",
        _completing(lines=lambda cell: _lines(cell, places=(0, 3))),
        "The square can also lie between the discs, as in `XX.X`: it has one of four places in "
        "the line.",
    ),
    Mistake(
        "three in a row are enough",
        _completing(lines=lambda cell: _lines(cell, places=range(3), length=3)),
        "With a disc on that square there would be three in a row, and four are needed.",
    ),
    Mistake(
        "lines that go over the edge",
        _over_the_edge,
        "A line must not run on from the top of a column to the bottom of the next: that is what "
        "the spare row is for. A column takes up `height + 1` bits.",
    ),
    Mistake(
        "squares above the board",
        _completing(
            lambda state, player: _empty(state) | {(c, state.height) for c in range(state.width)}
        ),
        "The spare row is not part of the board: the highest row is `state.height - 1`. The empty "
        "squares are `state.board.full & ~state.mask`.",
    ),
    Mistake(
        "only the lowest in each column",
        _lowest,
        "A column can hold several threats, and all of them are wanted.",
    ),
    Mistake(
        "rows counted from the top",
        _each(lambda state, cell: (cell[0], state.height - 1 - cell[1])),
        "Row 0 is the lowest. (`state.rows()` begins at the top: turn it round.)",
    ),
    Mistake(
        "column and row swapped",
        _each(lambda state, cell: cell[::-1]),
        "A square is written as (column, row).",
    ),
    Mistake(
        "counted from 1",
        _each(lambda state, cell: (cell[0] + 1, cell[1] + 1)),
        "In code the first column and the lowest row have number 0.",
    ),
    Mistake(
        "columns instead of squares",
        _each(lambda state, cell: cell[0]),
        "The row matters as much: write each square as a pair (column, row).",
    ),
    Mistake(
        "bits instead of squares",
        _each(lambda state, cell: cell[0] * (state.height + 1) + cell[1]),
        "Those are the numbers of the right bits. `divmod(bit, state.height + 1)` gives the column "
        "and the row.",
    ),
    Mistake(
        "a square listed once for each of its lines",
        _once_for_each_line,
        "One square can complete several lines and is still one square: collect them in a set.",
    ),
)

# ---- 7.3 -----------------------------------------------------------------------------------

Columns = list[int]


def _theirs(state: Connect4) -> set[Cell]:
    """The opponent's threats."""
    return _threats(state, 1 - state.player)


def _one_or_all(legal: Columns, urgent: Columns) -> Columns:
    """The moves that stop what the opponent threatens to do at once."""
    return [] if len(urgent) > 1 else urgent or legal


def _safe(
    threats: Callable[[Connect4], set[Cell]] = _theirs,
    candidates: Callable[[Columns, Columns], Columns] = _one_or_all,
    is_fatal: Callable[[int, int, set[Cell]], bool] = lambda c, row, cells: (c, row + 1) in cells,
) -> Callable[[Connect4], Columns]:
    """A safe_moves with something changed.

    The candidates are chosen from the legal moves, given those on a threat; of these, the
    fatal ones are left out, given their column, their row and the threats.
    """

    def moves(state: Connect4) -> Columns:
        cells, rows = threats(state), _free_rows(state)
        urgent = [column for column, row in rows.items() if (column, row) in cells]
        chosen = candidates(list(rows), urgent)
        return [column for column in chosen if not is_fatal(column, rows[column], cells)]

    return moves


_right = _safe()


def _block_unchecked(state: Connect4) -> Columns:
    rows = _free_rows(state)
    urgent = [column for column, row in rows.items() if (column, row) in _theirs(state)]
    return urgent if len(urgent) == 1 else _right(state)


def _only_blocks(chosen: slice) -> Callable[[Connect4], Columns]:
    """The moves onto a threat, or the first of them, as they are; the right ones if none is."""

    def moves(state: Connect4) -> Columns:
        rows = _free_rows(state)
        urgent = [column for column, row in rows.items() if (column, row) in _theirs(state)]
        return urgent[chosen] or _right(state)

    return moves


def _whole_columns(state: Connect4) -> Columns:
    columns = {column for column, _ in _theirs(state)}
    return _one_or_all(state.moves(), [column for column in state.moves() if column in columns])


def _tried_out(any_win: Callable[[Iterable[bool]], bool]) -> Callable[[Connect4], Columns]:
    """The right moves, found by playing each, and the replies to it."""

    def is_safe(after: Connect4) -> bool:
        return not any_win(after.play(reply).winner is not None for reply in after.moves())

    return lambda state: [column for column in state.moves() if is_safe(state.play(column))]


def _played_for_the_row(state: Connect4) -> Columns:
    """The right moves, with each legal one played to see where its disc comes to lie."""
    landed = [state.play(column).last_cell for column in state.moves()]
    return [cell[0] for cell in landed if cell is not None and cell[0] in _right(state)]


_TRIED_OUT = (
    "moves tried out",
    "The columns are right, but you can do without playing a move: the opponent's threat squares "
    "tell it all. The row where a disc comes to lie is the number of discs in its column.",
)
_TWO_THREATS = (
    "one of two threats left open",
    "One disc cannot stop two threats: if the opponent could win in two columns, no move is safe.",
)

SAFE_MOVES = (
    Mistake(_TRIED_OUT[0], _tried_out(any), _TRIED_OUT[1]),
    Mistake(_TRIED_OUT[0], _tried_out(lambda wins: any(list(wins))), _TRIED_OUT[1]),
    Mistake(_TRIED_OUT[0], _played_for_the_row, _TRIED_OUT[1]),
    Mistake(
        "every legal move called safe",
        _safe(candidates=lambda legal, urgent: legal, is_fatal=lambda c, row, cells: False),
        "After some of them the opponent wins. Which of the opponent's threat squares could be "
        "taken then?",
    ),
    Mistake(
        "the square above the move forgotten",
        _safe(is_fatal=lambda c, row, cells: False),
        "Your disc is a step for the opponent's next one: the square above it must not be one of "
        "their threats.",
    ),
    Mistake(
        "a threat elsewhere not stopped",
        _safe(candidates=lambda legal, urgent: legal),
        "If the opponent has a threat that can be played now, the only move that can be safe is "
        "the one onto that square.",
    ),
    Mistake(
        _TWO_THREATS[0], _safe(candidates=lambda legal, urgent: urgent or legal), _TWO_THREATS[1]
    ),
    Mistake(
        _TWO_THREATS[0],
        _safe(candidates=lambda legal, urgent: urgent[:1] or legal),
        _TWO_THREATS[1],
    ),
    Mistake(_TWO_THREATS[0], _only_blocks(slice(None)), _TWO_THREATS[1]),
    Mistake(_TWO_THREATS[0], _only_blocks(slice(1)), _TWO_THREATS[1]),
    Mistake(
        _TWO_THREATS[0],
        _safe(candidates=lambda legal, urgent: urgent if len(urgent) == 1 else legal),
        _TWO_THREATS[1],
    ),
    Mistake(
        "the move that stops a threat called safe unseen",
        _block_unchecked,
        "It can still open the square above it to the opponent. Then nothing is safe.",
    ),
    Mistake(
        "the opponent's square avoided instead of taken",
        _safe(
            candidates=lambda legal, urgent: legal,
            is_fatal=lambda c, row, cells: (c, row) in cells,
        ),
        "A disc of yours on their square is what stops them. It is the square above your disc "
        "that must not be theirs.",
    ),
    Mistake(
        "every threat stopped at once",
        _whole_columns,
        "A threat counts now only if a disc can fall onto it now: compare the row as well, not "
        "only the column.",
    ),
    Mistake(
        "columns avoided for a threat high above",
        _safe(is_fatal=lambda c, row, cells: any(c == x and y > row for x, y in cells)),
        "The opponent's next disc falls right on top of yours: only the row above it matters.",
    ),
    Mistake(
        "your own threats looked at",
        _safe(threats=lambda state: _threats(state, state.player)),
        "The opponent is `1 - state.player`: ask for their threats.",
    ),
    Mistake(
        "the threats of both players looked at",
        _safe(threats=lambda state: _threats(state, 0) | _threats(state, 1)),
        "On your own threat square the opponent does not win. Only theirs count, those of "
        "`1 - state.player`.",
    ),
    Mistake(
        "always the threats of O",
        _safe(threats=lambda state: _threats(state, 1)),
        "The player to move is not always X: the opponent is `1 - state.player`.",
    ),
    Mistake(
        "always the threats of X",
        _safe(threats=lambda state: _threats(state, 0)),
        "The player to move is not always O: the opponent is `1 - state.player`.",
    ),
    Mistake(
        "all moves where none is safe",
        lambda state: _right(state) or state.moves(),
        "Where nothing helps the list is empty: that is how a solver sees that it has lost.",
    ),
    Mistake(
        "the moves that are not safe",
        lambda state: [column for column in state.moves() if column not in _right(state)],
        "These are the moves after which the opponent wins; the others are wanted.",
    ),
    Mistake(
        "columns counted from 1",
        lambda state: [column + 1 for column in _right(state)],
        "In code the first column is 0; only move strings and pictures count from 1.",
    ),
)

# ---- 7.4 -----------------------------------------------------------------------------------


def _final_score(state: Any) -> int:
    """The score of a finished game for the player who would be to move."""
    return 0 if state.winner is None else -(_free(state) // 2 + 1)


def _free(state: Any) -> int:
    return int(state.width * state.height - state.ply)


def _asking(
    below: Callable[[int], int] = lambda beta: 1 - beta,
    good: Callable[[bool], bool] = lambda answer: not answer,
    fold: Callable[[Iterator[bool]], bool] = any,
    final_score: Callable[[Any], float] = _final_score,
    reaches: Callable[[float, int], bool] = lambda score, beta: score >= beta,
    order: Callable[[Any], Iterable[int]] = lambda state: state.moves(),
    known: Callable[[int, int], bool | None] = lambda free, beta: None,
) -> Callable[[Any, int], bool]:
    """An at_least with something changed; `known` is an answer from the empty squares alone."""

    def answer(state: Any, beta: int) -> bool:
        if state.is_over:
            return reaches(final_score(state), beta)
        at_once = known(_free(state), beta)
        if at_once is not None:
            return at_once
        return fold(good(answer(state.play(move), below(beta))) for move in order(state))

    return answer


def _out_of_reach(free: int, beta: int) -> bool | None:
    return False if beta > (free + 1) // 2 else None


def _certain(free: int, beta: int) -> bool | None:
    return True if beta <= -(free // 2) else None


def _middle_first(middle: Callable[[Any], float]) -> Callable[[Any], list[int]]:
    return lambda state: sorted(state.moves(), key=lambda column: abs(column - middle(state)))


def _exact(state: Any, beta: int = 0) -> int:
    if state.is_over:
        return _final_score(state)
    return max(-_exact(state.play(move)) for move in state.moves())


_LEAF = (
    "A finished game that has a winner is lost for the player who would be to move, by as much as "
    "the winner has discs left, the winning one included: `-(free // 2 + 1)`."
)

_REACH = (
    "scores out of reach cut off",
    "A good idea, and the solver's first cut: so many squares are left, so the score can be so "
    "much at most. But leave it out here, so that the nodes can be compared.",
)
_ORDER = (
    "another order of moves",
    "A good idea, which lesson 03 has measured. But try the moves from left to right here, as "
    "`state.moves()` lists them, so that the nodes can be compared.",
)

AT_LEAST = (
    Mistake(_REACH[0], _asking(known=_out_of_reach), _REACH[1]),
    Mistake(_REACH[0], _asking(known=_certain), _REACH[1]),
    Mistake(_ORDER[0], _asking(order=_middle_first(lambda state: state.width // 2)), _ORDER[1]),
    Mistake(
        _ORDER[0], _asking(order=_middle_first(lambda state: (state.width - 1) / 2)), _ORDER[1]
    ),
    Mistake(_ORDER[0], _asking(order=lambda state: reversed(state.moves())), _ORDER[1]),
    Mistake(
        "no early stop",
        _asking(fold=lambda answers: any(list(answers))),
        "The answer is right, but more is searched than it needs: one move that is good enough "
        "settles the question. Return `True` there and then (or use `any` without a list), and "
        "search for the answer, not for the exact score.",
    ),
    Mistake(
        "the score itself",
        _exact,
        "The question is yes or no: is the score at least beta? That takes far fewer nodes.",
    ),
    Mistake(
        "the child asked about beta",
        _asking(below=lambda beta: beta),
        "The child's score is the opponent's. Yours is at least beta if theirs is at most -beta, "
        "that is, if theirs is not at least `1 - beta`.",
    ),
    Mistake(
        "the child asked about -beta",
        _asking(below=lambda beta: -beta),
        "If their score is exactly -beta, yours is beta, and that is enough. So theirs must not "
        "be at least one more than that: ask about `1 - beta`.",
    ),
    Mistake(
        "the child's answer not turned round",
        _asking(good=lambda answer: answer),
        "A yes from the child is good for the opponent. Your move is good enough if the child "
        "says no: `not at_least(...)`.",
    ),
    Mistake(
        "every move has to be good enough",
        _asking(fold=all),
        "You choose the move, so one that is good enough suffices: `any`, not `all`.",
    ),
    Mistake(
        "only the first move tried",
        _asking(fold=lambda answers: next(answers)),
        "Is there a `return` in the loop that ends it either way? Only a yes may end it early; no "
        "is the answer after all moves have failed.",
    ),
    Mistake(
        "more than beta instead of at least",
        _asking(reaches=lambda score, beta: score > beta),
        "A score equal to beta is at least beta: `>=`.",
    ),
    Mistake(
        "the finished game seen from the wrong side",
        _asking(final_score=lambda state: -_final_score(state)),
        _LEAF,
    ),
    Mistake(
        "only the outcome of the finished game",
        _asking(final_score=lambda state: state.utility(state.player)),
        "The utility does not tell how soon the game was won. " + _LEAF,
    ),
    Mistake(
        "the winning disc not counted",
        _asking(final_score=lambda state: 0 if state.winner is None else -(_free(state) // 2)),
        _LEAF,
    ),
    Mistake(
        "rounded up instead of down",
        _asking(
            final_score=lambda state: 0 if state.winner is None else -((_free(state) + 1) // 2 + 1)
        ),
        "Of the squares that are left the loser would fill the first, so the winner has the "
        "smaller half. " + _LEAF,
    ),
    Mistake(
        "squares counted instead of discs",
        _asking(final_score=lambda state: 0 if state.winner is None else -(_free(state) + 1)),
        "Only every second of the squares that are left is the winner's. " + _LEAF,
    ),
    Mistake(
        "a full board counted as lost",
        _asking(final_score=lambda state: -(_free(state) // 2 + 1)),
        "A game can also end without a winner: then the score is 0.",
    ),
    Mistake(
        "every game that X wins counted as drawn",
        _asking(final_score=lambda state: _final_score(state) if state.winner else 0),
        "X is player 0, and `not 0` is true: ask whether `state.winner is None`.",
    ),
    Mistake(
        "every finished game counted as drawn",
        _asking(final_score=lambda state: 0),
        "Did you call `score(free, 0)` of exercise 7.1? Its 0 plies stand for a draw only. "
        + _LEAF,
    ),
)

# ---- 7.5 -----------------------------------------------------------------------------------

Ask = Callable[[int], bool]
Find = Callable[[Ask, int, int], int]


def _halving(
    middle: Callable[[int, int], int] = lambda low, high: (low + high + 1) // 2,
    yes: Callable[[int], int] = lambda k: k,
    no: Callable[[int], int] = lambda k: k - 1,
    goes_on: Callable[[int, int], bool] = lambda low, high: low < high,
    result: Callable[[int, int], int] = lambda low, high: low,
) -> Find:
    """A find_score with something changed; a yes moves `low`, a no moves `high`."""

    def find(is_at_least: Ask, low: int, high: int) -> int:
        while goes_on(low, high):
            k = middle(low, high)
            if is_at_least(k):
                low = yes(k)
            else:
                high = no(k)
        return result(low, high)

    return find


def _rounded_down(low: int, high: int) -> int:
    return (low + high) // 2


def _upwards(is_at_least: Ask, low: int, high: int) -> int:
    while low < high and is_at_least(low + 1):
        low += 1
    return low


def _downwards(is_at_least: Ask, low: int, high: int) -> int:
    while low < high and not is_at_least(high):
        high -= 1
    return high


def _every_question(is_at_least: Ask, low: int, high: int) -> int:
    return max(k for k in range(low, high + 1) if is_at_least(k))


def _upwards_over_the_end(is_at_least: Ask, low: int, high: int) -> int:
    while is_at_least(low + 1):
        low += 1
    return low


def _first_that_is_reached(is_at_least: Ask, low: int, high: int) -> int:
    return next(k for k in range(high, low - 1, -1) if is_at_least(k))


def _asked_twice(is_at_least: Ask, low: int, high: int) -> int:
    while low < high:
        k = (low + high + 1) // 2
        if is_at_least(k):
            low = k
        if not is_at_least(k):
            high = k - 1
    return low


def _answers_swapped(is_at_least: Ask, low: int, high: int) -> int:
    return _halving()(lambda k: not is_at_least(k), low, high)


def _outcome_first(is_at_least: Ask, low: int, high: int) -> int:
    if is_at_least(1):
        low = 1
    elif is_at_least(0):
        return 0
    else:
        high = -1
    return _halving()(is_at_least, low, high)


_ONE_BY_ONE = (
    "one score after another",
    "Each question is a whole search. Ask about the middle of the range: whatever the answer is, "
    "half of the scores are out.",
)
_NO_END = "Where two scores are left, the range must shrink whatever the answer is. "
_CERTAIN = (
    "a question whose answer is certain",
    "That the score is at least `low` is known. With one score left, nothing is to be asked: stop "
    "as soon as `low == high`, and round the middle up.",
)

FIND_SCORE = (
    Mistake(_ONE_BY_ONE[0], _upwards, _ONE_BY_ONE[1]),
    Mistake(_ONE_BY_ONE[0], _downwards, _ONE_BY_ONE[1]),
    Mistake(_ONE_BY_ONE[0], _every_question, _ONE_BY_ONE[1]),
    Mistake(_ONE_BY_ONE[0], _upwards_over_the_end, _ONE_BY_ONE[1]),
    Mistake(_ONE_BY_ONE[0], _first_that_is_reached, _ONE_BY_ONE[1]),
    Mistake(
        "it never ends, for the middle is rounded down",
        _halving(middle=_rounded_down),
        _NO_END + "With the middle rounded down, a yes leaves both: ask about "
        "`(low + high + 1) // 2`.",
    ),
    Mistake(
        "it never ends, for `int` rounds towards 0",
        _halving(middle=lambda low, high: int((low + high) / 2) + 1),
        _NO_END + "`int` cuts off what is behind the point, and so rounds a negative number up: "
        "ask about `(low + high + 1) // 2`, which always rounds in the same direction.",
    ),
    Mistake(
        "it never ends, for `round` goes to the next even number",
        _halving(middle=lambda low, high: round((low + high) / 2)),
        _NO_END + "`round` takes a half to the next even number, up or down: ask about "
        "`(low + high + 1) // 2`.",
    ),
    Mistake(
        "it never ends, for a no takes nothing out",
        _halving(no=lambda k: k),
        _NO_END + "A no to k means that the score is at most k - 1: `high = k - 1`.",
    ),
    Mistake(
        "one too high",
        _halving(middle=_rounded_down, yes=lambda k: k + 1, no=lambda k: k),
        "This finds the first score that is not reached. A yes to k leaves k in: `low = k`; a no "
        "takes it out: `high = k - 1`.",
    ),
    Mistake(
        "a yes takes the score out",
        _halving(yes=lambda k: k + 1),
        "At least k can be k itself: after a yes, `low = k`.",
    ),
    Mistake(
        "stopped too early",
        _halving(goes_on=lambda low, high: high - low > 1),
        "Two scores are left then, and which of them it is has not been asked: go on while "
        "`low < high`.",
    ),
    Mistake(
        _CERTAIN[0],
        _halving(
            middle=_rounded_down,
            yes=lambda k: k + 1,
            goes_on=lambda low, high: low <= high,
            result=lambda low, high: high,
        ),
        _CERTAIN[1],
    ),
    Mistake(
        "every question asked twice",
        _asked_twice,
        "Each question is a whole search: ask once, and use `else`.",
    ),
    Mistake(
        "yes and no swapped",
        _answers_swapped,
        "A yes raises `low`, a no lowers `high`.",
    ),
    Mistake(
        "win, draw or loss asked first",
        _outcome_first,
        "In the middle of the range that would be a good question, but not in every range: 0 may "
        "lie at its end or outside. Always ask about the middle.",
    ),
    Mistake(
        "another range than the one given",
        lambda is_at_least, low, high: _halving()(is_at_least, -21, 21),
        "The score lies between `low` and `high`: begin there. Outside of them every answer is "
        "certain.",
    ),
)

# ---- 7.6 -----------------------------------------------------------------------------------

Scores = Mapping[int, int]


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _labelled(
    judge: Callable[[int, int], str], best: Callable[[Iterable[int]], int] = max
) -> Callable[[Scores, int], str]:
    """A label that judges by the best score and the score of the column played."""
    return lambda scores, column: judge(best(scores.values()), scores[column])


def _judged(
    outcome: Callable[[int], int] = _sign,
    names: tuple[str, str, str] = ("slip", "mistake", "blunder"),
    is_best: Callable[[int, int], bool] = lambda best, played: best == played,
) -> Callable[[int, int], str]:
    """How to judge, with something changed: what an outcome is, the names, or what is best."""

    def judge(best: int, played: int) -> str:
        if is_best(best, played):
            return "best"
        return names[abs(outcome(best) - outcome(played))]

    return judge


def _only_one_best(scores: Scores, column: int) -> str:
    if column == max(scores, key=lambda other: scores[other]):
        return "best"
    return _judged(is_best=lambda best, played: False)(max(scores.values()), scores[column])


def _largest_column(best_of: Callable[[Scores], int]) -> Callable[[Scores, int], str]:
    """Columns taken for scores where the best is looked for."""
    return lambda scores, column: _judged()(best_of(scores), scores[column])


def _quickest_end(scores: Iterable[int]) -> int:
    return max(scores, key=lambda score: (_sign(score), abs(score)))


_COLUMNS = (
    "the largest column taken for the best score",
    "`max(scores)` looks at the keys of the dictionary, and they are columns. The scores are "
    "`scores.values()`.",
)

LABEL = (
    Mistake(
        "every worse move called a mistake",
        _labelled(_judged(names=("mistake", "mistake", "mistake"))),
        "It depends on what the move costs: nothing but time is a slip, a whole win turned into a "
        "loss a blunder.",
    ),
    Mistake(
        "every worse move called a slip",
        _labelled(_judged(names=("slip", "slip", "slip"))),
        "A slip keeps the outcome. Where a win became a draw or a loss, it was more than that.",
    ),
    Mistake(
        "outcomes compared only",
        _labelled(_judged(is_best=lambda best, played: _sign(best) == _sign(played))),
        "A slower win is still a win, but not the best move: that is a slip, and so is a sooner "
        "loss.",
    ),
    Mistake(
        "scores compared only",
        _labelled(
            lambda best, played: ("best", "slip", "mistake", "blunder")[min(3, best - played)]
        ),
        "How much the score falls does not tell: from 1 to -1 a win becomes a loss, from 9 to 1 it "
        "stays a win. Compare the signs.",
    ),
    Mistake(
        "a draw taken for a loss",
        _labelled(_judged(outcome=lambda score: 1 if score > 0 else 0)),
        "There are three outcomes: above 0 a win, 0 a draw, below 0 a loss.",
    ),
    Mistake(
        "a draw taken for a win",
        _labelled(_judged(outcome=lambda score: 1 if score >= 0 else 0)),
        "There are three outcomes: above 0 a win, 0 a draw, below 0 a loss.",
    ),
    Mistake(
        "mistake and blunder swapped",
        _labelled(_judged(names=("slip", "blunder", "mistake"))),
        "A blunder costs more: a win becomes a loss. A mistake costs half of that.",
    ),
    Mistake(
        "every change of the outcome a blunder",
        _labelled(_judged(names=("slip", "blunder", "blunder"))),
        "With a draw on one side it is a mistake: from a win to a draw, or from a draw to a loss.",
    ),
    Mistake(
        "every change of the outcome a mistake",
        _labelled(_judged(names=("slip", "mistake", "mistake"))),
        "From a win to a loss, past the draw, is a blunder.",
    ),
    Mistake(
        "every loss a blunder",
        _labelled(
            lambda best, played: (
                "blunder" if played < 0 and best != played else _judged()(best, played)
            )
        ),
        "It depends on what there was to lose: from a draw it is a mistake, and if every move "
        "loses, a sooner loss is a slip.",
    ),
    Mistake(
        "nothing to lose, so everything is best",
        _labelled(_judged(is_best=lambda best, played: best == played or best < 0)),
        "To lose later is better than to lose sooner: the opponent has yet to find the way. A "
        "sooner loss is a slip.",
    ),
    Mistake(
        "every win is best",
        _labelled(_judged(is_best=lambda best, played: best == played or played > 0)),
        "A slower win is a slip: what can be won now should be won now.",
    ),
    Mistake(
        "the soonest loss taken for the best",
        _labelled(_judged(), best=_quickest_end),
        "-1 is better than -5: the loss comes with the opponent's last disc. The best score is the "
        "largest, also where all are negative.",
    ),
    Mistake(
        "only one of the best moves called best",
        _only_one_best,
        "Several moves can be equally good: compare scores, not columns.",
    ),
    Mistake(_COLUMNS[0], _largest_column(max), _COLUMNS[1]),
    Mistake(_COLUMNS[0], _largest_column(lambda scores: scores[max(scores)]), _COLUMNS[1]),
    Mistake(
        "a lost draw called a slip",
        _labelled(
            lambda best, played: "slip" if best == 0 and played < 0 else _judged()(best, played)
        ),
        "A draw that becomes a loss is a mistake too, as bad as a win that becomes a draw.",
    ),
    Mistake(
        "a win turned into a draw called a slip",
        _labelled(
            lambda best, played: "slip" if best > 0 and played == 0 else _judged()(best, played)
        ),
        "A win that becomes a draw is a mistake too, as bad as a draw that becomes a loss.",
    ),
    Mistake(
        "compared with the worst move",
        _labelled(_judged(), best=min),
        "The scores are for the player who moves: the best is the largest.",
    ),
)
