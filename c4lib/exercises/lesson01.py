"""The exercises of lesson 01: bitboards, positions, winning and safe moves, a match's score."""

import math
from collections.abc import Callable, Collection, Iterable
from numbers import Real

import numpy as np

from c4lib.connect4 import Connect4
from c4lib.exercises.cases import positions
from c4lib.exercises.compare import as_truth, in_any_order
from c4lib.exercises.mistake import patches, varied
from c4lib.exercises.task import Task
from c4lib.game import Agent


# ---- 1.1 -----------------------------------------------------------------------------------
def square_bit(column: int, row: int, height: int) -> int:
    """The number of the bit that stands for a square; column and row are counted from 0."""
    return column * (height + 1) + row


SQUARE_BIT = Task(
    number="1.1",
    title="The number of a square",
    reference=square_bit,
    wrong_types={Collection: "Return one number."},
    cases=((0, 0, 6), (0, 3, 6), (1, 0, 6), (2, 4, 6), (6, 5, 6), (3, 1, 4), (2, 7, 9)),
    hints=(
        "Going up in a column adds 1 for each row. What does one column to the right add?",
        "A column takes up one bit more than it has squares: the spare one on top.",
        "So column c begins at bit `c * (height + 1)`, and the rows are counted up from there.",
    ),
    mistakes=patches("""
        the spare row forgotten
            (height + 1) → height
            Each column has a spare bit above its top square, so the next one begins later.
        7 instead of `height + 1`
            (height + 1) → 7
            A column takes up 7 bits only on a board of height 6, and this one is not 6 high.
        6 instead of `height + 1`
            (height + 1) → 6
            A column takes up one bit more than it has squares, and not every board is 6 high.
        the row forgotten
            + row →
            That is the lowest bit of the column. Each row further up adds 1.
        one column too far
            return column → return (column + 1)
            Column 0 begins at bit 0.
        columns counted from 1
            return column → return (column - 1)
            The first column has number 0, and begins at bit 0.
        the value of the bit instead of its number
            → 1 << square_bit(column, row, height)
            Return the number of the bit, 15 and not 2 to the power of 15: leave out the `1 <<`.
        numbered row by row
            → row * 7 + column
            Here the bits run up a column first, and then continue in the next column.
        bits counted from 1
            → square_bit(column, row, height) + 1
            The bottom left square is bit 0.
        columns and rows counted from 1
            → square_bit(column - 1, row - 1, height)
            The first column and the lowest row both have number 0.
        rows counted from the top
            → square_bit(column, height - 1 - row, height)
            Row 0 is the lowest: discs fall down.
        rows counted from the spare one
            → square_bit(column, height - row, height)
            Row 0 is the lowest: discs fall down.
        one spare bit too many
            (height + 1) → (height + 2)
            A column takes up its `height` squares and one spare bit: `height + 1` in all.
        the spare bits counted once
            (height + 1) + row → height + row + 1
            Each column has a spare bit of its own, so they add up: multiply by `height + 1`.
        column and row swapped
            → square_bit(row, column, height)
            One row up is 1 bit further; one column to the right is `height + 1` bits further.
        column and row swapped, and the spare row forgotten
            → row * height + column
            One row up is 1 bit further; one column to the right is `height + 1` bits further.
    """),
)


# ---- 1.2 -----------------------------------------------------------------------------------
def has_four(bits: int, height: int) -> bool:
    """Whether the squares of a bitboard hold four in a row, in any direction."""
    for step in (1, height + 1, height, height + 2):
        pairs = bits & bits >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def _squares(*squares: tuple[int, int], height: int = 6) -> tuple[int, int]:
    """A case of has_four: the bits of the squares (column, row), and the height."""
    return sum(1 << square_bit(column, row, height) for column, row in squares), height


def _board_text(bits: int, height: int) -> str:
    """The bits as a board of as many columns as they need, and at least 4."""
    width = max(4, math.ceil(bits.bit_length() / (height + 1)))
    return "\n".join(
        " ".join(".X"[bits >> square_bit(column, row, height) & 1] for column in range(width))
        for row in reversed(range(height))
    )


HAS_FOUR = Task(
    number="1.2",
    title="Four in a row",
    reference=has_four,
    draw=_board_text,
    same=as_truth,
    cases=(
        _squares(),
        _squares((2, 0), (2, 1), (2, 2), (2, 3)),
        _squares((1, 0), (2, 0), (3, 0), (4, 0)),
        _squares((0, 0), (1, 1), (2, 2), (3, 3)),
        _squares((3, 5), (4, 4), (5, 3), (6, 2)),
        _squares((0, 2), (1, 2), (2, 2), (4, 2), (5, 2), (6, 2)),
        _squares((0, 0), (0, 1), (0, 2), (3, 0), (4, 0), (5, 0)),
        _squares((2, 0), (3, 0), (2, 2), (3, 2)),
        _squares((2, 0), (2, 1), (4, 0), (4, 1)),
        _squares((0, 0), (1, 0), (1, 1), (2, 1)),
        _squares((1, 0), (2, 0), (3, 0), (4, 0), (5, 0)),
        # up to the top of a column, and on at the bottom of the next
        _squares((0, 3), (0, 4), (0, 5), (1, 0)),
        _squares((0, 2), (0, 3), (1, 0), (1, 1), height=4),
        _squares((0, 4), (1, 5), (3, 0), (4, 1)),
        # every second square, and jumps like a knight's
        _squares((1, 0), (1, 2), (1, 4), (1, 6), height=8),
        _squares((0, 1), (2, 1), (4, 1), (6, 1)),
        _squares((0, 0), (2, 2), (4, 4), (6, 6), height=7),
        _squares((0, 6), (2, 4), (4, 2), (6, 0), height=7),
        _squares((0, 6), (1, 4), (2, 2), (3, 0), height=7),
        _squares((0, 0), (1, 2), (2, 4), (3, 6), height=7),
        _squares((3, 3), (4, 3), (5, 3), (6, 3), height=4),
        _squares((0, 3), (1, 2), (2, 1), (3, 0), height=4),
        _squares((5, 6), (6, 7), (7, 8), (8, 9), (0, 0), height=10),
        _squares((0, 0), (3, 0), (6, 0)),
    ),
    hints=(
        "You know two of the four shifts: 1 goes up, `height + 1` goes to the right. A diagonal "
        "goes one to the right and one up, or one to the right and one down: what is that in bits?",
        "For each of the four, `pairs = bits & bits >> step`. Two pairs, one starting two squares "
        "after the other, make four: shift the pairs by twice the step.",
        "The steps are 1 (up), `height + 1` (right), `height` (right and down) and "
        "`height + 2` (right and up). Return `True` as soon as one of them finds something, "
        "and `False` only after all of them.",
    ),
    mistakes=patches("""
        vertical lines only
            (1, height + 1, height, height + 2) → (1,)
            A step of 1 goes up a column. The other directions need steps of their own. If your loop
            has all four: does it return before it has tried them all, or forget what it found?
        horizontal lines only
            (1, height + 1, height, height + 2) → (height + 1,)
            A step of `height + 1` goes to the right. There are three more directions. If your loop
            has all four: does it return before it has tried them all, or forget what it has found?
        falling diagonals only
            (1, height + 1, height, height + 2) → (height,)
            A step of `height` goes right and down. There are three more directions. If your loop
            has all four: does it return before it has tried them all, or forget what it has found?
        rising diagonals only
            (1, height + 1, height, height + 2) → (height + 2,)
            A step of `height + 2` goes right and up. There are three more directions. If your loop
            has all four: does it return before it has tried them all, or forget what it has found?
        no diagonals
            height + 1, height, height + 2) → height + 1)
            Lines count along both diagonals too: right and up, and right and down.
        the rising diagonal forgotten
            , height + 2) → )
            A line can also go right and up. How many bits further is that?
        the falling diagonal forgotten
            height, height + 2) → height + 2)
            A line can also go right and down. How many bits further is that?
        three are enough
            2 * step → step
            Two pairs that share a square make three, and so do a pair and one more square. For
            four, take two pairs, the second of which starts two steps on: `pairs >> 2 * step`.
        two are enough
            pairs & pairs >> 2 * step → pairs
            That finds pairs. Four in a row are two pairs, two squares apart. If you do look for
            two pairs: is it `&` that joins them, and not `and`?
        three and a gap are enough
            2 * step → 3 * step
            Two pairs three squares apart span five squares. For four, they start two squares apart.
        `and` instead of `&`
            bits & bits → bits and bits
            or: bits & bits → bits and bits
            pairs & pairs → pairs and pairs
            Do you use `and` where `&` is meant? `a and b` is simply `b` unless `a` is 0; `a & b`
            compares bit by bit.
        five in a row
            if pairs & pairs >> 2 * step → if pairs & pairs >> 2 * step & bits >> 4 * step
            Four are enough: two pairs, two squares apart.
        no line is ever found
            → False
            One direction is enough: do you ask for a line in all of them? And after the second
            step, any bit that is left is a line.
        any four discs
            → bits.bit_count() >= 4
            Four discs somewhere are not yet a line: they have to be neighbours.
        the second shift is 14 in every direction
            2 * step → 14
            or: 2 * step → 2 * (height + 1)
            The second shift depends on the direction, like the first: twice the step.
        the second shift is two bits more than the first
            2 * step → (step + 2)
            Two squares further is two steps: `2 * step` bits, not `step + 2`.
        the first shift again, one bit further
            2 * step → (step + 1)
            Two squares further is two steps: `2 * step` bits.
        the second shift is 2 in every direction
            2 * step → 2
            The second pair lies two steps away, in the direction of the line: `2 * step` bits.
        the vertical lines forgotten
            (1, height + 1 → (height + 1
            A line can also go straight up, where each step is 1 bit.
        the horizontal lines forgotten
            (1, height + 1, → (1,
            A line can also go to the right, where each step is a whole column: `height + 1` bits.
        the spare row forgotten
            (1, height + 1, height, height + 2) → (1, height, height - 1, height + 1)
            A column takes up `height + 1` bits, so one square to the right is `height + 1` away.
        7 instead of `height + 1`
            (1, height + 1, height, height + 2) → (1, 7, 6, 8)
            Shifts of 1, 6, 7 and 8 are right on a board of height 6, and this one is not 6 high.
    """),
)


# ---- 1.3 -----------------------------------------------------------------------------------
def count_up_to_mirror(start: Connect4, plies: int) -> int:
    """How many positions there are after that many plies, mirror images counting as one."""

    def mirror(state: Connect4) -> Connect4:
        image = start
        for column in state.history:
            image = image.play(state.width - 1 - column)
        return image

    level = {start}
    for _ in range(plies):
        level = {state.play(move) for state in level for move in state.moves()}
    return len({frozenset((state, mirror(state))) for state in level})


def _sequences(start: Connect4, plies: int) -> list[Connect4]:
    """The last state of every sequence of so many moves."""
    level = [start]
    for _ in range(plies):
        level = [state.play(move) for state in level for move in state.moves()]
    return level


COUNT_UP_TO_MIRROR = Task(
    number="1.3",
    title="The mirror",
    reference=count_up_to_mirror,
    seconds=5,
    cases=positions("""
        7x6    - 0, - 1, - 3
        3x3x3  - 5, - 7
        4x3x3  - 6
    """),
    wrong_types={Collection: "Return one number: how many there are after the last ply."},
    hints=(
        "Collect all positions after that many plies in a set, as the lesson does. Then find "
        "the mirror image of each.",
        "The mirror image of a game: play it again from `start`, with column "
        "`state.width - 1 - column` instead of `column`.",
        "Put each position and its image into a `frozenset((state, image))`, and all these "
        "pairs into a set: a position and its image give the same pair.",
    ),
    mistakes=patches("""
        mirror images counted twice
            frozenset((state, mirror(state))) → state
            These are all positions; a position and its mirror image count as one.
        half of all positions
            frozenset((state, mirror(state))) → state
            for state in level}) → for state in level}) // 2
            Some positions are their own mirror image: they have no partner to share with.
        half of all positions, rounded up
            frozenset((state, mirror(state))) → state
            return len( → return -(-len(
            for state in level}) → for state in level}) // 2)
            More than one position can be its own mirror image; count pairs, do not halve.
        half of all positions, with a fraction
            frozenset((state, mirror(state))) → state
            for state in level}) → for state in level}) / 2
            Some positions are their own mirror image: they have no partner to share with.
        positions that are their own mirror image left out
            for state in level}) → for state in level if mirror(state) != state})
            A position that is its own mirror image counts as well, once.
        moves in the left half only
            state.moves()} → state.moves() if move <= state.width // 2}
            and: frozenset((state, mirror(state))) → state
            or: for _ in → for n in
            state.moves()} → state.moves() if n or move <= state.width // 2}
            frozenset((state, mirror(state))) → state
            That does not stop two mirror images from meeting later: after a disc in the middle,
            each side is the other's image. Compare the positions at the end.
        the discs of both players taken for the same
            (state, mirror(state)) → (state.mask, mirror(state).mask)
            `state.mask` does not say whose discs they are. Compare the states.
        one ply too few
            range(plies) → range(plies - 1)
            After `plies` plies, that many discs lie on the board.
        move sequences counted
            → len(_sequences(start, plies))
            Different orders of moves can lead to the same position, which counts once.
        move sequences counted
            {start} → [start]
            {state.play → [state.play
            state.moves()} → state.moves()]
            (state, mirror(state)) → (state.history, mirror(state).history)
            Different orders of moves can lead to the same position, which counts once.
        histories compared instead of positions
            (state, mirror(state)) → (state.history, mirror(state).history)
            A position has one history of many that lead to it, and its mirror image may have come
            about in another order. Play the mirrored columns and compare the states.
        finished games left out
            for state in level}) → for state in level if not state.is_over})
            A position in which the game has just ended counts too; it only has no successors.
        one ply too many
            range(plies) → range(plies + 1)
            After 0 plies there is one position: the start itself.
        all plies added up
            → sum(count_up_to_mirror(start, n) for n in range(plies + 1))
            Count the positions after exactly `plies` plies, without those on the way there.
    """),
)


# ---- 1.4 -----------------------------------------------------------------------------------
def winning_columns(state: Connect4) -> list[int]:
    """The columns with which the player to move wins at once."""
    columns = []
    for column in state.moves():
        after = state.play(column)
        if after.is_over and after.utility(state.player) == 1:
            columns.append(column)
    return columns


def _their_wins(state: Connect4) -> list[int]:
    """Where the opponent would make a line, if it were their turn."""
    board, mask = state.board, state.mask
    new = {column: (mask + board.bottoms[column]) & ~mask for column in state.moves()}
    return [column for column, disc in new.items() if board.has_line(state.theirs | disc)]


WINNING_COLUMNS = Task(
    number="1.4",
    title="Winning at once",
    reference=winning_columns,
    same=in_any_order,
    wrong_types={Real: "Return a list of columns, also when it holds one column, or none."},
    cases=positions("""
        7x6    -, 121212, 12121, 223344
        7x6    7223344, 4444447766, 176647173  # O to move; a full column
        5x4x3  1122
        3x3x3  21331232
        9x7x5  1122334, 11223344
        7x6    1212121
    """),
    remark=lambda state: "the game is over, so the list is empty" if state.is_over else None,
    hints=(
        "Try every legal move: `state.play(column)` is the position after it.",
        "A win ends the game. So ask the new state whether it `is_over`, and then for its "
        "`utility`; before the end there is none. After your move it is the opponent's turn: "
        "whose utility do you ask for?",
        "With `after = state.play(column)`, the column wins if "
        "`after.is_over and after.utility(state.player) == 1`.",
    ),
    mistakes=patches("""
        the opponent's winning columns
            → _their_wins(state)
            These are the columns where the other player would make a line.
        no win is ever found
            utility(state.player) → utility(1 - state.player)
            Whose win do you ask for? After the move it is the other player's turn, and they have
            not won; you want the player who moved, `state.player`. Or did you ask `state` instead
            of the new state that `play` returns?
        only wins of X are found
            utility(state.player) → utility(0)
            The player to move is not always X: `state.player` says who it is.
        only wins of O are found
            utility(state.player) → utility(1)
            The player to move is not always O: `state.player` says who it is.
        stopped at the first one
            → winning_columns(state)[:1]
            There can be several; collect them all.
        every legal column
            → state.moves()
            Only those that win. (No move loses at once, so "not lost" is not enough.)
        the columns that do not win
            → [column for column in state.moves() if column not in winning_columns(state)]
            or: → [column for column in state.moves() if not state.play(column).is_over]
            These are the others; return those that win.
        true or false for each column
            → [column in winning_columns(state) for column in state.moves()]
            The list holds the numbers of the columns that win.
        the states instead of the columns
            append(column) → append(after)
            The list holds the numbers of the columns, not the states that they lead to.
        every move that ends the game
            after.is_over and after.utility(state.player) == 1 → after.is_over
            A game can also end because the board is full: that is a draw, not a win.
        columns counted from 1
            append(column) → append(column + 1)
            In code the first column is 0; only move strings and pictures count from 1.
    """),
)


# ---- 1.5 -----------------------------------------------------------------------------------
def safe_columns(state: Connect4) -> list[int]:
    """The columns after which the opponent cannot win at once."""
    return [column for column in state.moves() if not winning_columns(state.play(column))]


def _once_for_each_reply(state: Connect4) -> list[int]:
    """Each column as often as there are replies to it that do not win."""
    afters = {column: state.play(column) for column in state.moves()}
    harmless = {c: set(after.moves()) - set(winning_columns(after)) for c, after in afters.items()}
    return [column for column, replies in harmless.items() for _ in replies]


def _with_the_ends(state: Connect4, columns: list[int]) -> list[int]:
    """The columns, with those that end the game put in separately, once."""
    ends = [column for column in state.moves() if state.play(column).is_over]
    return [*ends, *(column for column in columns if column not in ends)]


def _threatened_after_a_win(state: Connect4) -> list[int]:
    """The safe columns, without those that win while the opponent has a threat elsewhere."""
    wins, threats = winning_columns(state), set(_their_wins(state))
    return [c for c in safe_columns(state) if not (c in wins and threats - {c})]


def _skipping(state: Connect4) -> list[int]:
    """The legal columns, from which unsafe ones are removed in a loop over themselves."""
    columns = state.moves()
    for column in columns:
        if column not in safe_columns(state):
            columns.remove(column)
    return columns


def _player_of(answer: Callable[[Connect4], Iterable[int]]) -> Agent:
    """Wins if it can, else plays one of the safe columns, or any if there is none."""
    rng = np.random.default_rng(1)

    def play_safely(state: Connect4) -> int:
        columns = winning_columns(state) or list(answer(state)) or state.moves()
        return columns[rng.integers(len(columns))]

    return play_safely


SAFE_COLUMNS = Task(
    number="1.5",
    title="Not losing at once",
    reference=safe_columns,
    same=in_any_order,
    player=_player_of,
    wrong_types={Real: "Return a list of columns, also when it holds one column, or none."},
    cases=positions("""
        7x6    -, 11223, 22334, 4541122, 121212, 462751, 2355552116355
        3x3x3  3131, 1132322, 21331232  # the second has two squares left
        9x7x5  12233445
    """),
    hints=(
        "Your `winning_columns` already finds the wins of the player to move. "
        "Who is to move after your move?",
        "Look after your move, not before: your own disc may lift the opponent's next one "
        "to the very square they need.",
        "A column is safe when `winning_columns(state.play(column))` is empty. "
        "After a move that wins the game there are no replies at all, so it is safe.",
    ),
    mistakes=patches("""
        every legal column called safe
            → state.moves()
            After some of them the opponent wins. If you did try the replies: whose win do you ask
            for? Only the opponent can have won by it. And did you ask the state after the reply?
        every column where none is safe
            → safe_columns(state) or state.moves()
            Where no column is safe, the list is empty.
        your own wins looked for, not the opponent's
            not winning_columns(state.play(column)) → column not in winning_columns(state)
            `winning_columns(state)` are the columns with which you win. The opponent is to move
            after your move: ask the new state.
        the position before the move asked
            state.play(column) → state
            In `state` it is your turn, so those are your wins. Ask the state after your move.
        only blocks the wins that are there already
            winning_columns(state.play(column)) → set(_their_wins(state)) - {column}
            or: → _their_wins(state) or state.moves()
            Your move changes the board: it can open the square above it to the opponent, and it can
            end the game before the threat matters.
        only the square above your own disc looked at
            if not → if column not in
            The opponent may reply in any column, not only on top of your disc.
        a column called safe because some reply does not win
            not winning_columns(state.play(column)) → AFTER.moves() != winning_columns(after)
            AFTER → (after := state.play(column))
            and: return [ → return _with_the_ends(state, [
            (after)] → (after)])
            The opponent chooses the reply. A column is safe only if no reply at all wins.
        a column listed once for each harmless reply
            → _once_for_each_reply(state)
            or: → _with_the_ends(state, _once_for_each_reply(state))
            Look at all replies first, and then put the column in once, or not at all.
        lets the opponent reply to a won game
            → _threatened_after_a_win(state)
            Once you have made your line the game is over, and no threat counts any more.
        winning moves left out
            → [column for column in safe_columns(state) if not state.play(column).is_over]
            A move that ends the game leaves the opponent no reply: nothing is safer.
        only the winning columns where there are some
            → winning_columns(state) or safe_columns(state)
            A win is safe, but other columns can be safe as well: return them all.
        stopped at the first one
            → safe_columns(state)[:1]
            There can be several; collect them all.
        columns removed from a list while a loop runs through it
            → _skipping(state)
            When an element is removed, the loop skips the next one. Build a new list instead.
        the unsafe columns
            if not → if
            These are the columns after which the opponent wins; return the others.
        columns counted from 1
            [column for → [column + 1 for
            In code the first column is 0; only move strings and pictures count from 1.
    """)
    + varied(
        patches("""
            only wins of X are found
                utility(state.player) → utility(0)
                The opponent is not always X: it is `1 - state.player`, the one to move after you.
            only wins of O are found
                utility(state.player) → utility(1)
                The opponent is not always O: it is `1 - state.player`, the one to move after you.
            a reply that fills the board counted as a win
                after.is_over and after.utility(state.player) == 1 → after.is_over
                A game can also end because the board is full: that is a draw, and you have not
                lost.
        """),
        of=winning_columns,
    ),
)


# ---- 1.6 -----------------------------------------------------------------------------------
def score_and_error(wins: int, draws: int, losses: int) -> tuple[float, float]:
    """The mean score of a game (1, 1/2 or 0 points), and its standard error."""
    points = np.repeat([1.0, 0.5, 0.0], [wins, draws, losses])
    return points.mean(), points.std(ddof=1) / np.sqrt(len(points))


WRONG_SCORES = patches("""
    draws counted as losses
        0.5 → 0.0
        A draw is worth half a point.
    draws counted as wins
        0.5 → 1.0
    draws left out
        [wins, draws → [wins, 0
        A draw is a game as well: half a point, and one more game to divide by.
    a score from -1 to 1
        [1.0, 0.5, 0.0] → [1.0, 0.0, -1.0]
        or: points.mean() → 2 * points.mean() - 1
        That is the utility. Here a win is 1 point, a draw a half and a loss 0.
    the share of wins
        points.mean(), → wins / len(points),
        A draw is worth half a point.
    the draws missing from the number of games
        points.mean(), → points.sum() / (wins + losses),
        A draw is a game as well, so divide by all games.
    in percent
        points.mean(), → 100 * points.mean(), 100 *
        A win is 1 point, so a score is a number from 0 to 1.
    the sum instead of the mean
        mean() → sum()
        The score is the points of one game on average: divide by the number of games.
    the pair swapped
        points.mean(), →
        sqrt(len(points)) → sqrt(len(points)), points.mean()
        The score comes first, then its error.
    the standard deviation is not divided
        / np.sqrt(len(points)) →
        That is how far a single game strays. The mean of n games strays less: divide by `sqrt(n)`.
    divided by n, not by its square root
        np.sqrt(len(points)) → len(points)
        Errors of independent games cancel slowly: four times the games halve the error.
    the variance instead of the standard deviation
        .std( → .var(
        The standard deviation is the square root of the variance: `std`, not `var`.
    the spread of the three numbers of games
        points.std(ddof=1) → np.std([wins, draws, losses], ddof=1)
        What strays are the points of the single games: write down one number for each game.
    the spread of the three kinds of points
        points.std(ddof=1) → np.std([1, 0.5, 0], ddof=1)
        Each kind counts as often as it occurs: write down one number for each game.
    the root of the whole quotient
        points.std(ddof=1) / np.sqrt(len(points)) → np.sqrt(points.std(ddof=1) / LEN)
        LEN → len(points)
        The standard deviation is a root already: divide it by the root of n.
    the root forgotten
        .std( → .var(
        np.sqrt(len(points)) → len(points)
        The variance divided by n is the square of the error: take its root.
    two errors instead of one
        points.std → 2 * points.std
        or: points.std → 1.96 * points.std
        Two errors to each side are the band of 95 in 100. Return one error.
    rounded
        points.mean(), → round(points.mean(), 2), round(
        sqrt(len(points)) → sqrt(len(points)), 2)
        or: points.mean(), → round(points.mean(), 3), round(
        sqrt(len(points)) → sqrt(len(points)), 3)
        or: points.mean(), → round(points.mean(), 4), round(
        sqrt(len(points)) → sqrt(len(points)), 4)
        Right, but do not round: return the numbers as they are.
""")
"""Mistakes with the sample's standard deviation, and likewise with the population's."""

NO_SAMPLE = patches("""
    divided by n instead of n - 1
        ddof=1 → ddof=0
        A match is a sample: the standard deviation has n - 1 in its denominator, which is `ddof=1`
        in NumPy.
    only right without draws
        points.std(ddof=1) / np.sqrt(len(points)) → np.sqrt(points.mean() * (1 - points.mean()) / N)
        N → len(points)
        or: points.std(ddof=1) → np.sqrt(points.mean() * (1 - points.mean()))
        np.sqrt(len(points)) → np.sqrt(len(points) - 1)
        sqrt(s (1 - s) / n) is about the error if each game scores 1 point or 0. Draws score a half
        and stray less: use the standard deviation of the points, with `ddof=1`.
    divided by the root of n - 1 as well
        sqrt(len(points)) → sqrt(len(points) - 1)
        Only the standard deviation has n - 1 in its denominator; then divide by the root of n.
""")

SCORE_AND_ERROR = Task(
    number="1.6",
    title="How sure are you?",
    reference=score_and_error,
    cases=((5, 0, 5), (6, 2, 2), (10, 0, 0), (1, 8, 1), (70, 10, 20), (3, 1, 0), (1, 2, 47)),
    wrong_types={Real: "Return a pair, not one number: `return score, error`."},
    hints=(
        "Write the match as a list of points: 1 for each win, 0.5 for each draw, "
        "0 for each loss. The score is its mean.",
        "The standard error is the points' standard deviation over the root of their number.",
        "With NumPy, `np.repeat([1, 0.5, 0], [wins, draws, losses])` is such a list. Its `mean()` "
        "is the score, and its `std(ddof=1)` what is still to be divided.",
    ),
    mistakes=WRONG_SCORES
    + NO_SAMPLE
    + varied(
        WRONG_SCORES,
        ("ddof=1", "ddof=0"),
        said="And a match is a sample, with n - 1 in the denominator: `ddof=1`.",
    ),
)
