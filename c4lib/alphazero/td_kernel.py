"""TD learning with n-tuples, compiled: games of Connect X against itself, and what they teach."""

from typing import Any, NamedTuple

import numpy as np

from c4lib.fast.compiler import Word, Words, compiled, inlined, number, word
from c4lib.fast.mcts_kernel import below
from c4lib.fast.rules_kernel import ONE, Rules, has_line
from c4lib.fast.tuples_kernel import Floats, Numbers

FULL = -2.0
"""In place of the value of a move into a full column: less than any value."""
SIDES = 1 << 31  # of the die that says whether to explore


class TupleNet(NamedTuple):
    """Which tuples of squares there are, and what is worth how much to X."""

    first: Numbers  # where in `through` the tuples of each square begin, and then where all end
    through: Numbers  # the tuples of square 0, then those of square 1, and so on
    powers: Numbers  # beside it: 4 to the power of the square's place in the tuple
    starts: Numbers  # where in `worth` the codes of each tuple begin; a mirror image's are the same
    worth: np.ndarray[Any, np.dtype[np.float32]]  # a table if it is X's turn, and one if it is O's


class CodedBoard(NamedTuple):
    """A position as the network reads it, and room for the values of the moves."""

    codes: Numbers  # of each tuple: a digit to the base 4 for each of its squares
    heights: Numbers  # how many discs lie in each column
    values: Floats  # of each column, for the player to move


@inlined
def squash(total: float) -> float:
    """The hyperbolic tangent, right to 0.0001.

    It is made of products and one quotient, which all machines round alike; not all know the same
    tangent.
    """
    total = min(4.97, max(-4.97, total))
    square = total * total
    above = total * (135135.0 + square * (17325.0 + square * (378.0 + square)))
    return above / (135135.0 + square * (62370.0 + square * (3150.0 + square * 28.0)))


@inlined
def put(net: TupleNet, codes: Numbers, square: int, change: int) -> None:
    """Change the digit of a square in all tuples that it is in."""
    for place in range(net.first[square], net.first[square + 1]):
        codes[net.through[place]] += change * net.powers[place]


@compiled
def clear(net: TupleNet, rules: Rules, board: CodedBoard) -> None:
    """Make the board empty: discs can fall on the squares at the bottom."""
    for place in range(len(board.codes)):
        board.codes[place] = 0
    for column in range(len(board.heights)):
        board.heights[column] = 0
        put(net, board.codes, column * rules.height, 1)


@compiled
def drop(
    net: TupleNet, rules: Rules, board: CodedBoard, column: int, player: int, step: int
) -> None:
    """Let a player's disc fall into a column (`step` 1), or take it back (-1)."""
    if step < 0:
        board.heights[column] -= 1
    row = board.heights[column]
    square = column * rules.height + row
    put(net, board.codes, square, step * (1 + player))
    if row + 1 < rules.height:
        put(net, board.codes, square + 1, step)  # the next disc can fall there
    if step > 0:
        board.heights[column] += 1


@compiled
def value_of(net: TupleNet, codes: Numbers, player: int) -> float:
    """The value of a position for X, if it is the player's turn."""
    total = 0.0
    for place in range(len(codes)):
        total += float(net.worth[player, net.starts[place] + codes[place]])
    return squash(total)


@inlined
def landing(rules: Rules, board: CodedBoard, column: int) -> Word:
    """The bit of the square on which a disc comes to lie."""
    return ONE << word(column * (rules.height + 1) + board.heights[column])


@compiled
def look(
    net: TupleNet, rules: Rules, board: CodedBoard, theirs: Word, mask: Word, player: int
) -> int:
    """The leftmost of the best moves for the player; all values are left in `board.values`."""
    best, values = 0, board.values
    for column in range(len(values)):
        values[column] = FULL
        if board.heights[column] < rules.height:
            disc = landing(rules, board, column)
            if has_line(mask ^ theirs | disc, rules.height, rules.connect):
                values[column] = 1.0
            elif mask | disc == rules.full:
                values[column] = 0.0
            else:
                drop(net, rules, board, column, player, 1)
                value = value_of(net, board.codes, 1 - player)
                drop(net, rules, board, column, player, -1)
                values[column] = -value if player else value
        if values[column] > values[best]:
            best = column
    return best


@compiled
def adjust(net: TupleNet, codes: Numbers, player: int, goal: float, rate: float) -> None:
    """Move the value of a position towards the goal: a step of TD learning."""
    value = value_of(net, codes, player)
    step = rate * (goal - value) * (1.0 - value * value)
    for place in range(len(codes)):
        code = net.starts[place] + codes[place]
        net.worth[player, code] = float(net.worth[player, code]) + step


@compiled
def practise(
    net: TupleNet, rules: Rules, board: CodedBoard, dice: Words, games: int, rate: float,
    explore: float,
) -> None:  # fmt: skip
    """Play games from the empty board, and learn from every position.

    The goal is the value after the best move, also where another one is explored.
    """
    for _ in range(games):
        clear(net, rules, board)
        theirs, mask, player, is_over = word(0), word(0), 0, False
        while not is_over:
            column = look(net, rules, board, theirs, mask, player)
            value = board.values[column]
            adjust(net, board.codes, player, -value if player else value, rate)
            if float(below(dice, word(SIDES))) < explore * SIDES:
                column = number(below(dice, word(len(board.heights))))
                while board.heights[column] == rules.height:
                    column = (column + 1) % len(board.heights)
            disc = landing(rules, board, column)
            drop(net, rules, board, column, player, 1)
            theirs, mask, player = mask ^ theirs | disc, mask | disc, 1 - player
            is_over = board.values[column] == 1.0 or mask == rules.full
