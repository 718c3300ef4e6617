"""`PatternNet`, compiled: reading the patterns, the sums of table rows, and whole answers."""

import math
from typing import Any

from c4lib.alphazero.net import Array
from c4lib.alphazero.net_kernel import cut, layer, softmax
from c4lib.fast.compiler import compiled, inlined

ORDER = (
    "table", "square", "square_bias", "column", "column_bias", "board", "board_bias",
    "deep", "deep_bias", "heads", "heads_bias", "own",
)  # fmt: skip
"""In which order `answer` takes the weights; `heads` are policy and value side by side."""


@compiled
def look_up_all(
    bits: Array, first: Array, through: Array, powers: Array, starts: Array, rows: Array,
    places: Array, found: Array,
) -> None:  # fmt: skip
    """Write the rows of the table for each square of each position: see `Patterns`."""
    squares = len(places)
    for position in range(len(bits)):
        codes = found[position]
        for square in range(squares):
            for direction in range(4):
                codes[square, direction] = starts[4 * square + direction]
        discs = 0
        for square in range(squares):
            digit = 0
            if bits[position, square] != 0:
                digit = 1
            elif bits[position, squares + square] != 0:
                digit = 2
            if digit:
                discs += 1
                for place in range(first[square], first[square + 1]):
                    pattern = through[place]
                    codes[pattern // 4, pattern % 4] += digit * powers[place]
        for square in range(squares):
            for direction in range(4):
                codes[square, direction] = rows[codes[square, direction]]
            codes[square, 4] = places[square] + discs % 2


@compiled
def add_rows(codes: Array, table: Array, sums: Array) -> None:
    """For each square, the sum of its five rows."""
    for square in range(len(codes)):
        add_five(codes[square], table, sums[square])


@inlined
def add_five(codes: Array, table: Array, total: Array) -> None:
    """The sum of five rows of the table."""
    a, b, c, d, e = codes[0], codes[1], codes[2], codes[3], codes[4]
    for place in range(len(total)):
        total[place] = (
            table[a, place] + table[b, place] + table[c, place] + table[d, place] + table[e, place]
        )


@compiled
def add_slopes(codes: Array, slopes: Array, table: Array) -> None:
    """Add each square's slope to its five rows."""
    for square in range(len(codes)):
        for number in range(5):
            row = codes[square, number]
            for place in range(slopes.shape[1]):
                table[row, place] += slopes[square, place]


@compiled
def answer(
    codes: Array, legal: Array, table: Array, square: Array, square_bias: Array, column: Array,
    column_bias: Array, board: Array, board_bias: Array, deep: Array, deep_bias: Array,
    heads: Array, heads_bias: Array, own: Array, squares: Array, change: Array, columns: Array,
    hidden: Array, judged: Array, seen: Array, policies: Array, values: Array,
) -> None:  # fmt: skip
    """Write each position's policy and value; `squares` to `seen` are scratch arrays."""
    width, channels = columns.shape[0], squares.shape[1]
    height, wide = squares.shape[0] // width, hidden.shape[0] // 2
    for row in range(len(codes)):
        for place in range(len(squares)):
            add_five(codes[row, place], table, squares[place])
            cut(squares[place])
            layer(squares[place], square, square_bias, change, seen)
            cut(change)
            for number in range(channels):
                squares[place, number] += change[number]
        flat = squares.reshape(width, height * channels)
        for place in range(width):
            kind = min(place, width - 1 - place)
            layer(flat[place], column[kind], column_bias[kind], columns[place], seen)
            cut(columns[place])
            policies[row, place] = dot(columns[place], own)
        total = 0.0
        for image in range(2):
            last, more = hidden[:wide], hidden[wide:]
            layer(columns.reshape(width * columns.shape[1]), board, board_bias, last, seen)
            cut(last)
            layer(last, deep, deep_bias, more, seen)
            cut(more)
            for number in range(wide):
                last[number] += more[number]
            layer(last, heads, heads_bias, judged, seen)
            total += judged[width]
            for place in range(width):
                policies[row, width - 1 - place if image else place] += judged[place] / 2
            if image == 0:
                for place in range(width // 2):
                    for number in range(columns.shape[1]):
                        one = columns[place, number]
                        columns[place, number] = columns[width - 1 - place, number]
                        columns[width - 1 - place, number] = one
        softmax(policies[row], legal[row])
        values[row] = math.tanh(total / 2)


@inlined
def dot(numbers: Array, weights: Array) -> Any:
    """The sum of the products, in four parts, so that none waits for the one before."""
    a = b = c = d = numbers[0] * 0
    fours = len(numbers) - len(numbers) % 4
    for place in range(0, fours, 4):
        a += numbers[place] * weights[place, 0]
        b += numbers[place + 1] * weights[place + 1, 0]
        c += numbers[place + 2] * weights[place + 2, 0]
        d += numbers[place + 3] * weights[place + 3, 0]
    for place in range(fours, len(numbers)):
        a += numbers[place] * weights[place, 0]
    return a + b + c + d
