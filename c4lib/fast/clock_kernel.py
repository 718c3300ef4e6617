"""The search of the clock player: alpha-beta with an evaluation, on boards of any size.

On 7x6 it judges by a table that was learnt: see `tuples_kernel`. On other boards it judges by the
hit-rate, extended from the empty board to any position: a line that only one player has discs in
is worth the square of their number, so a first disc is worth one for each line through its
square. Immediate wins and threats are known at every node, from the
lines that lack one disc; so forced moves cost no depth, and only quiet positions are judged.
"""

from mmap import mmap
from typing import Any, NamedTuple

import numpy as np

from c4lib.fast.compiler import compiled, now
from c4lib.fast.interrupt import Stop
from c4lib.fast.lines_kernel import (
    KEY_BITS,
    LEARNT,
    OPEN,
    THREATS,
    WORTH,
    BoardLines,
    LinePosition,
    Longs,
    Numbers,
    put,
    take,
)

WIN = 1_000_000  # what a win is worth at the root, less one for each ply until it
CERTAIN_WIN = WIN // 2  # values beyond this are wins and losses that were seen
NOTHING = 2 * WIN  # more than any value
DEEPEST = 120  # the ply at which even forced moves are no longer followed
SOLVED = 1000  # the depth of what was searched to the end of the game

ZUGZWANG = 40  # what it is worth to win when safe moves run out
TURN = 10  # the value of having the move
NEW_THREAT = 1000
"""How much sooner than others a move is tried for each line that it leaves one disc short."""
MOST_LEARNT = 1 << 28

OFTEN, SELDOM = 1000, 50
"""The clock is checked every so often: first after few nodes, then after more."""

NODES, LIMIT, GUESSES = range(3)
"""What is counted: nodes, the most there may be, and leaves that were judged, not known."""

BOUND_AT, MOVE_AT, DEPTH_AT = 31, 33, 45
"""Where in an entry's second number these begin; its value, raised to be positive, is first."""
EXACT, LOWER, UPPER = range(3)
SLOTS = 4  # entries in a bucket: with two numbers each they fill a line of the processor's cache
BUCKET_BYTES = 2 * 8 * SLOTS


class ClockMemory(NamedTuple):
    """What a search writes to. `entries` and `shift` are the table."""

    entries: Longs
    shift: int  # how many bits a key is shifted by to give the number of a bucket
    learnt: Numbers  # for each player and square: how good moves there have proved
    orders: Numbers  # for each ply and column: how promising the move is; below 0: not to be tried
    next_threats: Numbers
    """For each column the lowest square that decides something, while a position is judged."""
    counts: Longs
    deadline: np.ndarray[Any, np.dtype[np.float64]]  # when to stop, by `time.perf_counter`
    stop: Stop


def new_memory(lines: BoardLines, table_mb: int) -> ClockMemory:
    """An empty memory with a table of at most `table_mb` MB.

    NumPy would ask for the table in huge pages, each of which may take milliseconds to provide
    when it is first used. Those of `mmap` are small.
    """
    bucket_bits = ((table_mb << 20) // BUCKET_BYTES).bit_length() - 1
    return ClockMemory(
        np.frombuffer(mmap(-1, BUCKET_BYTES << bucket_bits), np.int64),
        KEY_BITS - bucket_bits,
        np.zeros((2, lines.width * lines.height), np.int32),
        np.zeros((DEEPEST + 1, lines.width), np.int32),
        np.zeros(lines.width, np.int32),
        np.zeros(3, np.int64),
        np.full(1, np.inf),
        np.zeros(1, np.bool_),
    )


# ---- the table -----------------------------------------------------------------------------


@compiled
def recall(memory: ClockMemory, key: int) -> int:
    """The entry of the position with that key; -1 if there is none."""
    start = (key >> memory.shift) * 2 * SLOTS
    for place in range(start, start + 2 * SLOTS, 2):
        if memory.entries[place] == key:
            return int(memory.entries[place + 1])
    return -1


@compiled
def keep(memory: ClockMemory, key: int, entry: int) -> None:
    """Put an entry first in its bucket; the last one there, the oldest, is evicted."""
    start = (key >> memory.shift) * 2 * SLOTS
    place = start
    while place < start + 2 * (SLOTS - 1) and memory.entries[place] != key:
        place += 2
    while place > start:  # all entries newer than the evicted one move up by one
        memory.entries[place] = memory.entries[place - 2]
        memory.entries[place + 1] = memory.entries[place - 1]
        place -= 2
    memory.entries[start], memory.entries[start + 1] = key, entry


@compiled
def pack(value: int, bound: int, move: int, depth: int, ply: int) -> int:
    """An entry. Wins are counted from the position on, wherever in the tree it was met."""
    if value > CERTAIN_WIN:
        value += ply
    elif value < -CERTAIN_WIN:
        value -= ply
    return value + NOTHING | bound << BOUND_AT | move << MOVE_AT | depth << DEPTH_AT


@compiled
def value_of(entry: int, ply: int) -> int:
    """An entry's value, for the player to move, with wins counted from the root."""
    value = (entry & (1 << BOUND_AT) - 1) - NOTHING
    if value > CERTAIN_WIN:
        return value - ply
    if value < -CERTAIN_WIN:
        return value + ply
    return value


@compiled
def is_enough(entry: int, value: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry answers a search of that depth with that window."""
    bound = entry >> BOUND_AT & 3
    if (bound == LOWER and value < beta) or (bound == UPPER and value > alpha):
        return False
    seen_win = value > CERTAIN_WIN and bound != UPPER
    seen_loss = value < -CERTAIN_WIN and bound != LOWER
    return seen_win or seen_loss or entry >> DEPTH_AT >= depth


# ---- judging a quiet position --------------------------------------------------------------


@compiled
def judge(lines: BoardLines, position: LinePosition, player: int, next_threats: Numbers) -> int:
    """What a position in which nobody can win at once is worth to the player to move."""
    sums, other, tuples = position.sums, 1 - player, lines.tuples
    turn, decided = TURN, ZUGZWANG
    value = sums[player, WORTH] - sums[other, WORTH]
    if len(tuples.worth) > 0:
        turn, decided = tuples.turn, tuples.zugzwang
        value = sums[0, LEARNT] if player == 0 else -sums[0, LEARNT]
    value += turn
    if sums[player, THREATS] + sums[other, THREATS] > 0:
        winner = zugzwang(lines, position, player, next_threats)
        if winner >= 0:
            value += decided if winner == player else -decided
    # A player with no open line left cannot win.
    if sums[player, OPEN] == 0:
        value = min(value, 0)
    if sums[other, OPEN] == 0:
        value = max(value, 0)
    # Long lines are worth much on huge boards.
    return int(max(1 - CERTAIN_WIN, min(value, CERTAIN_WIN - 1)))


@compiled
def zugzwang(lines: BoardLines, position: LinePosition, player: int, next_threats: Numbers) -> int:
    """Who wins when safe moves run out, where both fill all other squares first; -1: nobody.

    The square below a threat is played last: below the opponent's it loses, below one's own
    the threat is stopped. A player with only such squares left gives up a threat of their own if
    they can, and continues above it; if they cannot, they lose.
    """
    height, threats = lines.height, position.threats
    safe = 0
    for column in range(lines.width):
        lowest = column * height + position.heights[column]
        if position.heights[column] == height:
            next_threats[column] = -1
            continue
        next_threats[column] = next_threat(lines, threats, column, lowest)
        above = next_threats[column]
        safe += (column + 1) * height - lowest if above < 0 else above - 1 - lowest
    mover = player if safe % 2 == 0 else 1 - player
    while True:
        waiting, given_up, loses = 1 - mover, -1, False
        for column in range(lines.width):
            square = next_threats[column]
            if square >= 0:
                if threats[waiting, square] > 0:
                    loses = True
                else:
                    given_up = column
        if given_up < 0:
            return waiting if loses else -1
        # The mover plays below the threat, the other on it, and the column continues above.
        lowest, top = next_threats[given_up] + 1, (given_up + 1) * height
        if lowest == top:
            next_threats[given_up] = -1
            continue
        if threats[mover, lowest] > 0:  # two threats one above the other: the second wins
            return mover
        above = next_threat(lines, threats, given_up, lowest)
        next_threats[given_up] = above
        if (top - lowest if above < 0 else above - 1 - lowest) % 2 == 1:
            mover = waiting


@compiled
def next_threat(lines: BoardLines, threats: Numbers, column: int, lowest: int) -> int:
    """The first square above `lowest` on which either player would complete a line; -1: none."""
    for square in range(lowest + 1, (column + 1) * lines.height):
        if threats[0, square] > 0 or threats[1, square] > 0:
            return square
    return -1


# ---- the search ----------------------------------------------------------------------------


@compiled
def is_time_up(memory: ClockMemory) -> bool:
    """Whether the time or the nodes are used up, or the search was stopped.

    The clock is checked now and then, but often at first, when new memory may be slow.
    """
    nodes = memory.counts[NODES]
    looks = nodes < OFTEN or nodes % SELDOM == 0
    if nodes >= memory.counts[LIMIT] or (looks and now() > memory.deadline[0]):
        memory.stop[0] = True
    return bool(memory.stop[0])


WINS, LOST, FULL, FREE = -4, -3, -2, -1
"""What there may be instead of a forced move: a win, a loss, no move at all, or a choice."""


@compiled
def forced_column(lines: BoardLines, position: LinePosition, player: int) -> int:
    """The column that the player has to play to stop a win, or one of the four words above."""
    height, heights, threats = lines.height, position.heights, position.threats
    other, must, moves = 1 - player, FREE, 0
    for column in range(lines.width):
        if heights[column] == height:
            continue
        moves += 1
        square = column * height + heights[column]
        if threats[player, square] > 0:
            return WINS
        if threats[other, square] > 0:
            next_one_too = heights[column] + 1 < height and threats[other, square + 1] > 0
            must = LOST if must != FREE or next_one_too else column
    return must if moves > 0 else FULL


@compiled
def line_up(
    lines: BoardLines, position: LinePosition, memory: ClockMemory,
    player: int, ply: int, known: int, depth: int,
) -> bool:  # fmt: skip
    """Write down how promising each move is; those that lose at once are left out.

    Returns whether any is left. `known` is the move that was best before, or -1.
    """
    height, heights, threats = lines.height, position.heights, position.threats
    other, found = 1 - player, False
    for column in range(lines.width):
        memory.orders[ply, column] = -1
        square = column * height + heights[column]
        if heights[column] == height:
            continue
        if heights[column] + 1 < height and threats[other, square + 1] > 0:
            continue
        found = True
        promise = memory.learnt[player, square]
        if column == known:
            promise = 2 * MOST_LEARNT
        elif depth > 1:
            for index in range(lines.first[square], lines.first[square + 1]):
                line = lines.through[index]
                mine, theirs = position.held[player, line], position.held[other, line]
                if theirs == 0 and mine == lines.connect - 2:
                    promise += NEW_THREAT
        memory.orders[ply, column] = promise
    return found


@compiled
def most_promising(lines: BoardLines, memory: ClockMemory, ply: int) -> int:
    """The move to try next, which is then struck off; -1: none is left."""
    best, column = -1, -1
    for each in range(lines.width):
        if memory.orders[ply, each] > best:
            best, column = memory.orders[ply, each], each
    if column >= 0:
        memory.orders[ply, column] = -1
    return column


@compiled
def search(
    lines: BoardLines, position: LinePosition, memory: ClockMemory,
    player: int, depth: int, alpha: int, beta: int, ply: int,
) -> int:  # fmt: skip
    """What the position is worth to the player to move, if that is within the window.

    Else it is a bound. If the search was stopped, it means nothing.
    """
    counts, sums, other = memory.counts, position.sums, 1 - player
    if is_time_up(memory):
        return 0
    counts[NODES] += 1
    forced = forced_column(lines, position, player)
    if forced == WINS:
        return WIN - ply - 1
    if forced == LOST:
        return ply + 2 - WIN
    if forced == FULL or (sums[player, OPEN] == 0 and sums[other, OPEN] == 0):
        return 0
    # The soonest win is with the disc after the next; without an open line there is none.
    beta = min(beta, WIN - ply - 3 if sums[player, OPEN] > 0 else 0)
    if sums[other, OPEN] == 0:
        alpha = max(alpha, 0)
    if alpha >= beta:
        return alpha
    if ply >= DEEPEST or (forced == FREE and depth <= 0):
        counts[GUESSES] += 1
        return judge(lines, position, player, memory.next_threats)
    key, known = position.key[0], -1
    if forced == FREE:
        entry = recall(memory, key)
        if entry >= 0:
            value = value_of(entry, ply)
            if is_enough(entry, value, depth, alpha, beta):
                if abs(value) < CERTAIN_WIN and entry >> DEPTH_AT < SOLVED:
                    counts[GUESSES] += 1
                return value
            known = entry >> MOVE_AT & (1 << DEPTH_AT - MOVE_AT) - 1
        if not line_up(lines, position, memory, player, ply, known, depth):
            return ply + 2 - WIN
        depth -= 1
    else:  # a forced move costs no depth
        for column in range(lines.width):
            memory.orders[ply, column] = 0 if column == forced else -1
    guesses, low = counts[GUESSES], alpha
    best, best_move, tried = -NOTHING, 0, 0
    while True:
        column = most_promising(lines, memory, ply)
        if column < 0:
            break
        square = column * lines.height + position.heights[column]
        put(lines, position, player, square)
        position.heights[column] += 1
        # The first move is searched in full. The others need only be shown to be no better,
        # and the late ones among them less deeply at first; a surprise is searched again.
        value = alpha + 1
        if tried > 1 and depth > 1:
            less = depth - (1 if tried < 4 else 2)
            value = -search(lines, position, memory, other, less, -alpha - 1, -alpha, ply + 1)
        if tried > 0 and value > alpha:
            value = -search(lines, position, memory, other, depth, -alpha - 1, -alpha, ply + 1)
        if tried == 0 or alpha < value < beta:
            value = -search(lines, position, memory, other, depth, -beta, -alpha, ply + 1)
        position.heights[column] -= 1
        take(lines, position, player, square)
        if memory.stop[0]:
            return 0
        tried += 1
        if value > best:
            best, best_move = value, column
        alpha = max(alpha, value)
        if alpha >= beta:
            memory.learnt[player, square] += min(depth * depth, 10000)
            if memory.learnt[player, square] > MOST_LEARNT:
                memory.learnt[player, square] = MOST_LEARNT
            break
    if forced == FREE:
        bound = LOWER if best >= beta else UPPER if best <= low else EXACT
        reach = SOLVED if counts[GUESSES] == guesses else depth + 1
        keep(memory, key, pack(best, bound, best_move, reach, ply))
    return best
