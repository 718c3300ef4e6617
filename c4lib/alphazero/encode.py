"""What a network sees of a game: bits for a state, numbers for moves, and the symmetries of both.

The bits are always those of the player to move and of the other: the network
need not know which side is X.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from operator import mul
from typing import Any, Protocol

import numpy as np

from c4lib.connect4 import Board, Connect4
from c4lib.game import Move
from c4lib.games.othello import Othello, OthelloBoard
from c4lib.games.quixo import Quixo, QuixoRules
from c4lib.games.square_board import Permutation, symmetries_of
from c4lib.heuristics.counts import playable, threat_squares

Bits = np.ndarray[Any, np.dtype[np.float32]]

BY_SQUARE, BY_COLUMN, SINGLE = 5, 22, 7
"""How many bits `Columns` has for each square, for each column, and for the board as a whole."""
NEAR = (16, 8, 4, 2, 1)
"""`Cubes` has a bit for each of these: at most that many plies are left until a draw."""


class Encoding(Protocol):
    """How a game is encoded for a network. That is all another game needs."""

    name: str  # the game and its size, for files: a network is for one game only
    inputs: int  # how many numbers encode a state
    outputs: int  # how many moves there are in the whole game

    @property
    def symmetries(self) -> Sequence[tuple[Permutation, Permutation]]:
        """Orders of the inputs and of the moves that turn a state into its images, itself first.

        Both are used as indices: `bits[inputs]` and `priors[moves]`.
        """

    def bits(self, state: Any) -> Bits:
        """The state as numbers, for the player to move."""

    def number(self, move: Move) -> int:
        """The output that belongs to a move: here the move itself."""
        return int(move)

    def move(self, number: int) -> Move:
        """The move that belongs to an output."""
        return number


def game_of(encoding: Encoding) -> dict[str, Any]:
    """The game and its sizes as data, for files; a game of your own has only its name."""
    known: dict[str, Any] = getattr(encoding, "game", {"game": encoding.name})
    return known


@cache
def lines_of(board: Board) -> tuple[int, ...]:
    """All lines of a board, each as the bits of its squares."""
    return tuple(
        sum(1 << start + distance * step for distance in range(board.connect))
        for direction, step in enumerate(board.directions)
        for start in range(board.full.bit_length())
        if board.line_starts(board.full, direction) >> start & 1
    )


class Columns(Encoding):
    """Connect X: a bit for each square of mine, then for each of theirs, column by column.

    With `lines` there are more, all found by looking along the lines of the board:

    - squares: those that would complete a line of mine, or of theirs, and where a disc can fall
    - columns: whether a disc that falls there, or the next one on top of it, would complete a line,
      be in a line that lacks two, or in several such: of mine, then of theirs; and whether the
      lowest square further up that would complete a line is mine, in the first, third, ... row, or
      in the second, fourth, ..., and with an even number of empty squares below it; then theirs;
      and whether a disc of mine there, or one of theirs, is a trap: two squares that complete a
      line next, or one on top of the other, while the opponent has none; and whether after mine
      they can complete a line at once, or set a trap
    - lines: whether only I have discs in it, and whether that is one, two and so on; then theirs
    - the board as a whole: whether O is to move; and whether the discs that can fall until
      somebody must play right below a square that completes a line are odd in number, and whether
      there are none: for my squares, for theirs, and for both

    A move is its column, and the only symmetry is the mirror.
    """

    def __init__(self, board: Board, lines: bool = True) -> None:
        width, height, connect = board.width, board.height, board.connect
        self.board, self.lines = board, lines
        self.name = f"{width}x{height}, {connect} in a row{' with lines' if lines else ''}"
        self.layers = (BY_SQUARE, BY_COLUMN, 2 * (connect - 1), SINGLE) if lines else (2, 0, 0, 0)
        """How many bits there are for each square, column and line, and for the whole board."""
        sizes = width * height, width, len(lines_of(board)), 1
        self.inputs, self.outputs = sum(map(mul, self.layers, sizes)), width

    @property
    def game(self) -> dict[str, Any]:
        """The game, its sizes, and what the network sees."""
        sizes = {name: getattr(self.board, name) for name in ("width", "height", "connect")}
        return {"game": "Connect X", **sizes, "sees": "lines" if self.lines else "discs"}

    @cached_property
    def symmetries(self) -> Sequence[tuple[Permutation, Permutation]]:
        """The board itself and its mirror image."""
        board, columns = self.board, np.arange(self.board.width)
        numbers = {line: number for number, line in enumerate(lines_of(board))}
        images = (
            np.arange(board.width * board.height).reshape(board.width, -1)[::-1].ravel(),
            columns[::-1].copy(),
            np.array([numbers[board.mirrored(line)] for line in numbers], np.int64),
            np.zeros(1, np.int64),
        )
        order, start = [np.arange(0)], 0
        for image, layers in zip(images, self.layers, strict=True):
            for _ in range(layers):
                order.append(start + image)
                start += len(image)
        return (np.arange(start), columns), (np.concatenate(order), images[1])

    def bits(self, state: Connect4) -> Bits:
        """The state as zeros and ones, for the player to move."""
        if state.board is not self.board:
            raise ValueError(f"this is for {self.name}, not for {state!r}")
        board, discs = self.board, (state.mine, state.theirs)
        if not self.lines:
            return np.concatenate([self._squares(each) for each in discs])
        offers = [self._offers(*discs), self._offers(*discs[::-1])]
        falls = state.mask + sum(board.bottoms.values()) & board.full
        squares = (*discs, offers[0][0], offers[1][0], falls)
        columns = [
            self._columns(each & reached)
            for player in offers
            for each in player
            for reached in (falls, falls << 1 & board.full)
        ]
        lowest, single = self._tempo(state, offers[0][0], offers[1][0])
        held = [self._held(*discs), self._held(*discs[::-1])]
        columns += [lowest, self._traps(*discs)]
        parts = [self._squares(each) for each in squares], columns, held, [single]
        return np.concatenate([each for part in parts for each in part])

    def _squares(self, discs: int) -> Bits:
        return self._by_column(discs).ravel().astype(np.float32)

    def _columns(self, squares: int) -> Bits:
        reached: Bits = self._by_column(squares).max(axis=1).astype(np.float32)
        return reached

    def _by_column(self, squares: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        size = self.board.width * (self.board.height + 1)
        words = np.frombuffer(squares.to_bytes(size // 8 + 1, "little"), np.uint8)
        ones = np.unpackbits(words, bitorder="little", count=size)
        return ones.reshape(self.board.width, self.board.height + 1)[:, : self.board.height]

    def _offers(self, discs: int, others: int) -> tuple[int, int, int]:
        """Squares that would complete a line; those in a line that lacks two; in several such."""
        threats = once = again = 0
        for line in lines_of(self.board):
            gaps = line & ~discs
            if line & others == 0 and gaps.bit_count() == 1:
                threats |= gaps
            elif line & others == 0 and gaps.bit_count() == 2:
                again |= once & gaps
                once |= gaps
        return threats, once, again

    def _tempo(self, state: Connect4, mine: int, theirs: int) -> tuple[Bits, Bits]:
        """The lowest squares that complete lines, by column; and what can be played before them."""
        board, none = self.board, self.board.height + 1
        first = self._by_column(state.mask).sum(axis=1, dtype=np.int64)  # where the next disc falls

        def lowest(squares: int) -> np.ndarray[Any, np.dtype[np.int64]]:
            above = self._by_column(squares) * (np.arange(board.height) > first[:, None])
            return np.where(above.any(axis=1), above.argmax(axis=1), none)

        both = lowest(mine), lowest(theirs)
        by_column = []
        for own, other in (both, both[::-1]):
            is_lowest = (own < none) & (own <= other)
            by_column += [is_lowest & (own % 2 == 0), is_lowest & (own % 2 == 1)]
            by_column += [is_lowest & ((own - first) % 2 == 0)]
        single = [state.player == 1]
        for row in (*both, np.minimum(*both)):
            left = np.where(row < none, row - 1 - first, board.height - first).sum()
            single += [left % 2 == 1, left == 0]
        return np.concatenate(by_column).astype(np.float32), np.array(single, np.float32)

    def _traps(self, mine: int, theirs: int) -> Bits:
        """Where I can set a trap, where they can; after which moves they win at once or set one."""
        found = np.zeros((4, self.board.width), np.float32)
        for move, square in self._falls(mine | theirs):
            after = mine | square
            found[0, move] = self._is_trap(after, theirs)
            found[1, move] = self._is_trap(theirs | square, mine)
            if self._threats(theirs, after)[1]:
                found[2, move] = 1
            else:
                replies = self._falls(after | theirs)
                found[3, move] = any(self._is_trap(theirs | reply, after) for _, reply in replies)
        return found.ravel()

    def _is_trap(self, discs: int, others: int) -> bool:
        """Whether the player who just moved has more threats than one disc can block, in time."""
        threats, now = self._threats(discs, others)
        return not self._threats(others, discs)[1] and bool(now & now - 1 or now << 1 & threats)

    def _threats(self, discs: int, others: int) -> tuple[int, int]:
        """Squares that would complete a line, and those of them where a disc can fall."""
        empty = self.board.full & ~(discs | others)
        threats = threat_squares(self.board, discs, empty)
        return threats, threats & playable(empty)

    def _falls(self, mask: int) -> list[tuple[int, int]]:
        """The columns in which a disc can fall, and its square."""
        falls, tall = playable(self.board.full & ~mask), self.board.height + 1
        squares = (
            (move, falls & (1 << tall) - 1 << move * tall) for move in range(self.board.width)
        )
        return [(move, square) for move, square in squares if square]

    def _held(self, discs: int, others: int) -> Bits:
        """Which lines hold one disc and none of the other player's, then which two, and so on."""
        counts = [
            0 if line & others else (line & discs).bit_count() for line in lines_of(self.board)
        ]
        levels = np.arange(1, self.board.connect)[:, None]
        held: Bits = (np.array(counts) == levels).ravel().astype(np.float32)
        return held


class Cubes(Encoding):
    """Quixo: a bit for each cube of mine, then for each of theirs, then how near a draw is.

    Cubes and moves have the numbers that `c4lib.games.quixo` gives them.
    """

    def __init__(self, rules: QuixoRules) -> None:
        self.rules, size, patience = rules, rules.size, rules.patience
        self.name = f"Quixo {size}x{size}, drawn after {patience} plies without a blank"
        self.game = {"game": "Quixo", "size": size, "patience": patience}
        self.inputs, self.outputs = 2 * rules.cubes + len(NEAR), len(rules.pushes)

    @cached_property
    def symmetries(self) -> Sequence[tuple[Permutation, Permutation]]:
        """The board turned and mirrored in all eight ways; a draw is as near in all of them."""
        count = self.rules.cubes
        near = np.arange(2 * count, self.inputs)
        return tuple(
            (np.concatenate([cubes, count + cubes, near]), moves)
            for cubes, moves in self.rules.symmetries
        )

    def bits(self, state: Quixo) -> Bits:
        """The state as zeros and ones, for the player to move."""
        if state.rules is not self.rules:
            raise ValueError(f"this is for {self.name}, not for {state!r}")
        left = self.rules.patience - state.quiet
        both = state.mine | state.theirs << self.rules.cubes
        for place, plies in enumerate(NEAR, start=2 * self.rules.cubes):
            both |= (left <= plies) << place
        words = np.frombuffer(both.to_bytes(self.inputs // 8 + 1, "little"), np.uint8)
        return np.unpackbits(words, bitorder="little", count=self.inputs).astype(np.float32)


class Discs(Encoding):
    """Othello: a bit for each disc of mine and of theirs, and for each square to move to.

    First come my discs, then theirs, then the squares where I can move, then those where they
    could if it were their turn. Squares and moves have the numbers that `c4lib.games.othello`
    gives them; the last move is the pass.
    """

    def __init__(self, board: OthelloBoard) -> None:
        self.board, size = board, board.size
        self.name = f"Othello {size}x{size}"
        self.game = {"game": "Othello", "size": size}
        self.inputs, self.outputs = 4 * board.passing, board.passing + 1

    @cached_property
    def symmetries(self) -> Sequence[tuple[Permutation, Permutation]]:
        """The board turned and mirrored in all eight ways; a pass stays a pass."""
        count = self.board.passing
        return tuple(
            (np.concatenate([first + order for first in range(0, self.inputs, count)]),
             np.append(order, count))
            for order in symmetries_of(self.board.size)
        )  # fmt: skip

    def bits(self, state: Othello) -> Bits:
        """The state as zeros and ones, for the player to move."""
        board, mine, theirs = self.board, state.mine, state.theirs
        if state.size != board.size:
            raise ValueError(f"this is for {self.name}, not for {state!r}")
        sets = mine, theirs, board.legal(mine, theirs), board.legal(theirs, mine)
        return np.array([each & bit > 0 for each in sets for bit in board.bits], np.float32)
