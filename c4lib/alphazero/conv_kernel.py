"""What a convolution reads, compiled."""

from c4lib.alphazero.net import Array
from c4lib.fast.compiler import compiled


@compiled
def copy_around(boards: Array, found: Array) -> None:
    """For each square, copy what stands on the nine squares around it, but for those off the board.

    `boards` is indexed by position, column, row and number; `found` by position, column and row,
    then by the way to the other column and row, plus 1, and by number.
    """
    width, height = boards.shape[1], boards.shape[2]
    for position in range(len(boards)):
        for column in range(width):
            for right in range(max(-1, -column), min(2, width - column)):
                for row in range(height):
                    for up in range(max(-1, -row), min(2, height - row)):
                        for number in range(boards.shape[3]):
                            found[position, column, row, right + 1, up + 1, number] = boards[
                                position, column + right, row + up, number
                            ]
