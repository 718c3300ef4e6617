"""What a network sees of Connect X, compiled: the twin of `Columns.bits`, for many positions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from c4lib.alphazero.encode import BY_COLUMN, BY_SQUARE, SINGLE, Columns, lines_of
from c4lib.connect4 import Connect4
from c4lib.fast.compiler import Word, Words, compiled, count_ones, inlined, word, words
from c4lib.fast.heuristics_kernel import threat_squares
from c4lib.fast.rules_kernel import ONE, Rules, check_state, rules_of
from c4lib.game import State

Array = np.ndarray[Any, Any]


def encode(states: Sequence[Connect4], lines: bool = True) -> tuple[Array, Array]:
    """The bits, as `Columns` has them, and the legal moves of several positions on one board."""
    roots = check_together(states)
    seen, bits, legal = blank(roots[0], len(roots), lines)
    theirs, masks = words([state.theirs for state in roots]), words([state.mask for state in roots])
    write_all(theirs, masks, rules_of(roots[0]), seen, bits, legal)
    return bits, legal


def check_together(states: Sequence[State]) -> list[Connect4]:
    """The states, if they are unfinished and on one board that compiled searches can take."""
    roots = [check_state(state, "puct", package="c4lib.alphazero") for state in states]
    if not roots or len({state.board for state in roots}) > 1:
        raise ValueError("hand in at least one position, all on the same board")
    if any(state.is_over for state in roots):
        raise ValueError("a game is over; there is no move to look for")
    return roots


def blank(state: Connect4, rows: int, lines: bool) -> tuple[Words, Array, Array]:
    """The lines to look at, and arrays for the bits and the legal moves of `rows` positions."""
    encoding = Columns(state.board, lines)
    bits = np.zeros((rows, encoding.inputs), np.float32)
    seen = words(lines_of(state.board) if lines else [])
    return seen, bits, np.zeros((rows, encoding.outputs), np.float32)


@compiled
def write_all(
    theirs: Words, masks: Words, rules: Rules, lines: Words, bits: Array, legal: Array
) -> None:
    """Write the bits and legal moves of several positions."""
    for row in range(len(theirs)):
        write(masks[row] ^ theirs[row], theirs[row], rules, lines, bits[row], legal[row])


@inlined
def write(mine: Word, theirs: Word, rules: Rules, lines: Words, bits: Array, legal: Array) -> None:
    """Write what `Columns` says of a position, and its legal moves."""
    moves = (mine | theirs) + rules.bottoms & rules.full
    height, squares = rules.height, len(legal) * rules.height
    for column in range(len(legal)):
        legal[column] = 1.0 if is_open(moves, column, height) else 0.0
    write_squares(mine, height, bits[:squares])
    write_squares(theirs, height, bits[squares : 2 * squares])
    if len(lines) == 0:
        return
    held, single = BY_SQUARE * squares + BY_COLUMN * len(legal), len(bits) - SINGLE
    half = (single - held) // 2
    bits[held:] = 0
    my_threats, my_once, my_again = look(mine, theirs, lines, bits[held : held + half])
    their_threats, their_once, their_again = look(theirs, mine, lines, bits[held + half : single])
    write_squares(my_threats, height, bits[2 * squares : 3 * squares])
    write_squares(their_threats, height, bits[3 * squares : 4 * squares])
    write_squares(moves, height, bits[4 * squares : 5 * squares])
    above, left = moves << ONE & rules.full, 5 * squares
    for offered in (my_threats, my_once, my_again, their_threats, their_once, their_again):
        for reached in (offered & moves, offered & above):
            for column in range(len(legal)):
                bits[left + column] = 1.0 if is_open(reached, column, height) else 0.0
            left += len(legal)
    bits[single] = count_ones(mine | theirs) & 1
    traps = held - 4 * len(legal)
    write_tempo(mine | theirs, my_threats, their_threats, height, bits[left:traps], bits[single:])
    write_traps(mine, theirs, moves, rules, bits[traps:held])


@inlined
def write_tempo(
    mask: Word, mine: Word, theirs: Word, height: int, lowest: Array, single: Array
) -> None:
    """Write the lowest squares that complete lines, and how much can be played before them."""
    lowest[:] = 0
    width, none = len(lowest) // 6, height + 1
    left_by_mine = left_by_theirs = left_by_both = 0
    for column in range(width):
        bottom = word(column * (height + 1))
        first = count_ones(mask >> bottom & (ONE << word(height)) - ONE)
        my_row, their_row = none, none
        for row in range(height - 1, first, -1):
            square = ONE << bottom + word(row)
            my_row = row if mine & square else my_row
            their_row = row if theirs & square else their_row
        for player in range(2):
            own, other = (their_row, my_row) if player else (my_row, their_row)
            if own < none and own <= other:
                lowest[(3 * player + own % 2) * width + column] = 1.0
                lowest[(3 * player + 2) * width + column] = 1.0 - (own - first) % 2
        left_by_mine += min(my_row - 1, height) - first
        left_by_theirs += min(their_row - 1, height) - first
        left_by_both += min(my_row - 1, their_row - 1, height) - first
    place = 1
    for left in (left_by_mine, left_by_theirs, left_by_both):
        single[place] = left % 2
        single[place + 1] = 1.0 if left == 0 else 0.0
        place += 2


@inlined
def write_traps(mine: Word, theirs: Word, moves: Word, rules: Rules, traps: Array) -> None:
    """Write where each player can set a trap, and after which moves they win or set one.

    See `Columns`.
    """
    traps[:] = 0
    width, column_of_ones = len(traps) // 4, (ONE << word(rules.height)) - ONE
    for move in range(width):
        square = moves & column_of_ones << word(move * (rules.height + 1))
        if not square:
            continue
        after = mine | square
        mask = after | theirs
        falls = mask + rules.bottoms & rules.full
        traps[move] = 1.0 if is_trap(after, theirs, rules) else 0.0
        traps[width + move] = 1.0 if is_trap(theirs | square, mine, rules) else 0.0
        if threat_squares(theirs, rules.full & ~mask, rules) & falls:
            traps[2 * width + move] = 1.0
            continue
        while falls:
            reply = falls & ~(falls - ONE)
            falls ^= reply
            if is_trap(theirs | reply, after, rules):
                traps[3 * width + move] = 1.0
                break


@inlined
def is_trap(discs: Word, others: Word, rules: Rules) -> bool:
    """Whether the player who just moved has more threats than one disc can block, in time."""
    mask = discs | others
    empty, falls = rules.full & ~mask, mask + rules.bottoms & rules.full
    threats = threat_squares(discs, empty, rules)
    now = threats & falls
    if not (now & now - ONE or now << ONE & threats):
        return False
    return not threat_squares(others, empty, rules) & falls


@inlined
def write_squares(board: Word, height: int, bits: Array) -> None:
    """Write a bit for each square, column by column, without the spare row."""
    for square in range(len(bits)):
        bits[square] = board >> word(square + square // height) & ONE


@inlined
def look(discs: Word, others: Word, lines: Words, held: Array) -> tuple[Word, Word, Word]:
    """Mark the lines that the player holds alone; return the squares that these offer.

    That is: squares that would complete a line, those in a line that lacks two, and those in
    several such lines.
    """
    threats = once = again = word(0)
    for number in range(len(lines)):
        line = lines[number]
        if line & others == 0:
            gaps = line & ~discs
            count, missing = count_ones(line & discs), count_ones(gaps)
            if count > 0:
                held[(count - 1) * len(lines) + number] = 1.0
            if missing == 1:
                threats |= gaps
            elif missing == 2:
                again |= once & gaps
                once |= gaps
    return threats, once, again


@inlined
def is_open(moves: Word, column: int, height: int) -> bool:
    """Whether one of the moves is in the column."""
    return bool(moves >> word(column * (height + 1)) & (ONE << word(height)) - ONE)
