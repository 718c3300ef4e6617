"""How Connect Four is solved: alpha-beta as in lesson 03, and eleven tricks.

A score is Pascal Pons': +1 for the player to move who wins with their last disc, +2 with the
last but one, and so on; 0 for a draw; negative the same for the opponent. So the score asks
not only who wins but how soon, and a score can be bounded by counting the squares left.

`search` answers one question: is the score at least `beta`? It is alpha-beta with the
narrowest window there is, and so with the most cuts. `solve_position` asks it again and again, each
time about another `beta`, until only one score is left.

A position is two words: `mine`, the discs of the player to move, and `mask`, all discs. Moves
are sets of squares in one word, and most steps below handle a whole set at once.
"""

from typing import NamedTuple

from c4lib.fast.compiler import Word, Words, compiled, count_ones, fetch, inlined, word
from c4lib.fast.solver_table_kernel import Keys, bucket, high_of, keep, low_of, recall, spread

TRICKS = (
    "static order", "forced moves", "transposition table", "outside in", "threat order",
    "symmetry", "transposition cutoffs", "follow-up", "history heuristic", "useful threats",
    "denial",
)  # fmt: skip
"""The tricks, in the order in which lesson 07 switches them on.

- static order: try first the squares that most lines run through, not the leftmost
- forced moves: leave out moves that lose at once, and see double threats coming
- transposition table: remember positions
- outside in: ask about large scores first, whose trees are shallow
- threat order: try first the moves that make most threats
- symmetry: take a position and its mirror image for one, near the start
- transposition cutoffs: look all positions after a move up in the table before searching any
- follow-up: bound the score by what a player gets who only answers in pairs of squares
- history heuristic: try squares sooner that have caused cuts elsewhere, later those that have not
- useful threats: count only threats that can come true, and more those that will matter soonest
- denial: try squares sooner that the opponent wants, and later those just below such squares
"""
FORCED, TABLE, OUTSIDE_IN, THREATS, MIRROR, REPLIES, PAIRS, HISTORY, USEFUL, DENIAL = (
    1 << TRICKS.index(name) for name in TRICKS if name != "static order"
)

ONE, TWO, THREE = word(1), word(2), word(3)
NODES, TABLE_HITS, LIMIT = range(3)
"""The places in a search's memory; LIMIT is the number of nodes after which it gives up."""
WORTH = word(16)
"""Where the worth of the 64 squares begins, by which moves are ordered, for either player."""
LEARNT = word(144)  # where it is noted, in the same way, how much of that worth is history
STACK = word(272)
"""Where the moves to try begin, a row of 64 words a ply: each move's order, and its threats."""
ROW = word(64)
MEMORY = 272 + 64 * 64

LINE, THREAT, MOST_LEARNT = 128, word(128), word(256)
"""What a line through a square, a quarter of a threat, and history at most add to the order."""
ENOUGH = word(1 << 12)  # so that no order is negative
MIRRORED_BELOW = 30  # mirror images are looked for while more squares than this are free
TABLE_BELOW = 8  # with at most this many free squares the table is not used: searching is faster
TALL = word(20)  # boards this high are at most 3 wide, so that a line can only be vertical


class SolverRules(NamedTuple):
    """What the search needs to know of a board, and of what it may do."""

    width: int
    height: Word
    bottoms: Word  # the lowest squares of all columns
    full: Word  # all squares
    lower: Word  # every second square: the lower ones of the pairs, which are counted from the top
    keys: Keys
    tricks: int


@inlined
def winning_squares(discs: Word, empty: Word, height: Word) -> Word:
    """The empty squares that complete a line of these discs."""
    squares = discs << ONE & discs << TWO & discs << THREE  # on top of three
    if height < TALL:
        for step in (height, height + ONE, height + TWO):  # down to the right, right, and up
            pair = discs << step & discs << TWO * step  # to the right of two
            squares |= pair & (discs << THREE * step | discs >> step)
            pair = discs >> step & discs >> TWO * step  # to the left of two
            squares |= pair & (discs << step | discs >> THREE * step)
    return squares & empty


@inlined
def has_four(discs: Word, height: Word) -> bool:
    """Whether the discs hold a line of four."""
    pair = discs & discs >> ONE
    found = pair & pair >> TWO
    if height < TALL:
        for step in (height, height + ONE, height + TWO):
            pair = discs & discs >> step
            found |= pair & pair >> TWO * step
    return bool(found)


@inlined
def safe_moves(threats: Word, mask: Word, rules: SolverRules) -> Word:
    """The moves after which the opponent cannot win at once.

    `threats` are the squares that complete a line of the opponent's.
    """
    free = mask + rules.bottoms & rules.full
    if not rules.tricks & FORCED:
        return free
    safe = free & (rules.full ^ threats >> ONE)  # not below a threat
    must = free & threats
    if must:
        if must & must - ONE:  # two threats: only one can be stopped
            return word(0)
        safe &= must
    return safe


@inlined
def key_of(mine: Word, mask: Word, free: int, rules: SolverRules) -> Word:
    """The position's place in the table; near the start it shares it with its mirror image."""
    key = mine + mask
    if free > MIRRORED_BELOW and rules.tricks & MIRROR:
        rest, image = key, word(0)
        column = (ONE << rules.height + ONE) - ONE
        for _ in range(rules.width):
            image = image << rules.height + ONE | rest & column
            rest >>= rules.height + ONE
        key = min(key, image)
    return spread(key, rules.keys)


@inlined
def bound_by_pairs(mine: Word, mask: Word, beta: int, rules: SolverRules) -> int:
    """A bound on the score, 0 or -1, from a player who answers in pairs; 1 if none is known.

    Pair the empty squares of each column from the top. While all columns hold whole pairs,
    the player not to move can answer each move with the square above it, and will get all
    upper squares, the other one all lower ones. If the lower ones make no line, the player
    who moves first cannot win. The odd squares below the pairs of two columns make one more
    pair: whoever plays one of them is answered with the other.
    """
    theirs, empty = mine ^ mask, mask ^ rules.full
    lower = empty & rules.lower
    odd = (mask + rules.bottoms & rules.full) & (rules.full ^ rules.lower)
    count = count_ones(odd)
    if beta == 0 and count == 0:  # they answer: do I even lose?
        if has_four(mine | lower, rules.height):
            return 1
        return -1 if has_four(theirs | empty ^ lower, rules.height) else 1
    if (count & 1 == 1) == (beta > 0):
        return 1
    # If I want to win, they answer. Else I take an odd square, and then I answer.
    first = (mine if beta > 0 else theirs) | lower
    if count > 3:  # do not look for the best pairs: the first might get all odd squares
        return 1 if has_four(first | odd, rules.height) else 0
    if count < 2:
        return 1 if has_four(first, rules.height) else 0
    spared = 3 - count  # of three odd squares I take the one that would be worst
    while odd:
        square = odd & ~odd + ONE
        odd ^= square
        if has_four(first | square, rules.height):
            if spared == 1:
                return 1
            spared = 1
    return 0


@inlined
def learn(memory: Words, row: Word, place: Word, side: Word) -> None:
    """The move at `place` was good enough, and those before it in the row were not."""
    while row < place:
        square = side + (memory[row] & word(63))
        if memory[LEARNT + square] > word(0):
            memory[LEARNT + square] -= ONE
            memory[WORTH + square] -= ONE
        square = side + (memory[place] & word(63))
        if memory[LEARNT + square] < TWO * MOST_LEARNT:
            memory[LEARNT + square] += ONE
            memory[WORTH + square] += ONE
        row += TWO


@inlined
def order_of(
    move: Word, threats: Word, mask: Word, free: int, mine: Word, theirs: Word,
    memory: Words, rules: SolverRules,
) -> Word:  # fmt: skip
    """How promising a move is, with its square in the lowest six bits.

    `threats` are the squares that complete a line of the mover's after the move; `mine` and
    `theirs` are those that did so before it, for the mover and for the opponent.
    """
    square, side = word(count_ones(move - ONE)), word(64 * (free & 1))
    order = ENOUGH + memory[WORTH + side + square]
    if rules.tricks & DENIAL:  # the fuller the board, the more it matters what a move opens up
        other = WORTH + word(64) - side + square
        order += (memory[other] >> TWO) - (memory[other + ONE] * word(max(0, 48 - free)) >> word(6))
    playable = (mask | move) + rules.bottoms & rules.full
    if rules.tricks & THREATS and rules.tricks & USEFUL:
        threats &= ~(theirs << ONE)  # they win below it
        threats &= ~(move << ONE & mine)  # it was there, and now they can block it
        row = rules.lower if free & 1 == 0 else rules.full ^ rules.lower  # the mover's rows
        worth = 5 * count_ones(threats) + 3 * count_ones(threats & row)
        worth += 8 * count_ones(threats & playable << ONE)  # neither wants to play below it
        worth += 2 * count_ones(threats & playable)
        order += word(worth) * THREAT
    elif rules.tricks & THREATS:
        order += word(4 * count_ones(threats) + 4 * count_ones(threats & playable)) * THREAT
    return order << word(6) | square


@compiled
def search(
    mine: Word, mask: Word, free: int, beta: int, my_threats: Word, their_threats: Word,
    table: Words, memory: Words, rules: SolverRules,
) -> int:  # fmt: skip
    """A bound on the score for the player to move: if it is at least `beta`, so is the score.

    Else the score is at most what is returned. `free` squares are left, and the threats are the
    squares that complete a line. The player to move cannot win at once, and has a move that does
    not lose at once, unless that is left to be seen here (without the trick "forced").
    """
    memory[NODES] += ONE
    theirs, empty = mine ^ mask, mask ^ rules.full
    moves = safe_moves(their_threats, mask, rules)
    high = free - 1 >> 1  # to win with the disc after this one
    low = -(free >> 1)  # to lose to the very next disc
    if rules.tricks & FORCED:
        low += 1
    elif winning_squares(mine, empty, rules.height) & moves:
        return free + 1 >> 1
    if high < beta:
        return high
    if low >= beta:
        return low
    if rules.tricks & FORCED and (beta == high or not moves & moves - ONE):
        # Only a double threat is soon enough, or there is only one move.
        left = moves
        while left:
            move = left & ~left + ONE  # the lowest of them
            left ^= move
            after = mask | move
            threats = winning_squares(mine | move, after ^ rules.full, rules.height)
            if not safe_moves(threats, after, rules):
                return high
            if beta < high:
                return -search(
                    theirs, after, free - 1, 1 - beta, their_threats & ~move, threats,
                    table, memory, rules,
                )  # fmt: skip
        return high - 1

    key, use_table = word(0), rules.tricks & TABLE != 0 and free > TABLE_BELOW
    if use_table:
        key = key_of(mine, mask, free, rules)
        entry = recall(table, key, free, rules.keys)
        if entry:
            low, high = max(low, low_of(entry)), min(high, high_of(entry))
            if low >= beta or high < beta:
                memory[TABLE_HITS] += ONE
                return low if low >= beta else high
    if rules.tricks & PAIRS:
        bound = bound_by_pairs(mine, mask, beta, rules)
        if bound < 1:
            return bound

    look_up = use_table and free > TABLE_BELOW + 1 and rules.tricks & REPLIES != 0
    left = moves
    while left and look_up:
        move = left & ~left + ONE
        left ^= move
        after = key_of(theirs, mask | move, free - 1, rules)
        fetch(table, bucket(after, free - 1, rules.keys))

    # Sort the moves into this ply's row, the most promising first.
    row = STACK + word(free) * ROW
    end = row
    left = moves
    while left:
        move = left & ~left + ONE
        left ^= move
        after = mask | move
        threats = word(0)
        if rules.tricks & (THREATS | FORCED):
            threats = winning_squares(mine | move, after ^ rules.full, rules.height)
        if not safe_moves(threats, after, rules):
            return free - 1 >> 1
        order = order_of(move, threats, mask, free, my_threats, their_threats, memory, rules)
        place = end
        while place > row and memory[place - TWO] < order:
            memory[place] = memory[place - TWO]
            memory[place + ONE] = memory[place - ONE]
            place -= TWO
        memory[place], memory[place + ONE] = order, threats
        end += TWO
    if rules.tricks & FORCED:
        high = min(high, (free - 1 >> 1) - 1)  # for no move makes a double threat

    place = row
    while place < end and look_up:
        move = ONE << (memory[place] & word(63))
        after = key_of(theirs, mask | move, free - 1, rules)
        entry = recall(table, after, free - 1, rules.keys)
        if entry and -high_of(entry) >= beta:
            memory[TABLE_HITS] += ONE
            keep(table, key, max(low, -high_of(entry)), high, free, rules.keys)
            return -high_of(entry)
        place += TWO

    best = -free
    place = row
    while place < end:
        move = ONE << (memory[place] & word(63))
        value = -search(
            theirs, mask | move, free - 1, 1 - beta, their_threats & ~move, memory[place + ONE],
            table, memory, rules,
        )  # fmt: skip
        if memory[NODES] > memory[LIMIT]:
            return best
        best = max(best, value)
        if best >= beta:
            if rules.tricks & HISTORY:
                learn(memory, row, place, word(64 * (free & 1)))
            break
        place += TWO
    if use_table:
        if best >= beta:
            keep(table, key, best, max(high, best), free, rules.keys)
        else:
            keep(table, key, min(low, best), min(high, best), free, rules.keys)
    return best


@inlined
def threats_of(mine: Word, mask: Word, rules: SolverRules) -> tuple[Word, Word]:
    """The squares that complete a line, of the player to move and of the opponent."""
    empty = mask ^ rules.full
    theirs = winning_squares(mine ^ mask, empty, rules.height)
    return winning_squares(mine, empty, rules.height), theirs


@compiled
def solve_position(
    mine: Word, mask: Word, free: int, lowest: int, table: Words, memory: Words, rules: SolverRules
) -> int:
    """The score of an unfinished game for the player to move, known to be `lowest` or more.

    Whether it is more is asked first: if not, that is all. If the memory's limit of nodes is
    reached, what is returned means nothing.
    """
    low, high = -(free >> 1), free - 1 >> 1
    my_threats, their_threats = threats_of(mine, mask, rules)
    if my_threats & mask + rules.bottoms:
        memory[NODES] += ONE
        return free + 1 >> 1
    if rules.tricks & FORCED:
        if free == 1 or not safe_moves(their_threats, mask, rules):
            memory[NODES] += ONE
            return low
        low += 1
    is_first = lowest > low
    low = max(low, lowest)
    while low < high:
        if is_first:
            beta, is_first = low + 1, False
        elif rules.tricks & OUTSIDE_IN == 0:
            beta = low + (high - low + 1 >> 1)  # the middle of what is left
        elif high >= -low:
            beta = max(high + 1 >> 1, low + 1)
        else:
            beta = max(min(-(-low >> 1), high), low + 1)
        value = search(mine, mask, free, beta, my_threats, their_threats, table, memory, rules)
        if memory[NODES] > memory[LIMIT]:
            break
        if value >= beta:
            low = value
        else:
            high = value
    return low


@compiled
def reaches(
    mine: Word, mask: Word, free: int, beta: int, table: Words, memory: Words, rules: SolverRules
) -> bool:
    """Whether the score of an unfinished game is at least `beta`, for the player to move."""
    my_threats, their_threats = threats_of(mine, mask, rules)
    if my_threats & mask + rules.bottoms:
        return free + 1 >> 1 >= beta
    if free == 1 or not safe_moves(their_threats, mask, rules):
        return -(free >> 1) >= beta
    return search(mine, mask, free, beta, my_threats, their_threats, table, memory, rules) >= beta
