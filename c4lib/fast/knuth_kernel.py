"""The compiled part of Knuth's probes: random games that estimate the size of a game tree."""

from c4lib.fast.compiler import Word, Words, compiled, count_ones, nth_one, word
from c4lib.fast.interrupt import Stop
from c4lib.fast.mcts_kernel import below
from c4lib.fast.rules_kernel import Rules, has_line
from c4lib.fast.stack_kernel import Floats


@compiled
def fill_sizes(
    sizes: Floats, theirs: Word, mask: Word, rules: Rules, dice: Words, stop: Stop
) -> None:
    """Fill in one estimate from each random game: 1 + the products of the numbers of moves."""
    for number in range(len(sizes)):
        if stop[0]:
            return
        size, width, last, discs = 1.0, 1.0, theirs, mask
        while discs != rules.full and not has_line(last, rules.height, rules.connect):
            moves = discs + rules.bottoms & rules.full
            choices = count_ones(moves)
            width *= choices
            size += width
            move = nth_one(moves, below(dice, word(choices)))
            last = discs ^ last | move
            discs |= move
        sizes[number] = size
